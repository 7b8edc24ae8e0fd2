/* Figures of the Cascade paper's checks: curves of bandwidth, and what the text says of their
 * shape.
 */
#include "dl-figure-paper.h"
#include "dl-figures-dragonfly.h"
#include "dl-paper-list.h"

#include <glib/gi18n-lib.h>

#include <math.h>

/* Numbers -------------------------------------------------------------------------------------- */

static void
add_curve (DlCells *cells, const DlPaperCurve *curve)
{
  for (guint i = 0; i < curve->points->len; i++)
    {
      const DlPaperPoint *point = dl_paper_curve_point (curve, i);
      const double values[] = { point->bytes, point->GBps, point->share, point->nonminimal };

      dl_cells_text (cells, "point");
      dl_cells_text (cells, curve->label);
      dl_cells_absent (cells);
      dl_cells_text (cells, "GB/s a node");
      dl_figure_add_numbers (cells, values, G_N_ELEMENTS (values));
      dl_figure_add_blanks (cells, 5);
    }
}

static void
add_limit (DlCells *cells, const DlPaperLimit *limit)
{
  dl_cells_text (cells, "limit");
  dl_cells_text (cells, limit->label);
  dl_cells_absent (cells);
  dl_cells_text (cells, "GB/s a node");
  dl_cells_absent (cells);
  dl_cells_finite (cells, limit->GBps);
  dl_figure_add_blanks (cells, 7);
}

static void
add_shape (DlCells *cells, const DlPaperRow *row)
{
  dl_cells_text (cells, "shape");
  dl_cells_text (cells, row->group);
  dl_cells_text (cells, row->what);
  dl_cells_text (cells, *row->unit != '\0' ? _ (row->unit) : "");
  dl_cells_absent (cells);
  dl_cells_finite (cells, row->computed);
  dl_figure_add_blanks (cells, 2);
  dl_cells_text (cells, dl_paper_rule_id (row->rule));
  dl_cells_finite (cells, row->rule != DL_PAPER_NO_RULE ? row->bound : NAN);
  dl_cells_text (cells, dl_paper_kind_id (row->kind));
  dl_cells_text (cells, dl_paper_verdict_id (row->verdict));
  dl_cells_text (cells, row->why != NULL ? _ (row->why) : "");
}

/* Points, limits and shapes in one table: what does not apply is left empty. */
static void
cascade_numbers (DlRecord *record, const DlFigureInput *input)
{
  static const DlTableColumn columns[] = {
    { "kind" },
    { "group" },
    { "what" },
    { "unit" },
    { "message_bytes", .type = DL_COLUMN_REAL },
    { "value", .type = DL_COLUMN_REAL },
    { "share_simulated", .type = DL_COLUMN_REAL },
    { "nonminimal_share", .type = DL_COLUMN_REAL },
    { "rule" },
    { "bound", .type = DL_COLUMN_REAL },
    { "expected_kind" },
    { "verdict" },
    { "why" },
  };
  DlCells *cells = DL_RECORD_BEGIN (record, columns);
  const DlPaperResult *paper
      = input->paper != NULL ? dl_paper_result_untranslated (input->paper) : NULL;

  if (paper == NULL)
    return;
  for (guint i = 0; i < paper->curves->len; i++)
    add_curve (cells, dl_paper_result_curve (paper, i));
  for (guint i = 0; i < paper->limits->len; i++)
    add_limit (cells, &g_array_index (paper->limits, DlPaperLimit, i));
  for (guint i = 0; i < paper->rows->len; i++)
    add_shape (cells, dl_paper_result_row (paper, i));
}

/* The figures ---------------------------------------------------------------------------------- */

#define CASCADE_FIGURE(number, figure_title, line)                                                 \
  const DlFigure dl_figure_cascade_##number = {                                                    \
    .id = "cascade-" #number,                                                                      \
    .title = figure_title,                                                                         \
    .description = line,                                                                           \
    .paper_check = "cascade-" #number,                                                             \
    .height = dl_figure_paper_height,                                                              \
    .draw = dl_figure_paper_draw,                                                                  \
    .numbers = cascade_numbers,                                                                    \
  }

CASCADE_FIGURE (9, N_ ("Cascade check: figure 9"),
                N_ ("All-to-all on 3,072 nodes by message length and routing mode, compared as a "
                    "shape (Cascade paper, figure 9); takes minutes"));
CASCADE_FIGURE (10, N_ ("Cascade check: figure 10"),
                N_ ("The same for adaptive modes and tuning, compared as a shape (Cascade paper, "
                    "figure 10); takes minutes"));
CASCADE_FIGURE (11, N_ ("Cascade check: figure 11"),
                N_ ("A job of 384 nodes in 1 to 6 groups of an idle system, compared as a shape "
                    "(Cascade paper, figure 11)"));
CASCADE_FIGURE (12, N_ ("Cascade check: figure 12"),
                N_ ("A job of 384 nodes in 1 to 6 groups of a busy system, compared as a shape "
                    "(Cascade paper, figure 12); takes minutes"));
CASCADE_FIGURE (13, N_ ("Cascade check: figure 13"),
                N_ ("All-to-all on systems of 384 to 24,576 nodes, compared as a shape (Cascade "
                    "paper, figure 13); takes minutes"));

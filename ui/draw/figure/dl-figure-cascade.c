/* Figures of the Cascade paper's checks: curves of bandwidth, and what the text says of their
 * shape.
 */
#include "dl-figure-paper.h"
#include "dl-figures-dragonfly.h"
#include "dl-paper-list.h"

#include <glib/gi18n-lib.h>

#include <math.h>

/* CSV ------------------------------------------------------------------------------------------ */

static void
add_text (GString *csv, const char *text)
{
  dl_csv_text (csv, text);
  g_string_append_c (csv, ',');
}

static void
add_number (GString *csv, double value)
{
  dl_csv_number (csv, value);
  g_string_append_c (csv, ',');
}

static void
write_curve (GString *csv, const DlPaperCurve *curve)
{
  for (guint i = 0; i < curve->points->len; i++)
    {
      const DlPaperPoint *point = dl_paper_curve_point (curve, i);

      g_string_append (csv, "point,");
      add_text (csv, curve->label);
      g_string_append (csv, ",GB/s a node,");
      add_number (csv, point->bytes);
      add_number (csv, point->GBps);
      add_number (csv, point->share);
      add_number (csv, point->nonminimal);
      g_string_append (csv, ",,,,\n");
    }
}

static void
write_limit (GString *csv, const DlPaperLimit *limit)
{
  g_string_append (csv, "limit,");
  add_text (csv, limit->label);
  g_string_append (csv, ",GB/s a node,,");
  add_number (csv, limit->GBps);
  g_string_append (csv, ",,,,,,\n");
}

static void
write_shape (GString *csv, const DlPaperRow *row)
{
  g_string_append (csv, "shape,");
  add_text (csv, row->group);
  add_text (csv, row->what);
  add_text (csv, *row->unit != '\0' ? _ (row->unit) : "");
  g_string_append_c (csv, ',');
  add_number (csv, row->computed);
  g_string_append (csv, ",,");
  add_text (csv, dl_paper_rule_id (row->rule));
  add_number (csv, row->rule != DL_PAPER_NO_RULE ? row->bound : NAN);
  add_text (csv, dl_paper_kind_id (row->kind));
  add_text (csv, dl_paper_verdict_id (row->verdict));
  dl_csv_text (csv, row->why != NULL ? _ (row->why) : "");
  g_string_append_c (csv, '\n');
}

/* Points, limits and shapes in one table: what does not apply is left empty. */
static void
cascade_write_csv (GString *csv, const DlFigureInput *input)
{
  const DlPaperResult *paper
      = input->paper != NULL ? dl_paper_result_untranslated (input->paper) : NULL;

  g_string_append (csv, "kind,group,what,unit,message_bytes,value,share_simulated,"
                        "nonminimal_share,rule,bound,expected_kind,verdict,why\n");
  if (paper == NULL)
    return;
  for (guint i = 0; i < paper->curves->len; i++)
    write_curve (csv, dl_paper_result_curve (paper, i));
  for (guint i = 0; i < paper->limits->len; i++)
    write_limit (csv, &g_array_index (paper->limits, DlPaperLimit, i));
  for (guint i = 0; i < paper->rows->len; i++)
    write_shape (csv, dl_paper_result_row (paper, i));
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
    .write_csv = cascade_write_csv,                                                                \
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

/* The figure of curves that are held to BookSim 2: a chart a curve, of one or of all of them. */
#include "dl-figure-frame.h"
#include "dl-figure-private.h"

#include "dl-load-latency.h"
#include "dl-sizes.h"
#include "dl-validation.h"

#include <glib/gi18n-lib.h>

#define CHART 330.0 /* height of a chart */
#define LEAST 290.0 /* width that a chart takes */

static guint
n_results (const DlPaperResult *paper)
{
  return paper->loads != NULL ? 1 : paper->parts->len;
}

static const DlPaperResult *
nth_result (const DlPaperResult *paper, guint i)
{
  return paper->loads != NULL ? paper : g_ptr_array_index (paper->parts, i);
}

/* "10 agree, 0 differ" */
static char *
count_verdicts (const DlPaperResult *result)
{
  /* Translators: numbers of values */
  return g_strdup_printf (_ ("%u agree, %u differ"),
                          dl_paper_result_count (result, DL_PAPER_AGREES),
                          dl_paper_result_count (result, DL_PAPER_DIFFERS));
}

/* The name of a curve, its network and what came of it, and below these its chart. */
static void
draw_curve (DlPen *pen, const DlPaperResult *result)
{
  const DlLoadLatency chart = { result->loads, DL_NO_LOAD_PLACE };
  g_autofree char *verdicts = count_verdicts (result);
  g_autofree char *network = g_strdup_printf (
      "%s, %s", dl_validation_group_title (dl_validation_curve (result->check)->group),
      dl_paper_check_section (result->check));

  dl_pen_text (pen, dl_pen_foreground (pen), pen->x, dl_paper_check_title (result->check), TRUE,
               DL_ALIGN_START, pen->width);
  dl_pen_text (pen, dl_pen_muted (pen), pen->x + pen->width, verdicts, FALSE, DL_ALIGN_END,
               pen->width / 2);
  pen->y += DL_LINE_SMALL;
  pen->y += dl_pen_wrapped (pen, dl_pen_muted (pen), pen->x, network, pen->width) + 4;
  if (pen->theme != NULL)
    dl_load_latency_draw (pen->cr, (DlRect) { pen->x, pen->y, pen->width, CHART }, &chart,
                          pen->theme);
  pen->y += CHART;
}

static void
draw_summary (DlPen *pen, const DlPaperResult *paper)
{
  guint agree = 0, differ = 0;
  g_autofree char *text = NULL;

  for (guint i = 0; i < paper->parts->len; i++)
    {
      agree += dl_paper_result_count (nth_result (paper, i), DL_PAPER_AGREES);
      differ += dl_paper_result_count (nth_result (paper, i), DL_PAPER_DIFFERS);
    }
  /* Translators: numbers of curves and of their values */
  text = g_strdup_printf (_ ("%u curves: %u values agree, %u differ"), paper->parts->len, agree,
                          differ);
  dl_pen_text (pen, dl_pen_foreground (pen), pen->x, dl_paper_check_title (paper->check), TRUE,
               DL_ALIGN_START, pen->width);
  pen->y += DL_LINE_NORMAL;
  pen->y += dl_pen_wrapped (pen, dl_pen_foreground (pen), pen->x, text, pen->width);
  pen->y += dl_pen_wrapped (pen, dl_pen_muted (pen), pen->x, dl_paper_check_choices (paper->check),
                            pen->width);
  pen->y += DL_GAP_PLOTS;
}

/* In rows of as many as there is room for. */
static void
draw_all (DlPen *pen, gconstpointer data)
{
  const DlPaperResult *paper = data;
  const guint n = n_results (paper);
  const guint n_columns
      = CLAMP ((guint) ((pen->width + DL_GAP_PLOTS) / (LEAST + DL_GAP_PLOTS)), 1, n);
  const double width = (pen->width - (n_columns - 1) * DL_GAP_PLOTS) / n_columns;
  double bottom;

  if (paper->loads == NULL)
    draw_summary (pen, paper);
  bottom = pen->y;
  for (guint first = 0; first < n; first += n_columns)
    {
      const double top = first > 0 ? bottom + DL_GAP_PLOTS : bottom;

      for (guint i = first; i < MIN (first + n_columns, n); i++)
        {
          DlPen own = *pen;

          own.x += (i - first) * (width + DL_GAP_PLOTS);
          own.y = top;
          own.width = width;
          draw_curve (&own, nth_result (paper, i));
          bottom = MAX (bottom, own.y);
        }
    }
  pen->y = bottom;
}

static gboolean
has_any (const DlFigureInput *input)
{
  return input->paper != NULL && n_results (input->paper) > 0;
}

/* All curves together have no caption: each has a scenario of its own. */
static DlFigureInput
plain (const DlFigureInput *input)
{
  DlFigureInput own = *input;

  if (input->paper == NULL || input->paper->loads == NULL)
    own.style.no_caption = TRUE;
  return own;
}

static double
figure_height (const DlFigureInput *input, double width)
{
  const DlFigureInput own = plain (input);
  const double inside
      = has_any (input) ? dl_pen_measure (dl_figure_width_inside (width), draw_all, input->paper)
                        : DL_FIGURE_EMPTY;

  return dl_figure_height_around (&own, width, inside, FALSE);
}

static void
figure_draw (cairo_t *cr, const DlFigureInput *input, double width, double height,
             const DlTheme *theme)
{
  const DlFigureInput own = plain (input);
  const DlRect inside = dl_figure_begin (cr, &own, width, height, FALSE, theme);
  DlPen pen = { cr, theme, inside.x, inside.y, inside.width };

  if (has_any (input))
    draw_all (&pen, input->paper);
  else
    dl_chart_message (cr, inside, _ ("nothing was computed"), theme);
  cairo_restore (cr);
}

static void
add_series (DlCells *cells, const char *curve, const DlLoadSeries *series)
{
  for (guint i = 0; i < series->points->len; i++)
    {
      const DlLoadPoint *point = &g_array_index (series->points, DlLoadPoint, i);
      const double values[] = { point->load,     point->latency,        point->latency_reach,
                                point->accepted, point->accepted_reach, series->saturation };

      dl_cells_text (cells, curve);
      dl_cells_text (cells, series->value);
      dl_figure_add_numbers (cells, values, G_N_ELEMENTS (values));
    }
}

static void
figure_numbers (DlRecord *record, const DlFigureInput *input)
{
  static const DlTableColumn columns[] = {
    { "curve" },
    { "program" },
    { "load", .type = DL_COLUMN_REAL },
    { "latency_mean", .type = DL_COLUMN_REAL },
    { "latency_reach", .type = DL_COLUMN_REAL },
    { "accepted_load", .type = DL_COLUMN_REAL },
    { "accepted_reach", .type = DL_COLUMN_REAL },
    { "saturation", .type = DL_COLUMN_REAL },
  };
  DlCells *cells = DL_RECORD_BEGIN (record, columns);

  for (guint i = 0; has_any (input) && i < n_results (input->paper); i++)
    {
      const DlPaperResult *result = nth_result (input->paper, i);

      for (guint series = 0; series < result->loads->n_series; series++)
        add_series (cells, dl_paper_check_id (result->check), &result->loads->series[series]);
    }
}

const DlFigure dl_figure_booksim = {
  .id = "booksim",
  .title = N_ ("BookSim 2 and the input-queued router"),
  .description = N_ ("Latency and accepted throughput against offered load in BookSim 2 and "
                     "here, curve by curve; takes minutes"),
  .paper_check = "booksim",
  .height = figure_height,
  .draw = figure_draw,
  .numbers = figure_numbers,
};

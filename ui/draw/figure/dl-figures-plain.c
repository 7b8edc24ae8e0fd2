/* What is drawn and printed of networks whose family has no figures of its own: routers by routers,
 * and what all simulations have. */
#include "dl-figure-family.h"
#include "dl-figure-links.h"
#include "dl-matrix-map.h"

#include <glib/gi18n-lib.h>

#include <math.h>

static char *
title_of (const DlFigureInput *input)
{
  /* Translators: a metric: “Load” */
  return dl_figure_compared_title (input, g_strdup_printf (_ ("Links from router to router: %s"),
                                                           dl_metric_title (input->metric)));
}

static double
matrix_height (const DlFigureInput *input, double width)
{
  g_autofree char *title = title_of (input);

  return dl_figure_links_height (input, width, title, 0.95, dl_figure_matrix_marks);
}

static DlScale
matrix_scale (const DlFigureInput *input, const DlTheme *theme)
{
  return dl_figure_links_scale (input, theme, dl_figure_matrix_marks);
}

static void
draw_map (cairo_t *cr, const DlFigureInput *input, const DlLinksDrawn *drawn)
{
  dl_figure_draw_matrix (cr, input, drawn, NULL);
}

static void
matrix_draw (cairo_t *cr, const DlFigureInput *input, double width, double height,
             const DlTheme *theme)
{
  g_autofree char *title = title_of (input);

  dl_figure_links_draw (cr, input, width, height, title, theme, draw_map, dl_figure_matrix_marks);
}

static const DlFigure matrix = {
  .id = "matrix",
  .title = N_ ("Routers by routers"),
  .description = N_ ("The links between every two routers"),
  .page_share = 0.66,
  .uses_metric = TRUE,
  .compares = TRUE,
  .name = title_of,
  .scale = matrix_scale,
  .height = matrix_height,
  .draw = matrix_draw,
  .write_csv = dl_figure_links_write_csv,
};

static const DlFigure *const figures[] = { &matrix,
                                           &dl_figure_latency,
                                           &dl_figure_throughput,
                                           &dl_figure_waits,
                                           &dl_figure_load_latency,
                                           &dl_figure_sweep,
                                           NULL };

const DlFigureFamily dl_figures_plain = {
  .figures = figures,
  .caption = dl_figure_links_caption,
  .invitation = N_ ("No simulation yet. Run it with F8 to see throughput and latency."),
  .report = &dl_report_plain,
};

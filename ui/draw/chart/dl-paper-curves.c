#include "dl-paper-curves.h"

#include "dl-chart-private.h"

#include <glib/gi18n-lib.h>

#include <math.h>

#define LEFT       26.0
#define RIGHT      12.0
#define KEY_INDENT 32.0  /* of an entry's text */
#define KEY_WIDTH  176.0 /* that an entry needs */
#define TITLE      (DL_LINE_SMALL + 5)
#define RADIUS     3.2

typedef struct
{
  cairo_t *cr;
  const DlPaperResult *paper;
  const DlTheme *theme;
  DlChartPanel panel;
  double low, high;         /* log2 of the lengths */
  guint n_columns, n_lines; /* of the curves' key; those of the limits have a line each */
  double key_height;
} Plot;

/* Places --------------------------------------------------------------------------------------- */

static void
find_range (const Plot *plot, double *low, double *high, double *most)
{
  const DlPaperResult *paper = plot->paper;

  *low = INFINITY;
  *high = *most = 0;
  for (guint c = 0; c < paper->curves->len; c++)
    for (guint i = 0; i < dl_paper_result_curve (paper, c)->points->len; i++)
      {
        const DlPaperPoint *point = dl_paper_curve_point (dl_paper_result_curve (paper, c), i);

        *low = MIN (*low, log2 (point->bytes));
        *high = MAX (*high, log2 (point->bytes));
        if (isfinite (point->GBps))
          *most = MAX (*most, point->GBps);
      }
  for (guint i = 0; i < paper->limits->len; i++)
    *most = MAX (*most, g_array_index (paper->limits, DlPaperLimit, i).GBps);
}

/* The key has its place above whatever is drawn. */
static void
lay_out (Plot *plot, DlRect rect)
{
  const double below = 3 + 2 * DL_LINE_SMALL;
  DlRect *r = &plot->panel.plot;
  double most, free_height;

  *r = (DlRect) { rect.x + LEFT, rect.y + TITLE, MAX (4, rect.width - LEFT - RIGHT),
                  MAX (20, rect.height - TITLE - below) };
  find_range (plot, &plot->low, &plot->high, &most);
  if (!(plot->high > plot->low))
    plot->high = plot->low + 1;
  plot->n_columns = MAX (1, (guint) (r->width / KEY_WIDTH));
  plot->n_lines = (plot->paper->curves->len + plot->n_columns - 1) / plot->n_columns;
  plot->key_height = (plot->n_lines + plot->paper->limits->len) * DL_LINE_SMALL + 4;
  free_height = MAX (20, r->height - plot->key_height - 4);
  dl_chart_panel_fit (&plot->panel, MAX (most, 1e-3) * r->height / free_height, 10);
}

static double
bytes_x (const Plot *plot, double bytes)
{
  const DlRect r = plot->panel.plot;

  return r.x + (log2 (bytes) - plot->low) / (plot->high - plot->low) * r.width;
}

/* Marks ---------------------------------------------------------------------------------------- */

static void
add_polygon (cairo_t *cr, double x, double y, double radius, guint corners, double turn)
{
  for (guint i = 0; i < corners; i++)
    {
      const double angle = turn + 2 * G_PI * i / corners;

      cairo_line_to (cr, x + radius * sin (angle), y - radius * cos (angle));
    }
  cairo_close_path (cr);
}

/* A shape a curve: with its color and dashes none is like another among 7. */
static void
draw_mark (const Plot *plot, guint curve, double x, double y)
{
  static const struct
  {
    guint corners;
    double turn;
  } shapes[] = { { 24, 0 }, { 4, G_PI / 4 }, { 3, 0 }, { 4, 0 }, { 3, G_PI }, { 5, 0 }, { 6, 0 } };
  const guint shape = curve % G_N_ELEMENTS (shapes);

  cairo_new_path (plot->cr);
  add_polygon (plot->cr, x, y, RADIUS + (shapes[shape].corners < 5), shapes[shape].corners,
               shapes[shape].turn);
  cairo_fill (plot->cr);
}

static void
set_line (const Plot *plot, guint curve)
{
  const guint n_colors = G_N_ELEMENTS (plot->theme->series);

  dl_color_set (plot->cr, &plot->theme->series[curve % n_colors]);
  cairo_set_line_width (plot->cr, 1.5);
  dl_chart_set_dash (plot->cr, curve + curve / n_colors);
}

static void
set_limit_line (const Plot *plot, guint limit)
{
  dl_color_set (plot->cr, &plot->theme->muted);
  cairo_set_line_width (plot->cr, 1);
  dl_chart_set_dash (plot->cr, 1 + 2 * limit);
}

/* Drawing -------------------------------------------------------------------------------------- */

static void
draw_limits (const Plot *plot)
{
  const DlRect r = plot->panel.plot;

  for (guint i = 0; i < plot->paper->limits->len; i++)
    {
      const DlPaperLimit *limit = &g_array_index (plot->paper->limits, DlPaperLimit, i);
      const double y = dl_chart_panel_y (&plot->panel, limit->GBps);

      set_limit_line (plot, i);
      cairo_move_to (plot->cr, r.x, y);
      cairo_rel_line_to (plot->cr, r.width, 0);
      cairo_stroke (plot->cr);
    }
  cairo_set_dash (plot->cr, NULL, 0, 0);
}

static void
draw_curve (const Plot *plot, guint index)
{
  const DlPaperCurve *curve = dl_paper_result_curve (plot->paper, index);

  set_line (plot, index);
  cairo_new_path (plot->cr);
  for (guint i = 0; i < curve->points->len; i++)
    {
      const DlPaperPoint *point = dl_paper_curve_point (curve, i);

      if (isfinite (point->GBps))
        cairo_line_to (plot->cr, bytes_x (plot, point->bytes),
                       dl_chart_panel_y (&plot->panel, point->GBps));
    }
  cairo_stroke (plot->cr);
  cairo_set_dash (plot->cr, NULL, 0, 0);
  for (guint i = 0; i < curve->points->len; i++)
    {
      const DlPaperPoint *point = dl_paper_curve_point (curve, i);

      if (isfinite (point->GBps))
        draw_mark (plot, index, bytes_x (plot, point->bytes),
                   dl_chart_panel_y (&plot->panel, point->GBps));
    }
}

/* Ticks at the powers of two, and the lengths that were simulated. */
static void
draw_lengths (const Plot *plot)
{
  const DlRect r = plot->panel.plot;
  const double bottom = dl_rect_bottom (r);
  const GArray *points = dl_paper_result_curve (plot->paper, 0)->points;

  dl_color_set (plot->cr, &plot->theme->muted);
  cairo_set_line_width (plot->cr, 1);
  for (gint power = (gint) ceil (plot->low); power <= plot->high; power++)
    {
      dl_chart_rule (plot->cr, plot->theme, bytes_x (plot, exp2 (power)), bottom, 0, 3);
    }
  cairo_stroke (plot->cr);
  for (guint i = 0; i < points->len; i++)
    {
      const double bytes = g_array_index (points, DlPaperPoint, i).bytes;
      g_autofree char *text = dl_paper_bytes_text (bytes);
      const double half = dl_chart_text_width (plot->cr, text, DL_TEXT_SMALL, FALSE) / 2;

      dl_chart_text (plot->cr, &plot->theme->muted,
                     MIN (bytes_x (plot, bytes), dl_rect_right (r) + RIGHT - half), bottom + 3,
                     text, DL_TEXT_SMALL, FALSE, DL_ALIGN_CENTER, 0);
    }
  dl_chart_text (plot->cr, &plot->theme->muted, r.x + r.width / 2, bottom + 3 + DL_LINE_SMALL,
                 _ ("length of a message"), DL_TEXT_SMALL, FALSE, DL_ALIGN_CENTER, r.width);
}

/* In the line style that is set, with the mark of @curve if there is one. */
static void
draw_entry (const Plot *plot, DlRect place, const char *text, gint curve)
{
  const double middle = place.y + DL_LINE_SMALL / 2;

  cairo_move_to (plot->cr, place.x, middle);
  cairo_rel_line_to (plot->cr, KEY_INDENT - 8, 0);
  cairo_stroke (plot->cr);
  cairo_set_dash (plot->cr, NULL, 0, 0);
  if (curve >= 0)
    draw_mark (plot, curve, place.x + (KEY_INDENT - 8) / 2, middle);
  dl_chart_text (plot->cr, &plot->theme->foreground, place.x + KEY_INDENT - 4, place.y, text,
                 DL_TEXT_SMALL, FALSE, DL_ALIGN_START, MAX (1, place.width - KEY_INDENT - 4));
}

static void
draw_key (const Plot *plot)
{
  const DlPaperResult *paper = plot->paper;
  const DlRect r = plot->panel.plot;
  DlRect place = { r.x + 4, r.y + 2, r.width / plot->n_columns, DL_LINE_SMALL };

  /* Without the rules of the axis behind it. */
  dl_color_set_alpha (plot->cr, &plot->theme->background, 0.85);
  cairo_rectangle (plot->cr, r.x + 2, r.y + 1, r.width - 2, plot->key_height);
  cairo_fill (plot->cr);
  for (guint i = 0; i < paper->curves->len; i++)
    {
      place.x = r.x + 4 + i / plot->n_lines * place.width;
      place.y = r.y + 2 + i % plot->n_lines * DL_LINE_SMALL;
      set_line (plot, i);
      draw_entry (plot, place, dl_paper_result_curve (paper, i)->label, i);
    }
  place = (DlRect) { r.x + 4, r.y + 2 + plot->n_lines * DL_LINE_SMALL, r.width, DL_LINE_SMALL };
  for (guint i = 0; i < paper->limits->len; i++)
    {
      const DlPaperLimit *limit = &g_array_index (paper->limits, DlPaperLimit, i);
      g_autofree char *GBps = dl_chart_count (limit->GBps);
      g_autofree char *text = g_strdup_printf ("%s %s", GBps, limit->label);

      set_limit_line (plot, i);
      draw_entry (plot, place, text, -1);
      place.y += DL_LINE_SMALL;
    }
}

void
dl_paper_curves_draw (cairo_t *cr, DlRect rect, const DlPaperResult *paper, const DlTheme *theme)
{
  Plot plot = { .cr = cr, .paper = paper, .theme = theme };

  g_assert (paper->curves->len > 0);
  lay_out (&plot, rect);
  dl_chart_text (cr, &theme->muted, rect.x, rect.y, _ ("payload, GB/s per node"), DL_TEXT_SMALL,
                 FALSE, DL_ALIGN_START, rect.width);
  dl_chart_panel_draw_axis (cr, &plot.panel, theme);
  if (!theme->no_keys)
    draw_key (&plot);
  draw_lengths (&plot);
  draw_limits (&plot);
  for (guint i = 0; i < paper->curves->len; i++)
    draw_curve (&plot, i);
}

#include "dl-chart-private.h"

#include <glib/gi18n-lib.h>

#include <math.h>
#include <string.h>

#define MARK_RADIUS 2.8

/* By the bits, which order numbers that are not negative as their values do: 65,536 links each time
 * a drag moves would be slow to compare. Bytes that are the same in all of them cost nothing. */
static void
sort_loads (double *loads, guint n)
{
  g_autofree double *scratch = g_new (double, MAX (n, 1));
  double *from = loads, *to = scratch;

  for (guint shift = 0; shift < 64; shift += 8)
    {
      guint at[257] = { 0 };
      guint64 bits;

      for (guint i = 0; i < n; i++)
        {
          memcpy (&bits, &from[i], sizeof bits);
          at[(bits >> shift & 255) + 1]++;
        }
      if (n > 0 && at[(bits >> shift & 255) + 1] == n)
        continue;
      for (guint i = 0; i < 256; i++)
        at[i + 1] += at[i];
      for (guint i = 0; i < n; i++)
        {
          memcpy (&bits, &from[i], sizeof bits);
          to[at[bits >> shift & 255]++] = from[i];
        }
      double *swap = from;
      from = to;
      to = swap;
    }
  if (from != loads)
    memcpy (loads, from, n * sizeof *loads);
}

double *
dl_chart_sorted_loads (const DlAnalysis *analysis, DlDim dim, guint *n_loads)
{
  const DlNetwork *network = analysis->network;
  double *loads = g_new (double, MAX (1, 2 * network->n_nodes));
  guint n = 0;

  for (guint node = 0; node < network->n_nodes; node++)
    for (guint port = 2 * dim; port < 2 * dim + 2; port++)
      if (dl_network_link_up (network, node, port))
        /* Never below zero, so that no -0 is sorted last. */
        loads[n++]
            = MAX (0.0, dl_analysis_link_load (analysis, dl_network_link (network, node, port)));
  sort_loads (loads, n);
  *n_loads = n;
  return loads;
}

typedef struct
{
  cairo_t *cr;
  const DlTheme *theme;
  DlRect plot;
  double max; /* end of the load axis, a whole number of steps */
  double step;
} LoadPlot;

static double
load_y (const LoadPlot *plot, double load)
{
  return dl_rect_bottom (plot->plot) - load / plot->max * plot->plot.height;
}

static void
draw_axes (const LoadPlot *plot)
{
  cairo_t *cr = plot->cr;
  const DlTheme *theme = plot->theme;
  const DlRect r = plot->plot;
  const double bottom = dl_rect_bottom (r);
  const double step = plot->step;
  const guint percent_step = r.width >= 240 ? 20 : r.width >= 90 ? 50 : 100;

  cairo_set_line_width (cr, 1);
  cairo_set_dash (cr, NULL, 0, 0);
  for (guint i = 0; i * step <= plot->max * (1 + 1e-9); i++)
    {
      const double y = load_y (plot, i * step);
      g_autofree char *text = dl_chart_count (i * step);

      dl_color_set (cr, i == 0 ? &theme->muted : &theme->grid);
      cairo_move_to (cr, r.x, y);
      cairo_rel_line_to (cr, r.width, 0);
      cairo_stroke (cr);
      dl_chart_text (cr, &theme->muted, r.x - 5, y - DL_LINE_SMALL / 2, text, DL_TEXT_SMALL, FALSE,
                     DL_ALIGN_END, 0);
    }
  for (guint percent = 0; percent <= 100; percent += percent_step)
    {
      const double x = r.x + r.width * percent / 100;
      g_autofree char *text = g_strdup_printf (percent == 100 ? "%u %%" : "%u", percent);

      dl_color_set (cr, &theme->muted);
      cairo_move_to (cr, x, bottom);
      cairo_rel_line_to (cr, 0, 3);
      cairo_stroke (cr);
      if (percent > 0 || r.width >= 45)
        dl_chart_text (cr, &theme->muted, x, bottom + 3, text, DL_TEXT_SMALL, FALSE,
                       DL_ALIGN_CENTER, 0);
    }
  dl_chart_text (cr, &theme->muted, r.x + r.width / 2, bottom + 3 + DL_LINE_SMALL,
                 _ ("share of links, least loaded first"), DL_TEXT_SMALL, FALSE, DL_ALIGN_CENTER,
                 r.width + 40);
}

static void
draw_curve (const LoadPlot *plot, const double *loads, guint n, guint dim)
{
  cairo_t *cr = plot->cr;
  const DlRect r = plot->plot;

  cairo_save (cr);
  cairo_new_path (cr);
  cairo_move_to (cr, r.x, load_y (plot, loads[0]));
  for (guint i = 1; i < n; i++)
    if (loads[i] != loads[i - 1])
      {
        const double x = r.x + r.width * i / n;
        cairo_line_to (cr, x, load_y (plot, loads[i - 1]));
        cairo_line_to (cr, x, load_y (plot, loads[i]));
      }
  cairo_line_to (cr, dl_rect_right (r), load_y (plot, loads[n - 1]));
  dl_chart_set_dash (cr, dim);
  dl_color_set (cr, &plot->theme->series[dim]);
  cairo_set_line_width (cr, 2);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  cairo_stroke (cr);
  cairo_arc (cr, dl_rect_right (r), load_y (plot, loads[n - 1]), MARK_RADIUS, 0, 2 * G_PI);
  cairo_fill (cr);
  cairo_restore (cr);
}

/* A label at the end of each curve, pushed apart where they meet. */
typedef struct
{
  guint dim;
  double y; /* of the curve's end */
  double label_y;
  double max;
} CurveEnd;

static gint
compare_ends (gconstpointer a, gconstpointer b)
{
  const CurveEnd *p = a, *q = b;

  return p->y < q->y ? -1 : p->y > q->y ? 1 : (gint) p->dim - (gint) q->dim;
}

static void
draw_ends (const LoadPlot *plot, CurveEnd *ends, guint n)
{
  const DlRect r = plot->plot;
  const double floor_y = dl_rect_bottom (r) - DL_LINE_SMALL / 2;

  qsort (ends, n, sizeof *ends, compare_ends);
  for (guint i = 0; i < n; i++)
    {
      ends[i].label_y = ends[i].y;
      if (i > 0)
        ends[i].label_y = MAX (ends[i].y, ends[i - 1].label_y + DL_LINE_SMALL);
    }
  for (guint i = n; i-- > 0;)
    ends[i].label_y = MIN (ends[i].label_y, i + 1 < n ? ends[i + 1].label_y - DL_LINE_SMALL
                                                      : MAX (floor_y, ends[i].y));
  for (guint i = 0; i < n; i++)
    {
      const DlColor *color = &plot->theme->series[ends[i].dim];
      const double x = dl_rect_right (r);
      g_autofree char *max = dl_chart_count (ends[i].max);
      double used;

      dl_color_set (plot->cr, color);
      cairo_set_line_width (plot->cr, 1);
      cairo_set_dash (plot->cr, NULL, 0, 0);
      cairo_move_to (plot->cr, x + MARK_RADIUS, ends[i].y);
      cairo_line_to (plot->cr, x + 10, ends[i].label_y);
      cairo_stroke (plot->cr);
      used
          = dl_chart_text (plot->cr, color, x + 12, ends[i].label_y - DL_LINE_SMALL / 2,
                           dl_chart_dim_name (ends[i].dim), DL_TEXT_SMALL, TRUE, DL_ALIGN_START, 0);
      dl_chart_text (plot->cr, &plot->theme->foreground, x + 12 + used + 5,
                     ends[i].label_y - DL_LINE_SMALL / 2, max, DL_TEXT_SMALL, FALSE, DL_ALIGN_START,
                     0);
    }
}

void
dl_load_curve_draw (cairo_t *cr, DlRect rect, const DlAnalysis *analysis, const DlTheme *theme)
{
  double *loads[DL_N_DIMS];
  guint n_loads[DL_N_DIMS], n_ends = 0;
  CurveEnd ends[DL_N_DIMS];
  double max = 0, left = 0, right = 0, x;
  LoadPlot plot = { .cr = cr, .theme = theme };

  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    {
      loads[dim] = dl_chart_sorted_loads (analysis, dim, &n_loads[dim]);
      if (n_loads[dim] > 0)
        {
          const double last = loads[dim][n_loads[dim] - 1];
          g_autofree char *text = dl_chart_count (last);
          max = MAX (max, last);
          right = MAX (right, dl_chart_text_width (cr, text, DL_TEXT_SMALL, FALSE));
          ends[n_ends++] = (CurveEnd) { .dim = dim, .max = last };
        }
    }
  right += 12 + dl_chart_text_width (cr, "X", DL_TEXT_SMALL, TRUE) + 5;

  x = rect.x
      + dl_chart_text (cr, &theme->foreground, rect.x, rect.y, _ ("Channel load"), DL_TEXT_NORMAL,
                       TRUE, DL_ALIGN_START, rect.width);
  if (x + 8 < dl_rect_right (rect))
    dl_chart_text (cr, &theme->muted, x + 8, rect.y + 2, _ ("packets a link"), DL_TEXT_SMALL, FALSE,
                   DL_ALIGN_START, dl_rect_right (rect) - x - 8);

  if (max <= 0)
    {
      dl_chart_message (cr, rect, n_ends == 0 ? _ ("no links") : _ ("no traffic"), theme);
      goto out;
    }

  plot.plot.y = rect.y + DL_LINE_NORMAL + 8;
  plot.plot.height = MAX (10, dl_rect_bottom (rect) - plot.plot.y - 2 * DL_LINE_SMALL - 4);
  plot.max = dl_chart_axis_end (max, (guint) CLAMP (plot.plot.height / 18, 2, 8), &plot.step);
  {
    g_autofree char *text = dl_chart_count (plot.max);
    left = dl_chart_text_width (cr, text, DL_TEXT_SMALL, FALSE) + 6;
  }
  plot.plot.x = rect.x + left;
  plot.plot.width = MAX (10, rect.width - left - right - 2);
  draw_axes (&plot);
  /* The title says what "max" is: the number at each curve's end. */
  dl_chart_text (cr, &theme->muted, dl_rect_right (rect), rect.y + 2, _ ("max"), DL_TEXT_SMALL,
                 FALSE, DL_ALIGN_END, 0);
  for (guint i = 0; i < n_ends; i++)
    {
      draw_curve (&plot, loads[ends[i].dim], n_loads[ends[i].dim], ends[i].dim);
      ends[i].y = load_y (&plot, ends[i].max);
    }
  draw_ends (&plot, ends, n_ends);

out:
  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    g_free (loads[dim]);
}

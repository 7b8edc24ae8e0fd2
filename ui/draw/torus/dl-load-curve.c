#include "dl-chart-private.h"
#include "dl-chart.h"

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
      g_autofree char *text = dl_chart_tick (i * step, step);

      dl_color_set (cr, i == 0 ? &theme->muted : &theme->grid);
      dl_chart_rule (cr, theme, r.x, y, r.width, 0);
      dl_chart_text (cr, &theme->muted, r.x - 5, y - DL_LINE_SMALL / 2, text, DL_TEXT_SMALL, FALSE,
                     DL_ALIGN_END, 0);
    }
  for (guint percent = 0; percent <= 100; percent += percent_step)
    {
      const double x = r.x + r.width * percent / 100;
      g_autofree char *number = g_strdup_printf ("%u", percent);
      g_autofree char *text
          = percent == 100 ? g_strdup_printf (_ ("%s%%"), number) : g_strdup (number);

      dl_color_set (cr, &theme->muted);
      dl_chart_rule (cr, theme, x, bottom, 0, 3);
      if (percent > 0 || r.width >= 45)
        dl_chart_text (cr, &theme->muted, x, bottom + 3, text, DL_TEXT_SMALL, FALSE,
                       DL_ALIGN_CENTER, 0);
    }
  dl_chart_text (cr, &theme->muted, r.x + r.width / 2, bottom + 3 + DL_LINE_SMALL,
                 _ ("share of links, least loaded first"), DL_TEXT_SMALL, FALSE, DL_ALIGN_CENTER,
                 r.width + 40);
}

/* @thin: of B, whose end has no mark and no label. */
static void
draw_curve (const LoadPlot *plot, const double *loads, guint n, guint dim, gboolean thin)
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
  dl_color_set (cr, thin ? &plot->theme->foreground : &plot->theme->series[dim]);
  cairo_set_line_width (cr, thin ? 0.8 : 2);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  cairo_stroke (cr);
  if (!thin)
    {
      cairo_arc (cr, dl_rect_right (r), load_y (plot, loads[n - 1]), MARK_RADIUS, 0, 2 * G_PI);
      cairo_fill (cr);
    }
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

/* "Channel load   packets a link; thin: B        max" */
static void
draw_heading (const LoadPlot *plot, DlRect rect, gboolean outlined, gboolean empty)
{
  const DlTheme *theme = plot->theme;
  /* The title says what "max" is: the number at each curve's end. */
  const double right
      = empty ? dl_rect_right (rect)
              : dl_rect_right (rect) - 8
                    - dl_chart_text (plot->cr, &theme->muted, dl_rect_right (rect), rect.y + 2,
                                     _ ("max"), DL_TEXT_SMALL, FALSE, DL_ALIGN_END, 0);
  double x = rect.x;

  if (!theme->no_titles)
    x += 8
         + dl_chart_text (plot->cr, &theme->foreground, x, rect.y, _ ("Channel load"),
                          DL_TEXT_NORMAL, TRUE, DL_ALIGN_START, rect.width);
  if (x < right)
    dl_chart_text (plot->cr, &theme->muted, x, rect.y + 2,
                   outlined && !theme->no_keys ? _ ("packets/link; thin: B") : _ ("packets/link"),
                   DL_TEXT_SMALL, FALSE, DL_ALIGN_START, right - x);
}

/* The links of each dimension, sorted. */
typedef struct
{
  double *loads[DL_N_DIMS];
  guint n[DL_N_DIMS];
} SortedLoads;

static SortedLoads
sorted_loads (const DlAnalysis *analysis)
{
  SortedLoads sorted;

  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    sorted.loads[dim] = dl_chart_sorted_loads (analysis, dim, &sorted.n[dim]);
  return sorted;
}

static void
sorted_loads_clear (SortedLoads *sorted)
{
  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    g_free (sorted->loads[dim]);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (SortedLoads, sorted_loads_clear)

static double
largest (const SortedLoads *sorted)
{
  double max = 0;

  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    if (sorted->n[dim] > 0)
      max = MAX (max, sorted->loads[dim][sorted->n[dim] - 1]);
  return max;
}

static void
draw (cairo_t *cr, DlRect rect, const SortedLoads *a, const SortedLoads *b, gboolean outlined,
      const DlTheme *theme)
{
  const double max = MAX (largest (a), b != NULL ? largest (b) : 0);
  guint n_ends = 0;
  CurveEnd ends[DL_N_DIMS];
  double left = 0, right = 0;
  LoadPlot plot = { .cr = cr, .theme = theme };

  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    if (a->n[dim] > 0)
      {
        const double last = a->loads[dim][a->n[dim] - 1];
        g_autofree char *text = dl_chart_count (last);
        right = MAX (right, dl_chart_text_width (cr, text, DL_TEXT_SMALL, FALSE));
        ends[n_ends++] = (CurveEnd) { .dim = dim, .max = last };
      }
  right += 12 + dl_chart_text_width (cr, "X", DL_TEXT_SMALL, TRUE) + 5;

  draw_heading (&plot, rect, outlined, max <= 0);
  if (max <= 0)
    {
      dl_chart_message (cr, rect, n_ends == 0 ? _ ("no links") : _ ("no traffic"), theme);
      return;
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
  for (guint i = 0; i < n_ends; i++)
    {
      const guint dim = ends[i].dim;

      draw_curve (&plot, a->loads[dim], a->n[dim], dim, FALSE);
      ends[i].y = load_y (&plot, ends[i].max);
    }
  for (guint dim = 0; dim < DL_N_DIMS && outlined; dim++)
    if (b->n[dim] > 0)
      draw_curve (&plot, b->loads[dim], b->n[dim], dim, TRUE);
  draw_ends (&plot, ends, n_ends);
}

void
dl_load_curve_draw (cairo_t *cr, DlRect rect, const DlAnalysis *analysis, const DlTheme *theme)
{
  g_auto (SortedLoads) own = sorted_loads (analysis);

  draw (cr, rect, &own, NULL, FALSE, theme);
}

void
dl_load_curve_draw_against (cairo_t *cr, DlRect rect, const DlAnalysis *a, const DlAnalysis *b,
                            gboolean outlined, const DlTheme *theme)
{
  g_auto (SortedLoads) loads_a = sorted_loads (a);
  g_auto (SortedLoads) loads_b = sorted_loads (b);

  draw (cr, rect, &loads_a, &loads_b, outlined, theme);
}

#include "dl-chart.h"
#include "dl-plot.h"

#include <glib/gi18n-lib.h>

#include <math.h>
#include <string.h>

#define MARK_RADIUS 2.8
#define LABEL_X     12.0 /* of a curve's name, right of its end */
#define LABEL_GAP   5.0  /* between that and its largest load */

/* Sort by bits, which order numbers that are not negative as their values do: 65,536 links each
 * time a drag moves would be slow to compare. Bytes that are the same in all of them cost
 * nothing. */
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
dl_chart_sorted_loads (const DlTorusAnalysis *analysis, DlTorusDim dim, guint *n_loads)
{
  const DlTorusNetwork *network = analysis->network;
  double *loads = g_new (double, MAX (1, 2 * network->n_nodes));
  guint n = 0;

  for (guint node = 0; node < network->n_nodes; node++)
    for (guint port = 2 * dim; port < 2 * dim + 2; port++)
      if (dl_torus_network_link_up (network, node, port))
        /* Never below zero, so that no -0 is sorted last. */
        loads[n++] = MAX (0.0, dl_torus_analysis_link_load (
                                   analysis, dl_torus_network_link (network, node, port)));
  sort_loads (loads, n);
  *n_loads = n;
  return loads;
}

static char *
percent_text (const DlAxis *axis, double percent)
{
  g_autofree char *number = g_strdup_printf ("%.0f", percent);

  return percent < 100 ? g_steal_pointer (&number) : g_strdup_printf (_ ("%s%%"), number);
}

static void
draw_axes (const DlPlot *plot)
{
  const guint step = (guint) plot->x.step;

  dl_plot_draw_y (plot);
  for (guint percent = 0; percent <= 100; percent += step)
    {
      g_autofree char *text = percent_text (&plot->x, percent);

      dl_plot_tick (plot, percent, percent > 0 || plot->area.width >= 45 ? text : NULL);
    }
  dl_chart_text (plot->cr, &plot->theme->muted, plot->area.x + plot->area.width / 2,
                 dl_rect_bottom (plot->area) + DL_PLOT_TICK + DL_LINE_SMALL,
                 _ ("share of links, least loaded first"), DL_TEXT_SMALL, FALSE, DL_ALIGN_CENTER,
                 plot->area.width + 40);
}

/* @thin: of B, whose end has no mark and no label. */
static void
draw_curve (const DlPlot *plot, const double *loads, guint n, guint dim, gboolean thin)
{
  cairo_t *cr = plot->cr;

  cairo_new_path (cr);
  cairo_move_to (cr, plot->area.x, dl_plot_y (plot, loads[0]));
  for (guint i = 1; i < n; i++)
    if (loads[i] != loads[i - 1])
      {
        const double x = plot->area.x + plot->area.width * i / n;

        cairo_line_to (cr, x, dl_plot_y (plot, loads[i - 1]));
        cairo_line_to (cr, x, dl_plot_y (plot, loads[i]));
      }
  cairo_line_to (cr, dl_rect_right (plot->area), dl_plot_y (plot, loads[n - 1]));
  dl_chart_set_dash (cr, dim);
  dl_color_set (cr, thin ? &plot->theme->foreground : &plot->theme->series[dim]);
  cairo_set_line_width (cr, thin ? 0.8 : 2);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  cairo_stroke (cr);
  cairo_set_dash (cr, NULL, 0, 0);
  if (!thin)
    {
      cairo_arc (cr, dl_rect_right (plot->area), dl_plot_y (plot, loads[n - 1]), MARK_RADIUS, 0,
                 2 * G_PI);
      cairo_fill (cr);
    }
}

/* The links of each dimension, sorted. */
typedef struct
{
  double *loads[DL_TORUS_N_DIMS];
  guint n[DL_TORUS_N_DIMS];
} SortedLoads;

static SortedLoads
sorted_loads (const DlTorusAnalysis *analysis)
{
  SortedLoads sorted;

  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    sorted.loads[dim] = dl_chart_sorted_loads (analysis, dim, &sorted.n[dim]);
  return sorted;
}

static void
sorted_loads_clear (SortedLoads *sorted)
{
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    g_free (sorted->loads[dim]);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (SortedLoads, sorted_loads_clear)

/* The largest load in dimension @dim, which has links. */
static double
last_load (const SortedLoads *sorted, guint dim)
{
  return sorted->loads[dim][sorted->n[dim] - 1];
}

static double
largest (const SortedLoads *sorted)
{
  double max = 0;

  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    if (sorted->n[dim] > 0)
      max = MAX (max, last_load (sorted, dim));
  return max;
}

/* A name at the end of each curve, with its largest load. */
static void
draw_ends (const DlPlot *plot, const SortedLoads *sorted)
{
  const double right = dl_rect_right (plot->area);
  DlLineEnd ends[DL_TORUS_N_DIMS];
  guint n = 0;

  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    if (sorted->n[dim] > 0)
      ends[n++] = (DlLineEnd) { dim, dl_plot_y (plot, last_load (sorted, dim)), 0 };
  dl_plot_spread (ends, n, DL_LINE_SMALL, dl_rect_bottom (plot->area) - DL_LINE_SMALL / 2);
  for (guint i = 0; i < n; i++)
    {
      const guint dim = ends[i].series;
      const double x = right + LABEL_X, y = ends[i].label_y - DL_LINE_SMALL / 2;
      g_autofree char *max = dl_chart_count (last_load (sorted, dim));
      double used;

      dl_color_set (plot->cr, &plot->theme->series[dim]);
      cairo_set_line_width (plot->cr, 1);
      cairo_move_to (plot->cr, right + MARK_RADIUS, ends[i].y);
      cairo_line_to (plot->cr, x - 2, ends[i].label_y);
      cairo_stroke (plot->cr);
      used = dl_chart_text (plot->cr, &plot->theme->series[dim], x, y, dl_chart_dim_name (dim),
                            DL_TEXT_SMALL, TRUE, DL_ALIGN_START, 0);
      dl_chart_text (plot->cr, &plot->theme->foreground, x + used + LABEL_GAP, y, max,
                     DL_TEXT_SMALL, FALSE, DL_ALIGN_START, 0);
    }
}

static void
lay_out (DlPlot *plot, const SortedLoads *sorted, double max)
{
  double right = 0;

  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    if (sorted->n[dim] > 0)
      {
        g_autofree char *text = dl_chart_count (last_load (sorted, dim));

        right = MAX (right, dl_chart_text_width (plot->cr, text, DL_TEXT_SMALL, FALSE));
      }
  right += LABEL_X + dl_chart_text_width (plot->cr, "X", DL_TEXT_SMALL, TRUE) + LABEL_GAP + 2;
  /* How high it is says how many numbers it has, and these how wide it is. */
  dl_plot_set_margins (plot, 0, DL_LINE_NORMAL + 8, right, 2 * DL_LINE_SMALL + 4);
  plot->y = dl_axis_from_zero (max, (guint) CLAMP (plot->area.height / 18, 2, 8));
  g_autofree char *end = dl_chart_count (plot->y.high);
  dl_plot_set_margins (plot, dl_chart_text_width (plot->cr, end, DL_TEXT_SMALL, FALSE) + 6,
                       DL_LINE_NORMAL + 8, right, 2 * DL_LINE_SMALL + 4);
  plot->x = (DlAxis) { .high = 100,
                       .step = plot->area.width >= 240  ? 20
                               : plot->area.width >= 90 ? 50
                                                        : 100 };
}

static void
draw (cairo_t *cr, DlRect rect, const SortedLoads *a, const SortedLoads *b, gboolean outlined,
      const DlTheme *theme)
{
  const double max = MAX (largest (a), b != NULL ? largest (b) : 0);
  DlPlot plot = { .cr = cr, .theme = theme, .rect = rect };
  guint n_links = 0;

  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    n_links += a->n[dim];
  /* The heading says what "max" is: the number at each curve's end. */
  dl_plot_heading (
      &plot, rect.y,
      (DlHeading) { theme->no_titles ? NULL : _ ("Channel load"),
                    outlined && !theme->no_keys ? _ ("packets/link; thin: B") : _ ("packets/link"),
                    .note = max > 0 ? _ ("max") : NULL });
  if (max <= 0)
    {
      dl_chart_message (cr, rect, n_links == 0 ? _ ("no links") : _ ("no traffic"), theme);
      return;
    }
  lay_out (&plot, a, max);
  draw_axes (&plot);
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    if (a->n[dim] > 0)
      draw_curve (&plot, a->loads[dim], a->n[dim], dim, FALSE);
  for (guint dim = 0; dim < DL_TORUS_N_DIMS && outlined; dim++)
    if (b->n[dim] > 0)
      draw_curve (&plot, b->loads[dim], b->n[dim], dim, TRUE);
  draw_ends (&plot, a);
}

void
dl_load_curve_draw (cairo_t *cr, DlRect rect, const DlTorusAnalysis *analysis, const DlTheme *theme)
{
  g_auto (SortedLoads) own = sorted_loads (analysis);

  draw (cr, rect, &own, NULL, FALSE, theme);
}

void
dl_load_curve_draw_against (cairo_t *cr, DlRect rect, const DlTorusAnalysis *a,
                            const DlTorusAnalysis *b, gboolean outlined, const DlTheme *theme)
{
  g_auto (SortedLoads) loads_a = sorted_loads (a);
  g_auto (SortedLoads) loads_b = sorted_loads (b);

  draw (cr, rect, &loads_a, &loads_b, outlined, theme);
}

/* What a map costs: its layout once a size, a colour change at every edit. 1280x800 device pixels.
 */
#include "dl-evaluate.h"
#include "dl-map.h"
#include "dl-scenario-file.h"

#include <stdio.h>
#include <stdlib.h>

static int
compare (const void *a, const void *b)
{
  const gint64 va = *(const gint64 *) a, vb = *(const gint64 *) b;
  return va < vb ? -1 : va > vb;
}

static double
median_ms (gint64 *us, guint n)
{
  qsort (us, n, sizeof *us, compare);
  return us[n / 2] / 1000.0;
}

/* The baseline: a rectangle a link, as a drawing without a label map would do it. */
static void
draw_cell_by_cell (const DlMap *map, const DlNetwork *network, const float *values,
                   const DlScale *scale, cairo_surface_t *surface)
{
  cairo_t *cr = cairo_create (surface);

  for (guint link = 0; link < network->n_links; link++)
    {
      DlRect rect;
      const guint32 rgb = dl_scale_rgb (scale, values[link]);

      if (!dl_map_link_rect (map, link, &rect))
        continue;
      cairo_set_source_rgb (cr, (rgb >> 16 & 255) / 255.0, (rgb >> 8 & 255) / 255.0,
                            (rgb & 255) / 255.0);
      cairo_rectangle (cr, rect.x, rect.y, rect.width, rect.height);
      cairo_fill (cr);
    }
  cairo_destroy (cr);
}

static void
bench (const char *preset, DlMapKind kind, guint n_runs)
{
  g_autoptr (DlScenario) scenario = dl_preset_load (preset, NULL);
  g_autoptr (DlAnalysis) analysis = dl_evaluate (scenario, NULL, NULL);
  const DlMapOptions options
      = { .kind = kind, .slice = DL_Z, .width = 1280, .height = 800, .scale = 1 };
  g_autofree float *values = g_new (float, analysis->network->n_links);
  g_autofree gint64 *layout = g_new (gint64, n_runs);
  g_autofree gint64 *colour = g_new (gint64, n_runs);
  g_autofree gint64 *overlay = g_new (gint64, n_runs);
  g_autofree gint64 *cells = g_new (gint64, n_runs);
  cairo_surface_t *image = NULL;
  DlScale scale;

  for (guint run = 0; run < n_runs; run++)
    {
      gint64 start = g_get_monotonic_time ();
      g_autoptr (DlMap) map = dl_map_new (analysis->network, &options);
      layout[run] = g_get_monotonic_time () - start;

      start = g_get_monotonic_time ();
      dl_scale_init (&scale, DL_METRIC_BALANCE, 0);
      dl_metric_values (DL_METRIC_BALANCE, &(DlMetricInput) { .analysis = analysis }, values);
      image = dl_map_paint (map, analysis->network, values, &scale, dl_theme_light (), image);
      colour[run] = g_get_monotonic_time () - start;

      start = g_get_monotonic_time ();
      cairo_t *cr = cairo_create (image);
      const DlMapOverlay over = { .network = analysis->network,
                                  .dateline = { 1, 2, 3 },
                                  .dragged_dateline = -1,
                                  .selected_link = 0,
                                  .selected_node = DL_NO_NODE,
                                  .hovered_link = 6 };
      dl_map_draw_overlay (map, cr, &over, dl_theme_light ());
      cairo_destroy (cr);
      overlay[run] = g_get_monotonic_time () - start;

      start = g_get_monotonic_time ();
      draw_cell_by_cell (map, analysis->network, values, &scale, image);
      cells[run] = g_get_monotonic_time () - start;
    }
  cairo_surface_destroy (image);

  const double colour_ms = median_ms (colour, n_runs), cells_ms = median_ms (cells, n_runs);
  printf ("%-16s %-11s %7u links  layout %6.2f  colour change %5.2f  overlay %5.2f  "
          "cell by cell %7.2f ms  (x%.0f)\n",
          preset, kind == DL_MAP_PLANES ? "planes" : "ring matrix",
          analysis->network->n_working_links, median_ms (layout, n_runs), colour_ms,
          median_ms (overlay, n_runs), cells_ms, cells_ms / MAX (colour_ms, 0.001));
}

int
main (int argc, char **argv)
{
  const guint n_runs = argc > 1 && g_str_equal (argv[1], "--quick") ? 1 : 11;

  bench ("xt3-11x12x16", DL_MAP_RING_MATRIX, n_runs);
  bench ("xt3-11x12x16", DL_MAP_PLANES, n_runs);
  bench ("torus-32x32x32", DL_MAP_RING_MATRIX, n_runs);
  bench ("torus-32x32x32", DL_MAP_PLANES, n_runs);
  return 0;
}

/* Cost of a map: its layout once per size, a color change per edit. 1280x800 device pixels. */
#include "dl-dragonfly-map.h"
#include "dl-evaluate.h"
#include "dl-figure-family.h"
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
draw_cell_by_cell (const DlMap *map, const DlTorusNetwork *network, const float *values,
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
  g_autoptr (DlTorusAnalysis) analysis = dl_torus_evaluate (scenario, NULL, NULL);
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
      dl_scale_init (&scale, dl_family_metric_find (&dl_family_torus, "balance"), 0,
                     dl_theme_light ());
      const DlMetricInput input = dl_metric_input (&dl_family_torus, analysis);
      dl_metric_values (dl_family_metric_find (&dl_family_torus, "balance"), &input, values);
      image = dl_map_paint (map, analysis->network, values, &scale, dl_theme_light (), image);
      colour[run] = g_get_monotonic_time () - start;

      start = g_get_monotonic_time ();
      cairo_t *cr = cairo_create (image);
      const DlOverlay over = { .net = dl_shape_net (analysis->network),
                               .selected = dl_place_link (0),
                               .hovered = dl_place_link (6) };
      const DlDatelines datelines = { { 1, 2, 3 }, -1 };
      dl_map_draw_overlay (map, cr, &over, &datelines, dl_theme_light ());
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

/* A cell, or a ribbon from one place to another, by cairo: the baseline of a dragonfly's maps. */
static void
draw_place (cairo_t *cr, const DlDragonflyMap *map, DlPlace place, guint32 rgb)
{
  DlPlace other = place;
  DlRect from, to;

  other.a = place.b;
  other.b = place.a;
  if (!dl_dragonfly_map_rect (map, place, &from))
    return;
  cairo_set_source_rgb (cr, (rgb >> 16 & 255) / 255.0, (rgb >> 8 & 255) / 255.0,
                        (rgb & 255) / 255.0);
  if (dl_dragonfly_map_options (map)->kind == DL_DRAGONFLY_MAP_CHORD
      && dl_dragonfly_map_rect (map, other, &to))
    {
      cairo_move_to (cr, from.x, from.y);
      cairo_curve_to (cr, 640, 400, 640, 400, to.x, to.y);
      cairo_curve_to (cr, 640, 400, 640, 400, from.x + from.width, from.y + from.height);
    }
  else
    cairo_rectangle (cr, from.x, from.y, from.width, from.height);
  cairo_fill (cr);
}

static void
draw_places (const DlDragonflyMap *map, const DlDragonfly *dragonfly,
             const DlDragonflyValues *values, const DlScale *scale, cairo_surface_t *surface)
{
  const guint n = dragonfly->n_groups;
  cairo_t *cr = cairo_create (surface);

  if (dl_dragonfly_map_options (map)->kind == DL_DRAGONFLY_MAP_GROUP)
    for (guint link = 0; link < dragonfly->first_link[dragonfly->group_first[1]]; link++)
      draw_place (cr, map, dl_place_link (link), dl_scale_rgb (scale, values->values[link]));
  else
    for (guint pair = 0; pair < n * n; pair++)
      draw_place (cr, map, dl_place_pair (pair / n, pair % n),
                  dl_scale_rgb (scale, values->group_value[pair]));
  cairo_destroy (cr);
}

static void
bench_dragonfly (guint groups, DlDragonflyMapKind kind, guint n_runs)
{
  static const char *const kinds[] = { "groups", "group", "chord" };
  const DlDragonflyMapOptions options
      = { .kind = kind, .width = 1280, .height = 800, .scale = 1, .label_scale = 1 };
  DlDragonflySpec spec;

  dl_dragonfly_spec_init (&spec);
  spec.groups = groups;
  spec.cables_per_pair = dl_dragonfly_spec_max_cables (&spec);
  g_autoptr (DlDragonfly) dragonfly = dl_dragonfly_new (&spec, NULL);
  dl_dragonfly_spec_clear (&spec);
  g_autofree float *link_values = g_new (float, dragonfly->n_links);
  g_autofree float *sums = g_new (float, (gsize) groups *(groups + 2));
  const DlDragonflyValues values
      = { link_values, sums, sums + groups * groups, sums + groups * (groups + 1) };
  g_autofree gint64 *layout = g_new (gint64, n_runs);
  g_autofree gint64 *sum = g_new (gint64, n_runs);
  g_autofree gint64 *colour = g_new (gint64, n_runs);
  g_autofree gint64 *overlay = g_new (gint64, n_runs);
  g_autofree gint64 *cells = g_new (gint64, n_runs);
  cairo_surface_t *image = NULL;
  DlScale scale;

  for (guint link = 0; link < dragonfly->n_links; link++)
    link_values[link] = (link * 2654435761u >> 16) / 65536.0f;
  for (guint run = 0; run < n_runs; run++)
    {
      gint64 start = g_get_monotonic_time ();
      g_autoptr (DlDragonflyMap) map = dl_dragonfly_map_new (dragonfly, &options, NULL);
      layout[run] = g_get_monotonic_time () - start;

      start = g_get_monotonic_time ();
      dl_dragonfly_values_sum (dragonfly, link_values, sums, sums + groups * groups,
                               sums + groups * (groups + 1));
      sum[run] = g_get_monotonic_time () - start;

      start = g_get_monotonic_time ();
      dl_scale_init (&scale, dl_family_metric_find (&dl_family_dragonfly, "use"), 0,
                     dl_theme_light ());
      image = dl_dragonfly_map_paint (map, dragonfly, &values, &scale, dl_theme_light (), image);
      colour[run] = g_get_monotonic_time () - start;

      start = g_get_monotonic_time ();
      cairo_t *cr = cairo_create (image);
      const DlOverlay over = { .net = dl_shape_net (dragonfly),
                               .scale = &scale,
                               .selected = { DL_PLACE_PAIR, 0, 1 } };
      const DlDragonflyPicture picture = { .values = &values };
      dl_dragonfly_map_draw_overlay (map, cr, &over, &picture, dl_theme_light ());
      cairo_destroy (cr);
      overlay[run] = g_get_monotonic_time () - start;

      start = g_get_monotonic_time ();
      draw_places (map, dragonfly, &values, &scale, image);
      cells[run] = g_get_monotonic_time () - start;
    }
  cairo_surface_destroy (image);

  const double colour_ms = median_ms (colour, n_runs), cells_ms = median_ms (cells, n_runs);
  printf ("%3u groups       %-11s %7u links  layout %6.2f  sums %5.2f  colour change %5.2f  "
          "overlay %5.2f  place by place %7.2f ms  (x%.0f)\n",
          groups, kinds[kind], dragonfly->n_links, median_ms (layout, n_runs),
          median_ms (sum, n_runs), colour_ms, median_ms (overlay, n_runs), cells_ms,
          cells_ms / MAX (colour_ms, 0.001));
}

int
main (int argc, char **argv)
{
  const guint n_runs = argc > 1 && g_str_equal (argv[1], "--quick") ? 1 : 11;

  bench ("xt3-11x12x16", DL_MAP_RING_MATRIX, n_runs);
  bench ("xt3-11x12x16", DL_MAP_PLANES, n_runs);
  bench ("torus-32x32x32", DL_MAP_RING_MATRIX, n_runs);
  bench ("torus-32x32x32", DL_MAP_PLANES, n_runs);
  for (guint kind = 0; kind < DL_N_DRAGONFLY_MAPS; kind++)
    bench_dragonfly (32, kind, n_runs);
  bench_dragonfly (64, DL_DRAGONFLY_MAP_GROUPS, n_runs);
  for (guint kind = 0; kind < DL_N_DRAGONFLY_MAPS; kind++)
    bench_dragonfly (241, kind, n_runs);
  return 0;
}

/* Cost of comparing: from a pin to the picture of A - B, beside the picture of A alone and beside
 * evaluating B again. 1280x800 device pixels. */
#include "dl-contrast.h"
#include "dl-edit.h"
#include "dl-figure-family.h"
#include "dl-map.h"
#include "dl-pin.h"
#include "dl-scenario-file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

static cairo_surface_t *
paint (const DlMap *map, const DlEvaluation *a, const DlEvaluation *b,
       const DlDifference *difference, const float *values, const DlScale *scale,
       cairo_surface_t *reuse)
{
  const DlTorusNetwork *network = dl_evaluation_torus (a)->network;
  const DlOverlay overlay = { .net = &a->net,
                              .against = difference != NULL ? &b->net : NULL,
                              .difference = difference };
  const DlDatelines datelines = { { 10, 11, 15 }, -1 };
  cairo_surface_t *image = dl_map_paint (map, network, values, scale, dl_theme_light (), reuse);
  cairo_t *cr = cairo_create (image);

  dl_map_draw_overlay (map, cr, &overlay, &datelines, dl_theme_light ());
  cairo_destroy (cr);
  return image;
}

static void
bench (const char *preset, const char *edits, guint n_runs)
{
  g_autoptr (DlScenario) scenario = dl_preset_load (preset, NULL);
  g_autoptr (GPtrArray) list = dl_edits_from_text (edits, NULL);
  g_autoptr (DlEvaluation) b = dl_evaluation_new (scenario, 0, NULL, NULL, NULL);
  g_autoptr (DlEvaluation) a = NULL;
  g_autofree float *values = NULL;
  g_autofree gint64 *alone = g_new (gint64, n_runs);
  g_autofree gint64 *both = g_new (gint64, n_runs);
  g_autofree gint64 *again = g_new (gint64, n_runs);
  const DlMapOptions options
      = { .kind = DL_MAP_RING_MATRIX, .slice = DL_Z, .width = 1280, .height = 800, .scale = 1 };
  cairo_surface_t *image = NULL;
  guint n_changed = 0;

  dl_scenario_apply (scenario, list, NULL, NULL, NULL);
  a = dl_evaluation_new (scenario, 1, NULL, NULL, NULL);
  values = g_new (float, dl_evaluation_torus (a)->network->n_links);
  g_autoptr (DlMap) map = dl_map_new (dl_evaluation_torus (a)->network, &options);
  const DlMetricInput from = dl_metric_input (&dl_family_torus, dl_evaluation_torus (a)),
                      to = dl_metric_input (&dl_family_torus, dl_evaluation_torus (b));

  for (guint run = 0; run < n_runs; run++)
    {
      DlScale scale;
      gint64 start = g_get_monotonic_time ();

      dl_scale_init (&scale, dl_family_metric_find (&dl_family_torus, "balance"), 0,
                     dl_theme_light ());
      dl_metric_values (dl_family_metric_find (&dl_family_torus, "balance"), &from, values);
      image = paint (map, a, NULL, NULL, values, &scale, image);
      alone[run] = g_get_monotonic_time () - start;

      start = g_get_monotonic_time ();
      g_autoptr (DlPin) pin = dl_pin_new ("B", b, NULL);
      g_autoptr (DlContrast) contrast
          = dl_contrast_new (dl_family_metric_find (&dl_family_torus, "balance"), &from, &to);
      const DlDifference *difference = contrast->links;
      dl_scale_init_difference (&scale, dl_family_metric_find (&dl_family_torus, "balance"),
                                difference->extent, dl_theme_light ());
      dl_contrast_values (difference, values);
      image = paint (map, a, b, difference, values, &scale, image);
      both[run] = g_get_monotonic_time () - start;
      n_changed = difference->n_changed;

      start = g_get_monotonic_time ();
      g_autoptr (DlPin) evaluated = dl_pin_new_scenario ("B", b->scenario, NULL, NULL);
      again[run] = g_get_monotonic_time () - start;
    }
  cairo_surface_destroy (image);

  const double alone_ms = median_ms (alone, n_runs), both_ms = median_ms (both, n_runs);
  const double again_ms = median_ms (again, n_runs);
  printf ("%-18s %6u nodes, %6u links changed: pin to A - B %7.2f ms, %.1f x the map of A alone "
          "(%.2f ms), %.2f x evaluating B (%.2f ms)\n",
          preset, dl_evaluation_torus (a)->network->n_nodes, n_changed, both_ms, both_ms / alone_ms,
          alone_ms, both_ms / again_ms, again_ms);
}

int
main (int argc, char **argv)
{
  const gboolean quick = argc > 1 && strcmp (argv[1], "--quick") == 0;
  const guint n_runs = quick ? 1 : 21;

  bench ("xt3-11x12x16", "torus.broken-links=1,2,2:x+\n", n_runs);
  bench ("xt3-11x12x16", "torus.datelines=3;4;5\n", n_runs);
  if (!quick)
    bench ("torus-32x32x32", "torus.datelines=3;4;5\n", n_runs);
  return 0;
}

#include "dl-thumbnail.h"

#include "dl-dragonfly-metric.h"

#include <math.h>

static cairo_status_t
append_bytes (void *closure, const unsigned char *data, unsigned int length)
{
  g_byte_array_append (closure, data, length);
  return CAIRO_STATUS_SUCCESS;
}

/* @surface as a PNG; it is taken. */
static GBytes *
to_png (cairo_surface_t *surface)
{
  GByteArray *png = g_byte_array_new ();

  cairo_surface_write_to_png_stream (surface, append_bytes, png);
  cairo_surface_destroy (surface);
  return g_byte_array_free_to_bytes (png);
}

GBytes *
dl_map_thumbnail (const DlAnalysis *analysis, guint width, guint height)
{
  const DlMapOptions options
      = { .kind = DL_MAP_RING_MATRIX, .slice = DL_Z, .width = width, .height = height, .scale = 1 };
  g_autoptr (DlMap) map = dl_map_new (analysis->network, &options);
  g_autofree float *values = g_new (float, analysis->network->n_links);
  DlScale scale;

  dl_scale_init (&scale, DL_METRIC_BALANCE, 0);
  dl_metric_values (DL_METRIC_BALANCE, &(DlMetricInput) { .analysis = analysis }, values);
  return to_png (dl_map_paint (map, analysis->network, values, &scale, dl_theme_light (), NULL));
}

GBytes *
dl_dragonfly_map_thumbnail (const DlDragonflyAnalysis *analysis, guint width, guint height)
{
  const DlDragonflyMapOptions options = {
    .kind = DL_DRAGONFLY_MAP_GROUPS, .width = width, .height = height, .scale = 1, .label_scale = 1
  };
  const DlDragonflyMetricInput input
      = { .dragonfly = analysis->dragonfly,
          .analysis = analysis,
          .load = isfinite (analysis->bound_load) ? analysis->bound_load : 1 };
  g_autoptr (DlDragonflyMap) map = dl_dragonfly_map_new (analysis->dragonfly, &options, NULL);
  g_autoptr (DlDragonflyShown) shown = dl_dragonfly_shown_new (DL_METRIC_USE, &input);
  DlScale scale;

  dl_scale_init (&scale, DL_METRIC_USE, 0);
  return to_png (dl_dragonfly_map_paint (map, analysis->dragonfly, &shown->sums, &scale,
                                         dl_theme_light (), NULL));
}

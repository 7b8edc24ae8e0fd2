#include "dl-thumbnail.h"

static cairo_status_t
append_bytes (void *closure, const unsigned char *data, unsigned int length)
{
  g_byte_array_append (closure, data, length);
  return CAIRO_STATUS_SUCCESS;
}

GBytes *
dl_map_thumbnail (const DlAnalysis *analysis, guint width, guint height)
{
  const DlMapOptions options
      = { .kind = DL_MAP_RING_MATRIX, .slice = DL_Z, .width = width, .height = height, .scale = 1 };
  g_autoptr (DlMap) map = dl_map_new (analysis->network, &options);
  g_autofree float *values = g_new (float, analysis->network->n_links);
  GByteArray *png = g_byte_array_new ();
  DlScale scale;

  dl_scale_init (&scale, DL_METRIC_BALANCE, 0);
  dl_metric_values (DL_METRIC_BALANCE, &(DlMetricInput) { .analysis = analysis }, values);
  cairo_surface_t *surface
      = dl_map_paint (map, analysis->network, values, &scale, dl_theme_light (), NULL);
  cairo_surface_write_to_png_stream (surface, append_bytes, png);
  cairo_surface_destroy (surface);
  return g_byte_array_free_to_bytes (png);
}

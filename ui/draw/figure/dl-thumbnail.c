#include "dl-thumbnail.h"

#include "dl-dragonfly-metric.h"
#include "dl-map.h"

#include <math.h>

/* Tori ---------------------------------------------------------------------------------------- */

static DlMap *
new_map (const DlAnalysis *analysis, const DlThumbnailOptions *options)
{
  return dl_map_new (analysis->network, &(DlMapOptions) { .kind = DL_MAP_RING_MATRIX,
                                                          .slice = DL_Z,
                                                          .width = options->width,
                                                          .height = options->height,
                                                          .scale = options->scale });
}

static cairo_surface_t *
paint (const DlMap *map, const DlAnalysis *analysis, const DlThumbnailOptions *options)
{
  const gboolean told = options->metric == DL_METRIC_SIGNED || options->metric == DL_METRIC_LOAD;
  const DlMetric metric = told ? options->metric : DL_METRIC_BALANCE;
  const DlMetricInput input = { .analysis = analysis };
  g_autofree float *values = g_new (float, analysis->network->n_links);
  DlScale scale;

  dl_scale_init (&scale, metric, dl_metric_max (metric, &input), options->theme);
  dl_metric_values (metric, &input, values);
  return dl_map_paint (map, analysis->network, values, &scale, options->theme, NULL);
}

cairo_surface_t *
dl_map_thumbnail_draw (const DlAnalysis *analysis, const DlThumbnailOptions *options)
{
  /* Markers of datelines would cover half of what there is to see. */
  const DlMapOverlay overlay = {
    .network = analysis->network,
    .dateline = { DL_NO_DATELINE, DL_NO_DATELINE, DL_NO_DATELINE },
    .dragged_dateline = -1,
    .selected_link = DL_NO_LINK,
    .selected_node = DL_NO_NODE,
    .hovered_link = DL_NO_LINK,
  };
  g_autoptr (DlMap) map = new_map (analysis, options);
  cairo_surface_t *surface = paint (map, analysis, options);
  cairo_t *cr = cairo_create (surface);

  dl_map_draw_overlay (map, cr, &overlay, options->theme);
  cairo_destroy (cr);
  return surface;
}

/* Dragonflies ---------------------------------------------------------------------------------- */

static DlDragonflyMap *
new_dragonfly_map (const DlDragonflyAnalysis *analysis, const DlThumbnailOptions *options)
{
  return dl_dragonfly_map_new (analysis->dragonfly,
                               &(DlDragonflyMapOptions) { .kind = DL_DRAGONFLY_MAP_GROUPS,
                                                          .width = options->width,
                                                          .height = options->height,
                                                          .scale = options->scale,
                                                          .label_scale = 1 },
                               NULL);
}

static DlDragonflyShown *
new_shown (const DlDragonflyAnalysis *analysis, double load, const DlThumbnailOptions *options,
           DlScale *scale)
{
  const gboolean told = options->metric == DL_METRIC_LOAD || options->metric == DL_METRIC_VC_SHARE;
  const DlMetric metric = told ? options->metric : DL_METRIC_USE;
  const DlDragonflyMetricInput input
      = { .dragonfly = analysis->dragonfly, .analysis = analysis, .load = load };

  dl_scale_init (scale, metric, dl_dragonfly_metric_max (metric, &input), options->theme);
  return dl_dragonfly_shown_new (metric, &input);
}

cairo_surface_t *
dl_dragonfly_map_thumbnail_draw (const DlDragonflyAnalysis *analysis, double load,
                                 const DlThumbnailOptions *options)
{
  DlScale scale;
  g_autoptr (DlDragonflyMap) map = new_dragonfly_map (analysis, options);
  g_autoptr (DlDragonflyShown) shown = new_shown (analysis, load, options, &scale);
  const DlDragonflyMapOverlay overlay
      = { .dragonfly = analysis->dragonfly, .values = &shown->sums, .colors = &scale };
  cairo_surface_t *surface = dl_dragonfly_map_paint (map, analysis->dragonfly, &shown->sums, &scale,
                                                     options->theme, NULL);
  cairo_t *cr = cairo_create (surface);

  dl_dragonfly_map_draw_overlay (map, cr, &overlay, options->theme);
  cairo_destroy (cr);
  return surface;
}

/* For lists ------------------------------------------------------------------------------------ */

static cairo_status_t
append_bytes (void *closure, const unsigned char *data, unsigned int length)
{
  g_byte_array_append (closure, data, length);
  return CAIRO_STATUS_SUCCESS;
}

GBytes *
dl_thumbnail_to_png (cairo_surface_t *surface)
{
  GByteArray *png = g_byte_array_new ();

  cairo_surface_write_to_png_stream (surface, append_bytes, png);
  cairo_surface_destroy (surface);
  return g_byte_array_free_to_bytes (png);
}

GBytes *
dl_map_thumbnail (const DlAnalysis *analysis, guint width, guint height)
{
  const DlThumbnailOptions options = { DL_METRIC_BALANCE, width, height, 1, dl_theme_light () };
  g_autoptr (DlMap) map = new_map (analysis, &options);

  return dl_thumbnail_to_png (paint (map, analysis, &options));
}

GBytes *
dl_dragonfly_map_thumbnail (const DlDragonflyAnalysis *analysis, guint width, guint height)
{
  const DlThumbnailOptions options = { DL_METRIC_USE, width, height, 1, dl_theme_light () };
  const double load = isfinite (analysis->bound_load) ? analysis->bound_load : 1;
  DlScale scale;
  g_autoptr (DlDragonflyMap) map = new_dragonfly_map (analysis, &options);
  g_autoptr (DlDragonflyShown) shown = new_shown (analysis, load, &options, &scale);

  return dl_thumbnail_to_png (
      dl_dragonfly_map_paint (map, analysis->dragonfly, &shown->sums, &scale, options.theme, NULL));
}

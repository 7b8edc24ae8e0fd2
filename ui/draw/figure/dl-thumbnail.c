#include "dl-thumbnail.h"

#include "dl-dragonfly-metric.h"
#include "dl-figure-family.h"
#include "dl-map.h"

#include <math.h>

const DlMetric *
dl_thumbnail_metric (const DlFamily *family, const DlMetric *metric, const char *otherwise)
{
  const DlMetric *own = metric != NULL ? dl_family_metric_find (family, metric->id) : NULL;

  return own != NULL && own->source == DL_METRIC_ANALYZED
             ? own
             : dl_family_metric_find (family, otherwise);
}

/* Tori ---------------------------------------------------------------------------------------- */

static DlMap *
new_map (const DlMetricInput *links, const DlThumbnailOptions *options)
{
  return dl_map_new (links->net.shape, &(DlMapOptions) { .kind = DL_MAP_RING_MATRIX,
                                                         .slice = DL_Z,
                                                         .width = options->width,
                                                         .height = options->height,
                                                         .scale = options->scale });
}

static cairo_surface_t *
paint (const DlMap *map, const DlMetricInput *links, const DlThumbnailOptions *options)
{
  const DlMetric *metric = dl_thumbnail_metric (links->family, options->metric, "balance");
  g_autofree float *values = g_new (float, links->net.graph->n_links);
  DlScale scale;

  dl_scale_init (&scale, metric, dl_metric_max (metric, links), options->theme);
  dl_metric_values (metric, links, values);
  return dl_map_paint (map, links->net.shape, values, &scale, options->theme, NULL);
}

cairo_surface_t *
dl_map_thumbnail_draw (const DlMetricInput *links, const DlThumbnailOptions *options)
{
  const DlOverlay overlay = { .net = &links->net };
  g_autoptr (DlMap) map = new_map (links, options);
  cairo_surface_t *surface = paint (map, links, options);
  cairo_t *cr = cairo_create (surface);

  /* Markers of datelines would cover half of what there is to see. */
  dl_map_draw_overlay (map, cr, &overlay, &DL_NO_DATELINES, options->theme);
  cairo_destroy (cr);
  return surface;
}

/* Dragonflies ---------------------------------------------------------------------------------- */

static DlDragonflyMap *
new_dragonfly_map (const DlMetricInput *links, const DlThumbnailOptions *options)
{
  return dl_dragonfly_map_new ((DlDragonfly *) links->net.shape,
                               &(DlDragonflyMapOptions) { .kind = DL_DRAGONFLY_MAP_GROUPS,
                                                          .width = options->width,
                                                          .height = options->height,
                                                          .scale = options->scale,
                                                          .label_scale = 1 },
                               NULL);
}

static DlDragonflyShown *
new_shown (const DlMetricInput *links, const DlThumbnailOptions *options, DlScale *scale)
{
  const DlMetric *metric = dl_thumbnail_metric (links->family, options->metric, "use");

  dl_scale_init (scale, metric, dl_metric_max (metric, links), options->theme);
  return dl_dragonfly_shown_new (metric, links);
}

cairo_surface_t *
dl_dragonfly_map_thumbnail_draw (const DlMetricInput *links, const DlThumbnailOptions *options)
{
  DlScale scale;
  g_autoptr (DlDragonflyMap) map = new_dragonfly_map (links, options);
  g_autoptr (DlDragonflyShown) shown = new_shown (links, options, &scale);
  const DlOverlay overlay = { .net = &links->net, .scale = &scale };
  const DlDragonflyPicture picture = { .values = &shown->sums };
  cairo_surface_t *surface
      = dl_dragonfly_map_paint (map, links->net.shape, &shown->sums, &scale, options->theme, NULL);
  cairo_t *cr = cairo_create (surface);

  dl_dragonfly_map_draw_overlay (map, cr, &overlay, &picture, options->theme);
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
dl_map_thumbnail (const DlMetricInput *links, guint width, guint height)
{
  const DlThumbnailOptions options = { NULL, width, height, 1, dl_theme_light () };
  g_autoptr (DlMap) map = new_map (links, &options);

  return dl_thumbnail_to_png (paint (map, links, &options));
}

GBytes *
dl_dragonfly_map_thumbnail (const DlMetricInput *links, guint width, guint height)
{
  const DlThumbnailOptions options = { NULL, width, height, 1, dl_theme_light () };
  DlScale scale;
  g_autoptr (DlDragonflyMap) map = new_dragonfly_map (links, &options);
  g_autoptr (DlDragonflyShown) shown = new_shown (links, &options, &scale);

  return dl_thumbnail_to_png (
      dl_dragonfly_map_paint (map, links->net.shape, &shown->sums, &scale, options.theme, NULL));
}

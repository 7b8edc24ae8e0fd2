#include "dl-thumbnail.h"

#include "dl-figure-family.h"

#include <math.h>

static cairo_surface_t *
draw (const DlEvaluation *result, DlThumbnailOptions options, double load)
{
  const DlFamily *family = result->scenario->family;
  const DlFigureFamily *drawn = dl_figure_family_of (family);
  const DlMetric *own
      = options.metric != NULL ? dl_family_metric_find (family, options.metric->id) : NULL;
  DlMetricInput links = dl_metric_input (family, result->analysis_of_family);

  links.load = load;
  options.metric = own != NULL && own->source == DL_METRIC_ANALYZED
                       ? own
                       : dl_family_metric_find (family, drawn->thumbnail_metric);
  return drawn->thumbnail (&links, &options);
}

cairo_surface_t *
dl_thumbnail_draw (const DlEvaluation *result, const DlThumbnailOptions *options)
{
  const DlTrafficOptions *traffic = &result->scenario->traffic;

  return draw (result, *options, traffic->saturated ? 1 : traffic->load);
}

static cairo_status_t
append_bytes (void *closure, const unsigned char *data, unsigned int length)
{
  g_byte_array_append (closure, data, length);
  return CAIRO_STATUS_SUCCESS;
}

GBytes *
dl_thumbnail_to_png (const DlEvaluation *result, guint width, guint height)
{
  const double bound = result->findings.bound_load;
  cairo_surface_t *surface
      = draw (result, (DlThumbnailOptions) { NULL, width, height, 1, dl_theme_light (), TRUE },
              isfinite (bound) ? bound : 1);
  GByteArray *png = g_byte_array_new ();

  cairo_surface_write_to_png_stream (surface, append_bytes, png);
  cairo_surface_destroy (surface);
  return g_byte_array_free_to_bytes (png);
}

#include "dl-thumbnail.h"

#include "dl-figure-family.h"

#include <math.h>

/* Does @metric tell no two links apart, so that its picture says nothing of the scenario? */
static gboolean
is_flat (const DlMetric *metric, const DlMetricInput *links)
{
  const guint n = links->net.graph->n_links;
  g_autofree float *values = g_new (float, MAX (1, n));
  float least = INFINITY, most = -INFINITY;

  dl_metric_values (metric, links, values);
  for (guint link = 0; link < n; link++)
    if (isfinite (values[link]))
      {
        least = MIN (least, values[link]);
        most = MAX (most, values[link]);
      }
  return !(most - least > 1e-3f * fabsf (most));
}

/* The family's own choice for @links. */
static const DlMetric *
choose_metric (const DlFamily *family, const DlMetricInput *links)
{
  const DlMetric *metric
      = dl_family_metric_find (family, dl_figure_family_of (family)->thumbnail_metric);
  const DlMetric *load = dl_family_metric_find (family, "load");

  return load != NULL && is_flat (metric, links) && !is_flat (load, links) ? load : metric;
}

static cairo_surface_t *
draw (const DlEvaluation *result, DlThumbnailOptions options, double load)
{
  const DlFamily *family = result->scenario->family;
  const DlFigureFamily *drawn = dl_figure_family_of (family);
  const DlMetric *own
      = options.metric != NULL ? dl_family_metric_find (family, options.metric->id) : NULL;
  DlMetricInput links = dl_metric_input (family, result->analysis_of_family);

  links.load = load;
  options.metric
      = own != NULL && own->source == DL_METRIC_ANALYZED ? own : choose_metric (family, &links);
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

/* Short of the load at which the busiest link is full: rounding must not overload it. */
#define ALMOST_FULL 0.999999

GBytes *
dl_thumbnail_to_png (const DlEvaluation *result, guint width, guint height)
{
  const DlTrafficOptions *traffic = &result->scenario->traffic;
  const double bound = result->findings.bound_load;
  const double full = isfinite (bound) ? ALMOST_FULL * bound : 1;
  cairo_surface_t *surface
      = draw (result, (DlThumbnailOptions) { NULL, width, height, 1, dl_theme_light () },
              traffic->saturated ? full : traffic->load);
  GByteArray *png = g_byte_array_new ();

  cairo_surface_write_to_png_stream (surface, append_bytes, png);
  cairo_surface_destroy (surface);
  return g_byte_array_free_to_bytes (png);
}

/* A small picture of a scenario for lists. */
#pragma once

#include "dl-map.h"
#include "dl-metric.h"

G_BEGIN_DECLS

typedef struct
{
  const DlMetric *metric; /* shown if an analysis tells it; NULL: the family's own choice */
  guint width, height;
  double scale; /* device pixels a unit */
  const DlTheme *theme;
} DlThumbnailOptions;

/* Metric of a picture of @family's where @metric is asked for; @otherwise: where an analysis does
 * not tell that, by its id. */
const DlMetric *dl_thumbnail_metric (const DlFamily *family, const DlMetric *metric,
                                     const char *otherwise);

/* The ring matrix without text, what is broken marked, as an image of width x height x scale pixels
 * with that device scale. Any thread. */
cairo_surface_t *dl_map_thumbnail_draw (const DlMetricInput *links,
                                        const DlThumbnailOptions *options);
/* The same of a dragonfly: its groups. */
cairo_surface_t *dl_dragonfly_map_thumbnail_draw (const DlMetricInput *links,
                                                  const DlThumbnailOptions *options);

/* @surface as a PNG; it is taken. */
GBytes *dl_thumbnail_to_png (cairo_surface_t *surface);
/* The VC balance of every link, without text, as a PNG of width x height pixels. */
GBytes *dl_map_thumbnail (const DlMetricInput *links, guint width, guint height);
/* The same of a dragonfly: its groups. */
GBytes *dl_dragonfly_map_thumbnail (const DlMetricInput *links, guint width, guint height);

G_END_DECLS

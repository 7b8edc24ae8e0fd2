/* A small picture of a scenario for lists. */
#pragma once

#include "dl-dragonfly-analysis.h"
#include "dl-palette.h"

G_BEGIN_DECLS

typedef struct
{
  DlMetric metric; /* one that an analysis alone does not tell: balance, or use of a dragonfly */
  guint width, height;
  double scale; /* device pixels a unit */
  const DlTheme *theme;
} DlThumbnailOptions;

/* The ring matrix without text, what is broken marked, as an image of width x height x scale pixels
 * with that device scale. Any thread. */
cairo_surface_t *dl_map_thumbnail_draw (const DlAnalysis *analysis,
                                        const DlThumbnailOptions *options);
/* The same of a dragonfly: its groups, at the offered @load (DlDragonflyMetricInput). */
cairo_surface_t *dl_dragonfly_map_thumbnail_draw (const DlDragonflyAnalysis *analysis, double load,
                                                  const DlThumbnailOptions *options);

/* @surface as a PNG; it is taken. */
GBytes *dl_thumbnail_to_png (cairo_surface_t *surface);
/* The VC balance of every link, without text, as a PNG of width x height pixels. */
GBytes *dl_map_thumbnail (const DlAnalysis *analysis, guint width, guint height);
/* The same of a dragonfly: its groups, at the load that fills its busiest link. */
GBytes *dl_dragonfly_map_thumbnail (const DlDragonflyAnalysis *analysis, guint width, guint height);

G_END_DECLS

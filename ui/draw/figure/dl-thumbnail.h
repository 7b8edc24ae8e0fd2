/* A small picture of a scenario for lists: the map of its family's row (dl-figure-family.h). */
#pragma once

#include "dl-evaluate.h"
#include "dl-palette.h"

G_BEGIN_DECLS

typedef struct
{
  const DlMetric *metric; /* shown if an analysis tells it; NULL: the family's own choice, or the
                             channel load where that is the same for all links */
  guint width, height;
  double scale; /* device pixels per unit */
  const DlTheme *theme;
} DlThumbnailOptions;

/* The map without text, with marks of faults and datelines, as an image of width x height x scale
 * pixels with that device scale. Any thread. */
cairo_surface_t *dl_thumbnail_draw (const DlEvaluation *result, const DlThumbnailOptions *options);
/* Picture of the family's own choice, as a PNG of width x height pixels. Shares of bandwidths are
 * at the offered load, which sets scenarios apart; of saturated traffic at the load that fills the
 * busiest link, where that is known. */
GBytes *dl_thumbnail_to_png (const DlEvaluation *result, guint width, guint height);

G_END_DECLS

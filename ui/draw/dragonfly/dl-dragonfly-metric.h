/* Values of each link and group on a dragonfly's map. */
#pragma once

#include "dl-contrast.h"
#include "dl-dragonfly-analysis.h"
#include "dl-dragonfly-map.h"

G_BEGIN_DECLS

/* Metrics of maps that only a dragonfly has (dl-metric.h). */
extern const DlMetric dl_metrics_dragonfly[];

/* The values and their sums for a map, which own their arrays. */
typedef struct
{
  DlDragonflyValues sums;
  float *values, *group_value, *group_out, *group_in;
  guint32 *over; /* nullable */
} DlDragonflyShown;

/* The mean is over working links, without traffic or not; for shares of a VC over those with
 * traffic; of critical cables it is the worst. Of utilization a link counts as used to 1 at
 * most, unless all of a pair's are asked for more; sums.pair_over, out_over and in_over count the
 * links that are. */
DlDragonflyShown *dl_dragonfly_shown_of (const DlMetric *metric, const DlDragonfly *dragonfly,
                                         const float *values);
/* Sums of the values of @input. */
DlDragonflyShown *dl_dragonfly_shown_new (const DlMetric *metric, const DlMetricInput *input);
void dl_dragonfly_shown_free (DlDragonflyShown *shown);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlDragonflyShown, dl_dragonfly_shown_free)

/* Value of one place in a map, details line, tooltip and table. */
typedef struct
{
  double value; /* as dl_metric_values; of a pair and a group the mean of its blue links */
  guint n_over; /* of these, links that are asked for more than they carry */
} DlDragonflyValue;

/* @in: of a group what enters it, else what leaves it. FALSE where a map has no value: of a router,
 * of a group to itself. */
gboolean dl_dragonfly_shown_value (const DlDragonflyShown *shown, const DlDragonfly *dragonfly,
                                   DlPlace place, gboolean in, DlDragonflyValue *value);

/* A - B with its groups. */
typedef struct
{
  DlContrast head;
  DlDifference *pairs;       /* (n_groups x n_groups) of what A and B show of pairs of groups */
  DlDragonflyShown *shown;   /* values that a map is painted with */
  DlDragonflyShown *side[2]; /* A, B */
} DlDragonflyContrast;

/* NULL where links cannot be compared. */
DlDragonflyContrast *dl_dragonfly_contrast_new (const DlMetric *metric, const DlMetricInput *a,
                                                const DlMetricInput *b);
void dl_dragonfly_contrast_free (DlDragonflyContrast *contrast);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlDragonflyContrast, dl_dragonfly_contrast_free)

G_END_DECLS

/* What a dragonfly's map shows of each link, from an analysis, a simulation or a real machine's
 * counters. */
#pragma once

#include "dl-counters.h"
#include "dl-critical.h"
#include "dl-dragonfly-analysis.h"
#include "dl-dragonfly-map.h"

G_BEGIN_DECLS

typedef struct
{
  const DlDragonfly *dragonfly;
  const DlDragonflyAnalysis *analysis; /* NULL: not known */
  double load;                         /* offered, as DlDragonflyAnalysis' bound_load */
  const DlLinkUse *simulated;          /* NULL: there is none */
  const DlCounters *counters;          /* &dl_counters_kind_cascade; NULL: there are none */
  const DlCritical *critical;          /* for DL_METRIC_CRITICAL; NULL: not known */
} DlDragonflyMetricInput;

/* (n_links) each link's value; NAN without traffic, where the link does not work, and where nothing
 * is known: what is of a machine of another shape does not count. Of counters, DL_VALUE_UNKNOWN
 * where they do not cover the link. @metric is one of dl_dragonfly_metrics. Counters are of a link
 * even where it is broken now: what is measured is shown where the link works. */
void dl_dragonfly_metric_values (DlMetric metric, const DlDragonflyMetricInput *input,
                                 float *values);
/* The largest value that a scale must reach, for dl_scale_init; 0 for those whose scale is fixed.
 */
double dl_dragonfly_metric_max (DlMetric metric, const DlDragonflyMetricInput *input);

/* Whether what a @metric is of has been found, simulated or measured. */
gboolean dl_dragonfly_metric_is_known (DlMetric metric, const DlDragonflyMetricInput *input);

/* The values and their sums for a map, which own their arrays. */
typedef struct
{
  DlDragonflyValues sums;
  float *values, *group_value, *group_out, *group_in;
  guint32 *over; /* nullable */
} DlDragonflyShown;

/* The mean is over working links, without traffic or not; for shares of a VC over those with
 * traffic; of critical cables it is the worst. Of DL_METRIC_USE a link counts as used to 1 at
 * most, unless all of a pair's are asked for more; sums.pair_over, out_over and in_over count the
 * links that are. */
DlDragonflyShown *dl_dragonfly_shown_new (DlMetric metric, const DlDragonflyMetricInput *input);
void dl_dragonfly_shown_free (DlDragonflyShown *shown);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlDragonflyShown, dl_dragonfly_shown_free)

/* What a map, the details line, a tooltip and the table say of one place. */
typedef struct
{
  double
      value; /* as dl_dragonfly_metric_values; of a pair and a group the mean of its blue links */
  guint n_over; /* of these, links that are asked for more than they carry */
} DlDragonflyValue;

/* @in: of a group what enters it, else what leaves it. FALSE where a map has no value: of a router,
 * of a group to itself. */
gboolean dl_dragonfly_shown_value (const DlDragonflyShown *shown, const DlDragonfly *dragonfly,
                                   DlPlace place, gboolean in, DlDragonflyValue *value);

G_END_DECLS

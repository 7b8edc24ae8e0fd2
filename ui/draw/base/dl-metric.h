/* Metrics of each link on maps: each is one row, with all its texts. The rows that all families
 * have are in dl-metric.c, a family's own in its folder; dl-figure-family.h has them together. To
 * add one, add its row, and for its column in figures a title in
 * ui/draw/figure/dl-figure-numbers.c; data/lessons/README.md lists it, and each family says in
 * which rows it is. */
#pragma once

#include <math.h>

#include "dl-counters.h"
#include "dl-critical.h"
#include "dl-families.h"
#include "dl-sim-tally.h"

G_BEGIN_DECLS

/* Where values come from. */
typedef enum
{
  DL_METRIC_ANALYZED,
  DL_METRIC_CRITICAL, /* a search for critical cables */
  DL_METRIC_SIMULATED,
  DL_METRIC_MEASURED /* counters of a real machine */
} DlMetricSource;

/* How values are colored. */
typedef enum
{
  DL_SCALE_BALANCE,  /* cividis on 0..1 */
  DL_SCALE_SHARE,    /* of one virtual channel: cividis on 1/4..1 */
  DL_SCALE_SIGNED,   /* diverging on -1..1, centered on 0 */
  DL_SCALE_COUNT,    /* sequential on 0..max */
  DL_SCALE_PART,     /* of what there is at most: sequential on 0..1 */
  DL_SCALE_CAPACITY, /* the same; values above 1 are overloaded */
  DL_SCALE_CRITICAL  /* severity of breaking the cable (dl-critical.h), 0..1, a step per kind */
} DlScaleKind;

/* How values are told. */
typedef enum
{
  DL_FORM_RATIO,      /* "0.9750" */
  DL_FORM_COUNT,      /* "2,880" */
  DL_FORM_MEAN,       /* "1.25" */
  DL_FORM_SHARE,      /* "97.5%" */
  DL_FORM_UTILIZATION /* the same; above 1, which no link carries, "1.41 times its bandwidth" */
} DlMetricForm;

/* A plain value that borrows all. */
typedef struct
{
  DlNet net;
  const DlFamily *family;
  gconstpointer analysis;     /* of @family; NULL: no shares of links' bandwidths are known */
  const double *vc_load;      /* (net.n_links x net.n_vcs) packets that it expects */
  double load;                /* the offered load of these shares */
  const DlLinkUse *simulated; /* NULL: nothing was */
  const DlCritical *critical; /* NULL: nothing was searched */
  const DlCounters *counters; /* of any kind; NULL: there are none */
  const gint32 *region;       /* of @counters; NULL: all code regions together */
} DlMetricInput;

typedef struct
{
  const char *id;      /* in files and settings */
  const char *title;   /* translatable */
  const char *formula; /* in legends; translatable */
  const char *unit;    /* translatable; NULL: none, or in the number, as that of a share */
  const char *column;  /* title in tables of a torus' links; NULL: the id */
  DlMetricSource source;
  const DlCountersKind *counters; /* that values are of */
  DlUse use;                      /* of a simulation: the whole numbers that values are ratios of */
  gboolean of_stalls;             /* of counters: their stalls, not the traffic */
  DlScaleKind scale;
  DlMetricForm form;
  gboolean to_max;           /* its scale reaches the largest value */
  gboolean idle_is_zero;     /* no traffic is a value, 0, as it is of loads; of ratios it is none */
  gboolean leads;            /* a family's own: is offered before the common ones */
  gboolean needs_bandwidths; /* only families that know them have it (utilization) */
  /* Value of a link that works, and if it is simulated, has carried anything; NAN without traffic.
   * Or values of all links: */
  double (*value) (const DlMetricInput *input, guint link);
  /* (n_links) values; those of links that do not work do not count. FALSE: nothing is known. */
  gboolean (*fill) (const DlMetricInput *input, float *values);
  /* Does it tell links of @scenario's network apart? Nullable: always. */
  gboolean (*tells) (const DlScenario *scenario);
} DlMetric;

/* Metrics of all families, the last without an id. One of a family's own with the same id takes its
 * place; without a title, the family does not have it. */
extern const DlMetric dl_metrics_common[];

const char *dl_metric_title (const DlMetric *metric);   /* translated: "VC balance" */
const char *dl_metric_formula (const DlMetric *metric); /* "|VC0 − VC1| / (VC0 + VC1)" */

/* Is it of a simulation, of a real machine's counters? NULL is of none. */
gboolean dl_metric_is_simulated (const DlMetric *metric);
gboolean dl_metric_is_measured (const DlMetric *metric);
gboolean dl_metric_is_critical (const DlMetric *metric);

/* The value of a link that counters do not cover, where they cover others: neither traffic nor none
 * is known of it. NAN is a link without traffic. */
#define DL_VALUE_UNKNOWN (-INFINITY)

static inline gboolean
dl_value_is_unknown (double value)
{
  return isinf (value) && value < 0;
}

/* Input of an analysis of @family, at load 1; nothing else is known. */
DlMetricInput dl_metric_input (const DlFamily *family, gconstpointer analysis);

/* Whether what @metric is of has been found, simulated or measured. */
gboolean dl_metric_is_known (const DlMetric *metric, const DlMetricInput *input);
/* Value of one link, if the metric has a value for each; otherwise like the next function. */
double dl_metric_value (const DlMetric *metric, const DlMetricInput *input, guint link);
/* (n_links) each link's value; NAN without traffic, where the link does not work, and where nothing
 * is known: values of a network of another shape do not count. Of counters, DL_VALUE_UNKNOWN where
 * they do not cover the link. */
void dl_metric_values (const DlMetric *metric, const DlMetricInput *input, float *values);
/* The largest value that a scale must reach, for dl_scale_init; 0 for those whose scale is fixed.
 */
double dl_metric_max (const DlMetric *metric, const DlMetricInput *input);

/* Values that a scale must hold. */
typedef struct
{
  double min; /* NAN: the scale need not begin there */
  double max;
} DlMetricRange;

#define DL_NO_RANGE ((DlMetricRange) { NAN, 0 })

/* Up to dl_metric_max. The least is 0 where a link that works has no traffic, and where the scale
 * is fixed. */
DlMetricRange dl_metric_range (const DlMetric *metric, const DlMetricInput *input);
/* All of @a and @b. */
DlMetricRange dl_metric_range_both (DlMetricRange a, DlMetricRange b);

/* For rows, values of one link: packets, and those of what it carries that are of a simulation. */
double dl_metric_packets (const DlMetricInput *input, guint link);
double dl_metric_simulated_load (const DlMetricInput *input, guint link);
/* Packets of @link, and of the virtual channel that has most of them (nullable). */
double dl_link_packets (const DlMetricInput *input, guint link, double *most);

G_END_DECLS

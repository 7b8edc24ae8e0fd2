/* Numbers of every static analysis, whatever the network. */
#pragma once

#include <glib.h>

#include <math.h>

G_BEGIN_DECLS

/* How the routes of a set of pairs end. */

typedef struct
{
  guint64 pairs;       /* ordered pairs of different working nodes */
  guint64 unreachable; /* of these; loops included */
  guint64 dropped;     /* of these, at a dateline */
  guint64 illegal;     /* of these, delivered, but outside the legality relation */
} DlPairCounts;

#define DL_MAX_LINK_CLASSES 3

typedef struct
{
  guint64 pairs, unreachable_pairs, illegal_pairs, dropped_pairs;
  DlPairCounts all;     /* of all pairs of working nodes */
  DlPairCounts pattern; /* of those of the traffic pattern */
  double hops_mean;     /* NAN without delivered pairs */
  guint hops_max;       /* of any pair that sends */
  gboolean deadlock_free;
  const struct _DlVerdict *verdict; /* borrowed of the analysis */
  const double *vc_load;            /* (n_links x n_vcs) packets; likewise */
  guint working_nodes;
  guint64 working_links; /* directed */
  double peak_load;      /* packets, of the busiest link; NAN without links */
  guint32 full_link;     /* that is full first as the load rises; G_MAXUINT32: none */
  double balance_mean;   /* of virtual channels, over links with traffic; NAN */
  double bound_load;     /* offered load that saturates a link; NAN where it is not known */
  gboolean
      is_bound; /* the network saturates at @bound_load at most: it depends on packets' choices */
  const char *basis; /* basis of @bound_load, translated; NULL where it is not known */
  double class_load_max[DL_MAX_LINK_CLASSES]; /* NAN without links */
  double class_balance_mean[DL_MAX_LINK_CLASSES];
} DlFindings;

/* Faults of the routes of a result, those of all pairs whatever the traffic, and the remedies that
 * make sense. */
typedef struct
{
  gboolean deadlock;    /* they can */
  gboolean any;         /* deadlock, or pairs that are unreachable, dropped or on illegal turns */
  gboolean switch_on;   /* a ring has no dateline, and the engine needs them */
  gboolean past_faults; /* something is broken that datelines could be moved past */
  gboolean mesh_z;      /* but not in this dimension: another engine it must be */
} DlTrouble;

/* How evenly two virtual channels share a link. */

/* VC_balance = |P0 - P1| / (P0 + P1), VC paper section 4; NAN for a link without traffic. */
static inline double
dl_vc_balance (double p0, double p1)
{
  return p0 + p1 > 0 ? fabs (p0 - p1) / (p0 + p1) : NAN;
}

G_END_DECLS

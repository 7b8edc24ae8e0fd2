/* The analysis of a scenario, in one call. */
#pragma once

#include "dl-families.h"
#include "dl-shared.h"

G_BEGIN_DECLS

/* Limit of the throughput of a state. */
typedef struct
{
  guint32 link;        /* that is full first as the load rises; G_MAXUINT32: none */
  double channel_load; /* of the busiest link: packets; NAN without links */
  double full_at;      /* offered load at which it is full; INFINITY without traffic, NAN where
                          nothing is offered at a rate */
  double use;          /* share of the link's bandwidth that the offered load asks for; NAN */
} DlLimit;

/* A step's effect: its analysis beside the one before. */
typedef struct
{
  gboolean rerouted_known; /* FALSE where the networks cannot be compared */
  guint64 rerouted_pairs;
  double hops_before, hops_after; /* mean; NAN without pairs */
  DlLimit limit_before;
  double balance_before, balance_after;          /* mean VC balance over links with traffic */
  guint64 unreachable_before, unreachable_after; /* pairs; dropped ones included */
  gboolean deadlock_free_before, deadlock_free_after;
} DlEffect;

/* One line for people, translated: "1,204 pairs rerouted · mean balance 0.267 → 0.281 · ...", only
 * the differences; DlLimit is told elsewhere. */
char *dl_effect_to_text (const DlEffect *effect);

/* The result of one state of a session: immutable, shared by reference. */
typedef struct _DlEvaluation
{
  DlShared shared;
  guint64 generation;          /* of the session when it was asked for */
  DlScenario *scenario;        /* the state it belongs to */
  gpointer analysis_of_family; /* the family's own result: dl_evaluation_of */
  DlFindings findings;         /* and of it what all families say */
  DlNet net;                   /* of its network */
  DlLimit limit;
  GArray *slow; /* DlSlowLink: cables slower than their neighbors (dl-slow-links.h) */
  gboolean has_effect;
  DlEffect effect;   /* of the last step */
  gint64 elapsed_us; /* to compute it */
} DlEvaluation;

DL_SHARED (DlEvaluation, dl_evaluation)

/* Result of @family's analyze; NULL where the result is of another one. */
gpointer dl_evaluation_of (const DlEvaluation *result, const DlFamily *family);
/* Routes of @result, for use with the same state. Borrowed. */
gpointer dl_evaluation_routes (const DlEvaluation *result);

/* @scenario is copied; @before (nullable, of any scenario) is what an effect is measured against,
 * and what answers may be taken over from. */
DlEvaluation *dl_evaluation_new (const DlScenario *scenario, guint64 generation,
                                 const DlEvaluation *before, GCancellable *cancellable,
                                 GError **error);

/* How evenly the links of a network are loaded, class by class, and which of them limits the load:
 * of the static analysis of any family. */

/* Tenths of the axis. */
#define DL_CLASS_LOAD_BINS 10

typedef struct
{
  guint n_links;   /* that work; 0: the network has no links of this class */
  guint n_idle;    /* of these, without traffic */
  guint n_over;    /* of these, offered more than they carry */
  double mean;     /* over all that work; NAN without links */
  double max;      /* likewise */
  guint32 busiest; /* the link that has it; DL_NO_LINK */
  /* (DL_CLASS_LOAD_BINS) links by value, each bin open below but the first; n_over beyond them */
  guint bins[DL_CLASS_LOAD_BINS];
} DlClassLoad;

typedef struct
{
  gboolean is_utilization; /* values are shares of a link's bandwidth; FALSE: packets */
  double load;             /* offered, of which utilization is; 1 where the scenario is saturated */
  double end;              /* of the axis, which begins at 0 */
  guint n_classes;
  DlClassLoad classes[DL_MAX_LINK_CLASSES]; /* (n_classes) as the family has them */
  guint32 limit; /* the link that saturates first: the largest value of all; DL_NO_LINK without
                    traffic */
} DlClassLoads;

/* @round_up: where an axis ends that holds so many packets. */
void dl_class_loads_init (DlClassLoads *loads, const DlEvaluation *result,
                          double (*round_up) (double max));

G_END_DECLS

/* Statistics of a run while it is simulated and at its end: how much of it is warm-up, the state it
 * is in and why, its means with their intervals, and how long it still takes.
 *
 * A run is observed in windows of a fixed number of cycles. There are at most 1,023 of them: one
 * more, and each two become one. So memory and work stay the same however long the run is. The
 * warm-up is cut off at marks (dl_sim_observer_is_mark): the first one at or after the truncation
 * that MSER-5 finds. A user of counts after the warm-up, such as distributions, keeps the counts up
 * to each mark and takes the difference; marks that are less than 1/32 of the run are not needed
 * any more, so that at most 12 remain. */
#pragma once

#include "dl-machine-run.h"
#include "dl-sim-counters.h"
#include "dl-steady-state.h"

G_BEGIN_DECLS

/* The warm-up is found, not given. */
#define DL_SIM_CUT_FOUND G_MAXUINT64
/* The number of missing cycles is not known. */
#define DL_SIM_MISSING_UNKNOWN G_MAXUINT64

typedef enum
{
  DL_SIM_STATE_NONE, /* a program, which has an end; or nothing was simulated */
  DL_SIM_NOT_CONVERGED,
  DL_SIM_CONVERGED,
  DL_SIM_SATURATED
} DlSimState;

/* Why it is in that state. */
typedef enum
{
  DL_SIM_REASON_NONE,
  DL_SIM_REASON_PRECISE,
  DL_SIM_REASON_SATURATED_LOAD,
  DL_SIM_REASON_QUEUES_GROW,
  DL_SIM_REASON_DEADLOCK,
  DL_SIM_REASON_TOO_SHORT,
  DL_SIM_REASON_NOTHING_DELIVERED,
  DL_SIM_REASON_WARM_UP,
  DL_SIM_REASON_DELIVERY,
  DL_SIM_REASON_CORRELATED,
  DL_SIM_REASON_LATENCY,
  DL_SIM_REASON_THROUGHPUT,
  DL_SIM_REASON_RUNS_DIFFER /* of several runs */
} DlSimReason;

/* "converged", as in files and JSON; NULL for DL_SIM_STATE_NONE. */
const char *dl_sim_state_id (DlSimState state);
/* The same for people, translated; "–" for DL_SIM_STATE_NONE. */
const char *dl_sim_state_title (DlSimState state);
/* "latency-interval", as in files and JSON; NULL for DL_SIM_REASON_NONE. */
const char *dl_sim_reason_id (DlSimReason reason);
/* A sentence for people, translated; "" for DL_SIM_REASON_NONE. */
const char *dl_sim_reason_text (DlSimReason reason);
/* Back from files: NONE for an id that there is not, or NULL. */
DlSimState dl_sim_state_find (const char *id);
DlSimReason dl_sim_reason_find (const char *id);

typedef struct
{
  gboolean program;   /* a finite workload */
  gboolean saturated; /* sources that always have one more: no load is offered */
  double precision;   /* half of the wanted interval, as a share of the mean */
  double unit_flits;  /* flits per cycle that a throughput of 1 is */
  guint64 cut;        /* cycle at which a given warm-up ends, or DL_SIM_CUT_FOUND; until a given
                         one is over, it is found */
} DlSimObserverOptions;

/* Statistics of the cycles from @cut on. */
typedef struct
{
  DlSimState state;
  DlSimReason reason;
  guint64 cut;             /* cycle at which the warm-up ends, and means begin */
  gboolean found;          /* the warm-up was found, or given */
  gboolean latency_grows;  /* the state is saturated: its latency is not a steady value */
  DlBatchMeans latency;    /* cycles, packets from their creation */
  DlBatchMeans network;    /* cycles, packets from leaving their source queue */
  DlBatchMeans throughput; /* accepted, in the options' unit */
  DlBatchMeans growth;     /* of source queues, as a share of the offered load */
  guint64 missing;         /* estimated cycles to the wanted precision; 0: it is reached; or
                              DL_SIM_MISSING_UNKNOWN */
} DlSimVerdict;

typedef struct _DlSimObserver DlSimObserver;

/* @start: the first point, from which on the run is observed. */
DlSimObserver *dl_sim_observer_new (const DlSimObserverOptions *options, const DlSimPoint *start);
/* A copy that continues from here by itself; and the bytes that it takes. */
DlSimObserver *dl_sim_observer_copy (const DlSimObserver *observer);
gsize dl_sim_observer_get_size (const DlSimObserver *observer);
void dl_sim_observer_free (DlSimObserver *observer);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlSimObserver, dl_sim_observer_free)

/* The cycle in which the window ends that is open. */
guint64 dl_sim_observer_next (const DlSimObserver *observer);
/* The counters in that cycle. */
void dl_sim_observer_add (DlSimObserver *observer, const DlSimPoint *point);
/* The points so far: the start, and the end of each window. */
const DlSimPoint *dl_sim_observer_points (const DlSimObserver *observer, guint *n_points);

/* Can the warm-up end in @cycle? If it is the latest point's, or the given one, keep the counts so
 * far. */
gboolean dl_sim_observer_is_mark (const DlSimObserver *observer, guint64 cycle);

/* Verdict on all points so far. */
void dl_sim_observer_judge (const DlSimObserver *observer, DlSimVerdict *verdict);
/* A run in which packets wait for each other forever. */
void dl_sim_verdict_set_deadlock (DlSimVerdict *verdict);

/* A run that is observed while it is simulated (dl-sim-observer.h), with the counts up to each
 * cycle at which its warm-up may end: 12 states at most, whatever its length. */

typedef struct _DlRunObserver DlRunObserver;

/* Observes @run from now on, with its own plan. @precision and @cut as in DlSimObserverOptions. */
DlRunObserver *dl_run_observer_new (const DlMachineRun *run, double precision, guint64 cut);
/* Like dl_sim_observer_copy; copies share their counts. @seen: set of objects already in the sum,
 * to which those counted here are added. */
DlRunObserver *dl_run_observer_copy (const DlRunObserver *observer);
gsize dl_run_observer_get_size (const DlRunObserver *observer, guint n_nodes, GHashTable *seen);
void dl_run_observer_free (DlRunObserver *observer);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlRunObserver, dl_run_observer_free)

/* Cycles that the run may go before dl_run_observer_follow must be called, at least 1. */
guint64 dl_run_observer_due (const DlRunObserver *observer, const DlMachineRun *run);
/* Observe @run, if it is time to: returns whether a window has ended. */
gboolean dl_run_observer_follow (DlRunObserver *observer, const DlMachineRun *run);

/* The start, and the end of each window. */
const DlSimPoint *dl_run_observer_points (const DlRunObserver *observer, guint *n_points);
void dl_run_observer_judge (const DlRunObserver *observer, DlSimVerdict *verdict);
/* The same for display: looked at again after each 5% more of the run, so that its state does not
 * change with every window. */
void dl_run_observer_watch (DlRunObserver *observer, DlSimVerdict *verdict);
/* May the run end, since it has converged at two looks, one after the other? They are at least a
 * quarter of the run apart, or as many cycles as were estimated to be missing; FALSE in between. To
 * be asked at the end of each window. */
gboolean dl_run_observer_is_precise (DlRunObserver *observer);
/* All that was counted before the run was observed. */
const DlMachineState *dl_run_observer_first (const DlRunObserver *observer);
/* All that was counted before the warm-up ended, by the latest verdict. */
const DlMachineState *dl_run_observer_start (const DlRunObserver *observer,
                                             const DlSimVerdict *verdict);

G_END_DECLS

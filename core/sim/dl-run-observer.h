/* A run that is observed while it is simulated (dl-sim-observer.h), with what was counted up to
 * each cycle at which its warm-up may end: 12 states at most, whatever its length. */
#pragma once

#include "dl-machine-run.h"
#include "dl-sim-observer.h"

G_BEGIN_DECLS

typedef struct _DlRunObserver DlRunObserver;

/* Of @run from now on, with its own plan. @precision and @cut as in DlSimObserverOptions. */
DlRunObserver *dl_run_observer_new (const DlMachineRun *run, double precision, guint64 cut);
void dl_run_observer_free (DlRunObserver *observer);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlRunObserver, dl_run_observer_free)

/* Cycles that the run may go before dl_run_observer_follow must be called, at least 1. */
guint64 dl_run_observer_due (const DlRunObserver *observer, const DlMachineRun *run);
/* Observe @run, if it is time to: returns whether a window has ended. */
gboolean dl_run_observer_follow (DlRunObserver *observer, const DlMachineRun *run);

/* The start, and the end of each window. */
const DlSimPoint *dl_run_observer_points (const DlRunObserver *observer, guint *n_points);
void dl_run_observer_judge (const DlRunObserver *observer, DlSimVerdict *verdict);
/* The same for whoever watches: looked at again after each 5% more of the run, so that its state
 * does not change with every window. */
void dl_run_observer_watch (DlRunObserver *observer, DlSimVerdict *verdict);
/* May the run end, since it has converged at two looks, one after the other? They are at least a
 * quarter of the run apart, or what was estimated to be missing; FALSE in between. To be asked at
 * the end of each window. */
gboolean dl_run_observer_is_precise (DlRunObserver *observer);
/* All that was counted before the run was observed. */
const DlMachineState *dl_run_observer_first (const DlRunObserver *observer);
/* All that was counted before the warm-up ended, by the latest verdict. */
const DlMachineState *dl_run_observer_start (const DlRunObserver *observer,
                                             const DlSimVerdict *verdict);

G_END_DECLS

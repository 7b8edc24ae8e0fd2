/* A sweep under way on threads of its own, and its points on their way to the library: the inside
 * of DlSweepJob. */
#pragma once

#include "dl-library.h"
#include "dl-sweep-points.h"

G_BEGIN_DECLS

typedef struct _DlSweepWork DlSweepWork;

/* In the main context, after everything else of it. */
typedef void (*DlSweepWorkDone) (DlSweepWork *work, gpointer user_data);

/* Run what @points lacks. @thread: of the library, nullable, and @scenario_id the scenario there
 * (0: it is to be found or added). Free with dl_sweep_work_close. */
DlSweepWork *dl_sweep_work_start (const DlSweepPoints *points, DlStoreThread *thread,
                                  gint64 scenario_id, DlSweepWorkDone done, gpointer user_data);
/* Move what has come into @points; TRUE if something has. */
gboolean dl_sweep_work_take (DlSweepWork *work, DlSweepPoints *points);
/* Stand still, or go on. */
void dl_sweep_work_pause (DlSweepWork *work, gboolean pause);
void dl_sweep_work_cancel (DlSweepWork *work);
/* Cancel it, and use the library no more: nothing is waited for, and done is not called. NULL-safe.
 */
void dl_sweep_work_close (DlSweepWork *work);

/* 0..1, of what was lacking. */
double dl_sweep_work_get_progress (DlSweepWork *work);
/* 0 before it is known, and without a library. */
gint64 dl_sweep_work_get_sweep_id (DlSweepWork *work);
/* Why points are not kept; NULL: they are. Free with g_free. */
char *dl_sweep_work_dup_library_problem (DlSweepWork *work);
/* When it is done: why it ended early, NULL if it did not or was canceled. Of the work. */
const GError *dl_sweep_work_get_error (DlSweepWork *work);

G_END_DECLS

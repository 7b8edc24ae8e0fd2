/* A sweep of a session in the background: its points come in while it runs, go to the library as
 * they do, and stay when it is paused or canceled. Lives in the main context. */
#pragma once

#include "dl-session.h"
#include "dl-sweep-work.h"

G_BEGIN_DECLS

/* The most points of a sweep that is looked at: all of them are in memory, with their marks and
 * rows. More are for the command line (DL_SWEEP_MAX_POINTS). */
#define DL_SWEEP_JOB_MAX_POINTS 10000

typedef enum
{
  DL_SWEEP_READY,   /* there is none */
  DL_SWEEP_LOADING, /* one of the library is being read */
  DL_SWEEP_RUNNING,
  DL_SWEEP_PAUSED,
  DL_SWEEP_STOPPED, /* before all points were there; it can go on */
  DL_SWEEP_DONE
} DlSweepState;

#define DL_TYPE_SWEEP_JOB (dl_sweep_job_get_type ())
G_DECLARE_FINAL_TYPE (DlSweepJob, dl_sweep_job, DL, SWEEP_JOB, GObject)

/* Properties, read-only and notified:
 *   state (int)              DlSweepState
 *   points (DlSweepPoints)   of the sweep; another one takes its place, NULL before the first
 *   n-done (uint)            points that are there: about ten times a second while they come
 *   progress (double)        0..1, with the parts of the points that are being run
 *   sweep-id (int64)         in the library; 0 if it is not there
 *   problem (string)         why it ended before its end, or NULL
 *   library-problem (string) why its points are not kept, or NULL
 */

DlSweepJob *dl_sweep_job_new (DlSession *session);

/* May @spec be run or looked at here? Quick, and so before all its points are checked. Errors:
 * DL_SCENARIO_ERROR_VALUE. */
gboolean dl_sweep_job_check_size (const DlSweepSpec *spec, GError **error);
/* Run @spec, which is checked, and copied, on all processors but one. Points whose runs the library
 * has are taken from there. What runs already is canceled. */
void dl_sweep_job_start (DlSweepJob *self, const DlSweepSpec *spec);
/* Points that are being run stand still, and nothing of them is lost. */
void dl_sweep_job_pause (DlSweepJob *self);
/* Go on with a sweep that was paused or has stopped. */
void dl_sweep_job_resume (DlSweepJob *self);
/* Points that are there stay. */
void dl_sweep_job_cancel (DlSweepJob *self);
/* A sweep of the library, with its known points; it does not continue by itself. Cancels the
 * running sweep. Too many points are a problem. */
void dl_sweep_job_open_stored (DlSweepJob *self, gint64 sweep_id);

DlSweepState dl_sweep_job_get_state (DlSweepJob *self);
/* NULL before there is one. */
DlSweepPoints *dl_sweep_job_get_points (DlSweepJob *self);
double dl_sweep_job_get_progress (DlSweepJob *self);
/* Until it is done, as it went so far; NAN: not known. */
double dl_sweep_job_get_seconds_left (DlSweepJob *self);
/* The library's scenario and sweep whose points these are; 0: not in the library. */
gint64 dl_sweep_job_get_scenario_id (DlSweepJob *self);
gint64 dl_sweep_job_get_sweep_id (DlSweepJob *self);
const char *dl_sweep_job_get_problem (DlSweepJob *self);
const char *dl_sweep_job_get_library_problem (DlSweepJob *self);

G_END_DECLS

/* Latency against load of a session's scenario, swept in the background: points come in while it
 * runs, go to the library as they do, stay when it is canceled, and are marked stale when the
 * scenario changes. Lives in the main context. */
#pragma once

#include "dl-load-sweep.h"
#include "dl-session.h"

G_BEGIN_DECLS

#define DL_TYPE_LOAD_CURVE (dl_load_curve_get_type ())
GType dl_load_curve_get_type (void);

#define DL_TYPE_CURVE_JOB (dl_curve_job_get_type ())
G_DECLARE_FINAL_TYPE (DlCurveJob, dl_curve_job, DL, CURVE_JOB, GObject)

/* Properties, read-only and notified:
 *   running (boolean)
 *   progress (double)         0..1, about ten times a second while it runs
 *   stale (boolean)           the curve belongs to another state of the scenario
 *   problem (string)          why the last sweep came to nothing, or NULL
 *   library-problem (string)  why its points are not kept, or NULL
 *   curve (DlLoadCurve)       of the last sweep, anew as runs come; NULL before the first
 */

DlCurveJob *dl_curve_job_new (DlSession *session);

/* Sweep the session's current scenario (DlSweepJob), on all processors but one; the curve before
 * goes. Runs that the library has are taken from there. A change of what the curve depends on
 * cancels it. */
void dl_curve_job_start (DlCurveJob *self, DlLoadSweepOptions options);
/* Results so far stay. */
void dl_curve_job_cancel (DlCurveJob *self);
gboolean dl_curve_job_is_running (DlCurveJob *self);
double dl_curve_job_get_progress (DlCurveJob *self);
/* Until it is done, as it went so far; NAN: not known. */
double dl_curve_job_get_seconds_left (DlCurveJob *self);

/* NULL before there is one. */
DlLoadCurve *dl_curve_job_get_curve (DlCurveJob *self);
gboolean dl_curve_job_is_stale (DlCurveJob *self);
const char *dl_curve_job_get_problem (DlCurveJob *self);
const char *dl_curve_job_get_library_problem (DlCurveJob *self);

G_END_DECLS

/* The critical cables or routers of a session's scenario, found in the background: results come in
 * while the search runs, stay when it is canceled, and are marked stale when the scenario changes.
 * Lives in the main context. */
#pragma once

#include "dl-critical.h"
#include "dl-search-job.h"

G_BEGIN_DECLS

#define DL_TYPE_CRITICAL (dl_critical_get_type ())
GType dl_critical_get_type (void);

#define DL_TYPE_CRITICAL_JOB (dl_critical_job_get_type ())
G_DECLARE_FINAL_TYPE (DlCriticalJob, dl_critical_job, DL, CRITICAL_JOB, DlSearchJob)

/* Properties, read-only and notified, beside those of every search:
 *   results (DlCritical)  of the last search, a few times a second while it runs; NULL before one
 */

DlCriticalJob *dl_critical_job_new (DlSession *session, DlCriticalOf of);

/* Search the session's current scenario; the results before go. A change of what the search depends
 * on cancels it. */
void dl_critical_job_start (DlCriticalJob *self);
/* Results so far stay. */
void dl_critical_job_cancel (DlCriticalJob *self);
gboolean dl_critical_job_is_running (DlCriticalJob *self);
double dl_critical_job_get_progress (DlCriticalJob *self);
/* Until it is done, as it went so far; NAN: not known. */
double dl_critical_job_get_seconds_left (DlCriticalJob *self);

/* NULL before there are any. */
DlCritical *dl_critical_job_get_results (DlCriticalJob *self);
gboolean dl_critical_job_is_stale (DlCriticalJob *self);

/* Effect of breaking a cable, or a router, for people, translated: "150 pairs cut off · peak load
 * 75 → ...". */
char *dl_critical_cable_to_text (const DlCritical *critical, const DlCriticalCable *cable);

G_END_DECLS

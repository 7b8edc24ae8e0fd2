/* One piece of long work in the background: with progress, and canceled when it is not wanted any
 * more. Lives in the main context. */
#pragma once

#include <gio/gio.h>

#include "dl-progress.h"

G_BEGIN_DECLS

#define DL_TYPE_JOB (dl_job_get_type ())
G_DECLARE_FINAL_TYPE (DlJob, dl_job, DL, JOB, GObject)

/* Properties, read-only and notified:
 *   running (boolean)
 *   progress (double)  0..1, about ten times a second while it runs
 */

/* Work on another thread; it returns the result, NULL if it was canceled. @progress may be called
 * from any thread. */
typedef gpointer (*DlJobFunc) (gpointer data, DlProgressFunc progress, gpointer progress_data,
                               GCancellable *cancellable);
/* Gets the result, which it takes, in the main context. */
typedef void (*DlJobDone) (gpointer result, gpointer user_data);

DlJob *dl_job_new (void);
/* Start @func on @data, which is taken. A running job is canceled. @done is called unless the job
 * was canceled or another one started; its result is freed then. A job that runs keeps itself: the
 * owner of @user_data cancels it before that goes. */
void dl_job_start (DlJob *self, DlJobFunc func, gpointer data, GDestroyNotify data_free,
                   GDestroyNotify result_free, DlJobDone done, gpointer user_data);
/* Nothing is waited for. */
void dl_job_cancel (DlJob *self);
gboolean dl_job_is_running (DlJob *self);
double dl_job_get_progress (DlJob *self);
/* Until it is done, as it went so far; NAN: not known. */
double dl_job_get_seconds_left (DlJob *self);

G_END_DECLS

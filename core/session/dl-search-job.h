/* A search of a session's scenario in the background, whatever it looks for: results come in parts
 * while it runs, stay when it is canceled, and are marked stale when the scenario changes. Lives
 * in the main context. */
#pragma once

#include "dl-field.h"
#include "dl-progress.h"
#include "dl-session.h"

G_BEGIN_DECLS

#define DL_TYPE_SEARCH_JOB (dl_search_job_get_type ())
G_DECLARE_DERIVABLE_TYPE (DlSearchJob, dl_search_job, DL, SEARCH_JOB, GObject)

/* Properties, read-only and notified:
 *   running (boolean)
 *   progress (double)  0..1, about ten times a second while it runs
 *   stale (boolean)    the results belong to another state of the scenario
 *   problem (string)   why the last search came to nothing, or NULL
 * and the results, as each class names them (dl_search_job_class_install_results).
 */

/* A search under way, on its own thread. */
typedef struct
{
  DlScenario *scenario;
  gpointer options; /* the search's; nullable */
  DlProgressFunc progress;
  gpointer progress_data;
  GCancellable *cancellable;
} DlSearchTask;

struct _DlSearchJobClass
{
  GObjectClass parent_class;

  /* Returns the results at the end, counted and immutable, or NULL on errors. Intermediate ones go
   * to dl_search_task_post. */
  gpointer (*search) (DlSearchTask *run, GError **error);
  /* Would a search find something else in @b than in @a, which differ in @field? Not asked about
   * the name, the offered load and the length of a simulation, which no search depends on. */
  gboolean (*depends_on) (const DlField *field, const DlScenario *a, const DlScenario *b);

  /*< private >*/
  GBoxedCopyFunc ref;
  GBoxedFreeFunc unref;
  GParamSpec *results;
};

/* For class_init: the property @name, of the boxed @type. @ref and @unref are those of the results;
 * @unref knows NULL. */
void dl_search_job_class_install_results (DlSearchJobClass *class, const char *name, GType type,
                                          GBoxedCopyFunc ref, GBoxedFreeFunc unref);

/* Post results so far; takes @results. Only one thread at a time. */
void dl_search_task_post (DlSearchTask *run, gpointer results);

/* Would a search find something else in @b than in @a? Asks @depends_on as a class is asked. */
gboolean dl_search_differs (gboolean (*depends_on) (const DlField *field, const DlScenario *a,
                                                    const DlScenario *b),
                            const DlScenario *a, const DlScenario *b);

/* A job of a class of this one on @session. */
gpointer dl_search_job_new (GType type, DlSession *session);
/* Search the session's current scenario, with @options, which are taken (g_free; nullable); the
 * results before go. A change of what the search depends on cancels it. */
void dl_search_job_start (DlSearchJob *self, gpointer options);
/* Results so far stay. */
void dl_search_job_cancel (DlSearchJob *self);
gboolean dl_search_job_is_running (DlSearchJob *self);
double dl_search_job_get_progress (DlSearchJob *self);
/* Until it is done, as it went so far; NAN: not known. */
double dl_search_job_get_seconds_left (DlSearchJob *self);

/* NULL before there are any. */
gpointer dl_search_job_get_results (DlSearchJob *self);
gboolean dl_search_job_is_stale (DlSearchJob *self);

G_END_DECLS

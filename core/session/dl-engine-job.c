#include "dl-engine-job.h"

#include <string.h>

struct _DlEngineJob
{
  DlSearchJob parent;
};

G_DEFINE_BOXED_TYPE (DlEngineComparison, dl_engine_comparison, dl_engine_comparison_ref,
                     dl_engine_comparison_unref)
G_DEFINE_FINAL_TYPE (DlEngineJob, dl_engine_job, DL_TYPE_SEARCH_JOB)

static void
on_partial (DlEngineComparison *partial, gpointer run)
{
  dl_search_task_post (run, partial);
}

static gpointer
compare_engines (DlSearchTask *run, GError **error)
{
  return dl_engine_comparison_new (run->scenario, run->progress, run->progress_data, on_partial,
                                   run, run->cancellable, error);
}

/* What the router does with packets on their routes changes none of these. */
static gboolean
depends_on (const DlField *field, const DlScenario *a, const DlScenario *b)
{
  return g_strcmp0 (field->name, a->family->engine_key) != 0
         && (strcmp (field->group, "router") != 0
             || strcmp (field->name, "router.payload-efficiency") == 0);
}

static void
dl_engine_job_class_init (DlEngineJobClass *class)
{
  DlSearchJobClass *search_class = DL_SEARCH_JOB_CLASS (class);

  search_class->search = compare_engines;
  search_class->depends_on = depends_on;
  dl_search_job_class_install_results (search_class, "results", DL_TYPE_ENGINE_COMPARISON,
                                       (GBoxedCopyFunc) dl_engine_comparison_ref,
                                       (GBoxedFreeFunc) dl_engine_comparison_unref);
}

static void
dl_engine_job_init (DlEngineJob *self)
{
}

DlEngineJob *
dl_engine_job_new (DlSession *session)
{
  return dl_search_job_new (DL_TYPE_ENGINE_JOB, session);
}

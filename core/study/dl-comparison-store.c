#include "dl-comparison-store.h"

#include "dl-measure.h"
#include "dl-sweep-store.h"

#include <math.h>
#include <string.h>

/* By which the run of @task, a simulation, is known. Free with g_free. */
static char *
digest_of (const DlComparisonTask *task)
{
  return dl_sweep_digest (task->scenario, task->scenario->seed + task->run);
}

/* The run is that of a point of a sweep over seeds alone. */
static DlStoreRun *
store_run (const DlComparisonTask *task, const DlSweepResult *result, const DlSweepResult *state,
           gint64 scenario_id)
{
  g_autoptr (DlSweepSpec) spec = dl_sweep_spec_new (task->scenario);
  g_auto (GStrv) digests = NULL;
  DlSweepResult full = *result;
  guint n;
  const DlMeasure *table = dl_measure_table (&n);

  for (guint i = 0; i < n; i++)
    {
      const double value = dl_measure_get (&table[i], state);

      if (!table[i].simulated && !isnan (value))
        dl_measure_set (&table[i], &full, value);
    }
  spec->n_seeds = task->run + 1;
  full.point = task->run;
  digests = dl_sweep_digests (spec);
  return dl_sweep_store_run (spec, (const char *const *) digests, scenario_id, &full);
}

DlStoreRun *
dl_comparison_store_run (const DlComparison *comparison, const DlComparisonTask *task,
                         const DlSweepResult *result, gint64 scenario_id)
{
  const DlComparisonRow *row = dl_comparison_find (comparison, task->id);
  g_autofree char *of_row = NULL;
  g_autofree char *of_task = NULL;

  if (result == NULL || !task->simulate || row == NULL || !row->evaluated)
    return NULL;
  of_row = dl_sweep_digest (row->scenario, 0);
  of_task = dl_sweep_digest (task->scenario, 0);
  if (strcmp (of_row, of_task) != 0)
    return NULL;
  return store_run (task, result, &row->state, scenario_id);
}

/* Looking up ----------------------------------------------------------------------------------- */

typedef struct
{
  GPtrArray *tasks; /* DlComparisonTask */
  GPtrArray *runs;  /* (tasks->len) DlStoreRun; NULL before they are there */
} Search;

static void
search_free (gpointer data)
{
  Search *search = data;

  g_ptr_array_unref (search->tasks);
  g_clear_pointer (&search->runs, g_ptr_array_unref);
  g_free (search);
}

static void
on_found (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Search *search = g_task_get_task_data (task);
  GError *error = NULL;
  g_autoptr (DlStoreAnswer) answer = dl_store_call_finish (result, &error);

  if (answer == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  search->runs = g_steal_pointer (&answer->runs);
  g_task_return_boolean (task, TRUE);
}

void
dl_comparison_store_look_up_async (DlStoreThread *thread, GPtrArray *tasks,
                                   GCancellable *cancellable, GAsyncReadyCallback callback,
                                   gpointer user_data)
{
  GTask *task = g_task_new (NULL, cancellable, callback, user_data);
  Search *search = g_new0 (Search, 1);
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) digests = NULL;

  for (guint i = tasks->len; i-- > 0;)
    if (!((const DlComparisonTask *) g_ptr_array_index (tasks, i))->simulate)
      g_ptr_array_remove_index (tasks, i);
  for (guint i = 0; i < tasks->len; i++)
    {
      g_autofree char *digest = digest_of (g_ptr_array_index (tasks, i));

      g_strv_builder_add (builder, digest);
    }
  search->tasks = tasks;
  g_task_set_task_data (task, search, search_free);
  digests = g_strv_builder_end (builder);
  dl_store_call_async (thread, DL_STORE_FIND_RUNS,
                       (DlStoreArgs) { .digests = (const char *const *) digests }, cancellable,
                       on_found, task);
}

static void
take (DlComparison *comparison, const DlComparisonTask *task, const DlStoreRun *run)
{
  DlSweepResult values;

  dl_sweep_store_result (run, task->scenario->family, task->run, &values);
  dl_comparison_take (comparison, task, &values, NULL);
}

gboolean
dl_comparison_store_take (DlStore *store, DlComparison *comparison, guint n_seeds, GError **error)
{
  g_autoptr (GPtrArray) tasks = dl_comparison_tasks (comparison, n_seeds);

  for (guint i = 0; i < tasks->len; i++)
    {
      const DlComparisonTask *task = g_ptr_array_index (tasks, i);
      g_autofree char *digest = task->simulate ? digest_of (task) : NULL;
      g_autoptr (DlStoreRun) run = NULL;
      g_autoptr (GError) problem = NULL;

      if (digest == NULL)
        continue;
      run = dl_store_find_run (store, digest, &problem);
      if (problem != NULL)
        {
          g_propagate_error (error, g_steal_pointer (&problem));
          return FALSE;
        }
      if (run != NULL)
        take (comparison, task, run);
    }
  return TRUE;
}

gboolean
dl_comparison_store_look_up_finish (GAsyncResult *result, DlComparison *comparison, gboolean *any,
                                    GError **error)
{
  const Search *search = g_task_get_task_data (G_TASK (result));

  *any = FALSE;
  if (!g_task_propagate_boolean (G_TASK (result), error))
    return FALSE;
  for (guint i = 0; i < search->tasks->len; i++)
    {
      const DlComparisonTask *task = g_ptr_array_index (search->tasks, i);
      const DlStoreRun *run = g_ptr_array_index (search->runs, i);

      if (run == NULL)
        continue;
      take (comparison, task, run);
      *any = TRUE;
    }
  return TRUE;
}

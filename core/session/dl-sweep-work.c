#include "dl-sweep-work.h"

#include "dl-sweep-store.h"
#include "dl-value.h"

#include <math.h>
#include <string.h>

G_DEFINE_BOXED_TYPE (DlSweepPoints, dl_sweep_points, dl_sweep_points_ref, dl_sweep_points_unref)

static void
sweep_points_free (gpointer data)
{
  DlSweepPoints *points = data;

  dl_sweep_spec_free (points->spec);
  g_free (points->results);
  g_free (points->known);
  g_free (points);
}

DlSweepPoints *
dl_sweep_points_new (const DlSweepSpec *spec)
{
  DlSweepPoints *points = g_new0 (DlSweepPoints, 1);

  dl_shared_init (&points->shared, sweep_points_free);
  points->spec = dl_sweep_spec_copy (spec);
  points->n_points = dl_sweep_n_points (spec);
  points->results = g_new0 (DlSweepResult, points->n_points);
  points->known = g_new0 (gboolean, points->n_points);
  return points;
}

DlSweepPoints *
dl_sweep_points_copy (const DlSweepPoints *points)
{
  DlSweepPoints *copy = dl_sweep_points_new (points->spec);

  memcpy (copy->results, points->results, points->n_points * sizeof *points->results);
  memcpy (copy->known, points->known, points->n_points * sizeof *points->known);
  copy->n_known = points->n_known;
  return copy;
}

void
dl_sweep_points_add (DlSweepPoints *points, const DlSweepResult *result)
{
  g_assert (result->point < points->n_points);
  if (points->known[result->point])
    return;
  points->results[result->point] = *result;
  points->known[result->point] = TRUE;
  points->n_known++;
}

/* Cells ---------------------------------------------------------------------------------------- */

static const DlSweepKey *
key_of (const DlSweepPoints *points, guint key)
{
  return g_ptr_array_index (points->spec->keys, key);
}

guint
dl_sweep_points_n_cells (const DlSweepPoints *points)
{
  return points->n_points / points->spec->n_seeds;
}

guint
dl_sweep_points_cell_at (const DlSweepPoints *points, const guint *at)
{
  guint cell = 0;

  for (guint key = 0; key < points->spec->keys->len; key++)
    cell = cell * key_of (points, key)->values->len + at[key];
  return cell;
}

guint
dl_sweep_points_value_at (const DlSweepPoints *points, guint cell, guint key)
{
  for (guint i = points->spec->keys->len - 1; i > key; i--)
    cell /= key_of (points, i)->values->len;
  return cell % key_of (points, key)->values->len;
}

/* Do the runs of @cell, which vary how packets choose maybe, leave but a bound? */
static gboolean
is_bound (const DlSweepPoints *points, guint cell, const DlMeasure *measure)
{
  g_autoptr (DlScenario) scenario = NULL;

  if (!measure->by_share)
    return FALSE;
  scenario = dl_sweep_point (points->spec, cell * points->spec->n_seeds, NULL, NULL);
  return scenario != NULL && dl_measure_is_bound (measure, scenario);
}

guint
dl_sweep_cell_n_not_converged (const DlSweepCell *cell)
{
  return cell->n_in[DL_SIM_NOT_CONVERGED] + cell->n_in[DL_SIM_SATURATED];
}

DlSweepCell
dl_sweep_points_get (const DlSweepPoints *points, guint cell, const DlMeasure *measure)
{
  const guint n_seeds = points->spec->n_seeds;
  g_autofree const DlSweepResult **runs = g_new (const DlSweepResult *, n_seeds);
  DlSweepCell it = { .least = NAN, .most = NAN };

  for (guint seed = 0; seed < n_seeds; seed++)
    {
      const guint point = cell * n_seeds + seed;
      const DlSweepResult *result = &points->results[point];
      const double value = points->known[point] ? dl_measure_get (measure, result) : NAN;

      if (points->known[point])
        it.shortfall |= dl_shortfall_of (result);
      if (isnan (value))
        continue;
      it.least = fmin (it.least, value);
      it.most = fmax (it.most, value);
      runs[it.n++] = result;
      it.n_in[result->state] += measure->simulated;
      it.n_deadlocked += measure->simulated && result->deadlocked;
    }
  dl_measure_mean (measure, runs, it.n, &it.mean, &it.reach);
  if (it.n == 0)
    it.mean = NAN;
  it.bound = it.n > 0 && is_bound (points, cell, measure);
  /* Every run of a cell has the same analysis. */
  if (!measure->simulated)
    it.reach = NAN;
  return it;
}

gboolean
dl_sweep_points_any_bound (const DlSweepPoints *points, const DlMeasure *const *measures,
                           guint n_measures)
{
  const guint n = dl_sweep_points_n_cells (points);

  for (guint i = 0; i < n_measures; i++)
    for (guint cell = 0; measures[i]->by_share && cell < n; cell++)
      if (dl_sweep_points_get (points, cell, measures[i]).bound)
        return TRUE;
  return FALSE;
}

char *
dl_sweep_points_shortfall_to_text (const DlSweepPoints *points, guint cell)
{
  const guint n_seeds = points->spec->n_seeds;
  DlSweepResult all = { .found = { .deadlock_free = TRUE } };

  /* Every run of a cell has the same analysis, but not every run locks. */
  for (guint point = cell * n_seeds; point < (cell + 1) * n_seeds; point++)
    if (points->known[point])
      {
        const gboolean deadlocked = all.deadlocked || points->results[point].deadlocked;

        all = points->results[point];
        all.deadlocked = deadlocked;
      }
  return dl_shortfall_to_text (&all);
}

char *
dl_sweep_points_settings (const DlSweepPoints *points, guint cell)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < points->spec->keys->len; i++)
    {
      const DlField *field = key_of (points, i)->field;

      g_string_append_printf (text, "%s%s.%s=%s", i > 0 ? ", " : "", field->group, field->key,
                              dl_sweep_value (points->spec, cell * points->spec->n_seeds, i));
    }
  return g_string_free (text, FALSE);
}

/* Measures ------------------------------------------------------------------------------------- */

/* One of a class that has no links. */
static gboolean
is_empty (const DlMeasure *measure, const DlScenario *scenario)
{
  const DlLinkClassDef *class = measure->family != NULL ? &measure->family->classes[measure->class]
                                                        : NULL;

  return class != NULL && class->exists != NULL && !class->exists (scenario);
}

static gboolean
varies (const DlSweepPoints *points, const DlMeasure *measure)
{
  double first = NAN;

  for (guint i = 0; i < points->n_points; i++)
    {
      const double value = points->known[i] ? dl_measure_get (measure, &points->results[i]) : NAN;

      if (!isnan (first) && !isnan (value) && value != first)
        return TRUE;
      first = isnan (first) ? value : first;
    }
  return FALSE;
}

const DlMeasure **
dl_sweep_points_measures (const DlSweepPoints *points, guint *n)
{
  static const char *const simulated[]
      = { "completion_ns", "bus_bandwidth_GBps", "accepted_load", "latency_mean",
          "latency_p99",   "latency_max",        "minimal_share", "bandwidth_GBps_per_node" };
  const DlSweepSpec *spec = points->spec;
  guint n_table;
  const DlMeasure *table = dl_measure_table (&n_table);
  const DlMeasure **measures = g_new (const DlMeasure *, G_N_ELEMENTS (simulated) + n_table);

  *n = 0;
  for (guint i = 0; i < G_N_ELEMENTS (simulated) && !spec->only_static; i++)
    {
      const DlMeasure *measure = dl_measure_find (simulated[i]);

      if (dl_measure_suits (measure, spec->scenario))
        measures[(*n)++] = measure;
    }
  for (guint i = 0; i < n_table && spec->only_static; i++)
    if (table[i].by_class && dl_measure_is_for (&table[i], spec->scenario->family)
        && !is_empty (&table[i], spec->scenario))
      measures[(*n)++] = &table[i];
  for (guint i = 0; i < n_table; i++)
    if (table[i].tells_delivery && varies (points, &table[i]))
      measures[(*n)++] = &table[i];
  return measures;
}

/* CSV ------------------------------------------------------------------------------------------ */

static void
append_text (GString *csv, const char *text)
{
  if (strpbrk (text, ",\"\n\r") == NULL)
    {
      g_string_append (csv, text);
      return;
    }
  g_string_append_c (csv, '"');
  for (; *text != '\0'; text++)
    {
      if (*text == '"')
        g_string_append_c (csv, '"');
      g_string_append_c (csv, *text);
    }
  g_string_append_c (csv, '"');
}

static void
append_value (GString *csv, const DlMeasure *measure, double value)
{
  g_autofree char *text = isnan (value) ? NULL : dl_value_format_double (value);

  if (measure->type == DL_MEASURE_WHOLE && text != NULL)
    g_string_append_printf (csv, "%" G_GUINT64_FORMAT, (guint64) value);
  else if (text != NULL)
    g_string_append (csv, text);
}

static void
append_state (GString *csv, const DlSweepResult *result)
{
  const char *state = dl_sim_state_id (result->state), *reason = dl_sim_reason_id (result->reason);

  g_string_append_printf (csv, ",%s,%s", state != NULL ? state : "", reason != NULL ? reason : "");
}

static void
append_point (GString *csv, const DlSweepPoints *points, guint point,
              const DlMeasure *const *measures, guint n_measures)
{
  const DlSweepResult *result = &points->results[point];

  for (guint key = 0; key < points->spec->keys->len; key++)
    {
      append_text (csv, dl_sweep_value (points->spec, point, key));
      g_string_append_c (csv, ',');
    }
  g_string_append_printf (csv, "%" G_GUINT64_FORMAT, result->seed);
  for (guint i = 0; i < n_measures; i++)
    {
      g_string_append_c (csv, ',');
      append_value (csv, measures[i], dl_measure_get (measures[i], result));
      if (measures[i]->half != 0)
        {
          g_string_append_c (csv, ',');
          append_value (csv, measures[i], dl_measure_half_width (measures[i], result));
        }
    }
  if (!points->spec->only_static)
    append_state (csv, result);
  g_string_append_c (csv, '\n');
}

char *
dl_sweep_points_to_csv (const DlSweepPoints *points)
{
  const DlSweepSpec *spec = points->spec;
  guint n_all, n = 0;
  g_autofree const DlMeasure **measures = dl_sweep_spec_measures (spec, &n_all);
  GString *csv = g_string_new (NULL);

  for (guint key = 0; key < spec->keys->len; key++)
    {
      const DlField *field = key_of (points, key)->field;

      g_string_append_printf (csv, "%s.%s,", field->group, field->key);
    }
  g_string_append (csv, "seed");
  for (guint i = 0; i < n_all; i++)
    if (!spec->only_static || !measures[i]->simulated)
      {
        measures[n++] = measures[i];
        g_string_append_printf (csv, ",%s", measures[i]->id);
        if (measures[i]->half != 0)
          g_string_append_printf (csv, ",%s" DL_MEASURE_HALF_SUFFIX, measures[i]->id);
      }
  if (!spec->only_static)
    g_string_append (csv, ",state,reason");
  g_string_append_c (csv, '\n');
  for (guint i = 0; i < points->n_points; i++)
    if (points->known[i])
      append_point (csv, points, i, measures, n);
  return g_string_free (csv, FALSE);
}

/* The progress in 1/65536, as what two threads can share. */
#define WHOLE 65536

struct _DlSweepWork
{
  gatomicrefcount refs;
  DlSweepPoints *had; /* earlier points */
  GCancellable *cancellable;
  DlSweepWorkDone done; /* NULL once it is closed */
  gpointer user_data;
  GAsyncQueue *results; /* DlSweepResult */
  gint progress;        /* atomic */
  GError *error;        /* written before done */

  GMutex lock; /* of what follows */
  GCond moved;
  gboolean paused;
  DlStoreThread *thread; /* NULL: the library is not used, or no more */
  gint64 scenario_id, sweep_id;
  char *library_problem;

  GStrv digests; /* of its own thread */
};

static DlSweepWork *
work_ref (DlSweepWork *work)
{
  g_atomic_ref_count_inc (&work->refs);
  return work;
}

static void
work_unref (gpointer data)
{
  DlSweepWork *work = data;

  if (!g_atomic_ref_count_dec (&work->refs))
    return;
  dl_sweep_points_unref (work->had);
  g_object_unref (work->cancellable);
  g_async_queue_unref (work->results);
  g_clear_error (&work->error);
  g_mutex_clear (&work->lock);
  g_cond_clear (&work->moved);
  g_free (work->library_problem);
  g_strfreev (work->digests);
  g_free (work);
}

static void
post_result (DlSweepWork *work, const DlSweepResult *result)
{
  g_async_queue_push (work->results, g_memdup2 (result, sizeof *result));
}

/* The library ---------------------------------------------------------------------------------- */

/* Something to be done on the library's thread, for which the sweep's may wait. */
typedef struct _Call Call;
struct _Call
{
  DlSweepWork *work;
  gboolean (*func) (Call *call, DlStore *store, GError **error);
  DlSweepResult result; /* in and out */
  guint point;
  gboolean *known;         /* (n_points) out */
  DlStoreSweepState state; /* in */
  gboolean good;           /* out */
  gboolean *finished;      /* of the waiting thread; NULL: none */
};

/* Points stay in memory from here on. */
static void
give_up_library (DlSweepWork *work, const char *message)
{
  g_mutex_lock (&work->lock);
  work->thread = NULL;
  if (work->library_problem == NULL)
    work->library_problem = g_strdup (message);
  g_mutex_unlock (&work->lock);
}

static gboolean
run_call (DlStore *store, gpointer data, GError **error)
{
  Call *call = data;
  g_autoptr (GError) local = NULL;

  call->good = call->func (call, store, &local);
  if (!call->good)
    give_up_library (call->work, local->message);
  return TRUE;
}

/* After run_call, or without it where the library cannot be opened. */
static void
end_call (gpointer data)
{
  Call *call = data;
  DlSweepWork *work = call->work;

  if (call->finished != NULL)
    {
      g_mutex_lock (&work->lock);
      *call->finished = TRUE; /* the call is gone from here on */
      g_cond_broadcast (&work->moved);
      g_mutex_unlock (&work->lock);
    }
  else
    g_free (call);
  work_unref (work);
}

static void
on_called (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GError) error = NULL;
  DlSweepWork *work = user_data;

  if (!dl_store_thread_finish (result, &error))
    give_up_library (work, error->message);
  work_unref (work);
}

/* The caller holds the lock. FALSE: there is no library. */
static gboolean
post (DlSweepWork *work, Call *call)
{
  if (work->thread == NULL)
    return FALSE;
  call->work = work_ref (work);
  dl_store_thread_run_async (work->thread, run_call, call, end_call, NULL, on_called,
                             work_ref (work));
  return TRUE;
}

/* Wait for it; the call is made even if the library is closed meanwhile. */
static gboolean
call_and_wait (DlSweepWork *work, Call *call)
{
  gboolean finished = FALSE;

  call->finished = &finished;
  g_mutex_lock (&work->lock);
  if (post (work, call))
    while (!finished)
      g_cond_wait (&work->moved, &work->lock);
  g_mutex_unlock (&work->lock);
  return call->good;
}

/* The caller holds the lock. */
static void
post_and_forget (DlSweepWork *work, const Call *call)
{
  Call *copy = g_memdup2 (call, sizeof *call);

  if (!post (work, copy))
    g_free (copy);
}

/* Points in the library: handed out as results. */
static gboolean
read_known (DlSweepWork *work, DlStore *store, gboolean *known, GError **error)
{
  for (guint i = 0; i < work->had->n_points; i++)
    {
      g_autoptr (DlStoreRun) stored = NULL;
      g_autoptr (GError) local = NULL;
      DlSweepResult result;

      if (work->had->known[i])
        continue;
      stored = dl_store_find_run (store, work->digests[i], &local);
      if (local != NULL)
        {
          g_propagate_error (error, g_steal_pointer (&local));
          return FALSE;
        }
      known[i] = stored != NULL;
      if (stored == NULL)
        continue;
      dl_sweep_store_result (stored, work->had->spec->scenario->family, i, &result);
      post_result (work, &result);
    }
  return TRUE;
}

static gboolean
begin (Call *call, DlStore *store, GError **error)
{
  DlSweepWork *work = call->work;
  const char *const *digests = (const char *const *) work->digests;
  g_autofree gboolean *known = g_new0 (gboolean, work->had->n_points);
  g_autoptr (DlStoreSweep) sweep = NULL;
  gint64 scenario_id = work->scenario_id, sweep_id = 0;

  /* Also where nothing can be written. */
  if (!read_known (work, store, call->known, error)
      || (scenario_id == 0
          && !dl_store_adopt (store, work->had->spec->scenario, &scenario_id, error)))
    return FALSE;
  sweep = dl_sweep_store_new (work->had->spec, digests, scenario_id);
  if (!dl_store_begin_sweep (store, sweep, digests, &sweep_id, known, error))
    return FALSE;
  /* Points not kept before. */
  for (guint i = 0; i < work->had->n_points; i++)
    if (work->had->known[i] && !known[i])
      {
        g_autoptr (DlStoreRun) stored
            = dl_sweep_store_run (work->had->spec, digests, scenario_id, &work->had->results[i]);

        if (!dl_store_add_point (store, sweep_id, i, stored, error))
          return FALSE;
      }
  g_mutex_lock (&work->lock);
  work->scenario_id = scenario_id;
  work->sweep_id = sweep_id;
  g_mutex_unlock (&work->lock);
  return TRUE;
}

/* Another program may have been faster. */
static gboolean
take_point (Call *call, DlStore *store, GError **error)
{
  DlSweepWork *work = call->work;
  const char *digest = work->digests[call->point];
  gboolean known;
  g_autoptr (DlStoreRun) stored = NULL;

  if (!dl_store_take_point (store, work->sweep_id, call->point, digest, &known, error))
    return FALSE;
  if (!known)
    return TRUE;
  stored = dl_store_find_run (store, digest, error);
  if (stored == NULL)
    return error == NULL || *error == NULL; /* removed between the two: it is run */
  dl_sweep_store_result (stored, work->had->spec->scenario->family, call->point, &call->result);
  *call->known = TRUE;
  return TRUE;
}

static gboolean
add_point (Call *call, DlStore *store, GError **error)
{
  DlSweepWork *work = call->work;
  g_autoptr (DlStoreRun) stored = dl_sweep_store_run (
      work->had->spec, (const char *const *) work->digests, work->scenario_id, &call->result);

  return dl_store_add_point (store, work->sweep_id, call->result.point, stored, error);
}

static gboolean
set_state (Call *call, DlStore *store, GError **error)
{
  return dl_store_end_sweep (store, call->work->sweep_id, call->state, error);
}

/* The caller holds the lock. */
static void
post_state (DlSweepWork *work, DlStoreSweepState state)
{
  if (work->sweep_id != 0)
    post_and_forget (work, &(Call) { .func = set_state, .state = state });
}

/* Its thread ----------------------------------------------------------------------------------- */

static void
wait_while_paused (DlSweepWork *work)
{
  g_mutex_lock (&work->lock);
  while (work->paused)
    g_cond_wait (&work->moved, &work->lock);
  g_mutex_unlock (&work->lock);
}

/* Simulations say how far they are every so many cycles: there they can be held. */
static void
note_progress (double fraction, gpointer data)
{
  DlSweepWork *work = data;

  g_atomic_int_set (&work->progress, (gint) (CLAMP (fraction, 0, 1) * WHOLE));
  wait_while_paused (work);
}

static gboolean
is_wanted (guint point, gpointer data)
{
  DlSweepWork *work = data;
  gboolean known = FALSE;
  Call call = { .func = take_point, .point = point, .known = &known };

  wait_while_paused (work);
  if (g_cancellable_is_cancelled (work->cancellable))
    return TRUE; /* running points see that, too */
  call_and_wait (work, &call);
  if (known)
    post_result (work, &call.result);
  return !known;
}

static gboolean
take_result (const DlSweepResult *result, gpointer data, GError **error)
{
  DlSweepWork *work = data;

  post_result (work, result);
  g_mutex_lock (&work->lock);
  if (work->sweep_id != 0)
    post_and_forget (work, &(Call) { .func = add_point, .result = *result });
  g_mutex_unlock (&work->lock);
  return TRUE;
}

static void
run_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  DlSweepWork *work = data;
  g_autofree gboolean *skip = g_new0 (gboolean, work->had->n_points);
  const DlSweepOptions options = { .n_jobs = MAX (g_get_num_processors (), 2) - 1,
                                   .skip = skip,
                                   .wanted = is_wanted,
                                   .wanted_data = work,
                                   .seeds_last = TRUE, /* a whole curve soon */
                                   .on_point = take_result,
                                   .on_point_data = work,
                                   .progress = note_progress,
                                   .progress_data = work };

  work->digests = dl_sweep_digests (work->had->spec);
  call_and_wait (work, &(Call) { .func = begin, .known = skip });
  for (guint i = 0; i < work->had->n_points; i++)
    skip[i] |= work->had->known[i];
  dl_sweep_run (work->had->spec, &options, work->cancellable, &work->error);
  if (g_error_matches (work->error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    g_clear_error (&work->error);
  g_mutex_lock (&work->lock);
  post_state (work, DL_STORE_SWEEP_STOPPED);
  g_mutex_unlock (&work->lock);
  g_task_return_boolean (task, TRUE);
}

static void
on_done (GObject *source, GAsyncResult *result, gpointer user_data)
{
  DlSweepWork *work = user_data;

  if (work->done != NULL)
    work->done (work, work->user_data);
}

DlSweepWork *
dl_sweep_work_start (const DlSweepPoints *points, DlStoreThread *thread, gint64 scenario_id,
                     DlSweepWorkDone done, gpointer user_data)
{
  DlSweepWork *work = g_new0 (DlSweepWork, 1);
  g_autoptr (GTask) task = NULL;

  g_atomic_ref_count_init (&work->refs);
  work->had = dl_sweep_points_copy (points);
  work->cancellable = g_cancellable_new ();
  work->done = done;
  work->user_data = user_data;
  work->results = g_async_queue_new_full (g_free);
  g_mutex_init (&work->lock);
  g_cond_init (&work->moved);
  work->thread = thread;
  work->scenario_id = scenario_id;

  task = g_task_new (NULL, NULL, on_done, work);
  g_task_set_task_data (task, work_ref (work), work_unref);
  g_task_run_in_thread (task, run_in_thread);
  return work;
}

/* The main context's side ---------------------------------------------------------------------- */

gboolean
dl_sweep_work_take (DlSweepWork *work, DlSweepPoints *points)
{
  DlSweepResult *result;
  gboolean any = FALSE;

  while ((result = g_async_queue_try_pop (work->results)) != NULL)
    {
      dl_sweep_points_add (points, result);
      g_free (result);
      any = TRUE;
    }
  return any;
}

void
dl_sweep_work_pause (DlSweepWork *work, gboolean pause)
{
  g_mutex_lock (&work->lock);
  work->paused = pause;
  post_state (work, pause ? DL_STORE_SWEEP_PAUSED : DL_STORE_SWEEP_RUNNING);
  g_cond_broadcast (&work->moved);
  g_mutex_unlock (&work->lock);
}

void
dl_sweep_work_cancel (DlSweepWork *work)
{
  g_cancellable_cancel (work->cancellable);
  g_mutex_lock (&work->lock);
  work->paused = FALSE;
  g_cond_broadcast (&work->moved);
  g_mutex_unlock (&work->lock);
}

void
dl_sweep_work_close (DlSweepWork *work)
{
  if (work == NULL)
    return;
  work->done = NULL;
  dl_sweep_work_cancel (work);
  g_mutex_lock (&work->lock);
  post_state (work, DL_STORE_SWEEP_STOPPED);
  work->thread = NULL;
  g_mutex_unlock (&work->lock);
  work_unref (work);
}

double
dl_sweep_work_get_progress (DlSweepWork *work)
{
  return g_atomic_int_get (&work->progress) / (double) WHOLE;
}

gint64
dl_sweep_work_get_sweep_id (DlSweepWork *work)
{
  gint64 id;

  g_mutex_lock (&work->lock);
  id = work->sweep_id;
  g_mutex_unlock (&work->lock);
  return id;
}

char *
dl_sweep_work_dup_library_problem (DlSweepWork *work)
{
  char *problem;

  g_mutex_lock (&work->lock);
  problem = g_strdup (work->library_problem);
  g_mutex_unlock (&work->lock);
  return problem;
}

const GError *
dl_sweep_work_get_error (DlSweepWork *work)
{
  return work->error;
}

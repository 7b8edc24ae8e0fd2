#include "dl-sweep.h"

#include "dl-evaluate.h"
#include "dl-parallel.h"
#include "dl-simulate.h"

#include <string.h>

/* Analyses that are kept for the points to come. */
#define N_KEPT 8

/* The static side of points: what they have in common. */
typedef struct
{
  gatomicrefcount refs;
  DlScenario *scenario;
  gpointer analysis; /* of its family */
} Base;

typedef struct
{
  const DlSweepSpec *spec;
  const DlSweepOptions *options;
  GArray *points;            /* guint: those to be run */
  GCancellable *cancellable; /* of this sweep: the caller's, or an error's */
  GMutex lock;               /* of what follows */
  GError *error;             /* the first */
  gboolean refused;          /* results are not taken any more */
  double progress;           /* points, with the parts of those under way */
  GMutex base_lock;
  GPtrArray *bases; /* Base, the last used first */
} Sweep;

/* A point under way. */
typedef struct
{
  Sweep *sweep;
  double progress; /* of it */
} Run;

static void
base_unref (gpointer data)
{
  Base *base = data;

  if (base == NULL || !g_atomic_ref_count_dec (&base->refs))
    return;
  if (base->analysis != NULL)
    dl_shared_unref (base->analysis);
  dl_scenario_free (base->scenario);
  g_free (base);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Base, base_unref)

/* @like (nullable): of the same routes. */
static Base *
base_new (Sweep *sweep, const DlScenario *scenario, const Base *like, GError **error)
{
  g_autoptr (Base) base = g_new0 (Base, 1);

  g_atomic_ref_count_init (&base->refs);
  base->scenario = dl_scenario_copy (scenario);
  base->analysis = scenario->family->analyze (
      scenario, like != NULL ? ((const DlAnalyzed *) like->analysis)->routes : NULL,
      like != NULL ? like->analysis : NULL, sweep->cancellable, error);
  return base->analysis != NULL ? g_steal_pointer (&base) : NULL;
}

/* Who sends to whom, on the same routes, and how packets choose among them. */
static gboolean
same_traffic (const DlScenario *a, const DlScenario *b)
{
  guint n;
  const DlField *fields = dl_fields (&n);

  if (a->seed != b->seed)
    return FALSE;
  for (guint i = 0; i < n; i++)
    if (!fields[i].simulated && !fields[i].fixed
        && (fields[i].family == NULL || fields[i].family == a->family)
        && !dl_field_same_value (&fields[i], a, b))
      return FALSE;
  return TRUE;
}

static Base *
base_ref (Base *base)
{
  g_atomic_ref_count_inc (&base->refs);
  return base;
}

/* The one that is kept for @scenario, or NULL; @like gets one of the same routes, or NULL. */
static Base *
find_kept (Sweep *sweep, const DlScenario *scenario, Base **like)
{
  *like = NULL;
  for (guint i = 0; i < sweep->bases->len; i++)
    {
      Base *base = g_ptr_array_index (sweep->bases, i);

      if (!dl_scenario_same_routes (base->scenario, scenario))
        continue;
      *like = base;
      if (!same_traffic (base->scenario, scenario))
        continue;
      g_ptr_array_steal_index (sweep->bases, i);
      g_ptr_array_insert (sweep->bases, 0, base);
      return base_ref (base);
    }
  return NULL;
}

/* The static side of @scenario, on routes that other points have too if those are the same. Others
 * wait for it, so that no two make the same routes of a large network; unless there is nothing
 * else to do. */
static Base *
find_base (Sweep *sweep, const DlScenario *scenario, GError **error)
{
  const gboolean together = sweep->spec->only_static;
  g_autoptr (Base) own_like = NULL;
  Base *like, *base;

  g_mutex_lock (&sweep->base_lock);
  base = find_kept (sweep, scenario, &like);
  if (base == NULL)
    {
      own_like = like != NULL ? base_ref (like) : NULL;
      if (together)
        g_mutex_unlock (&sweep->base_lock);
      base = base_new (sweep, scenario, own_like, error);
      if (together)
        g_mutex_lock (&sweep->base_lock);
      if (base != NULL)
        {
          g_ptr_array_insert (sweep->bases, 0, base_ref (base));
          g_ptr_array_set_size (sweep->bases, MIN (sweep->bases->len, N_KEPT));
        }
    }
  g_mutex_unlock (&sweep->base_lock);
  return base;
}

static void
note_progress (double fraction, gpointer data)
{
  Run *run = data;
  Sweep *sweep = run->sweep;

  g_mutex_lock (&sweep->lock);
  sweep->progress += fraction - run->progress;
  run->progress = fraction;
  if (sweep->options->progress != NULL)
    sweep->options->progress (MIN (sweep->progress / sweep->points->len, 1),
                              sweep->options->progress_data);
  g_mutex_unlock (&sweep->lock);
}

static gboolean
run_point (Run *run, guint point, DlSweepResult *result, GError **error)
{
  Sweep *sweep = run->sweep;
  g_autoptr (DlScenario) scenario = dl_sweep_point (sweep->spec, point, NULL, error);
  g_autoptr (Base) base = NULL;
  g_autoptr (DlSimulation) simulation = NULL;
  DlSimulateOptions options;

  if (scenario == NULL)
    return FALSE;
  base = find_base (sweep, scenario, error);
  if (base == NULL)
    return FALSE;
  dl_sweep_result_init (result, scenario->family);
  result->point = point;
  result->seed = dl_sweep_point_seed (sweep->spec, scenario, point);
  scenario->family->find (base->analysis, &result->found);
  if (sweep->spec->only_static)
    return TRUE;

  options = dl_simulate_options (scenario);
  options.seed = result->seed;
  options.threads = 1;
  options.routes = ((const DlAnalyzed *) base->analysis)->routes;
  options.progress = note_progress;
  options.progress_data = run;
  simulation = dl_simulate (scenario, &options, sweep->cancellable, error);
  if (simulation == NULL)
    return FALSE;
  dl_sweep_result_set_simulated (result, simulation);
  return TRUE;
}

static gboolean
is_wanted (Sweep *sweep, guint point)
{
  gboolean wanted;

  if (sweep->options->wanted == NULL)
    return TRUE;
  g_mutex_lock (&sweep->lock);
  wanted = sweep->options->wanted (point, sweep->options->wanted_data);
  g_mutex_unlock (&sweep->lock);
  return wanted;
}

static void
do_point (guint i, gpointer data)
{
  Sweep *sweep = data;
  const guint point = g_array_index (sweep->points, guint, i);
  Run run = { .sweep = sweep };
  DlSweepResult result;
  GError *error = NULL;
  gboolean done;

  if (!is_wanted (sweep, point))
    {
      note_progress (1, &run);
      return;
    }
  done = run_point (&run, point, &result, &error);

  g_mutex_lock (&sweep->lock);
  /* A point that was finished counts, even if another one was not. */
  if (done && !sweep->refused)
    sweep->refused = !sweep->options->on_point (&result, sweep->options->on_point_data, &error);
  if (error != NULL && sweep->error == NULL)
    {
      g_propagate_error (&sweep->error, g_steal_pointer (&error));
      g_cancellable_cancel (sweep->cancellable);
    }
  g_clear_error (&error);
  g_mutex_unlock (&sweep->lock);
  if (done)
    note_progress (1, &run);
}

static void
add_points (GArray *points, const DlSweepSpec *spec, const DlSweepOptions *options)
{
  const guint n = dl_sweep_n_points (spec), n_seeds = spec->n_seeds;

  for (guint i = 0; i < n; i++)
    {
      const guint point = options->seeds_last ? i % (n / n_seeds) * n_seeds + i / (n / n_seeds) : i;

      if (options->skip == NULL || !options->skip[point])
        g_array_append_val (points, point);
    }
}

static void
pass_on (GCancellable *from, GCancellable *to)
{
  g_cancellable_cancel (to);
}

gboolean
dl_sweep_run (const DlSweepSpec *spec, const DlSweepOptions *options, GCancellable *cancellable,
              GError **error)
{
  g_autoptr (GCancellable) own = g_cancellable_new ();
  g_autoptr (GArray) points = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GPtrArray) bases = g_ptr_array_new_with_free_func (base_unref);
  Sweep sweep
      = { .spec = spec, .options = options, .points = points, .cancellable = own, .bases = bases };
  const DlParallel parallel = { .n_threads = options->n_jobs, .cancellable = own };
  gulong connection = 0;

  add_points (points, spec, options);
  if (points->len == 0)
    return !g_cancellable_set_error_if_cancelled (cancellable, error);

  g_mutex_init (&sweep.lock);
  g_mutex_init (&sweep.base_lock);
  if (cancellable != NULL)
    connection = g_cancellable_connect (cancellable, G_CALLBACK (pass_on), own, NULL);
  dl_parallel_run (&parallel, points->len, do_point, &sweep);
  g_cancellable_disconnect (cancellable, connection);
  g_mutex_clear (&sweep.lock);
  g_mutex_clear (&sweep.base_lock);

  if (sweep.error == NULL)
    g_cancellable_set_error_if_cancelled (own, &sweep.error);
  if (sweep.error == NULL)
    return TRUE;
  g_propagate_error (error, sweep.error);
  return FALSE;
}

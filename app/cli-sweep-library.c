/* A sweep's points as runs of a library, which has the scenario, too. */
#include "cli-sweep.h"

#include "cli-scenario.h"
#include "cli-streams.h"
#include "dl-sweep-store.h"

typedef struct
{
  const DlSweepSpec *spec;
  const char *const *digests;
  DlStore *store;
  gint64 scenario_id, sweep_id;
} Target;

static gboolean
add_point (const DlSweepResult *result, gpointer data, GError **error)
{
  Target *target = data;
  g_autoptr (DlStoreRun) run
      = dl_sweep_store_run (target->spec, target->digests, target->scenario_id, result);

  return dl_store_add_point (target->store, target->sweep_id, result->point, run, error);
}

/* Another program may have been faster; if that cannot be told, the point is run. */
static gboolean
is_wanted (guint point, gpointer data)
{
  Target *target = data;
  gboolean known = FALSE;

  dl_store_take_point (target->store, target->sweep_id, point, target->digests[point], &known,
                       NULL);
  return !known;
}

static gboolean
begin (Target *target, gboolean *known, GError **error)
{
  g_autoptr (DlStoreSweep) sweep = NULL;

  if (!dl_store_adopt (target->store, target->spec->scenario, &target->scenario_id, error))
    return FALSE;
  sweep = dl_sweep_store_new (target->spec, target->digests, target->scenario_id);
  return dl_store_begin_sweep (target->store, sweep, target->digests, &target->sweep_id, known,
                               error);
}

gboolean
cli_sweep_to_library (Cli *cli, const DlSweepSpec *spec, CliShard shard, const char *file_name,
                      DlSweepOptions *options, GError **error)
{
  g_auto (GStrv) digests = dl_sweep_digests (spec);
  g_autofree gboolean *known = g_new0 (gboolean, dl_sweep_n_points (spec));
  g_autoptr (DlStore) store = dl_store_open (file_name, error);
  Target target = { .spec = spec, .digests = (const char *const *) digests, .store = store };
  gboolean done;

  if (store == NULL)
    return FALSE;
  if (dl_store_notice (store) != NULL)
    cli_complain ("%s", dl_store_notice (store));
  if (!begin (&target, known, error))
    return FALSE;
  options->on_point = add_point;
  options->on_point_data = &target;
  options->wanted = is_wanted;
  options->wanted_data = &target;
  done = cli_sweep_run (cli, spec, shard, file_name, known, options, error);
  /* What was run is there in any case. */
  return dl_store_end_sweep (store, target.sweep_id, DL_STORE_SWEEP_STOPPED, done ? error : NULL)
         && done;
}

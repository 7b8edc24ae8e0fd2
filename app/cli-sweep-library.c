/* A sweep's points as runs of a library, which has the scenario, too. */
#include "cli-sweep.h"

#include "cli-scenario.h"
#include "cli-streams.h"
#include "dl-store-error.h"
#include "dl-sweep-store.h"

#include <glib/gi18n.h>

typedef struct
{
  const DlSweepSpec *spec;
  const char *const *digests;
  DlStore *store;
  gint64 scenario_id, sweep_id;
  guint n_safe; /* points that are there */
} Target;

static gboolean
add_point (const DlSweepResult *result, gpointer data, GError **error)
{
  Target *target = data;
  g_autoptr (DlStoreRun) run
      = dl_sweep_store_run (target->spec, target->digests, target->scenario_id, result);

  if (!dl_store_add_point (target->store, target->sweep_id, result->point, run, error))
    return FALSE;
  target->n_safe++;
  return TRUE;
}

/* The library speaks of what it was given last, and not of the points before. */
static void
tell_points (const Target *target, const char *file_name, GError **error)
{
  const guint n = dl_sweep_n_points (target->spec);
  g_autofree char *name = cli_display_name (file_name);

  if (error == NULL || !g_error_matches (*error, DL_STORE_ERROR, DL_STORE_ERROR_FULL))
    return;
  g_clear_error (error);
  g_set_error (error, CLI_ERROR, CLI_ERROR_STOPPED,
               ngettext ("%s: the disk is full or has failed; %u of %u point is saved (free some "
                         "space, then repeat the command to continue)",
                         "%s: the disk is full or has failed; %u of %u points are saved (free "
                         "some space, then repeat the command to continue)",
                         n),
               name, target->n_safe, n);
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

/* The points that an earlier run left, where the sweep cannot begin. */
static void
count_safe (Target *target)
{
  const guint n = dl_sweep_n_points (target->spec);

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (DlStoreRun) run = dl_store_find_run (target->store, target->digests[i], NULL);

      target->n_safe += run != NULL;
    }
}

gboolean
cli_sweep_to_library (Cli *cli, const DlSweepSpec *spec, CliShard shard, const char *file_name,
                      DlSweepOptions *options, GError **error)
{
  const guint n = dl_sweep_n_points (spec);
  g_auto (GStrv) digests = dl_sweep_digests (spec);
  g_autofree gboolean *known = g_new0 (gboolean, n);
  g_autoptr (CliStore) store = dl_store_open (file_name, error);
  Target target = { .spec = spec, .digests = (const char *const *) digests, .store = store };
  gboolean done;

  if (store == NULL)
    return FALSE;
  if (dl_store_notice (store) != NULL)
    cli_complain ("%s", dl_store_notice (store));
  if (!begin (&target, known, error))
    {
      count_safe (&target);
      tell_points (&target, file_name, error);
      dl_store_drop_unused (store);
      return FALSE;
    }
  for (guint i = 0; i < n; i++)
    target.n_safe += known[i];
  options->on_point = add_point;
  options->on_point_data = &target;
  options->wanted = is_wanted;
  options->wanted_data = &target;
  done = cli_sweep_run (cli, spec, shard, file_name, known, options, error);
  /* What was run is there in any case. */
  done = dl_store_end_sweep (store, target.sweep_id, DL_STORE_SWEEP_STOPPED, done ? error : NULL)
         && done;
  if (!done)
    tell_points (&target, file_name, error);
  return done || cli_sweep_interrupt (cli, target.n_safe, n, error);
}

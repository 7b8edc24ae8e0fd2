/* dateline-cli sweep: runs of all combinations, into a file or a library. */
#include "cli-sweep.h"

#include "cli-scenario.h"
#include "cli-streams.h"
#include "dl-store-error.h"
#include "dl-sweep-store.h"
#include "dl-value.h"

#include <glib/gi18n.h>

#include <string.h>

/* Asking for it -------------------------------------------------------------------------------- */

guint
cli_sweep_default_jobs (void)
{
  return MIN (g_get_num_processors (), CLI_MAX_JOBS);
}

/* --cycles and --warmup are keys of the scenario by another name; a run of so many cycles does not
 * end before them. */
static gboolean
set_length (DlScenario *scenario, const char *option, const char *text, const char *key,
            GError **error)
{
  if (text == NULL || dl_field_set (dl_field_find ("simulation", key), scenario, text, error))
    return TRUE;
  g_prefix_error (error, "%s: ", option);
  return FALSE;
}

DlSweepSpec *
cli_sweep_spec_of (Cli *cli, const DlScenario *scenario, GError **error)
{
  const CliOptions *given = &cli->options;
  g_autoptr (DlSweepSpec) spec = dl_sweep_spec_new (scenario);
  const DlField *field = NULL;

  if (!set_length (spec->scenario, "--cycles", given->cycles, "cycles", error)
      || !set_length (spec->scenario, "--cycles", given->cycles != NULL ? "cycles" : NULL, "stop",
                      error)
      || !set_length (spec->scenario, "--warmup", given->warmup, "warmup-cycles", error))
    return NULL;
  if (!cli_parse_count ("--seeds", given->seeds, DL_SWEEP_MAX_SEEDS, &spec->n_seeds, error))
    return NULL;
  for (char **vary = given->vary; vary != NULL && *vary != NULL; vary++)
    {
      if (!g_utf8_validate (*vary, -1, NULL))
        {
          cli_bad_input (error, _ ("--vary: the text is not UTF-8 (use UTF-8)"));
          return NULL;
        }
      if (!dl_sweep_spec_vary (spec, *vary, error))
        {
          cli_place_error (error, "--vary", *vary);
          return NULL;
        }
    }
  if (!dl_sweep_spec_check (spec, &field, error))
    {
      g_prefix_error (error, field != NULL ? "--vary " : "--vary: ");
      return NULL;
    }
  return g_steal_pointer (&spec);
}

DlSweepSpec *
cli_sweep_spec (Cli *cli, const char *name, GError **error)
{
  g_autoptr (DlScenario) scenario = cli_scenario_load (cli, name, error);

  return scenario != NULL ? cli_sweep_spec_of (cli, scenario, error) : NULL;
}

/* Shards --------------------------------------------------------------------------------------- */

static gboolean
is_in_shard (CliShard shard, guint point)
{
  return point % shard.of == shard.number - 1;
}

static gboolean
parse_shard (const char *text, CliShard *shard, GError **error)
{
  g_auto (GStrv) parts = NULL;
  guint64 number, of;

  *shard = (CliShard) { 1, 1 };
  if (text == NULL)
    return TRUE;
  parts = g_strsplit (text, "/", 3);
  if (g_strv_length (parts) != 2
      || !dl_value_parse_uint (parts[1], 1, DL_SWEEP_MAX_POINTS, &of, NULL)
      || !dl_value_parse_uint (parts[0], 1, of, &number, NULL))
    {
      g_autofree char *quoted = dl_value_quote (text);

      return cli_bad_input (error,
                            _ ("--shard: %s is not a shard (expected I/N, with I from 1 to "
                               "N)"),
                            quoted);
    }
  *shard = (CliShard) { (guint) number, (guint) of };
  return TRUE;
}

/* Running -------------------------------------------------------------------------------------- */

/* Of a sweep that goes on: how much of it is done. */
static void
say_known (const char *file_name, CliShard shard, const gboolean *known, guint n)
{
  g_autofree char *name = cli_display_name (file_name);
  guint there = 0, of_shard = 0;

  for (guint i = 0; i < n; i++)
    if (is_in_shard (shard, i))
      {
        of_shard++;
        there += known[i];
      }
  if (there > 0)
    cli_complain (_ ("%s: %u of %u points are already done"), name, there, of_shard);
}

/* Run what is not @known (n_points) of @shard; @options has what takes the results. */
static gboolean
run_sweep (Cli *cli, const DlSweepSpec *spec, CliShard shard, const char *name,
           const gboolean *known, DlSweepOptions *options, GError **error)
{
  const guint n = dl_sweep_n_points (spec);
  g_autofree gboolean *skip = g_new (gboolean, n);
  CliProgress progress;
  gboolean done;

  for (guint i = 0; i < n; i++)
    skip[i] = known[i] || !is_in_shard (shard, i);
  say_known (name, shard, known, n);
  options->skip = skip;
  options->progress = cli_progress_set;
  options->progress_data = &progress;
  cli_progress_begin (&progress);
  done = dl_sweep_run (spec, options, cli->cancellable, error);
  cli_progress_end (&progress);
  options->skip = NULL;
  return done;
}

/* Ctrl+C ended a sweep of which @n_safe of @n_points are saved: main says so (cli_interrupt). */
static gboolean
interrupt (Cli *cli, guint n_safe, guint n_points, GError **error)
{
  return cli_interrupt (cli,
                        g_strdup_printf (ngettext ("%u of %u point is saved; repeat the command "
                                                   "to continue",
                                                   "%u of %u points are saved; repeat the "
                                                   "command to continue",
                                                   n_points),
                                         n_safe, n_points),
                        error);
}

/* Into a library ------------------------------------------------------------------------------- */

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

/* The points of @shard as runs of the library @file_name, which is made if it is not there, below
 * the scenario. */
static gboolean
to_library (Cli *cli, const DlSweepSpec *spec, CliShard shard, const char *file_name,
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
  done = run_sweep (cli, spec, shard, file_name, known, options, error);
  /* What was run is there in any case. */
  done = dl_store_end_sweep (store, target.sweep_id, DL_STORE_SWEEP_STOPPED, done ? error : NULL)
         && done;
  if (!done)
    tell_points (&target, file_name, error);
  return done || interrupt (cli, target.n_safe, n, error);
}

/* Into a file ---------------------------------------------------------------------------------- */

static gboolean
add_row (const DlSweepResult *result, gpointer data, GError **error)
{
  return cli_sweep_file_add (data, result, error);
}

static gboolean
to_file (Cli *cli, const DlSweepSpec *spec, CliShard shard, const char *file_name,
         DlSweepOptions *options, GError **error)
{
  g_auto (GStrv) digests = dl_sweep_digests (spec);
  g_autoptr (CliSweepFile) file
      = cli_sweep_file_open (file_name, spec, (const char *const *) digests, error);

  if (file == NULL)
    return FALSE;
  options->on_point = add_row;
  options->on_point_data = file;
  return (run_sweep (cli, spec, shard, file_name, cli_sweep_file_get_known (file), options, error)
          && cli_sweep_file_sort (file, cli->cancellable, error))
         || interrupt (cli, cli_sweep_file_n_safe (file), dl_sweep_n_points (spec), error);
}

CliStatus
cli_sweep (Cli *cli, GError **error)
{
  g_autofree char *file_name = g_steal_pointer (&cli->options.output); /* it is no result's */
  g_autoptr (DlSweepSpec) spec = NULL;
  DlSweepOptions options = { .n_jobs = cli_sweep_default_jobs () };
  CliShard shard;

  if (file_name == NULL)
    return cli_bad_input (error, _ ("sweep: the file is missing (add -o FILE.csv or FILE.db)"));
  if (cli->options.only_static && cli->options.seeds != NULL)
    return cli_bad_input (error, _ ("sweep: a static analysis has no seeds (choose --static or "
                                    "--seeds)"));
  if (!cli_parse_count ("--jobs", cli->options.jobs, CLI_MAX_JOBS, &options.n_jobs, error)
      || !parse_shard (cli->options.shard, &shard, error)
      || (spec = cli_sweep_spec (cli, cli->args[0], error)) == NULL)
    return CLI_BAD_INPUT;
  spec->only_static = cli->options.only_static;
  if (g_str_has_suffix (file_name, ".db"))
    to_library (cli, spec, shard, file_name, &options, error);
  else
    to_file (cli, spec, shard, file_name, &options, error);
  return CLI_DONE;
}

/* dateline-cli sweep: a simulation for each combination of values. */
#include "cli-sweep.h"

#include "cli-scenario.h"
#include "cli-streams.h"
#include "dl-value.h"

#include <glib/gi18n.h>

#include <string.h>

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

gboolean
cli_sweep_run (Cli *cli, const DlSweepSpec *spec, CliShard shard, const char *name,
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

gboolean
cli_sweep_interrupt (Cli *cli, guint n_safe, guint n_points, GError **error)
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
  return (cli_sweep_run (cli, spec, shard, file_name, cli_sweep_file_get_known (file), options,
                         error)
          && cli_sweep_file_sort (file, cli->cancellable, error))
         || cli_sweep_interrupt (cli, cli_sweep_file_n_safe (file), dl_sweep_n_points (spec),
                                 error);
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
    cli_sweep_to_library (cli, spec, shard, file_name, &options, error);
  else
    to_file (cli, spec, shard, file_name, &options, error);
  return CLI_DONE;
}

/* dateline-cli counters: counters measured on a machine, beside values computed for it. */
#include "cli-families.h"

#include "cli-streams.h"

#include <glib/gi18n.h>

/* Rows of lists that people read, unless they ask for more. */
#define TOP_ROWS 20

static gsize
limit_of (const GByteArray *bytes)
{
  return DL_COUNTERS_MAX_BYTES;
}

gboolean
cli_counters_check_options (const CliOptions *options, GError **error)
{
  static const char *const of_simulations[] = { "--cycles", "--warmup", "--threads" };

  for (guint i = 0; i < G_N_ELEMENTS (of_simulations) && !options->simulate; i++)
    if (cli_is_given (options, of_simulations[i]))
      return cli_bad_input (error, _ ("%s needs a simulation (add --simulate)"), of_simulations[i]);
  return TRUE;
}

DlSimulation *
cli_counters_simulate (Cli *cli, const DlScenario *scenario, DlSimulateOptions options,
                       GError **error)
{
  const CliOptions *given = &cli->options;
  CliProgress progress;
  DlSimulation *simulation;

  if (given->cycles != NULL)
    options.stop = DL_STOP_CYCLES;
  if (!cli_parse_uint ("--cycles", given->cycles, 1, G_MAXINT64, &options.cycles, error)
      || !cli_parse_warmup (given->warmup, &options.warmup_cycles, error)
      || !cli_parse_count ("--threads", given->threads, 256, &options.threads, error))
    return NULL;
  options.progress = cli_progress_set;
  options.progress_data = &progress;
  cli_progress_begin (&progress);
  simulation = dl_simulate (scenario, &options, cli->cancellable, error);
  cli_progress_end (&progress);
  return simulation;
}

void
cli_json_correlation (JsonBuilder *builder, const char *name, const DlCorrelation *correlation)
{
  cli_json_begin_object (builder, name);
  cli_json_double (builder, "pearson", correlation->pearson);
  cli_json_double (builder, "rank", correlation->rank);
  json_builder_end_object (builder);
}

/* A row for the analysis, and one for the simulation if there is one. */
static void
fill_correlation (DlCells *cells, gconstpointer data, guint row)
{
  const DlMeasuredCorrelation *all = data;
  const DlCorrelation *correlation = row == 0 ? &all->analysis : &all->simulation;

  dl_cells_text (cells, row == 0 ? _ ("static analysis") : _ ("simulation"));
  dl_cells_real (cells, correlation->pearson);
  dl_cells_real (cells, correlation->rank);
}

void
cli_append_correlation (GString *out, const DlScenario *scenario, const DlMeasured *measured)
{
  static const DlTableColumn columns[] = {
    { NULL, N_ ("measured links and") },
    { NULL, N_ ("correlation"), DL_COLUMN_REAL, 4 },
    { NULL, N_ ("of ranks"), DL_COLUMN_REAL, 4 },
  };

  g_string_append_printf (out, _ ("\nCompared with “%s”, traffic %s:\n\n"), scenario->name,
                          scenario->traffic.pattern->id);
  dl_table_append_text (out, &DL_TABLE (columns, measured->simulated != NULL ? 2 : 1,
                                        fill_correlation, &measured->correlation));
}

DlCounters *
cli_counters_load (Cli *cli, const char *file_name, GError **error)
{
  g_autofree char *name = cli_display_name (file_name);
  g_autoptr (GByteArray) bytes = cli_read (file_name, limit_of, cli->cancellable, error);

  if (bytes == NULL)
    return NULL;
  return dl_counters_read ((const char *) bytes->data, bytes->len, name, error);
}

CliStatus
cli_counters (Cli *cli, GError **error)
{
  g_autoptr (DlCounters) counters = NULL;
  guint64 top = cli->options.json || cli->options.csv ? G_MAXUINT : TOP_ROWS;

  if (!cli_parse_uint ("--top", cli->options.top, 1, G_MAXUINT, &top, error))
    return CLI_BAD_INPUT;
  counters = cli_counters_load (cli, cli->args[0], error);
  if (counters == NULL)
    return CLI_DONE;
  return cli_family_of_counters (counters)->counters (cli, counters, top, error);
}

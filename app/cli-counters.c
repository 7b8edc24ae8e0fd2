/* dateline-cli counters: counters measured on a machine, beside what is computed for it. */
#include "cli-counters.h"

#include "cli-streams.h"

#include <glib/gi18n.h>

/* Rows of lists that people read, unless they ask for more. */
#define TOP_ROWS 20
/* Messages about what does not fit. */
#define MAX_WARNINGS 10

static gsize
limit_of (const GByteArray *bytes)
{
  return DL_COUNTERS_MAX_BYTES;
}

void
cli_counters_warn (const char *file_name, const GPtrArray *notes, guint n_notes)
{
  const guint n = MIN (notes->len, MAX_WARNINGS);

  for (guint i = 0; i < n; i++)
    cli_complain (_ ("warning: %s"), (const char *) notes->pdata[i]);
  if (n_notes > n)
    cli_complain (ngettext ("warning: %s: %u more line does not fit",
                            "warning: %s: %u more lines do not fit", n_notes - n),
                  file_name, n_notes - n);
}

/* Options that say something only of a torus, or only of a simulation. */
static gboolean
check_options (const CliOptions *options, const DlCounters *counters, GError **error)
{
  const gboolean torus = counters->kind == &dl_counters_kind_torus;
  const struct
  {
    const char *name;
    gboolean fits;
  } table[] = {
    { "--region", torus },
    { "--simulate", counters->kind != &dl_counters_kind_jobs },
    { "--cycles", options->simulate },
    { "--warmup", options->simulate },
    { "--threads", options->simulate },
  };

  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    if (!table[i].fits && cli_is_given (options, table[i].name))
      return cli_bad_input (error,
                            i == 0   ? _ ("%s is for counters of a torus (without it)")
                            : i == 1 ? _ ("%s is for counters of links (without it)")
                                     : _ ("%s is of a simulation (with --simulate)"),
                            table[i].name);
  return TRUE;
}

DlSimulation *
cli_counters_simulate (Cli *cli, const DlScenario *scenario, DlSimulateOptions options,
                       GError **error)
{
  const CliOptions *given = &cli->options;
  CliProgress progress;
  DlSimulation *simulation;

  if (!cli_parse_uint ("--cycles", given->cycles, 1, G_MAXINT64, &options.cycles, error)
      || !cli_parse_uint ("--warmup", given->warmup, 0, G_MAXINT64, &options.warmup_cycles, error)
      || !cli_parse_count ("--threads", given->threads, 256, &options.threads, error))
    return NULL;
  options.progress = cli_progress_set;
  options.progress_data = &progress;
  cli_progress_begin (&progress);
  simulation = dl_simulate (scenario, &options, cli->cancellable, error);
  cli_progress_end (&progress);
  return simulation;
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
  const char *machine = cli->n_args > 1 ? cli->args[1] : NULL;
  g_autoptr (DlCounters) counters = NULL;
  guint64 top = cli->options.json || cli->options.csv ? G_MAXUINT : TOP_ROWS;

  if (!cli_parse_uint ("--top", cli->options.top, 1, G_MAXUINT, &top, error))
    return CLI_BAD_INPUT;
  counters = cli_counters_load (cli, cli->args[0], error);
  if (counters == NULL || !check_options (&cli->options, counters, error))
    return CLI_DONE;
  if (counters->kind == &dl_counters_kind_torus)
    return cli_counters_torus (cli, counters, top, error);
  return cli_counters_cascade (cli, counters, machine, top, error);
}

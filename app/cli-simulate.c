/* dateline-cli simulate: the router, cycle by cycle. */
#include "cli-simulate.h"

#include "cli-analyze.h"
#include "cli-scenario.h"
#include "cli-streams.h"
#include "cli-table.h"

#include <glib/gi18n.h>

#include <math.h>

#define MAX_SEEDS 1000

/* Text ----------------------------------------------------------------------------------------- */

/* "yes" or "no", of several runs how many. */
static char *
describe_settled (GPtrArray *runs)
{
  guint settled = 0;

  for (guint i = 0; i < runs->len; i++)
    settled += ((const DlSimulation *) g_ptr_array_index (runs, i))->settled;
  if (runs->len > 1)
    return g_strdup_printf (_ ("%u of %u"), settled, runs->len);
  return g_strdup (settled ? _ ("yes") : _ ("no"));
}

static void
append_rows (GString *out, const CliFigures *means, GPtrArray *runs)
{
  const gboolean intervals = runs->len > 1;
  const struct
  {
    const char *label;
    guint figure, digits;
    gboolean optional; /* left out where it is not known */
  } rows[] = {
    { _ ("cycles"), CLI_CYCLES, 0 },
    { _ ("program finished after"), CLI_COMPLETION, 0, TRUE },
    { _ ("packets injected"), CLI_INJECTED, 0 },
    { _ ("packets delivered"), CLI_DELIVERED, 0 },
    { _ ("packets in flight"), CLI_IN_FLIGHT, 0 },
    { _ ("dropped: unreachable"), CLI_DROPPED_UNREACHABLE, 0 },
    { _ ("dropped: dateline"), CLI_DROPPED_DATELINE, 0, TRUE },
    { _ ("retransmitted flits"), CLI_RETRANSMITTED, 0, TRUE },
    { _ ("offered load"), CLI_OFFERED, 4 },
    { _ ("accepted throughput"), CLI_ACCEPTED, 4 },
    { _ ("mean hops"), CLI_HOPS, 4 },
    { _ ("network latency: mean"), CLI_NETWORK_LATENCY + CLI_LATENCY_MEAN, 1 },
    { _ ("network latency: standard deviation"), CLI_NETWORK_LATENCY + CLI_LATENCY_SD, 1 },
    { _ ("network latency: median"), CLI_NETWORK_LATENCY + CLI_LATENCY_P50, 1 },
    { _ ("network latency: 99th percentile"), CLI_NETWORK_LATENCY + CLI_LATENCY_P99, 1 },
    { _ ("network latency: maximum"), CLI_NETWORK_LATENCY + CLI_LATENCY_MAX, 0 },
    { _ ("packet latency: mean"), CLI_TOTAL_LATENCY + CLI_LATENCY_MEAN, 1 },
    { _ ("packet latency: 99th percentile"), CLI_TOTAL_LATENCY + CLI_LATENCY_P99, 1 },
  };
  g_autoptr (CliTable) table = cli_table_new (intervals ? "lrlr" : "lr");
  g_autofree char *settled = describe_settled (runs);

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      if (rows[i].optional && isnan (means->value[rows[i].figure]))
        continue;
      cli_table_text (table, rows[i].label);
      cli_table_double (table, means->value[rows[i].figure], rows[i].digits);
      if (!intervals)
        continue;
      cli_table_text (table, "±");
      cli_table_double (table, means->reach[rows[i].figure], rows[i].digits);
    }
  if (!((const DlSimulation *) g_ptr_array_index (runs, 0))->program)
    {
      cli_table_text (table, _ ("converged"));
      cli_table_text (table, settled);
      for (guint i = 0; intervals && i < 2; i++)
        cli_table_text (table, "");
    }
  cli_table_append (out, table);
}

/* How many programs did not come to their end. */
static void
append_undone (GString *out, GPtrArray *runs)
{
  guint n = 0;

  for (guint i = 0; i < runs->len; i++)
    {
      const DlSimulation *run = g_ptr_array_index (runs, i);
      n += run->program && run->completion_cycles == DL_SIMULATE_NOT_DONE;
    }
  if (n == 0)
    return;
  if (runs->len == 1)
    g_string_append (out, _ ("The program did not finish (increase --cycles).\n"));
  else
    g_string_append_printf (
        out, _ ("In %u of the runs the program did not finish (increase --cycles).\n"), n);
}

static void
append_deadlock (GString *out, const DlSimulation *run)
{
  g_autoptr (CliTable) table = cli_table_new ("lll");

  g_string_append_printf (out,
                          _ ("\nDEADLOCK (seed %lu): after %lu cycles these packets wait for each "
                             "other, each for the channel that the next one holds:\n\n"),
                          (gulong) run->options.seed, (gulong) run->cycles);
  for (guint i = 0; i < run->deadlock->len; i++)
    {
      const DlSimWait *wait = &g_array_index (run->deadlock, DlSimWait, i);
      g_auto (CliWait) names = { 0 };
      g_autofree char *from = NULL;
      g_autofree char *to = NULL;

      cli_family (run->family)->name_wait (run, wait, &names);
      from = g_strdup_printf (_ ("from %s"), names.source);
      to = g_strdup_printf (_ ("to %s"), names.dest);
      cli_table_text (table, names.channel);
      cli_table_text (table, from);
      cli_table_text (table, to);
    }
  cli_table_append (out, table);
}

static void
append_text (GString *out, const DlScenario *scenario, GPtrArray *runs)
{
  const DlSimulation *first = g_ptr_array_index (runs, 0);
  const CliFamily *family = cli_family_of (scenario);
  g_autofree CliFigures *means = g_new (CliFigures, 1);

  cli_simulation_means (runs, means);
  cli_append_description (out, scenario);
  g_string_append_c (out, '\n');
  append_rows (out, means, runs);
  g_string_append_printf (
      out,
      _ ("\nCounts cover the whole run; loads and latencies exclude the warm-up of %lu cycles.\n"),
      (gulong) first->options.warmup_cycles);
  if (family->append_units == NULL || !family->append_units (out, first))
    g_string_append (out, _ ("Loads in flits/node/cycle; latencies in cycles. Network latency: "
                             "without the time in the source queue;\npacket latency: with it.\n"));
  if (runs->len > 1)
    g_string_append_printf (out, _ ("Means of %u runs, ± the 95%% confidence interval.\n"),
                            runs->len);
  append_undone (out, runs);
  family->append_run_text (out, first, means->value);
  for (guint i = 0; i < runs->len; i++)
    {
      const DlSimulation *run = g_ptr_array_index (runs, i);
      if (run->deadlock != NULL)
        append_deadlock (out, run);
    }
  if (runs->len == 1)
    g_string_append_printf (out, _ ("\ndigest %016lx, %.0f cycles/s\n"),
                            (gulong) first->counters.digest, first->cycles / first->elapsed_s);
}

/* Options and running -------------------------------------------------------------------------- */

/* Progress over all runs. */
typedef struct
{
  CliProgress progress;
  guint done, n;
} Runs;

static void
set_progress (double fraction, gpointer data)
{
  Runs *runs = data;

  cli_progress_set ((runs->done + fraction) / runs->n, &runs->progress);
}

/* NULL on error. */
static GPtrArray *
simulate (Cli *cli, const DlScenario *scenario, DlSimulateOptions options, guint n, GError **error)
{
  g_autoptr (GPtrArray) all = g_ptr_array_new_with_free_func ((GDestroyNotify) dl_simulation_free);
  Runs runs = { .n = n };

  options.progress = set_progress;
  options.progress_data = &runs;
  cli_progress_begin (&runs.progress);
  for (; runs.done < n; runs.done++)
    {
      DlSimulation *run = dl_simulate (scenario, &options, cli->cancellable, error);

      if (run == NULL)
        break;
      g_ptr_array_add (all, run);
      options.seed++;
      /* The next ones' too. */
      options.routes = run->options.routes;
    }
  cli_progress_end (&runs.progress);
  return runs.done == n ? g_steal_pointer (&all) : NULL;
}

static gboolean
write_table (Cli *cli, const char *file_name,
             void (*append) (GString *out, const DlSimulation *simulation), GPtrArray *runs,
             GError **error)
{
  g_autoptr (GString) text = g_string_new (NULL);

  if (file_name == NULL)
    return TRUE;
  append (text, g_ptr_array_index (runs, 0));
  return cli_write (file_name, text->str, text->len, cli->cancellable, error);
}

CliStatus
cli_simulate (Cli *cli, GError **error)
{
  const CliOptions *given = &cli->options;
  g_autoptr (DlScenario) scenario = NULL;
  g_autoptr (GPtrArray) runs = NULL;
  const CliFamily *family;
  DlSimulateOptions options;
  guint seeds = 1;

  if (!cli_parse_count ("--seeds", given->seeds, MAX_SEEDS, &seeds, error))
    return CLI_BAD_INPUT;
  if (given->seeds != NULL && (given->links != NULL || given->series != NULL))
    return cli_bad_input (error, _ ("--links and --series are for a single run (leave out "
                                    "--seeds)"));
  scenario = cli_scenario_load (cli, cli->args[0], error);
  if (scenario == NULL)
    return CLI_DONE;
  family = cli_family_of (scenario);
  if (given->sources && family->no_sources != NULL)
    return cli_bad_input (error, "%s", _ (family->no_sources));
  options = dl_simulate_options (scenario);
  if (!cli_parse_uint ("--cycles", given->cycles, 1, G_MAXINT64, &options.cycles, error)
      || !cli_parse_uint ("--warmup", given->warmup, 0, G_MAXINT64, &options.warmup_cycles, error)
      || !cli_parse_count ("--threads", given->threads, 256, &options.threads, error))
    return CLI_BAD_INPUT;

  runs = simulate (cli, scenario, options, seeds, error);
  if (runs == NULL || !write_table (cli, given->links, family->append_run_links, runs, error)
      || !write_table (cli, given->series, cli_simulation_append_series, runs, error))
    return CLI_DONE;
  if (given->json)
    cli_simulation_append_json (cli->out, scenario, runs, given->seeds != NULL, given->sources);
  else
    append_text (cli->out, scenario, runs);
  return CLI_DONE;
}

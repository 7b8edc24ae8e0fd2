/* dateline-cli simulate: the router, cycle by cycle. */
#include "cli-simulate.h"

#include "cli-analyze.h"
#include "cli-scenario.h"
#include "cli-streams.h"
#include "cli-table.h"
#include "dl-field.h"

#include <glib/gi18n.h>

#include <math.h>
#include <string.h>

#define MAX_SEEDS 1000

/* Text ----------------------------------------------------------------------------------------- */

/* "converged"; of several runs "2 converged, 1 saturated". Free with g_free. */
static char *
describe_states (GPtrArray *runs)
{
  guint n_in[DL_SIM_SATURATED + 1] = { 0 };
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < runs->len; i++)
    n_in[((const DlSimulation *) g_ptr_array_index (runs, i))->verdict.state]++;
  for (DlSimState state = 0; state < G_N_ELEMENTS (n_in); state++)
    if (n_in[state] > 0 && n_in[state] == runs->len)
      return g_strdup (dl_sim_state_title (state));
    else if (n_in[state] > 0)
      /* Translators: so many runs, and the state they are in: "2 converged" */
      g_string_append_printf (text, text->len > 0 ? _ (", %u %s") : _ ("%u %s"), n_in[state],
                              dl_sim_state_title (state));
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* The interval of a mean. One run leaves the cell empty if it has none. */
static void
append_reach (CliTable *table, double reach, guint digits, gboolean always)
{
  cli_table_text (table, always || !isnan (reach) ? "±" : "");
  if (always || !isnan (reach))
    cli_table_double (table, reach, digits);
  else
    cli_table_text (table, "");
}

static void
append_rows (GString *out, const CliFigures *means, GPtrArray *runs)
{
  const DlSimulation *first = g_ptr_array_index (runs, 0);
  const gboolean intervals = runs->len > 1 || !isnan (means->reach[CLI_ACCEPTED]);
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
    { _ ("waiting for a VC"), CLI_WAITS + DL_WAIT_VC, 2, TRUE },
    { _ ("waiting for a credit"), CLI_WAITS + DL_WAIT_CREDIT, 2, TRUE },
    { _ ("waiting for the switch"), CLI_WAITS + DL_WAIT_SWITCH, 2, TRUE },
  };
  g_autoptr (CliTable) table = cli_table_new (intervals ? "lrlr" : "lr");
  g_autofree char *states = describe_states (runs);

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      if (rows[i].optional && isnan (means->value[rows[i].figure]))
        continue;
      cli_table_text (table, rows[i].label);
      cli_table_double (table, means->value[rows[i].figure], rows[i].digits);
      if (!intervals)
        continue;
      append_reach (table, means->reach[rows[i].figure], rows[i].digits, runs->len > 1);
    }
  if (!first->program)
    {
      cli_table_text (table, _ ("state"));
      cli_table_text (table, states);
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
      n += run->program && !run->interrupted && run->completion_cycles == DL_SIMULATE_NOT_DONE;
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

/* Why the run, or the first one that has not converged, is in its state. */
static void
append_reason (GString *out, GPtrArray *runs)
{
  const DlSimulation *run = g_ptr_array_index (runs, 0);

  for (guint i = 0; i < runs->len && run->verdict.state == DL_SIM_CONVERGED; i++)
    run = g_ptr_array_index (runs, i);
  if (run->verdict.reason == DL_SIM_REASON_NONE)
    return;
  if (runs->len == 1 || run->verdict.state == DL_SIM_CONVERGED)
    g_string_append_printf (out, "\n%s\n", dl_sim_reason_text (run->verdict.reason));
  else
    /* Translators: a seed, and why its run is in the state it is in: a sentence */
    g_string_append_printf (out, _ ("\nSeed %lu: %s\n"), (gulong) run->options.seed,
                            dl_sim_reason_text (run->verdict.reason));
}

static void
append_warmup (GString *out, GPtrArray *runs)
{
  const DlSimulation *first = g_ptr_array_index (runs, 0);
  guint64 least = G_MAXUINT64, most = 0;

  for (guint i = 0; i < runs->len; i++)
    {
      const guint64 cycles
          = ((const DlSimulation *) g_ptr_array_index (runs, i))->options.warmup_cycles;

      least = MIN (least, cycles);
      most = MAX (most, cycles);
    }
  if (!first->found_warmup)
    g_string_append_printf (out,
                            _ ("\nCounts cover the whole run; loads and latencies exclude the "
                               "warm-up of %lu cycles.\n"),
                            (gulong) most);
  else if (least == most)
    g_string_append_printf (out,
                            _ ("\nCounts cover the whole run; loads and latencies exclude the "
                               "warm-up of %lu cycles (MSER-5).\n"),
                            (gulong) most);
  else
    g_string_append_printf (out,
                            _ ("\nCounts cover the whole run; loads and latencies exclude the "
                               "warm-up of %lu to %lu cycles (MSER-5).\n"),
                            (gulong) least, (gulong) most);
}

static void
append_text (const Cli *cli, const DlScenario *scenario, GPtrArray *runs)
{
  GString *out = cli->out;
  const DlSimulation *first = g_ptr_array_index (runs, 0);
  const CliFamily *family = cli_family_of (scenario);
  g_autofree CliFigures *means = g_new (CliFigures, 1);

  cli_simulation_means (runs, means);
  cli_append_description (out, scenario);
  g_string_append_c (out, '\n');
  cli_append_interruption (out, cli);
  append_rows (out, means, runs);
  append_reason (out, runs);
  append_warmup (out, runs);
  if (family->append_units == NULL || !family->append_units (out, first))
    g_string_append (out, _ ("Loads in flits/node/cycle; latencies in cycles. Network latency: "
                             "without the time in the source queue;\npacket latency: with it.\n"));
  if (runs->len > 1)
    g_string_append_printf (
        out, _ ("Means of %u runs, ± the 95%% confidence interval over the seeds.\n"), runs->len);
  else if (!isnan (means->reach[CLI_ACCEPTED]))
    g_string_append_printf (
        out, _ ("±: the 95%% confidence interval over %u batches of the run.\n"),
        MIN (first->verdict.throughput.n_batches, first->verdict.latency.n_batches));
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

/* How far it came; of a single run, its cycles. Free with g_free. */
static char *
describe_part (GPtrArray *runs, guint n)
{
  const DlSimulation *run = g_ptr_array_index (runs, 0);

  if (n == 1)
    return g_strdup_printf (_ ("%lu of %lu cycles are simulated"), (gulong) run->cycles,
                            (gulong) run->options.cycles);
  return dl_sweep_runs_finished (runs->len, n);
}

/* Fewer than @n (cli_interrupt) if Ctrl+C comes after the first of several, or in a single one,
 * which is then as far as it came. NULL on error. */
static GPtrArray *
simulate (Cli *cli, const DlScenario *scenario, DlSimulateOptions options, guint n, GError **error)
{
  g_autoptr (GPtrArray) all = g_ptr_array_new_with_free_func ((GDestroyNotify) dl_simulation_free);
  g_autoptr (GError) problem = NULL;
  Runs runs = { .n = n };

  options.progress = set_progress;
  options.progress_data = &runs;
  options.keeps = n == 1;
  cli_progress_begin (&runs.progress);
  for (; runs.done < n; runs.done++)
    {
      DlSimulation *run = dl_simulate (scenario, &options, cli->cancellable, &problem);

      if (run == NULL)
        break;
      g_ptr_array_add (all, run);
      if (run->interrupted)
        {
          g_cancellable_set_error_if_cancelled (cli->cancellable, &problem);
          break;
        }
      options.seed++;
      /* The next ones' too. */
      options.routes = run->options.routes;
    }
  cli_progress_end (&runs.progress);
  if (problem == NULL || (all->len > 0 && cli_interrupt (cli, describe_part (all, n), &problem)))
    return g_steal_pointer (&all);
  g_propagate_error (error, g_steal_pointer (&problem));
  return NULL;
}

static gboolean
write_table (Cli *cli, const char *file_name,
             void (*append) (GString *out, const DlSimulation *simulation), GPtrArray *runs,
             GError **error)
{
  g_autoptr (GString) text = g_string_new (NULL);

  /* A table cannot say that it is a part of one. */
  if (file_name == NULL || cli->interruption != NULL)
    return TRUE;
  append (text, g_ptr_array_index (runs, 0));
  return cli_write (file_name, text->str, text->len, cli->cancellable, error);
}

/* @option is a key by another name. */
static gboolean
set_key (DlScenario *scenario, const char *option, const char *key, const char *text,
         GError **error)
{
  if (text == NULL || dl_field_set (dl_field_find ("simulation", key), scenario, text, error))
    return TRUE;
  g_prefix_error (error, "%s: ", option);
  return FALSE;
}

/* Was a stop at a precision asked for? What a preset states is not. */
static gboolean
wants_precision (const CliOptions *given)
{
  if (given->stop != NULL)
    return strcmp (given->stop, "precision") == 0;
  for (char **set = given->set; set != NULL && *set != NULL; set++)
    if (strcmp (*set, "simulation.stop=precision") == 0)
      return TRUE;
  return FALSE;
}

/* A stop that is asked for must be able to come. */
static gboolean
check_stop (const CliOptions *given, const DlScenario *scenario, GError **error)
{
  const DlTrafficOptions *traffic = &scenario->traffic;

  if (!wants_precision (given))
    return TRUE;
  if (scenario->family->is_program (scenario))
    cli_bad_input (error,
                   _ ("simulation.stop: %s is a program, which has an end of its own (use "
                      "stop=cycles)"),
                   traffic->pattern->id);
  else if (traffic->saturated)
    cli_bad_input (error, _ ("simulation.stop: the latency of a saturated load grows and never "
                             "reaches a precision (use stop=cycles or a load up to 1)"));
  else if (traffic->load == 0)
    cli_bad_input (error, _ ("simulation.stop: a load of 0 never reaches a precision (use "
                             "stop=cycles or a load above 0)"));
  else
    return TRUE;
  return FALSE;
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
  if (!set_key (scenario, "--stop", "stop", given->stop, error)
      || !set_key (scenario, "--precision", "precision", given->precision, error))
    return CLI_BAD_INPUT;
  if (!check_stop (given, scenario, error))
    return CLI_BAD_INPUT;
  options = dl_simulate_options (scenario);
  /* So many cycles, unless more is said. */
  if (given->cycles != NULL && !wants_precision (given))
    options.stop = DL_STOP_CYCLES;
  if (!cli_parse_uint ("--cycles", given->cycles, 1, G_MAXINT64, &options.cycles, error)
      || !cli_parse_warmup (given->warmup, &options.warmup_cycles, error)
      || !cli_parse_count ("--threads", given->threads, 256, &options.threads, error))
    return CLI_BAD_INPUT;

  runs = simulate (cli, scenario, options, seeds, error);
  if (runs == NULL || !write_table (cli, given->links, family->append_run_links, runs, error)
      || !write_table (cli, given->series, cli_simulation_append_series, runs, error))
    return CLI_DONE;
  if (given->json)
    cli_simulation_append_json (cli->out, scenario, runs, cli->interruption != NULL,
                                given->seeds != NULL, given->sources);
  else
    append_text (cli, scenario, runs);
  return CLI_DONE;
}

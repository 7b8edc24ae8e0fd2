/* dateline-cli simulate: the router, cycle by cycle. */
#include "cli-simulate.h"

#include "cli-families.h"
#include "cli-scenario.h"
#include "cli-streams.h"
#include "cli-table.h"
#include "dl-field.h"
#include "dl-program-result.h"
#include "dl-sweep.h"

#include <glib/gi18n.h>

#include <math.h>
#include <string.h>

/* A row per point in time. */
static void
append_series (GString *out, const DlSimulation *simulation)
{
  static const DlTableColumn columns[] = {
    { "cycle", NULL, DL_COLUMN_INTEGER },
    { "created", NULL, DL_COLUMN_INTEGER },
    { "injected", NULL, DL_COLUMN_INTEGER },
    { "delivered", NULL, DL_COLUMN_INTEGER },
    { "in_flight", NULL, DL_COLUMN_INTEGER },
    { "flit_hops", NULL, DL_COLUMN_INTEGER },
    { "created_load", NULL, DL_COLUMN_REAL },
    { "accepted_load", NULL, DL_COLUMN_REAL },
    { "latency_cycles_mean", NULL, DL_COLUMN_REAL },
  };
  const guint nodes = simulation->plan->n_working_nodes;
  const double load_flits = simulation->plan->load_flits;
  const CliRunFamily *runs = cli_family (simulation->family)->runs;
  const guint n_waits = simulation->plan->class->counts_waits ? DL_N_WAITS : 0;
  const DlTableColumn own = { runs->series_column, NULL, DL_COLUMN_REAL };
  g_autoptr (DlRecord) record = dl_record_new ();
  DlCells *cells;

  DL_RECORD_ADD (record, columns);
  if (runs->series_column != NULL)
    dl_record_add_columns (record, &own, 1);
  for (guint wait = 0; wait < n_waits; wait++)
    {
      g_autofree char *id = g_strconcat ("waiting_", dl_wait_id (wait), NULL);

      dl_record_add_columns (record, &(DlTableColumn) { id, NULL, DL_COLUMN_REAL }, 1);
    }
  cells = dl_record_cells (record);
  for (guint i = 1; i < simulation->series->len; i++)
    {
      const DlSimPoint *from = &g_array_index (simulation->series, DlSimPoint, i - 1);
      const DlSimPoint *to = &g_array_index (simulation->series, DlSimPoint, i);

      dl_cells_integer (cells, to->cycle);
      dl_cells_integer (cells, to->created);
      dl_cells_integer (cells, to->injected);
      dl_cells_integer (cells, to->delivered);
      dl_cells_integer (cells, to->injected - to->delivered);
      dl_cells_integer (cells, to->flit_hops);
      dl_cells_real (cells, dl_sim_points_offered (from, to, simulation->packet_flits, nodes)
                                / load_flits);
      dl_cells_real (cells, dl_sim_points_accepted (from, to, nodes) / load_flits);
      dl_cells_real (cells, dl_sim_points_latency (from, to));
      if (runs->series_column != NULL)
        dl_cells_real (cells, runs->series_value (from, to));
      for (guint wait = 0; wait < n_waits; wait++)
        dl_cells_real (cells, dl_sim_points_waiting (from, to, wait));
    }
  const DlTable table = dl_record_table (record);
  dl_table_append_csv (out, &table);
}

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
    { _ ("non-minimal: by the mode"), CLI_DETOURS + DL_DETOUR_MODE, 4, TRUE },
    { _ ("non-minimal: by queues"), CLI_DETOURS + DL_DETOUR_QUEUE, 4, TRUE },
    { _ ("non-minimal: by queues downstream"), CLI_DETOURS + DL_DETOUR_DOWNSTREAM, 4, TRUE },
    { _ ("regretted choices"), CLI_REGRET_SHARE, 4, TRUE },
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

/* Results of the jobs of a program, a line per job. */
static void
append_jobs (GString *out, const DlProgramResult *result)
{
  g_autoptr (CliTable) table = cli_table_new ("lrrr");

  cli_table_text (table, _ ("job"));
  cli_table_text (table, _ ("ranks"));
  cli_table_text (table, _ ("completion, µs"));
  cli_table_text (table, _ ("bus bandwidth, GB/s"));
  for (guint i = 0; i < result->n_jobs; i++)
    {
      cli_table_text (table, result->workload->spec.jobs->jobs[i].name);
      cli_table_int (table, result->jobs[i].n_ranks);
      cli_table_double (table, result->jobs[i].completion_ns / 1000, 3);
      cli_table_double (table, result->jobs[i].bus_GBps, 3);
    }
  cli_table_append (out, table);
}

static void
append_slowest (GString *out, const DlSimulation *run, double cycle_ns)
{
  const DlSlowestRank *slowest = run->slowest;
  const gconstpointer shape = run->plan->shape;
  g_autofree char *node = run->family->name (shape, dl_place_node (slowest->node), DL_NAME_FILE);
  g_autofree char *queue = NULL;

  g_string_append_printf (out, _ ("Slowest rank: %u on %s.\n"), slowest->rank, node);
  if (slowest->queue.kind == DL_PLACE_NOTHING)
    return;
  queue = run->family->name (shape, slowest->queue, DL_NAME_FILE);
  g_string_append_printf (out,
                          slowest->queue.kind == DL_PLACE_LINK
                              ? _ ("Its packets waited longest for the link %s: %.3f µs in all, "
                                   "%.1f%% of their time in routers.\n")
                              : _ ("Its packets waited longest to get into %s: %.3f µs in all, "
                                   "%.1f%% of their time in routers.\n"),
                          queue, slowest->cycles * cycle_ns / 1000, 100 * slowest->share);
}

/* Bandwidths and bounds of a program of messages, of one run. */
static void
append_program (GString *out, const DlScenario *scenario, const DlSimulation *run)
{
  g_auto (DlProgramResult) result = { 0 };
  g_autoptr (CliTable) table = cli_table_new ("lr");

  if (!dl_program_result_init (&result, scenario, run))
    return;
  const struct
  {
    const char *label;
    double value;
    guint digits;
  } rows[] = {
    { _ ("completion, µs"), result.completion_ns / 1000, 3 },
    { _ ("algorithm bandwidth, GB/s"), result.algorithm_GBps, 3 },
    { _ ("bus bandwidth, GB/s"), result.bus_GBps, 3 },
    { _ ("bound by links, µs"), result.links_ns / 1000, 3 },
    { _ ("bound by latency, µs"), result.latency_ns / 1000, 3 },
    { _ ("share beyond both"), result.contention, 4 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      if (isnan (rows[i].value))
        continue;
      cli_table_text (table, rows[i].label);
      cli_table_double (table, rows[i].value, rows[i].digits);
    }
  cli_table_append (out, table);
  if (run->slowest != NULL)
    append_slowest (out, run, result.cycle_ns);
  if (result.n_jobs > 0)
    append_jobs (out, &result);
  if (result.flit_bytes > 0)
    g_string_append_printf (out, _ ("Times are by flits of %u bytes and cycles of %g ns.\n"),
                            result.flit_bytes, result.cycle_ns);
}

/* Tell how many programs did not end. */
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

      cli_family (run->family)->runs->name_wait (run, wait, &names);
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

/* @note: (nullable) a line about the run. */
static void
append_text (const Cli *cli, const DlScenario *scenario, GPtrArray *runs, const char *note)
{
  GString *out = cli->out;
  const DlSimulation *first = g_ptr_array_index (runs, 0);
  const CliFamily *family = cli_family_of (scenario);
  g_autofree CliFigures *means = g_new (CliFigures, 1);

  cli_mean_figures (runs, means);
  cli_append_description (out, scenario);
  if (note != NULL)
    g_string_append_printf (out, "%s\n", note);
  g_string_append_c (out, '\n');
  cli_append_interruption (out, cli);
  append_rows (out, means, runs);
  if (runs->len == 1)
    append_program (out, scenario, first);
  append_reason (out, runs);
  append_warmup (out, runs);
  if (family->runs->append_units == NULL || !family->runs->append_units (out, first))
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
  if (family->runs->append_text != NULL)
    family->runs->append_text (out, first, means->value);
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

/* The slowest rank of each run, where that is asked for. */
static gboolean
find_slowest (Cli *cli, GPtrArray *runs, GError **error)
{
  for (guint i = 0; cli->options.slowest && i < runs->len; i++)
    if (!dl_simulation_find_slowest (g_ptr_array_index (runs, i), NULL, NULL, cli->cancellable,
                                     error))
      return FALSE;
  return TRUE;
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
  if (dl_scenario_is_program (scenario))
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

  if (given->slowest && !scenario->traffic.pattern->needs_program)
    return cli_bad_input (error,
                          _ ("--slowest: pattern %s does not have a program of messages (use "
                             "traffic.pattern=program)"),
                          scenario->traffic.pattern->id);
  runs = simulate (cli, scenario, options, seeds, error);
  if (runs == NULL || !find_slowest (cli, runs, error)
      || !write_table (cli, given->links, family->runs->append_links, runs, error)
      || !write_table (cli, given->series, append_series, runs, error))
    return CLI_DONE;
  if (given->json)
    cli_append_json (cli->out, scenario, runs, cli->interruption != NULL, given->seeds != NULL,
                     given->sources, FALSE);
  else
    append_text (cli, scenario, runs, NULL);
  return CLI_DONE;
}

gboolean
cli_append_replay (Cli *cli, const DlScenario *scenario, DlSimulation *run, const char *note,
                   GError **error)
{
  g_autoptr (GPtrArray) runs = g_ptr_array_new ();

  g_ptr_array_add (runs, run);
  if (!write_table (cli, cli->options.links, cli_family_of (scenario)->runs->append_links, runs,
                    error))
    return FALSE;
  if (cli->options.json)
    cli_append_json (cli->out, scenario, runs, cli->interruption != NULL, FALSE, FALSE, TRUE);
  else
    append_text (cli, scenario, runs, note);
  return TRUE;
}

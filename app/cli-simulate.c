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

#include <sys/resource.h>

/* Figures -------------------------------------------------------------------------------------- */

void
cli_latency_figures (const DlLatency *latency, double *figures)
{
  figures[CLI_LATENCY_MEAN] = dl_latency_mean (latency);
  figures[CLI_LATENCY_SD] = dl_latency_sd (latency);
  figures[CLI_LATENCY_P50] = dl_latency_quantile (latency, 0.5);
  figures[CLI_LATENCY_P99] = dl_latency_quantile (latency, 0.99);
  figures[CLI_LATENCY_MAX] = latency->count > 0 ? (double) latency->max : NAN;
}

static void
measure_choices (const DlSimulation *simulation, double *figures)
{
  figures[CLI_CHOICES] = simulation->counters.choices;
  figures[CLI_JUDGED] = simulation->counters.judged;
  figures[CLI_REGRETTED] = simulation->counters.regretted;
  figures[CLI_REGRET_SHARE] = dl_simulation_regret_share (simulation);
  figures[CLI_NONMINIMAL_SHARE] = dl_simulation_detour_share (simulation, DL_N_DETOURS);
  for (guint detour = 0; detour < DL_N_DETOURS; detour++)
    figures[CLI_DETOURS + detour] = dl_simulation_detour_share (simulation, detour);
}

/* @figures: (CLI_N_FIGURES), NAN where there is none. */
static void
measure (const DlSimulation *simulation, double *figures)
{
  const DlSimCounters *counters = &simulation->counters;

  for (guint i = 0; i < CLI_N_FIGURES; i++)
    figures[i] = NAN;
  figures[CLI_CYCLES] = simulation->cycles;
  figures[CLI_COMPLETION] = simulation->completion_cycles != DL_SIMULATE_NOT_DONE
                                ? (double) simulation->completion_cycles
                                : NAN;
  figures[CLI_INJECTED] = counters->injected + dl_simulation_dropped (simulation);
  figures[CLI_DELIVERED] = counters->delivered;
  figures[CLI_IN_FLIGHT] = dl_simulation_in_flight (simulation);
  figures[CLI_DROPPED_UNREACHABLE] = counters->unreachable;
  figures[CLI_OFFERED] = simulation->offered_load;
  figures[CLI_ACCEPTED] = simulation->accepted_load;
  cli_latency_figures (&simulation->stats.network, figures + CLI_NETWORK_LATENCY);
  cli_latency_figures (&simulation->stats.total, figures + CLI_TOTAL_LATENCY);
  figures[CLI_HOPS] = simulation->stats.network.count > 0
                          ? (double) simulation->stats.hops / simulation->stats.network.count
                          : NAN;
  for (guint wait = 0; wait < DL_N_WAITS; wait++)
    figures[CLI_WAITS + wait] = dl_simulation_wait (simulation, wait);
  if (simulation->plan->chooses)
    measure_choices (simulation, figures);
  if (cli_family (simulation->family)->runs->measure != NULL)
    cli_family (simulation->family)->runs->measure (simulation, figures);
}

/* Half widths of one run, from its batches. */
static void
take_batches (const DlSimVerdict *verdict, double *reach)
{
  for (guint i = 0; i < CLI_N_FIGURES; i++)
    reach[i] = NAN;
  reach[CLI_ACCEPTED] = verdict->throughput.half_width;
  if (verdict->latency_grows)
    return;
  reach[CLI_NETWORK_LATENCY + CLI_LATENCY_MEAN] = verdict->network.half_width;
  reach[CLI_TOTAL_LATENCY + CLI_LATENCY_MEAN] = verdict->latency.half_width;
}

/* The same, with the reach of intervals over batches of the run. */
static void
figures_of (const DlSimulation *simulation, CliFigures *figures)
{
  figures->is_mean = FALSE;
  measure (simulation, figures->value);
  take_batches (&simulation->verdict, figures->reach);
}

/* Values and reaches over @runs, of DlSimulation; of a single one over its batches. */
static void
means_of (GPtrArray *runs, CliFigures *means)
{
  g_autofree double *values = g_new (double, CLI_N_FIGURES * runs->len);
  g_autofree double *column = g_new (double, runs->len);

  for (guint run = 0; run < runs->len; run++)
    measure (g_ptr_array_index (runs, run), values + run * CLI_N_FIGURES);
  for (guint i = 0; i < CLI_N_FIGURES; i++)
    {
      for (guint run = 0; run < runs->len; run++)
        column[run] = values[run * CLI_N_FIGURES + i];
      dl_mean_interval (column, runs->len, &means->value[i], &means->reach[i]);
    }
  if (runs->len == 1)
    take_batches (&((const DlSimulation *) g_ptr_array_index (runs, 0))->verdict, means->reach);
}

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

/* JSON ----------------------------------------------------------------------------------------- */

void
cli_json_figure (JsonBuilder *builder, const char *name, const CliFigures *figures, guint i)
{
  const double value = figures->value[i], reach = figures->reach[i];

  if (!figures->is_mean)
    {
      cli_json_double (builder, name, value);
      return;
    }
  json_builder_set_member_name (builder, name);
  json_builder_begin_object (builder);
  cli_json_double (builder, "mean", value);
  cli_json_double (builder, "low", value - reach);
  cli_json_double (builder, "high", value + reach);
  cli_json_double (builder, "half_width_95", reach);
  cli_json_string (builder, "over", "seeds");
  json_builder_end_object (builder);
}

/* Interval of a run's batches for the mean beside it. */
static void
add_batches (JsonBuilder *builder, double reach)
{
  cli_json_double (builder, "half_width_95", reach);
  cli_json_string (builder, "over", "batches");
}

static void
add_interval (JsonBuilder *builder, const char *name, const CliFigures *figures, guint i)
{
  if (figures->is_mean)
    return;
  json_builder_set_member_name (builder, name);
  json_builder_begin_object (builder);
  cli_json_double (builder, "mean", figures->value[i]);
  add_batches (builder, figures->reach[i]);
  json_builder_end_object (builder);
}

void
cli_json_count (JsonBuilder *builder, const char *name, const CliFigures *figures, guint i)
{
  if (figures->is_mean || isnan (figures->value[i]))
    cli_json_figure (builder, name, figures, i);
  else
    cli_json_int (builder, name, figures->value[i]);
}

void
cli_json_latency (JsonBuilder *builder, const char *name, const CliFigures *figures, guint first)
{
  static const char *const names[CLI_N_LATENCY] = { "mean", "sd", "p50", "p99", "max" };

  json_builder_set_member_name (builder, name);
  json_builder_begin_object (builder);
  for (guint i = 0; i < CLI_N_LATENCY; i++)
    cli_json_figure (builder, names[i], figures, first + i);
  if (!figures->is_mean && (first == CLI_NETWORK_LATENCY || first == CLI_TOTAL_LATENCY))
    add_batches (builder, figures->reach[first + CLI_LATENCY_MEAN]);
  json_builder_end_object (builder);
}

/* Counts of some families only. */
static void
add_if_known (JsonBuilder *builder, const char *name, const CliFigures *figures, guint i)
{
  if (!isnan (figures->value[i]))
    cli_json_count (builder, name, figures, i);
}

/* Cycles a packet. */
static void
add_waits (JsonBuilder *builder, const CliFigures *figures)
{
  cli_json_begin_object (builder, "waiting_per_packet");
  for (guint wait = 0; wait < DL_N_WAITS; wait++)
    cli_json_figure (builder, dl_wait_id (wait), figures, CLI_WAITS + wait);
  json_builder_end_object (builder);
}

static void
add_choices (JsonBuilder *builder, const CliFigures *figures)
{
  cli_json_begin_object (builder, "choices");
  cli_json_count (builder, "made", figures, CLI_CHOICES);
  cli_json_count (builder, "judged", figures, CLI_JUDGED);
  cli_json_count (builder, "regretted", figures, CLI_REGRETTED);
  cli_json_figure (builder, "regret_share", figures, CLI_REGRET_SHARE);
  cli_json_figure (builder, "nonminimal_share", figures, CLI_NONMINIMAL_SHARE);
  cli_json_begin_object (builder, "by_cause");
  for (guint detour = DL_DETOUR_NONE + 1; detour < DL_N_DETOURS; detour++)
    cli_json_figure (builder, dl_detour_id (detour), figures, CLI_DETOURS + detour);
  json_builder_end_object (builder);
  json_builder_end_object (builder);
}

static void
add_figures_of (JsonBuilder *builder, const CliFamily *family, const CliFigures *figures,
                const DlMachinePlan *plan)
{
  cli_json_count (builder, "cycles", figures, CLI_CYCLES);
  cli_json_count (builder, "completion_cycles", figures, CLI_COMPLETION);
  cli_json_count (builder, "injected", figures, CLI_INJECTED);
  cli_json_count (builder, "delivered", figures, CLI_DELIVERED);
  cli_json_count (builder, "in_flight", figures, CLI_IN_FLIGHT);
  json_builder_set_member_name (builder, "dropped");
  json_builder_begin_object (builder);
  cli_json_count (builder, "unreachable", figures, CLI_DROPPED_UNREACHABLE);
  add_if_known (builder, "dateline", figures, CLI_DROPPED_DATELINE);
  json_builder_end_object (builder);
  add_if_known (builder, "retransmitted_flits", figures, CLI_RETRANSMITTED);
  cli_json_figure (builder, "offered_load", figures, CLI_OFFERED);
  cli_json_figure (builder, "accepted_load", figures, CLI_ACCEPTED);
  add_interval (builder, "accepted_load_interval", figures, CLI_ACCEPTED);
  cli_json_latency (builder, "latency_cycles", figures, CLI_NETWORK_LATENCY);
  cli_json_latency (builder, "total_latency_cycles", figures, CLI_TOTAL_LATENCY);
  cli_json_figure (builder, "hops_mean", figures, CLI_HOPS);
  if (plan->class->counts_waits)
    add_waits (builder, figures);
  if (plan->chooses)
    add_choices (builder, figures);
  if (family->runs->add_figures != NULL)
    family->runs->add_figures (builder, figures);
}

static void
add_sources (JsonBuilder *builder, const DlSimulation *run)
{
  const guint n_nodes = run->plan->n_nodes;
  guint64 sum = 0;

  for (guint node = 0; node < n_nodes; node++)
    sum += run->stats.sources[node];
  json_builder_set_member_name (builder, "sources");
  json_builder_begin_array (builder);
  for (guint node = 0; node < n_nodes; node++)
    json_builder_add_double_value (builder, sum > 0 ? (double) run->stats.sources[node] / sum : 0);
  json_builder_end_array (builder);
}

/* The packets that wait for each other, null if none do. */
static void
add_deadlock (JsonBuilder *builder, const DlSimulation *run)
{
  if (run->deadlock == NULL)
    {
      cli_json_null (builder, "deadlock");
      return;
    }
  json_builder_set_member_name (builder, "deadlock");
  json_builder_begin_array (builder);
  for (guint i = 0; i < run->deadlock->len; i++)
    {
      const DlSimWait *wait = &g_array_index (run->deadlock, DlSimWait, i);
      g_auto (CliWait) names = { 0 };

      cli_family (run->family)->runs->name_wait (run, wait, &names);
      json_builder_begin_object (builder);
      cli_json_string (builder, "channel", names.channel);
      cli_json_string (builder, "from", names.source);
      cli_json_string (builder, "to", names.dest);
      cli_json_int (builder, "injected", wait->injected);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

static gint64
peak_memory_bytes (void)
{
  struct rusage usage;

  return getrusage (RUSAGE_SELF, &usage) == 0 ? (gint64) usage.ru_maxrss * 1024 : 0;
}

/* A program has an end instead of a state. "settled" is the older name of "state", which had two
 * values then. */
static void
add_state (JsonBuilder *builder, DlSimState state, DlSimReason reason)
{
  const char *of_state = dl_sim_state_id (state), *of_reason = dl_sim_reason_id (reason);

  if (of_state != NULL)
    cli_json_bool (builder, "settled", state == DL_SIM_CONVERGED);
  else
    cli_json_null (builder, "settled");
  if (of_state != NULL)
    cli_json_string (builder, "state", of_state);
  else
    cli_json_null (builder, "state");
  if (of_reason != NULL)
    cli_json_string (builder, "reason", of_reason);
  else
    cli_json_null (builder, "reason");
}

static void
add_jobs (JsonBuilder *builder, const DlProgramResult *result)
{
  cli_json_begin_array (builder, "jobs");
  for (guint i = 0; i < result->n_jobs; i++)
    {
      const DlProgramJob *job = &result->jobs[i];

      json_builder_begin_object (builder);
      cli_json_string (builder, "name", result->workload->spec.jobs->jobs[i].name);
      cli_json_int (builder, "ranks", job->n_ranks);
      cli_json_double (builder, "completion_ns", job->completion_ns);
      cli_json_double (builder, "algorithm_bandwidth_GBps", job->algorithm_GBps);
      cli_json_double (builder, "bus_bandwidth_GBps", job->bus_GBps);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

static void
add_slowest (JsonBuilder *builder, const DlSimulation *run, double cycle_ns)
{
  const DlSlowestRank *slowest = run->slowest;
  const gconstpointer shape = run->plan->shape;
  g_autofree char *node = run->family->name (shape, dl_place_node (slowest->node), DL_NAME_FILE);
  g_autofree char *queue = NULL;

  cli_json_begin_object (builder, "slowest");
  cli_json_int (builder, "rank", slowest->rank);
  cli_json_string (builder, "node", node);
  if (slowest->queue.kind != DL_PLACE_NOTHING)
    {
      queue = run->family->name (shape, slowest->queue, DL_NAME_FILE);
      cli_json_string (builder, slowest->queue.kind == DL_PLACE_LINK ? "link" : "into", queue);
      cli_json_double (builder, "queued_ns", slowest->cycles * cycle_ns);
      cli_json_double (builder, "queued_share", slowest->share);
    }
  json_builder_end_object (builder);
}

/* Results of a program of messages. */
static void
add_program (JsonBuilder *builder, const DlScenario *scenario, const DlSimulation *run)
{
  g_auto (DlProgramResult) result = { 0 };

  if (!dl_program_result_init (&result, scenario, run))
    return;
  cli_json_double (builder, "cycle_ns", result.cycle_ns);
  if (result.flit_bytes > 0)
    cli_json_int (builder, "flit_bytes", result.flit_bytes);
  json_builder_set_member_name (builder, "finish_ns");
  json_builder_begin_array (builder);
  for (guint rank = 0; rank < result.workload->n_ranks; rank++)
    if (isnan (result.finish_ns[rank]))
      json_builder_add_null_value (builder);
    else
      json_builder_add_double_value (builder, result.finish_ns[rank]);
  json_builder_end_array (builder);
  if (result.n_jobs > 0)
    add_jobs (builder, &result);
  cli_json_double (builder, "completion_ns", result.completion_ns);
  cli_json_double (builder, "algorithm_bandwidth_GBps", result.algorithm_GBps);
  cli_json_double (builder, "bus_bandwidth_GBps", result.bus_GBps);
  cli_json_begin_object (builder, "bound_ns");
  cli_json_double (builder, "links", result.links_ns);
  cli_json_double (builder, "latency", result.latency_ns);
  json_builder_end_object (builder);
  cli_json_double (builder, "contention_share", result.contention);
  if (run->slowest != NULL)
    add_slowest (builder, run, result.cycle_ns);
}

static void
add_one_run (JsonBuilder *builder, const DlScenario *scenario, const DlSimulation *run,
             gboolean sources)
{
  const CliFamily *family = cli_family (run->family);
  CliFigures figures;
  g_autofree char *digest = g_strdup_printf ("%016" G_GINT64_MODIFIER "x", run->counters.digest);

  figures_of (run, &figures);
  cli_json_int (builder, "seed", run->options.seed);
  cli_json_int (builder, "warmup_cycles", run->options.warmup_cycles);
  add_figures_of (builder, family, &figures, run->plan);
  add_state (builder, run->verdict.state, run->verdict.reason);
  if (family->runs->add_run != NULL)
    family->runs->add_run (builder, run);
  add_program (builder, scenario, run);
  if (sources)
    add_sources (builder, run);
  add_deadlock (builder, run);
  cli_json_string (builder, "digest", digest);
  cli_json_double (builder, "cycles_per_second", run->cycles / run->elapsed_s);
  cli_json_double (builder, "flit_hops_per_second", run->counters.flit_hops / run->elapsed_s);
  cli_json_int (builder, "peak_memory_bytes", peak_memory_bytes ());
}

/* State of all runs together: not converged where they differ. */
static void
add_states (JsonBuilder *builder, GPtrArray *runs)
{
  const DlSimVerdict *first = &((const DlSimulation *) g_ptr_array_index (runs, 0))->verdict;

  for (guint i = 1; i < runs->len; i++)
    if (((const DlSimulation *) g_ptr_array_index (runs, i))->verdict.state != first->state)
      {
        add_state (builder, DL_SIM_NOT_CONVERGED, DL_SIM_REASON_RUNS_DIFFER);
        return;
      }
  add_state (builder, first->state, first->reason);
}

static void
add_means (JsonBuilder *builder, const CliFamily *family, GPtrArray *runs)
{
  CliFigures figures = { .is_mean = TRUE };

  means_of (runs, &figures);
  add_figures_of (builder, family, &figures,
                  ((const DlSimulation *) g_ptr_array_index (runs, 0))->plan);
  add_states (builder, runs);
}

/* One run or several of the same scenario; @interrupted: not all that were asked for. @replayed:
 * one, up to a cycle of its recording. */
static void
append_json (GString *out, const DlScenario *scenario, GPtrArray *runs, gboolean interrupted,
             gboolean as_runs, gboolean sources, gboolean replayed)
{
  g_autoptr (JsonBuilder) builder = cli_json_new_of (scenario);

  if (interrupted)
    cli_json_bool (builder, "interrupted", TRUE);
  if (replayed)
    cli_json_int (builder, "cycle", ((const DlSimulation *) runs->pdata[0])->options.cycles);
  if (!as_runs)
    add_one_run (builder, scenario, g_ptr_array_index (runs, 0), sources);
  else
    {
      cli_json_int (builder, "seeds", runs->len);
      add_means (builder, cli_family_of (scenario), runs);
      json_builder_set_member_name (builder, "runs");
      json_builder_begin_array (builder);
      for (guint i = 0; i < runs->len; i++)
        {
          json_builder_begin_object (builder);
          add_one_run (builder, scenario, g_ptr_array_index (runs, i), sources);
          json_builder_end_object (builder);
        }
      json_builder_end_array (builder);
    }
  json_builder_end_object (builder);
  cli_json_append (out, builder);
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

  means_of (runs, means);
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
    append_json (cli->out, scenario, runs, cli->interruption != NULL, given->seeds != NULL,
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
    append_json (cli->out, scenario, runs, cli->interruption != NULL, FALSE, FALSE, TRUE);
  else
    append_text (cli, scenario, runs, note);
  return TRUE;
}

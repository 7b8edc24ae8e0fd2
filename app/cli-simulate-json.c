/* dateline-cli simulate: runs as JSON. */
#include "cli-simulate.h"

#include "cli-families.h"
#include "dl-program-result.h"

#include <math.h>

#include <sys/resource.h>

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

  cli_run_figures (run, &figures);
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

  cli_mean_figures (runs, &figures);
  add_figures_of (builder, family, &figures,
                  ((const DlSimulation *) g_ptr_array_index (runs, 0))->plan);
  add_states (builder, runs);
}

void
cli_append_json (GString *out, const DlScenario *scenario, GPtrArray *runs, gboolean interrupted,
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

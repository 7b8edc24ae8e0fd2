/* Simulated runs as JSON (interface.md). */
#include "cli-simulate.h"

#include <math.h>

#include <sys/resource.h>

#define AGE_GROUPS 4

static gboolean
is_count (guint figure)
{
  const guint of_direction = (figure - CLI_DIRECTIONS) % CLI_N_DIRECTION;

  if (figure >= CLI_CLASSES)
    return (figure - CLI_CLASSES) % CLI_N_CLASS <= CLI_CLASS_STALLED;
  if (figure >= CLI_MINIMAL)
    return figure <= CLI_NONMINIMAL;
  return figure < CLI_OFFERED
         || (figure >= CLI_DIRECTIONS
             && (of_direction <= CLI_DIRECTION_FLITS || of_direction >= CLI_DIRECTION_STALLED));
}

void
cli_json_figure (JsonBuilder *builder, const char *name, const CliFigures *figures, guint i)
{
  const double value = figures->value[i], reach = figures->reach[i];

  if (!figures->is_mean)
    {
      /* Counts are whole numbers. */
      if (!isnan (value) && value == floor (value) && is_count (i))
        cli_json_int (builder, name, value);
      else
        cli_json_double (builder, name, value);
      return;
    }
  json_builder_set_member_name (builder, name);
  json_builder_begin_object (builder);
  cli_json_double (builder, "mean", value);
  cli_json_double (builder, "low", value - reach);
  cli_json_double (builder, "high", value + reach);
  json_builder_end_object (builder);
}

void
cli_json_latency (JsonBuilder *builder, const char *name, const CliFigures *figures, guint first)
{
  static const char *const names[CLI_N_LATENCY] = { "mean", "sd", "p50", "p99", "max" };

  json_builder_set_member_name (builder, name);
  json_builder_begin_object (builder);
  for (guint i = 0; i < CLI_N_LATENCY; i++)
    cli_json_figure (builder, names[i], figures, first + i);
  json_builder_end_object (builder);
}

static void
append_direction (JsonBuilder *builder, const CliFigures *figures, guint port)
{
  static const char *const names[CLI_DIRECTION_VCS] = { "packets",
                                                        "flits",
                                                        "stalled_output_per_packet",
                                                        "stalled_input_per_packet",
                                                        "head_wait_per_packet",
                                                        "stalled" };
  static const char *const of_vc[CLI_N_VC] = { "packets", "flits", "blocked" };
  const guint first = CLI_DIRECTIONS + port * CLI_N_DIRECTION;

  json_builder_begin_object (builder);
  cli_json_string (builder, "direction", dl_port_name (port));
  for (guint i = 0; i < CLI_DIRECTION_VCS; i++)
    cli_json_figure (builder, names[i], figures, first + i);
  json_builder_set_member_name (builder, "virtual_channels");
  json_builder_begin_array (builder);
  for (guint vc = 0; vc < DL_SIM_VCS; vc++)
    {
      json_builder_begin_object (builder);
      for (guint i = 0; i < CLI_N_VC; i++)
        cli_json_figure (builder, of_vc[i], figures, first + CLI_DIRECTION_VCS + vc * CLI_N_VC + i);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
  json_builder_end_object (builder);
}

static void
append_figures (JsonBuilder *builder, const CliFigures *figures, gboolean dragonfly)
{
  cli_json_figure (builder, "cycles", figures, CLI_CYCLES);
  cli_json_figure (builder, "completion_cycles", figures, CLI_COMPLETION);
  cli_json_figure (builder, "injected", figures, CLI_INJECTED);
  cli_json_figure (builder, "delivered", figures, CLI_DELIVERED);
  cli_json_figure (builder, "in_flight", figures, CLI_IN_FLIGHT);
  json_builder_set_member_name (builder, "dropped");
  json_builder_begin_object (builder);
  cli_json_figure (builder, "unreachable", figures, CLI_DROPPED_UNREACHABLE);
  if (!dragonfly)
    cli_json_figure (builder, "dateline", figures, CLI_DROPPED_DATELINE);
  json_builder_end_object (builder);
  if (!dragonfly)
    cli_json_figure (builder, "retransmitted_flits", figures, CLI_RETRANSMITTED);
  cli_json_figure (builder, "offered_load", figures, CLI_OFFERED);
  cli_json_figure (builder, "accepted_load", figures, CLI_ACCEPTED);
  cli_json_latency (builder, "latency_cycles", figures, CLI_NETWORK_LATENCY);
  cli_json_latency (builder, "total_latency_cycles", figures, CLI_TOTAL_LATENCY);
  cli_json_figure (builder, "hops_mean", figures, CLI_HOPS);
  if (dragonfly)
    {
      cli_json_dragonfly_figures (builder, figures);
      return;
    }
  json_builder_set_member_name (builder, "directions");
  json_builder_begin_array (builder);
  for (guint port = 0; port < DL_N_NETWORK_PORTS; port++)
    append_direction (builder, figures, port);
  json_builder_end_array (builder);
}

static void
append_ages (JsonBuilder *builder, const DlSimCounters *counters)
{
  const guint width = G_N_ELEMENTS (counters->age) / AGE_GROUPS;

  json_builder_set_member_name (builder, "age_groups");
  json_builder_begin_array (builder);
  for (guint group = 0; group < AGE_GROUPS; group++)
    {
      guint64 sum = 0;

      for (guint i = 0; i < width; i++)
        sum += counters->age[group * width + i];
      json_builder_add_int_value (builder, sum);
    }
  json_builder_end_array (builder);
  json_builder_set_member_name (builder, "age_histogram");
  json_builder_begin_array (builder);
  for (guint age = 0; age < G_N_ELEMENTS (counters->age); age++)
    json_builder_add_int_value (builder, counters->age[age]);
  json_builder_end_array (builder);
}

static void
append_sources (JsonBuilder *builder, const DlSimulation *run)
{
  const guint n_nodes = dl_simulation_torus (run)->network->n_nodes;
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
append_deadlock (JsonBuilder *builder, const DlSimulation *run)
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
      const DlCoord *coord = dl_simulation_torus (run)->network->torus.coord;
      g_autofree char *node = dl_coord_to_string (coord[wait->node]);
      g_autofree char *source = dl_coord_to_string (coord[wait->source]);
      g_autofree char *dest = dl_coord_to_string (coord[wait->dest]);
      g_autofree char *channel
          = g_strdup_printf ("%s:%s.%u", node, dl_port_name (wait->port), wait->vc);

      json_builder_begin_object (builder);
      cli_json_string (builder, "channel", channel);
      cli_json_string (builder, "from", source);
      cli_json_string (builder, "to", dest);
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

/* A program comes to its end or does not: there is nothing to settle. */
static void
append_settled (JsonBuilder *builder, const DlSimulation *run, gboolean settled)
{
  if (run->program)
    cli_json_null (builder, "settled");
  else
    cli_json_bool (builder, "settled", settled);
}

static void
append_run (JsonBuilder *builder, const DlSimulation *run, gboolean sources)
{
  CliFigures figures = { .is_mean = FALSE };
  g_autofree char *digest = g_strdup_printf ("%016" G_GINT64_MODIFIER "x", run->counters.digest);

  cli_simulation_figures (run, figures.value);
  cli_json_int (builder, "seed", run->options.seed);
  cli_json_int (builder, "warmup_cycles", run->options.warmup_cycles);
  append_figures (builder, &figures, dl_simulation_dragonfly (run) != NULL);
  append_settled (builder, run, run->settled);
  if (dl_simulation_dragonfly (run) != NULL)
    cli_json_dragonfly_run (builder, run);
  else
    append_ages (builder, &run->counters);
  if (sources)
    append_sources (builder, run);
  append_deadlock (builder, run);
  cli_json_string (builder, "digest", digest);
  cli_json_double (builder, "cycles_per_second", run->cycles / run->elapsed_s);
  cli_json_double (builder, "flit_hops_per_second", run->counters.flit_hops / run->elapsed_s);
  cli_json_int (builder, "peak_memory_bytes", peak_memory_bytes ());
}

static gboolean
all_settled (GPtrArray *runs)
{
  for (guint i = 0; i < runs->len; i++)
    if (!((const DlSimulation *) g_ptr_array_index (runs, i))->settled)
      return FALSE;
  return TRUE;
}

static void
append_means (JsonBuilder *builder, GPtrArray *runs)
{
  CliFigures figures = { .is_mean = TRUE };
  g_autofree double *values = g_new (double, CLI_N_FIGURES * runs->len);
  g_autofree double *column = g_new (double, runs->len);

  for (guint run = 0; run < runs->len; run++)
    cli_simulation_figures (g_ptr_array_index (runs, run), values + run * CLI_N_FIGURES);
  for (guint i = 0; i < CLI_N_FIGURES; i++)
    {
      for (guint run = 0; run < runs->len; run++)
        column[run] = values[run * CLI_N_FIGURES + i];
      dl_mean_interval (column, runs->len, &figures.value[i], &figures.reach[i]);
    }
  append_figures (builder, &figures,
                  dl_simulation_dragonfly (((const DlSimulation *) g_ptr_array_index (runs, 0)))
                      != NULL);
  append_settled (builder, g_ptr_array_index (runs, 0), all_settled (runs));
}

void
cli_simulation_append_json (GString *out, const DlScenario *scenario, GPtrArray *runs,
                            gboolean as_runs, gboolean sources)
{
  g_autoptr (JsonBuilder) builder = cli_json_new_of (scenario);

  if (!as_runs)
    append_run (builder, g_ptr_array_index (runs, 0), sources);
  else
    {
      cli_json_int (builder, "seeds", runs->len);
      append_means (builder, runs);
      json_builder_set_member_name (builder, "runs");
      json_builder_begin_array (builder);
      for (guint i = 0; i < runs->len; i++)
        {
          json_builder_begin_object (builder);
          append_run (builder, g_ptr_array_index (runs, i), sources);
          json_builder_end_object (builder);
        }
      json_builder_end_array (builder);
    }
  json_builder_end_object (builder);
  cli_json_append (out, builder);
}

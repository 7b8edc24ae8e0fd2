/* dateline-cli simulate: figures of a run, and means over runs. */
#include "cli-simulate.h"

#include "cli-families.h"

#include <math.h>

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

void
cli_run_figures (const DlSimulation *simulation, CliFigures *figures)
{
  figures->is_mean = FALSE;
  measure (simulation, figures->value);
  take_batches (&simulation->verdict, figures->reach);
}

void
cli_mean_figures (GPtrArray *runs, CliFigures *means)
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

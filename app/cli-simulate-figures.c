/* The figures of simulated runs, and their course as a table for programs. */
#include "cli-families.h"
#include "cli-simulate.h"

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

void
cli_simulation_figures (const DlSimulation *simulation, double *figures)
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
  cli_family (simulation->family)->measure (simulation, figures);
}

/* Of one run, by its batches. */
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
cli_simulation_figures_of (const DlSimulation *simulation, CliFigures *figures)
{
  figures->is_mean = FALSE;
  cli_simulation_figures (simulation, figures->value);
  take_batches (&simulation->verdict, figures->reach);
}

void
cli_simulation_means (GPtrArray *runs, CliFigures *means)
{
  g_autofree double *values = g_new (double, CLI_N_FIGURES * runs->len);
  g_autofree double *column = g_new (double, runs->len);

  for (guint run = 0; run < runs->len; run++)
    cli_simulation_figures (g_ptr_array_index (runs, run), values + run * CLI_N_FIGURES);
  for (guint i = 0; i < CLI_N_FIGURES; i++)
    {
      for (guint run = 0; run < runs->len; run++)
        column[run] = values[run * CLI_N_FIGURES + i];
      dl_mean_interval (column, runs->len, &means->value[i], &means->reach[i]);
    }
  if (runs->len == 1)
    take_batches (&((const DlSimulation *) g_ptr_array_index (runs, 0))->verdict, means->reach);
}

void
cli_simulation_append_series (GString *out, const DlSimulation *simulation)
{
  const guint nodes = simulation->plan->n_working_nodes;
  const double load_flits = simulation->plan->load_flits;
  const CliFamily *family = cli_family (simulation->family);
  const gboolean waits = simulation->plan->class->counts_waits;

  g_string_append (out, "cycle,created,injected,delivered,in_flight,flit_hops,created_load,"
                        "accepted_load,latency_cycles_mean");
  if (family->series_column != NULL)
    g_string_append_printf (out, ",%s", family->series_column);
  for (guint wait = 0; waits && wait < DL_N_WAITS; wait++)
    g_string_append_printf (out, ",waiting_%s", dl_wait_id (wait));
  g_string_append_c (out, '\n');
  for (guint i = 1; i < simulation->series->len; i++)
    {
      const DlSimPoint *from = &g_array_index (simulation->series, DlSimPoint, i - 1);
      const DlSimPoint *to = &g_array_index (simulation->series, DlSimPoint, i);

      g_string_append_printf (out,
                              "%" G_GUINT64_FORMAT ",%" G_GUINT64_FORMAT ",%" G_GUINT64_FORMAT
                              ",%" G_GUINT64_FORMAT ",%" G_GUINT64_FORMAT ",%" G_GUINT64_FORMAT ",",
                              to->cycle, to->created, to->injected, to->delivered,
                              to->injected - to->delivered, to->flit_hops);
      cli_append_csv_double (out, dl_sim_points_offered (from, to, simulation->packet_flits, nodes)
                                      / load_flits);
      g_string_append_c (out, ',');
      cli_append_csv_double (out, dl_sim_points_accepted (from, to, nodes) / load_flits);
      g_string_append_c (out, ',');
      cli_append_csv_double (out, dl_sim_points_latency (from, to));
      if (family->series_column != NULL)
        {
          g_string_append_c (out, ',');
          cli_append_csv_double (out, family->series_value (from, to));
        }
      for (guint wait = 0; waits && wait < DL_N_WAITS; wait++)
        {
          g_string_append_c (out, ',');
          cli_append_csv_double (out, dl_sim_points_waiting (from, to, wait));
        }
      g_string_append_c (out, '\n');
    }
}

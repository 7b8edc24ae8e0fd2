/* The figures of simulated runs, their means, and their tables for programs. */
#include "cli-simulate.h"

#include "cli-table.h"

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
direction_figures (const DlSimulation *simulation, double *figures)
{
  const DlSimCounters *counters = &simulation->counters;

  for (guint port = 0; port < DL_N_NETWORK_PORTS; port++)
    {
      double *direction = figures + CLI_DIRECTIONS + port * CLI_N_DIRECTION;

      direction[CLI_DIRECTION_PACKETS] = direction[CLI_DIRECTION_FLITS] = 0;
      for (guint vc = 0; vc < DL_SIM_VCS; vc++)
        {
          double *channel = direction + CLI_DIRECTION_VCS + vc * CLI_N_VC;

          channel[CLI_VC_PACKETS] = counters->packets[port][vc];
          channel[CLI_VC_FLITS] = counters->flits[port][vc];
          channel[CLI_VC_BLOCKED] = counters->blocked[port][vc];
          direction[CLI_DIRECTION_PACKETS] += channel[CLI_VC_PACKETS];
          direction[CLI_DIRECTION_FLITS] += channel[CLI_VC_FLITS];
        }
      direction[CLI_DIRECTION_STALLED] = counters->stalled_output[port];
      direction[CLI_DIRECTION_STALLED_OUTPUT] = dl_simulation_stalled_output (simulation, port);
      direction[CLI_DIRECTION_STALLED_INPUT] = dl_simulation_stalled_input (simulation, port);
      direction[CLI_DIRECTION_HEAD_WAIT] = dl_simulation_head_wait (simulation, port);
    }
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
  figures[CLI_DROPPED_DATELINE] = counters->at_dateline;
  figures[CLI_RETRANSMITTED] = counters->retransmitted_flits;
  figures[CLI_OFFERED] = simulation->offered_load;
  figures[CLI_ACCEPTED] = simulation->accepted_load;
  cli_latency_figures (&simulation->stats.network, figures + CLI_NETWORK_LATENCY);
  cli_latency_figures (&simulation->stats.total, figures + CLI_TOTAL_LATENCY);
  figures[CLI_HOPS] = simulation->stats.network.count > 0
                          ? (double) simulation->stats.hops / simulation->stats.network.count
                          : NAN;
  if (dl_simulation_dragonfly (simulation) != NULL)
    cli_dragonfly_figures (simulation, figures);
  else
    direction_figures (simulation, figures);
}

void
cli_simulation_append_links (GString *out, const DlSimulation *simulation)
{
  const DlTorusRun *torus = dl_simulation_torus (simulation);
  const DlNetwork *network;

  if (torus == NULL)
    {
      cli_dragonfly_append_links (out, simulation);
      return;
    }
  network = torus->network;
  g_string_append (out, "x,y,z,direction,state,packets_vc0,packets_vc1,packets_vc2,packets_vc3,"
                        "flits_vc0,flits_vc1,flits_vc2,flits_vc3,utilization,stalled_output,"
                        "stalled_input,head_wait,retransmitted_flits,blocked_vc0,blocked_vc1,"
                        "blocked_vc2,blocked_vc3\n");
  for (guint link = 0; link < network->n_links; link++)
    {
      const DlLinkAt at = dl_network_link_at (network, link);
      const guint node = link / network->n_ports;
      const DlSimPortCounters *output = &torus->ports[node * DL_N_ROUTER_PORTS + at.port];
      const DlSimPortCounters *input;
      guint64 flits = 0;

      if (network->link_state[link] == DL_LINK_ABSENT)
        continue;
      input
          = &torus->ports[network->link_to[link] * DL_N_ROUTER_PORTS + dl_port_opposite (at.port)];
      g_string_append_printf (out, "%u,%u,%u,%s,%s", at.from.at[DL_X], at.from.at[DL_Y],
                              at.from.at[DL_Z], dl_port_name (at.port),
                              network->link_state[link] == DL_LINK_UP ? "up" : "broken");
      for (guint vc = 0; vc < DL_SIM_VCS; vc++)
        g_string_append_printf (out, ",%" G_GUINT64_FORMAT, output->packets[vc]);
      for (guint vc = 0; vc < DL_SIM_VCS; vc++)
        {
          g_string_append_printf (out, ",%" G_GUINT64_FORMAT, output->flits[vc]);
          flits += output->flits[vc];
        }
      g_string_append_c (out, ',');
      cli_append_csv_double (out, (double) (flits - output->sending) / simulation->cycles);
      g_string_append_printf (out,
                              ",%" G_GUINT64_FORMAT ",%" G_GUINT64_FORMAT ",%" G_GUINT64_FORMAT
                              ",%" G_GUINT64_FORMAT,
                              output->stalled_output, input->stalled_input, input->head_wait,
                              output->retransmitted_flits);
      for (guint vc = 0; vc < DL_SIM_VCS; vc++)
        g_string_append_printf (out, ",%" G_GUINT64_FORMAT, output->blocked[vc]);
      g_string_append_c (out, '\n');
    }
}

void
cli_simulation_append_series (GString *out, const DlSimulation *simulation)
{
  const guint nodes = simulation->plan->n_working_nodes;
  const double load_flits = simulation->plan->load_flits;
  const gboolean dragonfly = dl_simulation_dragonfly (simulation) != NULL;

  g_string_append (out, "cycle,created,injected,delivered,in_flight,flit_hops,created_load,"
                        "accepted_load,latency_cycles_mean");
  g_string_append (out, dragonfly ? ",minimal_share\n" : "\n");
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
      if (dragonfly)
        {
          g_string_append_c (out, ',');
          cli_append_csv_double (out, 1 - dl_sim_points_nonminimal (from, to));
        }
      g_string_append_c (out, '\n');
    }
}

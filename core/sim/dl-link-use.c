#include "dl-link-use.h"

#include "dl-sim-private.h"

#include <math.h>
#include <string.h>

void
dl_sim_get_all_ports (const DlSim *sim, DlSimPortCounters *counters)
{
  for (guint node = 0; node < sim->plan->routes->network->n_nodes; node++)
    for (guint port = 0; port < DL_N_ROUTER_PORTS; port++)
      dl_sim_get_port_counters (sim, node, port, &counters[node * DL_N_ROUTER_PORTS + port]);
}

static void
set_size (DlLinkUse *links, guint n_links)
{
  if (links->n_links == n_links)
    return;
  links->n_links = n_links;
  links->load = g_renew (float, links->load, n_links);
  links->stalls = g_renew (float, links->stalls, n_links);
  links->occupancy = g_renew (float, links->occupancy, n_links);
}

void
dl_link_use_take (DlLinkUse *links, const DlSim *sim, const DlSimPortCounters *before,
                  guint64 since)
{
  const DlNetwork *network = sim->plan->routes->network;
  const double buffers = DL_SIM_VCS * (double) sim->plan->router.input_buffer;
  const double cycles = sim->now - since;

  set_size (links, network->n_links);
  for (guint link = 0; link < network->n_links; link++)
    {
      const guint node = link / network->n_ports, port = link % network->n_ports;
      const DlSimPortCounters *from = &before[node * DL_N_ROUTER_PORTS + port];
      DlSimPortCounters to;
      double packets = 0, flits = 0;

      dl_sim_get_port_counters (sim, node, port, &to);
      for (guint vc = 0; vc < DL_SIM_VCS; vc++)
        {
          packets += to.packets[vc] - from->packets[vc];
          flits += to.flits[vc] - from->flits[vc];
        }
      links->load[link] = cycles > 0 ? flits / cycles : 0;
      links->stalls[link]
          = packets > 0 ? (to.stalled_output - from->stalled_output) / packets : NAN;
      links->occupancy[link] = dl_sim_get_occupancy (sim, node, port) / buffers;
    }
}

void
dl_link_use_copy (DlLinkUse *links, const DlLinkUse *from)
{
  set_size (links, from->n_links);
  memcpy (links->load, from->load, from->n_links * sizeof *links->load);
  memcpy (links->stalls, from->stalls, from->n_links * sizeof *links->stalls);
  memcpy (links->occupancy, from->occupancy, from->n_links * sizeof *links->occupancy);
}

void
dl_link_use_clear (DlLinkUse *links)
{
  g_free (links->load);
  g_free (links->stalls);
  g_free (links->occupancy);
  *links = (DlLinkUse) { 0 };
}

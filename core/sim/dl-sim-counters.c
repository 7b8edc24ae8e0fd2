#include "dl-sim-counters.h"

G_DEFINE_QUARK (dl - sim - error - quark, dl_sim_error)

#define SUBTRACT(member) to->member -= from->member

void
dl_sim_counters_subtract (DlSimCounters *to, const DlSimCounters *from)
{
  SUBTRACT (created);
  SUBTRACT (injected);
  SUBTRACT (delivered);
  SUBTRACT (delivered_flits);
  SUBTRACT (unreachable);
  SUBTRACT (at_dateline);
  SUBTRACT (dropped_link);
  SUBTRACT (dropped_deadlock);
  SUBTRACT (dropped_source);
  SUBTRACT (delivered_bytes);
  SUBTRACT (minimal);
  SUBTRACT (nonminimal);
  SUBTRACT (flit_hops);
  SUBTRACT (retransmitted_packets);
  SUBTRACT (retransmitted_flits);
  SUBTRACT (latency_sum);
  SUBTRACT (total_latency_sum);
  for (guint age = 0; age < G_N_ELEMENTS (to->age); age++)
    SUBTRACT (age[age]);
  for (guint wait = 0; wait < DL_N_WAITS; wait++)
    SUBTRACT (waits[wait]);
  for (guint port = 0; port < DL_N_ROUTER_PORTS; port++)
    {
      for (guint vc = 0; vc < DL_SIM_VCS; vc++)
        {
          SUBTRACT (packets[port][vc]);
          SUBTRACT (flits[port][vc]);
          SUBTRACT (blocked[port][vc]);
        }
      SUBTRACT (stalled_output[port]);
      SUBTRACT (stalled_input[port]);
      SUBTRACT (head_wait[port]);
    }
}

void
dl_sim_stats_clear (DlSimStats *stats)
{
  dl_latency_clear (&stats->network);
  dl_latency_clear (&stats->total);
  dl_latency_clear (&stats->minimal);
  dl_latency_clear (&stats->nonminimal);
  g_clear_pointer (&stats->sources, g_free);
}

void
dl_sim_stats_subtract (DlSimStats *stats, const DlSimStats *earlier, guint n_sources)
{
  dl_latency_subtract (&stats->network, &earlier->network);
  dl_latency_subtract (&stats->total, &earlier->total);
  dl_latency_subtract (&stats->minimal, &earlier->minimal);
  dl_latency_subtract (&stats->nonminimal, &earlier->nonminimal);
  stats->hops -= earlier->hops;
  if (stats->sources == NULL || earlier->sources == NULL)
    return;
  for (guint node = 0; node < n_sources; node++)
    stats->sources[node] -= earlier->sources[node];
}

const char *
dl_wait_id (DlWait wait)
{
  static const char *const ids[DL_N_WAITS] = { "vc", "credit", "switch" };

  g_assert (wait < DL_N_WAITS);
  return ids[wait];
}

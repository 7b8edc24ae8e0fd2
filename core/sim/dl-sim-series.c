#include "dl-sim-series.h"

#include <math.h>

static double
per_node_cycle (guint64 flits, const DlSimPoint *from, const DlSimPoint *to, guint n_nodes)
{
  const double node_cycles = (double) (to->cycle - from->cycle) * n_nodes;

  return node_cycles > 0 ? flits / node_cycles : NAN;
}

double
dl_sim_points_offered (const DlSimPoint *from, const DlSimPoint *to, guint packet_flits,
                       guint n_nodes)
{
  return per_node_cycle ((to->created - from->created) * packet_flits, from, to, n_nodes);
}

double
dl_sim_points_accepted (const DlSimPoint *from, const DlSimPoint *to, guint n_nodes)
{
  return per_node_cycle (to->delivered_flits - from->delivered_flits, from, to, n_nodes);
}

double
dl_sim_points_latency (const DlSimPoint *from, const DlSimPoint *to)
{
  const guint64 delivered = to->delivered - from->delivered;

  return delivered > 0 ? (double) (to->latency_sum - from->latency_sum) / delivered : NAN;
}

double
dl_sim_points_waiting (const DlSimPoint *from, const DlSimPoint *to, DlWait wait)
{
  const guint64 cycles = to->cycle - from->cycle;

  return cycles > 0 ? (double) (to->waits[wait] - from->waits[wait]) / cycles : NAN;
}

double
dl_sim_points_nonminimal (const DlSimPoint *from, const DlSimPoint *to)
{
  const guint64 injected = to->injected - from->injected;

  return injected > 0 ? (double) (to->nonminimal - from->nonminimal) / injected : NAN;
}

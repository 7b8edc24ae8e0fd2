#include "dl-sim-series.h"

#include <math.h>

#define LEAST_POINTS      8
#define THROUGHPUT_WITHIN 0.03
#define LATENCY_WITHIN    0.10
#define BACKLOG_WITHIN    0.02

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

/* FALSE where one of them is NAN, too. */
static gboolean
agree (double a, double b, double within)
{
  return fabs (a - b) <= within * MAX (fabs (a), fabs (b));
}

gboolean
dl_sim_series_settled (const DlSimPoint *points, guint n_points, guint64 since, gboolean saturated)
{
  const DlSimPoint *first, *middle, *last;
  double backlog_growth;
  guint begin = 0;

  while (begin < n_points && points[begin].cycle < since)
    begin++;
  if (n_points - begin < LEAST_POINTS)
    return FALSE;
  first = &points[begin];
  middle = &points[begin + (n_points - begin) / 2];
  last = &points[n_points - 1];
  if (!agree (dl_sim_points_accepted (first, middle, 1), dl_sim_points_accepted (middle, last, 1),
              THROUGHPUT_WITHIN)
      || !agree (dl_sim_points_latency (first, middle), dl_sim_points_latency (middle, last),
                 LATENCY_WITHIN))
    return FALSE;
  backlog_growth
      = (double) (last->created - middle->created) - (double) (last->injected - middle->injected);
  return saturated || backlog_growth <= BACKLOG_WITHIN * (last->created - middle->created);
}

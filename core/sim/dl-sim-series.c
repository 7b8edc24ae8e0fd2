#include "dl-sim-series.h"

#include <math.h>

#define LEAST_POINTS      8
#define THROUGHPUT_WITHIN 0.03
#define LATENCY_WITHIN    0.10
#define BACKLOG_WITHIN    0.02
/* Delivered in each of the two times that are compared. */
#define LEAST_PACKETS 100
/* What chance may do, in standard deviations. */
#define DEVIATIONS 3

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
dl_sim_points_nonminimal (const DlSimPoint *from, const DlSimPoint *to)
{
  const guint64 injected = to->injected - from->injected;

  return injected > 0 ? (double) (to->nonminimal - from->nonminimal) / injected : NAN;
}

/* FALSE where one of them is NAN, too. */
static gboolean
agree (double a, double b, double within)
{
  return fabs (a - b) <= within * MAX (fabs (a), fabs (b));
}

/* The first of @points in cycle @cycle or later; the last one is. */
static const DlSimPoint *
point_at (const DlSimPoint *points, guint64 cycle)
{
  while (points->cycle < cycle)
    points++;
  return points;
}

/* How far two counts of packets may be apart by chance, as a share of them. */
static double
chance (guint64 a, guint64 b)
{
  return DEVIATIONS * sqrt (1.0 / a + 1.0 / b);
}

gboolean
dl_sim_series_converged (const DlSimPoint *points, guint n_points, guint64 since,
                         gboolean saturated)
{
  const DlSimPoint *first, *half, *late, *last;
  guint64 before, after, length;
  double backlog_growth;
  guint begin = 0;

  while (begin < n_points && points[begin].cycle < since)
    begin++;
  if (n_points - begin < LEAST_POINTS)
    return FALSE;
  first = &points[begin];
  last = &points[n_points - 1];
  length = last->cycle - first->cycle;
  half = point_at (first, first->cycle + length / 2);
  late = point_at (half, half->cycle + (last->cycle - half->cycle) / 2);
  before = late->delivered - half->delivered;
  after = last->delivered - late->delivered;
  if (MIN (before, after) < LEAST_PACKETS)
    return FALSE;
  if (!agree (dl_sim_points_accepted (half, late, 1), dl_sim_points_accepted (late, last, 1),
              MAX (THROUGHPUT_WITHIN, chance (before, after)))
      || !agree (dl_sim_points_latency (half, late), dl_sim_points_latency (late, last),
                 LATENCY_WITHIN))
    return FALSE;
  backlog_growth
      = (double) (last->created - half->created) - (double) (last->injected - half->injected);
  return saturated || fabs (backlog_growth) <= BACKLOG_WITHIN * (last->created - half->created);
}

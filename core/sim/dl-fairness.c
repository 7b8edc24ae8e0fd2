#include "dl-fairness.h"

#include <math.h>

void
dl_fairness_init (DlFairness *fairness, const guint64 *packets, guint n_nodes, guint n_senders)
{
  double squares = 0;
  guint64 least = G_MAXUINT64, most = 0;
  guint n_delivered = 0;

  *fairness = (DlFairness) { .jain = NAN, .least = NAN, .most = NAN };
  for (guint node = 0; node < n_nodes; node++)
    if (packets[node] > 0)
      {
        n_delivered++;
        fairness->packets += packets[node];
        squares += (double) packets[node] * packets[node];
        least = MIN (least, packets[node]);
        most = MAX (most, packets[node]);
      }
  fairness->n = MAX (n_senders, n_delivered);
  fairness->n_starved = fairness->n - n_delivered;
  if (fairness->packets == 0)
    return;
  const double equal = (double) fairness->packets / fairness->n;

  fairness->jain = (double) fairness->packets * fairness->packets / (fairness->n * squares);
  fairness->least = fairness->n_starved > 0 ? 0 : least / equal;
  fairness->most = most / equal;
}

static double
share_of (const DlFairness *fairness, guint64 packets)
{
  return (double) packets * fairness->n / fairness->packets;
}

GArray *
dl_fairness_by_distance (const DlFairness *fairness, const guint64 *packets,
                         const guint16 *distance, guint n_nodes)
{
  GArray *bars = g_array_new (FALSE, TRUE, sizeof (DlFairnessBar));
  guint n = 0;

  if (fairness->packets == 0)
    return bars;
  for (guint node = 0; node < n_nodes; node++)
    {
      const double share = share_of (fairness, packets[node]);
      DlFairnessBar *bar;

      if (distance[node] == DL_FAIRNESS_NO_DISTANCE)
        continue;
      if (distance[node] >= bars->len)
        g_array_set_size (bars, distance[node] + 1);
      bar = &g_array_index (bars, DlFairnessBar, distance[node]);
      bar->least = bar->n > 0 ? MIN (bar->least, share) : share;
      bar->most = MAX (bar->most, share);
      bar->mean += share;
      bar->n++;
    }
  for (guint i = 0; i < bars->len; i++)
    {
      DlFairnessBar bar = g_array_index (bars, DlFairnessBar, i);

      if (bar.n == 0)
        continue;
      bar.distance = i;
      bar.mean /= bar.n;
      g_array_index (bars, DlFairnessBar, n++) = bar;
    }
  g_array_set_size (bars, n);
  return bars;
}

static int
largest_first (gconstpointer a, gconstpointer b)
{
  const double x = *(const double *) a, y = *(const double *) b;

  return (x < y) - (x > y);
}

GArray *
dl_fairness_sorted (const DlFairness *fairness, const guint64 *packets, guint n_nodes)
{
  GArray *shares = g_array_new (FALSE, TRUE, sizeof (double));

  if (fairness->packets == 0)
    return shares;
  for (guint node = 0; node < n_nodes; node++)
    if (packets[node] > 0)
      {
        const double share = share_of (fairness, packets[node]);

        g_array_append_val (shares, share);
      }
  g_array_sort (shares, largest_first);
  g_array_set_size (shares, fairness->n); /* the starved ones: 0 */
  return shares;
}

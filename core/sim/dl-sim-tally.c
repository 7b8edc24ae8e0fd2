#include "dl-sim-tally.h"

#include <math.h>
#include <string.h>

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

static void
set_size (DlLinkUse *links, guint n_links, guint n_vcs)
{
  if (links->n_links == n_links && links->n_vcs == n_vcs)
    return;
  links->n_links = n_links;
  links->load = g_renew (float, links->load, n_links);
  links->stalls = g_renew (float, links->stalls, n_links);
  links->occupancy = g_renew (float, links->occupancy, n_links);
  links->n_vcs = n_vcs;
  links->vc_share = g_renew (float, links->vc_share, (gsize) n_links *n_vcs);
  links->vc_taken = g_renew (guint32, links->vc_taken, (gsize) n_links * n_vcs);
}

/* Of a state that was never filled nothing had been counted. */
static guint64
since (const guint64 *before, const guint64 *after, guint link)
{
  return after[link] - (before != NULL ? before[link] : 0);
}

/* Flits that have left: a packet that is still being sent counts by its part, so that a link never
 * carries more than it can. */
static double
flits_since (const DlLinkCounts *before, const DlLinkCounts *after, guint link)
{
  return (double) since (before->flits, after->flits, link)
         + (before->sending != NULL ? before->sending[link] : 0) - (double) after->sending[link];
}

static void
take_vcs (DlLinkUse *links, const DlLinkCounts *from, const DlLinkCounts *to, guint link)
{
  const gsize first = (gsize) link * links->n_vcs;
  double sum = 0;

  for (gsize i = first; i < first + links->n_vcs; i++)
    {
      const guint64 before = from->n_vcs == to->n_vcs ? from->vc_flits[i] : 0;

      links->vc_taken[i] = to->vc_taken[i];
      links->vc_share[i] = to->vc_flits[i] - before;
      sum += links->vc_share[i];
    }
  for (gsize i = first; i < first + links->n_vcs; i++)
    links->vc_share[i] = sum > 0 ? links->vc_share[i] / sum : NAN;
}

void
dl_link_use_take (DlLinkUse *links, const DlMachinePlan *plan, const DlMachineState *before,
                  const DlMachineState *after)
{
  const DlLinkCounts *from = &before->links, *to = &after->links;
  const double cycles = after->cycle - before->cycle;

  set_size (links, to->n_links, to->n_vcs);
  for (guint link = 0; link < to->n_links; link++)
    {
      const double flits = flits_since (from, to, link);
      const double packets = since (from->packets, to->packets, link);
      const double rate = dl_machine_plan_link_rate (plan, link);

      links->load[link] = cycles > 0 ? flits / cycles / rate : 0;
      links->stalls[link] = packets > 0 ? since (from->stalls, to->stalls, link) / packets : NAN;
      links->occupancy[link] = to->taken[link] / (double) dl_machine_plan_link_buffers (plan, link);
      take_vcs (links, from, to, link);
    }
}

void
dl_link_use_copy (DlLinkUse *links, const DlLinkUse *from)
{
  const gsize n_channels = (gsize) from->n_links * from->n_vcs;

  set_size (links, from->n_links, from->n_vcs);
  memcpy (links->load, from->load, from->n_links * sizeof *links->load);
  memcpy (links->stalls, from->stalls, from->n_links * sizeof *links->stalls);
  memcpy (links->occupancy, from->occupancy, from->n_links * sizeof *links->occupancy);
  if (n_channels == 0)
    return;
  memcpy (links->vc_share, from->vc_share, n_channels * sizeof *links->vc_share);
  memcpy (links->vc_taken, from->vc_taken, n_channels * sizeof *links->vc_taken);
}

void
dl_link_use_clear (DlLinkUse *links)
{
  g_free (links->load);
  g_free (links->stalls);
  g_free (links->occupancy);
  g_free (links->vc_share);
  g_free (links->vc_taken);
  *links = (DlLinkUse) { 0 };
}

void
dl_sim_tallies_grow (DlSimTallies *tallies, guint n_threads, guint n_sources)
{
  DlSimTally *of;

  if (n_threads <= tallies->n)
    return;
  of = g_aligned_alloc (n_threads, sizeof *of, DL_SIM_APART);
  if (tallies->n > 0)
    memcpy (of, tallies->of, tallies->n * sizeof *of);
  g_aligned_free (tallies->of);
  tallies->of = of;
  for (guint i = tallies->n; i < n_threads; i++)
    {
      tallies->of[i] = (DlSimTally) { 0 };
      if (n_sources > 0)
        tallies->of[i].stats.sources = g_new0 (guint64, n_sources);
    }
  tallies->n = n_threads;
}

void
dl_sim_tallies_clear (DlSimTallies *tallies)
{
  for (guint i = 0; i < tallies->n; i++)
    dl_sim_stats_clear (&tallies->of[i].stats);
  g_aligned_free (tallies->of);
}

void
dl_sim_tallies_get_counters (const DlSimTallies *tallies, DlSimCounters *counters)
{
  *counters = (DlSimCounters) { 0 };
  for (guint i = 0; i < tallies->n; i++)
    {
      const DlSimCounters *tally = &tallies->of[i].counters;

      counters->created += tally->created;
      counters->injected += tally->injected;
      counters->delivered += tally->delivered;
      counters->unreachable += tally->unreachable;
      counters->at_dateline += tally->at_dateline;
      counters->dropped_link += tally->dropped_link;
      counters->dropped_deadlock += tally->dropped_deadlock;
      counters->dropped_source += tally->dropped_source;
      counters->delivered_flits += tally->delivered_flits;
      counters->delivered_bytes += tally->delivered_bytes;
      counters->minimal += tally->minimal;
      counters->nonminimal += tally->nonminimal;
      counters->flit_hops += tally->flit_hops;
      counters->latency_sum += tally->latency_sum;
      counters->total_latency_sum += tally->total_latency_sum;
      counters->latency_max = MAX (counters->latency_max, tally->latency_max);
      counters->digest += tally->digest;
      for (guint age = 0; age < G_N_ELEMENTS (counters->age); age++)
        counters->age[age] += tally->age[age];
    }
}

void
dl_sim_tallies_get_point (const DlSimTallies *tallies, guint64 now, DlSimPoint *point)
{
  DlSimCounters counters;

  dl_sim_tallies_get_counters (tallies, &counters);
  *point = (DlSimPoint) {
    .cycle = now,
    .created = counters.created,
    .injected = counters.injected,
    .delivered = counters.delivered,
    .delivered_flits = counters.delivered_flits,
    .dropped = counters.dropped_link + counters.dropped_deadlock,
    .flit_hops = counters.flit_hops,
    .latency_sum = counters.latency_sum,
    .total_latency_sum = counters.total_latency_sum,
    .nonminimal = counters.nonminimal,
  };
}

void
dl_sim_tallies_get_stats (const DlSimTallies *tallies, guint n_sources, DlSimStats *stats)
{
  *stats = (DlSimStats) { .sources = n_sources > 0 ? g_new0 (guint64, n_sources) : NULL };
  for (guint i = 0; i < tallies->n; i++)
    {
      const DlSimStats *tally = &tallies->of[i].stats;

      dl_latency_merge (&stats->network, &tally->network);
      dl_latency_merge (&stats->total, &tally->total);
      dl_latency_merge (&stats->minimal, &tally->minimal);
      dl_latency_merge (&stats->nonminimal, &tally->nonminimal);
      stats->hops += tally->hops;
      for (guint node = 0; node < n_sources; node++)
        stats->sources[node] += tally->sources[node];
    }
}

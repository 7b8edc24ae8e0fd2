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

/* A state that was never filled counts as 0. */
static guint64
since (const guint64 *before, const guint64 *after, guint link)
{
  return after[link] - (before != NULL ? before[link] : 0);
}

/* Flits that have left: a packet that is still being sent counts by its part, so that a link never
 * carries more than it can. */
static gint64
flits_since (const DlLinkCounts *before, const DlLinkCounts *after, guint link)
{
  return since (before->flits, after->flits, link)
         + (before->sending != NULL ? before->sending[link] : 0) - after->sending[link];
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

DlUseRatio
dl_link_use_ratio (DlUse use, const DlMachinePlan *plan, const DlLinkCounts *before,
                   const DlLinkCounts *after, guint64 cycles, guint link)
{
  switch (use)
    {
    case DL_USE_LOAD:
      return (DlUseRatio) { flits_since (before, after, link), cycles,
                            dl_machine_plan_link_rate (plan, link) };
    case DL_USE_STALLS:
      return (DlUseRatio) { since (before->stalls, after->stalls, link), 1,
                            since (before->packets, after->packets, link) };
    case DL_USE_OCCUPANCY:
      return (DlUseRatio) { after->taken[link], 1, dl_machine_plan_link_buffers (plan, link) };
    default:
      g_assert_not_reached ();
    }
}

gboolean
dl_use_is_over_constant (DlUse use)
{
  return use != DL_USE_STALLS;
}

static double
value_of (DlUse use, const DlMachinePlan *plan, const DlMachineState *before,
          const DlMachineState *after, guint link)
{
  const DlUseRatio it = dl_link_use_ratio (use, plan, &before->links, &after->links,
                                           after->cycle - before->cycle, link);

  return it.count / (double) it.cycles / it.over;
}

void
dl_link_use_take (DlLinkUse *links, const DlMachinePlan *plan, const DlMachineState *before,
                  const DlMachineState *after)
{
  const DlLinkCounts *from = &before->links, *to = &after->links;

  set_size (links, to->n_links, to->n_vcs);
  for (guint link = 0; link < to->n_links; link++)
    {
      const gboolean packets = since (from->packets, to->packets, link) > 0;

      links->load[link]
          = after->cycle > before->cycle ? value_of (DL_USE_LOAD, plan, before, after, link) : 0;
      links->stalls[link] = packets ? value_of (DL_USE_STALLS, plan, before, after, link) : NAN;
      links->occupancy[link] = value_of (DL_USE_OCCUPANCY, plan, before, after, link);
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

static void
walk_latency (DlLatency *latency, DlSimWalk *walk)
{
  guint64 *bins = latency->bins;
  const guint n_bins = latency->n_bins;

  dl_sim_walk_value (walk, latency);
  latency->bins = bins;
  if (latency->n_bins != n_bins)
    latency->bins = g_renew (guint64, bins, latency->n_bins);
  dl_sim_walk_bytes (walk, latency->bins, latency->n_bins * sizeof *latency->bins);
}

static void
walk_tally (DlSimTally *tally, DlSimWalk *walk, guint n_sources)
{
  dl_sim_walk_value (walk, &tally->counters);
  dl_sim_walk_value (walk, &tally->last_delivery);
  dl_sim_walk_value (walk, &tally->stats.hops);
  walk_latency (&tally->stats.network, walk);
  walk_latency (&tally->stats.total, walk);
  walk_latency (&tally->stats.minimal, walk);
  walk_latency (&tally->stats.nonminimal, walk);
  if (n_sources > 0)
    dl_sim_walk_bytes (walk, tally->stats.sources, n_sources * sizeof *tally->stats.sources);
}

void
dl_sim_tallies_walk (DlSimTallies *tallies, DlSimWalk *walk, guint n_sources)
{
  guint n = tallies->n;

  dl_sim_walk_value (walk, &n);
  if (dl_sim_walk_loads (walk))
    {
      const guint n_threads = tallies->n;

      dl_sim_tallies_clear (tallies);
      *tallies = (DlSimTallies) { 0 };
      dl_sim_tallies_grow (tallies, MAX (n, n_threads), n_sources);
    }
  for (guint i = 0; i < n; i++)
    walk_tally (&tallies->of[i], walk, n_sources);
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
      counters->minimal += tally->detours[DL_DETOUR_NONE];
      for (guint detour = 0; detour < DL_N_DETOURS; detour++)
        {
          counters->detours[detour] += tally->detours[detour];
          counters->nonminimal += detour != DL_DETOUR_NONE ? tally->detours[detour] : 0;
        }
      counters->choices += tally->choices;
      counters->judged += tally->judged;
      counters->regretted += tally->regretted;
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
    .judged = counters.judged,
    .regretted = counters.regretted,
  };
  memcpy (point->detours, counters.detours, sizeof point->detours);
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

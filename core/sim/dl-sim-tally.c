#include "dl-sim-tally.h"

#include <string.h>

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

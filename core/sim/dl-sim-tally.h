/* What the threads of a simulation count, each by itself, and all of it together. */
#pragma once

#include "dl-sim-counters.h"
#include "dl-sim-crew.h"
#include "dl-sim-series.h"

G_BEGIN_DECLS

/* What one thread counts. */
typedef struct
{
  _Alignas(DL_SIM_APART) DlSimCounters counters; /* but for those by port, which routers keep */
  DlSimStats stats;      /* @network not of an Aries: it is minimal and non-minimal together */
  guint64 last_delivery; /* cycle of it, of an Aries the one after it */
} DlSimTally;

/* As many as there ever were threads. Start zeroed. */
typedef struct
{
  guint n;
  DlSimTally *of; /* (n) */
} DlSimTallies;

/* At least @n_threads of them, with sources (DlSimStats) of @n_sources nodes; 0: without. */
void dl_sim_tallies_grow (DlSimTallies *tallies, guint n_threads, guint n_sources);
void dl_sim_tallies_clear (DlSimTallies *tallies);

/* Since cycle 0; counters by port are 0. */
void dl_sim_tallies_get_counters (const DlSimTallies *tallies, DlSimCounters *counters);
void dl_sim_tallies_get_point (const DlSimTallies *tallies, guint64 now, DlSimPoint *point);
/* @n_sources as above. Clear @stats at the end. */
void dl_sim_tallies_get_stats (const DlSimTallies *tallies, guint n_sources, DlSimStats *stats);

G_END_DECLS

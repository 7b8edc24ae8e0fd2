/* dateline-cli simulate: what its parts share. */
#pragma once

#include "cli-command.h"
#include "cli-table.h"
#include "dl-sim-counters.h"
#include "dl-simulate.h"

G_BEGIN_DECLS

/* The figures of a run as one list, for means over runs. */
typedef enum
{
  CLI_LATENCY_MEAN,
  CLI_LATENCY_SD,
  CLI_LATENCY_P50,
  CLI_LATENCY_P99,
  CLI_LATENCY_MAX,
  CLI_N_LATENCY
} CliLatencyFigure;

/* Figures that a family may have of its own. */
#define CLI_MAX_OWN_FIGURES 128

enum
{
  CLI_CYCLES,
  CLI_COMPLETION,
  CLI_INJECTED,
  CLI_DELIVERED,
  CLI_IN_FLIGHT,
  CLI_DROPPED_UNREACHABLE,
  CLI_DROPPED_DATELINE,
  CLI_RETRANSMITTED,
  CLI_OFFERED,
  CLI_ACCEPTED,
  CLI_NETWORK_LATENCY,
  CLI_TOTAL_LATENCY = CLI_NETWORK_LATENCY + CLI_N_LATENCY,
  CLI_HOPS = CLI_TOTAL_LATENCY + CLI_N_LATENCY,
  CLI_WAITS = CLI_HOPS + 1, /* by DlWait */
  CLI_CHOICES = CLI_WAITS + DL_N_WAITS,
  CLI_JUDGED,
  CLI_REGRETTED,
  CLI_REGRET_SHARE,
  CLI_NONMINIMAL_SHARE,
  CLI_DETOURS,                          /* shares, by DlDetour */
  CLI_OWN = CLI_DETOURS + DL_N_DETOURS, /* figures of the run's family besides these, numbered in
                                           its own file */
  CLI_N_FIGURES = CLI_OWN + CLI_MAX_OWN_FIGURES
};

/* The figures of one run, or means over some with the reach of their intervals. */
typedef struct
{
  double value[CLI_N_FIGURES];
  double reach[CLI_N_FIGURES]; /* NAN: no interval */
  gboolean is_mean;
} CliFigures;

/* A packet of a deadlock: the channel that it waits for, and the nodes that it is from and to. */
typedef struct
{
  char *channel, *source, *dest;
} CliWait;

static inline void
cli_wait_clear (CliWait *wait)
{
  g_free (wait->channel);
  g_free (wait->source);
  g_free (wait->dest);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CliWait, cli_wait_clear)

void cli_latency_figures (const DlLatency *latency, double *figures);
/* Figures of a run, with the reach of intervals over its batches. */
void cli_run_figures (const DlSimulation *simulation, CliFigures *figures);
/* Values and reaches over @runs, of DlSimulation; of a single one over its batches. */
void cli_mean_figures (GPtrArray *runs, CliFigures *means);

/* Into the current object; a count is a whole number, but for a mean. */
void cli_json_figure (JsonBuilder *builder, const char *name, const CliFigures *figures, guint i);
void cli_json_count (JsonBuilder *builder, const char *name, const CliFigures *figures, guint i);
void cli_json_latency (JsonBuilder *builder, const char *name, const CliFigures *figures,
                       guint first);

/* One run or several of the same scenario; @interrupted: not all that were asked for. @replayed:
 * one, up to a cycle of its recording. */
void cli_append_json (GString *out, const DlScenario *scenario, GPtrArray *runs,
                      gboolean interrupted, gboolean as_runs, gboolean sources, gboolean replayed);

/* A run of @scenario up to a cycle of its recording, as simulate says a whole one, with @note. */
gboolean cli_append_replay (Cli *cli, const DlScenario *scenario, DlSimulation *run,
                            const char *note, GError **error);

G_END_DECLS

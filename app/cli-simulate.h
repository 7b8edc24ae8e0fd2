/* dateline-cli simulate: what its parts share. */
#pragma once

#include "cli-json.h"
#include "dl-interval.h"
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

/* Table 4 of the age paper. */
typedef enum
{
  CLI_VC_PACKETS,
  CLI_VC_FLITS,
  CLI_VC_BLOCKED, /* cycles */
  CLI_N_VC
} CliVcFigure;

typedef enum
{
  CLI_DIRECTION_PACKETS,
  CLI_DIRECTION_FLITS,
  CLI_DIRECTION_STALLED_OUTPUT,
  CLI_DIRECTION_STALLED_INPUT,
  CLI_DIRECTION_HEAD_WAIT,
  CLI_DIRECTION_STALLED, /* table 4 of the age paper: cycles */
  CLI_DIRECTION_VCS,     /* by virtual channel: */
  CLI_N_DIRECTION = CLI_DIRECTION_VCS + DL_SIM_VCS * CLI_N_VC
} CliDirectionFigure;

/* Of a dragonfly's links of a class. */
typedef enum
{
  CLI_CLASS_LINKS, /* that work */
  CLI_CLASS_PACKETS,
  CLI_CLASS_FLITS,
  CLI_CLASS_STALLED,        /* cycles */
  CLI_CLASS_STALLED_OUTPUT, /* a packet, after the warm-up; as the loads: */
  CLI_CLASS_MEAN,           /* share of what a link can carry */
  CLI_CLASS_MAX,
  CLI_N_CLASS
} CliClassFigure;

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
  CLI_DIRECTIONS,                                                      /* of a torus */
  CLI_MINIMAL = CLI_DIRECTIONS + DL_N_NETWORK_PORTS * CLI_N_DIRECTION, /* of a dragonfly: packets */
  CLI_NONMINIMAL,
  CLI_MINIMAL_SHARE, /* after the warm-up */
  CLI_BANDWIDTH,     /* GB/s */
  CLI_LATENCY_NS,
  CLI_MINIMAL_LATENCY = CLI_LATENCY_NS + CLI_N_LATENCY,
  CLI_NONMINIMAL_LATENCY = CLI_MINIMAL_LATENCY + CLI_N_LATENCY,
  CLI_CLASSES = CLI_NONMINIMAL_LATENCY + CLI_N_LATENCY,
  CLI_N_FIGURES = CLI_CLASSES + DL_N_LINK_CLASSES * CLI_N_CLASS
};

/* The figures of one run, or means over some with the reach of their intervals. */
typedef struct
{
  double value[CLI_N_FIGURES];
  double reach[CLI_N_FIGURES];
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

/* @figures: (CLI_N_FIGURES), NAN where there is none, as of the other kind of network. */
void cli_simulation_figures (const DlSimulation *simulation, double *figures);
/* Values and reaches over @runs, of DlSimulation. */
void cli_simulation_means (GPtrArray *runs, CliFigures *means);
void cli_latency_figures (const DlLatency *latency, double *figures);

/* One run or several of the same scenario. */
void cli_simulation_append_json (GString *out, const DlScenario *scenario, GPtrArray *runs,
                                 gboolean as_runs, gboolean sources);
/* A row a point in time. */
void cli_simulation_append_series (GString *out, const DlSimulation *simulation);

/* Into the current object. */
void cli_json_figure (JsonBuilder *builder, const char *name, const CliFigures *figures, guint i);
void cli_json_latency (JsonBuilder *builder, const char *name, const CliFigures *figures,
                       guint first);

G_END_DECLS

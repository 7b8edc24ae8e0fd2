/* dateline-cli simulate: what its parts share. */
#pragma once

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
  CLI_DIRECTIONS,
  CLI_N_FIGURES = CLI_DIRECTIONS + DL_N_NETWORK_PORTS * CLI_N_DIRECTION
};

/* @figures: (CLI_N_FIGURES), NAN where there is none. */
void cli_simulation_figures (const DlSimulation *simulation, double *figures);

/* One run or several of the same scenario, as people and as programs read them. */
void cli_simulation_append_json (GString *out, const DlScenario *scenario, GPtrArray *runs,
                                 gboolean as_runs, gboolean sources);
void cli_simulation_append_text (GString *out, const DlScenario *scenario, GPtrArray *runs);
/* A row a directed link, and a row a point in time. */
void cli_simulation_append_links (GString *out, const DlSimulation *simulation);
void cli_simulation_append_series (GString *out, const DlSimulation *simulation);

G_END_DECLS

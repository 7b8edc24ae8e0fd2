/* Result of a program of messages: when each rank was done, how fast that is, and what it could
 * have been. */
#pragma once

#include "dl-simulate.h"

G_BEGIN_DECLS

/* A job's part of it, NAN where not all of its ranks are done. */
typedef struct
{
  guint n_ranks; /* 0: none of its nodes works */
  double completion_ns;
  double algorithm_GBps, bus_GBps; /* as below */
} DlProgramJob;

/* Times in ns, NAN where not all ended. */
typedef struct
{
  const DlWorkload *workload; /* the simulation's */
  double cycle_ns;
  guint flit_bytes;  /* payload of a flit; of a packet with a header the mean, rounded down; 0: of a
                        router without flits, whose bounds are NAN */
  double *finish_ns; /* (n_ranks) NAN: not done */
  guint n_jobs;      /* that run one each; 0: all ranks run one */
  DlProgramJob *jobs;   /* (n_jobs) in the workload's order */
  double completion_ns; /* of the last one */
  /* Bandwidths of a collective: bytes of a rank's buffer, once per repetition, over the completion
   * less the computations between; and that times what the busiest link of an ideal network carries
   * of them (nccl-tests). NAN of a file, and of several jobs together. */
  double algorithm_GBps, bus_GBps;
  /* No run of these routes is faster: the flits of the busiest link or node one after the other;
   * and the longest chain of messages and computations, each message as fast as its flits leave
   * and the fastest packet arrives. */
  double links_ns, latency_ns;
  double contention; /* share of the completion beyond the larger of both */
  guint slowest;     /* rank */
  guint busiest;     /* link; DL_NO_LINK: a node is busier, or nothing was sent */
} DlProgramResult;

/* FALSE if @simulation, of @scenario, has no program of messages. */
gboolean dl_program_result_init (DlProgramResult *result, const DlScenario *scenario,
                                 const DlSimulation *simulation);
/* The same of @run, which goes by @plan, at its @state. */
gboolean dl_program_result_init_of_run (DlProgramResult *result, const DlScenario *scenario,
                                        const DlMachineRun *run, const DlMachinePlan *plan,
                                        const DlMachineState *state);
void dl_program_result_clear (DlProgramResult *result);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (DlProgramResult, dl_program_result_clear)

G_END_DECLS

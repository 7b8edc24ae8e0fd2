#include "dl-program-result.h"

#include "dl-loggops.h"

#include <math.h>

/* @rank_done: (n_ranks) cycles, or DL_SIMULATE_NOT_DONE. */
static void
take_ranks (DlProgramResult *self, const guint64 *rank_done)
{
  self->finish_ns = g_new (double, self->workload->n_ranks);
  for (guint rank = 0; rank < self->workload->n_ranks; rank++)
    {
      const guint64 done = rank_done[rank];

      self->finish_ns[rank] = done != DL_SIMULATE_NOT_DONE ? done * self->cycle_ns : NAN;
      if (self->finish_ns[rank] > self->finish_ns[self->slowest])
        self->slowest = rank;
    }
}

/* Result of @job; DL_NO_SET: of all ranks. */
static DlProgramJob
result_of (const DlProgramResult *self, const DlScenario *scenario, guint32 job)
{
  const DlTrafficOptions *traffic = &scenario->traffic;
  const DlWorkload *workload = self->workload;
  const DlJobs *jobs = workload->spec.jobs;
  DlProgramJob result = { 0, 0, NAN, NAN };
  double busy;

  for (guint rank = 0; rank < workload->n_ranks; rank++)
    {
      const double finish = self->finish_ns[rank];

      if (job != DL_NO_SET && jobs->job[dl_workload_node (workload, rank)] != job)
        continue;
      result.n_ranks++;
      if (!(finish <= result.completion_ns)) /* later, or not done, which stays */
        result.completion_ns = isnan (result.completion_ns) ? NAN : finish;
    }
  if (result.n_ranks == 0)
    result.completion_ns = NAN;
  busy = result.completion_ns - (traffic->repeat - 1.0) * traffic->compute_ns;
  if (traffic->program != NULL || !(busy > 0))
    return result;
  result.algorithm_GBps = (double) traffic->bytes * traffic->repeat / busy;
  result.bus_GBps = result.algorithm_GBps * traffic->collective->bus_factor (result.n_ranks);
  return result;
}

static void
take_jobs (DlProgramResult *self, const DlScenario *scenario)
{
  const DlProgramJob all = result_of (self, scenario, DL_NO_SET);
  const DlJobs *jobs = self->workload->spec.jobs;

  self->completion_ns = all.completion_ns;
  self->algorithm_GBps = jobs == NULL || jobs->n_jobs == 1 ? all.algorithm_GBps : NAN;
  self->bus_GBps = jobs == NULL || jobs->n_jobs == 1 ? all.bus_GBps : NAN;
  self->n_jobs = jobs != NULL ? jobs->n_jobs : 0;
  self->jobs = g_new (DlProgramJob, MAX (self->n_jobs, 1));
  for (guint job = 0; job < self->n_jobs; job++)
    self->jobs[job] = result_of (self, scenario, job);
}

/* Flits of the message of @op. */
static guint64
flits_of (const DlWorkload *workload, const DlOp *op)
{
  const guint64 n = dl_workload_packets (workload, op->size);

  return (n - 1) * dl_workload_packet_flits (workload, op->size, 0)
         + dl_workload_packet_flits (workload, op->size, n - 1);
}

/* The most that a node sends, or receives, in flits. */
static guint64
busiest_node (const DlWorkload *workload)
{
  const DlProgram *program = workload->spec.program;
  g_autofree guint64 *sent = g_new0 (guint64, workload->n_ranks);
  g_autofree guint64 *received = g_new0 (guint64, workload->n_ranks);
  guint64 most = 0;

  for (guint32 i = 0; i < program->n_ops; i++)
    if (program->ops[i].kind == DL_OP_SEND)
      {
        sent[program->rank[i]] += flits_of (workload, &program->ops[i]);
        received[program->ops[i].peer] += flits_of (workload, &program->ops[i]);
      }
  for (guint rank = 0; rank < workload->n_ranks; rank++)
    most = MAX (most, MAX (sent[rank], received[rank]));
  return most;
}

static void
take_links (DlProgramResult *self, const DlMachinePlan *plan, const DlLinkCounts *links)
{
  double cycles = busiest_node (self->workload) / plan->node_rate;

  self->busiest = DL_NO_LINK;
  for (guint link = 0; link < links->n_links; link++)
    if (links->flits[link] / dl_machine_plan_link_rate (plan, link) > cycles)
      {
        cycles = links->flits[link] / dl_machine_plan_link_rate (plan, link);
        self->busiest = link;
      }
  self->links_ns = cycles * self->cycle_ns;
}

/* Units of time in a ns: bytes take fractions of it. */
#define UNITS 1024

/* Units by which bytes of @delay each overestimate the time that the packets of a message before
 * its last one take to leave, at most; packets take @cycle units a flit. */
static double
find_excess (const DlWorkload *workload, guint64 delay, double cycle)
{
  const DlProgram *program = workload->spec.program;
  double most = 0;

  for (guint32 i = 0; i < program->n_ops; i++)
    if (program->ops[i].kind == DL_OP_SEND && program->ops[i].size > 0)
      {
        const guint64 size = program->ops[i].size, n = dl_workload_packets (workload, size);
        const double before = (double) (n - 1) * dl_workload_packet_flits (workload, size, 0);

        most = fmax (most, (double) delay * (size - 1) - before * cycle);
      }
  return most;
}

/* The longest chain. A message takes as long as its packets before the last one take to leave, and
 * then as long as the fastest packet of all. */
static void
take_latency (DlProgramResult *self, const DlMachinePlan *plan, const DlLatency *network)
{
  DlProgram *program = self->workload->spec.program;
  const double least = network->count > 0 ? dl_latency_quantile (network, 0) : 0;
  const double cycle = self->cycle_ns * UNITS / plan->node_rate;
  DlLogGops p = { .S = DL_PROGRAM_MAX_SIZE, .per_ns = UNITS };
  g_autoptr (DlLogGopsRun) run = NULL;
  guint64 last = 0;

  p.delay = (guint64) floor (cycle / MAX (self->flit_bytes, 1));
  p.L = (guint64) floor (
      fmax (least * self->cycle_ns * UNITS - find_excess (self->workload, p.delay, cycle), 0));
  run = dl_loggops_run_new (program, p);
  dl_loggops_run_all (run, NULL);
  for (guint rank = 0; rank < program->n_ranks; rank++)
    last = MAX (last, dl_loggops_run_finish (run, rank));
  self->latency_ns = (double) last / UNITS;
}

static void
take_all (DlProgramResult *self, const DlScenario *scenario, const DlMachinePlan *plan,
          const guint64 *rank_done, const DlLinkCounts *links, const DlLatency *network)
{
  const DlPacketShape *packet = &plan->workload->spec.packet;

  *self = (DlProgramResult) { .workload = plan->workload };
  self->cycle_ns = !isnan (plan->cycle_ns) ? plan->cycle_ns : 1;
  self->links_ns = self->latency_ns = NAN;
  take_ranks (self, rank_done);
  take_jobs (self, scenario);
  if (network->count > 0) /* else there are no flits */
    self->flit_bytes = packet->payload_bytes / packet->flits;
  if (network->count > 0 && !isnan (self->completion_ns))
    {
      take_links (self, plan, links);
      take_latency (self, plan, network);
    }
  self->contention
      = self->completion_ns > 0
            ? MAX (1 - fmax (self->links_ns, self->latency_ns) / self->completion_ns, 0)
            : NAN;
}

static gboolean
has_program (const DlMachinePlan *plan)
{
  return plan->workload != NULL && plan->workload->spec.kind->has_program;
}

gboolean
dl_program_result_init (DlProgramResult *self, const DlScenario *scenario,
                        const DlSimulation *simulation)
{
  *self = (DlProgramResult) { .workload = simulation->plan->workload };
  if (!has_program (simulation->plan) || simulation->rank_done == NULL)
    return FALSE;
  take_all (self, scenario, simulation->plan, simulation->rank_done, &simulation->link_counts,
            &simulation->stats.network);
  return TRUE;
}

gboolean
dl_program_result_init_of_run (DlProgramResult *self, const DlScenario *scenario,
                               const DlMachineRun *run, const DlMachinePlan *plan,
                               const DlMachineState *state)
{
  g_autofree guint64 *rank_done = NULL;

  *self = (DlProgramResult) { .workload = plan->workload };
  if (!has_program (plan))
    return FALSE;
  rank_done = g_new (guint64, plan->workload->n_ranks);
  for (guint rank = 0; rank < plan->workload->n_ranks; rank++)
    rank_done[rank] = dl_machine_run_rank_done (run, rank);
  take_all (self, scenario, plan, rank_done, &state->links, &state->stats.network);
  return TRUE;
}

void
dl_program_result_clear (DlProgramResult *self)
{
  g_free (self->finish_ns);
  g_free (self->jobs);
}

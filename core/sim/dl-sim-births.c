#include "dl-sim-births.h"

#include "dl-place.h"
#include "dl-shared.h"
#include "dl-sim-program.h"

#include <math.h>

/* Packets received of messages with a tag. */
typedef struct
{
  guint32 tag;
  guint64 packets;
} Received;

typedef struct
{
  guint32 rank;      /* DL_NO_RANK: none runs on this node */
  guint32 i_step;    /* that it is at */
  gboolean begun;    /* the step's message has been handed over to be sent */
  guint64 begun_at;  /* cycle in which that was */
  guint64 packet;    /* of the message: the one that is next */
  guint64 n_packets; /* of the message; 0 if there is none */
  guint64 done_at;   /* cycle; G_MAXUINT64: it is not at its end */
  DlWorkloadStep step;
  /* Tags that came so far: few at a time matter, and the one that came last comes next. */
  guint n_tags, size;
  Received *received; /* (size) */
} Rank;

struct _DlSimRanks
{
  DlWorkload *workload;
  guint n_nodes;
  Rank *ranks;           /* (n_nodes) NULL: */
  DlSimProgram *program; /* of messages */
};

static void
load_step (const DlWorkload *workload, Rank *rank, guint64 now)
{
  rank->begun = FALSE;
  rank->packet = rank->n_packets = 0;
  if (!dl_workload_step (workload, rank->rank, rank->i_step, &rank->step))
    rank->done_at = now;
}

/* The rank on @node, which has one, in a program of messages. */
static inline guint
rank_of (const DlSimRanks *self, guint node)
{
  return self->workload->spec.placement->rank[node];
}

static inline gboolean
has_rank (const DlSimRanks *self, guint node)
{
  return rank_of (self, node) < self->workload->n_ranks;
}

DlSimRanks *
dl_sim_ranks_new (DlWorkload *workload, guint n_nodes, guint tag_bits)
{
  DlSimRanks *self = g_new0 (DlSimRanks, 1);

  g_assert (workload->spec.placement->n_nodes == n_nodes);
  self->workload = dl_workload_ref (workload);
  self->n_nodes = n_nodes;
  if (workload->spec.program != NULL)
    {
      self->program = dl_sim_program_new (workload, tag_bits);
      return self;
    }
  g_assert (tag_bits >= 32 || workload->n_tags <= 1u << tag_bits);
  self->ranks = g_new0 (Rank, n_nodes);
  for (guint node = 0; node < n_nodes; node++)
    {
      Rank *rank = &self->ranks[node];

      rank->rank = workload->spec.placement->rank[node];
      rank->done_at = G_MAXUINT64;
      if (rank->rank >= workload->n_ranks)
        rank->rank = DL_NO_RANK;
      else
        load_step (workload, rank, 0);
    }
  return self;
}

void
dl_sim_ranks_free (DlSimRanks *self)
{
  if (self == NULL)
    return;
  for (guint node = 0; node < self->n_nodes && self->ranks != NULL; node++)
    g_free (self->ranks[node].received);
  g_free (self->ranks);
  dl_sim_program_free (self->program);
  dl_workload_unref (self->workload);
  g_free (self);
}

void
dl_sim_ranks_walk (DlSimRanks *self, DlSimWalk *walk)
{
  if (self->program != NULL)
    {
      dl_sim_program_walk (self->program, walk);
      return;
    }
  for (guint node = 0; node < self->n_nodes; node++)
    {
      Rank *rank = &self->ranks[node];
      Received *received = rank->received;
      guint size = rank->size;

      dl_sim_walk_value (walk, rank);
      if (size < rank->n_tags)
        {
          size = rank->n_tags;
          received = g_renew (Received, received, size);
        }
      rank->received = received;
      rank->size = size;
      dl_sim_walk_bytes (walk, rank->received, rank->n_tags * sizeof *rank->received);
    }
}

/* Receiving ------------------------------------------------------------------------------------ */

static gboolean
has_received (const Rank *rank)
{
  if (rank->step.wait_packets == 0)
    return TRUE;
  for (guint i = rank->n_tags; i-- > 0;)
    if (rank->received[i].tag == rank->step.tag)
      return rank->received[i].packets >= rank->step.wait_packets;
  return FALSE;
}

/* The step's message has left, and what it waits for is there. */
static gboolean
is_over (const Rank *rank)
{
  return rank->begun && rank->packet == rank->n_packets && has_received (rank);
}

gboolean
dl_sim_ranks_receive (DlSimRanks *self, guint node, guint source, guint tag, guint64 now)
{
  Rank *rank;
  guint i;

  if (self->program != NULL)
    return dl_sim_program_receive (self->program, rank_of (self, node), rank_of (self, source), tag,
                                   now);
  rank = &self->ranks[node];
  i = rank->n_tags;
  if (self->workload->spec.kind->unawaited)
    return FALSE;
  while (i > 0 && rank->received[i - 1].tag != tag)
    i--;
  if (i > 0)
    rank->received[i - 1].packets++;
  else
    {
      if (rank->n_tags == rank->size)
        {
          rank->size = MAX (2 * rank->size, 2);
          rank->received = g_renew (Received, rank->received, rank->size);
        }
      rank->received[rank->n_tags++] = (Received) { tag, 1 };
    }
  return rank->done_at == G_MAXUINT64 && rank->step.tag == tag && is_over (rank);
}

/* Sending -------------------------------------------------------------------------------------- */

/* Packets of the message that begins. */
static guint64
begin (const DlWorkload *workload, Rank *rank, guint64 now)
{
  rank->begun = TRUE;
  rank->begun_at = now;
  if (rank->step.send_to != DL_NO_RANK)
    rank->n_packets = dl_workload_packets (workload, rank->step.bytes);
  return rank->n_packets;
}

gboolean
dl_sim_ranks_next (DlSimRanks *self, guint node, guint64 now, gboolean stopped, DlSimSend *send)
{
  const DlWorkload *workload = self->workload;
  Rank *rank;

  send->due = G_MAXUINT64;
  if (self->program != NULL)
    return has_rank (self, node)
           && dl_sim_program_next (self->program, rank_of (self, node), now, stopped, send);
  rank = &self->ranks[node];
  if (rank->rank == DL_NO_RANK)
    return FALSE;
  while (rank->done_at == G_MAXUINT64)
    {
      guint64 begun = 0;

      if (!rank->begun)
        {
          if (stopped)
            return FALSE;
          begun = begin (workload, rank, now);
        }
      if (rank->packet < rank->n_packets)
        {
          const guint64 bytes = rank->step.bytes;

          *send = (DlSimSend) {
            .begun = begun,
            .created = rank->begun_at,
            .dest = dl_workload_node (workload, rank->step.send_to),
            .tag = rank->step.tag,
            .flits = dl_workload_packet_flits (workload, bytes, rank->packet),
            .payload_bytes = dl_workload_packet_payload (workload, bytes, rank->packet),
          };
          return TRUE;
        }
      if (!has_received (rank))
        return FALSE;
      rank->i_step++;
      load_step (workload, rank, now);
    }
  return FALSE;
}

void
dl_sim_ranks_sent (DlSimRanks *self, guint node)
{
  if (self->program != NULL)
    dl_sim_program_sent (self->program, rank_of (self, node));
  else
    self->ranks[node].packet++;
}

void
dl_sim_ranks_skip (DlSimRanks *self, guint node)
{
  if (self->program != NULL)
    dl_sim_program_skip (self->program, rank_of (self, node));
  else
    self->ranks[node].packet = self->ranks[node].n_packets;
}

guint64
dl_sim_ranks_waiting (const DlSimRanks *self, guint node)
{
  if (self->program != NULL)
    return has_rank (self, node) ? dl_sim_program_waiting (self->program, rank_of (self, node)) : 0;
  return self->ranks[node].n_packets - self->ranks[node].packet;
}

guint
dl_sim_ranks_dest (const DlSimRanks *self, guint node)
{
  if (self->program != NULL)
    return dl_sim_program_dest (self->program, rank_of (self, node));
  return dl_workload_node (self->workload, self->ranks[node].step.send_to);
}

/* How far they are ----------------------------------------------------------------------------- */

gboolean
dl_sim_ranks_is_over (const DlSimRanks *self, guint node)
{
  const Rank *rank;

  if (self->program != NULL)
    return !has_rank (self, node) || dl_sim_program_is_over (self->program, rank_of (self, node));
  rank = &self->ranks[node];
  return rank->rank == DL_NO_RANK || rank->done_at != G_MAXUINT64
         || (is_over (rank)
             && rank->i_step + 1 == dl_workload_n_steps (self->workload, rank->rank));
}

guint
dl_sim_ranks_step (const DlSimRanks *self, guint rank)
{
  if (self->program != NULL)
    return dl_sim_program_step (self->program, rank);
  return self->ranks[dl_workload_node (self->workload, rank)].i_step;
}

guint64
dl_sim_ranks_done_at (const DlSimRanks *self, guint rank)
{
  if (self->program != NULL)
    return dl_sim_program_done_at (self->program, rank);
  return self->ranks[dl_workload_node (self->workload, rank)].done_at;
}

guint64
dl_sim_ranks_all_done_at (const DlSimRanks *self)
{
  guint64 last = 0;

  for (guint rank = 0; rank < self->workload->n_ranks; rank++)
    last = MAX (last, dl_sim_ranks_done_at (self, rank));
  return last;
}

void
dl_sim_births_push (DlSimBirths *births, DlSimBirth birth)
{
  if (births->n == births->size)
    {
      const guint size = MAX (2 * births->size, 2);
      DlSimBirth *grown = g_new (DlSimBirth, size);

      for (guint i = 0; i < births->n; i++)
        grown[i] = *dl_sim_births_at (births, i);
      g_free (births->births);
      births->births = grown;
      births->size = size;
      births->first = 0;
    }
  births->n++;
  *dl_sim_births_at (births, births->n - 1) = birth;
}

void
dl_sim_births_walk (DlSimBirths *births, DlSimWalk *walk)
{
  guint n = births->n;

  dl_sim_walk_value (walk, &n);
  if (dl_sim_walk_loads (walk))
    {
      births->first = births->n = 0;
      while (births->n < n)
        dl_sim_births_push (births, (DlSimBirth) { 0 });
    }
  for (guint i = 0; i < n; i++)
    dl_sim_walk_value (walk, dl_sim_births_at (births, i));
}

void
dl_sim_births_burst (DlSimBirths *births, DlSimBirth birth, guint n, const DlPacketLengths *lengths,
                     double responses, guint8 response, gboolean lost, guint64 *counter, DlRng *rng)
{
  for (guint i = 0; i < n; i++)
    {
      /* Drawn in any case, so that a load differs from another in nothing else. */
      birth.class = (dl_rng_next (rng) >> 11) * 0x1p-53 < responses ? response : 0;
      birth.flits = dl_packet_lengths_draw (lengths, rng);
      if (!lost)
        dl_sim_births_push (births, birth);
    }
  *counter += n;
}

/* Logarithm of the probability that a slot has no birth: -INFINITY where there is always one, and
 * then all gaps are 1. */
static double
log_none (double rate)
{
  return rate < 1 ? log1p (-rate) : -INFINITY;
}

void
dl_sim_rates_set (DlSimRates *self, double rate, double *each, guint n_nodes)
{
  for (guint node = 0; each != NULL && node < n_nodes; node++)
    each[node] = log_none (each[node]);
  g_free (self->each);
  *self = (DlSimRates) { rate, log_none (rate), each };
}

guint64
dl_sim_rates_next (const DlSimRates *self, guint node, DlRng *rng, guint64 from)
{
  /* In (0, 1]. */
  const double draw = ((dl_rng_next (rng) >> 11) + 1) * 0x1p-53;
  const double gap = floor (log (draw) / (self->each != NULL ? self->each[node] : self->log_none));

  return gap < 1e15 && 1 + (guint64) gap < G_MAXUINT64 - from ? from + 1 + (guint64) gap
                                                              : G_MAXUINT64;
}

/* Traffic sent --------------------------------------------------------------------------------- */

void
dl_sent_clear (DlSent *sent)
{
  dl_workload_unref (sent->workload);
  dl_demand_free ((DlDemand *) sent->demand);
  dl_shared_unref (sent->traffic_data);
  *sent = (DlSent) { 0 };
}

/* Whether a source sends more to one destination than to another. */
static gboolean
have_weights (const GArray *flows)
{
  for (guint i = 1; i < flows->len; i++)
    {
      const DlFlow *before = &g_array_index (flows, DlFlow, i - 1);
      const DlFlow *flow = &g_array_index (flows, DlFlow, i);

      if (flow->source == before->source && flow->weight != before->weight)
        return TRUE;
    }
  return FALSE;
}

/* The pairs of @flows, which are by source. */
static void
index_flows (DlSimSources *self, const GArray *flows)
{
  guint i = 0;

  self->first = g_new (guint32, self->n_nodes + 1);
  self->dest = g_new (guint32, MAX (flows->len, 1));
  self->upto = have_weights (flows) ? g_new (guint64, flows->len) : NULL;
  for (guint node = 0; node <= self->n_nodes; node++)
    {
      guint64 weight = 0;

      self->first[node] = i;
      for (; node < self->n_nodes && i < flows->len
             && g_array_index (flows, DlFlow, i).source == node;
           i++)
        {
          const DlFlow *flow = &g_array_index (flows, DlFlow, i);

          self->dest[i] = flow->dest;
          weight += flow->weight;
          if (self->upto != NULL)
            self->upto[i] = weight;
        }
    }
  g_assert (i == flows->len);
}

static void
rate_flows (DlSimSources *self, const GArray *flows)
{
  double sum = 0;

  for (guint i = 0; i < flows->len; i++)
    {
      const DlFlow *flow = &g_array_index (flows, DlFlow, i);

      self->rate[flow->source] += flow->weight;
      sum += flow->weight;
    }
  for (guint node = 0; node < self->n_nodes && sum > 0; node++)
    self->rate[node] *= self->n_working / sum;
}

static void
take_sets (DlSimSources *self, const DlDemand *demand)
{
  const double most = dl_demand_most_of_sets (demand);

  self->set = g_memdup2 (demand->set, self->n_nodes * sizeof *self->set);
  self->set_first = g_memdup2 (demand->set_first, (demand->n_sets + 1) * sizeof *self->set_first);
  self->set_node
      = g_memdup2 (demand->set_node, demand->set_first[demand->n_sets] * sizeof *self->set_node);
  for (guint node = 0; node < self->n_nodes; node++)
    if (self->set[node] != DL_NO_SET && most > 0)
      self->rate[node]
          = (self->set_first[self->set[node] + 1] - self->set_first[self->set[node]] - 1)
            * demand->set_weight / most;
}

/* The load is that of the node that sends the most. */
static void
take_traffic (DlSimSources *self, const DlSent *sent)
{
  double most = 0;

  self->traffic = sent->traffic;
  self->traffic_data = dl_shared_ref (sent->traffic_data);
  for (guint node = 0; node < self->n_nodes; node++)
    {
      self->rate[node] = self->traffic->sent (self->traffic_data, node);
      most = MAX (most, self->rate[node]);
    }
  for (guint node = 0; node < self->n_nodes && most > 0; node++)
    self->rate[node] /= most;
}

static gboolean
are_alike (const DlSimSources *self)
{
  for (guint node = 0; node < self->n_nodes; node++)
    if (self->rate[node] != 1 && self->node_up[node])
      return FALSE;
  return TRUE;
}

void
dl_sim_sources_init (DlSimSources *self, const DlSent *sent, guint n_nodes, const guint8 *node_up)
{
  const DlDemand *demand = sent->demand;

  self->n_nodes = n_nodes;
  self->node_up = node_up;
  for (guint node = 0; node < n_nodes; node++)
    self->n_working += node_up[node] != FALSE;
  if (sent->workload != NULL || (demand != NULL && demand->uniform))
    return;
  self->rate = g_new0 (double, n_nodes);
  if (demand == NULL)
    take_traffic (self, sent);
  else if (dl_demand_has_sets (demand))
    take_sets (self, demand);
  else
    {
      index_flows (self, demand->flows);
      rate_flows (self, demand->flows);
    }
  if (demand != NULL && are_alike (self))
    g_clear_pointer (&self->rate, g_free);
}

void
dl_sim_sources_clear (DlSimSources *self)
{
  dl_shared_unref (self->traffic_data);
  g_free (self->set);
  g_free (self->set_first);
  g_free (self->set_node);
  g_free (self->first);
  g_free (self->dest);
  g_free (self->upto);
  g_free (self->rate);
}

static guint
draw_uniform (const DlSimSources *self, guint node, DlRng *rng)
{
  if (self->n_working < (self->self ? 1 : 2))
    return DL_NO_NODE;
  for (;;)
    {
      const guint dest = dl_rng_below (rng, self->n_nodes);

      if ((dest != node || self->self) && self->node_up[dest])
        return dest;
    }
}

/* One of the others of @node's set, which rise. */
static guint
draw_of_set (const DlSimSources *self, guint node, DlRng *rng)
{
  const guint32 set = self->set[node];
  const guint32 *members;
  guint n, i;

  if (set == DL_NO_SET)
    return DL_NO_NODE;
  members = self->set_node + self->set_first[set];
  n = self->set_first[set + 1] - self->set_first[set];
  if (n < 2)
    return DL_NO_NODE;
  i = dl_rng_below (rng, n - 1);
  return members[members[i] < node ? i : i + 1];
}

static guint
draw_by_flows (const DlSimSources *self, guint node, DlRng *rng)
{
  guint first = self->first[node], end = self->first[node + 1];
  guint64 draw;

  if (first == end)
    return DL_NO_NODE;
  if (self->upto == NULL)
    return self->dest[first + dl_rng_below (rng, end - first)];
  draw = dl_rng_below (rng, self->upto[end - 1]);
  while (first + 1 < end)
    {
      const guint middle = first + (end - first) / 2;

      if (self->upto[middle - 1] > draw)
        end = middle;
      else
        first = middle;
    }
  return self->dest[first];
}

guint
dl_sim_sources_draw (const DlSimSources *self, guint node, DlRng *rng)
{
  if (self->traffic != NULL)
    return self->rate[node] > 0 ? self->traffic->draw (self->traffic_data, node, rng) : DL_NO_NODE;
  if (self->set != NULL)
    return draw_of_set (self, node, rng);
  return self->first != NULL ? draw_by_flows (self, node, rng) : draw_uniform (self, node, rng);
}

void
dl_sim_sources_rates (const DlSimSources *self, DlSimRates *rates, double rate)
{
  double *each = self->rate != NULL && !isinf (rate) ? g_new (double, self->n_nodes) : NULL;

  for (guint node = 0; each != NULL && node < self->n_nodes; node++)
    each[node] = rate * self->rate[node];
  dl_sim_rates_set (rates, rate, each, self->n_nodes);
}

DlSimProgram *
dl_sim_ranks_get_program (const DlSimRanks *self)
{
  return self->program;
}

#include "dl-sim-births.h"

#include "dl-place.h"

#include <math.h>

/* Of the messages with a tag. */
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
  Rank *ranks; /* (n_nodes) */
};

static void
load_step (const DlWorkload *workload, Rank *rank, guint64 now)
{
  rank->begun = FALSE;
  rank->packet = rank->n_packets = 0;
  if (!dl_workload_step (workload, rank->rank, rank->i_step, &rank->step))
    rank->done_at = now;
}

DlSimRanks *
dl_sim_ranks_new (DlWorkload *workload, guint n_nodes)
{
  DlSimRanks *self = g_new (DlSimRanks, 1);

  g_assert (workload->spec.placement->n_nodes == n_nodes);
  *self = (DlSimRanks) { dl_workload_ref (workload), n_nodes, g_new0 (Rank, n_nodes) };
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
  for (guint node = 0; node < self->n_nodes; node++)
    g_free (self->ranks[node].received);
  g_free (self->ranks);
  dl_workload_unref (self->workload);
  g_free (self);
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
dl_sim_ranks_receive (DlSimRanks *self, guint node, guint tag)
{
  Rank *rank = &self->ranks[node];
  guint i = rank->n_tags;

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
  Rank *rank = &self->ranks[node];

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
  self->ranks[node].packet++;
}

void
dl_sim_ranks_skip (DlSimRanks *self, guint node)
{
  self->ranks[node].packet = self->ranks[node].n_packets;
}

guint64
dl_sim_ranks_waiting (const DlSimRanks *self, guint node)
{
  return self->ranks[node].n_packets - self->ranks[node].packet;
}

guint
dl_sim_ranks_dest (const DlSimRanks *self, guint node)
{
  return dl_workload_node (self->workload, self->ranks[node].step.send_to);
}

/* How far they are ----------------------------------------------------------------------------- */

gboolean
dl_sim_ranks_is_over (const DlSimRanks *self, guint node)
{
  const Rank *rank = &self->ranks[node];

  return rank->rank == DL_NO_RANK || rank->done_at != G_MAXUINT64
         || (is_over (rank)
             && rank->i_step + 1 == dl_workload_n_steps (self->workload, rank->rank));
}

guint
dl_sim_ranks_step (const DlSimRanks *self, guint rank)
{
  return self->ranks[dl_workload_node (self->workload, rank)].i_step;
}

guint64
dl_sim_ranks_done_at (const DlSimRanks *self, guint rank)
{
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

/* Of no birth in a slot: -INFINITY where there is always one, and then all gaps are 1. */
double
dl_sim_births_log_none (double rate)
{
  return rate < 1 ? log1p (-rate) : -INFINITY;
}

guint64
dl_sim_births_gap (DlRng *rng, double log_none)
{
  /* In (0, 1]. */
  const double draw = ((dl_rng_next (rng) >> 11) + 1) * 0x1p-53;
  const double gap = floor (log (draw) / log_none);

  return gap < 1e15 ? 1 + (guint64) gap : G_MAXUINT64;
}

/* Destinations --------------------------------------------------------------------------------- */

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

void
dl_sim_dests_init (DlSimDests *self, const GArray *flows, guint n_nodes)
{
  guint i = 0;

  self->first = g_new (guint32, n_nodes + 1);
  self->dest = g_new (guint32, MAX (flows->len, 1));
  self->upto = have_weights (flows) ? g_new (guint64, flows->len) : NULL;
  for (guint node = 0; node <= n_nodes; node++)
    {
      guint64 weight = 0;

      self->first[node] = i;
      for (; node < n_nodes && i < flows->len && g_array_index (flows, DlFlow, i).source == node;
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

void
dl_sim_dests_clear (DlSimDests *self)
{
  g_free (self->first);
  g_free (self->dest);
  g_free (self->upto);
}

guint
dl_sim_dests_draw (const DlSimDests *self, guint node, DlRng *rng)
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

double *
dl_sim_flow_rates (const GArray *flows, guint n_nodes, guint n_working)
{
  double *rate = g_new0 (double, n_nodes);
  double sum = 0;

  for (guint i = 0; i < flows->len; i++)
    {
      const DlFlow *flow = &g_array_index (flows, DlFlow, i);

      rate[flow->source] += flow->weight;
      sum += flow->weight;
    }
  for (guint node = 0; node < n_nodes && sum > 0; node++)
    rate[node] *= n_working / sum;
  return rate;
}

double *
dl_sim_rates_unless_alike (double *rate, guint n_nodes, const guint8 *node_up)
{
  for (guint node = 0; node < n_nodes; node++)
    if (rate[node] != 1 && node_up[node])
      return rate;
  g_free (rate);
  return NULL;
}

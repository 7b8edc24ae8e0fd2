#include "dl-sim-program.h"

#include <math.h>
#include <string.h>

/* Message whose packets have all arrived, and that is with its receive, or waits for it. */
#define DELIVERED G_MAXUINT32

/* Operations in a row, by Ranks' @next. */
typedef struct
{
  guint32 head, tail;
} Row;

#define EMPTY ((Row) { DL_NO_OP, DL_NO_OP })

/* A CPU of a rank: what it computes, until when, and what it computes next. */
typedef struct
{
  Row ready;
  guint32 op; /* DL_NO_OP: nothing */
  guint64 until;
} Cpu;

typedef struct
{
  Row ready;  /* sends that may begin */
  guint32 op; /* that is sent; DL_NO_OP: none */
  guint64 packet, n_packets;
  guint64 begun_at; /* cycle */
  guint64 done_at;  /* cycle of its last end; G_MAXUINT64: not all have ended */
  guint64 last_end; /* cycle */
  guint n_ended;
} Rank;

/* Messages of a rank to another, in the order in which they began. */
typedef struct
{
  guint32 from, to;
  guint32 first;    /* in @order */
  guint32 n_begun;  /* the sender's */
  guint32 complete; /* the receiver's: all before this one have arrived, */
  guint32 n_known;  /* and of these something has */
} Pair;

typedef struct
{
  DlSimPhase computing, sending; /* ended phases */
} Phases;

struct _DlSimProgram
{
  DlWorkload *workload;
  DlProgram *program; /* the workload's */
  DlProgramMatch *match;
  guint32 tag_mask;
  Rank *ranks;       /* (n_ranks) */
  Phases *phases;    /* (n_ranks) */
  Cpu *cpus;         /* (n_ranks x n_cpus) */
  guint32 *next;     /* (n_ops) in its row */
  guint32 *required; /* (n_ops) requirements that are open */
  guint32 *arrived;  /* (n_ops) packets of a send's message, DELIVERED: all, in their order */
  guint n_pairs;
  Pair *pairs;         /* (n_pairs) by receiver, then sender */
  guint32 *first_pair; /* (n_ranks + 1) of a receiver */
  guint32 *order;      /* (n_messages) sends as they began, by pair */
  GArray **told;       /* (n_ranks) guint32: 2 op, + 1: receives that have begun, + 1: ended, of
                          which others are still to be told */
};

static void
push (DlSimProgram *self, Row *row, guint32 op)
{
  self->next[op] = DL_NO_OP;
  if (row->head == DL_NO_OP)
    row->head = op;
  else
    self->next[row->tail] = op;
  row->tail = op;
}

static guint32
pop (DlSimProgram *self, Row *row)
{
  const guint32 op = row->head;

  row->head = self->next[op];
  return op;
}

/* Pairs ---------------------------------------------------------------------------------------- */

static gint
compare_pairs (gconstpointer a, gconstpointer b)
{
  const Pair *p = a, *q = b;

  if (p->to != q->to)
    return p->to < q->to ? -1 : 1;
  return p->from < q->from ? -1 : p->from > q->from;
}

/* One for all tags. */
static void
index_pairs (DlSimProgram *self)
{
  const DlProgram *program = self->program;
  Pair *pairs = g_new (Pair, MAX (program->n_channels, 1));
  guint32 first = 0;
  guint n = 0;

  for (guint i = 0; i < program->n_channels; i++)
    if (program->channels[i].n_sends > 0)
      pairs[n++] = (Pair) {
        program->channels[i].from, program->channels[i].to, program->channels[i].n_sends, 0, 0, 0
      };
  qsort (pairs, n, sizeof *pairs, compare_pairs);
  for (guint i = 0; i < n; i++)
    if (self->n_pairs > 0 && compare_pairs (&pairs[self->n_pairs - 1], &pairs[i]) == 0)
      pairs[self->n_pairs - 1].first += pairs[i].first;
    else
      pairs[self->n_pairs++] = pairs[i];
  self->pairs = pairs;
  self->first_pair = g_new0 (guint32, program->n_ranks + 1);
  for (guint i = 0; i < self->n_pairs; i++)
    {
      const guint32 sends = pairs[i].first;

      pairs[i].first = first;
      first += sends;
      self->first_pair[pairs[i].to + 1]++;
    }
  for (guint rank = 0; rank < program->n_ranks; rank++)
    self->first_pair[rank + 1] += self->first_pair[rank];
  self->order = g_new (guint32, MAX (first, 1));
}

static Pair *
find_pair (const DlSimProgram *self, guint from, guint to)
{
  guint first = self->first_pair[to], end = self->first_pair[to + 1];

  while (first + 1 < end)
    {
      const guint middle = first + (end - first) / 2;

      if (self->pairs[middle].from > from)
        end = middle;
      else
        first = middle;
    }
  return &self->pairs[first];
}

/* Phases --------------------------------------------------------------------------------------- */

/* Slices become twice as long. */
static void
lengthen (DlSimPhase *phase)
{
  const guint half = DL_SIM_PHASE_SLICES / 2;

  for (guint i = 0; i < half; i++)
    phase->cycles[i] = phase->cycles[2 * i] + phase->cycles[2 * i + 1];
  memset (phase->cycles + half, 0, half * sizeof *phase->cycles);
  phase->shift++;
}

/* Slices long enough for all cycles before @end. */
static void
reach (DlSimPhase *phase, guint64 end)
{
  while (end > (guint64) DL_SIM_PHASE_SLICES << phase->shift)
    lengthen (phase);
}

static void
add_cycles (DlSimPhase *phase, guint64 begin, guint64 end)
{
  reach (phase, end);
  while (begin < end)
    {
      const guint64 slice = begin >> phase->shift;
      const guint64 stop = MIN (end, (slice + 1) << phase->shift);

      phase->cycles[slice] += stop - begin;
      begin = stop;
    }
}

/* Beginning and ending ------------------------------------------------------------------------- */

static Cpu *
cpu_of (const DlSimProgram *self, guint32 op)
{
  const DlProgram *program = self->program;

  return &self->cpus[program->rank[op] * program->n_cpus + program->ops[op].cpu];
}

static guint64
cycles_of (const DlSimProgram *self, guint32 op)
{
  const double ns = self->workload->spec.packet.cycle_ns;
  const guint64 size = self->program->ops[op].size;

  return ns > 0 ? (guint64) ceil (size / ns) : size;
}

static void
compute_next (DlSimProgram *self, Cpu *cpu, guint64 now)
{
  if (cpu->op != DL_NO_OP || cpu->ready.head == DL_NO_OP)
    return;
  cpu->op = pop (self, &cpu->ready);
  cpu->until = now + cycles_of (self, cpu->op);
}

static void
tell_later (DlSimProgram *self, guint32 op, gboolean ended)
{
  const guint32 what = 2 * op + (ended ? 1 : 0);

  g_array_append_val (self->told[self->program->rank[op]], what);
}

/* All that it requires is there. Who requires a receive is told later, so that calls do not nest as
 * deep as programs are long. */
static void
ready (DlSimProgram *self, guint32 op, guint64 now)
{
  const guint rank = self->program->rank[op];

  switch ((DlOpKind) self->program->ops[op].kind)
    {
    case DL_OP_SEND:
      push (self, &self->ranks[rank].ready, op);
      break;
    case DL_OP_RECV:
      tell_later (self, op, FALSE);
      if (dl_program_match_post (self->match, op) != DL_NO_OP)
        tell_later (self, op, TRUE);
      break;
    case DL_OP_CALC:
      push (self, &cpu_of (self, op)->ready, op);
      compute_next (self, cpu_of (self, op), now);
      break;
    default:
      g_assert_not_reached ();
    }
}

/* Count down the operations that require that @op has begun, or ended. */
static void
satisfy (DlSimProgram *self, guint32 op, gboolean ended, guint64 now)
{
  const DlProgram *program = self->program;

  for (guint i = program->first_after[op]; i < program->first_after[op + 1]; i++)
    if (((program->after[i] & 1) == 0) == ended && --self->required[program->after[i] / 2] == 0)
      ready (self, program->after[i] / 2, now);
}

static void
end (DlSimProgram *self, guint32 op, guint64 now)
{
  Rank *rank = &self->ranks[self->program->rank[op]];

  satisfy (self, op, TRUE, now);
  rank->n_ended++;
  rank->last_end = MAX (rank->last_end, now);
  if (rank->n_ended == self->program->n[self->program->rank[op]])
    rank->done_at = rank->last_end;
}

static void
tell_all (DlSimProgram *self, guint rank, guint64 now)
{
  GArray *told = self->told[rank];

  for (guint i = 0; i < told->len; i++)
    {
      const guint32 what = g_array_index (told, guint32, i);

      if (what & 1)
        end (self, what / 2, now);
      else
        satisfy (self, what / 2, FALSE, now);
    }
  g_array_set_size (told, 0);
}

static void
end_one (DlSimProgram *self, guint32 op, guint64 now)
{
  end (self, op, now);
  tell_all (self, self->program->rank[op], now);
}

/* The CPU of @rank that is done first. */
static Cpu *
first_done (const DlSimProgram *self, guint rank)
{
  const guint n = self->program->n_cpus;
  Cpu *first = NULL;

  for (guint i = 0; i < n; i++)
    {
      Cpu *cpu = &self->cpus[rank * n + i];

      if (cpu->op != DL_NO_OP && (first == NULL || cpu->until < first->until))
        first = cpu;
    }
  return first;
}

/* End the computations that were over by @now, each at its time. */
static void
compute (DlSimProgram *self, guint rank, guint64 now)
{
  Cpu *cpu;

  while ((cpu = first_done (self, rank)) != NULL && cpu->until <= now)
    {
      const guint32 op = cpu->op;
      const guint64 at = cpu->until;

      cpu->op = DL_NO_OP;
      add_cycles (&self->phases[rank].computing, at - cycles_of (self, op), at);
      satisfy (self, op, FALSE, at);
      compute_next (self, cpu, at);
      end_one (self, op, at);
    }
}

static void
begin_rank (DlSimProgram *self, guint rank)
{
  const DlProgram *program = self->program;

  self->told[rank] = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->ranks[rank] = (Rank) { .ready = EMPTY, .op = DL_NO_OP, .done_at = G_MAXUINT64 };
  if (program->n[rank] == 0)
    self->ranks[rank].done_at = 0;
  for (guint i = 0; i < program->n_cpus; i++)
    self->cpus[rank * program->n_cpus + i] = (Cpu) { EMPTY, DL_NO_OP, 0 };
  for (guint32 i = 0; i < program->n[rank]; i++)
    if (program->n_required[program->first[rank] + i] == 0)
      ready (self, program->first[rank] + i, 0);
  tell_all (self, rank, 0);
}

DlSimProgram *
dl_sim_program_new (DlWorkload *workload, guint tag_bits)
{
  DlSimProgram *self = g_new0 (DlSimProgram, 1);
  DlProgram *program = workload->spec.program;

  self->workload = dl_workload_ref (workload);
  self->program = program;
  self->match = dl_program_match_new (program);
  self->tag_mask = tag_bits >= 32 ? G_MAXUINT32 : (1u << tag_bits) - 1;
  self->ranks = g_new (Rank, program->n_ranks);
  self->phases = g_new0 (Phases, program->n_ranks);
  self->cpus = g_new (Cpu, (gsize) program->n_ranks * program->n_cpus);
  self->next = g_new0 (guint32, MAX (program->n_ops, 1));
  self->required = g_memdup2 (program->n_required, MAX (program->n_ops, 1) * sizeof (guint32));
  self->arrived = g_new0 (guint32, MAX (program->n_ops, 1));
  self->told = g_new (GArray *, program->n_ranks);
  index_pairs (self);
  for (guint rank = 0; rank < program->n_ranks; rank++)
    begin_rank (self, rank);
  return self;
}

void
dl_sim_program_free (DlSimProgram *self)
{
  if (self == NULL)
    return;
  for (guint rank = 0; rank < self->program->n_ranks; rank++)
    g_array_unref (self->told[rank]);
  g_free (self->told);
  dl_program_match_free (self->match);
  g_free (self->ranks);
  g_free (self->phases);
  g_free (self->cpus);
  g_free (self->next);
  g_free (self->required);
  g_free (self->arrived);
  g_free (self->pairs);
  g_free (self->first_pair);
  g_free (self->order);
  dl_workload_unref (self->workload);
  g_free (self);
}

/* Sending -------------------------------------------------------------------------------------- */

/* A message begins; its packets are of @tag. */
static void
begin_send (DlSimProgram *self, guint rank, guint64 now)
{
  Rank *state = &self->ranks[rank];
  const guint32 op = pop (self, &state->ready);
  const DlOp *send = &self->program->ops[op];
  Pair *pair = find_pair (self, rank, send->peer);

  state->op = op;
  state->begun_at = now;
  state->packet = 0;
  state->n_packets = dl_workload_packets (self->workload, send->size);
  self->order[pair->first + pair->n_begun++] = op;
  satisfy (self, op, FALSE, now);
  tell_all (self, rank, now);
}

static guint
tag_of (const DlSimProgram *self, guint rank, guint32 op)
{
  const Pair *pair = find_pair (self, rank, self->program->ops[op].peer);

  return (pair->n_begun - 1) & self->tag_mask;
}

gboolean
dl_sim_program_next (DlSimProgram *self, guint rank, guint64 now, gboolean stopped, DlSimSend *send)
{
  Rank *state = &self->ranks[rank];
  const Cpu *cpu;
  guint64 begun = 0;

  compute (self, rank, now);
  while (state->op != DL_NO_OP && state->packet == state->n_packets)
    {
      const guint32 op = state->op;

      state->op = DL_NO_OP;
      add_cycles (&self->phases[rank].sending, state->begun_at, now);
      end_one (self, op, now);
      compute (self, rank, now);
    }
  if (state->op == DL_NO_OP && state->ready.head != DL_NO_OP && !stopped)
    {
      begin_send (self, rank, now);
      begun = state->n_packets;
    }
  if (state->op != DL_NO_OP)
    {
      const DlOp *op = &self->program->ops[state->op];

      *send = (DlSimSend) {
        .begun = begun,
        .created = state->begun_at,
        .dest = dl_workload_node (self->workload, op->peer),
        .tag = tag_of (self, rank, state->op),
        .flits = dl_workload_packet_flits (self->workload, op->size, state->packet),
        .payload_bytes = dl_workload_packet_payload (self->workload, op->size, state->packet),
      };
      return TRUE;
    }
  cpu = first_done (self, rank);
  send->due = cpu != NULL ? cpu->until : G_MAXUINT64;
  return FALSE;
}

void
dl_sim_program_sent (DlSimProgram *self, guint rank)
{
  self->ranks[rank].packet++;
}

void
dl_sim_program_skip (DlSimProgram *self, guint rank)
{
  self->ranks[rank].packet = self->ranks[rank].n_packets;
}

guint64
dl_sim_program_waiting (const DlSimProgram *self, guint rank)
{
  const Rank *state = &self->ranks[rank];

  return state->op != DL_NO_OP ? state->n_packets - state->packet : 0;
}

guint
dl_sim_program_dest (const DlSimProgram *self, guint rank)
{
  return dl_workload_node (self->workload, self->program->ops[self->ranks[rank].op].peer);
}

/* Receiving ------------------------------------------------------------------------------------ */

static gboolean
is_complete (const DlSimProgram *self, guint32 op)
{
  return self->arrived[op] != DELIVERED
         && self->arrived[op] == dl_workload_packets (self->workload, self->program->ops[op].size);
}

/* Is one with the same tag, that began before the @k-th of @pair, not there yet? */
static gboolean
is_overtaking (const DlSimProgram *self, const Pair *pair, guint32 k)
{
  const guint32 *order = self->order + pair->first;

  for (guint32 i = pair->complete; i < k; i++)
    if (self->arrived[order[i]] != DELIVERED
        && self->program->channel[order[i]] == self->program->channel[order[k]])
      return TRUE;
  return FALSE;
}

/* The @k-th message of @pair is there, and all with its tag that began before. */
static void
deliver (DlSimProgram *self, Pair *pair, guint32 k, guint64 now)
{
  const guint32 op = self->order[pair->first + k];
  const guint32 recv = dl_program_match_arrive (self->match, op);

  self->arrived[op] = DELIVERED;
  if (recv != DL_NO_OP)
    end_one (self, recv, now);
}

gboolean
dl_sim_program_receive (DlSimProgram *self, guint rank, guint source, guint tag, guint64 now)
{
  Pair *pair = find_pair (self, source, rank);
  const guint32 *order = self->order + pair->first;
  const guint32 k = pair->complete + ((tag - pair->complete) & self->tag_mask);

  compute (self, rank, now);
  pair->n_known = MAX (pair->n_known, k + 1);
  self->arrived[order[k]]++;
  if (!is_complete (self, order[k]) || is_overtaking (self, pair, k))
    return FALSE;
  deliver (self, pair, k, now);
  /* And messages that overtook it. */
  for (guint32 i = k + 1; i < pair->n_known; i++)
    if (is_complete (self, order[i]) && !is_overtaking (self, pair, i))
      deliver (self, pair, i, now);
  while (pair->complete < pair->n_known && self->arrived[order[pair->complete]] == DELIVERED)
    pair->complete++;
  return TRUE;
}

/* How far they are ----------------------------------------------------------------------------- */

gboolean
dl_sim_program_is_over (const DlSimProgram *self, guint rank)
{
  const Rank *state = &self->ranks[rank];

  return state->done_at != G_MAXUINT64
         || (state->op != DL_NO_OP && state->packet == state->n_packets
             && state->n_ended + 1 == self->program->n[rank]);
}

guint
dl_sim_program_step (const DlSimProgram *self, guint rank)
{
  return self->ranks[rank].n_ended;
}

guint64
dl_sim_program_done_at (const DlSimProgram *self, guint rank)
{
  return self->ranks[rank].done_at;
}

void
dl_sim_program_get_phases (const DlSimProgram *self, guint rank, guint64 now, DlSimPhase *computing,
                           DlSimPhase *sending)
{
  const Rank *state = &self->ranks[rank];
  const guint n_cpus = self->program->n_cpus;

  *computing = self->phases[rank].computing;
  *sending = self->phases[rank].sending;
  for (guint i = 0; i < n_cpus; i++)
    {
      const Cpu *cpu = &self->cpus[rank * n_cpus + i];
      const guint64 begin = cpu->op != DL_NO_OP ? cpu->until - cycles_of (self, cpu->op) : now;

      add_cycles (computing, MIN (begin, now), MIN (cpu->op != DL_NO_OP ? cpu->until : now, now));
    }
  if (state->op != DL_NO_OP)
    add_cycles (sending, state->begun_at, now);
  reach (computing, now);
  reach (sending, now);
}

static void
walk_state (gpointer bytes, gsize size, gpointer walk)
{
  dl_sim_walk_bytes (walk, bytes, size);
}

void
dl_sim_program_walk (DlSimProgram *self, DlSimWalk *walk)
{
  const DlProgram *program = self->program;

  dl_sim_walk_bytes (walk, self->ranks, program->n_ranks * sizeof *self->ranks);
  dl_sim_walk_bytes (walk, self->phases, program->n_ranks * sizeof *self->phases);
  dl_sim_walk_bytes (walk, self->cpus,
                     (gsize) program->n_ranks * program->n_cpus * sizeof *self->cpus);
  dl_sim_walk_bytes (walk, self->next, program->n_ops * sizeof *self->next);
  dl_sim_walk_bytes (walk, self->required, program->n_ops * sizeof *self->required);
  dl_sim_walk_bytes (walk, self->arrived, program->n_ops * sizeof *self->arrived);
  dl_sim_walk_bytes (walk, self->pairs, self->n_pairs * sizeof *self->pairs);
  dl_sim_walk_bytes (walk, self->order, program->n_messages * sizeof *self->order);
  dl_program_match_foreach_state (self->match, walk_state, walk);
}

#include "dl-loggops.h"

#include <glib/gi18n-lib.h>

/* An operation that may begin or, of a send, the arrival of its message. */
typedef struct
{
  guint64 at;     /* ns */
  guint64 serial; /* of its first entry: among those of the same time the earlier one is first */
  guint32 what;   /* 2 op, + 1: the message */
} Event;

struct _DlLogGopsRun
{
  DlProgram *program;
  DlLogGops p;
  DlProgramMatch *match;
  GArray *heap;       /* Event, the earliest on top */
  guint64 serial;     /* that is next */
  guint32 *required;  /* (n_ops) requirements that are open */
  guint64 *cpu_free;  /* (n_ranks x n_cpus) ns */
  guint64 *send_free; /* (n_ranks x n_nics) */
  guint64 *recv_free; /* likewise */
  GArray *ready;      /* guint32: operations that the event at hand has made ready */
  guint n_done;
  guint *n_left; /* (n_ranks) operations that have not ended */
  guint64 n_sent, n_received;
};

/* The heap ------------------------------------------------------------------------------------- */

static inline gboolean
is_before (const Event *a, const Event *b)
{
  return a->at != b->at ? a->at < b->at : a->serial < b->serial;
}

static void
push (DlLogGopsRun *self, Event event)
{
  Event *heap;
  guint i = self->heap->len;

  g_array_set_size (self->heap, i + 1);
  heap = (Event *) self->heap->data;
  for (; i > 0 && is_before (&event, &heap[(i - 1) / 2]); i = (i - 1) / 2)
    heap[i] = heap[(i - 1) / 2];
  heap[i] = event;
}

static Event
pop (DlLogGopsRun *self)
{
  Event *heap = (Event *) self->heap->data;
  const Event top = heap[0], last = heap[self->heap->len - 1];
  const guint n = self->heap->len - 1;
  guint i = 0;

  for (;;)
    {
      guint child = 2 * i + 1;

      if (child >= n)
        break;
      if (child + 1 < n && is_before (&heap[child + 1], &heap[child]))
        child++;
      if (is_before (&last, &heap[child]))
        break;
      heap[i] = heap[child];
      i = child;
    }
  if (n > 0)
    heap[i] = last;
  g_array_set_size (self->heap, n);
  return top;
}

/* Becoming ready ------------------------------------------------------------------------------- */

/* LogGOPSim sorts what becomes ready together by kind, with its library's quicksort, which swaps
 * operations of the same kind: who comes first decides whose message is first at the NIC. Lists of
 * up to as many keep their order: */
#define KEPT 16

static void
swap (guint32 *list, guint i, guint j)
{
  const guint32 op = list[i];

  list[i] = list[j];
  list[j] = op;
}

/* The median by kind of the second, the middle and the last goes to the front. */
static void
move_median (const DlOp *ops, guint32 *list, guint first, guint last)
{
  const guint a = first + 1, b = first + (last - first) / 2, c = last - 1;
  const guint8 x = ops[list[a]].kind, y = ops[list[b]].kind, z = ops[list[c]].kind;

  if (x < y)
    swap (list, first, y < z ? b : x < z ? c : a);
  else
    swap (list, first, x < z ? a : y < z ? c : b);
}

/* Where the second part of @first up to @last begins. */
static guint
split (const DlOp *ops, guint32 *list, guint first, guint last)
{
  guint i = first + 1, j = last;
  guint8 pivot;

  move_median (ops, list, first, last);
  pivot = ops[list[first]].kind;
  for (;;)
    {
      while (ops[list[i]].kind < pivot)
        i++;
      j--;
      while (pivot < ops[list[j]].kind)
        j--;
      if (i >= j)
        return i;
      swap (list, i++, j);
    }
}

static void
sort_long (const DlOp *ops, guint32 *list, guint first, guint last)
{
  while (last - first > KEPT)
    {
      const guint cut = split (ops, list, first, last);

      sort_long (ops, list, cut, last);
      last = cut;
    }
}

static void
sort_by_kind (const DlOp *ops, guint32 *list, guint n)
{
  sort_long (ops, list, 0, n);
  for (guint i = 1; i < n; i++)
    {
      const guint32 op = list[i];
      guint j = i;

      for (; j > 0 && ops[op].kind < ops[list[j - 1]].kind; j--)
        list[j] = list[j - 1];
      list[j] = op;
    }
}

static guint64 *
cpu_of (const DlLogGopsRun *self, guint rank, const DlOp *op)
{
  return &self->cpu_free[rank * self->program->n_cpus + op->cpu];
}

static guint64 *
sender_of (const DlLogGopsRun *self, guint rank, const DlOp *op)
{
  return &self->send_free[rank * self->program->n_nics + op->nic];
}

static guint64 *
receiver_of (const DlLogGopsRun *self, guint rank, const DlOp *op)
{
  return &self->recv_free[rank * self->program->n_nics + op->nic];
}

/* Operations of one rank, in the order in which they became ready. */
static void
begin_ready (DlLogGopsRun *self, guint rank, guint32 *list, guint n)
{
  const DlOp *ops = self->program->ops;

  sort_by_kind (ops, list, n);
  for (guint i = 0; i < n; i++)
    {
      const DlOp *op = &ops[list[i]];
      guint64 at = *cpu_of (self, rank, op);

      if (op->kind == DL_OP_SEND)
        at = MAX (at, *sender_of (self, rank, op));
      push (self, (Event) { at, self->serial++, 2 * list[i] });
    }
}

/* All that the event at hand has made ready: of its rank, and of a sender that waited for it. */
static void
begin_all_ready (DlLogGopsRun *self)
{
  const guint32 *ranks = self->program->rank;
  guint32 *list = (guint32 *) self->ready->data;
  const guint n = self->ready->len;
  guint begin = 0;

  for (guint i = 1; i < n; i++)
    for (guint j = i; j > 0 && ranks[list[j]] < ranks[list[j - 1]]; j--)
      swap (list, j, j - 1);
  for (guint end = 1; end <= n; end++)
    if (end == n || ranks[list[end]] != ranks[list[begin]])
      {
        begin_ready (self, ranks[list[begin]], list + begin, end - begin);
        begin = end;
      }
  g_array_set_size (self->ready, 0);
}

/* Count down the operations that require that @op has begun, or ended. */
static void
satisfy (DlLogGopsRun *self, guint32 op, gboolean ended)
{
  const DlProgram *program = self->program;

  for (guint i = program->first_after[op]; i < program->first_after[op + 1]; i++)
    {
      const guint32 other = program->after[i] / 2;

      if (((program->after[i] & 1) == 0) == ended && --self->required[other] == 0)
        g_array_append_val (self->ready, other);
    }
  if (!ended)
    return;
  self->n_done++;
  self->n_left[program->rank[op]]--;
}

/* Events --------------------------------------------------------------------------------------- */

/* From @at on, for a message: @once, and @each byte after the first. As LogGOPSim has it, an empty
 * message takes a byte's time less; but no less than no time. */
static guint64
busy_until (guint64 at, guint64 once, const DlOp *op, guint64 each)
{
  return at + (op->size == 0 ? once - MIN (once, each) : once + (op->size - 1) * each);
}

static void
again (DlLogGopsRun *self, Event event, guint64 at)
{
  event.at = at;
  push (self, event);
}

static void
compute (DlLogGopsRun *self, Event event, guint32 i)
{
  const DlOp *op = &self->program->ops[i];
  guint64 *cpu = cpu_of (self, self->program->rank[i], op);

  if (*cpu > event.at)
    {
      again (self, event, *cpu);
      return;
    }
  *cpu = event.at + op->size * MAX (self->p.per_ns, 1);
  satisfy (self, i, FALSE);
  satisfy (self, i, TRUE);
}

static void
send (DlLogGopsRun *self, Event event, guint32 i)
{
  const DlOp *op = &self->program->ops[i];
  const guint rank = self->program->rank[i];
  guint64 *cpu = cpu_of (self, rank, op), *nic = sender_of (self, rank, op);

  if (MAX (*cpu, *nic) > event.at)
    {
      again (self, event, MAX (*cpu, *nic));
      return;
    }
  satisfy (self, i, FALSE);
  *cpu = busy_until (event.at, self->p.o, op, self->p.O);
  *nic = busy_until (event.at, self->p.g, op, self->p.G);
  push (self, (Event) { event.at + self->p.o + self->p.L + self->p.delay * (MAX (op->size, 1) - 1),
                        self->serial++, 2 * i + 1 });
  self->n_sent++;
  if (op->size <= self->p.S)
    satisfy (self, i, TRUE);
}

/* A long message goes when its receiver is ready: the sender has waited for it until now. */
static void
release_sender (DlLogGopsRun *self, guint32 sent, const DlOp *by, guint64 now)
{
  const guint rank = self->program->rank[sent];
  guint64 *cpu = cpu_of (self, rank, by), *nic = sender_of (self, rank, by);

  satisfy (self, sent, TRUE);
  *cpu = MAX (*cpu, now);
  *nic = MAX (*nic, now);
}

static void
receive (DlLogGopsRun *self, Event event, guint32 i)
{
  const DlOp *op = &self->program->ops[i];
  guint32 sent;

  satisfy (self, i, FALSE);
  sent = dl_program_match_post (self->match, i);
  if (sent == DL_NO_OP)
    return;
  if (self->program->ops[sent].size > self->p.S)
    release_sender (self, sent, op, event.at);
  satisfy (self, i, TRUE);
}

static void
arrive (DlLogGopsRun *self, Event event, guint32 i)
{
  const DlOp *op = &self->program->ops[i];
  guint64 *cpu = cpu_of (self, op->peer, op), *nic = receiver_of (self, op->peer, op);
  const guint64 most = op->size > 0 || self->p.O == 0 || self->p.G == 0
                           ? MAX (self->p.O, self->p.G)
                           : MIN (self->p.O, self->p.G);
  guint32 received;

  if (MAX (*cpu, *nic) > event.at)
    {
      again (self, event, MAX (*cpu, *nic));
      return;
    }
  *cpu = busy_until (event.at, self->p.o, op, most);
  *nic = busy_until (event.at, self->p.g, op, self->p.G);
  self->n_received++;
  received = dl_program_match_arrive (self->match, i);
  if (received == DL_NO_OP)
    return;
  if (op->size > self->p.S)
    release_sender (self, i, op, event.at);
  satisfy (self, received, TRUE);
}

static void
take (DlLogGopsRun *self, Event event)
{
  const guint32 op = event.what / 2;

  if (event.what & 1)
    arrive (self, event, op);
  else if (self->program->ops[op].kind == DL_OP_SEND)
    send (self, event, op);
  else if (self->program->ops[op].kind == DL_OP_RECV)
    receive (self, event, op);
  else
    compute (self, event, op);
  begin_all_ready (self);
}

/* A run ---------------------------------------------------------------------------------------- */

static void
begin_ranks (DlLogGopsRun *self)
{
  const DlProgram *program = self->program;

  for (guint rank = 0; rank < program->n_ranks; rank++)
    {
      for (guint32 i = 0; i < program->n[rank]; i++)
        {
          const guint32 op = program->first[rank] + i;

          if (program->n_required[op] == 0)
            g_array_append_val (self->ready, op);
        }
      begin_all_ready (self);
    }
}

DlLogGopsRun *
dl_loggops_run_new (DlProgram *program, DlLogGops parameters)
{
  DlLogGopsRun *self = g_new0 (DlLogGopsRun, 1);

  self->program = dl_program_ref (program);
  self->p = parameters;
  self->match = dl_program_match_new (program);
  self->heap = g_array_new (FALSE, FALSE, sizeof (Event));
  self->ready = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->n_left = g_memdup2 (program->n, program->n_ranks * sizeof *self->n_left);
  self->required = g_memdup2 (program->n_required, program->n_ops * sizeof *self->required);
  self->cpu_free = g_new0 (guint64, (gsize) program->n_ranks * program->n_cpus);
  self->send_free = g_new0 (guint64, (gsize) program->n_ranks * program->n_nics);
  self->recv_free = g_new0 (guint64, (gsize) program->n_ranks * program->n_nics);
  begin_ranks (self);
  return self;
}

void
dl_loggops_run_free (DlLogGopsRun *self)
{
  if (self == NULL)
    return;
  dl_program_match_free (self->match);
  g_array_unref (self->heap);
  g_array_unref (self->ready);
  g_free (self->required);
  g_free (self->n_left);
  g_free (self->cpu_free);
  g_free (self->send_free);
  g_free (self->recv_free);
  dl_program_unref (self->program);
  g_free (self);
}

gboolean
dl_loggops_run_until (DlLogGopsRun *self, guint64 ns)
{
  while (self->heap->len > 0 && g_array_index (self->heap, Event, 0).at < ns)
    take (self, pop (self));
  return self->heap->len > 0;
}

/* The first operation that has not ended, though all before it have. */
static guint32
find_stuck (const DlLogGopsRun *self)
{
  for (guint32 op = 0; op < self->program->n_ops; op++)
    if (self->required[op] == 0 && self->program->ops[op].kind == DL_OP_RECV
        && dl_program_match_waits (self->match, op))
      return op;
  return 0;
}

gboolean
dl_loggops_run_all (DlLogGopsRun *self, GError **error)
{
  guint32 op;

  dl_loggops_run_until (self, G_MAXUINT64);
  if (self->n_done == self->program->n_ops)
    return TRUE;
  op = find_stuck (self);
  dl_program_fail (
      self->program, op, error, DL_PROGRAM_ERROR_STUCK,
      _ ("rank %u waits forever at this receive: its message is sent later, or another "
         "receive took it (change their order, or their tags)"),
      self->program->rank[op]);
  return FALSE;
}

guint64
dl_loggops_run_finish (const DlLogGopsRun *self, guint rank)
{
  const guint64 *cpu = &self->cpu_free[(gsize) rank * self->program->n_cpus];
  guint64 finish = 0;

  for (guint i = 0; i < self->program->n_cpus; i++)
    finish = MAX (finish, cpu[i]);
  return finish;
}

guint
dl_loggops_run_done (const DlLogGopsRun *self)
{
  return self->n_done;
}

guint64
dl_loggops_run_sent (const DlLogGopsRun *self)
{
  return self->n_sent;
}

guint64
dl_loggops_run_received (const DlLogGopsRun *self)
{
  return self->n_received;
}

gboolean
dl_loggops_run_is_done (const DlLogGopsRun *self, guint rank)
{
  return self->n_left[rank] == 0;
}

static void
walk_state (gpointer bytes, gsize size, gpointer walk)
{
  dl_sim_walk_bytes (walk, bytes, size);
}

void
dl_loggops_run_walk (DlLogGopsRun *self, DlSimWalk *walk)
{
  const DlProgram *program = self->program;
  const gsize cpus = (gsize) program->n_ranks * program->n_cpus;
  const gsize nics = (gsize) program->n_ranks * program->n_nics;
  guint n = self->heap->len;

  dl_sim_walk_value (walk, &n);
  g_array_set_size (self->heap, n);
  dl_sim_walk_bytes (walk, self->heap->data, n * sizeof (Event));
  dl_sim_walk_value (walk, &self->serial);
  dl_sim_walk_value (walk, &self->n_done);
  dl_sim_walk_value (walk, &self->n_sent);
  dl_sim_walk_value (walk, &self->n_received);
  dl_sim_walk_bytes (walk, self->required, program->n_ops * sizeof *self->required);
  dl_sim_walk_bytes (walk, self->n_left, program->n_ranks * sizeof *self->n_left);
  dl_sim_walk_bytes (walk, self->cpu_free, cpus * sizeof *self->cpu_free);
  dl_sim_walk_bytes (walk, self->send_free, nics * sizeof *self->send_free);
  dl_sim_walk_bytes (walk, self->recv_free, nics * sizeof *self->recv_free);
  dl_program_match_foreach_state (self->match, walk_state, walk);
}

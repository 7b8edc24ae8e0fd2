#include "dl-program.h"

#include <glib/gi18n-lib.h>

#include <string.h>

G_DEFINE_QUARK (dl - program - error - quark, dl_program_error)

typedef struct
{
  guint32 op, other; /* 2 other + 1: as soon as it has begun */
} Edge;

struct _DlProgramMaker
{
  char *name;
  guint n_ranks;
  guint rank; /* that was begun last */
  GArray *ops, *edges;
  guint32 *first, *n; /* (n_ranks) @first DL_NO_OP: not begun */
};

static void
program_free (gpointer object)
{
  DlProgram *self = object;

  g_free (self->name);
  g_free (self->ops);
  g_free (self->first);
  g_free (self->n);
  g_free (self->rank);
  g_free (self->n_required);
  g_free (self->first_after);
  g_free (self->after);
  g_free (self->channels);
  g_free (self->channel);
  g_free (self->takes_any);
  g_free (self);
}

void
dl_program_fail (const DlProgram *program, guint32 op, GError **error, DlProgramError code,
                 const char *format, ...)
{
  g_autofree char *message = NULL;
  va_list args;

  va_start (args, format);
  message = g_strdup_vprintf (format, args);
  va_end (args);
  if (program->name != NULL && program->ops[op].line > 0)
    g_set_error (error, DL_PROGRAM_ERROR, code, "%s:%u: %s", program->name, program->ops[op].line,
                 message);
  else
    g_set_error_literal (error, DL_PROGRAM_ERROR, code, message);
}

/* Making one ----------------------------------------------------------------------------------- */

DlProgramMaker *
dl_program_maker_new (guint n_ranks, const char *name)
{
  DlProgramMaker *self = g_new0 (DlProgramMaker, 1);

  self->name = g_strdup (name);
  self->n_ranks = n_ranks;
  self->ops = g_array_new (FALSE, FALSE, sizeof (DlOp));
  self->edges = g_array_new (FALSE, FALSE, sizeof (Edge));
  self->first = g_new (guint32, n_ranks);
  self->n = g_new0 (guint32, n_ranks);
  for (guint rank = 0; rank < n_ranks; rank++)
    self->first[rank] = DL_NO_OP;
  return self;
}

void
dl_program_maker_free (DlProgramMaker *self)
{
  if (self == NULL)
    return;
  g_free (self->name);
  g_array_unref (self->ops);
  g_array_unref (self->edges);
  g_free (self->first);
  g_free (self->n);
  g_free (self);
}

gboolean
dl_program_maker_has_begun (const DlProgramMaker *self, guint rank)
{
  return self->first[rank] != DL_NO_OP;
}

void
dl_program_maker_begin (DlProgramMaker *self, guint rank)
{
  g_assert (!dl_program_maker_has_begun (self, rank));
  self->rank = rank;
  self->first[rank] = self->ops->len;
}

guint32
dl_program_maker_add (DlProgramMaker *self, DlOp op)
{
  g_array_append_val (self->ops, op);
  self->n[self->rank]++;
  return self->ops->len - 1;
}

guint
dl_program_maker_get_n_ops (const DlProgramMaker *self)
{
  return self->ops->len;
}

void
dl_program_maker_require (DlProgramMaker *self, guint32 op, guint32 other, gboolean start)
{
  const Edge edge = { op, 2 * other + (start ? 1 : 0) };

  g_array_append_val (self->edges, edge);
}

/* List the operations that require another one, in the order in which that was said. */
static void
index_edges (DlProgram *self, const GArray *edges)
{
  guint32 *next = g_new0 (guint32, self->n_ops + 1);

  self->n_required = g_new0 (guint32, MAX (self->n_ops, 1));
  self->first_after = g_new0 (guint32, self->n_ops + 1);
  self->after = g_new (guint32, MAX (edges->len, 1));
  for (guint i = 0; i < edges->len; i++)
    next[g_array_index (edges, Edge, i).other / 2]++;
  for (guint op = 0, n = 0; op <= self->n_ops; op++)
    {
      const guint count = next[op];

      self->first_after[op] = next[op] = n;
      n += count;
    }
  for (guint i = 0; i < edges->len; i++)
    {
      const Edge *edge = &g_array_index (edges, Edge, i);

      self->n_required[edge->op]++;
      self->after[next[edge->other / 2]++] = 2 * edge->op + (edge->other & 1);
    }
  g_free (next);
}

/* An operation that is on a cycle of requirements, or behind one; DL_NO_OP. */
static guint32
find_cycle (const DlProgram *self)
{
  g_autofree guint32 *left = g_memdup2 (self->n_required, self->n_ops * sizeof *left);
  g_autofree guint32 *queue = g_new (guint32, MAX (self->n_ops, 1));
  guint n = 0;

  for (guint32 op = 0; op < self->n_ops; op++)
    if (left[op] == 0)
      queue[n++] = op;
  for (guint i = 0; i < n; i++)
    for (guint j = self->first_after[queue[i]]; j < self->first_after[queue[i] + 1]; j++)
      if (--left[self->after[j] / 2] == 0)
        queue[n++] = self->after[j] / 2;
  for (guint32 op = 0; n < self->n_ops && op < self->n_ops; op++)
    if (left[op] > 0)
      return op;
  return DL_NO_OP;
}

static gboolean
check_cycles (const DlProgram *self, GError **error)
{
  const guint32 op = find_cycle (self);

  if (op == DL_NO_OP)
    return TRUE;
  dl_program_fail (self, op, error, DL_PROGRAM_ERROR_CYCLE,
                   _ ("this operation can never begin: it requires itself through others, or an "
                      "operation that does (remove one “requires” of rank %u)"),
                   self->rank[op]);
  return FALSE;
}

/* Channels ------------------------------------------------------------------------------------- */

static guint
hash_channel (gconstpointer key)
{
  const DlOpChannel *channel = key;
  guint64 hash = channel->from * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);

  hash = (hash ^ hash >> 29 ^ channel->to) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  hash = (hash ^ hash >> 32 ^ channel->tag) * G_GUINT64_CONSTANT (0x94d049bb133111eb);
  return (guint) (hash >> 32);
}

static gboolean
is_same_channel (const DlOpChannel *a, const DlOpChannel *b)
{
  return a->from == b->from && a->to == b->to && a->tag == b->tag;
}

/* Open addressing: @slots (a power of 2) are channels and 1, or 0. */
static guint32
find_channel (DlProgram *self, guint32 *slots, guint mask, const DlOpChannel *key)
{
  guint at = hash_channel (key) & mask;

  while (slots[at] != 0 && !is_same_channel (&self->channels[slots[at] - 1], key))
    at = (at + 1) & mask;
  if (slots[at] == 0)
    {
      self->channels[self->n_channels] = *key;
      slots[at] = ++self->n_channels;
    }
  return slots[at] - 1;
}

static gboolean
takes_any (const DlOp *op)
{
  return op->kind == DL_OP_RECV && (op->peer == DL_NO_RANK || op->tag == DL_ANY_TAG);
}

static void
index_channels (DlProgram *self)
{
  guint size = 16;
  g_autofree guint32 *slots = NULL;

  while (size < 2 * self->n_ops)
    size *= 2;
  slots = g_new0 (guint32, size);
  self->channels = g_new (DlOpChannel, MAX (self->n_ops, 1));
  self->channel = g_new (guint32, MAX (self->n_ops, 1));
  self->takes_any = g_new0 (gboolean, self->n_ranks);
  for (guint32 i = 0; i < self->n_ops; i++)
    {
      const DlOp *op = &self->ops[i];
      const gboolean sends = op->kind == DL_OP_SEND;
      const DlOpChannel key
          = { sends ? self->rank[i] : op->peer, sends ? op->peer : self->rank[i], op->tag, 0 };

      self->channel[i] = DL_NO_OP;
      if (takes_any (op))
        self->takes_any[self->rank[i]] = TRUE;
      else if (op->kind != DL_OP_CALC)
        self->channel[i] = find_channel (self, slots, size - 1, &key);
      if (!sends)
        continue;
      self->channels[self->channel[i]].n_sends++;
      self->n_messages++;
      self->bytes += op->size;
    }
  self->channels = g_renew (DlOpChannel, self->channels, MAX (self->n_channels, 1));
}

static void
fail_unmatched (const DlProgram *self, guint32 i, GError **error)
{
  const DlOp *op = &self->ops[i];

  if (op->kind == DL_OP_SEND)
    dl_program_fail (self, i, error, DL_PROGRAM_ERROR_UNMATCHED,
                     _ ("this send of rank %u does not have a receive: rank %u needs one more from "
                        "rank %u with tag %u (add it, or remove the send)"),
                     self->rank[i], op->peer, self->rank[i], op->tag);
  else if (takes_any (op))
    dl_program_fail (self, i, error, DL_PROGRAM_ERROR_UNMATCHED,
                     _ ("this receive of rank %u does not have a send (add a send to rank %u, or "
                        "remove the receive)"),
                     self->rank[i], self->rank[i]);
  else
    dl_program_fail (self, i, error, DL_PROGRAM_ERROR_UNMATCHED,
                     _ ("this receive of rank %u does not have a send: rank %u needs one more to "
                        "rank %u with tag %u (add it, or remove the receive)"),
                     self->rank[i], op->peer, self->rank[i], op->tag);
}

/* Count sends and receives of each channel: a receive from any rank is matched only in a run. */
static gboolean
check_matched (const DlProgram *self, GError **error)
{
  g_autofree gint64 *open = g_new0 (gint64, MAX (self->n_channels, 1)); /* sends, less receives */
  g_autofree gint64 *coming = g_new0 (gint64, self->n_ranks);

  for (guint32 i = 0; i < self->n_ops; i++)
    if (self->ops[i].kind == DL_OP_SEND)
      {
        open[self->channel[i]]++;
        coming[self->ops[i].peer]++;
      }
  for (guint32 i = 0; i < self->n_ops; i++)
    if (self->ops[i].kind == DL_OP_RECV
        && ((self->channel[i] != DL_NO_OP && open[self->channel[i]]-- == 0)
            || coming[self->rank[i]]-- == 0))
      {
        fail_unmatched (self, i, error);
        return FALSE;
      }
  /* The last ones of a channel are left. */
  for (guint32 i = self->n_ops; i-- > 0;)
    if (self->ops[i].kind == DL_OP_SEND && coming[self->ops[i].peer] > 0
        && open[self->channel[i]] > 0)
      {
        fail_unmatched (self, i, error);
        return FALSE;
      }
  return TRUE;
}

/* Ranks without a text come last, and have nothing to do. */
static void
index_ranks (DlProgram *self)
{
  self->rank = g_new (guint32, MAX (self->n_ops, 1));
  self->n_cpus = self->n_nics = 1;
  for (guint rank = 0; rank < self->n_ranks; rank++)
    {
      if (self->first[rank] == DL_NO_OP)
        self->first[rank] = self->n_ops;
      for (guint32 i = 0; i < self->n[rank]; i++)
        self->rank[self->first[rank] + i] = rank;
    }
  for (guint32 i = 0; i < self->n_ops; i++)
    {
      self->n_cpus = MAX (self->n_cpus, self->ops[i].cpu + 1u);
      self->n_nics = MAX (self->n_nics, self->ops[i].nic + 1u);
    }
}

DlProgram *
dl_program_maker_finish (DlProgramMaker *maker, GError **error)
{
  g_autoptr (DlProgram) self = g_new0 (DlProgram, 1);

  dl_shared_init (&self->shared, program_free);
  self->name = g_steal_pointer (&maker->name);
  self->n_ranks = maker->n_ranks;
  self->n_ops = maker->ops->len;
  self->first = g_steal_pointer (&maker->first);
  self->n = g_steal_pointer (&maker->n);
  self->ops = (DlOp *) g_array_free (maker->ops, FALSE);
  maker->ops = g_array_new (FALSE, FALSE, sizeof (DlOp));
  index_ranks (self);
  index_edges (self, maker->edges);
  g_array_set_size (maker->edges, 0);
  if (!check_cycles (self, error))
    return NULL;
  index_channels (self);
  return check_matched (self, error) ? g_steal_pointer (&self) : NULL;
}

DlProgram *
dl_program_new_idle (guint n_ranks)
{
  g_autoptr (DlProgramMaker) maker = dl_program_maker_new (n_ranks, NULL);

  return dl_program_maker_finish (maker, NULL);
}

/* Programs put together ------------------------------------------------------------------------ */

/* Does anything wait for the end of @op? */
static gboolean
is_awaited (const DlProgram *program, guint32 op)
{
  for (guint i = program->first_after[op]; i < program->first_after[op + 1]; i++)
    if ((program->after[i] & 1) == 0)
      return TRUE;
  return FALSE;
}

/* The operations of @rank once more, after @computed unless that is DL_NO_OP. Returns the first. */
static guint32
add_once (DlProgramMaker *maker, const DlProgramPart *part, guint rank, guint32 computed)
{
  const DlProgram *program = part->program;
  const guint32 first = program->first[rank], end = first + program->n[rank];
  const guint32 base = dl_program_maker_get_n_ops (maker);

  for (guint32 op = first; op < end; op++)
    {
      DlOp copy = program->ops[op];

      if (copy.kind != DL_OP_CALC && copy.peer != DL_NO_RANK)
        copy.peer += part->first_rank;
      dl_program_maker_add (maker, copy);
    }
  for (guint32 op = first; op < end; op++)
    {
      for (guint i = program->first_after[op]; i < program->first_after[op + 1]; i++)
        dl_program_maker_require (maker, base + program->after[i] / 2 - first, base + op - first,
                                  (program->after[i] & 1) != 0);
      if (computed != DL_NO_OP && program->n_required[op] == 0)
        dl_program_maker_require (maker, base + op - first, computed, FALSE);
    }
  return base;
}

static void
add_rank (DlProgramMaker *maker, const DlProgramPart *part, guint rank, guint times,
          guint64 compute_ns)
{
  const DlProgram *program = part->program;
  const guint32 first = program->first[rank], n = program->n[rank];
  guint32 computed = DL_NO_OP;

  dl_program_maker_begin (maker, part->first_rank + rank);
  for (guint time = 0; time < times; time++)
    {
      const guint32 base = add_once (maker, part, rank, computed);

      if (time + 1 == times)
        continue;
      computed = dl_program_maker_add (maker, (DlOp) { .kind = DL_OP_CALC, .size = compute_ns });
      for (guint32 i = 0; i < n; i++)
        if (!is_awaited (program, first + i))
          dl_program_maker_require (maker, computed, base + i, FALSE);
    }
}

static gboolean
check_parts (const DlProgramPart *parts, guint n, guint times, GError **error)
{
  guint64 n_ops = 0;

  for (guint i = 0; i < n; i++)
    n_ops += (parts[i].program->n_ops + (guint64) parts[i].program->n_ranks) * times;
  if (n_ops <= DL_PROGRAM_MAX_OPS)
    return TRUE;
  g_set_error (error, DL_PROGRAM_ERROR, DL_PROGRAM_ERROR_LIMIT,
               _ ("%lu operations are too many for a program (at most %u: take "
                  "fewer repetitions or ranks)"),
               (gulong) n_ops, DL_PROGRAM_MAX_OPS);
  return FALSE;
}

DlProgram *
dl_program_new_parts (const DlProgramPart *parts, guint n, guint n_ranks, guint times,
                      guint64 compute_ns, GError **error)
{
  g_autoptr (DlProgramMaker) maker = NULL;

  if (!check_parts (parts, n, times, error))
    return NULL;
  maker = dl_program_maker_new (n_ranks, n > 0 ? parts[0].program->name : NULL);
  for (guint i = 0; i < n; i++)
    for (guint rank = 0; rank < parts[i].program->n_ranks; rank++)
      if (parts[i].program->n[rank] > 0)
        add_rank (maker, &parts[i], rank, times, compute_ns);
  return dl_program_maker_finish (maker, error);
}

static gboolean
same_op (const DlOp *a, const DlOp *b)
{
  return a->size == b->size && a->peer == b->peer && a->tag == b->tag && a->kind == b->kind
         && a->cpu == b->cpu && a->nic == b->nic;
}

gboolean
dl_program_same (const DlProgram *self, const DlProgram *other)
{
  if (self == other)
    return TRUE;
  if (self->n_ranks != other->n_ranks || self->n_ops != other->n_ops
      || memcmp (self->first, other->first, self->n_ranks * sizeof *self->first) != 0
      || memcmp (self->first_after, other->first_after,
                 (self->n_ops + 1) * sizeof *self->first_after)
             != 0
      || memcmp (self->after, other->after, self->first_after[self->n_ops] * sizeof *self->after)
             != 0)
    return FALSE;
  for (guint32 op = 0; op < self->n_ops; op++)
    if (!same_op (&self->ops[op], &other->ops[op]))
      return FALSE;
  return TRUE;
}

/* Matching ------------------------------------------------------------------------------------- */

/* Operations in a row, by DlProgramMatch.next. */
typedef struct
{
  guint32 head, tail;
} Row;

struct _DlProgramMatch
{
  DlProgram *program;
  guint32 *next;                     /* (n_ops) the next one in its row */
  guint32 *serial;                   /* (n_ops) its place among all that wait at its rank */
  guint32 *n;                        /* (n_ranks) serials given out */
  Row *posted;                       /* (n_channels) receives that wait */
  Row *early;                        /* (n_channels) messages that wait */
  Row *any;                          /* (n_ranks) receives of any rank or tag */
  guint32 *first_channel, *channels; /* (n_ranks + 1) of ranks that take any, their incoming
                                        channels */
};

static void
push (DlProgramMatch *self, Row *row, guint32 op, guint rank)
{
  self->next[op] = DL_NO_OP;
  self->serial[op] = self->n[rank]++;
  if (row->head == DL_NO_OP)
    row->head = op;
  else
    self->next[row->tail] = op;
  row->tail = op;
}

static guint32
pop (DlProgramMatch *self, Row *row)
{
  const guint32 op = row->head;

  if (op != DL_NO_OP)
    row->head = self->next[op];
  return op;
}

/* Take out the one behind @before, or the first. */
static void
take_out (DlProgramMatch *self, Row *row, guint32 op, guint32 before)
{
  if (before == DL_NO_OP)
    row->head = self->next[op];
  else
    self->next[before] = self->next[op];
  if (row->tail == op)
    row->tail = before;
}

static Row *
new_rows (guint n)
{
  Row *rows = g_new (Row, MAX (n, 1));

  for (guint i = 0; i < n; i++)
    rows[i] = (Row) { DL_NO_OP, DL_NO_OP };
  return rows;
}

static void
index_incoming (DlProgramMatch *self)
{
  const DlProgram *program = self->program;

  self->first_channel = g_new0 (guint32, program->n_ranks + 2);
  self->channels = g_new (guint32, MAX (program->n_channels, 1));
  for (guint i = 0; i < program->n_channels; i++)
    self->first_channel[program->channels[i].to + 2]++;
  for (guint rank = 0; rank < program->n_ranks; rank++)
    self->first_channel[rank + 2] += self->first_channel[rank + 1];
  for (guint i = 0; i < program->n_channels; i++)
    self->channels[self->first_channel[program->channels[i].to + 1]++] = i;
}

DlProgramMatch *
dl_program_match_new (DlProgram *program)
{
  DlProgramMatch *self = g_new0 (DlProgramMatch, 1);

  self->program = dl_program_ref (program);
  self->next = g_new0 (guint32, MAX (program->n_ops, 1));
  self->serial = g_new0 (guint32, MAX (program->n_ops, 1));
  self->n = g_new0 (guint32, program->n_ranks);
  self->posted = new_rows (program->n_channels);
  self->early = new_rows (program->n_channels);
  self->any = new_rows (program->n_ranks);
  index_incoming (self);
  return self;
}

void
dl_program_match_free (DlProgramMatch *self)
{
  if (self == NULL)
    return;
  g_free (self->next);
  g_free (self->serial);
  g_free (self->n);
  g_free (self->posted);
  g_free (self->early);
  g_free (self->any);
  g_free (self->first_channel);
  g_free (self->channels);
  dl_program_unref (self->program);
  g_free (self);
}

static gboolean
takes (const DlOp *recv, const DlOpChannel *channel)
{
  return (recv->peer == DL_NO_RANK || recv->peer == channel->from)
         && (recv->tag == DL_ANY_TAG || recv->tag == channel->tag);
}

/* The first message that @recv, which takes any, can take. */
static guint32
take_earliest (DlProgramMatch *self, guint32 recv)
{
  const DlProgram *program = self->program;
  const guint rank = program->rank[recv];
  Row *earliest = NULL;

  for (guint i = self->first_channel[rank]; i < self->first_channel[rank + 1]; i++)
    {
      Row *row = &self->early[self->channels[i]];

      if (row->head != DL_NO_OP
          && takes (&program->ops[recv], &program->channels[self->channels[i]])
          && (earliest == NULL || self->serial[row->head] < self->serial[earliest->head]))
        earliest = row;
    }
  return earliest != NULL ? pop (self, earliest) : DL_NO_OP;
}

guint32
dl_program_match_post (DlProgramMatch *self, guint32 recv)
{
  const DlProgram *program = self->program;
  const guint32 channel = program->channel[recv];
  const guint rank = program->rank[recv];
  const guint32 send
      = channel != DL_NO_OP ? pop (self, &self->early[channel]) : take_earliest (self, recv);

  if (send == DL_NO_OP)
    push (self, channel != DL_NO_OP ? &self->posted[channel] : &self->any[rank], recv, rank);
  return send;
}

/* The first receive of any that waits at @rank for @channel; @before: the one before it. */
static guint32
find_any (const DlProgramMatch *self, guint rank, const DlOpChannel *channel, guint32 *before)
{
  *before = DL_NO_OP;
  for (guint32 op = self->any[rank].head; op != DL_NO_OP; op = self->next[op])
    {
      if (takes (&self->program->ops[op], channel))
        return op;
      *before = op;
    }
  return DL_NO_OP;
}

guint32
dl_program_match_arrive (DlProgramMatch *self, guint32 send)
{
  const DlProgram *program = self->program;
  const guint32 channel = program->channel[send];
  const guint rank = program->ops[send].peer;
  Row *posted = &self->posted[channel];
  guint32 before;
  const guint32 any = find_any (self, rank, &program->channels[channel], &before);

  if (any != DL_NO_OP
      && (posted->head == DL_NO_OP || self->serial[any] < self->serial[posted->head]))
    {
      take_out (self, &self->any[rank], any, before);
      return any;
    }
  if (posted->head != DL_NO_OP)
    return pop (self, posted);
  push (self, &self->early[channel], send, rank);
  return DL_NO_OP;
}

gboolean
dl_program_match_waits (const DlProgramMatch *self, guint32 recv)
{
  const guint32 channel = self->program->channel[recv];
  const Row *row
      = channel != DL_NO_OP ? &self->posted[channel] : &self->any[self->program->rank[recv]];

  for (guint32 op = row->head; op != DL_NO_OP; op = self->next[op])
    if (op == recv)
      return TRUE;
  return FALSE;
}

void
dl_program_match_foreach_state (DlProgramMatch *self,
                                void (*func) (gpointer bytes, gsize size, gpointer data),
                                gpointer data)
{
  const DlProgram *program = self->program;

  func (self->next, program->n_ops * sizeof *self->next, data);
  func (self->serial, program->n_ops * sizeof *self->serial, data);
  func (self->n, program->n_ranks * sizeof *self->n, data);
  func (self->posted, program->n_channels * sizeof *self->posted, data);
  func (self->early, program->n_channels * sizeof *self->early, data);
  func (self->any, program->n_ranks * sizeof *self->any, data);
}

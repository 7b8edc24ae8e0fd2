#include "dl-program-steps.h"

#include <glib/gi18n-lib.h>

#include <string.h>

typedef struct
{
  guint32 from, tag;
  guint64 bytes;
} Message;

typedef struct
{
  const DlWorkload *workload;
  DlProgramMaker *maker;
  guint32 *first;    /* (n_ranks + 1) where each rank's begin in */
  Message *messages; /* (of all) those for each rank, by source and the order of its steps */
  GArray *pending;   /* guint32, operations of a rank that its next send waits for */
} Steps;

static void
count (Steps *self)
{
  const guint n = self->workload->n_ranks;
  DlWorkloadStep step;

  for (guint rank = 0; rank < n; rank++)
    for (guint i = 0; dl_workload_step (self->workload, rank, i, &step); i++)
      if (step.send_to != DL_NO_RANK)
        self->first[step.send_to + 1]++;
  for (guint rank = 0; rank < n; rank++)
    self->first[rank + 1] += self->first[rank];
}

static void
collect (Steps *self)
{
  const guint n = self->workload->n_ranks;
  g_autofree guint32 *next = g_memdup2 (self->first, n * sizeof *next);
  DlWorkloadStep step;

  self->messages = g_new (Message, MAX (self->first[n], 1));
  for (guint rank = 0; rank < n; rank++)
    for (guint i = 0; dl_workload_step (self->workload, rank, i, &step); i++)
      if (step.send_to != DL_NO_RANK)
        self->messages[next[step.send_to]++] = (Message) { rank, step.tag, step.bytes };
}

static void
add_send (Steps *self, const DlWorkloadStep *step)
{
  const DlOp op
      = { .kind = DL_OP_SEND, .size = step->bytes, .peer = step->send_to, .tag = step->tag };
  const guint32 send = dl_program_maker_add (self->maker, op);

  for (guint i = 0; i < self->pending->len; i++)
    dl_program_maker_require (self->maker, send, g_array_index (self->pending, guint32, i), FALSE);
  g_array_set_size (self->pending, 0);
  g_array_append_val (self->pending, send);
}

/* Messages with a tag are waited for once: all of them. */
static void
add_receives (Steps *self, guint rank, guint32 tag)
{
  for (guint32 i = self->first[rank]; i < self->first[rank + 1]; i++)
    {
      const Message *message = &self->messages[i];

      if (message->tag == tag)
        {
          const DlOp op
              = { .kind = DL_OP_RECV, .size = message->bytes, .peer = message->from, .tag = tag };
          const guint32 receive = dl_program_maker_add (self->maker, op);

          g_array_append_val (self->pending, receive);
        }
    }
}

static void
add_rank (Steps *self, guint rank)
{
  DlWorkloadStep step;

  dl_program_maker_begin (self->maker, rank);
  g_array_set_size (self->pending, 0);
  for (guint i = 0; dl_workload_step (self->workload, rank, i, &step); i++)
    {
      if (step.send_to != DL_NO_RANK)
        add_send (self, &step);
      if (step.n_wait > 0)
        add_receives (self, rank, step.tag);
    }
}

DlProgram *
dl_program_of_workload (const DlWorkload *workload, GError **error)
{
  const guint n = workload->n_ranks;
  Steps self = { .workload = workload };
  DlProgram *program;

  if (workload->spec.kind->has_program)
    return dl_program_ref (workload->spec.program);
  if (2 * workload->n_messages > DL_PROGRAM_MAX_OPS)
    {
      g_set_error (error, DL_PROGRAM_ERROR, DL_PROGRAM_ERROR_LIMIT,
                   _ ("%lu messages are too many for a program (at most %u)"),
                   (gulong) workload->n_messages, DL_PROGRAM_MAX_OPS / 2);
      return NULL;
    }
  self.maker = dl_program_maker_new (n, NULL);
  self.first = g_new0 (guint32, n + 1);
  self.pending = g_array_new (FALSE, FALSE, sizeof (guint32));
  count (&self);
  collect (&self);
  for (guint rank = 0; rank < n; rank++)
    add_rank (&self, rank);
  program = dl_program_maker_finish (self.maker, error);
  dl_program_maker_free (self.maker);
  g_free (self.first);
  g_free (self.messages);
  g_array_unref (self.pending);
  return program;
}

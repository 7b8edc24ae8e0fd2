/* A program replayed on a network where messages arrive at once. */
#include "workload-replay.h"

typedef struct
{
  const DlWorkload *workload;
  guint32 *at;       /* (n_ranks) the step that a rank is at */
  guint8 *sent;      /* (n_ranks) gboolean: that step's message has left */
  guint32 *received; /* (n_ranks x n_tags) messages */
  guint64 *packets;  /* (n_ranks x n_tags) of these */
  guint32 *waited;   /* (n_ranks x n_tags) the most that were waited for */
  GQueue ready;      /* ranks that may go on */
  guint64 n_messages;
  guint64 n_packets;
} Replay;

/* Two messages with the same tag would be one to whoever waits for them. */
static char *
check_sends (const DlWorkload *workload)
{
  g_autofree guint64 *last = g_new0 (guint64, workload->n_ranks);
  DlWorkloadStep step;

  for (guint rank = 0; rank < workload->n_ranks; rank++)
    for (guint tag = 0; tag < workload->n_tags; tag++)
      for (guint i = 0; dl_workload_step (workload, rank, i, &step); i++)
        {
          const guint64 stamp = (guint64) rank * workload->n_tags + tag + 1;

          if (step.tag >= workload->n_tags)
            return g_strdup_printf ("rank %u, step %u: tag %u of %u", rank, i, step.tag,
                                    workload->n_tags);
          if (step.send_to == DL_NO_RANK || step.tag != tag)
            continue;
          if (step.send_to >= workload->n_ranks || step.send_to == rank || step.bytes == 0)
            return g_strdup_printf ("rank %u, step %u: %" G_GUINT64_FORMAT " bytes to rank %u",
                                    rank, i, step.bytes, step.send_to);
          if (last[step.send_to] == stamp)
            return g_strdup_printf ("rank %u, step %u: rank %u again with tag %u", rank, i,
                                    step.send_to, tag);
          last[step.send_to] = stamp;
        }
  return NULL;
}

/* Take as many steps of @rank as its messages allow. More messages never stop a rank that could
 * continue, so the order of ranks does not matter. */
static void
advance (Replay *replay, guint rank)
{
  const DlWorkload *workload = replay->workload;
  DlWorkloadStep step;

  for (; dl_workload_step (workload, rank, replay->at[rank], &step); replay->at[rank]++)
    {
      const gsize own = (gsize) rank * workload->n_tags + step.tag;

      if (step.send_to != DL_NO_RANK && !replay->sent[rank])
        {
          const gsize at = (gsize) step.send_to * workload->n_tags + step.tag;
          const guint64 packets = dl_workload_packets (workload, step.bytes);

          replay->received[at]++;
          replay->packets[at] += packets;
          replay->n_messages++;
          replay->n_packets += packets;
          g_queue_push_tail (&replay->ready, GUINT_TO_POINTER (step.send_to));
        }
      replay->sent[rank] = TRUE;
      replay->waited[own] = MAX (replay->waited[own], step.n_wait);
      if (replay->received[own] < step.n_wait)
        return;
      replay->sent[rank] = FALSE;
    }
}

/* Whoever waits does so for all that come with a tag, and for their packets. */
static char *
check_waits (const Replay *replay, guint rank)
{
  const DlWorkload *workload = replay->workload;
  DlWorkloadStep step;

  for (guint i = 0; dl_workload_step (workload, rank, i, &step); i++)
    {
      const gsize at = (gsize) rank * workload->n_tags + step.tag;

      if (step.n_wait > 0
          && (step.n_wait != replay->received[at] || step.wait_packets != replay->packets[at]))
        return g_strdup_printf ("rank %u, step %u: waits for %u messages of %" G_GUINT64_FORMAT
                                " packets, and %u of %" G_GUINT64_FORMAT " come",
                                rank, i, step.n_wait, step.wait_packets, replay->received[at],
                                replay->packets[at]);
    }
  return NULL;
}

static char *
check_end (const Replay *replay)
{
  const DlWorkload *workload = replay->workload;
  char *wrong;

  for (guint rank = 0; rank < workload->n_ranks; rank++)
    {
      if (replay->at[rank] < dl_workload_n_steps (workload, rank))
        return g_strdup_printf ("rank %u waits in step %u for ever", rank, replay->at[rank]);
      for (guint tag = 0; tag < workload->n_tags && !workload->spec.kind->unawaited; tag++)
        {
          const gsize i = (gsize) rank * workload->n_tags + tag;
          if (replay->received[i] != replay->waited[i])
            return g_strdup_printf ("rank %u gets %u messages with tag %u and waits for %u", rank,
                                    replay->received[i], tag, replay->waited[i]);
        }
      wrong = check_waits (replay, rank);
      if (wrong != NULL)
        return wrong;
    }
  if (replay->n_messages != workload->n_messages || replay->n_packets != workload->n_packets)
    return g_strdup_printf ("%" G_GUINT64_FORMAT " messages, %" G_GUINT64_FORMAT
                            " packets instead of %" G_GUINT64_FORMAT ", %" G_GUINT64_FORMAT,
                            replay->n_messages, replay->n_packets, workload->n_messages,
                            workload->n_packets);
  return NULL;
}

char *
workload_find_problem (const DlWorkload *workload)
{
  const gsize n = workload->n_ranks;
  char *wrong = check_sends (workload);
  Replay replay = { .workload = workload, .ready = G_QUEUE_INIT };

  if (wrong != NULL)
    return wrong;
  replay.at = g_new0 (guint32, n);
  replay.sent = g_new0 (guint8, n);
  replay.received = g_new0 (guint32, n * workload->n_tags);
  replay.packets = g_new0 (guint64, n * workload->n_tags);
  replay.waited = g_new0 (guint32, n * workload->n_tags);
  for (guint rank = 0; rank < n; rank++)
    advance (&replay, rank);
  while (!g_queue_is_empty (&replay.ready))
    advance (&replay, GPOINTER_TO_UINT (g_queue_pop_head (&replay.ready)));
  wrong = check_end (&replay);
  g_free (replay.at);
  g_free (replay.sent);
  g_free (replay.received);
  g_free (replay.packets);
  g_free (replay.waited);
  return wrong;
}

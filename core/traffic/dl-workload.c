#include "dl-workload.h"

#include "dl-workload-kinds.h"

#include <glib/gi18n-lib.h>

#include <string.h>

G_DEFINE_QUARK (dl - workload - error - quark, dl_workload_error)

static const DlWorkloadKind *const kinds[] = {
  &dl_workload_all_to_all,
  &dl_workload_allreduce,
  &dl_workload_fft,
  &dl_workload_matrix,
};

const DlWorkloadKind *const *
dl_workload_kinds (guint *n_kinds)
{
  *n_kinds = G_N_ELEMENTS (kinds);
  return kinds;
}

const DlWorkloadKind *
dl_workload_kind_find (const char *id)
{
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (strcmp (kinds[i]->id, id) == 0)
      return kinds[i];
  return NULL;
}

static gboolean
check_spec (const DlWorkloadSpec *spec, GError **error)
{
  g_assert (spec->kind != NULL && spec->placement != NULL);
  g_assert (spec->kind->has_matrix == (spec->matrix != NULL));
  if (spec->packet.payload_bytes == 0)
    g_set_error (error, DL_WORKLOAD_ERROR, DL_WORKLOAD_ERROR_PACKET,
                 _ ("packets of %u flits have no room for messages (2 or more: a header and data)"),
                 spec->packet.flits);
  else if (spec->matrix == NULL
           && (spec->message_bytes < 1 || spec->message_bytes > DL_WORKLOAD_MAX_BYTES))
    g_set_error (error, DL_WORKLOAD_ERROR, DL_WORKLOAD_ERROR_MESSAGE,
                 _ ("messages of %lu bytes (1 to %lu)"), (gulong) spec->message_bytes,
                 (gulong) DL_WORKLOAD_MAX_BYTES);
  else if (spec->matrix != NULL && spec->matrix->n_ranks > spec->placement->n_ranks)
    g_set_error (error, DL_WORKLOAD_ERROR, DL_WORKLOAD_ERROR_RANKS,
                 _ ("the matrix has %u ranks and the placement %u (a node for each rank)"),
                 spec->matrix->n_ranks, spec->placement->n_ranks);
  else
    return TRUE;
  return FALSE;
}

DlWorkload *
dl_workload_new (const DlWorkloadSpec *spec, GError **error)
{
  DlWorkload *workload;

  if (!check_spec (spec, error))
    return NULL;
  workload = g_new0 (DlWorkload, 1);
  g_atomic_ref_count_init (&workload->refs);
  workload->spec = *spec;
  dl_placement_ref (workload->spec.placement);
  if (workload->spec.matrix != NULL)
    dl_matrix_ref (workload->spec.matrix);
  if (spec->kind->has_teams)
    workload->spec.teams.first
        = g_memdup2 (spec->teams.first, (spec->teams.n_teams + 1) * sizeof *spec->teams.first);
  workload->n_ranks = spec->matrix != NULL ? spec->matrix->n_ranks : spec->placement->n_ranks;
  spec->kind->prepare (workload);
  return workload;
}

DlWorkload *
dl_workload_ref (DlWorkload *workload)
{
  g_atomic_ref_count_inc (&workload->refs);
  return workload;
}

void
dl_workload_unref (DlWorkload *workload)
{
  if (workload == NULL || !g_atomic_ref_count_dec (&workload->refs))
    return;
  dl_placement_unref (workload->spec.placement);
  dl_matrix_unref (workload->spec.matrix);
  g_free (workload->first_entry);
  g_free (workload->n_incoming);
  g_free (workload->incoming_packets);
  if (workload->spec.kind->has_teams)
    g_free ((gpointer) workload->spec.teams.first);
  g_free (workload->team);
  g_free (workload->team_shift);
  g_free (workload);
}

static gboolean
same_placements (const DlPlacement *a, const DlPlacement *b)
{
  return a->n_ranks == b->n_ranks && a->n_nodes == b->n_nodes
         && memcmp (a->rank, b->rank, a->n_nodes * sizeof *a->rank) == 0;
}

static gboolean
same_matrices (const DlMatrix *a, const DlMatrix *b)
{
  if (a == b)
    return TRUE;
  return a->n_ranks == b->n_ranks && a->n_entries == b->n_entries
         && memcmp (a->first, b->first, (a->n_ranks + 1) * sizeof *a->first) == 0
         && memcmp (a->dest, b->dest, a->n_entries * sizeof *a->dest) == 0
         && memcmp (a->bytes, b->bytes, a->n_entries * sizeof *a->bytes) == 0;
}

static gboolean
same_teams (const DlWorkloadTeams *a, const DlWorkloadTeams *b)
{
  return a->first_shift == b->first_shift && a->n_shifts == b->n_shifts && a->n_teams == b->n_teams
         && memcmp (a->first, b->first, (a->n_teams + 1) * sizeof *a->first) == 0;
}

gboolean
dl_workload_same (const DlWorkload *workload, const DlWorkload *other)
{
  const DlWorkloadSpec *a = &workload->spec, *b = &other->spec;

  return a->kind == b->kind && a->message_bytes == b->message_bytes
         && a->packet.flits == b->packet.flits && a->packet.header_flits == b->packet.header_flits
         && a->packet.payload_bytes == b->packet.payload_bytes && a->random_order == b->random_order
         && (!a->random_order || a->seed == b->seed) && same_placements (a->placement, b->placement)
         && (!a->kind->has_matrix || same_matrices (a->matrix, b->matrix))
         && (!a->kind->has_teams || same_teams (&a->teams, &b->teams));
}

gboolean
dl_workload_step (const DlWorkload *workload, guint rank, guint i, DlWorkloadStep *step)
{
  *step = (DlWorkloadStep) { .send_to = DL_NO_RANK };
  if (i >= dl_workload_n_steps (workload, rank))
    return FALSE;
  workload->spec.kind->step (workload, rank, i, step);
  return TRUE;
}

guint64
dl_workload_packets (const DlWorkload *workload, guint64 bytes)
{
  const guint full = workload->spec.packet.payload_bytes;

  return MAX ((bytes + full - 1) / full, 1);
}

guint
dl_workload_packet_payload (const DlWorkload *workload, guint64 bytes, guint64 packet)
{
  const guint full = workload->spec.packet.payload_bytes;
  const guint64 before = packet * full;

  return bytes > before ? MIN (bytes - before, full) : 0;
}

guint
dl_workload_packet_flits (const DlWorkload *workload, guint64 bytes, guint64 packet)
{
  const DlPacketShape *shape = &workload->spec.packet;
  const guint data = shape->flits - shape->header_flits;
  const guint payload = dl_workload_packet_payload (workload, bytes, packet);

  return MAX (
      shape->header_flits + (payload * data + shape->payload_bytes - 1) / shape->payload_bytes, 1);
}

guint
dl_workload_least_flits (const DlWorkload *workload)
{
  const guint64 bytes = workload->spec.message_bytes;

  if (workload->spec.matrix != NULL)
    return dl_workload_packet_flits (workload, 1, 0);
  return dl_workload_packet_flits (workload, bytes, dl_workload_packets (workload, bytes) - 1);
}

/* Flows */

/* Those of @rank, each destination once. @packets (n_ranks) is zero before and after. */
static void
foreach_of_rank (const DlWorkload *workload, guint rank, guint64 *packets, GArray *dests,
                 DlFlowFunc func, gpointer data)
{
  DlWorkloadStep step;

  g_array_set_size (dests, 0);
  for (guint i = 0; dl_workload_step (workload, rank, i, &step); i++)
    if (step.send_to != DL_NO_RANK)
      {
        if (packets[step.send_to] == 0)
          g_array_append_val (dests, step.send_to);
        packets[step.send_to] += dl_workload_packets (workload, step.bytes);
      }
  for (guint i = 0; i < dests->len; i++)
    {
      const guint32 dest = g_array_index (dests, guint32, i);
      const DlFlow flow
          = { dl_workload_node (workload, rank), dl_workload_node (workload, dest), packets[dest] };

      packets[dest] = 0;
      func (&flow, data);
    }
}

void
dl_workload_foreach_flow (const DlWorkload *workload, DlFlowFunc func, gpointer data)
{
  const DlPlacement *placement = workload->spec.placement;
  g_autofree guint64 *packets = g_new0 (guint64, workload->n_ranks);
  g_autoptr (GArray) dests = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint node = 0; node < placement->n_nodes; node++)
    if (placement->rank[node] < workload->n_ranks)
      foreach_of_rank (workload, placement->rank[node], packets, dests, func, data);
}

static void
append_flow (const DlFlow *flow, gpointer flows)
{
  g_array_append_vals (flows, flow, 1);
}

DlDemand *
dl_workload_demand (const DlWorkload *workload)
{
  DlDemand *demand = g_new0 (DlDemand, 1);

  demand->flows = g_array_new (FALSE, FALSE, sizeof (DlFlow));
  dl_workload_foreach_flow (workload, append_flow, demand->flows);
  return demand;
}

/* Replay */

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

/* As many steps of @rank as its messages allow. More of them never stop a rank that could have gone
 * on, so the order in which ranks have their turn decides nothing. */
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
dl_workload_check (const DlWorkload *workload)
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

#include "dl-workload.h"

#include "dl-workload-kinds.h"

#include <glib/gi18n-lib.h>

#include <string.h>

G_DEFINE_QUARK (dl - workload - error - quark, dl_workload_error)

/* One more is a DlWorkloadKind in dl-workload-kinds.c and a line here. Steps are computed when
 * they are asked for, not stored; tests/core/workload-replay.c replays them. Its pattern is the
 * DlPattern of the same name with @program set, in the tables of the families that run it. */
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
                 _ ("packets of %u flits have no space for messages (use 2 or more: a header and "
                    "data)"),
                 spec->packet.flits);
  else if (spec->matrix == NULL
           && (spec->message_bytes < 1 || spec->message_bytes > DL_WORKLOAD_MAX_BYTES))
    g_set_error (error, DL_WORKLOAD_ERROR, DL_WORKLOAD_ERROR_MESSAGE,
                 _ ("messages of %lu bytes are not possible (expected 1 to %lu)"),
                 (gulong) spec->message_bytes, (gulong) DL_WORKLOAD_MAX_BYTES);
  else if (spec->matrix != NULL && spec->matrix->n_ranks > spec->placement->n_ranks)
    g_set_error (error, DL_WORKLOAD_ERROR, DL_WORKLOAD_ERROR_RANKS,
                 _ ("the matrix has %u ranks and the placement has %u (use one node per rank)"),
                 spec->matrix->n_ranks, spec->placement->n_ranks);
  else
    return TRUE;
  return FALSE;
}

static void
workload_free (gpointer data)
{
  DlWorkload *workload = data;

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

DlWorkload *
dl_workload_new (const DlWorkloadSpec *spec, GError **error)
{
  DlWorkload *workload;

  if (!check_spec (spec, error))
    return NULL;
  workload = g_new0 (DlWorkload, 1);
  dl_shared_init (&workload->shared, workload_free);
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

guint
dl_workload_count_shifts (const DlWorkload *workload, guint *n_all)
{
  const DlWorkloadTeams *teams = &workload->spec.teams;
  guint n_shifts = 0;

  *n_all = 0;
  for (guint team = 0; team < teams->n_teams; team++)
    {
      const guint n = teams->first[team + 1] - teams->first[team];

      if (n <= *n_all)
        continue;
      *n_all = n - 1;
      n_shifts = dl_workload_n_steps (workload, teams->first[team]);
    }
  return n_shifts;
}

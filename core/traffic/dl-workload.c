#include "dl-workload.h"

#include "dl-rng.h"

#include <glib/gi18n-lib.h>

#include <string.h>

/* Messages that are all as long. */
static void
set_totals (DlWorkload *workload, guint n_tags, guint64 n_messages)
{
  workload->n_tags = n_messages > 0 ? n_tags : 0;
  workload->n_messages = n_messages;
  workload->n_packets = n_messages * dl_workload_packets (workload, workload->spec.message_bytes);
}

static void
send (const DlWorkload *workload, guint to, guint tag, DlWorkloadStep *step)
{
  step->send_to = to;
  step->tag = tag;
  step->bytes = workload->spec.message_bytes;
}

static void
await (const DlWorkload *workload, guint n_messages, DlWorkloadStep *step)
{
  step->n_wait = n_messages;
  step->wait_packets = n_messages * dl_workload_packets (workload, workload->spec.message_bytes);
}

/* All to all. Each rank sends to each other one and waits for all of them only at the end.
 * Rotating: in step s to the rank s + 1 after its own, so that in step with each other no two send
 * to the same. Random: in an order of its own. */

static void
prepare_all_to_all (DlWorkload *workload)
{
  set_totals (workload, 1, workload->n_ranks * (workload->n_ranks - G_GUINT64_CONSTANT (1)));
}

static guint
count_all_to_all (const DlWorkload *workload, guint rank)
{
  return workload->n_ranks - 1;
}

static void
step_all_to_all (const DlWorkload *workload, guint rank, guint i, DlWorkloadStep *step)
{
  const guint n_others = workload->n_ranks - 1;
  const guint shift
      = workload->spec.random_order
            ? dl_random_order_at (n_others, dl_random_order_key (workload->spec.seed, rank), i)
            : i;

  send (workload, (rank + 1 + shift) % workload->n_ranks, 0, step);
  if (i + 1 == n_others)
    await (workload, n_others, step);
}

const DlWorkloadKind dl_workload_all_to_all = {
  .id = "all-to-all",
  .prepare = prepare_all_to_all,
  .n_steps = count_all_to_all,
  .step = step_all_to_all,
};

/* Allreduce. Recursive doubling among the largest power of two of ranks, the core: in level l a
 * rank of the core exchanges what it has with the one whose number in the core differs in bit l.
 * With r ranks more than that, the first 2 r ranks are pairs: before, the even one of a pair hands
 * what it has to the odd one, which is in the core for both; after, it gets the result back. All
 * ranks have the same steps, and a step's number is its tag. */

static void
prepare_allreduce (DlWorkload *workload)
{
  guint n_more;

  workload->core_ranks = 1;
  while (workload->core_ranks <= workload->n_ranks / 2)
    {
      workload->core_ranks *= 2;
      workload->core_levels++;
    }
  n_more = workload->n_ranks - workload->core_ranks;
  set_totals (workload, workload->core_levels + (n_more > 0 ? 2 : 0),
              (guint64) workload->core_ranks * workload->core_levels + 2 * n_more);
}

static guint
count_allreduce (const DlWorkload *workload, guint rank)
{
  return workload->n_tags;
}

/* Before or after: the pairs. */
static void
step_pair (const DlWorkload *workload, guint rank, guint i, DlWorkloadStep *step)
{
  const gboolean sends = (rank % 2 == 0) == (i == 0);

  if (sends)
    send (workload, rank ^ 1, i, step);
  else
    await (workload, 1, step);
}

static void
step_allreduce (const DlWorkload *workload, guint rank, guint i, DlWorkloadStep *step)
{
  const guint n_more = workload->n_ranks - workload->core_ranks;
  const gboolean paired = rank < 2 * n_more;
  const guint level = n_more > 0 ? i - 1 : i; /* past all levels before the first and after */
  guint number, partner;

  step->tag = i;
  if (level >= workload->core_levels)
    {
      if (paired)
        step_pair (workload, rank, i, step);
      return;
    }
  if (paired && rank % 2 == 0)
    return;
  number = paired ? rank / 2 : rank - n_more;
  partner = number ^ (1u << level);
  send (workload, partner < n_more ? 2 * partner + 1 : partner + n_more, i, step);
  await (workload, 1, step);
}

const DlWorkloadKind dl_workload_allreduce = {
  .id = "allreduce",
  .prepare = prepare_allreduce,
  .n_steps = count_allreduce,
  .step = step_allreduce,
};

/* FFT. The transposes of a multi-dimensional Fourier transform: ranks as a grid, rows x columns, as
 * square as a divisor of their number allows (a prime one is a single row). All to all inside each
 * row, with tag 0; when a rank has its whole row, all to all inside each column, with tag 1. */

static void
prepare_fft (DlWorkload *workload)
{
  const guint n = workload->n_ranks;
  guint rows = 1;

  for (guint divisor = 1; divisor * divisor <= n; divisor++)
    if (n % divisor == 0)
      rows = divisor;
  workload->grid[0] = rows;
  workload->grid[1] = n / rows;
  set_totals (workload, rows > 1 ? 2 : 1, (guint64) n * (n / rows + rows - 2));
}

static guint
count_fft (const DlWorkload *workload, guint rank)
{
  return workload->grid[0] - 1 + workload->grid[1] - 1;
}

static void
step_fft (const DlWorkload *workload, guint rank, guint i, DlWorkloadStep *step)
{
  const guint rows = workload->grid[0], columns = workload->grid[1];
  const guint row = rank / columns, column = rank % columns;

  if (i < columns - 1)
    {
      send (workload, row * columns + (column + 1 + i) % columns, 0, step);
      if (i + 1 == columns - 1)
        await (workload, columns - 1, step);
      return;
    }
  i -= columns - 1;
  send (workload, (row + 1 + i) % rows * columns + column, 1, step);
  if (i + 1 == rows - 1)
    await (workload, rows - 1, step);
}

const DlWorkloadKind dl_workload_fft = {
  .id = "fft",
  .prepare = prepare_fft,
  .n_steps = count_fft,
  .step = step_fft,
};

/* Matrix. Each rank sends its row, a message per entry, upwards from its own number and round, so
 * that not all begin with the same; at the end it waits for its column. */

static void
prepare_matrix (DlWorkload *workload)
{
  const DlMatrix *matrix = workload->spec.matrix;

  workload->first_entry = g_new (guint32, workload->n_ranks);
  workload->n_incoming = g_new0 (guint32, workload->n_ranks);
  workload->incoming_packets = g_new0 (guint64, workload->n_ranks);
  for (guint rank = 0; rank < workload->n_ranks; rank++)
    {
      guint i = matrix->first[rank];

      while (i < matrix->first[rank + 1] && matrix->dest[i] < rank)
        i++;
      workload->first_entry[rank] = i;
    }
  for (guint i = 0; i < matrix->n_entries; i++)
    {
      const guint64 packets = dl_workload_packets (workload, matrix->bytes[i]);

      workload->n_incoming[matrix->dest[i]]++;
      workload->incoming_packets[matrix->dest[i]] += packets;
      workload->n_packets += packets;
    }
  workload->n_messages = matrix->n_entries;
  workload->n_tags = matrix->n_entries > 0 ? 1 : 0;
}

static guint
count_matrix (const DlWorkload *workload, guint rank)
{
  const DlMatrix *matrix = workload->spec.matrix;
  const guint n_sends = matrix->first[rank + 1] - matrix->first[rank];

  /* Ranks that only listen have a step. */
  return n_sends > 0 ? n_sends : workload->n_incoming[rank] > 0;
}

static void
step_matrix (const DlWorkload *workload, guint rank, guint i, DlWorkloadStep *step)
{
  const DlMatrix *matrix = workload->spec.matrix;
  const guint first = matrix->first[rank], end = matrix->first[rank + 1];
  guint entry = workload->first_entry[rank] + i;

  if (first < end)
    {
      entry = entry < end ? entry : entry - end + first;
      step->send_to = matrix->dest[entry];
      step->bytes = matrix->bytes[entry];
    }
  if (first + i + 1 >= end)
    {
      step->n_wait = workload->n_incoming[rank];
      step->wait_packets = workload->incoming_packets[rank];
    }
}

const DlWorkloadKind dl_workload_matrix = {
  .id = "matrix",
  .has_matrix = TRUE,
  .prepare = prepare_matrix,
  .n_steps = count_matrix,
  .step = step_matrix,
};

/* Program. Sends, receives and computations of each rank, in a partial order. */

static void
prepare_program (DlWorkload *workload)
{
  const DlProgram *program = workload->spec.program;
  guint32 n = 0;

  workload->n_messages = program->n_messages;
  workload->first_entry = g_new (guint32, workload->n_ranks + 1);
  workload->sends = g_new (guint32, MAX (program->n_messages, 1));
  for (guint rank = 0; rank < workload->n_ranks; rank++)
    {
      workload->first_entry[rank] = n;
      for (guint32 i = 0; i < program->n[rank]; i++)
        if (program->ops[program->first[rank] + i].kind == DL_OP_SEND)
          {
            workload->sends[n++] = program->first[rank] + i;
            workload->n_packets
                += dl_workload_packets (workload, program->ops[program->first[rank] + i].size);
          }
    }
  workload->first_entry[workload->n_ranks] = n;
  workload->n_tags = n > 0 ? 1 : 0;
}

static guint
count_program (const DlWorkload *workload, guint rank)
{
  return workload->first_entry[rank + 1] - workload->first_entry[rank];
}

static void
step_program (const DlWorkload *workload, guint rank, guint i, DlWorkloadStep *step)
{
  const DlOp *op = &workload->spec.program->ops[workload->sends[workload->first_entry[rank] + i]];

  step->send_to = op->peer;
  step->bytes = op->size;
}

const DlWorkloadKind dl_workload_program = {
  .id = "program",
  .has_program = TRUE,
  .prepare = prepare_program,
  .n_steps = count_program,
  .step = step_program,
};

/* Shifts. All to all inside each team of ranks: step after step each rank sends to the one so many
 * places after it in its team, cyclically (Cascade paper 6, figure 9). The shifts rise, or come in
 * an order drawn at random, one for all of a team: each step is a shift still, so that no rank gets
 * two messages. No rank waits. */

static guint
team_size (const DlWorkload *workload, guint team)
{
  const guint32 *first = workload->spec.teams.first + team;

  return first[1] - first[0];
}

static guint
steps_of_team (const DlWorkload *workload, guint team)
{
  const DlWorkloadTeams *teams = &workload->spec.teams;
  const guint n = team_size (workload, team);
  const guint all = n > teams->first_shift ? n - teams->first_shift : 0;

  return teams->n_shifts > 0 ? MIN (teams->n_shifts, all) : all;
}

/* After a 0, the shifts from 1 on in their order. */
static void
draw_order (DlWorkload *workload, guint team)
{
  guint32 *shift = workload->team_shift + workload->spec.teams.first[team];
  DlRng rng;

  dl_rng_init (&rng, dl_rng_mix (workload->spec.seed, team));
  for (guint i = 0; i < team_size (workload, team); i++)
    {
      const guint j = i > 1 ? 1 + dl_rng_below (&rng, i) : i;

      shift[i] = shift[j];
      shift[j] = i;
    }
}

static void
prepare_shifts (DlWorkload *workload)
{
  const DlWorkloadTeams *teams = &workload->spec.teams;

  g_assert (teams->first_shift >= 1 && teams->first[teams->n_teams] == workload->n_ranks);
  workload->team = g_new (guint32, workload->n_ranks);
  if (workload->spec.random_order)
    workload->team_shift = g_new0 (guint32, workload->n_ranks);
  for (guint team = 0; team < teams->n_teams; team++)
    {
      workload->n_messages += (guint64) team_size (workload, team) * steps_of_team (workload, team);
      for (guint rank = teams->first[team]; rank < teams->first[team + 1]; rank++)
        workload->team[rank] = team;
      if (workload->team_shift != NULL)
        draw_order (workload, team);
    }
  workload->n_tags = workload->n_messages > 0;
  workload->n_packets
      = workload->n_messages * dl_workload_packets (workload, workload->spec.message_bytes);
}

static guint
count_shifts (const DlWorkload *workload, guint rank)
{
  return steps_of_team (workload, workload->team[rank]);
}

static void
step_shifts (const DlWorkload *workload, guint rank, guint i, DlWorkloadStep *step)
{
  const guint team = workload->team[rank], first = workload->spec.teams.first[team];
  const guint place = workload->spec.teams.first_shift + i;
  const guint shift = workload->team_shift != NULL ? workload->team_shift[first + place] : place;

  step->send_to = first + (rank - first + shift) % team_size (workload, team);
  step->bytes = workload->spec.message_bytes;
}

/* The all to all of a dragonfly, which is not found by its name. */
static const DlWorkloadKind shifts = {
  .id = "all-to-all",
  .has_teams = TRUE,
  .unawaited = TRUE,
  .prepare = prepare_shifts,
  .n_steps = count_shifts,
  .step = step_shifts,
};

void
dl_teams_init (DlTeams *teams, const guint32 *team, guint n_nodes, guint n_teams)
{
  g_autofree guint32 *next = g_new (guint32, n_teams + 1);
  g_autofree guint32 *node_of = g_new (guint32, n_nodes);

  *teams = (DlTeams) { .n_teams = n_teams, .first = g_new0 (guint32, n_teams + 1) };
  for (guint node = 0; node < n_nodes; node++)
    if (team[node] != DL_NO_SET)
      teams->first[team[node] + 1]++;
  for (guint i = 0; i < n_teams; i++)
    {
      teams->first[i + 1] += teams->first[i];
      next[i] = teams->first[i];
    }
  for (guint node = 0; node < n_nodes; node++)
    if (team[node] != DL_NO_SET)
      node_of[next[team[node]]++] = node;
  teams->placement = dl_placement_new_nodes (n_nodes, node_of, teams->first[n_teams]);
}

void
dl_teams_init_ranks (DlTeams *teams, DlPlacement *placement)
{
  *teams = (DlTeams) { dl_placement_ref (placement), 1, g_new0 (guint32, 2) };
  teams->first[1] = placement->n_ranks;
}

void
dl_teams_clear (DlTeams *teams)
{
  dl_placement_unref (teams->placement);
  g_free (teams->first);
}

guint
dl_teams_most (const DlTeams *teams)
{
  guint most = 0;

  for (guint team = 0; team < teams->n_teams; team++)
    most = MAX (most, teams->first[team + 1] - teams->first[team]);
  return most;
}

DlWorkload *
dl_teams_shifts (const DlTeams *teams, DlWorkloadSpec spec, GError **error)
{
  spec.kind = &shifts;
  spec.placement = teams->placement;
  spec.teams.n_teams = teams->n_teams;
  spec.teams.first = teams->first;
  return dl_workload_new (&spec, error);
}

G_DEFINE_QUARK (dl - workload - error - quark, dl_workload_error)

/* One more is a DlWorkloadKind in dl-workload.c and a line here. Steps are computed when
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
  g_assert (spec->kind->has_program == (spec->program != NULL));
  if (spec->packet.payload_bytes == 0)
    g_set_error (error, DL_WORKLOAD_ERROR, DL_WORKLOAD_ERROR_PACKET,
                 _ ("packets of %u flits have no space for messages (use 2 or more: a header and "
                    "data)"),
                 spec->packet.flits);
  else if (spec->matrix == NULL && spec->program == NULL
           && (spec->message_bytes < 1 || spec->message_bytes > DL_WORKLOAD_MAX_BYTES))
    g_set_error (error, DL_WORKLOAD_ERROR, DL_WORKLOAD_ERROR_MESSAGE,
                 _ ("messages of %lu bytes are not possible (expected 1 to %lu)"),
                 (gulong) spec->message_bytes, (gulong) DL_WORKLOAD_MAX_BYTES);
  else if (spec->matrix != NULL && spec->matrix->n_ranks > spec->placement->n_ranks)
    g_set_error (error, DL_WORKLOAD_ERROR, DL_WORKLOAD_ERROR_RANKS,
                 _ ("the matrix has %u ranks and the placement has %u (use one node per rank)"),
                 spec->matrix->n_ranks, spec->placement->n_ranks);
  else if (spec->program != NULL && spec->program->n_ranks > spec->placement->n_ranks)
    g_set_error (error, DL_WORKLOAD_ERROR, DL_WORKLOAD_ERROR_RANKS,
                 _ ("the program has %u ranks and the placement has %u (use one node per rank)"),
                 spec->program->n_ranks, spec->placement->n_ranks);
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
  dl_program_unref (workload->spec.program);
  dl_jobs_unref (workload->spec.jobs);
  g_free (workload->sends);
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
  dl_program_ref (workload->spec.program);
  dl_jobs_ref (workload->spec.jobs);
  if (spec->kind->has_teams)
    workload->spec.teams.first
        = g_memdup2 (spec->teams.first, (spec->teams.n_teams + 1) * sizeof *spec->teams.first);
  workload->n_ranks = spec->matrix != NULL    ? spec->matrix->n_ranks
                      : spec->program != NULL ? spec->program->n_ranks
                                              : spec->placement->n_ranks;
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
         && (!a->kind->has_program
             || (a->packet.cycle_ns == b->packet.cycle_ns
                 && dl_program_same (a->program, b->program)))
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

  if (workload->spec.matrix != NULL || workload->spec.program != NULL)
    return dl_workload_packet_flits (workload, workload->spec.matrix != NULL, 0);
  return dl_workload_packet_flits (workload, bytes, dl_workload_packets (workload, bytes) - 1);
}

/* Flows */

/* Flows of @rank, each destination once. @packets (n_ranks) is zero before and after. */
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

/* Lengths of random packets -------------------------------------------------------------------- */

gboolean
dl_packet_lengths_equal (const DlPacketLengths *a, const DlPacketLengths *b)
{
  for (guint i = 0; i < MIN (a->n, b->n); i++)
    if (a->flits[i] != b->flits[i] || a->weight[i] != b->weight[i])
      return FALSE;
  return a->n == b->n;
}

static double
weight_of_all (const DlPacketLengths *lengths)
{
  double sum = 0;

  for (guint i = 0; i < lengths->n; i++)
    sum += lengths->weight[i];
  return sum;
}

double
dl_packet_lengths_mean (const DlPacketLengths *lengths, guint full)
{
  double sum = 0;

  for (guint i = 0; i < lengths->n; i++)
    sum += lengths->flits[i] * lengths->weight[i];
  return lengths->n > 0 ? sum / weight_of_all (lengths) : full;
}

guint
dl_packet_lengths_least (const DlPacketLengths *lengths, guint full)
{
  guint least = full;

  for (guint i = 0; i < lengths->n; i++)
    least = MIN (least, lengths->flits[i]);
  return least;
}

guint
dl_packet_lengths_draw (const DlPacketLengths *lengths, DlRng *rng)
{
  double left;

  if (lengths->n < 2)
    return lengths->n > 0 ? lengths->flits[0] : 0;
  left = (dl_rng_next (rng) >> 11) * 0x1p-53 * weight_of_all (lengths);
  for (guint i = 0; i + 1 < lengths->n; i++)
    {
      left -= lengths->weight[i];
      if (left < 0)
        return lengths->flits[i];
    }
  return lengths->flits[lengths->n - 1];
}

#include "workload-fixture.h"
#include "placement-fixture.h"
#include "workload-replay.h"

#include <string.h>

DlTorusNetwork *
workload_row (guint n_nodes)
{
  g_autoptr (GError) error = NULL;
  DlTorusSpec spec;
  DlTorusNetwork *network;

  dl_torus_spec_init (&spec);
  spec.radix[DL_X] = n_nodes;
  spec.radix[DL_Y] = spec.radix[DL_Z] = 1;
  network = dl_torus_network_new (&spec, &error);
  g_assert_no_error (error);
  dl_torus_spec_clear (&spec);
  return network;
}

DlPlacement *
workload_place (guint n_ranks)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (DlTorusNetwork) network = workload_row (n_ranks);
  DlPlacement *placement = dl_placement_new_linear (network, n_ranks, &error);

  g_assert_no_error (error);
  return placement;
}

DlWorkload *
workload_new (const char *kind, guint n_ranks, guint64 bytes, gboolean random_order, guint64 seed)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (DlPlacement) placement = workload_place (n_ranks);
  const DlWorkloadSpec spec = {
    .kind = dl_workload_kind_find (kind),
    .placement = placement,
    .message_bytes = bytes,
    .random_order = random_order,
    .seed = seed,
    .packet = dl_packet_shape_seastar (9),
  };
  DlWorkload *workload = dl_workload_new (&spec, &error);

  g_assert_no_error (error);
  g_assert_nonnull (workload);
  return workload;
}

DlWorkload *
workload_new_matrix (const char *text, guint n_placed)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (DlPlacement) placement = workload_place (n_placed);
  g_autoptr (DlMatrix) matrix = dl_matrix_parse (text, -1, "test", &error);
  const DlWorkloadSpec spec = {
    .kind = dl_workload_kind_find ("matrix"),
    .placement = placement,
    .matrix = matrix,
    .packet = dl_packet_shape_seastar (9),
  };
  DlWorkload *workload;

  g_assert_no_error (error);
  workload = dl_workload_new (&spec, &error);
  g_assert_no_error (error);
  return workload;
}

char *
workload_random_matrix (guint n, guint64 seed)
{
  GString *text = g_string_new ("src,dst,bytes\n");
  DlRng rng;

  dl_rng_init (&rng, seed);
  const guint often = 1 + dl_rng_below (&rng, 6);
  for (guint i = 0; i < n; i++)
    for (guint j = 0; j < n; j++)
      if (dl_rng_below (&rng, often) == 0)
        g_string_append_printf (text, "%u,%u,%u\n", i, j, (guint) dl_rng_below (&rng, 1000));
  g_string_append_printf (text, "%u,%u,0\n", n - 1, n - 1);
  return g_string_free (text, FALSE);
}

/* Receive what the step waited for. */
static void
take_arrived (WorkloadWorld *world, guint rank, guint tag)
{
  world->n_arrived[rank][tag] = 0;
  for (guint i = world->arrived->len; i-- > 0;)
    {
      const WorkloadMessage *message = &g_array_index (world->arrived, WorkloadMessage, i);
      if (message->to == rank && message->tag == tag)
        {
          if (world->take != NULL)
            world->take (message, world->has[rank]);
          g_array_remove_index_fast (world->arrived, i);
        }
    }
}

/* One thing that a rank does; FALSE if there is nothing. Each step that waits takes all that came
 * with its tag, and in these programs no later one waits for that tag. */
static gboolean
act (WorkloadWorld *world, guint rank)
{
  DlWorkloadStep step;

  if (world->done[rank])
    return FALSE;
  if (!dl_workload_step (world->workload, rank, world->at[rank], &step))
    {
      g_assert_cmpuint (world->at[rank], ==, dl_workload_n_steps (world->workload, rank));
      g_assert_cmpuint (step.send_to, ==, DL_NO_RANK);
      world->done[rank] = TRUE;
      return TRUE;
    }
  if (!world->sent[rank])
    {
      world->sent[rank] = TRUE;
      if (step.send_to != DL_NO_RANK)
        {
          WorkloadMessage message = { rank, step.send_to, step.tag, step.bytes };

          g_assert_cmpuint (step.send_to, <, world->n);
          g_assert_cmpuint (step.send_to, !=, rank);
          g_assert_cmpuint (step.tag, <, WORKLOAD_MAX_TAGS);
          memcpy (message.has, world->has[rank], sizeof message.has);
          g_array_append_val (world->flying, message);
        }
      return TRUE;
    }
  if (step.n_wait > 0 && world->n_arrived[rank][step.tag] < step.n_wait)
    return FALSE;
  if (step.n_wait > 0)
    {
      g_assert_cmpuint (world->n_arrived[rank][step.tag], ==, step.n_wait);
      take_arrived (world, rank, step.tag);
    }
  world->sent[rank] = FALSE;
  world->at[rank]++;
  return TRUE;
}

static void
deliver_one (WorkloadWorld *world)
{
  const guint i = dl_rng_below (&world->rng, world->flying->len);
  const WorkloadMessage message = g_array_index (world->flying, WorkloadMessage, i);

  g_array_remove_index_fast (world->flying, i);
  g_assert_false (world->done[message.to]);
  if (world->messages[message.to][message.from]++ == 0)
    world->first_tag[message.to][message.from] = message.tag;
  world->bytes[message.to][message.from] += message.bytes;
  world->n_arrived[message.to][message.tag]++;
  g_array_append_val (world->arrived, message);
}

WorkloadWorld *
workload_run (const DlWorkload *workload, guint64 seed, WorkloadTakeFunc take)
{
  WorkloadWorld *world = g_new0 (WorkloadWorld, 1);
  guint n_done = 0;

  g_assert_cmpuint (workload->n_ranks, <=, WORKLOAD_MAX_RANKS);
  world->workload = workload;
  world->n = workload->n_ranks;
  world->flying = g_array_new (FALSE, FALSE, sizeof (WorkloadMessage));
  world->arrived = g_array_new (FALSE, FALSE, sizeof (WorkloadMessage));
  world->take = take;
  dl_rng_init (&world->rng, seed);
  for (guint rank = 0; rank < world->n; rank++)
    world->has[rank][rank] = 1;
  while (n_done < world->n)
    {
      gboolean busy = FALSE;

      for (guint i = 0; i < world->n; i++)
        {
          /* Some are slow. */
          const guint rank = dl_rng_below (&world->rng, world->n);
          const gboolean was_done = world->done[rank];

          busy |= act (world, rank);
          n_done += world->done[rank] && !was_done;
        }
      for (guint n = dl_rng_below (&world->rng, 3); world->flying->len > 0 && n > 0; n--)
        {
          deliver_one (world);
          busy = TRUE;
        }
      if (!busy && world->flying->len > 0)
        deliver_one (world);
      else if (!busy)
        {
          for (guint rank = 0; rank < world->n; rank++)
            busy |= act (world, rank);
          n_done = 0;
          for (guint rank = 0; rank < world->n; rank++)
            n_done += world->done[rank];
          g_assert_true (busy || n_done == world->n); /* else it hangs */
        }
    }
  g_assert_cmpuint (world->flying->len, ==, 0);
  g_assert_cmpuint (world->arrived->len, ==, 0);
  return world;
}

void
workload_world_free (WorkloadWorld *world)
{
  g_array_unref (world->flying);
  g_array_unref (world->arrived);
  g_free (world);
}

void
workload_check (const DlWorkload *workload)
{
  g_autofree char *wrong = workload_find_problem (workload);

  g_assert_cmpstr (wrong, ==, NULL);
}

/* Programs of messages: what each is for comes about, however the network delays its messages. */
#include "dl-workload.h"

#include "dl-rng.h"

#include <string.h>

#define MAX_RANKS 72
#define MAX_TAGS  16

static DlNetwork *
row_of (guint n_nodes)
{
  g_autoptr (GError) error = NULL;
  DlTorusSpec spec;
  DlNetwork *network;

  dl_torus_spec_init (&spec);
  spec.radix[DL_X] = n_nodes;
  spec.radix[DL_Y] = spec.radix[DL_Z] = 1;
  network = dl_network_new_torus (&spec, &error);
  g_assert_no_error (error);
  dl_torus_spec_clear (&spec);
  return network;
}

static DlPlacement *
place (guint n_ranks)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (DlNetwork) network = row_of (n_ranks);
  DlPlacement *placement = dl_placement_new_linear (network, n_ranks, &error);

  g_assert_no_error (error);
  return placement;
}

static DlWorkload *
make (const char *kind, guint n_ranks, guint64 bytes, gboolean random_order, guint64 seed)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (DlPlacement) placement = place (n_ranks);
  const DlWorkloadSpec spec = {
    .kind = dl_workload_kind_find (kind),
    .placement = placement,
    .message_bytes = bytes,
    .random_order = random_order,
    .seed = seed,
    .packet_flits = 9,
  };
  DlWorkload *workload = dl_workload_new (&spec, &error);

  g_assert_no_error (error);
  g_assert_nonnull (workload);
  return workload;
}

static DlWorkload *
make_matrix (const char *text, guint n_placed)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (DlPlacement) placement = place (n_placed);
  g_autoptr (DlMatrix) matrix = dl_matrix_parse (text, -1, "test", &error);
  const DlWorkloadSpec spec = {
    .kind = dl_workload_kind_find ("matrix"),
    .placement = placement,
    .matrix = matrix,
    .packet_flits = 9,
  };
  DlWorkload *workload;

  g_assert_no_error (error);
  workload = dl_workload_new (&spec, &error);
  g_assert_no_error (error);
  return workload;
}

/* A random matrix of @n ranks, dense or nearly empty. */
static char *
random_matrix (guint n, guint64 seed)
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

/* A network that delivers in a random order */

typedef struct
{
  guint from, to, tag;
  guint64 bytes;
  guint8 has[MAX_RANKS]; /* how often each rank's own part is in what is sent */
} Message;

typedef struct
{
  const DlWorkload *workload;
  DlRng rng;
  guint n;
  guint at[MAX_RANKS];
  gboolean sent[MAX_RANKS];
  gboolean done[MAX_RANKS];
  guint8 has[MAX_RANKS][MAX_RANKS];      /* by rank: how often it has each rank's part */
  guint64 bytes[MAX_RANKS][MAX_RANKS];   /* received, by receiver and sender */
  guint messages[MAX_RANKS][MAX_RANKS];  /* likewise */
  guint first_tag[MAX_RANKS][MAX_RANKS]; /* likewise */
  GArray *flying;                        /* Message */
  GArray *arrived;                       /* Message, not yet taken by the step that waits for it */
  guint n_arrived[MAX_RANKS][MAX_TAGS];  /* of those, by receiver and tag */
  void (*take) (const Message *message, guint8 *has);
} World;

/* Receive what the step waited for. */
static void
take_arrived (World *world, guint rank, guint tag)
{
  world->n_arrived[rank][tag] = 0;
  for (guint i = world->arrived->len; i-- > 0;)
    {
      const Message *message = &g_array_index (world->arrived, Message, i);
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
act (World *world, guint rank)
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
          Message message = { rank, step.send_to, step.tag, step.bytes };

          g_assert_cmpuint (step.send_to, <, world->n);
          g_assert_cmpuint (step.send_to, !=, rank);
          g_assert_cmpuint (step.tag, <, MAX_TAGS);
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
deliver_one (World *world)
{
  const guint i = dl_rng_below (&world->rng, world->flying->len);
  const Message message = g_array_index (world->flying, Message, i);

  g_array_remove_index_fast (world->flying, i);
  g_assert_false (world->done[message.to]);
  if (world->messages[message.to][message.from]++ == 0)
    world->first_tag[message.to][message.from] = message.tag;
  world->bytes[message.to][message.from] += message.bytes;
  world->n_arrived[message.to][message.tag]++;
  g_array_append_val (world->arrived, message);
}

/* Until all have come to their end. */
static World *
run (const DlWorkload *workload, guint64 seed, void (*take) (const Message *, guint8 *))
{
  World *world = g_new0 (World, 1);
  guint n_done = 0;

  g_assert_cmpuint (workload->n_ranks, <=, MAX_RANKS);
  world->workload = workload;
  world->n = workload->n_ranks;
  world->flying = g_array_new (FALSE, FALSE, sizeof (Message));
  world->arrived = g_array_new (FALSE, FALSE, sizeof (Message));
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

static void
world_free (World *world)
{
  g_array_unref (world->flying);
  g_array_unref (world->arrived);
  g_free (world);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (World, world_free)

static void
check (const DlWorkload *workload)
{
  g_autofree char *wrong = dl_workload_check (workload);

  g_assert_cmpstr (wrong, ==, NULL);
}

/* The kinds */

static void
check_all_to_all (guint n, gboolean random_order)
{
  g_autoptr (DlWorkload) workload = make ("all-to-all", n, 100, random_order, 3);
  g_autoptr (World) world = run (workload, n, NULL);

  check (workload);
  g_assert_cmpuint (workload->n_messages, ==, (guint64) n * (n - 1));
  g_assert_cmpuint (workload->n_packets, ==, 2 * workload->n_messages);
  for (guint to = 0; to < n; to++)
    for (guint from = 0; from < n; from++)
      {
        g_assert_cmpuint (world->messages[to][from], ==, to != from);
        g_assert_cmpuint (world->bytes[to][from], ==, to != from ? 100 : 0);
      }
}

static void
test_all_to_all (void)
{
  for (guint n = 1; n <= 70; n++)
    {
      check_all_to_all (n, FALSE);
      check_all_to_all (n, TRUE);
    }
}

/* Rotating: in each step every rank is sent to once. */
static void
test_rotating (void)
{
  g_autoptr (DlWorkload) workload = make ("all-to-all", 17, 64, FALSE, 0);

  for (guint i = 0; i < 16; i++)
    for (guint rank = 0; rank < 17; rank++)
      {
        DlWorkloadStep step;

        g_assert_true (dl_workload_step (workload, rank, i, &step));
        g_assert_cmpuint (step.send_to, ==, (rank + i + 1) % 17);
        g_assert_cmpuint (step.bytes, ==, 64);
        g_assert_cmpuint (step.n_wait, ==, i == 15 ? 16 : 0);
      }
}

/* Random: an order of its own for each rank and seed. */
static void
test_random_order (void)
{
  g_autoptr (DlWorkload) one = make ("all-to-all", 60, 64, TRUE, 1);
  g_autoptr (DlWorkload) again = make ("all-to-all", 60, 64, TRUE, 1);
  g_autoptr (DlWorkload) other = make ("all-to-all", 60, 64, TRUE, 2);
  guint same_shift = 0, same_seed = 0;

  for (guint rank = 0; rank < 60; rank++)
    for (guint i = 0; i < 59; i++)
      {
        DlWorkloadStep a, b, c, zero;

        dl_workload_step (one, rank, i, &a);
        dl_workload_step (again, rank, i, &b);
        dl_workload_step (other, rank, i, &c);
        dl_workload_step (one, 0, i, &zero);
        g_assert_cmpuint (a.send_to, ==, b.send_to);
        same_seed += a.send_to == c.send_to;
        same_shift += rank > 0 && (a.send_to + 60 - rank) % 60 == zero.send_to;
      }
  /* One in 59 by chance: 60 of each. */
  g_assert_cmpuint (same_seed, <, 120);
  g_assert_cmpuint (same_shift, <, 120);
}

/* What comes in is added, and nothing twice; but after the last level, when the odd one of a pair
 * sends the even one what is to be its own. */
static void
take_sum (const Message *message, guint8 *has)
{
  const gboolean result
      = message->from == message->to + 1 && message->to % 2 == 0 && message->has[message->to] > 0;

  for (guint i = 0; i < MAX_RANKS; i++)
    {
      if (result)
        has[i] = 0;
      has[i] += message->has[i];
      g_assert_cmpuint (has[i], <=, 1);
    }
}

static void
test_allreduce (void)
{
  for (guint n = 1; n <= 70; n++)
    {
      g_autoptr (DlWorkload) workload = make ("allreduce", n, 8, FALSE, 0);
      guint levels = 0, more;

      while (2u << levels <= n)
        levels++;
      more = n - (1u << levels);
      check (workload);
      g_assert_cmpuint (workload->n_messages, ==, (levels << levels) + 2 * more);
      for (guint rank = 0; rank < n; rank++)
        g_assert_cmpuint (dl_workload_n_steps (workload, rank), ==, levels + (more > 0 ? 2 : 0));
      for (guint seed = 0; seed < 3; seed++)
        {
          g_autoptr (World) world = run (workload, seed, take_sum);

          for (guint rank = 0; rank < n; rank++)
            for (guint i = 0; i < n; i++)
              g_assert_cmpuint (world->has[rank][i], ==, 1);
        }
    }
}

/* The divisors nearest to the root, and who sends to whom with which tag. */
static void
test_fft (void)
{
  for (guint n = 1; n <= 70; n++)
    {
      g_autoptr (DlWorkload) workload = make ("fft", n, 8, FALSE, 0);
      g_autoptr (World) world = run (workload, n, NULL);
      const guint rows = workload->grid[0], columns = workload->grid[1];

      check (workload);
      g_assert_cmpuint (rows * columns, ==, n);
      g_assert_cmpuint (rows, <=, columns);
      for (guint better = rows + 1; better * better <= n; better++)
        g_assert_cmpuint (n % better, !=, 0);
      for (guint to = 0; to < n; to++)
        for (guint from = 0; from < n; from++)
          {
            const gboolean row = to / columns == from / columns;
            const gboolean column = to % columns == from % columns;

            g_assert_cmpuint (world->messages[to][from], ==, row != column);
            if (row != column)
              g_assert_cmpuint (world->first_tag[to][from], ==, column);
          }
    }

  g_autoptr (DlWorkload) machine = make ("fft", 2112, 8, FALSE, 0);
  g_assert_cmpuint (machine->grid[0], ==, 44);
  g_assert_cmpuint (machine->grid[1], ==, 48);
  check (machine);
}

/* Nothing of the columns leaves a rank before it has its row: what it sends then depends on it. */
static void
take_all (const Message *message, guint8 *has)
{
  for (guint i = 0; i < MAX_RANKS; i++)
    has[i] |= message->has[i];
}

static void
test_fft_order (void)
{
  for (guint n = 1; n <= 70; n++)
    for (guint seed = 0; seed < 3; seed++)
      {
        g_autoptr (DlWorkload) workload = make ("fft", n, 8, FALSE, 0);
        g_autoptr (World) world = run (workload, seed, take_all);

        for (guint rank = 0; rank < n; rank++)
          for (guint i = 0; i < n; i++)
            g_assert_cmpuint (world->has[rank][i], ==, 1);
      }
}

static void
test_matrix (void)
{
  for (guint n = 1; n <= 40; n++)
    {
      g_autofree char *text = random_matrix (n, n);
      g_autoptr (DlWorkload) workload = make_matrix (text, n + n % 3);
      const DlMatrix *matrix = workload->spec.matrix;
      g_autoptr (World) world = run (workload, n, NULL);
      guint64 bytes = 0;

      check (workload);
      g_assert_cmpuint (workload->n_ranks, ==, n);
      for (guint to = 0; to < n; to++)
        for (guint from = 0; from < n; from++)
          {
            guint64 expected = 0;

            for (guint i = matrix->first[from]; i < matrix->first[from + 1]; i++)
              expected += matrix->dest[i] == to ? matrix->bytes[i] : 0;
            g_assert_cmpuint (world->bytes[to][from], ==, expected);
            g_assert_cmpuint (world->messages[to][from], ==, expected > 0);
            bytes += expected;
          }
      g_assert_cmpuint (bytes, ==, matrix->total);
    }
}

/* Upwards from the source's own number, and round. */
static void
test_matrix_order (void)
{
  g_autoptr (DlWorkload) workload
      = make_matrix ("2,0,1\n2,1,2\n2,3,3\n2,4,4\n0,4,9\n4,0,8\n4,2,7\n3,3,5\n", 5);
  static const guint dests[] = { 3, 4, 0, 1 }, bytes[] = { 3, 4, 1, 2 };
  DlWorkloadStep step;

  check (workload);
  for (guint i = 0; i < 4; i++)
    {
      g_assert_true (dl_workload_step (workload, 2, i, &step));
      g_assert_cmpuint (step.send_to, ==, dests[i]);
      g_assert_cmpuint (step.bytes, ==, bytes[i]);
      g_assert_cmpuint (step.n_wait, ==, i == 3);
    }
  g_assert_false (dl_workload_step (workload, 2, 4, &step));
  /* Rank 1 and 3 only listen. */
  for (guint rank = 1; rank <= 3; rank += 2)
    {
      g_assert_cmpuint (dl_workload_n_steps (workload, rank), ==, 1);
      g_assert_true (dl_workload_step (workload, rank, 0, &step));
      g_assert_cmpuint (step.send_to, ==, DL_NO_RANK);
      g_assert_cmpuint (step.bytes, ==, 0);
      g_assert_cmpuint (step.n_wait, ==, 1);
    }

  g_autoptr (DlWorkload) silence = make_matrix ("3,3,5\n", 5);
  g_assert_cmpuint (silence->n_messages, ==, 0);
  for (guint rank = 0; rank < 4; rank++)
    g_assert_cmpuint (dl_workload_n_steps (silence, rank), ==, 0);
  check (silence);
}

/* The flows of a program are its messages, by source, each pair once; ranks at random places. */
static void
test_demand (void)
{
  guint n_kinds;
  const DlWorkloadKind *const *kinds = dl_workload_kinds (&n_kinds);

  for (guint n = 1; n <= 30; n++)
    for (guint k = 0; k < n_kinds; k++)
      {
        g_autoptr (DlNetwork) network = row_of (n + 5);
        g_autoptr (DlPlacement) placement = dl_placement_new_random (network, n, k, NULL);
        g_autofree char *text = random_matrix (n, n);
        g_autoptr (DlMatrix) matrix
            = kinds[k]->has_matrix ? dl_matrix_parse (text, -1, "test", NULL) : NULL;
        const DlWorkloadSpec spec = { .kind = kinds[k],
                                      .placement = placement,
                                      .matrix = matrix,
                                      .message_bytes = 200,
                                      .packet_flits = 9 };
        g_autoptr (DlWorkload) workload = dl_workload_new (&spec, NULL);
        g_autoptr (DlDemand) demand = dl_workload_demand (workload);
        g_autoptr (World) world = run (workload, n, NULL);
        g_autofree guint8 *seen = g_new0 (guint8, n * n);
        guint64 packets = 0;
        guint last = 0, n_pairs = 0;

        g_assert_false (demand->uniform);
        for (guint i = 0; i < demand->flows->len; i++)
          {
            const DlFlow *flow = &g_array_index (demand->flows, DlFlow, i);
            const guint from = placement->rank[flow->source], to = placement->rank[flow->dest];
            const guint64 bytes = world->bytes[to][from];

            g_assert_cmpuint (flow->source, >=, last);
            g_assert_cmpuint (seen[from * n + to]++, ==, 0);
            /* Messages to one rank are all as long here. */
            g_assert_cmpfloat (flow->weight, ==,
                               world->messages[to][from]
                                   * ((bytes / world->messages[to][from] + 63) / 64));
            last = flow->source;
            packets += flow->weight;
          }
        for (guint to = 0; to < n; to++)
          for (guint from = 0; from < n; from++)
            n_pairs += world->messages[to][from] > 0;
        g_assert_cmpuint (demand->flows->len, ==, n_pairs);
        g_assert_cmpuint (packets, ==, workload->n_packets);
      }
}

static void
test_packets (void)
{
  static const struct
  {
    guint64 bytes, packets;
    guint last_flits;
  } cases[] = {
    { 1, 1, 2 },   { 8, 1, 2 },     { 9, 1, 3 },
    { 63, 1, 9 },  { 64, 1, 9 },    { 65, 2, 2 },
    { 128, 2, 9 }, { 1000, 16, 6 }, { DL_WORKLOAD_MAX_BYTES, DL_WORKLOAD_MAX_BYTES / 64, 9 }
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const guint64 n = cases[i].packets;
      g_autoptr (DlWorkload) workload = make ("all-to-all", 3, cases[i].bytes, FALSE, 0);

      g_assert_cmpuint (dl_workload_packets (workload, cases[i].bytes), ==, n);
      g_assert_cmpuint (workload->n_packets, ==, 6 * n);
      g_assert_cmpuint (dl_workload_packet_flits (workload, cases[i].bytes, n - 1), ==,
                        cases[i].last_flits);
      if (n > 1)
        g_assert_cmpuint (dl_workload_packet_flits (workload, cases[i].bytes, n - 2), ==, 9);
    }
}

static void
test_refused (void)
{
  g_autoptr (DlPlacement) placement = place (4);
  g_autoptr (DlMatrix) matrix = dl_matrix_parse ("0,4,1\n", -1, "test", NULL);
  const DlWorkloadSpec good = { .kind = dl_workload_kind_find ("fft"),
                                .placement = placement,
                                .message_bytes = 1,
                                .packet_flits = 2 };
  DlWorkloadSpec bad[4] = { good, good, good, good };
  static const DlWorkloadError codes[] = { DL_WORKLOAD_ERROR_PACKET, DL_WORKLOAD_ERROR_MESSAGE,
                                           DL_WORKLOAD_ERROR_MESSAGE, DL_WORKLOAD_ERROR_RANKS };

  bad[0].packet_flits = 1;
  bad[1].message_bytes = 0;
  bad[2].message_bytes = DL_WORKLOAD_MAX_BYTES + 1;
  bad[3].kind = dl_workload_kind_find ("matrix");
  bad[3].matrix = matrix;
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (DlWorkload) workload = dl_workload_new (&bad[i], &error);

      g_assert_null (workload);
      g_assert_error (error, DL_WORKLOAD_ERROR, (gint) codes[i]);
      g_assert_nonnull (strchr (error->message, '('));
    }
  g_autoptr (DlWorkload) fine = dl_workload_new (&good, NULL);
  g_assert_nonnull (fine);
}

/* The check finds what is wrong */

typedef enum
{
  SOUND,
  NOBODY_SENDS,
  NOBODY_WAITS,
  TO_ITSELF,
  TWICE,
  TAG,
  NO_BYTES,
  TOTALS,
  N_MISTAKES
} Mistake;

/* Two ranks that exchange a message. The seed is the mistake. */
static void
prepare_pair (DlWorkload *workload)
{
  workload->n_tags = 1;
  workload->n_messages = workload->n_packets = workload->spec.seed == TOTALS ? 3 : 2;
}

static guint
count_pair (const DlWorkload *workload, guint rank)
{
  return workload->spec.seed == TWICE ? 2 : 1;
}

static void
step_pair (const DlWorkload *workload, guint rank, guint i, DlWorkloadStep *step)
{
  const Mistake mistake = workload->spec.seed;
  const gboolean last = i + 1 == count_pair (workload, rank);

  step->send_to = mistake == TO_ITSELF ? rank : !rank;
  step->bytes = mistake == NO_BYTES ? 0 : 5;
  step->tag = mistake == TAG;
  step->n_wait = !last || mistake == NOBODY_WAITS ? 0 : i + 1 + (mistake == NOBODY_SENDS);
}

static void
test_mistakes (void)
{
  static const DlWorkloadKind pair
      = { .id = "pair", .prepare = prepare_pair, .n_steps = count_pair, .step = step_pair };
  static const char *const found[N_MISTAKES] = {
    [NOBODY_SENDS] = "waits in step 0 for ever",
    [NOBODY_WAITS] = "and waits for 0",
    [TO_ITSELF] = "5 bytes to rank 0",
    [TWICE] = "again",
    [TAG] = "tag 1 of 1",
    [NO_BYTES] = "0 bytes",
    [TOTALS] = "2 messages",
  };
  g_autoptr (DlPlacement) placement = place (2);

  for (Mistake mistake = SOUND; mistake < N_MISTAKES; mistake++)
    {
      const DlWorkloadSpec spec = { .kind = &pair,
                                    .placement = placement,
                                    .message_bytes = 5,
                                    .seed = mistake,
                                    .packet_flits = 9 };
      g_autoptr (DlWorkload) workload = dl_workload_new (&spec, NULL);
      g_autofree char *wrong = dl_workload_check (workload);

      if (found[mistake] == NULL)
        g_assert_cmpstr (wrong, ==, NULL);
      else if (wrong == NULL || strstr (wrong, found[mistake]) == NULL)
        g_error ("“%s”, not “%s”", wrong, found[mistake]);
    }
}

static void
test_kinds (void)
{
  guint n;
  const DlWorkloadKind *const *kinds = dl_workload_kinds (&n);

  g_assert_cmpuint (n, ==, 4);
  for (guint i = 0; i < n; i++)
    g_assert_true (dl_workload_kind_find (kinds[i]->id) == kinds[i]);
  g_assert_null (dl_workload_kind_find ("uniform"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/workload/kinds", test_kinds);
  g_test_add_func ("/workload/all-to-all", test_all_to_all);
  g_test_add_func ("/workload/rotating", test_rotating);
  g_test_add_func ("/workload/random-order", test_random_order);
  g_test_add_func ("/workload/allreduce", test_allreduce);
  g_test_add_func ("/workload/fft", test_fft);
  g_test_add_func ("/workload/fft-order", test_fft_order);
  g_test_add_func ("/workload/matrix", test_matrix);
  g_test_add_func ("/workload/matrix-order", test_matrix_order);
  g_test_add_func ("/workload/demand", test_demand);
  g_test_add_func ("/workload/packets", test_packets);
  g_test_add_func ("/workload/refused", test_refused);
  g_test_add_func ("/workload/mistakes", test_mistakes);
  return g_test_run ();
}

/* Programs of messages: what each is for comes about, however the network delays its messages. */
#include "workload-fixture.h"

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

static void
check_all_to_all (guint n, gboolean random_order)
{
  g_autoptr (DlWorkload) workload = workload_new ("all-to-all", n, 100, random_order, 3);
  g_autoptr (WorkloadWorld) world = workload_run (workload, n, NULL);

  workload_check (workload);
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
  g_autoptr (DlWorkload) workload = workload_new ("all-to-all", 17, 64, FALSE, 0);

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
  g_autoptr (DlWorkload) one = workload_new ("all-to-all", 60, 64, TRUE, 1);
  g_autoptr (DlWorkload) again = workload_new ("all-to-all", 60, 64, TRUE, 1);
  g_autoptr (DlWorkload) other = workload_new ("all-to-all", 60, 64, TRUE, 2);
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

/* A received sum is added, and nothing twice; except after the last level, when the odd one of a
 * pair sends the even one its final sum. */
static void
take_sum (const WorkloadMessage *message, guint8 *has)
{
  const gboolean result
      = message->from == message->to + 1 && message->to % 2 == 0 && message->has[message->to] > 0;

  for (guint i = 0; i < WORKLOAD_MAX_RANKS; i++)
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
      g_autoptr (DlWorkload) workload = workload_new ("allreduce", n, 8, FALSE, 0);
      guint levels = 0, more;

      while (2u << levels <= n)
        levels++;
      more = n - (1u << levels);
      workload_check (workload);
      g_assert_cmpuint (workload->n_messages, ==, (levels << levels) + 2 * more);
      for (guint rank = 0; rank < n; rank++)
        g_assert_cmpuint (dl_workload_n_steps (workload, rank), ==, levels + (more > 0 ? 2 : 0));
      for (guint seed = 0; seed < 3; seed++)
        {
          g_autoptr (WorkloadWorld) world = workload_run (workload, seed, take_sum);

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
      g_autoptr (DlWorkload) workload = workload_new ("fft", n, 8, FALSE, 0);
      g_autoptr (WorkloadWorld) world = workload_run (workload, n, NULL);
      const guint rows = workload->grid[0], columns = workload->grid[1];

      workload_check (workload);
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

  g_autoptr (DlWorkload) machine = workload_new ("fft", 2112, 8, FALSE, 0);
  g_assert_cmpuint (machine->grid[0], ==, 44);
  g_assert_cmpuint (machine->grid[1], ==, 48);
  workload_check (machine);
}

/* Nothing of the columns leaves a rank before it has its row: what it sends then depends on it. */
static void
take_all (const WorkloadMessage *message, guint8 *has)
{
  for (guint i = 0; i < WORKLOAD_MAX_RANKS; i++)
    has[i] |= message->has[i];
}

static void
test_fft_order (void)
{
  for (guint n = 1; n <= 70; n++)
    for (guint seed = 0; seed < 3; seed++)
      {
        g_autoptr (DlWorkload) workload = workload_new ("fft", n, 8, FALSE, 0);
        g_autoptr (WorkloadWorld) world = workload_run (workload, seed, take_all);

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
      g_autofree char *text = workload_random_matrix (n, n);
      g_autoptr (DlWorkload) workload = workload_new_matrix (text, n + n % 3);
      const DlMatrix *matrix = workload->spec.matrix;
      g_autoptr (WorkloadWorld) world = workload_run (workload, n, NULL);
      guint64 bytes = 0;

      workload_check (workload);
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
      = workload_new_matrix ("2,0,1\n2,1,2\n2,3,3\n2,4,4\n0,4,9\n4,0,8\n4,2,7\n3,3,5\n", 5);
  static const guint dests[] = { 3, 4, 0, 1 }, bytes[] = { 3, 4, 1, 2 };
  DlWorkloadStep step;

  workload_check (workload);
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

  g_autoptr (DlWorkload) silence = workload_new_matrix ("3,3,5\n", 5);
  g_assert_cmpuint (silence->n_messages, ==, 0);
  for (guint rank = 0; rank < 4; rank++)
    g_assert_cmpuint (dl_workload_n_steps (silence, rank), ==, 0);
  workload_check (silence);
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
  return g_test_run ();
}

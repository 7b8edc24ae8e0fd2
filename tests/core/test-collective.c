/* Collectives by algorithm: the bytes that each sends, that the data of each rank reach all ranks,
 * and the time on a network without contention, against closed forms. */
#include "dl-collective.h"
#include "dl-loggops.h"

#include <math.h>
#include <string.h>

#define MOST_RANKS 40

static const DlCollective *
find (const char *id)
{
  guint n;
  const DlCollective *const *all = dl_collectives (&n);

  for (guint i = 0; i < n; i++)
    if (g_str_equal (all[i]->id, id))
      return all[i];
  g_assert_not_reached ();
}

static DlProgram *
make (const char *id, guint n, guint64 bytes)
{
  g_autoptr (GError) error = NULL;
  DlProgram *program = dl_collective_program (find (id), n, bytes, &error);

  g_assert_no_error (error);
  return program;
}

static guint64
sent_by (const DlProgram *program, guint rank)
{
  guint64 bytes = 0;

  for (guint i = 0; i < program->n[rank]; i++)
    {
      const DlOp *op = &program->ops[program->first[rank] + i];

      bytes += op->kind == DL_OP_SEND ? op->size : 0;
    }
  return bytes;
}

/* Sums over all ranks. */
static void
test_bytes (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (g_test_rand_int ());

  for (guint n = 1; n <= MOST_RANKS; n++)
    {
      const guint64 bytes = (guint64) n * (guint64) g_rand_int_range (rand, 1, 1 << 20);
      const struct
      {
        const char *id;
        guint64 sum;
      } sums[] = {
        { "allreduce-ring", 2 * (n - 1) * bytes },     { "allreduce-tree", 2 * (n - 1) * bytes },
        { "allreduce-binomial", 2 * (n - 1) * bytes }, { "broadcast", (n - 1) * bytes },
        { "reduce-scatter", (n - 1) * bytes },         { "allgather", (n - 1) * bytes },
        { "alltoall-pairwise", (n - 1) * bytes },
      };

      for (guint i = 0; i < G_N_ELEMENTS (sums); i++)
        {
          g_autoptr (DlProgram) program = make (sums[i].id, n, bytes);

          g_assert_cmpuint (program->bytes, ==, sums[i].sum);
        }
      for (guint rank = 0; rank < n; rank++)
        {
          g_autoptr (DlProgram) ring = make ("allreduce-ring", n, bytes);
          g_autoptr (DlProgram) pairs = make ("alltoall-pairwise", n, bytes);

          g_assert_cmpuint (sent_by (ring, rank), ==, 2 * (n - 1) * (bytes / n));
          g_assert_cmpuint (sent_by (pairs, rank), ==, (n - 1) * (bytes / n));
        }
    }
}

/* Powers of two, in which all ranks do the same. */
static void
test_bytes_of_core (void)
{
  for (guint n = 1; n <= 64; n *= 2)
    {
      const guint64 bytes = 64 * 1000;
      g_autoptr (DlProgram) doubling = make ("allreduce-doubling", n, bytes);
      g_autoptr (DlProgram) halving = make ("allreduce-rabenseifner", n, bytes);
      g_autoptr (DlProgram) bruck = make ("alltoall-bruck", n, bytes);
      const guint levels = g_bit_storage (n) - 1;

      for (guint rank = 0; rank < n; rank++)
        {
          g_assert_cmpuint (sent_by (doubling, rank), ==, levels * bytes);
          g_assert_cmpuint (sent_by (halving, rank), ==, 2 * (n - 1) * (bytes / n));
          g_assert_cmpuint (sent_by (bruck, rank), ==, levels * (bytes / 2));
        }
    }
}

/* Ranks that hear of @rank: what its operations are required for, or received by. */
static void
hear_of (const DlProgram *program, guint rank, gboolean *heard)
{
  g_autofree guint32 *receiver = g_new (guint32, program->n_ops);
  g_autofree guint32 *queue = g_new (guint32, program->n_ops);
  g_autofree gboolean *seen = g_new0 (gboolean, program->n_ops);
  g_autoptr (DlProgramMatch) match = dl_program_match_new ((DlProgram *) program);
  guint n = 0;

  for (guint32 op = 0; op < program->n_ops; op++)
    if (program->ops[op].kind == DL_OP_RECV)
      dl_program_match_post (match, op);
  for (guint32 op = 0; op < program->n_ops; op++)
    receiver[op]
        = program->ops[op].kind == DL_OP_SEND ? dl_program_match_arrive (match, op) : DL_NO_OP;
  heard[rank] = TRUE;
  for (guint i = 0; i < program->n[rank]; i++)
    seen[queue[n++] = program->first[rank] + i] = TRUE;
  for (guint i = 0; i < n; i++)
    {
      const guint32 op = queue[i];

      heard[program->rank[op]] = TRUE;
      if (receiver[op] != DL_NO_OP && !seen[receiver[op]])
        seen[queue[n++] = receiver[op]] = TRUE;
      for (guint j = program->first_after[op]; j < program->first_after[op + 1]; j++)
        if (!seen[program->after[j] / 2])
          seen[queue[n++] = program->after[j] / 2] = TRUE;
    }
}

static void
test_heard (void)
{
  guint n_all;
  const DlCollective *const *all = dl_collectives (&n_all);

  for (guint c = 0; c < n_all; c++)
    for (guint n = 2; n <= 33; n++)
      {
        g_autoptr (DlProgram) program = make (all[c]->id, n, 4096);
        const gboolean one = strcmp (all[c]->id, "broadcast") == 0;

        for (guint rank = 0; rank < (one ? 1 : n); rank++)
          {
            g_autofree gboolean *heard = g_new0 (gboolean, n);

            hear_of (program, rank, heard);
            for (guint other = 0; other < n; other++)
              g_assert_true (heard[other]);
          }
      }
}

/* In the double tree each rank's half of the bytes goes up one of the trees and all of it down. */
static void
test_tree (void)
{
  for (guint n = 2; n <= MOST_RANKS; n++)
    {
      g_autoptr (DlProgram) program = make ("allreduce-tree", n, 1000);

      for (guint tree = 0; tree < 2; tree++)
        {
          guint n_up = 0, n_down = 0;

          for (guint32 op = 0; op < program->n_ops; op++)
            if (program->ops[op].kind == DL_OP_SEND && program->ops[op].tag == 2 * tree)
              n_up++;
            else if (program->ops[op].kind == DL_OP_SEND && program->ops[op].tag == 2 * tree + 1)
              n_down++;
          g_assert_cmpuint (n_up, ==, n - 1);
          g_assert_cmpuint (n_down, ==, n - 1);
        }
      /* One above and two below, in either tree. */
      for (guint rank = 0; rank < n; rank++)
        g_assert_cmpuint (sent_by (program, rank), <=, 500 * 6);
    }
}

static guint64
time_of (const char *id, guint n, guint64 bytes, DlLogGops p)
{
  g_autoptr (DlProgram) program = make (id, n, bytes);
  g_autoptr (DlLogGopsRun) run = dl_loggops_run_new (program, p);
  g_autoptr (GError) error = NULL;
  guint64 last = 0;

  dl_loggops_run_all (run, &error);
  g_assert_no_error (error);
  for (guint rank = 0; rank < n; rank++)
    last = MAX (last, dl_loggops_run_finish (run, rank));
  return last;
}

/* With a latency and a time per byte: a message of b bytes takes L + (b - 1) G. */
static void
test_times (void)
{
  const DlLogGops p = { .L = 1000, .G = 3, .S = G_MAXUINT32 };

  for (guint n = 2; n <= 64; n *= 2)
    {
      const guint64 bytes = 64 * 100, each = p.L + (bytes - 1) * p.G;
      const guint levels = g_bit_storage (n) - 1;
      guint64 halves = 0;

      for (guint level = 1; level <= levels; level++)
        halves += p.L + ((bytes >> level) - 1) * p.G;
      g_assert_cmpuint (time_of ("allreduce-ring", n, bytes, p), ==,
                        2 * (n - 1) * (p.L + (bytes / n - 1) * p.G));
      g_assert_cmpuint (time_of ("allgather", n, bytes, p), ==,
                        (n - 1) * (p.L + (bytes / n - 1) * p.G));
      g_assert_cmpuint (time_of ("alltoall-pairwise", n, bytes, p), ==,
                        (n - 1) * (p.L + (bytes / n - 1) * p.G));
      g_assert_cmpuint (time_of ("allreduce-doubling", n, bytes, p), ==, levels * each);
      g_assert_cmpuint (time_of ("allreduce-rabenseifner", n, bytes, p), ==, 2 * halves);
      g_assert_cmpuint (time_of ("broadcast", n, bytes, p), ==, levels * each);
      g_assert_cmpuint (time_of ("alltoall-bruck", n, bytes, p), ==,
                        levels * (p.L + (bytes / 2 - 1) * p.G));
    }
}

/* Any number of ranks and bytes, also fewer bytes than ranks: all come to an end. */
static void
test_any (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (g_test_rand_int ());
  guint n_all;
  const DlCollective *const *all = dl_collectives (&n_all);

  for (guint i = 0; i < 400; i++)
    {
      const DlCollective *collective = all[i % n_all];
      const guint n = (guint) g_rand_int_range (rand, 1, 70);
      const guint64 bytes = (guint64) g_rand_int_range (rand, 1, i % 2 ? 50 : 5000000);
      g_autoptr (DlProgram) program = make (collective->id, n, bytes);

      time_of (collective->id, n, bytes, DL_LOGGOPS_DEFAULT);
      g_assert_cmpuint (program->n_ops, <=, collective->n_ops (n, bytes));
      g_assert_cmpfloat (collective->bus_factor (n), <=, 2);
    }
}

static void
test_too_many (void)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (dl_collective_program (find ("alltoall-pairwise"), 32768, 1, &error));
  g_assert_error (error, DL_PROGRAM_ERROR, DL_PROGRAM_ERROR_LIMIT);
}

/* Several beside each other, and one after the other ------------------------------------------- */

#define MOST_PARTS 5

/* Random ones beside each other, with ranks between them that do nothing. */
static guint
make_parts (GRand *rand, DlProgramPart parts[MOST_PARTS], guint *n_ranks)
{
  const guint n = (guint) g_rand_int_range (rand, 1, MOST_PARTS + 1);
  guint n_all;
  const DlCollective *const *all = dl_collectives (&n_all);

  *n_ranks = 0;
  for (guint i = 0; i < n; i++)
    {
      const guint size = (guint) g_rand_int_range (rand, 1, 20);

      *n_ranks += (guint) g_rand_int_range (rand, 0, 3);
      parts[i] = (DlProgramPart) {
        make (all[g_rand_int_range (rand, 0, (gint32) n_all)]->id, size,
              (guint64) g_rand_int_range (rand, 1, 100000)),
        *n_ranks,
      };
      *n_ranks += size;
    }
  return n;
}

static DlLogGopsRun *
run_of (DlProgram *program)
{
  DlLogGopsRun *run = dl_loggops_run_new (program, DL_LOGGOPS_DEFAULT);
  g_autoptr (GError) error = NULL;

  dl_loggops_run_all (run, &error);
  g_assert_no_error (error);
  return run;
}

static DlProgram *
together (const DlProgramPart *parts, guint n, guint n_ranks, guint times, guint64 compute_ns)
{
  g_autoptr (GError) error = NULL;
  DlProgram *program = dl_program_new_parts (parts, n, n_ranks, times, compute_ns, &error);

  g_assert_no_error (error);
  return program;
}

/* The part that @rank is in; @n: none. */
static guint
part_of (const DlProgramPart *parts, guint n, guint rank)
{
  guint i = 0;

  while (i < n
         && (rank < parts[i].first_rank || rank >= parts[i].first_rank + parts[i].program->n_ranks))
    i++;
  return i;
}

/* On a network without contention the jobs do not affect each other. */
static void
test_parts (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (g_test_rand_int ());

  for (guint round = 0; round < 100; round++)
    {
      DlProgramPart parts[MOST_PARTS];
      guint n_ranks;
      const guint n = make_parts (rand, parts, &n_ranks);
      g_autoptr (DlProgram) whole = together (parts, n, n_ranks, 1, 0);
      g_autoptr (DlLogGopsRun) run = run_of (whole);

      for (guint i = 0; i < whole->n_channels; i++)
        g_assert_cmpuint (part_of (parts, n, whole->channels[i].from), ==,
                          part_of (parts, n, whole->channels[i].to));
      for (guint rank = 0; rank < n_ranks; rank++)
        if (part_of (parts, n, rank) == n)
          g_assert_cmpuint (whole->n[rank], ==, 0);
      for (guint i = 0; i < n; i++)
        {
          g_autoptr (DlLogGopsRun) alone = run_of (parts[i].program);

          for (guint rank = 0; rank < parts[i].program->n_ranks; rank++)
            g_assert_cmpuint (dl_loggops_run_finish (run, parts[i].first_rank + rank), ==,
                              dl_loggops_run_finish (alone, rank));
          dl_program_unref (parts[i].program);
        }
    }
}

/* One alone is what it was. */
static void
test_one_part (void)
{
  guint n_all;
  const DlCollective *const *all = dl_collectives (&n_all);

  for (guint i = 0; i < n_all; i++)
    {
      g_autoptr (DlProgram) program = make (all[i]->id, 13, 10000);
      const DlProgramPart part = { program, 0 };
      g_autoptr (DlProgram) once = together (&part, 1, 13, 1, 1000);

      g_assert_true (dl_program_same (program, once));
    }
}

/* A ring whose ranks are in step has its time @times times, and the computations between. */
static void
test_repeated (void)
{
  const DlLogGops p = { .L = 1000, .G = 3, .S = G_MAXUINT32 };
  const guint64 once = time_of ("allreduce-ring", 8, 6400, p);
  g_autoptr (DlProgram) program = make ("allreduce-ring", 8, 6400);
  const DlProgramPart part = { program, 2 };

  for (guint times = 1; times < 6; times++)
    for (guint64 ns = 0; ns <= 5000; ns += 2500)
      {
        g_autoptr (DlProgram) whole = together (&part, 1, 11, times, ns);
        g_autoptr (DlLogGopsRun) run = dl_loggops_run_new (whole, p);

        g_assert_true (dl_loggops_run_all (run, NULL));
        for (guint rank = 0; rank < 11; rank++)
          g_assert_cmpuint (dl_loggops_run_finish (run, rank), ==,
                            rank < 2 || rank == 10 ? 0 : times * once + (times - 1) * ns);
      }
}

/* In any collective each rank begins anew when its own part is done: nobody is faster than that,
 * and all messages are matched. */
static void
test_repeated_any (void)
{
  guint n_all;
  const DlCollective *const *all = dl_collectives (&n_all);

  for (guint i = 0; i < n_all; i++)
    for (guint n = 1; n < 18; n++)
      {
        g_autoptr (DlProgram) program = make (all[i]->id, n, 20000);
        const DlProgramPart part = { program, 0 };
        g_autoptr (DlProgram) whole = together (&part, 1, n, 3, 50000);
        g_autoptr (DlLogGopsRun) one = run_of (program), run = run_of (whole);

        g_assert_cmpuint (whole->n_messages, ==, 3 * program->n_messages);
        for (guint rank = 0; rank < n; rank++)
          if (program->n[rank] > 0)
            g_assert_cmpuint (dl_loggops_run_finish (run, rank), >=,
                              dl_loggops_run_finish (one, rank) + 2 * 50000);
      }
}

static void
test_too_many_parts (void)
{
  g_autoptr (DlProgram) program = make ("allreduce-ring", 64, 6400);
  const DlProgramPart part = { program, 0 };
  g_autoptr (GError) error = NULL;

  g_assert_null (dl_program_new_parts (&part, 1, 64, 1000000, 0, &error));
  g_assert_error (error, DL_PROGRAM_ERROR, DL_PROGRAM_ERROR_LIMIT);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/collective/bytes", test_bytes);
  g_test_add_func ("/collective/bytes-of-core", test_bytes_of_core);
  g_test_add_func ("/collective/heard", test_heard);
  g_test_add_func ("/collective/tree", test_tree);
  g_test_add_func ("/collective/times", test_times);
  g_test_add_func ("/collective/any", test_any);
  g_test_add_func ("/collective/too-many", test_too_many);
  g_test_add_func ("/collective/parts", test_parts);
  g_test_add_func ("/collective/one-part", test_one_part);
  g_test_add_func ("/collective/repeated", test_repeated);
  g_test_add_func ("/collective/repeated-any", test_repeated_any);
  g_test_add_func ("/collective/too-many-parts", test_too_many_parts);
  return g_test_run ();
}

/* Threads of a simulation: each block is advanced once per window, mail is there before the next
 * one, and helpers sleep while there is no run. */
#include "dl-sim-crew.h"

#include <string.h>

#define N_BLOCKS   5
#define WINDOW     4
#define MOST_TRIES 20000 /* milliseconds */

/* Each block tells the next one, in the next window, how far it is. */
typedef struct
{
  guint worker[N_BLOCKS];
  guint64 now[N_BLOCKS];
  guint64 told[N_BLOCKS]; /* sums of cycles */
  DlSimPost post;         /* (Letter) */
} Blocks;

typedef struct
{
  guint block;
  guint64 cycle;
} Letter;

static void
give (gpointer data, guint block, guint worker)
{
  Blocks *blocks = data;

  blocks->worker[block] = worker;
}

static void
take_mail (gpointer data, guint worker, guint parity)
{
  Blocks *blocks = data;

  for (guint from = 0; from < blocks->post.n_threads; from++)
    {
      DlSimMailbox *box = dl_sim_post_box (&blocks->post, parity, from, worker);
      const Letter *letters = box->items;

      for (guint i = 0; i < box->n; i++)
        {
          g_assert_cmpuint (blocks->worker[letters[i].block], ==, worker);
          blocks->told[letters[i].block] += letters[i].cycle;
        }
      box->n = 0;
    }
}

static void
advance (gpointer data, guint block, guint64 from, guint64 to, guint parity)
{
  Blocks *blocks = data;
  const guint next = (block + 1) % N_BLOCKS;

  g_assert_cmpuint (blocks->now[block], ==, from);
  g_assert_cmpuint (to - from, <=, WINDOW);
  blocks->now[block] = to;
  if (blocks->worker[next] == blocks->worker[block])
    blocks->told[next] += to;
  else
    *(Letter *) dl_sim_post_add (&blocks->post, parity, blocks->worker[block], blocks->worker[next])
        = (Letter) { next, to };
}

static const DlSimWork work = {
  .n_blocks = N_BLOCKS,
  .window = WINDOW,
  .give = give,
  .take_mail = take_mail,
  .advance = advance,
};

static void
run (DlSimCrew *crew, Blocks *blocks, guint64 begin, guint64 end)
{
  DlSimWork own = work;

  own.sim = blocks;
  dl_sim_crew_run (crew, &own, begin, end);
  for (guint i = 0; i < N_BLOCKS; i++)
    g_assert_cmpuint (blocks->now[i], ==, end);
}

static void
set_threads (DlSimCrew *crew, Blocks *blocks, guint n)
{
  dl_sim_crew_set_threads (crew, n);
  dl_sim_post_set_threads (&blocks->post, n);
}

/* Short runs and long ones, with more threads and fewer: all tell each other the same as by one. */
static void
test_runs (void)
{
  static const guint threads[] = { 2, 1, 5, 3, 3, 2, 1, 4 };
  static const guint cycles[] = { 1, 3, 4, 5, 400, 2, 1001 };
  DlSimCrew *alone = dl_sim_crew_new ("alone"), *crew = dl_sim_crew_new ("crew");
  Blocks one = { 0 }, many = { 0 };
  guint64 now = 0;

  dl_sim_post_init (&one.post, sizeof (Letter));
  dl_sim_post_init (&many.post, sizeof (Letter));
  for (guint i = 0; i < 20 * G_N_ELEMENTS (threads); i++)
    {
      const guint64 end = now + cycles[i % G_N_ELEMENTS (cycles)];

      set_threads (crew, &many, threads[i % G_N_ELEMENTS (threads)]);
      run (alone, &one, now, end);
      run (crew, &many, now, end);
      g_assert_cmpmem (one.told, sizeof one.told, many.told, sizeof many.told);
      now = end;
    }
  g_assert_cmpuint (one.told[0], >, 0);
  dl_sim_post_clear (&one.post);
  dl_sim_post_clear (&many.post);
  dl_sim_crew_free (alone);
  dl_sim_crew_free (crew);
}

/* The states of this process's threads called @name, by the kernel: S when one sleeps. */
static char *
states (const char *name)
{
  g_autoptr (GDir) dir = g_dir_open ("/proc/self/task", 0, NULL);
  GString *found = g_string_new (NULL);
  const char *id;

  while (dir != NULL && (id = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename ("/proc/self/task", id, "stat", NULL);
      g_autofree char *text = NULL;
      const char *begin, *end;

      if (!g_file_get_contents (path, &text, NULL, NULL))
        continue; /* it has ended since */
      begin = strchr (text, '(');
      end = strrchr (text, ')');
      if (begin != NULL && end != NULL && strlen (name) == (gsize) (end - begin - 1)
          && memcmp (begin + 1, name, strlen (name)) == 0)
        g_string_append_c (found, end[2]);
    }
  return g_string_free (found, FALSE);
}

static void
wait_for_states (const char *name, const char *expected)
{
  g_autofree char *found = NULL;

  for (guint i = 0; i < MOST_TRIES; i++)
    {
      g_free (found);
      found = states (name);
      if (g_strcmp0 (found, expected) == 0)
        return;
      g_usleep (1000);
    }
  g_assert_cmpstr (found, ==, expected);
}

/* Between runs helpers sleep, run after run, and keep nobody from starting programs; they are gone
 * when there are fewer threads, and when the crew is. */
static void
test_sleep (void)
{
  DlSimCrew *crew = dl_sim_crew_new ("sleepers");
  Blocks blocks = { 0 };

  if (!g_file_test ("/proc/self/task", G_FILE_TEST_IS_DIR))
    {
      g_test_skip ("no /proc/self/task");
      dl_sim_crew_free (crew);
      return;
    }
  dl_sim_post_init (&blocks.post, sizeof (Letter));
  set_threads (crew, &blocks, 4);
  wait_for_states ("sleepers", ""); /* none before it is needed */
  for (guint64 now = 0; now < 300; now += 100)
    {
      const char *argv[] = { "true", NULL };
      g_autoptr (GError) error = NULL;

      run (crew, &blocks, now, now + 100);
      wait_for_states ("sleepers", "SSS");
      g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL, NULL,
                    &error);
      g_assert_no_error (error);
    }
  set_threads (crew, &blocks, 2);
  wait_for_states ("sleepers", "");
  run (crew, &blocks, 300, 400);
  wait_for_states ("sleepers", "S");
  dl_sim_crew_free (crew);
  wait_for_states ("sleepers", "");
  dl_sim_post_clear (&blocks.post);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sim-crew/runs", test_runs);
  g_test_add_func ("/sim-crew/sleep", test_sleep);
  return g_test_run ();
}

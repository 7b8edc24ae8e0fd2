/* Completion of each rank by LogGOPS, against LogGOPSim: programs drawn at random, kept here with
 * what it gave for them, and those of ../shared/data/goal. */
#include "dl-goal.h"
#include "dl-loggops.h"

#include <string.h>

#define SHARED "../shared/data/goal"

static DlProgram *
read_program (const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GByteArray) bytes = NULL, text = NULL;
  g_autoptr (GError) error = NULL;
  DlProgram *program;
  char *data;
  gsize size;

  g_file_get_contents (path, &data, &size, &error);
  g_assert_no_error (error);
  bytes = g_byte_array_new_take ((guint8 *) data, size);
  text = dl_goal_unpack (bytes, name, &error);
  g_assert_no_error (error);
  program = dl_goal_parse ((const char *) text->data, text->len, name, &error);
  g_assert_no_error (error);
  return program;
}

/* "L=2500 o=1500 ..." up to the colon. */
static DlLogGops
parse_parameters (const char *line)
{
  DlLogGops p = { 0 };
  const struct
  {
    char name;
    guint64 *value;
  } all[] = { { 'L', &p.L }, { 'o', &p.o }, { 'g', &p.g },
              { 'G', &p.G }, { 'O', &p.O }, { 'S', &p.S } };

  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    {
      const char key[] = { all[i].name, '=', '\0' };
      const char *at = strstr (line, key);

      if (at != NULL)
        *all[i].value = g_ascii_strtoull (at + 2, NULL, 10);
    }
  return p;
}

/* In one go, or in parts, which give the same. */
static void
check_times (DlProgram *program, const char *line, guint64 part)
{
  g_autoptr (DlLogGopsRun) run = dl_loggops_run_new (program, parse_parameters (line));
  g_auto (GStrv) times = g_strsplit (g_strstrip (strchr (line, ':') + 1), " ", -1);
  g_autoptr (GError) error = NULL;

  for (guint64 ns = part; part > 0 && dl_loggops_run_until (run, ns); ns += part)
    ;
  dl_loggops_run_all (run, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (g_strv_length (times), ==, program->n_ranks);
  for (guint rank = 0; rank < program->n_ranks; rank++)
    g_assert_cmpuint (dl_loggops_run_finish (run, rank), ==,
                      g_ascii_strtoull (times[rank], NULL, 10));
  g_assert_cmpuint (dl_loggops_run_done (run), ==, program->n_ops);
  g_assert_cmpuint (dl_loggops_run_sent (run), ==, program->n_messages);
  g_assert_cmpuint (dl_loggops_run_received (run), ==, program->n_messages);
}

/* A file's name, then what it takes by several sets of parameters. */
static guint
check_folder (const char *folder)
{
  g_autofree char *path = g_build_filename (folder, "times.txt", NULL);
  g_autoptr (DlProgram) program = NULL;
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  guint n = 0;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    if (g_str_has_prefix (lines[i], "L="))
      {
        g_autofree char *copy = g_strdup (lines[i]);

        check_times (program, lines[i], 0);
        if (program->n_ops < 1000)
          check_times (program, copy, 777);
        n++;
      }
    else if (strstr (lines[i], ".goal") != NULL)
      {
        g_auto (GStrv) words = g_strsplit (lines[i], " ", 2);

        dl_program_unref (program);
        program = read_program (folder, words[0]);
      }
  return n;
}

static void
test_kept (void)
{
  g_autofree char *folder = g_test_build_filename (G_TEST_DIST, "data-goal", NULL);

  g_assert_cmpuint (check_folder (folder), >=, 20);
}

static void
test_shared (void)
{
  g_autofree char *folder = g_test_build_filename (G_TEST_DIST, "..", "..", SHARED, NULL);

  if (!g_file_test (folder, G_FILE_TEST_IS_DIR))
    {
      g_test_skip ("there is no " SHARED " (programs and their times)");
      return;
    }
  g_assert_cmpuint (check_folder (folder), >=, 15);
}

/* Each waits for the other before it sends: found as they run, since all is matched. */
static void
test_stuck (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (DlProgram) program
      = dl_goal_parse ("num_ranks 2\n"
                       "rank 0 {\na: recv 8b from 1\nb: send 8b to 1\nb requires a\n}\n"
                       "rank 1 {\na: recv 8b from 0\nb: send 8b to 0\nb requires a\n}\n",
                       -1, "file", &error);
  g_autoptr (DlLogGopsRun) run = NULL;

  g_assert_no_error (error);
  run = dl_loggops_run_new (program, DL_LOGGOPS_DEFAULT);
  g_assert_false (dl_loggops_run_all (run, &error));
  g_assert_error (error, DL_PROGRAM_ERROR, DL_PROGRAM_ERROR_STUCK);
  g_assert_true (g_str_has_prefix (error->message, "file:3: rank 0 waits forever at this receive"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/loggops/kept", test_kept);
  g_test_add_func ("/loggops/shared", test_shared);
  g_test_add_func ("/loggops/stuck", test_stuck);
  return g_test_run ();
}

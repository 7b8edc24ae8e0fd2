/* Files are written whole or not at all, through links, and what killed programs left goes away. */
#include "dl-output.h"
#include "test-files.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char *folder;

static char *
path_of (const char *name)
{
  return g_build_filename (folder, name, NULL);
}

static void
assert_content (const char *name, const char *expected)
{
  g_autofree char *path = path_of (name);
  g_autofree char *text = NULL;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, expected);
}

static int
write_to (const char *name, const char *text)
{
  g_autofree char *path = path_of (name);

  return dl_output_write (path, text, strlen (text), FALSE);
}

static guint
count_files (void)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  guint n = 0;

  while (g_dir_read_name (dir) != NULL)
    n++;
  return n;
}

static void
set_up (void)
{
  folder = g_dir_make_tmp ("dateline-output-XXXXXX", NULL);
}

static void
tear_down (void)
{
  test_remove_folder (folder);
  g_clear_pointer (&folder, g_free);
}

static void
test_write (void)
{
  g_autofree char *path = NULL;
  g_autofree char *long_name = g_strnfill (240, 'n');
  struct stat info;

  set_up ();
  path = path_of ("file");
  g_assert_cmpint (write_to ("file", "one"), ==, 0);
  assert_content ("file", "one");
  g_assert_cmpint (g_chmod (path, 0640), ==, 0);
  g_assert_cmpint (write_to ("file", ""), ==, 0);
  assert_content ("file", "");
  g_assert_cmpint (stat (path, &info), ==, 0);
  g_assert_cmpint (info.st_mode & 0777, ==, 0640);
  g_assert_cmpint (write_to (long_name, "long"), ==, 0);
  assert_content (long_name, "long");
  g_assert_cmpuint (count_files (), ==, 2);
  tear_down ();
}

static void
test_refused (void)
{
  g_autofree char *loop = NULL;

  set_up ();
  loop = path_of ("loop");
  g_assert_cmpint (symlink ("loop", loop), ==, 0);
  g_assert_cmpint (write_to (".", "x"), ==, EISDIR);
  g_assert_cmpint (write_to ("nowhere/file", "x"), ==, ENOENT);
  g_assert_cmpint (write_to ("loop", "x"), ==, ELOOP);
  g_assert_cmpint (write_to ("loop/file", "x"), ==, ELOOP);
  g_assert_cmpuint (count_files (), ==, 1);
  tear_down ();
}

/* The link stays, also one that led nowhere. */
static void
test_links (void)
{
  static const char *const links[][2]
      = { { "file", "to-file" }, { "to-file", "to-link" }, { "new", "to-new" } };

  set_up ();
  g_assert_cmpint (write_to ("file", "one"), ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (links); i++)
    {
      g_autofree char *link = path_of (links[i][1]);

      g_assert_cmpint (symlink (links[i][0], link), ==, 0);
      g_assert_cmpint (write_to (links[i][1], links[i][1]), ==, 0);
      g_assert_true (g_file_test (link, G_FILE_TEST_IS_SYMLINK));
      assert_content (i < 2 ? "file" : "new", links[i][1]);
    }
  g_assert_cmpuint (count_files (), ==, 5);
  tear_down ();
}

/* Nothing has happened, and nothing is left. */
static void
test_given_up (void)
{
  g_autofree char *path = NULL;

  set_up ();
  path = path_of ("file");
  g_assert_cmpint (write_to ("file", "one"), ==, 0);
  for (guint database = 0; database < 2; database++)
    {
      DlOutput *output;

      g_assert_cmpint (dl_output_begin (path, &output), ==, 0);
      g_assert_true (g_file_set_contents (database ? dl_output_database_path (output)
                                                   : dl_output_path (output),
                                          "two", -1, NULL)
                     || !database);
      dl_output_free (output);
      assert_content ("file", "one");
      g_assert_cmpuint (count_files (), ==, 1);
    }
  tear_down ();
}

static void
test_database (void)
{
  g_autofree char *path = NULL;
  g_autoptr (DlOutput) output = NULL;

  set_up ();
  path = path_of ("library.db");
  g_assert_cmpint (dl_output_begin (path, &output), ==, 0);
  g_assert_false (g_file_test (dl_output_database_path (output), G_FILE_TEST_EXISTS));
  g_assert_true (g_file_set_contents (dl_output_database_path (output), "pages", -1, NULL));
  g_assert_cmpint (dl_output_end (output, FALSE), ==, 0);
  g_clear_pointer (&output, dl_output_free);
  assert_content ("library.db", "pages");
  g_assert_cmpuint (count_files (), ==, 1);
  tear_down ();
}

/* A program that is killed leaves its part, which the next one to write there removes; that of one
 * that lives stays, and so does whatever is somebody's own. */
static void
test_killed (void)
{
  static const char *const others[]
      = { "mine.part", "file.0123abcd.part", "file.dateline-0123abc.part",
          "file.dateline-0123abcg.part", "file.dateline-0123abcd.part.gz" };
  g_autofree char *path = NULL;
  int pipes[2];
  char byte;

  set_up ();
  path = path_of ("file");
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    {
      g_autofree char *other = path_of (others[i]);

      g_assert_true (g_file_set_contents (other, "mine", -1, NULL));
    }
  g_assert_cmpint (pipe (pipes), ==, 0);
  const pid_t child = fork ();
  if (child == 0)
    {
      DlOutput *output;

      if (dl_output_begin (path, &output) == 0
          && g_file_set_contents (dl_output_database_path (output), "pages", -1, NULL)
          && write (pipes[1], "x", 1) == 1)
        pause ();
      _exit (1);
    }
  close (pipes[1]);
  g_assert_cmpint (read (pipes[0], &byte, 1), ==, 1);
  g_assert_cmpuint (count_files (), ==, G_N_ELEMENTS (others) + 2);
  /* It lives. */
  g_assert_cmpint (write_to ("other", "two"), ==, 0);
  g_assert_cmpuint (count_files (), ==, G_N_ELEMENTS (others) + 3);
  g_assert_cmpint (kill (child, SIGKILL), ==, 0);
  g_assert_cmpint (waitpid (child, NULL, 0), ==, child);
  {
    g_autofree char *within = g_path_get_dirname (path);

    dl_output_clean (within);
  }
  g_assert_cmpuint (count_files (), ==, G_N_ELEMENTS (others) + 1);
  g_assert_cmpint (write_to ("other", "three"), ==, 0);
  assert_content ("other", "three");
  g_assert_cmpuint (count_files (), ==, G_N_ELEMENTS (others) + 1);
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    assert_content (others[i], "mine");
  close (pipes[0]);
  tear_down ();
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/output/write", test_write);
  g_test_add_func ("/output/refused", test_refused);
  g_test_add_func ("/output/links", test_links);
  g_test_add_func ("/output/given-up", test_given_up);
  g_test_add_func ("/output/database", test_database);
  g_test_add_func ("/output/killed", test_killed);
  return g_test_run ();
}

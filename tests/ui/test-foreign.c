/* Files of somebody else in the window: what they name is read only if the user agrees. */
#include "dl-banner.h"
#include "dl-session-edits.h"
#include "dl-ui.h"
#include "ui-fixture.h"
#include "window-fixture.h"

#include <string.h>
#include <sys/stat.h>

#include <glib/gstdio.h>

#define SECRET "HUNTER2-OF-THE-USER"

/* "FOLDER/got/x.dateline", which names @placement, beside "FOLDER/nodes.txt". */
static void
open_scenario (WindowFixture *fixture, const char *pattern, const char *placement)
{
  g_autofree char *folder = g_build_filename (fixture->folder, "got", NULL);
  g_autofree char *path = g_build_filename (folder, "x.dateline", NULL);
  g_autofree char *nodes = g_build_filename (fixture->folder, "nodes.txt", NULL);
  g_autofree char *text
      = g_strdup_printf ("[scenario]\nformat=1\nname=Given\n[torus]\nradix=8;1;1\n[traffic]\n"
                         "pattern=%s\nmessage-bytes=64\nplacement=%s\n",
                         pattern, placement);
  g_autoptr (GFile) file = g_file_new_for_path (path);

  g_mkdir_with_parents (folder, 0700);
  g_assert_true (g_file_set_contents (nodes, "# " SECRET "\n0,0,0\n1,0,0\n", -1, NULL));
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  dl_window_open_file (fixture->window, file);
}

static void
clean (WindowFixture *fixture)
{
  g_autofree char *folder = g_build_filename (fixture->folder, "got", NULL);
  g_autofree char *path = g_build_filename (folder, "x.dateline", NULL);

  g_unlink (path);
  g_rmdir (folder);
}

static const char *
open_name (WindowFixture *fixture)
{
  return dl_session_get_scenario (fixture->session)->name;
}

/* Is the file's text in the library, or in a log of it? */
static gboolean
library_has_secret (WindowFixture *fixture)
{
  static const char *const suffixes[] = { "", "-wal" };

  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    {
      g_autofree char *path
          = g_strconcat (dl_library_get_path (fixture->library), suffixes[i], NULL);
      g_autofree char *content = NULL;
      gsize length;

      if (g_file_get_contents (path, &content, &length, NULL)
          && memmem (content, length, SECRET, strlen (SECRET)) != NULL)
        return TRUE;
    }
  return FALSE;
}

static void
test_outside (WindowFixture *fixture, gconstpointer data)
{
  const gint64 first = dl_session_get_scenario_id (fixture->session);

  open_scenario (fixture, "all-to-all", "../nodes.txt");
  ui_wait_for (window_find_question (fixture) != NULL);
  ui_assert_explained (GTK_WIDGET (window_find_question (fixture)));
  g_assert_true (ui_says (GTK_WIDGET (window_find_question (fixture)), "nodes.txt"));
  g_assert_false (ui_says (GTK_WIDGET (window_find_question (fixture)), "got/../"));
  window_answer (fixture, "_Cancel");
  ui_settle (fixture->session);
  g_assert_cmpint (dl_session_get_scenario_id (fixture->session), ==, first);
  g_assert_false (library_has_secret (fixture));

  open_scenario (fixture, "all-to-all", "../nodes.txt");
  ui_wait_for (window_find_question (fixture) != NULL);
  g_object_notify (G_OBJECT (fixture->session), "result"); /* of what is open: it stays asked */
  window_answer (fixture, "_Read File");
  ui_wait_for (strcmp (open_name (fixture), "Given") == 0);
  ui_settle (fixture->session);
  g_assert_nonnull (strstr (dl_session_get_scenario (fixture->session)->traffic.placement, SECRET));
  clean (fixture);
}

/* A file that is not used is not read, and no question about it is asked. */
static void
test_unused (WindowFixture *fixture, gconstpointer data)
{
  open_scenario (fixture, "uniform", "../nodes.txt");
  ui_wait_for (strcmp (open_name (fixture), "Given") == 0);
  ui_settle (fixture->session);
  g_assert_null (window_find_question (fixture));
  g_assert_cmpstr (dl_session_get_scenario (fixture->session)->traffic.placement, ==,
                   "../nodes.txt");
  g_assert_false (library_has_secret (fixture));
  clean (fixture);
}

static void
test_pipe (WindowFixture *fixture, gconstpointer data)
{
  static const char *const names[] = { "x.dateline", "x.db", "x.csv", "x.lesson", "x.handin" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_build_filename (fixture->folder, names[i], NULL);
      g_autoptr (GFile) file = g_file_new_for_path (path);

      g_assert_cmpint (mkfifo (path, 0600), ==, 0);
      dl_banner_set_message (fixture->window->message_banner, NULL);
      ui_idle ();
      dl_window_open_file (fixture->window, file);
      ui_wait_for (ui_says (GTK_WIDGET (fixture->window), "is not a regular file"));
    }
}

#define add(name, func)                                                                            \
  g_test_add (name, WindowFixture, "ring-8", window_set_up, func, window_tear_down)

int
main (int argc, char **argv)
{
  g_autoptr (GtkApplication) application = NULL;

  ui_test_init (&argc, &argv);
  application = ui_application_new ();
  dl_ui_init ();
  add ("/foreign/outside", test_outside);
  add ("/foreign/unused", test_unused);
  add ("/foreign/pipe", test_pipe);
  return g_test_run ();
}

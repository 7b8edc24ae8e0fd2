/* Work in a lesson is kept as it is done, as a hand-in beside the library: if the program ends
 * before the lesson is closed, the next one offers to continue it. */
#include "dl-file-jobs.h"
#include "dl-lesson-desk.h"
#include "dl-lesson-files.h"
#include "dl-shell.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/file.h>

/* Delay, so that typing or dragging is not written again and again, in milliseconds. */
#define KEEP_MS 200

#define HAND_IN ".handin"

/* Writing -------------------------------------------------------------------------------------- */

/* Close the window that waited for work to be kept, which is done or has failed. */
static void
close_window (DlShell *self)
{
  DlLessonDesk *desk = dl_lesson_desk_of (self);

  desk->closing = FALSE;
  gtk_window_close (GTK_WINDOW (self));
}

static void
on_kept (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (DlShell) self = user_data;
  g_autoptr (GError) error = NULL;
  DlLessonDesk *desk = dl_lesson_desk_of (self);

  if (!dl_write_file_finish (result, &error) && desk != NULL)
    dl_shell_say (self, error->message);
  if (desk == NULL)
    return;
  desk->keeping = FALSE;
  desk->has_failed = error != NULL;
  if (!desk->is_kept) /* the lesson was closed meanwhile */
    g_unlink (desk->keep_path);
  else if (desk->closing)
    close_window (self);
  else
    dl_lesson_desk_keep (self);
}

/* Has anything been done since it was written? */
static gboolean
is_behind (DlShell *self, DlLessonAttempt *attempt)
{
  const DlLessonDesk *desk = dl_lesson_desk_of (self);

  return dl_lesson_attempt_get_work (attempt) > 0
         && (desk->kept_work != dl_lesson_attempt_get_work (attempt)
             || desk->kept_events != dl_lesson_attempt_get_log (attempt)->len);
}

/* Work not continued is not written over: it gets a name of its own. */
static gboolean
set_aside (DlShell *self)
{
  DlLessonDesk *desk = dl_lesson_desk_of (self);
  g_autofree char *stem = g_strndup (desk->keep_path, strlen (desk->keep_path) - strlen (HAND_IN));
  g_autofree char *aside = g_strconcat (stem, ".before", HAND_IN, NULL);
  g_autofree char *text = NULL;

  if (g_rename (desk->keep_path, aside) != 0 && errno != ENOENT)
    {
      dl_shell_say (self, g_strerror (errno));
      return FALSE;
    }
  desk->is_foreign = FALSE;
  if (!g_file_test (aside, G_FILE_TEST_EXISTS))
    return TRUE;
  /* Translators: %s is a file */
  text = g_strdup_printf (_ ("The work on a previous lesson is now in %s. It can be opened as a "
                             "hand-in."),
                          aside);
  dl_shell_say (self, text);
  return TRUE;
}

static gboolean
on_keep (gpointer user_data)
{
  DlShell *self = user_data;
  DlLessonDesk *desk = dl_lesson_desk_of (self);
  DlLessonAttempt *attempt = dl_lesson_desk_attempt (self);
  g_autoptr (DlHandIn) hand_in = NULL;
  g_autoptr (GFile) file = NULL;

  desk->keep_timeout = 0;
  if (attempt == NULL || desk->keeping || !is_behind (self, attempt)
      || (desk->is_foreign && !set_aside (self)))
    return G_SOURCE_REMOVE;
  hand_in = dl_hand_in_new (attempt, dl_lesson_pane_get_name (desk->pane));
  file = g_file_new_for_path (desk->keep_path);
  desk->kept_work = dl_lesson_attempt_get_work (attempt);
  desk->kept_events = dl_lesson_attempt_get_log (attempt)->len;
  desk->keeping = TRUE;
  desk->is_kept = TRUE;
  dl_write_text_async (file, dl_hand_in_to_text (hand_in), on_kept, g_object_ref (self));
  return G_SOURCE_REMOVE;
}

void
dl_lesson_desk_keep (DlShell *self)
{
  DlLessonDesk *desk = dl_lesson_desk_of (self);
  DlLessonAttempt *attempt = dl_lesson_desk_attempt (self);

  if (desk->keep_path != NULL && desk->keep_timeout == 0 && attempt != NULL
      && is_behind (self, attempt))
    desk->keep_timeout = g_timeout_add (KEEP_MS, on_keep, self);
}

void
dl_lesson_desk_forget (DlShell *self)
{
  DlLessonDesk *desk = dl_lesson_desk_of (self);

  g_clear_handle_id (&desk->keep_timeout, g_source_remove);
  desk->kept_work = 0;
  desk->kept_events = 0;
  if (desk->is_kept && !desk->keeping)
    g_unlink (desk->keep_path);
  desk->is_kept = FALSE;
}

DlLessonKept
dl_lesson_desk_keep_now (DlShell *self)
{
  DlLessonDesk *desk = dl_lesson_desk_of (self);
  DlLessonAttempt *attempt = dl_lesson_desk_attempt (self);

  if (desk->keep_path == NULL)
    return DL_LESSON_LOST;
  if (desk->has_failed)
    {
      desk->has_failed = FALSE; /* the next time it is tried again */
      desk->kept_work = 0;
      return DL_LESSON_LOST;
    }
  if (!desk->keeping && is_behind (self, attempt))
    {
      g_clear_handle_id (&desk->keep_timeout, g_source_remove);
      on_keep (self);
      if (!desk->keeping)
        return DL_LESSON_LOST; /* the file there could not be put aside */
    }
  desk->closing = desk->keeping;
  return desk->keeping ? DL_LESSON_KEEPING : DL_LESSON_KEPT;
}

/* Going on ------------------------------------------------------------------------------------- */

enum
{
  NOT_NOW,
  GO_ON,
  DISCARD
};

static void
on_answer (guint choice, gpointer owner)
{
  DlShell *self = owner;
  DlLessonDesk *desk = dl_lesson_desk_of (self);
  g_autoptr (DlStory) story = desk != NULL ? g_steal_pointer (&desk->unfinished) : NULL;

  if (story == NULL || choice == NOT_NOW)
    return;
  desk->is_foreign = FALSE;
  if (choice == GO_ON)
    {
      dl_lesson_desk_go_on (self, story); /* the file stays until it is written again */
      return;
    }
  desk->is_kept = TRUE;
  dl_lesson_desk_forget (self);
}

static void
ask (DlShell *self)
{
  const DlAskChoice choices[] = {
    [NOT_NOW]
    = { _ ("_Not Now"), _ ("Ask again the next time, unless a different lesson is done") },
    [GO_ON] = { _ ("_Continue"), _ ("Continue the lesson where it stopped") },
    [DISCARD] = { _ ("_Discard"), _ ("Discard the answers and steps") },
  };
  const DlStory *story = dl_lesson_desk_of (self)->unfinished;
  g_auto (GStrv) score = dl_score_summary (&story->grade->score);
  g_autofree char *lines = g_strjoinv ("\n", score);
  /* Translators: %s is the name of a lesson */
  g_autofree char *question
      = g_strdup_printf (_ ("Continue the lesson “%s”?"), story->lesson->title);
  g_autofree char *detail = g_strconcat (
      _ ("The program ended before the lesson was closed. Your work in it is saved."), "\n", lines,
      NULL);

  dl_ask (GTK_WINDOW (self), question, detail, choices, G_N_ELEMENTS (choices), on_answer, self);
}

static void
on_found (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (DlShell) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (DlStory) story = dl_lesson_files_story_finish (result, &error);
  DlLessonDesk *desk = dl_lesson_desk_of (self);

  /* Lessons begun or opened meanwhile come first. */
  if (desk == NULL || dl_lesson_desk_attempt (self) != NULL
      || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  desk->is_foreign = TRUE;
  if (story == NULL)
    {
      g_autofree char *text
          = g_strdup_printf (_ ("The work on a lesson is in %s, but cannot be continued: %s"),
                             desk->keep_path, error->message);

      dl_shell_say (self, text);
      return;
    }
  if (story->attempt == NULL)
    return;
  desk->unfinished = g_steal_pointer (&story);
  ask (self);
}

static void
find (DlShell *self)
{
  const DlLessonDesk *desk = dl_lesson_desk_of (self);
  g_autoptr (GFile) file = g_file_new_for_path (desk->keep_path);

  if (g_file_query_exists (file, NULL))
    dl_lesson_files_story_async (file, desk->opening, on_found, g_object_ref (self));
}

/* The program has opened the last scenario. */
static void
on_opened (DlShell *self)
{
  g_signal_handlers_disconnect_by_func (dl_shell_get_session (self), on_opened, self);
  find (self);
}

/* Is no other program at work on this library's lesson? The first one keeps it: it has not
 * ended. */
static gboolean
is_alone (DlLessonDesk *desk, const char *library)
{
  g_autofree char *path = g_strconcat (library, ".lesson.lock", NULL);

  desk->lock = g_open (path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  return desk->lock < 0 || flock (desk->lock, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK;
}

void
dl_lesson_desk_find_kept (DlShell *self)
{
  DlLessonDesk *desk = dl_lesson_desk_of (self);
  DlLibrary *library = dl_session_get_library (dl_shell_get_session (self));
  const char *path = library != NULL ? dl_library_get_path (library) : NULL;

  desk->lock = -1;
  if (path == NULL || !is_alone (desk, path))
    return; /* without a library nothing else is kept, either */
  desk->keep_path = g_strconcat (path, ".lesson", HAND_IN, NULL);
  if (dl_session_get_generation (dl_shell_get_session (self)) > 0)
    find (self);
  else
    g_signal_connect_object (dl_shell_get_session (self), "opened", G_CALLBACK (on_opened), self,
                             G_CONNECT_SWAPPED);
}

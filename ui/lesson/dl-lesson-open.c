/* Lessons and hand-ins that are opened, from the list or from files, and hand-ins that are saved.
 */
#include "dl-lesson-desk.h"

#include "compat.h"
#include "dl-file-jobs.h"
#include "dl-lesson-files.h"

#include <glib/gi18n-lib.h>

/* Lessons -------------------------------------------------------------------------------------- */

typedef struct
{
  DlLessonAttempt *attempt;
  DlScenario *scenario; /* where it is */
  guint step;           /* to go on to */
} Beginning;

static void
beginning_free (gpointer data)
{
  Beginning *beginning = data;

  g_object_unref (beginning->attempt);
  dl_scenario_free (beginning->scenario);
  g_free (beginning);
}

static void
begin (DlShell *self, gpointer what)
{
  Beginning *beginning = what;
  DlLessonDesk *desk = dl_lesson_desk_of (self);

  g_cancellable_cancel (desk->opening); /* it would end this one */
  dl_live_pause (dl_view_get_live (dl_shell_get_view (self)));
  dl_lesson_desk_remember (self);
  dl_lesson_desk_show_pane (self);
  dl_lesson_pointer_set (desk->pointer, NULL); /* those of the lesson before are gone */
  desk->wanted_step = beginning->step;
  desk->kept = 0;
  desk->begins = TRUE;
  dl_lesson_pane_start (desk->pane, beginning->attempt, beginning->scenario);
  beginning_free (beginning);
}

static void
begin_at (DlShell *self, DlLessonAttempt *attempt, const DlScenario *scenario, guint step)
{
  Beginning *beginning = g_new (Beginning, 1);

  *beginning = (Beginning) { g_object_ref (attempt), dl_scenario_copy (scenario), step };
  dl_lesson_desk_leave (self, begin, beginning, beginning_free);
}

/* In place of what is being done. */
static void
begin_instead (DlShell *self, DlLesson *lesson, guint step)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (DlLessonAttempt) attempt = dl_lesson_attempt_new (lesson, &error);

  if (attempt != NULL)
    begin_at (self, attempt, dl_lesson_attempt_get_start (attempt),
              MIN (step, lesson->steps->len - 1));
  else
    dl_shell_toast (self, error->message, NULL);
}

void
dl_lesson_desk_go_on (DlShell *self, const DlStory *story)
{
  begin_at (self, story->attempt, story->last, 0);
}

void
dl_lesson_desk_take_up (DlShell *self, const char *id, guint step)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (DlLesson) found = dl_lessons_load (id, g_get_language_names (), &error);

  if (found != NULL)
    begin_instead (self, found, step);
  else
    dl_shell_toast (self, error->message, NULL);
}

const char *
dl_lesson_desk_get_lesson (DlShell *self, guint *step)
{
  DlLessonAttempt *attempt
      = dl_lesson_desk_of (self) != NULL ? dl_lesson_desk_attempt (self) : NULL;

  if (attempt == NULL)
    return NULL;
  *step = dl_lesson_attempt_get_step (attempt);
  return dl_lesson_attempt_get_lesson (attempt)->id;
}

/* Files ---------------------------------------------------------------------------------------- */

static void
on_lesson_loaded (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (DlShell) self = user_data;
  g_auto (GStrv) messages = NULL;
  g_autoptr (DlLesson) loaded = dl_lesson_files_load_finish (result, &messages);

  if (dl_shell_get_session (self) == NULL)
    return; /* closed meanwhile */
  if (loaded != NULL)
    {
      begin_instead (self, loaded, 0);
      return;
    }
  dl_lesson_desk_show_pane (self);
  dl_lesson_pane_show_problems (dl_lesson_desk_of (self)->pane, (const char *const *) messages);
}

static void
show_story (DlShell *self, gpointer what)
{
  dl_lesson_desk_remember (self);
  dl_lesson_pane_show_story (dl_lesson_desk_of (self)->pane, what);
}

static void
on_story (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (DlShell) self = user_data;
  g_autoptr (GError) error = NULL;
  DlStory *story = dl_lesson_files_story_finish (result, &error);

  if (dl_shell_get_session (self) == NULL
      || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    dl_story_free (story);
  else if (story != NULL)
    dl_lesson_desk_leave (self, show_story, story, (GDestroyNotify) dl_story_free);
  else
    dl_lesson_pane_show_problems (dl_lesson_desk_of (self)->pane,
                                  (const char *const[]) { error->message, NULL });
}

void
dl_lesson_desk_open_lesson (DlShell *self, GFile *file)
{
  dl_lesson_files_load_async (file, on_lesson_loaded, g_object_ref (self));
}

void
dl_lesson_desk_open_hand_in (DlShell *self, GFile *file)
{
  DlLessonDesk *desk = dl_lesson_desk_of (self);

  g_cancellable_cancel (desk->opening);
  g_object_unref (desk->opening);
  desk->opening = g_cancellable_new ();
  dl_lesson_desk_show_pane (self);
  dl_lesson_pane_show_busy (desk->pane);
  dl_lesson_files_story_async (file, desk->opening, on_story, g_object_ref (self));
}

static void
on_open_chosen (GFile *file, gpointer owner)
{
  dl_shell_open_file (owner, file);
}

void
dl_lesson_desk_open (DlShell *self)
{
  g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();

  gtk_file_filter_set_name (filter, _ ("Lessons and hand-ins"));
  gtk_file_filter_add_pattern (filter, "*.lesson");
  gtk_file_filter_add_pattern (filter, "*.handin");
  dl_compat_open_file (GTK_WINDOW (self), _ ("Open a Lesson or a Hand-In"), filter, on_open_chosen,
                       self);
}

/* Handing in ----------------------------------------------------------------------------------- */

typedef struct
{
  DlShell *shell;
  DlLessonAttempt *attempt;
  guint work; /* that is in the file */
} Saving;

static void
on_saved (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autofree Saving *saving = user_data;
  g_autoptr (DlShell) self = saving->shell;
  g_autoptr (DlLessonAttempt) attempt = saving->attempt;
  g_autofree char *place = dl_write_file_place (result);
  g_autoptr (GError) error = NULL;

  if (dl_shell_get_session (self) == NULL)
    return;
  if (!dl_write_file_finish (result, &error))
    {
      dl_lesson_desk_stay (dl_lesson_desk_of (self));
      dl_shell_say (self, error->message);
      return;
    }
  dl_shell_toast (self, _ ("Hand-in saved"), place);
  if (dl_lesson_desk_attempt (self) == attempt)
    dl_lesson_desk_of (self)->kept = saving->work;
  dl_lesson_desk_go_on_leaving (self);
}

void
dl_lesson_desk_save_hand_in (DlShell *self, GFile *file)
{
  DlLessonAttempt *attempt = dl_lesson_desk_attempt (self);
  g_autoptr (DlHandIn) hand_in = NULL;
  Saving *saving;

  if (attempt == NULL)
    return;
  hand_in = dl_hand_in_new (attempt, dl_lesson_pane_get_name (dl_lesson_desk_of (self)->pane));
  saving = g_new (Saving, 1);
  *saving = (Saving) { g_object_ref (self), g_object_ref (attempt),
                       dl_lesson_attempt_get_work (attempt) };
  dl_write_text_async (file, dl_hand_in_to_text (hand_in), on_saved, saving);
}

static void
on_save_chosen (GFile *file, gpointer owner)
{
  dl_lesson_desk_save_hand_in (owner, file);
}

void
dl_lesson_desk_hand_in (DlShell *self)
{
  const char *id = dl_lesson_attempt_get_lesson (dl_lesson_desk_attempt (self))->id;
  const char *who = dl_lesson_pane_get_name (dl_lesson_desk_of (self)->pane);
  g_autofree char *name = *who != '\0' ? g_strdup_printf ("%s %s.handin", id, who)
                                       : g_strdup_printf ("%s.handin", id);

  dl_compat_save_file (GTK_WINDOW (self), _ ("Save Hand-In"), name, on_save_chosen, self);
}

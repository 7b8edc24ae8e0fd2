/* Lessons in the window: the pane beside the others, places pointed at for a step, and the
 * actions. */
#include "dl-lesson-actions.h"

#include "compat.h"
#include "dl-file-jobs.h"
#include "dl-lesson-desk.h"
#include "dl-lesson-files.h"
#include "dl-lesson-story.h"
#include "dl-toy-actions.h"

#include <glib/gi18n-lib.h>

#include <unistd.h>

/* Lessons and hand-ins that are opened, from the list or from files, and hand-ins that are saved.
 */

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
  dl_lesson_pointer_set (desk->pointer, NULL); /* marks of the lesson before are gone */
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

/* In place of the current attempt. */
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

/* Let the user choose a file to open. */
static void
choose_file (DlShell *self)
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

static DlLessonGuide *
guide_of (DlShell *self)
{
  return dl_lesson_pane_get_guide (dl_lesson_desk_of (self)->pane);
}

/* Following the pane --------------------------------------------------------------------------- */

/* Once a step is done it shows what its explanation is about. */
static void
follow_done (DlShell *self, DlLessonAttempt *attempt)
{
  DlLessonDesk *desk = dl_lesson_desk_of (self);
  const DlLessonStep *step = dl_lesson_step (dl_lesson_attempt_get_lesson (attempt),
                                             dl_lesson_attempt_get_step (attempt));

  if (dl_lesson_attempt_get_phase (attempt) != DL_PHASE_DONE)
    desk->explained = NULL;
  else if (desk->explained != step && desk->to_show == NULL)
    {
      desk->explained = step;
      dl_lesson_desk_turn_to (self, step->thens, TRUE);
      dl_lesson_desk_show_places (self, step->thens, NULL);
    }
}

/* Places of a step are of its network, which its result has. */
static void
follow_result (DlShell *self)
{
  DlLessonDesk *desk = dl_lesson_desk_of (self);
  DlSession *session = dl_shell_get_session (self);
  DlEvaluation *result = dl_session_get_result (session);

  if (desk == NULL || desk->to_show == NULL || dl_lesson_desk_attempt (self) == NULL
      || result == NULL || result->generation != dl_session_get_generation (session))
    return;
  dl_lesson_desk_show_places (self, desk->to_show->shows, desk->to_show->marks);
  desk->to_show = NULL;
  follow_done (self, dl_lesson_desk_attempt (self));
}

static void
on_begin (DlShell *self)
{
  DlLessonDesk *desk = dl_lesson_desk_of (self);
  DlLessonAttempt *attempt = dl_lesson_desk_attempt (self);
  const DlLesson *lesson = dl_lesson_attempt_get_lesson (attempt);
  const guint at = dl_lesson_attempt_get_step (attempt);
  DlView *view = dl_shell_get_view (self);

  if (desk->begins)
    dl_lesson_desk_arrange (self);
  /* They are the step's before, perhaps of a different network. */
  dl_view_hide_path (view);
  dl_view_mark (view, NULL, 0);
  g_object_set (view, "ages", FALSE, NULL);
  dl_view_set_packet (view, NULL);
  /* Back to a step: what those before it turned to, which later ones did not. */
  for (guint i = desk->begins || at <= desk->shown_step ? 0 : at; i <= at; i++)
    dl_lesson_desk_turn_to (self, dl_lesson_step (lesson, i)->shows, i == at);
  dl_lesson_desk_show_recording (self, dl_lesson_step (lesson, at));
  desk->begins = FALSE;
  desk->shown_step = at;
  desk->explained = NULL;
  desk->to_show = dl_lesson_step (lesson, at);
  follow_result (self);
  dl_lesson_pointer_set (desk->pointer, dl_lesson_step (lesson, at)->points);
}

static void
on_told (DlShell *self)
{
  const DlLessonStep *step = dl_lesson_pane_get_told_step (dl_lesson_desk_of (self)->pane);

  if (step != NULL)
    dl_lesson_desk_turn_to (self, step->shows, FALSE);
}

static void
enable (DlShell *self, const char *name, gboolean enabled)
{
  GAction *action
      = g_action_map_lookup_action (G_ACTION_MAP (dl_lesson_desk_of (self)->actions), name);

  g_simple_action_set_enabled (G_SIMPLE_ACTION (action), enabled);
}

/* The network of a lesson has the lesson's title, and is not a toy: the pane says how to go
 * back. */
static void
follow_title (DlShell *self)
{
  DlLessonGuide *guide = guide_of (self);
  const gboolean here = guide != NULL && !dl_lesson_guide_is_away (guide);

  dl_shell_set_lesson (
      self, here && dl_lesson_guide_is_ready (guide)
                ? dl_lesson_attempt_get_lesson (dl_lesson_guide_get_attempt (guide))->title
                : NULL);
  dl_toy_set_in_lesson (self, here
                                  || dl_lesson_pane_get_page (dl_lesson_desk_of (self)->pane)
                                         == DL_LESSON_PANE_STORY);
}

/* Is a question open whose answer the network has already, since nothing is to be done first? */
static gboolean
asks_for_result (DlLessonAttempt *attempt)
{
  const DlLessonStep *step = dl_lesson_step (dl_lesson_attempt_get_lesson (attempt),
                                             dl_lesson_attempt_get_step (attempt));

  return dl_lesson_attempt_get_phase (attempt) == DL_PHASE_PREDICT && step->until->len == 0
         && step->question != DL_QUESTION_FREE;
}

/* The lesson itself tells the effect of a change, and nothing lies over the map meanwhile. */
static void
on_announce (DlSession *session, const char *label, const char *effect, DlShell *self)
{
  DlLessonGuide *guide = dl_lesson_desk_of (self) != NULL ? guide_of (self) : NULL;

  if (guide != NULL && !dl_lesson_guide_is_away (guide)
      && !dl_lesson_attempt_is_left (dl_lesson_guide_get_attempt (guide)))
    dl_toast_dismiss (dl_shell_get_toast (self));
}

/* Lessons finished once are marked in the list. */
static void
keep_finished (DlShell *self, DlLessonAttempt *attempt)
{
  const char *id = dl_lesson_attempt_get_lesson (attempt)->id;
  g_auto (GStrv) finished = NULL;
  g_autoptr (GStrvBuilder) builder = NULL;
  g_auto (GStrv) all = NULL;

  if (dl_shell_get_settings (self) == NULL || !dl_lesson_attempt_is_finished (attempt))
    return;
  finished = g_settings_get_strv (dl_shell_get_settings (self), "finished-lessons");
  if (g_strv_contains ((const char *const *) finished, id))
    return;
  builder = g_strv_builder_new ();
  g_strv_builder_addv (builder, (const char **) finished);
  g_strv_builder_add (builder, id);
  all = g_strv_builder_end (builder);
  g_settings_set_strv (dl_shell_get_settings (self), "finished-lessons", (const char *const *) all);
}

static gboolean
on_go_on (gpointer user_data)
{
  DlLessonDesk *desk = dl_lesson_desk_of (user_data);

  desk->go_on = 0;
  dl_lesson_pane_move (desk->pane, TRUE);
  return G_SOURCE_REMOVE;
}

/* Towards the step where the lesson was left, one at a time: each begins in what the one before it
 * left behind. */
static void
follow_wanted (DlShell *self, DlLessonAttempt *attempt)
{
  DlLessonDesk *desk = dl_lesson_desk_of (self);

  if (dl_lesson_attempt_get_step (attempt) >= desk->wanted_step)
    desk->wanted_step = 0;
  else if (desk->go_on == 0)
    desk->go_on = g_idle_add (on_go_on, self);
}

static void
on_changed (DlShell *self)
{
  DlLessonDesk *desk = dl_lesson_desk_of (self);
  const DlLessonPanePage page = dl_lesson_pane_get_page (desk->pane);
  DlLessonGuide *guide = guide_of (self);
  DlLessonAttempt *attempt = dl_lesson_desk_attempt (self);
  const gboolean here
      = guide != NULL && dl_lesson_guide_is_ready (guide) && !dl_lesson_guide_is_away (guide);
  const gboolean is_free = here && dl_lesson_attempt_is_left (attempt);
  const gboolean at_step = page == DL_LESSON_PANE_STEP && here;
  const gboolean at_story = page == DL_LESSON_PANE_STORY;
  const DlStory *story = dl_lesson_pane_get_story (desk->pane);

  enable (self, "next", (at_step && !is_free) || at_story);
  enable (self, "go-on", (at_step && !is_free) || at_story);
  enable (self, "back",
          (at_step && !is_free && dl_lesson_attempt_get_step (attempt) > 0)
              || page == DL_LESSON_PANE_END || at_story);
  enable (self, "hint", at_step && dl_lesson_attempt_has_hint (attempt));
  enable (self, "reset", at_step && !is_free);
  enable (self, "free", at_step);
  enable (self, "answer", at_step && !is_free);
  enable (self, "point", gtk_widget_get_visible (GTK_WIDGET (desk->pane)));
  enable (self, "come-back", guide != NULL && dl_lesson_guide_is_away (guide));
  enable (self, "resume", guide != NULL);
  enable (self, "end", guide != NULL);
  enable (self, "hand-in", guide != NULL);
  enable (self, "go-on-with", at_story && story != NULL && story->attempt != NULL);
  if (attempt != NULL)
    keep_finished (self, attempt);
  if (at_step && !is_free && !desk->begins)
    follow_done (self, attempt);
  dl_lesson_desk_keep (self);
  follow_title (self);
  dl_shell_withhold (self, at_step && !is_free && asks_for_result (attempt));
  if (desk->wanted_step > 0 && at_step)
    follow_wanted (self, attempt);
  if (!at_step || is_free)
    dl_lesson_pointer_set (desk->pointer, NULL);
  else if (dl_lesson_pointer_n (desk->pointer) == 0)
    dl_lesson_pointer_set (desk->pointer, dl_lesson_guide_get_step (guide)->points);
}

/* The pane ------------------------------------------------------------------------------------- */

void
dl_lesson_desk_show_pane (DlShell *self)
{
  gtk_widget_set_visible (GTK_WIDGET (dl_lesson_desk_of (self)->pane), TRUE);
}

static void
show_list (DlShell *self)
{
  DlLessonPane *pane = dl_lesson_desk_of (self)->pane;
  GSettings *settings = dl_shell_get_settings (self);
  g_auto (GStrv) finished
      = settings != NULL ? g_settings_get_strv (settings, "finished-lessons") : NULL;

  dl_lesson_desk_show_pane (self);
  dl_lesson_pane_show_list (pane, (const char *const *) finished);
  dl_lesson_pane_focus (pane);
}

/* Where a lesson is being done it comes first; from there one more leads to the list. */
static void
lessons (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  DlShell *self = user_data;
  DlLessonDesk *desk = dl_lesson_desk_of (self);

  if (!gtk_widget_get_visible (GTK_WIDGET (desk->pane)) && guide_of (self) != NULL)
    {
      dl_lesson_desk_show_pane (self);
      dl_lesson_pane_resume (desk->pane);
    }
  else
    show_list (self);
}

static void
lesson (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  dl_lesson_desk_take_up (user_data, g_variant_get_string (parameter, NULL), 0);
}

static void
end_lessons (DlShell *self, gpointer what)
{
  DlLessonDesk *desk = dl_lesson_desk_of (self);

  g_cancellable_cancel (desk->opening);
  desk->wanted_step = 0;
  dl_lesson_pointer_set (desk->pointer, NULL);
  dl_lesson_pane_end (desk->pane);
  dl_lesson_desk_turn_back (self);
  gtk_widget_set_visible (GTK_WIDGET (desk->pane), FALSE);
  dl_shell_focus_view (self);
}

static void
close_lessons (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  dl_lesson_desk_leave (user_data, end_lessons, NULL, NULL);
}

/* Steps ---------------------------------------------------------------------------------------- */

static void
next (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  dl_lesson_pane_move (dl_lesson_desk_of (user_data)->pane, TRUE);
}

static void
go_on (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  dl_lesson_pane_go_on (dl_lesson_desk_of (user_data)->pane);
}

static void
back (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  dl_lesson_pane_move (dl_lesson_desk_of (user_data)->pane, FALSE);
}

static void
hint (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  dl_lesson_attempt_hint (dl_lesson_desk_attempt (user_data));
}

static void
reset (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  dl_lesson_guide_reset (guide_of (user_data));
}

static void
free_play (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  dl_lesson_guide_set_free (guide_of (user_data),
                            !dl_lesson_attempt_is_left (dl_lesson_desk_attempt (user_data)));
}

static void
answer (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  dl_lesson_pane_answer (dl_lesson_desk_of (user_data)->pane,
                         g_variant_get_string (parameter, NULL));
}

static void
go_on_with (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  dl_lesson_desk_go_on (user_data, dl_lesson_pane_get_story (dl_lesson_desk_of (user_data)->pane));
}

static void
come_back (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  dl_lesson_guide_come_back (guide_of (user_data));
}

static void
resume (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  dl_lesson_pane_resume (dl_lesson_desk_of (user_data)->pane);
}

static void
end (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  dl_lesson_pane_show_end (dl_lesson_desk_of (user_data)->pane);
}

static void
open_lesson (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  choose_file (user_data);
}

static void
hand_in (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  dl_lesson_desk_stay (dl_lesson_desk_of (user_data)); /* it is saved for its own sake */
  dl_lesson_desk_hand_in (user_data);
}

static void
point_at (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  DlShell *self = user_data;

  if (!dl_lesson_pointer_focus (dl_lesson_desk_of (self)->pointer,
                                g_variant_get_uint32 (parameter)))
    gtk_widget_error_bell (GTK_WIDGET (self));
}

/* From the lesson to what it points at, from anywhere else back to the lesson. */
static void
point (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  DlShell *self = user_data;
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));
  const DlLessonDesk *desk = dl_lesson_desk_of (self);

  if (focus == NULL || !gtk_widget_is_ancestor (focus, GTK_WIDGET (desk->pane)))
    dl_lesson_pane_focus (desk->pane);
  else if (!dl_lesson_pointer_focus (desk->pointer, 0))
    dl_shell_focus_view (self);
}

/* In the middle of the split's layout: the page turns before the next frame. */
static gboolean
on_turned_idle (gpointer user_data)
{
  g_autoptr (DlShell) self = user_data;
  const DlLessonDesk *desk = dl_lesson_desk_of (self);

  if (desk != NULL)
    dl_lesson_pane_set_wide (desk->pane,
                             !dl_lesson_split_get_beside (DL_LESSON_SPLIT (desk->split)));
  return G_SOURCE_REMOVE;
}

static void
on_turned (DlShell *self)
{
  g_idle_add_full (G_PRIORITY_HIGH, on_turned_idle, g_object_ref (self), NULL);
}

void
dl_lesson_desk_present (DlShell *self, gboolean present)
{
  const DlLessonDesk *desk = dl_lesson_desk_of (self);

  if (desk != NULL)
    dl_lesson_split_present (DL_LESSON_SPLIT (desk->split),
                             present ? dl_lesson_pane_measure : NULL);
}

/* Once, when the program is opened for the first time. */
static void
offer (DlShell *self)
{
  g_signal_handlers_disconnect_by_func (dl_shell_get_session (self), offer, self);
  g_settings_set_boolean (dl_shell_get_settings (self), "lessons-offered", TRUE);
  if (!gtk_widget_get_visible (GTK_WIDGET (dl_lesson_desk_of (self)->pane)))
    dl_toast_show (dl_shell_get_toast (self), _ ("New to this?"),
                   _ ("The lessons start without previous knowledge (Shift+Ctrl+L)"),
                   _ ("_Lessons"), "win.lessons", NULL);
}

/* Making it ------------------------------------------------------------------------------------ */

static GtkWidget *
add_split (GtkWidget *panes, GtkWidget *pane)
{
  GtkWidget *column = gtk_widget_get_parent (panes);
  GtkWidget *above = gtk_widget_get_prev_sibling (panes);
  GtkWidget *split;

  g_object_ref (panes);
  gtk_box_remove (GTK_BOX (column), panes);
  split = dl_lesson_split_new (panes, pane);
  g_object_unref (panes);
  gtk_box_insert_child_after (GTK_BOX (column), split, above);
  return split;
}

static void
add_keys (DlShell *self)
{
  static const struct
  {
    const char *action;
    const char *keys[2];
  } keys[] = {
    { "win.lessons", { "<Control><Shift>l" } },
    { "lesson.go-on", { "<Alt>Page_Down" } },
    { "lesson.back", { "<Alt>Page_Up" } },
    { "lesson.hint", { "<Control>F1" } },
    { "lesson.point", { "F6" } },
  };
  GtkApplication *application = gtk_window_get_application (GTK_WINDOW (self));

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    gtk_application_set_accels_for_action (application, keys[i].action, keys[i].keys);
}

static void
desk_free (gpointer data)
{
  DlLessonDesk *desk = data;

  dl_lesson_desk_stay (desk);
  g_signal_handlers_disconnect_by_data (desk->pane, desk->shell);
  g_cancellable_cancel (desk->opening);
  g_clear_handle_id (&desk->go_on, g_source_remove);
  g_clear_handle_id (&desk->keep_timeout, g_source_remove);
  dl_lesson_pane_end (desk->pane);
  dl_story_free (desk->unfinished);
  g_free (desk->keep_path);
  if (desk->lock >= 0)
    close (desk->lock);
  g_object_unref (desk->opening);
  g_object_unref (desk->pointer);
  g_object_unref (desk->actions);
  g_free (desk->view);
  g_free (desk->page);
  g_clear_pointer (&desk->speed, g_variant_unref);
  g_free (desk);
}

static DlLessonDesk *
desk_new (DlShell *self, DlLessonRing *ring, GtkWidget *panes)
{
  DlLessonDesk *desk = g_new0 (DlLessonDesk, 1);
  DlView *view = dl_shell_get_view (self);

  desk->shell = self;
  desk->opening = g_cancellable_new ();
  desk->actions = g_simple_action_group_new ();
  desk->pointer = dl_lesson_pointer_new (GTK_WIDGET (self), dl_shell_get_views (self), view, ring);
  desk->pane = DL_LESSON_PANE (dl_lesson_pane_new (view, desk->pointer));
  gtk_widget_set_visible (GTK_WIDGET (desk->pane), FALSE);
  desk->split = add_split (panes, GTK_WIDGET (desk->pane));
  return desk;
}

/* Signals of the pane and elsewhere. */
static void
connect (DlShell *self, const DlLessonDesk *desk)
{
  DlSession *session = dl_shell_get_session (self);
  GSettings *settings = dl_shell_get_settings (self);

  g_signal_connect_object (desk->pane, "begin", G_CALLBACK (on_begin), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (desk->pane, "changed", G_CALLBACK (on_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "announce", G_CALLBACK (on_announce), self, G_CONNECT_AFTER);
  g_signal_connect_object (session, "notify::result", G_CALLBACK (follow_result), self,
                           G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  g_signal_connect_object (desk->pane, "told", G_CALLBACK (on_told), self, G_CONNECT_SWAPPED);
  if (settings != NULL && !g_settings_get_boolean (settings, "lessons-offered"))
    g_signal_connect_object (session, "opened", G_CALLBACK (offer), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (desk->split, "notify::beside", G_CALLBACK (on_turned), self,
                           G_CONNECT_SWAPPED);
}

void
dl_lesson_actions_add (DlShell *self, DlLessonRing *ring, GtkWidget *panes)
{
  static const GActionEntry window_entries[] = {
    { .name = "lessons", .activate = lessons },
    { .name = "lesson", .activate = lesson, .parameter_type = "s" },
    { .name = "open-lesson", .activate = open_lesson },
  };
  static const GActionEntry entries[] = {
    { .name = "next", .activate = next },
    { .name = "go-on", .activate = go_on },
    { .name = "back", .activate = back },
    { .name = "hint", .activate = hint },
    { .name = "reset", .activate = reset },
    { .name = "free", .activate = free_play },
    { .name = "answer", .activate = answer, .parameter_type = "s" },
    { .name = "point", .activate = point },
    { .name = "point-at", .activate = point_at, .parameter_type = "u" },
    { .name = "go-on-with", .activate = go_on_with },
    { .name = "come-back", .activate = come_back },
    { .name = "resume", .activate = resume },
    { .name = "end", .activate = end },
    { .name = "hand-in", .activate = hand_in },
    { .name = "close", .activate = close_lessons },
  };
  DlLessonDesk *desk = desk_new (self, ring, panes);

  dl_shell_keep (self, DL_LESSON_ROOM, desk, desk_free);
  dl_shell_add_actions (self, window_entries, G_N_ELEMENTS (window_entries));
  g_action_map_add_action_entries (G_ACTION_MAP (desk->actions), entries, G_N_ELEMENTS (entries),
                                   self);
  gtk_widget_insert_action_group (GTK_WIDGET (self), "lesson", G_ACTION_GROUP (desk->actions));
  add_keys (self);
  connect (self, desk);
  dl_lesson_desk_find_kept (self);
  on_changed (self);
}

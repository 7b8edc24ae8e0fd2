/* Lessons in the window: the pane beside the others, what the window turns to and points at for a
 * step, and the actions. */
#include "dl-window-private.h"

#include "compat.h"
#include "dl-lesson-files.h"
#include "dl-lesson-pane.h"
#include "dl-lesson-split.h"

#include <glib/gi18n-lib.h>

struct _DlLessonDesk
{
  DlWindow *window;
  GtkWidget *split;
  DlLessonPane *pane;
  DlLessonPointer *pointer;
  GSimpleActionGroup *actions; /* "lesson" */
  GCancellable *opening;       /* what was handed in, while it is done once more */
  /* What the window showed before the lesson. */
  char *view, *page;
  DlMetric metric;
  gboolean turned;
  gboolean begins;   /* the lesson: nothing is shown for it yet */
  guint wanted_step; /* of a lesson that is taken up again; 0: none */
  guint go_on;       /* to it, when idle */
};

static DlLessonGuide *
guide_of (DlWindow *self)
{
  return dl_lesson_pane_get_guide (self->lessons->pane);
}

static DlLessonRun *
run_of (DlWindow *self)
{
  DlLessonGuide *guide = guide_of (self);

  return guide != NULL ? dl_lesson_guide_get_run (guide) : NULL;
}

/* What the window shows ------------------------------------------------------------------------ */

static void
show_view (DlWindow *self, const char *id)
{
  g_action_group_change_action_state (G_ACTION_GROUP (self), "show-view",
                                      g_variant_new_string (id));
}

static void
show_metric (DlWindow *self, const char *id)
{
  DlMetric metric;

  if (dl_window_is_dragonfly (self) && dl_dragonfly_metric_find (id, &metric))
    g_object_set (dl_view_get_places (self->view), "metric", metric, NULL);
  else if (!dl_window_is_dragonfly (self) && dl_metric_find (id, &metric))
    g_object_set (self->view, "metric", metric, NULL);
}

static void
show_live (DlWindow *self, const char *what)
{
  DlLive *live = dl_view_get_live (self->view);

  if (g_str_equal (what, "run"))
    dl_live_run (live);
  else if (g_str_equal (what, "reset"))
    dl_live_restart (live);
  else
    dl_live_pause (live);
}

/* What a lesson turns to is not what the user left the window at. */
static void
turn_to (DlWindow *self, const GPtrArray *places, gboolean simulate)
{
  GSettings *settings = g_steal_pointer (&self->settings);

  for (guint i = 0; i < places->len; i++)
    {
      const DlLessonPlace *place = g_ptr_array_index (places, i);

      switch ((DlLessonShow) place->kind)
        {
        case DL_LESSON_SHOW_PAGE:
          dl_window_show_evidence (self, place->what);
          break;
        case DL_LESSON_SHOW_VIEW:
          show_view (self, place->what);
          break;
        case DL_LESSON_SHOW_METRIC:
          show_metric (self, place->what);
          break;
        case DL_LESSON_SHOW_LIVE:
          if (simulate)
            show_live (self, place->what);
          break;
        case DL_N_LESSON_SHOWS:
          break;
        }
    }
  self->settings = settings;
}

/* As in a new window, whatever the lesson before turned to. */
static void
arrange (DlWindow *self)
{
  GSettings *settings = g_steal_pointer (&self->settings);

  dl_window_show_default_view (self);
  dl_window_show_evidence (self, "");
  g_action_group_change_action_state (G_ACTION_GROUP (self), "slice", g_variant_new_string ("z"));
  g_action_group_change_action_state (G_ACTION_GROUP (self), "break-tool",
                                      g_variant_new_boolean (FALSE));
  dl_view_reset (self->view);
  g_object_set (dl_view_get_places (self->view), "metric", DL_METRIC_USE, NULL);
  self->settings = settings;
}

/* While a lesson lasts it is the lesson that the window follows. */
static void
remember (DlWindow *self)
{
  struct _DlLessonDesk *desk = self->lessons;

  if (desk->turned)
    return;
  desk->turned = TRUE;
  g_free (desk->view);
  g_free (desk->page);
  desk->view = g_strdup (gtk_stack_get_visible_child_name (self->views));
  desk->page = g_strdup (dl_evidence_pages_get_shown (self->evidence));
  desk->metric = dl_view_get_metric (self->view);
}

static void
turn_back (DlWindow *self)
{
  struct _DlLessonDesk *desk = self->lessons;
  GSettings *settings = g_steal_pointer (&self->settings);

  if (desk->turned)
    {
      show_view (self, desk->view);
      dl_window_show_evidence (self, desk->page);
      g_object_set (self->view, "metric", desk->metric, NULL);
    }
  desk->turned = FALSE;
  self->settings = settings;
}

/* Following the pane --------------------------------------------------------------------------- */

static void
on_begin (DlWindow *self)
{
  const DlLessonStep *step = dl_lesson_guide_get_step (guide_of (self));

  if (self->lessons->begins)
    arrange (self);
  self->lessons->begins = FALSE;
  turn_to (self, step->shows, TRUE);
  dl_lesson_pointer_set (self->lessons->pointer, step->points);
}

static void
on_told (DlWindow *self)
{
  const DlLessonStep *step = dl_lesson_pane_get_told_step (self->lessons->pane);

  if (step != NULL)
    turn_to (self, step->shows, FALSE);
}

static void
enable (DlWindow *self, const char *name, gboolean enabled)
{
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self->lessons->actions), name);

  g_simple_action_set_enabled (G_SIMPLE_ACTION (action), enabled);
}

/* The network of a lesson is no toy: the pane says how to go back. */
static void
follow_banner (DlWindow *self)
{
  DlLessonGuide *guide = guide_of (self);
  const gboolean in_lesson = dl_lesson_pane_get_page (self->lessons->pane) == DL_LESSON_PANE_STORY
                             || (guide != NULL && !dl_lesson_guide_is_away (guide));

  gtk_widget_set_visible (GTK_WIDGET (self->toy_banner), !in_lesson);
}

/* What the lesson itself does it says itself. */
static void
on_announce (DlSession *session, const char *label, const char *effect, DlWindow *self)
{
  DlLessonRun *run = self->lessons != NULL ? run_of (self) : NULL;
  g_autofree char *own
      = run != NULL ? g_strdup_printf (
            _ ("%s: %s"), dl_lesson_run_get_lesson (run)->title,
            dl_lesson_step_title (dl_lesson_run_get_lesson (run), dl_lesson_run_get_step (run)))
                    : NULL;

  if (g_strcmp0 (label, own) == 0)
    dl_toast_overlay_dismiss (self->toasts);
}

/* Those who finished a lesson once see that in the list. */
static void
keep_finished (DlWindow *self, DlLessonRun *run)
{
  const char *id = dl_lesson_run_get_lesson (run)->id;
  g_auto (GStrv) finished = NULL;
  g_autoptr (GStrvBuilder) builder = NULL;
  g_auto (GStrv) all = NULL;

  if (self->settings == NULL || !dl_lesson_run_is_finished (run))
    return;
  finished = g_settings_get_strv (self->settings, "finished-lessons");
  if (g_strv_contains ((const char *const *) finished, id))
    return;
  builder = g_strv_builder_new ();
  g_strv_builder_addv (builder, (const char **) finished);
  g_strv_builder_add (builder, id);
  all = g_strv_builder_end (builder);
  g_settings_set_strv (self->settings, "finished-lessons", (const char *const *) all);
}

static gboolean
on_go_on (gpointer user_data)
{
  DlWindow *self = user_data;

  self->lessons->go_on = 0;
  dl_lesson_pane_move (self->lessons->pane, TRUE);
  return G_SOURCE_REMOVE;
}

/* Towards the step where the lesson was left, one at a time: each begins in what the one before it
 * left behind. */
static void
follow_wanted (DlWindow *self, DlLessonRun *run)
{
  struct _DlLessonDesk *desk = self->lessons;

  if (dl_lesson_run_get_step (run) >= desk->wanted_step)
    desk->wanted_step = 0;
  else if (desk->go_on == 0)
    desk->go_on = g_idle_add (on_go_on, self);
}

static void
on_changed (DlWindow *self)
{
  struct _DlLessonDesk *desk = self->lessons;
  const DlLessonPanePage page = dl_lesson_pane_get_page (desk->pane);
  DlLessonGuide *guide = guide_of (self);
  DlLessonRun *run = run_of (self);
  const gboolean here
      = guide != NULL && dl_lesson_guide_is_ready (guide) && !dl_lesson_guide_is_away (guide);
  const gboolean is_free = here && dl_lesson_run_is_left (run);
  const gboolean at_step = page == DL_LESSON_PANE_STEP && here;
  const gboolean at_story = page == DL_LESSON_PANE_STORY;

  enable (self, "next", (at_step && !is_free) || at_story);
  enable (self, "back",
          (at_step && !is_free && dl_lesson_run_get_step (run) > 0) || page == DL_LESSON_PANE_END
              || at_story);
  enable (self, "hint", at_step && dl_lesson_run_has_hint (run));
  enable (self, "reset", at_step && !is_free);
  enable (self, "free", at_step);
  enable (self, "answer", at_step && !is_free);
  enable (self, "point", gtk_widget_get_visible (GTK_WIDGET (desk->pane)));
  enable (self, "come-back", guide != NULL && dl_lesson_guide_is_away (guide));
  enable (self, "resume", guide != NULL);
  enable (self, "end", guide != NULL);
  enable (self, "hand-in", guide != NULL);
  if (run != NULL)
    keep_finished (self, run);
  follow_banner (self);
  if (desk->wanted_step > 0 && at_step)
    follow_wanted (self, run);
  if (!at_step || is_free)
    dl_lesson_pointer_set (desk->pointer, NULL);
  else if (dl_lesson_pointer_n (desk->pointer) == 0)
    dl_lesson_pointer_set (desk->pointer, dl_lesson_guide_get_step (guide)->points);
}

/* The pane ------------------------------------------------------------------------------------- */

static void
show_pane (DlWindow *self)
{
  gtk_widget_set_visible (GTK_WIDGET (self->lessons->pane), TRUE);
}

static void
show_list (DlWindow *self)
{
  g_auto (GStrv) finished
      = self->settings != NULL ? g_settings_get_strv (self->settings, "finished-lessons") : NULL;

  show_pane (self);
  dl_lesson_pane_show_list (self->lessons->pane, (const char *const *) finished);
  dl_lesson_pane_focus (self->lessons->pane);
}

/* Where a lesson is being done it comes first; from there one more leads to the list. */
static void
lessons (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  DlWindow *self = user_data;
  struct _DlLessonDesk *desk = self->lessons;

  if (!gtk_widget_get_visible (GTK_WIDGET (desk->pane)) && guide_of (self) != NULL)
    {
      show_pane (self);
      dl_lesson_pane_resume (desk->pane);
    }
  else
    show_list (self);
}

static void
begin_lesson (DlWindow *self, DlLesson *lesson)
{
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (self->lessons->opening); /* it would end this one */
  dl_live_pause (dl_view_get_live (self->view));
  remember (self);
  show_pane (self);
  dl_lesson_pointer_set (self->lessons->pointer, NULL); /* those of the lesson before are gone */
  self->lessons->begins = TRUE;
  if (!dl_lesson_pane_start (self->lessons->pane, lesson, &error))
    dl_window_toast (self, error->message, NULL, FALSE);
}

void
dl_window_take_up_lesson (DlWindow *self, const char *id, guint step)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (DlLesson) found = dl_lessons_load (id, g_get_language_names (), &error);

  if (found == NULL)
    {
      dl_window_toast (self, error->message, NULL, FALSE);
      return;
    }
  self->lessons->wanted_step = MIN (step, found->steps->len - 1);
  begin_lesson (self, found);
}

const char *
dl_window_get_lesson (DlWindow *self, guint *step)
{
  DlLessonRun *run = self->lessons != NULL ? run_of (self) : NULL;

  if (run == NULL)
    return NULL;
  *step = dl_lesson_run_get_step (run);
  return dl_lesson_run_get_lesson (run)->id;
}

static void
lesson (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  dl_window_take_up_lesson (user_data, g_variant_get_string (parameter, NULL), 0);
}

static void
close_lessons (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  DlWindow *self = user_data;

  g_cancellable_cancel (self->lessons->opening);
  self->lessons->wanted_step = 0;
  dl_lesson_pointer_set (self->lessons->pointer, NULL);
  dl_lesson_pane_end (self->lessons->pane);
  turn_back (self);
  gtk_widget_set_visible (GTK_WIDGET (self->lessons->pane), FALSE);
  gtk_widget_child_focus (gtk_stack_get_visible_child (self->views), GTK_DIR_TAB_FORWARD);
}

/* Steps ---------------------------------------------------------------------------------------- */

static void
next (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  dl_lesson_pane_move (DL_WINDOW (user_data)->lessons->pane, TRUE);
}

static void
back (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  dl_lesson_pane_move (DL_WINDOW (user_data)->lessons->pane, FALSE);
}

static void
hint (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  dl_lesson_run_hint (run_of (user_data));
}

static void
reset (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  dl_lesson_guide_reset (guide_of (user_data));
}

static void
free_play (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  dl_lesson_guide_set_free (guide_of (user_data), !dl_lesson_run_is_left (run_of (user_data)));
}

static void
answer (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  dl_lesson_pane_answer (DL_WINDOW (user_data)->lessons->pane,
                         g_variant_get_string (parameter, NULL));
}

static void
come_back (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  dl_lesson_guide_come_back (guide_of (user_data));
}

static void
resume (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  dl_lesson_pane_resume (DL_WINDOW (user_data)->lessons->pane);
}

static void
end (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  dl_lesson_pane_show_end (DL_WINDOW (user_data)->lessons->pane);
}

static void
point_at (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  DlWindow *self = user_data;

  if (!dl_lesson_pointer_focus (self->lessons->pointer, g_variant_get_uint32 (parameter)))
    gtk_widget_error_bell (GTK_WIDGET (self));
}

/* From the lesson to what it points at, from anywhere else back to the lesson. */
static void
point (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  DlWindow *self = user_data;
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));
  GtkWidget *pane = GTK_WIDGET (self->lessons->pane);

  if (focus == NULL || !gtk_widget_is_ancestor (focus, pane))
    dl_lesson_pane_focus (self->lessons->pane);
  else if (!dl_lesson_pointer_focus (self->lessons->pointer, 0))
    gtk_widget_child_focus (gtk_stack_get_visible_child (self->views), GTK_DIR_TAB_FORWARD);
}

/* Files ---------------------------------------------------------------------------------------- */

static void
on_lesson_loaded (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (DlWindow) self = user_data;
  g_auto (GStrv) messages = NULL;
  g_autoptr (DlLesson) loaded = dl_lesson_files_load_finish (result, &messages);

  if (self->session == NULL)
    return; /* closed meanwhile */
  if (loaded != NULL)
    {
      begin_lesson (self, loaded);
      return;
    }
  show_pane (self);
  dl_lesson_pane_show_problems (self->lessons->pane, (const char *const *) messages);
}

static void
on_story (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (DlWindow) self = user_data;
  g_autoptr (GError) error = NULL;
  DlStory *story = dl_lesson_files_story_finish (result, &error);

  if (self->session == NULL || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      dl_story_free (story);
      return;
    }
  if (story != NULL)
    {
      remember (self);
      dl_lesson_pane_show_story (self->lessons->pane, story);
    }
  else
    dl_lesson_pane_show_problems (self->lessons->pane,
                                  (const char *const[]) { error->message, NULL });
}

gboolean
dl_window_open_lesson_file (DlWindow *self, GFile *file)
{
  if (dl_lesson_files_is_lesson (file))
    dl_lesson_files_load_async (file, on_lesson_loaded, g_object_ref (self));
  else if (dl_lesson_files_is_hand_in (file))
    {
      g_cancellable_cancel (self->lessons->opening);
      g_object_unref (self->lessons->opening);
      self->lessons->opening = g_cancellable_new ();
      show_pane (self);
      dl_lesson_pane_show_busy (self->lessons->pane);
      dl_lesson_files_story_async (file, self->lessons->opening, on_story, g_object_ref (self));
    }
  else
    return FALSE;
  return TRUE;
}

static void
on_open_chosen (GFile *file, gpointer owner)
{
  dl_window_open_file (owner, file);
}

static void
open_lesson (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();

  gtk_file_filter_set_name (filter, _ ("Lessons, and what was handed in"));
  gtk_file_filter_add_pattern (filter, "*.lesson");
  gtk_file_filter_add_pattern (filter, "*.handin");
  dl_compat_open_file (user_data, _ ("Open a Lesson or a Hand-In"), filter, on_open_chosen,
                       user_data);
}

static void
on_saved (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (DlWindow) self = user_data;
  g_autoptr (GError) error = NULL;

  if (self->session == NULL)
    return;
  if (dl_lesson_files_save_finish (result, &error))
    dl_window_toast (self, _ ("Hand-in saved"), NULL, FALSE);
  else
    dl_banner_set_message (self->message_banner, error->message);
}

static void
on_save_chosen (GFile *file, gpointer owner)
{
  DlWindow *self = owner;
  g_autoptr (DlHandIn) hand_in = NULL;

  if (run_of (self) == NULL)
    return;
  hand_in = dl_hand_in_new (run_of (self), dl_lesson_pane_get_name (self->lessons->pane));
  dl_lesson_files_save_async (hand_in, file, on_saved, g_object_ref (self));
}

static void
hand_in (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  DlWindow *self = user_data;
  g_autofree char *name
      = g_strdup_printf ("%s.handin", dl_lesson_run_get_lesson (run_of (self))->id);

  dl_compat_save_file (GTK_WINDOW (self), _ ("Save Hand-In"), name, on_save_chosen, self);
}

/* In the middle of the split's layout: the page turns before the next frame. */
static gboolean
on_turned_idle (gpointer user_data)
{
  g_autoptr (DlWindow) self = user_data;

  if (self->lessons != NULL)
    dl_lesson_pane_set_wide (self->lessons->pane,
                             !dl_lesson_split_get_beside (DL_LESSON_SPLIT (self->lessons->split)));
  return G_SOURCE_REMOVE;
}

static void
on_turned (DlWindow *self)
{
  g_idle_add_full (G_PRIORITY_HIGH, on_turned_idle, g_object_ref (self), NULL);
}

/* Once, to whoever opens the program for the first time. */
static void
offer (DlWindow *self)
{
  g_signal_handlers_disconnect_by_func (self->session, offer, self);
  g_settings_set_boolean (self->settings, "lessons-offered", TRUE);
  dl_toast_overlay_show (self->toasts, _ ("New to this?"),
                         _ ("The lessons begin where nothing is known yet (Shift+Ctrl+L)"),
                         _ ("_Lessons"), "win.lessons", NULL);
}

/* Making it ------------------------------------------------------------------------------------ */

/* The panes of the window get the lesson beside them, and the maps what rings their places. */
static GtkWidget *
add_split (DlWindow *self, GtkWidget *pane)
{
  GtkWidget *panes = gtk_widget_get_parent (self->centre);
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

static DlLessonRing *
add_ring (DlWindow *self)
{
  GtkWidget *overlay = gtk_overlay_new ();
  GtkWidget *ring = dl_lesson_ring_new ();

  g_object_ref (self->views);
  dl_toast_overlay_set_child (self->toasts, NULL);
  gtk_overlay_set_child (GTK_OVERLAY (overlay), GTK_WIDGET (self->views));
  g_object_unref (self->views);
  gtk_overlay_add_overlay (GTK_OVERLAY (overlay), ring);
  dl_toast_overlay_set_child (self->toasts, overlay);
  return DL_LESSON_RING (ring);
}

static void
add_keys (DlWindow *self)
{
  static const struct
  {
    const char *action;
    const char *keys[2];
  } keys[] = {
    { "win.lessons", { "<Control><Shift>l" } },
    { "lesson.next", { "<Alt>Page_Down" } },
    { "lesson.back", { "<Alt>Page_Up" } },
    { "lesson.hint", { "<Control>F1" } },
    { "lesson.point", { "F6" } },
  };
  GtkApplication *application = gtk_window_get_application (GTK_WINDOW (self));

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    gtk_application_set_accels_for_action (application, keys[i].action, keys[i].keys);
}

void
dl_window_add_lesson_actions (DlWindow *self)
{
  static const GActionEntry window_entries[] = {
    { .name = "lessons", .activate = lessons },
    { .name = "lesson", .activate = lesson, .parameter_type = "s" },
    { .name = "open-lesson", .activate = open_lesson },
  };
  static const GActionEntry entries[] = {
    { .name = "next", .activate = next },
    { .name = "back", .activate = back },
    { .name = "hint", .activate = hint },
    { .name = "reset", .activate = reset },
    { .name = "free", .activate = free_play },
    { .name = "answer", .activate = answer, .parameter_type = "s" },
    { .name = "point", .activate = point },
    { .name = "point-at", .activate = point_at, .parameter_type = "u" },
    { .name = "come-back", .activate = come_back },
    { .name = "resume", .activate = resume },
    { .name = "end", .activate = end },
    { .name = "hand-in", .activate = hand_in },
    { .name = "close", .activate = close_lessons },
  };
  struct _DlLessonDesk *desk = g_new0 (struct _DlLessonDesk, 1);

  self->lessons = desk;
  desk->window = self;
  desk->opening = g_cancellable_new ();
  desk->pointer
      = dl_lesson_pointer_new (GTK_WIDGET (self), self->views, self->view, add_ring (self));
  desk->pane = DL_LESSON_PANE (dl_lesson_pane_new (self->view, desk->pointer));
  gtk_widget_set_visible (GTK_WIDGET (desk->pane), FALSE);
  desk->split = add_split (self, GTK_WIDGET (desk->pane));
  desk->actions = g_simple_action_group_new ();
  g_action_map_add_action_entries (G_ACTION_MAP (self), window_entries,
                                   G_N_ELEMENTS (window_entries), self);
  g_action_map_add_action_entries (G_ACTION_MAP (desk->actions), entries, G_N_ELEMENTS (entries),
                                   self);
  gtk_widget_insert_action_group (GTK_WIDGET (self), "lesson", G_ACTION_GROUP (desk->actions));
  add_keys (self);
  g_signal_connect_object (desk->pane, "begin", G_CALLBACK (on_begin), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (desk->pane, "changed", G_CALLBACK (on_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->session, "announce", G_CALLBACK (on_announce), self,
                           G_CONNECT_AFTER);
  g_signal_connect_object (desk->pane, "told", G_CALLBACK (on_told), self, G_CONNECT_SWAPPED);
  if (self->settings != NULL && !g_settings_get_boolean (self->settings, "lessons-offered"))
    g_signal_connect_object (self->session, "opened", G_CALLBACK (offer), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (desk->split, "notify::beside", G_CALLBACK (on_turned), self,
                           G_CONNECT_SWAPPED);
  on_changed (self);
}

void
dl_window_end_lessons (DlWindow *self)
{
  struct _DlLessonDesk *desk = g_steal_pointer (&self->lessons);

  if (desk == NULL)
    return;
  g_signal_handlers_disconnect_by_data (desk->pane, self);
  g_cancellable_cancel (desk->opening);
  g_clear_handle_id (&desk->go_on, g_source_remove);
  dl_lesson_pane_end (desk->pane);
  g_object_unref (desk->opening);
  g_object_unref (desk->pointer);
  g_object_unref (desk->actions);
  g_free (desk->view);
  g_free (desk->page);
  g_free (desk);
}

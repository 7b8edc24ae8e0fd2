#include "dl-lesson-story.h"

#include "dl-marker-layout.h"
#include "dl-pane.h"
#include "dl-session-visit.h"

#include <glib/gi18n-lib.h>

struct _DlLessonStory
{
  GtkBox parent;
  DlView *view;
  DlStory *story;
  guint moment;
  gboolean away;  /* another scenario was opened meanwhile */
  gboolean opens; /* it is this that opens one */
  GtkLabel *title;
  GtkLabel *summary;
  GtkWidget *rows;
  GtkWidget *scroll;
};

static guint moment_signal;

G_DEFINE_FINAL_TYPE (DlLessonStory, dl_lesson_story, GTK_TYPE_BOX)

/* The network of a moment, whatever somebody did to it meanwhile; there is nothing to undo. */
static void
show_scenario (DlLessonStory *self)
{
  DlSession *session = dl_view_get_session (self->view);
  const DlMoment *moment = g_ptr_array_index (self->story->moments, self->moment);

  if (dl_session_get_left (session) != NULL && !self->away
      && dl_scenario_same_values (dl_session_get_scenario (session), moment->scenario))
    return;
  self->opens = TRUE;
  dl_session_visit (session, dl_scenario_copy (moment->scenario));
  self->opens = FALSE;
  self->away = FALSE;
}

static void
on_opened (DlLessonStory *self)
{
  if (!self->opens)
    self->away = TRUE;
}

static void
on_selected (GtkListBox *rows, GtkListBoxRow *row, DlLessonStory *self)
{
  if (row == NULL || self->story == NULL)
    return;
  self->moment = (guint) gtk_list_box_row_get_index (row);
  show_scenario (self);
  g_signal_emit (self, moment_signal, 0);
}

static const char *
icon_of (const DlMoment *moment)
{
  static const char *const icons[DL_N_EVENTS] = {
    [DL_EVENT_STEP] = "go-next-symbolic",
    [DL_EVENT_EDIT] = "document-edit-symbolic",
    [DL_EVENT_ANSWER] = "dialog-question-symbolic",
    [DL_EVENT_HINT] = "dialog-information-symbolic",
    [DL_EVENT_SIMULATED] = "media-playback-start-symbolic",
    [DL_EVENT_DONE] = "object-select-symbolic",
    [DL_EVENT_RESET] = "view-refresh-symbolic",
    [DL_EVENT_LEAVE] = "go-up-symbolic",
    [DL_EVENT_RETURN] = "go-down-symbolic",
  };

  if (!moment->is_true)
    return "dialog-warning-symbolic";
  return moment->verdict == DL_ANSWER_WRONG ? "window-close-symbolic" : icons[moment->kind];
}

static GtkWidget *
new_row (const DlMoment *moment)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  GtkWidget *icon
      = g_object_new (GTK_TYPE_IMAGE, "icon-name", icon_of (moment), "valign", GTK_ALIGN_START,
                      "accessible-role", GTK_ACCESSIBLE_ROLE_PRESENTATION, NULL);

  gtk_widget_add_css_class (box, "dl-lesson-moment");
  gtk_widget_set_layout_manager (box, dl_marker_layout_new (8));
  gtk_box_append (GTK_BOX (box), icon);
  gtk_label_set_text (
      dl_pane_add_label (box, moment->kind == DL_EVENT_STEP ? "dl-lesson-heading" : NULL, TRUE),
      moment->text);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, moment->text,
                                  -1);
  return row;
}

static void
fill (DlLessonStory *self)
{
  GtkListBoxRow *row;

  while ((row = gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->rows), 0)) != NULL)
    gtk_list_box_remove (GTK_LIST_BOX (self->rows), GTK_WIDGET (row));
  for (guint i = 0; self->story != NULL && i < self->story->moments->len; i++)
    gtk_list_box_append (GTK_LIST_BOX (self->rows), new_row (self->story->moments->pdata[i]));
}

void
dl_lesson_story_show (DlLessonStory *self, DlStory *story)
{
  g_autoptr (DlStory) before = self->story;
  g_autofree char *title = NULL;
  g_autofree char *summary = NULL;
  g_auto (GStrv) lines = NULL;

  self->story = story;
  self->moment = 0;
  fill (self);
  if (story == NULL)
    {
      if (before != NULL && !self->away)
        dl_session_return (dl_view_get_session (self->view));
      self->away = FALSE;
      return;
    }
  title = story->hand_in->name != NULL
              /* Translators: who handed it in, and the name of the lesson */
              ? g_strdup_printf (_ ("%s: %s"), story->hand_in->name, story->lesson->title)
              : g_strdup (story->lesson->title);
  lines = dl_story_summary (story);
  summary = g_strjoinv ("\n", lines);
  gtk_label_set_text (self->title, title);
  gtk_label_set_text (self->summary, summary);
  dl_lesson_story_go_to (self, 0);
  /* Whose it is comes first. */
  gtk_adjustment_set_value (
      gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (self->scroll)), 0);
}

const DlStory *
dl_lesson_story_get (DlLessonStory *self)
{
  return self->story;
}

guint
dl_lesson_story_get_moment (DlLessonStory *self)
{
  return self->moment;
}

gboolean
dl_lesson_story_go_to (DlLessonStory *self, guint moment)
{
  GtkListBox *rows = GTK_LIST_BOX (self->rows);
  GtkListBoxRow *row = gtk_list_box_get_row_at_index (rows, (gint) moment);

  if (self->story == NULL || row == NULL)
    return FALSE;
  gtk_list_box_select_row (rows, row);
  gtk_widget_grab_focus (GTK_WIDGET (row)); /* brings it into sight */
  return TRUE;
}

static void
finalize (GObject *object)
{
  DlLessonStory *self = DL_LESSON_STORY (object);

  dl_story_free (self->story);
  g_clear_object (&self->view);
  G_OBJECT_CLASS (dl_lesson_story_parent_class)->finalize (object);
}

static void
dl_lesson_story_class_init (DlLessonStoryClass *class)
{
  G_OBJECT_CLASS (class)->finalize = finalize;
  moment_signal = g_signal_new ("moment", G_TYPE_FROM_CLASS (class), G_SIGNAL_RUN_LAST, 0, NULL,
                                NULL, NULL, G_TYPE_NONE, 0);
}

static GtkWidget *
add_button (GtkWidget *foot, const char *label, const char *tooltip, const char *action)
{
  GtkWidget *button = dl_pane_add_button (foot, label, tooltip);

  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  return button;
}

static void
dl_lesson_story_init (DlLessonStory *self)
{
  GtkWidget *body = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12);
  GtkWidget *foot = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *next;

  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  gtk_widget_add_css_class (body, "dl-lesson-body");
  self->scroll = dl_pane_scrolled (body);
  gtk_box_append (GTK_BOX (self), self->scroll);
  self->title = dl_pane_add_label (body, "dl-headline", TRUE);
  self->summary = dl_pane_add_label (body, NULL, TRUE);
  self->rows = gtk_list_box_new ();
  gtk_list_box_set_selection_mode (GTK_LIST_BOX (self->rows), GTK_SELECTION_BROWSE);
  gtk_widget_add_css_class (self->rows, "dl-card");
  gtk_widget_add_css_class (self->rows, "dl-rows");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->rows), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("What happened, moment by moment"), -1);
  g_signal_connect (self->rows, "row-selected", G_CALLBACK (on_selected), self);
  gtk_box_append (GTK_BOX (body), self->rows);

  gtk_widget_add_css_class (foot, "dl-lesson-foot");
  gtk_box_append (GTK_BOX (self), gtk_separator_new (GTK_ORIENTATION_HORIZONTAL));
  gtk_box_append (GTK_BOX (self), foot);
  add_button (foot, _ ("_Back"), _ ("To the moment before (Alt+Page Up)"), "lesson.back");
  add_button (foot, _ ("_Continue from Here"), _ ("Continue the lesson where the replay ends"),
              "lesson.go-on-with");
  next = add_button (foot, C_ ("lesson", "_Next"), _ ("To the next moment (Alt+Page Down)"),
                     "lesson.next");
  gtk_widget_set_hexpand (next, TRUE);
  gtk_widget_set_halign (next, GTK_ALIGN_END);
}

GtkWidget *
dl_lesson_story_new (DlView *view)
{
  DlLessonStory *self = g_object_new (DL_TYPE_LESSON_STORY, NULL);

  self->view = g_object_ref (view);
  g_signal_connect_object (dl_view_get_session (view), "opened", G_CALLBACK (on_opened), self,
                           G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}

#include "dl-lesson-end.h"

#include "dl-hand-in-story.h"
#include "dl-lessons.h"
#include "dl-pane.h"

#include <glib/gi18n-lib.h>

#include <string.h>

struct _DlLessonEnd
{
  GtkBox parent;
  GtkLabel *title;
  GtkLabel *score;
  GtkWidget *name;
  GtkWidget *save;
  GtkWidget *next;
};

G_DEFINE_FINAL_TYPE (DlLessonEnd, dl_lesson_end, GTK_TYPE_BOX)

/* The one after @id; NULL behind the last one and for a lesson of somebody's own. */
static DlLesson *
lesson_after (const char *id)
{
  g_auto (GStrv) ids = dl_lessons_list ();

  for (guint i = 0; ids[i] != NULL; i++)
    if (strcmp (ids[i], id) == 0 && ids[i + 1] != NULL)
      return dl_lessons_load (ids[i + 1], g_get_language_names (), NULL);
  return NULL;
}

void
dl_lesson_end_follow (DlLessonEnd *self, DlLessonAttempt *attempt)
{
  const DlLesson *lesson = dl_lesson_attempt_get_lesson (attempt);
  g_autoptr (DlLesson) next = lesson_after (lesson->id);
  g_auto (GStrv) lines = NULL;
  g_autofree char *text = NULL;
  g_autofree char *label = NULL;
  DlLessonScore score;

  dl_lesson_attempt_get_score (attempt, &score);
  lines = dl_score_summary (&score);
  text = g_strjoinv ("\n", lines);
  gtk_label_set_text (self->title,
                      score.done == score.steps ? _ ("The lesson is done") : _ ("Your result"));
  gtk_label_set_text (self->score, text);
  gtk_widget_set_visible (self->next, next != NULL);
  if (next == NULL)
    return;
  /* Translators: a button; %s is the name of a lesson */
  label = g_strdup_printf (_ ("Next Lesson: %s"), next->title);
  gtk_label_set_text (GTK_LABEL (gtk_button_get_child (GTK_BUTTON (self->next))), label);
  gtk_actionable_set_action_target (GTK_ACTIONABLE (self->next), "s", next->id);
}

const char *
dl_lesson_end_get_name (DlLessonEnd *self)
{
  return gtk_editable_get_text (GTK_EDITABLE (self->name));
}

void
dl_lesson_end_focus (DlLessonEnd *self)
{
  gtk_widget_grab_focus (gtk_widget_get_visible (self->next) ? self->next : self->name);
}

static void
dl_lesson_end_class_init (DlLessonEndClass *class)
{
}

static void
add_hand_in (DlLessonEnd *self, GtkWidget *body)
{
  GtkWidget *card = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);
  GtkLabel *heading, *about;
  GtkWidget *label;

  gtk_widget_add_css_class (card, "dl-lesson-card");
  gtk_box_append (GTK_BOX (body), card);
  heading = dl_pane_add_label (card, "dl-lesson-heading", TRUE);
  gtk_label_set_text (heading, _ ("To hand in"));
  about = dl_pane_add_label (card, NULL, TRUE);
  gtk_label_set_text (about, _ ("A file with your predictions, answers and steps. Whoever teaches "
                                "you can open it and see them one by one. It has no name, time or "
                                "computer in it but what you type here."));
  label = gtk_label_new_with_mnemonic (_ ("Your n_ame, if you like"));
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_box_append (GTK_BOX (card), label);
  self->name = gtk_entry_new ();
  gtk_widget_set_tooltip_text (self->name, _ ("It goes into the file, and nowhere else"));
  gtk_label_set_mnemonic_widget (GTK_LABEL (label), self->name);
  gtk_accessible_update_relation (GTK_ACCESSIBLE (self->name), GTK_ACCESSIBLE_RELATION_LABELLED_BY,
                                  label, NULL, -1);
  gtk_box_append (GTK_BOX (card), self->name);
  self->save
      = dl_pane_add_button (card, _ ("_Save Hand-In…"), _ ("Write the file that you hand in"));
  gtk_widget_set_halign (self->save, GTK_ALIGN_START);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->save), "lesson.hand-in");
}

static GtkWidget *
add_button (GtkWidget *body, const char *label, const char *tooltip, const char *action)
{
  GtkWidget *button = dl_pane_add_button (body, label, tooltip);

  gtk_widget_set_halign (button, GTK_ALIGN_START);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  return button;
}

static void
dl_lesson_end_init (DlLessonEnd *self)
{
  GtkWidget *body = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12);
  GtkWidget *text;

  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  gtk_widget_add_css_class (body, "dl-lesson-body");
  gtk_box_append (GTK_BOX (self), dl_pane_scrolled (body));
  self->title = dl_pane_add_label (body, "dl-headline", TRUE);
  self->score = dl_pane_add_label (body, NULL, TRUE);
  self->next = dl_pane_add_button (body, "", _ ("Start the next lesson"));
  gtk_actionable_set_action_target (GTK_ACTIONABLE (self->next), "s", "");
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->next), "win.lesson");
  text = gtk_label_new (NULL);
  gtk_label_set_wrap (GTK_LABEL (text), TRUE);
  gtk_label_set_justify (GTK_LABEL (text), GTK_JUSTIFY_CENTER);
  gtk_button_set_child (GTK_BUTTON (self->next), text);
  gtk_widget_add_css_class (self->next, "suggested-action");
  add_hand_in (self, body);
  add_button (body, _ ("_Back to the Lesson"), _ ("To the step before (Alt+Page Up)"),
              "lesson.back");
  add_button (body, _ ("All _Lessons"), _ ("The list of lessons (Shift+Ctrl+L)"), "win.lessons");
}

GtkWidget *
dl_lesson_end_new (void)
{
  return g_object_new (DL_TYPE_LESSON_END, NULL);
}

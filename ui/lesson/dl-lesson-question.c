#include "dl-lesson-question.h"

#include "dl-lesson-attempt-text.h"
#include "dl-lesson-guide.h"
#include "dl-marker-layout.h"
#include "dl-pane.h"

#include <glib/gi18n-lib.h>

#include <string.h>

#define WORDS_HEIGHT 72

struct _DlLessonQuestion
{
  GtkBox parent;
  DlLessonBlocks *ask;
  GtkWidget *input; /* all below, until it is answered */
  GtkWidget *number;
  GtkWidget *choices;
  GtkWidget *words_scroller, *words;
  GtkWidget *button;
  GtkLabel *problem;
  GtkWidget *verdict_row, *verdict_icon;
  GtkLabel *given, *verdict;
  DlLessonBlocks *reply;  /* to the choice that was taken */
  const DlLesson *lesson; /* the question's lesson; not dereferenced */
  guint step;
  gboolean reminded; /* that it waits */
};

G_DEFINE_FINAL_TYPE (DlLessonQuestion, dl_lesson_question, GTK_TYPE_BOX)

/* Answering ------------------------------------------------------------------------------------ */

static char *
chosen (DlLessonQuestion *self)
{
  guint n = 1;

  for (GtkWidget *choice = gtk_widget_get_first_child (self->choices); choice != NULL;
       choice = gtk_widget_get_next_sibling (choice), n++)
    if (gtk_check_button_get_active (GTK_CHECK_BUTTON (choice)))
      return g_strdup_printf ("%u", n);
  return g_strdup ("");
}

static char *
typed_words (DlLessonQuestion *self)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->words));
  GtkTextIter begin, end;

  gtk_text_buffer_get_bounds (buffer, &begin, &end);
  return gtk_text_buffer_get_text (buffer, &begin, &end, FALSE);
}

/* Current answer. Free with g_free; empty for none. */
static char *
get_text (DlLessonQuestion *self)
{
  if (gtk_widget_get_visible (self->number))
    return g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->number)));
  return gtk_widget_get_visible (self->choices) ? chosen (self) : typed_words (self);
}

static void
answer (DlLessonQuestion *self)
{
  g_autofree char *text = get_text (self);

  gtk_widget_activate_action (GTK_WIDGET (self), "lesson.answer", "s", text);
}

/* Ctrl+Enter: Enter alone is a line of text. */
static gboolean
on_words_key (GtkEventControllerKey *keys, guint keyval, guint keycode, GdkModifierType state,
              DlLessonQuestion *self)
{
  if ((keyval != GDK_KEY_Return && keyval != GDK_KEY_KP_Enter) || !(state & GDK_CONTROL_MASK))
    return GDK_EVENT_PROPAGATE;
  answer (self);
  return GDK_EVENT_STOP;
}

static gboolean
on_choice_key (GtkEventControllerKey *keys, guint keyval, guint keycode, GdkModifierType state,
               DlLessonQuestion *self)
{
  if (keyval != GDK_KEY_Return && keyval != GDK_KEY_KP_Enter)
    return GDK_EVENT_PROPAGATE;
  answer (self);
  return GDK_EVENT_STOP;
}

/* Following ------------------------------------------------------------------------------------ */

static GtkWidget *
new_choice (DlLessonQuestion *self, DlLessonAttempt *attempt, const DlLessonChoice *choice)
{
  g_autofree char *text = dl_lesson_attempt_fill_first (attempt, choice->text);
  g_autoptr (GPtrArray) blocks = dl_lesson_text_blocks (text);
  const DlLessonBlock *block = blocks->len > 0 ? blocks->pdata[0] : NULL;
  GtkWidget *button = gtk_check_button_new ();
  GtkWidget *label = gtk_label_new (NULL);
  GtkEventController *keys = gtk_event_controller_key_new ();

  gtk_label_set_markup (GTK_LABEL (label), block != NULL ? block->markup : "");
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_check_button_set_child (GTK_CHECK_BUTTON (button), label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  block != NULL ? block->plain : "", -1);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_choice_key), self);
  gtk_widget_add_controller (button, keys);
  return button;
}

static void
fill_choices (DlLessonQuestion *self, DlLessonAttempt *attempt, const DlLessonStep *step)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (self->choices)) != NULL)
    gtk_box_remove (GTK_BOX (self->choices), child);
  for (guint i = 0; i < step->choices->len; i++)
    {
      GtkWidget *button = new_choice (self, attempt, step->choices->pdata[i]);

      if (i > 0)
        gtk_check_button_set_group (GTK_CHECK_BUTTON (button),
                                    GTK_CHECK_BUTTON (gtk_widget_get_first_child (self->choices)));
      gtk_box_append (GTK_BOX (self->choices), button);
    }
}

/* Another question: nothing has been typed yet. */
static void
begin (DlLessonQuestion *self, DlLessonAttempt *attempt, const DlLessonStep *step)
{
  g_autofree char *ask = dl_lesson_attempt_fill_first (attempt, step->ask);
  g_autoptr (GPtrArray) blocks = dl_lesson_text_blocks (ask);
  const char *plain = blocks->len > 0 ? ((const DlLessonBlock *) blocks->pdata[0])->plain : ask;

  gtk_widget_set_visible (self->number, step->question == DL_QUESTION_NUMBER);
  gtk_widget_set_visible (self->choices, step->question == DL_QUESTION_CHOICE);
  gtk_widget_set_visible (self->words_scroller, step->question == DL_QUESTION_FREE);
  gtk_editable_set_text (GTK_EDITABLE (self->number), "");
  gtk_text_buffer_set_text (gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->words)), "", 0);
  fill_choices (self, attempt, step);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->number), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  plain, -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->choices), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  plain, -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->words), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  plain, -1);
  dl_lesson_question_set_problem (self, NULL);
  self->reminded = FALSE;
}

static void
show_verdict (DlLessonQuestion *self, const char *icon, const char *css_class, const char *text)
{
  static const char *const classes[] = { "dl-good", "dl-error" };

  for (guint i = 0; i < G_N_ELEMENTS (classes); i++)
    gtk_widget_remove_css_class (self->verdict_row, classes[i]);
  if (css_class != NULL)
    gtk_widget_add_css_class (self->verdict_row, css_class);
  gtk_image_set_from_icon_name (GTK_IMAGE (self->verdict_icon), icon);
  gtk_label_set_text (self->verdict, text);
}

static void
follow_verdict (DlLessonQuestion *self, DlLessonAttempt *attempt)
{
  const guint step = dl_lesson_attempt_get_step (attempt);
  const gboolean is_choice = dl_lesson_step (self->lesson, step)->question == DL_QUESTION_CHOICE;
  g_autofree char *right = dl_lesson_attempt_right_answer (attempt, step);
  g_autofree char *wrong = NULL;

  switch (dl_lesson_attempt_get_verdict (attempt, step))
    {
    case DL_ANSWER_RIGHT:
      show_verdict (self, "object-select-symbolic", "dl-good", _ ("That is right."));
      break;
    case DL_ANSWER_WRONG:
      wrong = right == NULL ? g_strdup (_ ("Not quite."))
              : is_choice   ? g_strdup_printf (_ ("That is not right. The answer is: %s"), right)
                            : g_strdup_printf (_ ("Not quite. The answer is: %s"), right);
      show_verdict (self, "dialog-information-symbolic", "dl-error", wrong);
      break;
    case DL_ANSWER_WAITS:
      show_verdict (self, "content-loading-symbolic", NULL,
                    _ ("You will see whether it is right once the step is done."));
      break;
    case DL_ANSWER_KEPT:
      show_verdict (self, "object-select-symbolic", NULL,
                    _ ("Saved for the hand-in. It is not graded here."));
      break;
    case DL_ANSWER_UNJUDGED:
      show_verdict (self, "dialog-question-symbolic", NULL,
                    _ ("The lesson cannot grade this for the current network."));
      break;
    case DL_ANSWER_NONE:
      show_verdict (self, "dialog-question-symbolic", NULL, "");
      break;
    }
}

void
dl_lesson_question_follow (DlLessonQuestion *self, DlLessonAttempt *attempt)
{
  const DlLesson *lesson = dl_lesson_attempt_get_lesson (attempt);
  const guint at = dl_lesson_attempt_get_step (attempt);
  const DlLessonStep *step = dl_lesson_step (lesson, at);
  const char *given = dl_lesson_attempt_get_answer (attempt, at);
  g_autofree char *ask = NULL;
  g_autofree char *described = NULL;
  g_autofree char *reply = NULL;
  g_autofree char *answered = NULL;

  gtk_widget_set_visible (GTK_WIDGET (self), step->question != DL_QUESTION_NONE);
  if (step->question == DL_QUESTION_NONE)
    {
      self->lesson = NULL;
      return;
    }
  if (self->lesson != lesson || self->step != at)
    begin (self, attempt, step);
  self->lesson = lesson;
  self->step = at;
  ask = dl_lesson_attempt_fill_first (attempt, step->ask);
  dl_lesson_blocks_set (self->ask, ask);
  gtk_widget_set_visible (self->input, given == NULL);
  gtk_widget_set_visible (GTK_WIDGET (self->given), given != NULL);
  gtk_widget_set_visible (self->verdict_row, given != NULL);
  if (given == NULL)
    {
      dl_lesson_blocks_set (self->reply, NULL);
      return;
    }
  reply = dl_lesson_attempt_reply (attempt, at);
  dl_lesson_blocks_set (self->reply, reply);
  answered = dl_lesson_attempt_given (attempt, at);
  described = g_strdup_printf (dl_lesson_attempt_was_shown (attempt, at)
                                   ? _ ("Your answer, after it was shown: %s")
                                   : _ ("Your answer: %s"),
                               answered);
  gtk_label_set_text (self->given, described);
  follow_verdict (self, attempt);
}

void
dl_lesson_question_set_problem (DlLessonQuestion *self, const char *problem)
{
  dl_pane_show_text (self->problem, problem);
}

/* The keyboard --------------------------------------------------------------------------------- */

static void
focus_input (DlLessonQuestion *self)
{
  if (gtk_widget_get_visible (self->number))
    gtk_entry_grab_focus_without_selecting (GTK_ENTRY (self->number));
  else
    gtk_widget_child_focus (self->input, GTK_DIR_TAB_FORWARD);
}

gboolean
dl_lesson_question_remind (DlLessonQuestion *self, const char *next)
{
  g_autofree char *text = NULL;

  if (self->reminded || !gtk_widget_get_mapped (self->input))
    return FALSE;
  self->reminded = TRUE;
  /* Translators: beside a question; %s is a key, such as “Alt+Page Down” */
  text = g_strdup_printf (_ ("Not answered yet. %s again continues without an answer."), next);
  dl_lesson_question_set_problem (self, text);
  focus_input (self);
  return TRUE;
}

gboolean
dl_lesson_question_type (DlLessonQuestion *self, gunichar typed)
{
  GtkEditable *number = GTK_EDITABLE (self->number);
  char text[] = { (char) typed, '\0' };
  int end;

  if (!gtk_widget_get_mapped (self->number) || typed == 0 || typed > 127
      || strchr ("0123456789.,-", (int) typed) == NULL)
    return FALSE;
  gtk_entry_grab_focus_without_selecting (GTK_ENTRY (self->number));
  end = (int) g_utf8_strlen (gtk_editable_get_text (number), -1);
  gtk_editable_insert_text (number, text, -1, &end);
  gtk_editable_set_position (number, end);
  return TRUE;
}

/* The widget ----------------------------------------------------------------------------------- */

/* Clear the old number's problem. */
static void
on_number_changed (DlLessonQuestion *self)
{
  dl_lesson_question_set_problem (self, NULL);
}

static void
dl_lesson_question_class_init (DlLessonQuestionClass *class)
{
}

static void
add_words (DlLessonQuestion *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  self->words = gtk_text_view_new ();
  gtk_text_view_set_wrap_mode (GTK_TEXT_VIEW (self->words), GTK_WRAP_WORD_CHAR);
  gtk_text_view_set_accepts_tab (GTK_TEXT_VIEW (self->words), FALSE);
  gtk_text_view_set_left_margin (GTK_TEXT_VIEW (self->words), 6);
  gtk_text_view_set_right_margin (GTK_TEXT_VIEW (self->words), 6);
  gtk_text_view_set_top_margin (GTK_TEXT_VIEW (self->words), 4);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_words_key), self);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  gtk_widget_add_controller (self->words, keys);
  gtk_widget_set_tooltip_text (self->words, _ ("Your answer in your own words (Ctrl+Enter)"));
  self->words_scroller = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_min_content_height (GTK_SCROLLED_WINDOW (self->words_scroller),
                                              WORDS_HEIGHT);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->words_scroller), self->words);
  gtk_widget_add_css_class (self->words_scroller, "dl-note-box");
  gtk_box_append (GTK_BOX (self->input), self->words_scroller);
}

static void
dl_lesson_question_init (DlLessonQuestion *self)
{
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  gtk_box_set_spacing (GTK_BOX (self), 8);
  gtk_widget_add_css_class (GTK_WIDGET (self), "dl-lesson-card");
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);

  self->ask = DL_LESSON_BLOCKS (dl_lesson_blocks_new ());
  gtk_widget_add_css_class (GTK_WIDGET (self->ask), "dl-lesson-ask");
  gtk_box_append (GTK_BOX (self), GTK_WIDGET (self->ask));

  self->input = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);
  gtk_box_append (GTK_BOX (self), self->input);
  self->number = gtk_entry_new ();
  gtk_widget_set_tooltip_text (self->number, _ ("Your prediction, a number (Enter)"));
  gtk_entry_set_placeholder_text (GTK_ENTRY (self->number), _ ("A number"));
  gtk_entry_set_input_purpose (GTK_ENTRY (self->number), GTK_INPUT_PURPOSE_NUMBER);
  g_signal_connect_swapped (self->number, "activate", G_CALLBACK (answer), self);
  g_signal_connect_swapped (self->number, "changed", G_CALLBACK (on_number_changed), self);
  gtk_box_append (GTK_BOX (self->input), self->number);
  self->choices = g_object_new (GTK_TYPE_BOX, "orientation", GTK_ORIENTATION_VERTICAL, "spacing", 6,
                                "accessible-role", GTK_ACCESSIBLE_ROLE_RADIO_GROUP, NULL);
  gtk_box_append (GTK_BOX (self->input), self->choices);
  add_words (self);
  self->problem = dl_pane_add_label (self->input, "dl-error", TRUE);
  gtk_widget_set_visible (GTK_WIDGET (self->problem), FALSE);
  self->button
      = dl_pane_add_button (self->input, _ ("_Answer"), _ ("Give this answer: it counts once"));
  gtk_widget_set_halign (self->button, GTK_ALIGN_START);
  g_signal_connect_swapped (self->button, "clicked", G_CALLBACK (answer), self);

  self->given = dl_pane_add_label (GTK_WIDGET (self), NULL, TRUE);
  self->verdict_row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  gtk_widget_set_layout_manager (self->verdict_row, dl_marker_layout_new (6));
  self->verdict_icon
      = g_object_new (GTK_TYPE_IMAGE, "accessible-role", GTK_ACCESSIBLE_ROLE_PRESENTATION, "valign",
                      GTK_ALIGN_START, NULL);
  gtk_box_append (GTK_BOX (self->verdict_row), self->verdict_icon);
  self->verdict = dl_pane_add_label (self->verdict_row, NULL, TRUE);
  gtk_box_append (GTK_BOX (self), self->verdict_row);
  self->reply = DL_LESSON_BLOCKS (dl_lesson_blocks_new ());
  gtk_box_append (GTK_BOX (self), GTK_WIDGET (self->reply));
}

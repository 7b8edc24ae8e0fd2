#include "dl-lesson-page.h"

#include "dl-hand-in-story.h"
#include "dl-help-window.h"
#include "dl-lesson-attempt-text.h"
#include "dl-lessons.h"
#include "dl-marker-layout.h"
#include "dl-pane.h"

#include <glib/gi18n-lib.h>

#include <string.h>

struct _DlLessonEnd
{
  GtkBox parent;
  GtkLabel *title;
  GtkLabel *score;
  GtkWidget *questions; /* a card each, with its answer */
  GtkWidget *read_card;
  DlLessonBlocks *read; /* links into the manual */
  GtkLabel *try_next;
  GtkWidget *name;
  GtkWidget *save;
  GtkWidget *next;
};

G_DEFINE_FINAL_TYPE (DlLessonEnd, dl_lesson_end, GTK_TYPE_BOX)

/* The one after @id; NULL after the last one and for a lesson from a file. */
static DlLesson *
lesson_after (const char *id)
{
  g_auto (GStrv) ids = dl_lessons_list ();

  for (guint i = 0; ids[i] != NULL; i++)
    if (strcmp (ids[i], id) == 0 && ids[i + 1] != NULL)
      return dl_lessons_load (ids[i + 1], g_get_language_names (), NULL);
  return NULL;
}

/* One question: right or not, and why. */
static void
add_question (DlLessonEnd *self, DlLessonAttempt *attempt, guint step)
{
  const DlAnswer verdict = dl_lesson_attempt_get_verdict (attempt, step);
  const gboolean is_right = verdict == DL_ANSWER_RIGHT;
  const gboolean is_wrong = verdict == DL_ANSWER_WRONG;
  g_autofree char *asked = dl_lesson_attempt_asked (attempt, step);
  g_autofree char *given = dl_lesson_attempt_given (attempt, step);
  g_autofree char *right = is_wrong ? dl_lesson_attempt_right_answer (attempt, step) : NULL;
  g_autofree char *why = dl_lesson_attempt_why (attempt, step);
  g_autofree char *answered = NULL;
  GtkWidget *card = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  GtkWidget *blocks = dl_lesson_blocks_new ();
  GtkLabel *label;

  gtk_widget_add_css_class (card, "dl-lesson-card");
  gtk_label_set_text (dl_pane_add_label (card, "dl-lesson-heading", TRUE), asked);
  gtk_widget_set_layout_manager (row, dl_marker_layout_new (6));
  gtk_box_append (GTK_BOX (row),
                  g_object_new (GTK_TYPE_IMAGE, "accessible-role", GTK_ACCESSIBLE_ROLE_PRESENTATION,
                                "valign", GTK_ALIGN_START, "icon-name",
                                is_right   ? "object-select-symbolic"
                                : is_wrong ? "dialog-information-symbolic"
                                           : "dialog-question-symbolic",
                                NULL));
  label = dl_pane_add_label (row, NULL, TRUE);
  if (is_right || is_wrong)
    gtk_widget_add_css_class (row, is_right ? "dl-good" : "dl-error");
  if (given == NULL)
    answered = g_strdup (_ ("Not answered"));
  else
    answered = g_strdup_printf (is_right   ? _ ("Right: %s")
                                : is_wrong ? _ ("Wrong: %s")
                                           : _ ("Your answer: %s"),
                                given);
  gtk_label_set_text (label, answered);
  gtk_box_append (GTK_BOX (card), row);
  if (right != NULL)
    {
      g_autofree char *said = g_strdup_printf (_ ("The answer is: %s"), right);

      gtk_label_set_text (dl_pane_add_label (card, NULL, TRUE), said);
    }
  if (dl_lesson_attempt_was_shown (attempt, step))
    gtk_label_set_text (dl_pane_add_label (card, "dl-description", TRUE),
                        _ ("Answered after it was shown"));
  dl_lesson_blocks_set (DL_LESSON_BLOCKS (blocks), why);
  gtk_box_append (GTK_BOX (card), blocks);
  gtk_box_append (GTK_BOX (self->questions), card);
}

static void
fill_questions (DlLessonEnd *self, DlLessonAttempt *attempt)
{
  const DlLesson *lesson = dl_lesson_attempt_get_lesson (attempt);
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (self->questions)) != NULL)
    gtk_box_remove (GTK_BOX (self->questions), child);
  for (guint i = 0; i < lesson->steps->len; i++)
    {
      const DlQuestion question = dl_lesson_step (lesson, i)->question;

      if (question == DL_QUESTION_NUMBER || question == DL_QUESTION_CHOICE)
        add_question (self, attempt, i);
    }
  gtk_widget_set_visible (self->questions, gtk_widget_get_first_child (self->questions) != NULL);
}

/* Links that are listed at most. */
#define MOST_LINKS 6

/* Links of a text, an item each, that are not in @seen. */
static void
append_links (GString *list, const char *text, GHashTable *seen)
{
  g_autoptr (GRegex) link = g_regex_new ("\\[([^\\]]+)\\]\\(([^)\\s]+)\\)", 0, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;

  for (g_regex_match (link, text != NULL ? text : "", 0, &match); g_match_info_matches (match);
       g_match_info_next (match, NULL))
    {
      g_autofree char *words = g_strdelimit (g_match_info_fetch (match, 1), "\n", ' ');
      char *target = g_match_info_fetch (match, 2);

      if (g_hash_table_size (seen) == MOST_LINKS)
        g_free (target);
      else if (g_hash_table_add (seen, target))
        g_string_append_printf (list, "- [%s](%s)\n", words, target);
    }
}

/* Links of the steps whose answers are wrong, or of all steps where none is. */
static char *
list_links (DlLessonAttempt *attempt)
{
  const DlLesson *lesson = dl_lesson_attempt_get_lesson (attempt);
  GString *list = g_string_new (NULL);
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint all = 0; all < 2 && list->len == 0; all++)
    for (guint i = 0; i < lesson->steps->len; i++)
      {
        const DlLessonStep *step = dl_lesson_step (lesson, i);
        const DlAnswer verdict = dl_lesson_attempt_get_verdict (attempt, i);

        if (!all && verdict != DL_ANSWER_WRONG)
          continue;
        append_links (list, step->say, seen);
        append_links (list, step->explain, seen);
      }
  return g_string_free (list, FALSE);
}

void
dl_lesson_end_follow (DlLessonEnd *self, DlLessonAttempt *attempt)
{
  const DlLesson *lesson = dl_lesson_attempt_get_lesson (attempt);
  g_autoptr (DlLesson) next = lesson_after (lesson->id);
  g_auto (GStrv) lines = NULL;
  g_autofree char *text = NULL;
  g_autofree char *label = NULL;
  g_autofree char *links = NULL;
  DlLessonScore score;

  dl_lesson_attempt_get_score (attempt, &score);
  lines = dl_score_summary (&score);
  text = g_strjoinv ("\n", lines);
  gtk_label_set_text (self->title,
                      score.done == score.steps ? _ ("The lesson is done") : _ ("Your result"));
  gtk_label_set_text (self->score, text);
  fill_questions (self, attempt);
  links = list_links (attempt);
  dl_lesson_blocks_set (self->read, links);
  gtk_widget_set_visible (self->read_card, *links != '\0');
  gtk_label_set_text (self->try_next,
                      next != NULL
                          ? _ ("To try next: go back and choose Free Play in the menu, change the "
                               "network and predict what happens; or start the next lesson.")
                          : _ ("To try next: go back and choose Free Play in the menu, change the "
                               "network and predict what happens; or open a machine of your own."));
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
  self->questions = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);
  gtk_box_append (GTK_BOX (body), self->questions);
  self->read_card = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  gtk_widget_add_css_class (self->read_card, "dl-lesson-card");
  gtk_label_set_text (dl_pane_add_label (self->read_card, "dl-lesson-heading", TRUE),
                      _ ("To read"));
  self->read = DL_LESSON_BLOCKS (dl_lesson_blocks_new ());
  gtk_box_append (GTK_BOX (self->read_card), GTK_WIDGET (self->read));
  gtk_box_append (GTK_BOX (body), self->read_card);
  self->try_next = dl_pane_add_label (body, NULL, TRUE);
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

/* Until the new part has its place, in milliseconds. */
#define SCROLL_MS 60
#define MARGIN    8
/* Time for which news is shown, in microseconds. */
#define NEWS_US (1500 * 1000)

struct _DlLessonPage
{
  GtkBox parent;
  DlLessonPointer *pointer;
  GtkLabel *count;
  GtkLabel *keys; /* of lessons */
  GtkWidget *progress;
  GtkWidget *scroller, *body; /* two columns, or one below the other */
  GtkWidget *aside;           /* free play, or another scenario */
  GtkLabel *aside_text;
  GtkWidget *aside_return, *aside_come_back;
  GtkWidget *intro; /* title and text: where the keyboard begins */
  GtkLabel *title;
  DlLessonBlocks *say;
  GtkWidget *points; /* a button each */
  DlLessonQuestion *question;
  GtkWidget *task_card;
  GtkWidget *task_icon;
  GtkLabel *task_state;
  DlLessonBlocks *task;
  GtkWidget *aims; /* a row per condition that the task waits for */
  GtkWidget *wrong_card;
  DlLessonBlocks *wrong;
  GtkWidget *hints;
  GtkWidget *explain_card;
  DlLessonBlocks *explain;
  GtkWidget *back, *hint, *next;
  const GPtrArray *pointed; /* the places that have buttons; not dereferenced */
  GtkWidget *news;          /* the latest part, to be brought into sight */
  gint64 news_time;         /* when it came */
  guint scroll_timeout;
};

G_DEFINE_FINAL_TYPE (DlLessonPage, dl_lesson_page, GTK_TYPE_BOX)

/* Into sight ----------------------------------------------------------------------------------- */

static gboolean
on_scroll (gpointer user_data)
{
  DlLessonPage *self = user_data;
  GtkAdjustment *scroll
      = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (self->scroller));
  const double height = gtk_widget_get_height (self->scroller);
  graphene_rect_t bounds;
  double below;

  self->scroll_timeout = 0;
  if (self->news == NULL || !gtk_widget_get_mapped (self->news)
      || !gtk_widget_compute_bounds (self->news, self->scroller, &bounds))
    return G_SOURCE_REMOVE;
  /* Its end, but not past its beginning. */
  below = MIN (bounds.origin.y + bounds.size.height + MARGIN - height, bounds.origin.y - MARGIN);
  if (below > 0)
    gtk_adjustment_set_value (scroll, gtk_adjustment_get_value (scroll) + below);
  return G_SOURCE_REMOVE;
}

/* New content is laid out, on a slow machine a while after it came; a banner that comes with it
 * takes some of the room there was. */
static void
on_room (GtkAdjustment *scroll, DlLessonPage *self)
{
  if (self->news != NULL && self->scroll_timeout == 0
      && g_get_monotonic_time () - self->news_time < NEWS_US)
    self->scroll_timeout = g_timeout_add (SCROLL_MS, on_scroll, self);
}

/* Show @card, or hide it; where it is new, also if it is below the edge of the page. */
static void
show_card (DlLessonPage *self, GtkWidget *card, gboolean show)
{
  if (show && !gtk_widget_get_visible (card))
    {
      self->news = card;
      self->news_time = g_get_monotonic_time ();
      if (self->scroll_timeout == 0)
        self->scroll_timeout = g_timeout_add (SCROLL_MS, on_scroll, self);
    }
  gtk_widget_set_visible (card, show);
}

/* Pointers ------------------------------------------------------------------------------------- */

static void
add_point (DlLessonPage *self, const DlLessonPlace *place, guint i)
{
  g_autofree char *name = dl_lesson_pointer_name (self->pointer, place);
  GtkWidget *content = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *label = gtk_label_new (name);
  GtkWidget *button = gtk_button_new ();
  g_autofree char *spoken = NULL;

  /* Translators: a button of a lesson; %s is what the lesson points at, such as “Topology: Radix”
   */
  spoken = g_strdup_printf (_ ("Go to what the lesson points at: %s"), name);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_box_append (GTK_BOX (content), gtk_image_new_from_icon_name ("find-location-symbolic"));
  gtk_box_append (GTK_BOX (content), label);
  gtk_button_set_child (GTK_BUTTON (button), content);
  gtk_widget_add_css_class (button, "dl-pill");
  gtk_widget_set_halign (button, GTK_ALIGN_START);
  gtk_widget_set_tooltip_text (button, i == 0 ? _ ("Send the keyboard there (F6)")
                                              : _ ("Send the keyboard there"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, spoken,
                                  -1);
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "u", i);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "lesson.point-at");
  gtk_box_append (GTK_BOX (self->points), button);
}

static void
follow_points (DlLessonPage *self, const DlLessonStep *step)
{
  GtkWidget *child;

  if (self->pointed == step->points)
    return;
  self->pointed = step->points;
  while ((child = gtk_widget_get_first_child (self->points)) != NULL)
    gtk_box_remove (GTK_BOX (self->points), child);
  for (guint i = 0; i < step->points->len; i++)
    add_point (self, step->points->pdata[i], i);
  gtk_widget_set_visible (self->points, step->points->len > 0);
}

/* Task ----------------------------------------------------------------------------------------- */

/* Words told when the keyboard comes to @group. */
static void
describe (GtkWidget *group, const char *title, DlLessonBlocks *text)
{
  g_autofree char *plain = dl_lesson_blocks_get_plain (text);

  gtk_accessible_update_property (GTK_ACCESSIBLE (group), GTK_ACCESSIBLE_PROPERTY_LABEL, title,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, plain, -1);
}

/* Is there an instruction, an item of a list, for each of @n conditions? A count of parts of one
 * sentence would not be understood. */
static gboolean
has_items (const char *task, guint n)
{
  g_autoptr (GPtrArray) blocks = task != NULL ? dl_lesson_text_blocks (task) : NULL;
  guint items = 0;

  for (guint i = 0; blocks != NULL && i < blocks->len; i++)
    items += ((const DlLessonBlock *) blocks->pdata[i])->marker != NULL;
  return n > 1 && items == n;
}

static GtkWidget *
new_aim (void)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  GtkWidget *mark
      = g_object_new (GTK_TYPE_IMAGE, "accessible-role", GTK_ACCESSIBLE_ROLE_PRESENTATION, "valign",
                      GTK_ALIGN_START, NULL);

  gtk_widget_set_layout_manager (row, dl_marker_layout_new (6));
  gtk_box_append (GTK_BOX (row), mark);
  dl_pane_add_label (row, NULL, TRUE);
  return row;
}

static void
fill_aim (GtkWidget *row, const DlLessonAim *aim)
{
  GtkWidget *mark = gtk_widget_get_first_child (row), *label = gtk_widget_get_last_child (row);

  gtk_image_set_from_icon_name (GTK_IMAGE (mark),
                                aim->holds ? "checkbox-checked-symbolic" : "checkbox-symbolic");
  if (aim->holds)
    gtk_widget_add_css_class (row, "dl-good");
  else
    gtk_widget_remove_css_class (row, "dl-good");
  gtk_label_set_text (GTK_LABEL (label), aim->text);
}

/* Told politely: the box is a status. */
static void
tell_aims (GtkWidget *box, const GPtrArray *aims)
{
  g_autoptr (GString) open = g_string_new (NULL);
  g_autofree char *told = NULL;

  for (guint i = 0; i < aims->len; i++)
    {
      const DlLessonAim *aim = aims->pdata[i];

      if (!aim->holds)
        g_string_append_printf (open, "%s%s", open->len > 0 ? "; " : "", aim->text);
    }
  /* Translators: read aloud; %s is what a step of a lesson still waits for */
  told = open->len > 0 ? g_strdup_printf (_ ("Still open: %s"), open->str)
                       : g_strdup (_ ("Nothing is open any more"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (box), GTK_ACCESSIBLE_PROPERTY_LABEL, told, -1);
}

/* One condition is the task itself, and an author's own list says the same. */
static void
follow_aims (DlLessonPage *self, DlLessonAttempt *attempt, gboolean has_list)
{
  g_autoptr (GPtrArray) aims = dl_lesson_attempt_aims (attempt);
  const gboolean show = aims->len > 1 && !has_list;
  GtkWidget *row = gtk_widget_get_first_child (self->aims);

  for (guint i = 0; show && i < aims->len; i++)
    {
      if (row == NULL)
        {
          row = new_aim ();
          gtk_box_append (GTK_BOX (self->aims), row);
        }
      fill_aim (row, aims->pdata[i]);
      row = gtk_widget_get_next_sibling (row);
    }
  while (row != NULL)
    {
      GtkWidget *next = gtk_widget_get_next_sibling (row);

      gtk_box_remove (GTK_BOX (self->aims), row);
      row = next;
    }
  tell_aims (self->aims, aims);
  gtk_widget_set_visible (self->aims, show);
}

static void
follow_task (DlLessonPage *self, DlLessonAttempt *attempt, const DlLessonStep *step)
{
  const DlLessonPhase phase = dl_lesson_attempt_get_phase (attempt);
  const gboolean done = phase == DL_PHASE_DONE;
  g_autofree char *task = step->task != NULL ? dl_lesson_attempt_fill (attempt, step->task) : NULL;
  g_autofree char *state = NULL;
  guint n;
  const guint holding = dl_lesson_attempt_count_holding (attempt, &n);

  dl_lesson_blocks_set (self->task, task);
  show_card (self, self->task_card,
             phase != DL_PHASE_PREDICT && (task != NULL || (!done && n > 0)));
  if (done)
    state = g_strdup (_ ("Done"));
  else if (has_items (task, n))
    /* Translators: of all that is to be done in a step, how much is not done yet */
    state = g_strdup_printf (_ ("Still to do: %u of %u"), n - holding, n);
  else
    state = g_strdup (_ ("To do"));
  follow_aims (self, attempt, has_items (task, n));
  gtk_label_set_text (self->task_state, state);
  describe (self->task_card, state, self->task);
  gtk_image_set_from_icon_name (GTK_IMAGE (self->task_icon),
                                done ? "object-select-symbolic" : "go-next-symbolic");
  if (done)
    gtk_widget_add_css_class (self->task_card, "dl-lesson-done");
  else
    gtk_widget_remove_css_class (self->task_card, "dl-lesson-done");
}

static void
follow_wrong (DlLessonPage *self, DlLessonAttempt *attempt)
{
  g_autofree char *wrong = dl_lesson_attempt_wrong (attempt);

  dl_lesson_blocks_set (self->wrong, wrong);
  show_card (self, self->wrong_card, wrong != NULL);
}

/* Open hints stay the widgets that they are. */
static void
follow_hints (DlLessonPage *self, DlLessonAttempt *attempt)
{
  guint open;
  const GPtrArray *hints = dl_lesson_attempt_helpful_hints (attempt, &open);
  GtkWidget *hint = gtk_widget_get_first_child (self->hints);
  g_autofree char *label = NULL;

  for (guint i = 0; i < open; i++)
    {
      g_autofree char *text = dl_lesson_attempt_fill (attempt, hints->pdata[i]);

      if (hint == NULL)
        {
          hint = dl_lesson_blocks_new ();
          gtk_widget_add_css_class (hint, "dl-lesson-hint");
          gtk_box_append (GTK_BOX (self->hints), hint);
          show_card (self, self->hints, FALSE); /* it is new with each of them */
        }
      dl_lesson_blocks_set (DL_LESSON_BLOCKS (hint), text);
      hint = gtk_widget_get_next_sibling (hint);
    }
  while (hint != NULL)
    {
      GtkWidget *next = gtk_widget_get_next_sibling (hint);

      gtk_box_remove (GTK_BOX (self->hints), hint);
      hint = next;
    }
  show_card (self, self->hints, open > 0);
  gtk_widget_set_visible (
      self->hint, open < hints->len && dl_lesson_attempt_get_phase (attempt) != DL_PHASE_DONE);
  /* Translators: a button: hints that are open, of all there are */
  label = g_strdup_printf (_ ("_Hint (%u of %u)"), open, hints->len);
  gtk_button_set_label (GTK_BUTTON (self->hint), label);
}

/* The step ------------------------------------------------------------------------------------- */

static void
follow_aside (DlLessonPage *self, DlLessonGuide *guide)
{
  const gboolean away = dl_lesson_guide_is_away (guide);
  const gboolean is_free = dl_lesson_attempt_is_left (dl_lesson_guide_get_attempt (guide));

  gtk_widget_set_visible (self->aside, away || is_free);
  gtk_widget_set_visible (self->aside_come_back, away);
  gtk_widget_set_visible (self->aside_return, !away && is_free);
  gtk_label_set_text (self->aside_text,
                      away ? _ ("Another scenario is open. The lesson waits.")
                           : _ ("Free play: nothing is judged, and nothing can go wrong."));
}

static void
follow_progress (DlLessonPage *self, DlLessonAttempt *attempt)
{
  const guint step = dl_lesson_attempt_get_step (attempt);
  DlLessonScore score;
  g_autofree char *count = NULL;

  dl_lesson_attempt_get_score (attempt, &score);
  count = g_strdup_printf (_ ("Step %u of %u"), step + 1, score.steps);
  gtk_label_set_text (self->count, count);
  gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (self->progress),
                                 (double) score.done / score.steps);
}

/* "Ctrl+F1", as it is set and called here; empty if there is none. */
static char *
name_keys (DlLessonPage *self, const char *action)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkApplication *application
      = GTK_IS_WINDOW (root) ? gtk_window_get_application (GTK_WINDOW (root)) : NULL;
  g_auto (GStrv) keys
      = application != NULL ? gtk_application_get_accels_for_action (application, action) : NULL;

  return keys != NULL && keys[0] != NULL ? dl_help_key_name (keys[0]) : g_strdup ("");
}

static void
follow_keys (DlLessonPage *self, DlLessonAttempt *attempt)
{
  /* Below the panes there are few lines to read in. */
  const gboolean has_room
      = gtk_orientable_get_orientation (GTK_ORIENTABLE (self->body)) == GTK_ORIENTATION_VERTICAL
        || dl_lesson_attempt_get_step (attempt) == 0;
  g_autofree char *point = name_keys (self, "lesson.point");
  g_autofree char *next = name_keys (self, "lesson.go-on");
  g_autofree char *hint = name_keys (self, "lesson.hint");
  g_autofree char *text = g_strdup_printf (
      _ ("Keys: %s to what is shown and back, %s to the question and on, %s hint, F1 help"), point,
      next, hint);

  gtk_label_set_text (self->keys, text);
  gtk_widget_set_visible (GTK_WIDGET (self->keys), has_room && *point != '\0');
}

static void
follow_buttons (DlLessonPage *self, DlLessonAttempt *attempt)
{
  const guint step = dl_lesson_attempt_get_step (attempt);
  const gboolean done = dl_lesson_attempt_is_step_done (attempt, step);
  const gboolean last = step + 1 == dl_lesson_attempt_get_lesson (attempt)->steps->len;

  gtk_button_set_label (GTK_BUTTON (self->next), last   ? _ ("_Finish")
                                                 : done ? C_ ("lesson", "_Next")
                                                        : _ ("S_kip"));
  gtk_widget_set_tooltip_text (self->next, done || last
                                               ? _ ("Continue (Alt+Page Down)")
                                               : _ ("Continue without doing it (Alt+Page Down)"));
  if (done)
    gtk_widget_add_css_class (self->next, "suggested-action");
  else
    gtk_widget_remove_css_class (self->next, "suggested-action");
}

void
dl_lesson_page_follow (DlLessonPage *self, DlLessonGuide *guide)
{
  DlLessonAttempt *attempt = dl_lesson_guide_get_attempt (guide);
  const DlLesson *lesson = dl_lesson_attempt_get_lesson (attempt);
  const DlLessonStep *step = dl_lesson_guide_get_step (guide);
  g_autofree char *say = dl_lesson_attempt_fill_first (attempt, step->say);
  g_autofree char *explain = dl_lesson_attempt_explain (attempt);

  follow_aside (self, guide);
  follow_progress (self, attempt);
  gtk_label_set_text (self->title,
                      dl_lesson_step_title (lesson, dl_lesson_attempt_get_step (attempt)));
  dl_lesson_blocks_set (self->say, say);
  describe (self->intro, gtk_label_get_text (self->title), self->say);
  follow_points (self, step);
  dl_lesson_question_follow (self->question, attempt);
  follow_task (self, attempt, step);
  follow_wrong (self, attempt);
  follow_hints (self, attempt);
  dl_lesson_blocks_set (self->explain, explain);
  describe (self->explain_card, _ ("What happened"), self->explain);
  show_card (self, self->explain_card, explain != NULL);
  follow_buttons (self, attempt);
  follow_keys (self, attempt);
}

void
dl_lesson_page_begin (DlLessonPage *self, DlLessonGuide *guide)
{
  GtkAdjustment *scroll
      = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (self->scroller));

  self->news = NULL;
  self->pointed = NULL; /* their names are those of the current window */
  dl_lesson_page_follow (self, guide);
  g_clear_handle_id (&self->scroll_timeout, g_source_remove);
  gtk_adjustment_set_value (scroll, 0);
  gtk_widget_grab_focus (self->intro);
}

void
dl_lesson_page_focus (DlLessonPage *self)
{
  gtk_widget_grab_focus (gtk_widget_get_visible (self->explain_card) ? self->explain_card
                         : gtk_widget_get_visible (self->task_card)  ? self->task_card
                                                                     : self->intro);
}

void
dl_lesson_page_set_wide (DlLessonPage *self, gboolean wide)
{
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self->body),
                                  wide ? GTK_ORIENTATION_HORIZONTAL : GTK_ORIENTATION_VERTICAL);
  gtk_box_set_spacing (GTK_BOX (self->body), wide ? 28 : 12);
  gtk_box_set_homogeneous (GTK_BOX (self->body), wide);
}

int
dl_lesson_page_measure (DlLessonPage *self, guint lines)
{
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), "A");
  int height;

  pango_layout_get_pixel_size (layout, NULL, &height);
  height *= (int) lines;
  for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self)); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (child != self->scroller && gtk_widget_get_visible (child))
      {
        int least;

        gtk_widget_measure (child, GTK_ORIENTATION_VERTICAL, -1, &least, NULL, NULL, NULL);
        height += least;
      }
  return height;
}

gboolean
dl_lesson_page_remind (DlLessonPage *self, DlLessonGuide *guide)
{
  g_autofree char *next = name_keys (self, "lesson.go-on");

  return dl_lesson_attempt_get_phase (dl_lesson_guide_get_attempt (guide)) == DL_PHASE_PREDICT
         && dl_lesson_question_remind (self->question, next);
}

DlLessonQuestion *
dl_lesson_page_get_question (DlLessonPage *self)
{
  return self->question;
}

/* The widget ----------------------------------------------------------------------------------- */

static void
dispose (GObject *object)
{
  g_clear_handle_id (&DL_LESSON_PAGE (object)->scroll_timeout, g_source_remove);
  g_clear_object (&DL_LESSON_PAGE (object)->pointer);
  G_OBJECT_CLASS (dl_lesson_page_parent_class)->dispose (object);
}

/* Whoever types a number answers with it, wherever in the step the keyboard is. */
static gboolean
on_typed (GtkEventControllerKey *keys, guint keyval, guint keycode, GdkModifierType state,
          DlLessonPage *self)
{
  return (state & (GDK_CONTROL_MASK | GDK_ALT_MASK)) == 0
         && dl_lesson_question_type (self->question, gdk_keyval_to_unicode (keyval));
}

static void
dl_lesson_page_class_init (DlLessonPageClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = dispose;
  g_type_ensure (DL_TYPE_LESSON_BLOCKS);
  g_type_ensure (DL_TYPE_LESSON_QUESTION);
  g_type_ensure (DL_TYPE_MARKER_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/dateline/Dateline/dl-lesson-page.ui");
  gtk_widget_class_bind_template_child (widget_class, DlLessonPage, scroller);
  gtk_widget_class_bind_template_child (widget_class, DlLessonPage, body);
  gtk_widget_class_bind_template_child (widget_class, DlLessonPage, aside);
  gtk_widget_class_bind_template_child (widget_class, DlLessonPage, aside_text);
  gtk_widget_class_bind_template_child (widget_class, DlLessonPage, aside_return);
  gtk_widget_class_bind_template_child (widget_class, DlLessonPage, aside_come_back);
  gtk_widget_class_bind_template_child (widget_class, DlLessonPage, intro);
  gtk_widget_class_bind_template_child (widget_class, DlLessonPage, title);
  gtk_widget_class_bind_template_child (widget_class, DlLessonPage, say);
  gtk_widget_class_bind_template_child (widget_class, DlLessonPage, points);
  gtk_widget_class_bind_template_child (widget_class, DlLessonPage, question);
  gtk_widget_class_bind_template_child (widget_class, DlLessonPage, task_card);
  gtk_widget_class_bind_template_child (widget_class, DlLessonPage, task_icon);
  gtk_widget_class_bind_template_child (widget_class, DlLessonPage, task_state);
  gtk_widget_class_bind_template_child (widget_class, DlLessonPage, task);
  gtk_widget_class_bind_template_child (widget_class, DlLessonPage, aims);
  gtk_widget_class_bind_template_child (widget_class, DlLessonPage, wrong_card);
  gtk_widget_class_bind_template_child (widget_class, DlLessonPage, wrong);
  gtk_widget_class_bind_template_child (widget_class, DlLessonPage, hints);
  gtk_widget_class_bind_template_child (widget_class, DlLessonPage, hint);
  gtk_widget_class_bind_template_child (widget_class, DlLessonPage, explain_card);
  gtk_widget_class_bind_template_child (widget_class, DlLessonPage, explain);
  gtk_widget_class_bind_template_child (widget_class, DlLessonPage, keys);
  gtk_widget_class_bind_template_child (widget_class, DlLessonPage, progress);
  gtk_widget_class_bind_template_child (widget_class, DlLessonPage, back);
  gtk_widget_class_bind_template_child (widget_class, DlLessonPage, count);
  gtk_widget_class_bind_template_child (widget_class, DlLessonPage, next);
  gtk_widget_class_bind_template_callback (widget_class, on_typed);
}

static void
dl_lesson_page_init (DlLessonPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  GtkWidget *const buttons[]
      = { self->aside_return, self->aside_come_back, self->hint, self->back, self->next };

  for (guint i = 0; i < G_N_ELEMENTS (buttons); i++)
    gtk_label_set_wrap (GTK_LABEL (gtk_button_get_child (GTK_BUTTON (buttons[i]))), TRUE);
  g_signal_connect_object (
      gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (self->scroller)), "changed",
      G_CALLBACK (on_room), self, 0);
}

GtkWidget *
dl_lesson_page_new (DlLessonPointer *pointer)
{
  DlLessonPage *self = g_object_new (DL_TYPE_LESSON_PAGE, NULL);

  self->pointer = g_object_ref (pointer);
  return GTK_WIDGET (self);
}

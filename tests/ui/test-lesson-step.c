/* A lesson of its own in the window: answers, keys, what is done and what is not, free play and
 * other scenarios in between, what was handed in, a second lesson, and files that are none. */
#include "dl-evidence-pages.h"
#include "dl-file-jobs.h"
#include "dl-lesson-page.h"
#include "dl-lessons.h"
#include "dl-session.h"
#include "dl-ui.h"
#include "lesson-fixture.h"
#include "metric-fixture.h"

#include <string.h>

#define HEAD "lesson: Own\nformat: 1\nstart: preset:ring-8\n"
#define OWN                                                                                        \
  HEAD "step: number\nsay: See [rings](glossary#ring).\nask: How many?\nnumber: radix(x)\n"        \
       "hint: Eight.\nhint: 8.\n"                                                                  \
       "step: choice\nsay: Choose.\nask: Which?\nchoice: One | radix(x) = 1\n"                     \
       "reply: No.\nchoice: Eight | radix(x) = 8\nreply: As *it* has.\nright: 2\n"                 \
       "step: words\nsay: Say.\nask: Why?\n"                                                       \
       "step: list\nsay: L.\ndo:\n  - Six.\n  - One.\nuntil: radix(x) = 6\nuntil: radix(y) = 1\n"  \
       "step: do\nsay: Do.\ndo: Make it 6.\nuntil: radix(x) = 6\nuntil: radix(y) = 1\n"            \
       "wrong: radix(x) = 7 | Seven is too *many*.\nexplain: It has {radix(x)} nodes.\n"

static void
open_text (LessonFixture *fixture, const char *text)
{
  char *folder = g_dir_make_tmp ("dateline-test-XXXXXX", NULL);
  g_autofree char *path = lesson_write_file (folder, "own.txt", text); /* known by its text */

  lesson_open_window (fixture);
  lesson_open_file (fixture, path, DL_LESSON_PANE_STEP);
  ui_remove_folder (folder);
}

static void
open_own (LessonFixture *fixture)
{
  open_text (fixture, OWN);
}

static DlAnswer
verdict_of (LessonFixture *fixture)
{
  DlLessonAttempt *attempt = lesson_attempt_of (fixture);

  return dl_lesson_attempt_get_verdict (attempt, dl_lesson_attempt_get_step (attempt));
}

static gpointer
mapped_of (LessonFixture *fixture, GType type)
{
  GtkWidget *question = ui_find (GTK_WIDGET (fixture->window), DL_TYPE_LESSON_QUESTION, 0);
  GtkWidget *found;

  for (guint i = 0; (found = ui_find (question, type, i)) != NULL; i++)
    if (gtk_widget_get_mapped (found))
      return found;
  return NULL;
}

static void
test_answers (void)
{
  LessonFixture fixture;
  GtkWidget *entry, *words;

  open_own (&fixture);
  entry = mapped_of (&fixture, GTK_TYPE_ENTRY);
  g_assert_nonnull (entry);
  gtk_editable_set_text (GTK_EDITABLE (entry), "many");
  g_signal_emit_by_name (entry, "activate");
  g_assert_true (ui_says (GTK_WIDGET (fixture.pane), "is not a number"));
  g_assert_cmpint (verdict_of (&fixture), ==, DL_ANSWER_NONE);
  gtk_editable_set_text (GTK_EDITABLE (entry), "9");
  lesson_act (&fixture, "lesson.hint", NULL);
  g_assert_true (ui_says (GTK_WIDGET (fixture.pane), "Eight."));
  g_assert_false (ui_says (GTK_WIDGET (fixture.pane), "8."));
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (entry)), ==, "9"); /* it stays */
  g_signal_emit_by_name (entry, "activate");
  g_assert_cmpint (verdict_of (&fixture), ==, DL_ANSWER_WRONG);
  g_assert_true (ui_says (GTK_WIDGET (fixture.pane), "Your answer: 9"));
  g_assert_true (ui_says (GTK_WIDGET (fixture.pane), "The answer is: 8"));
  g_assert_false (gtk_widget_get_mapped (entry));

  lesson_act (&fixture, "lesson.next", NULL);
  gtk_check_button_set_active (
      ui_find (mapped_of (&fixture, GTK_TYPE_BOX), GTK_TYPE_CHECK_BUTTON, 0), TRUE);
  gtk_check_button_set_active (
      ui_find (ui_find (GTK_WIDGET (fixture.pane), DL_TYPE_LESSON_QUESTION, 0),
               GTK_TYPE_CHECK_BUTTON, 1),
      TRUE);
  lesson_click (&fixture, ui_find_button (GTK_WIDGET (fixture.pane), "_Answer"));
  g_assert_cmpint (verdict_of (&fixture), ==, DL_ANSWER_RIGHT);
  g_assert_true (ui_says (GTK_WIDGET (fixture.pane), "Your answer: Eight"));
  g_assert_true (ui_says (GTK_WIDGET (fixture.pane), "As it has."));

  lesson_act (&fixture, "lesson.next", NULL);
  words = mapped_of (&fixture, GTK_TYPE_TEXT_VIEW);
  g_assert_nonnull (words);
  gtk_text_buffer_set_text (gtk_text_view_get_buffer (GTK_TEXT_VIEW (words)), "Since\nso.", -1);
  lesson_click (&fixture, ui_find_button (GTK_WIDGET (fixture.pane), "_Answer"));
  g_assert_cmpint (verdict_of (&fixture), ==, DL_ANSWER_KEPT);
  g_assert_cmpstr (dl_lesson_attempt_get_answer (lesson_attempt_of (&fixture), 2), ==,
                   "Since\nso.");
  lesson_close_window (&fixture);
}

static guint
step_of (LessonFixture *fixture)
{
  return dl_lesson_attempt_get_step (lesson_attempt_of (fixture));
}

/* Numbers go into the answer from wherever in the step they are typed, and the key that goes on
 * goes to a question before it goes past. */
static void
test_keys (void)
{
  LessonFixture fixture;
  GtkWidget *page, *entry;

  open_own (&fixture);
  page = ui_find (GTK_WIDGET (fixture.pane), DL_TYPE_LESSON_PAGE, 0);
  entry = mapped_of (&fixture, GTK_TYPE_ENTRY);
  g_assert_false (ui_press (page, GDK_KEY_a, 0));
  g_assert_false (ui_press (page, GDK_KEY_Return, 0));
  g_assert_true (ui_press (page, GDK_KEY_1, 0));
  g_assert_true (ui_press (page, GDK_KEY_period, 0));
  g_assert_true (ui_press (page, GDK_KEY_KP_5, 0));
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (entry)), ==, "1.5");
  g_assert_true (
      gtk_widget_is_ancestor (gtk_window_get_focus (GTK_WINDOW (fixture.window)), entry));

  gtk_widget_grab_focus (GTK_WIDGET (fixture.pane));
  lesson_act (&fixture, "lesson.go-on", NULL);
  g_assert_cmpuint (step_of (&fixture), ==, 0);
  g_assert_true (ui_says (GTK_WIDGET (fixture.pane), "Not answered yet. Alt+Page Down again"));
  g_assert_true (
      gtk_widget_is_ancestor (gtk_window_get_focus (GTK_WINDOW (fixture.window)), entry));
  lesson_act (&fixture, "lesson.go-on", NULL);
  g_assert_cmpuint (step_of (&fixture), ==, 1);

  /* Choices are no numbers. */
  g_assert_false (ui_press (page, GDK_KEY_1, 0));
  lesson_act (&fixture, "lesson.go-on", NULL);
  g_assert_cmpuint (step_of (&fixture), ==, 1);
  g_assert_true (GTK_IS_CHECK_BUTTON (gtk_window_get_focus (GTK_WINDOW (fixture.window))));
  lesson_act (&fixture, "lesson.answer", "2");
  lesson_act (&fixture, "lesson.go-on", NULL);
  g_assert_cmpuint (step_of (&fixture), ==, 2);
  lesson_close_window (&fixture);
}

static void
test_doing (void)
{
  LessonFixture fixture;
  GtkWidget *pane;

  open_own (&fixture);
  pane = GTK_WIDGET (fixture.pane);
  g_assert_true (ui_says (pane, "F6 to what is shown and back"));
  g_assert_true (ui_says (pane, "Ctrl+F1 hint"));
  for (guint i = 0; i < 3; i++)
    lesson_act (&fixture, "lesson.next", NULL);
  g_assert_true (ui_says (pane, "Ctrl+F1 hint"));
  /* An instruction for each of them. */
  g_assert_true (ui_says (pane, "Still to do: 1 of 2"));
  lesson_act (&fixture, "lesson.next", NULL);
  /* One sentence, whatever it takes: nothing to count. */
  g_assert_true (ui_says (pane, "To do"));
  g_assert_false (ui_says (pane, "Still to do"));
  lesson_set_key (&fixture, "torus.radix=7;1;1");
  g_assert_true (ui_says (pane, "Seven is too many."));
  lesson_set_key (&fixture, "torus.radix=6;1;1");
  g_assert_false (ui_says (pane, "Seven is too many."));
  g_assert_true (ui_says (pane, "It has 6 nodes."));
  lesson_act (&fixture, "lesson.reset", NULL);
  g_assert_false (ui_says (pane, "It has 6 nodes."));
  g_assert_cmpuint (dl_torus_options (dl_session_get_scenario (fixture.session))->spec.radix[DL_X],
                    ==, 8);
  lesson_act (&fixture, "lesson.back", NULL);
  g_assert_cmpuint (dl_lesson_attempt_get_step (lesson_attempt_of (&fixture)), ==, 3);
  lesson_close_window (&fixture);
}

/* How many of the rows of the page's list are ticked, of @n. */
static guint
count_ticked (LessonFixture *fixture, guint *n)
{
  GtkWidget *page = ui_find (GTK_WIDGET (fixture->pane), DL_TYPE_LESSON_PAGE, 0);
  GtkWidget *aims = ui_part (page, "aims");
  guint ticked = 0;

  *n = 0;
  if (!gtk_widget_get_mapped (aims))
    return 0;
  for (GtkWidget *row = gtk_widget_get_first_child (aims); row != NULL;
       row = gtk_widget_get_next_sibling (row), ++*n)
    ticked += g_str_equal (gtk_image_get_icon_name (GTK_IMAGE (gtk_widget_get_first_child (row))),
                           "checkbox-checked-symbolic");
  return ticked;
}

/* Open conditions are ticked when they hold; a single condition is the task itself. */
static void
test_aims (void)
{
  LessonFixture fixture;
  guint n;

  open_text (&fixture, HEAD "step: one\nsay: Two.\ndo: Do both.\nuntil: torus.radix = 6;1;1\n"
                            "until: torus.tie = parity\nuntil: broken_cables = 0\n"
                            "step: two\nsay: One.\ndo: Do it.\nuntil: torus.radix = 8;1;1\n"
                            "until: broken_cables = 0\n");
  g_assert_cmpuint (count_ticked (&fixture, &n), ==, 0);
  g_assert_cmpuint (n, ==, 2);
  g_assert_true (ui_says (GTK_WIDGET (fixture.pane), "Radix in X, Y, Z: 6;1;1"));
  lesson_set_key (&fixture, "torus.radix=6;1;1");
  g_assert_cmpuint (count_ticked (&fixture, &n), ==, 1);
  lesson_set_key (&fixture, "torus.radix=7;1;1");
  g_assert_cmpuint (count_ticked (&fixture, &n), ==, 0);
  g_assert_true (ui_says (GTK_WIDGET (fixture.pane), "not yet the one that this step waits for"));
  lesson_set_key (&fixture, "torus.radix=6;1;1");
  lesson_set_key (&fixture, "torus.tie=parity");
  g_assert_cmpuint (count_ticked (&fixture, &n), ==, 2);
  lesson_act (&fixture, "lesson.next", NULL);
  count_ticked (&fixture, &n);
  g_assert_cmpuint (n, ==, 0);
  lesson_close_window (&fixture);
}

/* The end says of each question whether it was right, and why, and what to read of what was not. */
static void
test_end (void)
{
  LessonFixture fixture;
  GtkWidget *pane;

  open_text (&fixture, HEAD "step: one\nsay: See [rings](glossary#ring).\nask: How many?\n"
                            "number: radix(x)\nexplain:\n  All {radix(x)} of them.\n\n  More.\n"
                            "step: two\nsay: A [dateline](glossary#dateline).\nask: Which?\n"
                            "choice: One | radix(x) = 1\nreply: One is not a ring.\n"
                            "choice: Eight | radix(x) = 8\nreply: Yes.\nright: 2\n"
                            "step: three\nsay: z\nask: Last?\nnumber: radix(y)\n");
  pane = GTK_WIDGET (fixture.pane);
  lesson_act (&fixture, "lesson.answer", "8");
  lesson_act (&fixture, "lesson.next", NULL);
  lesson_act (&fixture, "lesson.answer", "1");
  lesson_act (&fixture, "lesson.next", NULL);
  lesson_act (&fixture, "lesson.next", NULL);
  g_assert_cmpint (dl_lesson_pane_get_page (fixture.pane), ==, DL_LESSON_PANE_END);
  g_assert_true (ui_says (pane, "Right: 8"));
  g_assert_true (ui_says (pane, "All 8 of them."));
  g_assert_false (ui_says (pane, "More."));
  g_assert_true (ui_says (pane, "Wrong: One"));
  g_assert_true (ui_says (pane, "The answer is: Eight"));
  g_assert_true (ui_says (pane, "One is not a ring."));
  g_assert_true (ui_says (pane, "Not answered"));
  g_assert_true (ui_says (pane, "To read"));
  g_assert_true (ui_says (pane, "dateline"));
  g_assert_false (ui_says (pane, "rings"));
  g_assert_true (ui_says (pane, "To try next"));
  lesson_close_window (&fixture);
}

/* The result is hidden while the user is asked to predict it. */
static void
test_withheld (void)
{
  LessonFixture fixture;
  GtkWidget *window, *limit, *withheld;

  open_text (&fixture, HEAD "step: one\nsay: x\nask: How many?\nnumber: max_hops\n"
                            "step: two\nsay: y\nask: How many?\nnumber: max_hops\ndo: Do.\n"
                            "until: radix(x) = 6\n"
                            "step: three\nsay: z\nask: How many?\nnumber: max_hops\n");
  window = GTK_WIDGET (fixture.window);
  limit = ui_part (window, "limit");
  withheld = ui_part (window, "withheld");
  g_assert_false (gtk_widget_get_mapped (limit));
  g_assert_true (gtk_widget_get_mapped (withheld));
  lesson_act (&fixture, "lesson.answer", "4");
  g_assert_true (gtk_widget_get_mapped (limit));
  g_assert_false (gtk_widget_get_mapped (withheld));
  lesson_act (&fixture, "lesson.next", NULL);
  g_assert_true (gtk_widget_get_mapped (limit));
  lesson_act (&fixture, "lesson.next", NULL);
  g_assert_false (gtk_widget_get_mapped (limit));
  lesson_act (&fixture, "lesson.free", NULL);
  g_assert_true (gtk_widget_get_mapped (limit));
  lesson_act (&fixture, "lesson.free", NULL);
  g_assert_false (gtk_widget_get_mapped (limit));
  lesson_act (&fixture, "lesson.close", NULL);
  lesson_answer (&fixture, "_Close the Lesson");
  g_assert_true (gtk_widget_get_mapped (limit));
  lesson_close_window (&fixture);
}

/* Texts of @widget and all in it, as far as they are seen. */
static void
append_texts (GtkWidget *widget, GString *texts)
{
  if (!gtk_widget_get_mapped (widget))
    return;
  if (GTK_IS_LABEL (widget))
    g_string_append_printf (texts, "%s\n", gtk_label_get_text (GTK_LABEL (widget)));
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    append_texts (child, texts);
}

static guint
count_digits (const char *text)
{
  guint n = 0;

  for (; *text != '\0'; text++)
    n += g_ascii_isdigit (*text);
  return n;
}

/* No number that a lesson asks for, and that is long enough to be known again, is in the window
 * before the answer. */
static void
test_untold (void)
{
  g_auto (GStrv) ids = dl_lessons_list ();
  LessonFixture fixture;
  guint n = 0;

  lesson_open_window (&fixture);
  for (guint i = 0; ids[i] != NULL; i++)
    {
      DlLessonAttempt *attempt;
      const DlLesson *lesson;

      lesson_begin (&fixture, ids[i]);
      attempt = lesson_attempt_of (&fixture);
      lesson = dl_lesson_attempt_get_lesson (attempt);
      for (guint step = 0; step < lesson->steps->len; step++)
        {
          const DlLessonStep *of = dl_lesson_step (lesson, step);
          g_autofree char *answer
              = of->number != NULL
                    ? dl_fact_format (of->number, dl_lesson_attempt_get_world (attempt))
                    : NULL;
          g_autoptr (GString) texts = g_string_new (NULL);

          append_texts (GTK_WIDGET (fixture.window), texts);
          if (answer != NULL && of->until->len == 0 && count_digits (answer) > 2)
            {
              n++;
              if (strstr (texts->str, answer) != NULL)
                g_error ("%s, %s: %s is in the window before it is asked for", ids[i], of->id,
                         answer);
            }
          if (step + 1 < lesson->steps->len)
            lesson_act (&fixture, "lesson.next", NULL);
        }
    }
  g_assert_cmpuint (n, >=, 3);
  lesson_close_window (&fixture);
}

static guint
radix_of (LessonFixture *fixture)
{
  return dl_torus_options (dl_session_get_scenario (fixture->session))->spec.radix[DL_X];
}

static void
test_free_play (void)
{
  LessonFixture fixture;

  open_own (&fixture);
  for (guint i = 0; i < 3; i++)
    lesson_act (&fixture, "lesson.next", NULL);
  lesson_act (&fixture, "lesson.free", NULL);
  g_assert_true (ui_says (GTK_WIDGET (fixture.pane), "nothing is judged"));
  lesson_set_key (&fixture, "torus.radix=6;1;1");
  g_assert_cmpint (dl_lesson_attempt_get_phase (lesson_attempt_of (&fixture)), ==, DL_PHASE_DO);
  g_assert_false (
      g_action_group_get_action_enabled (G_ACTION_GROUP (fixture.window), "lesson.next"));
  lesson_act (&fixture, "lesson.free", NULL);
  g_assert_cmpuint (radix_of (&fixture), ==, 8);
  g_assert_false (ui_says (GTK_WIDGET (fixture.pane), "nothing is judged"));
  lesson_close_window (&fixture);
}

/* The earlier scenario is back, with its history; another scenario in between makes the lesson
 * wait, and is not touched by it. */
static void
test_away (void)
{
  LessonFixture fixture;
  g_autofree char *undo = NULL;
  g_autofree char *undo_after = NULL;

  lesson_open_window (&fixture);
  lesson_set_key (&fixture, "torus.radix=5;4;3");
  g_object_get (fixture.session, "undo-label", &undo, NULL);
  lesson_begin (&fixture, "03-deadlock");
  g_assert_cmpuint (radix_of (&fixture), ==, 8);
  lesson_act (&fixture, "lesson.next", NULL);
  lesson_act (&fixture, "lesson.next", NULL);
  lesson_set_key (&fixture, "torus.radix=7;1;1");

  dl_session_return (fixture.session);
  ui_settle (fixture.session);
  g_assert_true (dl_lesson_guide_is_away (dl_lesson_pane_get_guide (fixture.pane)));
  g_assert_true (ui_says (GTK_WIDGET (fixture.pane), "The lesson waits"));
  g_assert_cmpuint (radix_of (&fixture), ==, 5);
  lesson_set_key (&fixture, "torus.radix=6;4;3");
  lesson_act (&fixture, "lesson.come-back", NULL);
  g_assert_cmpuint (radix_of (&fixture), ==, 7);
  g_assert_true (ui_says (GTK_WIDGET (fixture.pane), "different size"));
  lesson_act (&fixture, "lesson.close", NULL);
  lesson_answer (&fixture, "_Close the Lesson");
  g_assert_cmpuint (radix_of (&fixture), ==, 6);
  lesson_act (&fixture, "win.undo", NULL);
  g_assert_cmpuint (radix_of (&fixture), ==, 5);
  g_object_get (fixture.session, "undo-label", &undo_after, NULL);
  g_assert_cmpstr (undo_after, ==, undo);
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (fixture.pane)));
  lesson_close_window (&fixture);
}

/* A simulation that has shown what its step asks for is paused, and can be continued. */
static void
test_pause (void)
{
  LessonFixture fixture;
  DlLive *live;
  guint64 cycle;

  lesson_open_window (&fixture);
  lesson_begin (&fixture, "09-merging-traffic");
  live = dl_view_get_live (dl_window_get_view (fixture.window));
  dl_live_run (live);
  ui_wait_for (lesson_has_come_to (live, 2000));
  g_assert_cmpint (dl_lesson_attempt_get_phase (lesson_attempt_of (&fixture)), ==,
                   DL_PHASE_PREDICT);
  lesson_act (&fixture, "lesson.answer", "50%");
  ui_wait_for (dl_lesson_attempt_get_phase (lesson_attempt_of (&fixture)) == DL_PHASE_DONE);
  g_assert_cmpint (dl_live_get_state (live), ==, DL_LIVE_PAUSED);
  dl_live_sync (live);
  cycle = dl_live_get_picture (live)->cycle;
  g_assert_cmpuint (cycle, ==, 10000); /* the same for all who do the step */
  dl_live_run (live);
  ui_wait_for (lesson_has_come_to (live, cycle + 2000));
  g_assert_cmpint (dl_live_get_state (live), ==, DL_LIVE_RUNNING);
  lesson_close_window (&fixture);
}

/* The list, and one lesson after the other. */
static void
test_list (void)
{
  g_auto (GStrv) ids = dl_lessons_list ();
  LessonFixture fixture;
  GtkWidget *list;
  guint n = 0;

  lesson_open_window (&fixture);
  lesson_act (&fixture, "win.lessons", NULL);
  g_assert_cmpint (dl_lesson_pane_get_page (fixture.pane), ==, DL_LESSON_PANE_LIST);
  list = ui_find (GTK_WIDGET (fixture.pane), GTK_TYPE_LIST_BOX, 0);
  while (gtk_list_box_get_row_at_index (GTK_LIST_BOX (list), n) != NULL)
    n++;
  g_assert_cmpuint (n, ==, g_strv_length (ids));
  g_signal_emit_by_name (list, "row-activated",
                         gtk_list_box_get_row_at_index (GTK_LIST_BOX (list), 2));
  ui_settle (fixture.session);
  g_assert_cmpstr (dl_lesson_attempt_get_lesson (lesson_attempt_of (&fixture))->id, ==, ids[2]);
  lesson_act (&fixture, "win.lessons", NULL);
  g_assert_cmpint (dl_lesson_pane_get_page (fixture.pane), ==, DL_LESSON_PANE_LIST);
  lesson_act (&fixture, "lesson.resume", NULL);
  g_assert_cmpint (dl_lesson_pane_get_page (fixture.pane), ==, DL_LESSON_PANE_STEP);
  lesson_act (&fixture, "win.lesson", ids[0]);
  g_assert_cmpstr (dl_lesson_attempt_get_lesson (lesson_attempt_of (&fixture))->id, ==, ids[0]);
  /* The scenario before the first of them is left. */
  lesson_act (&fixture, "lesson.close", NULL);
  g_assert_cmpuint (radix_of (&fixture), ==, 4);
  g_assert_null (dl_session_get_left (fixture.session));
  lesson_close_window (&fixture);
}

static void
on_saved (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (dl_write_file_finish (result, &error));
  g_assert_no_error (error);
  *(gboolean *) data = TRUE;
}

/* Only a step whose answer is not wrong bears a check mark. */
static void
check_icons (DlLessonStory *view, const DlStory *story)
{
  guint n_checked = 0, n_wrong = 0;

  for (guint i = 0; i < story->moments->len; i++)
    {
      const DlMoment *moment = story->moments->pdata[i];
      GtkWidget *row = ui_find (GTK_WIDGET (view), GTK_TYPE_LIST_BOX_ROW, i);
      const char *icon = gtk_image_get_icon_name (GTK_IMAGE (ui_find (row, GTK_TYPE_IMAGE, 0)));
      const gboolean wrong = moment->verdict == DL_ANSWER_WRONG;
      const gboolean checked = g_str_equal (icon, "object-select-symbolic");

      g_assert_true (checked == (moment->kind == DL_EVENT_DONE && !wrong));
      n_checked += checked;
      n_wrong += wrong;
    }
  g_assert_cmpuint (n_checked, ==, 2);
  g_assert_cmpuint (n_wrong, ==, 1);
}

static void
test_hand_in (void)
{
  char *folder = g_dir_make_tmp ("dateline-test-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "handed in.txt", NULL); /* as mail renames */
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (DlHandIn) hand_in = NULL;
  g_autoptr (DlScenario) last = NULL;
  DlLessonStory *view;
  const DlStory *story;
  gboolean saved = FALSE;
  LessonFixture fixture;

  /* A student, in one window. */
  lesson_open_window (&fixture);
  lesson_begin (&fixture, "03-deadlock");
  lesson_act (&fixture, "lesson.next", NULL);
  lesson_act (&fixture, "lesson.next", NULL);
  lesson_act (&fixture, "lesson.hint", NULL);
  lesson_act (&fixture, "lesson.answer", "4");
  lesson_set_key (&fixture, "torus.datelines=-1;-1;-1");
  g_assert_cmpint (verdict_of (&fixture), ==, DL_ANSWER_WRONG);
  last = dl_scenario_copy (dl_session_get_scenario (fixture.session));
  hand_in = dl_hand_in_new (lesson_attempt_of (&fixture), "Ada L.");
  dl_write_text_async (file, dl_hand_in_to_text (hand_in), on_saved, &saved);
  ui_wait_for (saved);
  lesson_close_window (&fixture);

  /* A teacher, in another. */
  lesson_open_window (&fixture);
  lesson_open_file (&fixture, path, DL_LESSON_PANE_STORY);
  view = ui_find (GTK_WIDGET (fixture.window), DL_TYPE_LESSON_STORY, 0);
  story = dl_lesson_story_get (view);
  g_assert_true (story->grade->holds);
  g_assert_true (ui_says (GTK_WIDGET (view), "Ada L."));
  g_assert_true (ui_says (GTK_WIDGET (view), "3 of 7 steps done"));
  g_assert_true (ui_says (GTK_WIDGET (view), "Answered: 4"));
  g_assert_true (ui_says (GTK_WIDGET (view), "the answer is wrong"));
  check_icons (view, story);
  g_assert_cmpuint (radix_of (&fixture), ==, 8);
  g_assert_cmpuint (story->moments->len, ==, hand_in->events->len);
  for (guint i = 1; i < story->moments->len; i++)
    {
      const DlMoment *moment = story->moments->pdata[i];

      lesson_set_key (&fixture, "torus.radix=3;3;3"); /* it is looked at, not changed */
      lesson_act (&fixture, "lesson.next", NULL);
      g_assert_cmpuint (dl_lesson_story_get_moment (view), ==, i);
      g_assert_true (
          dl_scenario_same_values (dl_session_get_scenario (fixture.session), moment->scenario));
    }
  g_assert_true (dl_scenario_same_values (dl_session_get_scenario (fixture.session), last));
  lesson_act (&fixture, "lesson.back", NULL);
  g_assert_cmpuint (dl_lesson_story_get_moment (view), ==, story->moments->len - 2);
  lesson_act (&fixture, "lesson.close", NULL);
  g_assert_cmpuint (radix_of (&fixture), ==, 4);
  lesson_close_window (&fixture);
  ui_remove_folder (folder);
}

/* State of the window before a page's text is read: the step's own, whatever the lesson before it,
 * or the user, turned to; the keyboard is at the text. */
static void
check_second (LessonFixture *fixture, const char *view, const DlMetric *metric, const char *page)
{
  DlView *shown = dl_window_get_view (fixture->window);
  GtkWidget *pages = ui_find (GTK_WIDGET (fixture->window), DL_TYPE_EVIDENCE_PAGES, 0);
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (fixture->window));
  g_autoptr (GVariant) state
      = g_action_group_get_action_state (G_ACTION_GROUP (fixture->window), "show-view");
  guint node;
  DlTorusDim dim;

  g_assert_cmpstr (g_variant_get_string (state, NULL), ==, view);
  g_assert_true (dl_view_get_metric (shown) == metric);
  g_assert_cmpstr (dl_evidence_pages_get_shown (DL_EVIDENCE_PAGES (pages)), ==, page);
  g_assert_cmpint (dl_view_get_slice (shown), ==, DL_Z);
  dl_view_get_ring (shown, &node, &dim);
  g_assert_cmpuint (node, ==, 0);
  g_assert_cmpint (dim, ==, DL_X);
  g_assert_cmpuint (dl_view_get_selected_link (shown), ==, DL_NO_LINK);
  g_assert_nonnull (focus);
  g_assert_true (gtk_widget_has_css_class (focus, "dl-lesson-intro"));
}

static void
test_second_lesson (void)
{
  LessonFixture fixture;
  DlView *view;

  lesson_open_window (&fixture);
  lesson_begin (&fixture, "03-deadlock");
  check_second (&fixture, "packets", torus_metric ("balance"), "deadlock");
  view = dl_window_get_view (fixture.window);
  for (guint turn = 0; turn < 2; turn++)
    {
      g_action_group_change_action_state (G_ACTION_GROUP (fixture.window), "show-view",
                                          g_variant_new_string ("isometric"));
      g_action_group_change_action_state (G_ACTION_GROUP (fixture.window), "evidence-page",
                                          g_variant_new_string ("tables"));
      g_object_set (view, "metric", torus_metric ("load"), "slice", DL_Y, NULL);
      dl_view_select (view, dl_place_link (1 * DL_TORUS_N_NETWORK_PORTS + DL_TORUS_PORT_X_MINUS));
      if (turn == 1)
        lesson_act (&fixture, "lesson.end", NULL);
      lesson_begin (&fixture, "03-deadlock");
      check_second (&fixture, "packets", torus_metric ("balance"), "deadlock");
    }
  lesson_begin (&fixture, "02-dimension-order");
  check_second (&fixture, "planes", torus_metric ("load"), "route");
  lesson_close_window (&fixture);
}

/* A step that turns to nothing itself is as it was, also for who comes back from a later one. */
static void
test_back (void)
{
  LessonFixture fixture;

  lesson_open_window (&fixture);
  lesson_begin (&fixture, "01-torus");
  lesson_act (&fixture, "lesson.next", NULL);
  lesson_act (&fixture, "lesson.next", NULL);
  check_second (&fixture, "planes", torus_metric ("load"), "route");
  for (guint i = 0; i < 3; i++)
    lesson_act (&fixture, "lesson.next", NULL);
  g_assert_cmpstr (dl_evidence_pages_get_shown (
                       ui_find (GTK_WIDGET (fixture.window), DL_TYPE_EVIDENCE_PAGES, 0)),
                   ==, "evidence");
  for (guint i = 0; i < 3; i++)
    lesson_act (&fixture, "lesson.back", NULL);
  check_second (&fixture, "planes", torus_metric ("load"), "route");
  lesson_close_window (&fixture);
}

static void
test_bad_files (void)
{
  char *folder = g_dir_make_tmp ("dateline-test-XXXXXX", NULL);
  g_autofree char *lesson = lesson_write_file (
      folder, "bad.lesson", HEAD "step: a\nsay: A {nothing}.\nuntil: radix = 3\n");
  g_autofree char *outside
      = lesson_write_file (folder, "far.lesson", HEAD "step: a\nsay: A.\npoint: node 9,0,0\n");
  g_autofree char *hand_in = lesson_write_file (folder, "bad.handin", "hand-in: 7\n");
  LessonFixture fixture;
  GtkWidget *focus;

  lesson_open_window (&fixture);
  lesson_open_file (&fixture, lesson, DL_LESSON_PANE_PROBLEMS);
  focus = gtk_window_get_focus (GTK_WINDOW (fixture.window));
  g_assert_true (GTK_IS_BOX (focus)); /* no label, which would be selected */
  g_assert_true (gtk_widget_is_ancestor (focus, GTK_WIDGET (fixture.pane)));
  g_assert_true (ui_says (GTK_WIDGET (fixture.pane), "bad.lesson:5: "));
  g_assert_true (ui_says (GTK_WIDGET (fixture.pane), "bad.lesson:6: "));
  lesson_act (&fixture, "win.lessons", NULL);
  lesson_open_file (&fixture, outside, DL_LESSON_PANE_PROBLEMS);
  g_assert_true (ui_says (GTK_WIDGET (fixture.pane), "far.lesson:6: "));
  lesson_act (&fixture, "win.lessons", NULL);
  lesson_open_file (&fixture, hand_in, DL_LESSON_PANE_PROBLEMS);
  g_assert_true (ui_says (GTK_WIDGET (fixture.pane), "bad.handin:1: "));
  g_assert_cmpuint (radix_of (&fixture), ==, 4);
  /* A lesson that is being done is one click away. */
  lesson_begin (&fixture, "01-torus");
  lesson_open_file (&fixture, lesson, DL_LESSON_PANE_PROBLEMS);
  g_assert_true (gtk_widget_get_mapped (ui_find_button (GTK_WIDGET (fixture.pane), "C_ontinue")));
  lesson_act (&fixture, "lesson.resume", NULL);
  g_assert_cmpint (dl_lesson_pane_get_page (fixture.pane), ==, DL_LESSON_PANE_STEP);
  lesson_close_window (&fixture);
  ui_remove_folder (folder);
}

#define SKIPPED                                                                                    \
  HEAD "step: run\nsay: One.\ndo: Run.\nuntil: sim_cycles >= 1500\n"                               \
       "step: break\nsay: Mean {latency_mean}.\ndo: Break it.\nuntil: broken_cables = 1\n"         \
       "solution: torus.broken-links=3,0,0:x+\nexplain: It was {latency_mean before}.\n"           \
       "step: mend\nsay: Three.\ndo: Mend it.\nuntil: broken_cables = 0\n"                         \
       "wrong: torus.broken-links = | Nothing is broken.\n"

/* A skipped step is made up for, including its simulation, and going back keeps the numbers. */
static void
test_skip (void)
{
  char *folder = g_dir_make_tmp ("dateline-test-XXXXXX", NULL);
  g_autofree char *path = lesson_write_file (folder, "own.txt", SKIPPED);
  LessonFixture fixture;

  lesson_open_window (&fixture);
  lesson_open_file (&fixture, path, DL_LESSON_PANE_STEP);
  lesson_act (&fixture, "lesson.next", NULL);
  ui_wait_for (ui_says (GTK_WIDGET (fixture.pane), "Mean ")
               && !ui_says (GTK_WIDGET (fixture.pane), "Mean –"));
  lesson_act (&fixture, "lesson.next", NULL);
  g_assert_cmpuint (step_of (&fixture), ==, 2);
  g_assert_false (ui_says (GTK_WIDGET (fixture.pane), "Nothing is broken"));
  g_assert_cmpint (dl_lesson_attempt_get_phase (lesson_attempt_of (&fixture)), ==, DL_PHASE_DO);

  lesson_act (&fixture, "lesson.back", NULL);
  lesson_set_key (&fixture, "torus.broken-links=5,0,0:x+");
  g_assert_true (ui_says (GTK_WIDGET (fixture.pane), "It was "));
  g_assert_false (ui_says (GTK_WIDGET (fixture.pane), "It was –"));
  lesson_act (&fixture, "lesson.next", NULL);
  lesson_act (&fixture, "lesson.back", NULL);
  g_assert_true (ui_says (GTK_WIDGET (fixture.pane), "It was "));
  g_assert_false (ui_says (GTK_WIDGET (fixture.pane), "It was –"));
  lesson_close_window (&fixture);
  ui_remove_folder (folder);
}

/* The packets of a fabric's deadlock wait for channels of the fabric, not of a torus. */
static void
test_fabric_words (void)
{
  LessonFixture fixture;
  GtkWidget *evidence;
  DlLive *live;

  lesson_open_window (&fixture);
  lesson_begin (&fixture, "15-credit-loop");
  lesson_act (&fixture, "lesson.next", NULL);
  lesson_act (&fixture, "lesson.next", NULL);
  live = dl_view_get_live (dl_window_get_view (fixture.window));
  dl_live_restart (live);
  dl_live_sync (live);
  dl_live_step (live, 20000);
  ui_wait_for (dl_live_get_picture (live) != NULL && dl_live_get_picture (live)->deadlock != NULL);
  evidence = ui_find (GTK_WIDGET (fixture.window), DL_TYPE_EVIDENCE_PAGES, 0);
  ui_wait_for (ui_says (evidence, "waits for the buffer"));
  g_assert_true (ui_says (evidence, "S0 port 3 → S2, VC"));
  for (guint port = 0; port < 6; port++)
    {
      const char *const ports[] = { "X+.", "X-.", "Y+.", "Y-.", "Z+.", "Z-." };

      g_assert_false (ui_says (evidence, ports[port]));
    }
  lesson_close_window (&fixture);
}

int
main (int argc, char **argv)
{
  ui_test_init (&argc, &argv);
  dl_ui_init ();
  g_test_add_func ("/lesson-step/answers", test_answers);
  g_test_add_func ("/lesson-step/keys", test_keys);
  g_test_add_func ("/lesson-step/doing", test_doing);
  g_test_add_func ("/lesson-step/aims", test_aims);
  g_test_add_func ("/lesson-step/end", test_end);
  g_test_add_func ("/lesson-step/withheld", test_withheld);
  g_test_add_func ("/lesson-step/untold", test_untold);
  g_test_add_func ("/lesson-step/free-play", test_free_play);
  g_test_add_func ("/lesson-step/away", test_away);
  g_test_add_func ("/lesson-step/pause", test_pause);
  g_test_add_func ("/lesson-step/list", test_list);
  g_test_add_func ("/lesson-step/second", test_second_lesson);
  g_test_add_func ("/lesson-step/back", test_back);
  g_test_add_func ("/lesson-step/skip", test_skip);
  g_test_add_func ("/lesson-step/fabric-words", test_fabric_words);
  g_test_add_func ("/lesson-step/hand-in", test_hand_in);
  g_test_add_func ("/lesson-step/bad-files", test_bad_files);
  return g_test_run ();
}

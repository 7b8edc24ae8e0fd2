#include "dl-hand-in-story.h"

#include "dl-edit.h"
#include "dl-lesson-attempt-text.h"
#include "dl-lesson-text.h"
#include "dl-lessons.h"
#include "dl-output.h"
#include "dl-scenario-file.h"
#include "dl-value.h"

#include <glib/gi18n-lib.h>

#include <string.h>

static void
moment_free (gpointer data)
{
  DlMoment *moment = data;

  g_free (moment->text);
  g_free (moment);
}

void
dl_story_free (DlStory *story)
{
  if (story == NULL)
    return;
  dl_hand_in_free (story->hand_in);
  dl_lesson_unref (story->lesson);
  dl_grade_free (story->grade);
  g_ptr_array_unref (story->moments);
  g_ptr_array_unref (story->scenarios);
  g_clear_object (&story->attempt);
  dl_scenario_free (story->last);
  g_free (story);
}

/* In words ------------------------------------------------------------------------------------- */

static char *
describe_answer (DlLessonAttempt *attempt, const DlLessonStep *step, const char *answer)
{
  g_autofree char *ask
      = step->ask != NULL ? dl_lesson_attempt_fill_first (attempt, step->ask) : NULL;
  g_autofree char *asked = ask != NULL ? dl_lesson_text_plain (ask) : NULL;
  g_autofree char *answered = NULL;
  g_autofree char *text = NULL;
  guint64 choice;

  if (step->question == DL_QUESTION_CHOICE
      && dl_value_parse_uint (answer, 1, step->choices->len, &choice, NULL))
    text = dl_lesson_attempt_choice (attempt, (guint) choice - 1);
  answered
      = g_strdup_printf (dl_lesson_attempt_was_shown (attempt, dl_lesson_attempt_get_step (attempt))
                             ? _ ("Answered after it was shown: %s")
                             : _ ("Answered: %s"),
                         text != NULL ? text : answer);
  return asked != NULL ? g_strdup_printf ("%s\n%s", asked, answered) : g_steal_pointer (&answered);
}

/* With what would have been right, where the lesson knows it. */
static char *
describe_wrong (DlLessonAttempt *attempt)
{
  g_autofree char *right
      = dl_lesson_attempt_right_answer (attempt, dl_lesson_attempt_get_step (attempt));

  return right != NULL
             ? g_strdup_printf (_ ("Done; the answer is wrong. The right answer is: %s"), right)
             : g_strdup (_ ("Done; the answer is wrong"));
}

static char *
describe_done (DlLessonAttempt *attempt)
{
  const guint step = dl_lesson_attempt_get_step (attempt);

  switch (dl_lesson_attempt_get_verdict (attempt, step))
    {
    case DL_ANSWER_RIGHT:
      return g_strdup (_ ("Done; the answer is right"));
    case DL_ANSWER_WRONG:
      return describe_wrong (attempt);
    case DL_ANSWER_UNJUDGED:
      return g_strdup (_ ("Done; the lesson cannot grade the answer"));
    default:
      return g_strdup (_ ("Done"));
    }
}

/* Does @event hold? A file may claim that a step is done; it is if the replay does it again. */
static gboolean
is_true (DlLessonAttempt *attempt, const DlLessonEvent *event)
{
  const guint step = dl_lesson_attempt_get_step (attempt);

  return event->kind != DL_EVENT_DONE
         || (step == dl_lesson_find_step (dl_lesson_attempt_get_lesson (attempt), event->text)
             && dl_lesson_attempt_is_step_done (attempt, step));
}

/* On the answer of the step that is done with it. */
static DlAnswer
verdict_of (DlLessonAttempt *attempt, const DlLessonEvent *event)
{
  return event->kind == DL_EVENT_DONE && is_true (attempt, event)
             ? dl_lesson_attempt_get_verdict (attempt, dl_lesson_attempt_get_step (attempt))
             : DL_ANSWER_NONE;
}

/* Edits of the lesson are not the student's. */
static char *
describe_edits (const char *text, gboolean own)
{
  g_autoptr (GPtrArray) edits = dl_edits_from_text (text, NULL);
  g_autofree char *words = edits != NULL ? dl_edits_describe (edits) : g_strdup (text);

  return g_strdup_printf (own ? _ ("Set by the lesson: %s") : _ ("Changed: %s"), words);
}

static char *
describe (const DlReplay *replay, const DlLessonEvent *event)
{
  DlLessonAttempt *attempt = replay->driver->attempt;
  const DlLesson *lesson = dl_lesson_attempt_get_lesson (attempt);
  const guint step = dl_lesson_attempt_get_step (attempt);

  switch (event->kind)
    {
    case DL_EVENT_STEP:
      return g_strdup_printf (_ ("Step %u: %s"), step + 1, dl_lesson_step_title (lesson, step));
    case DL_EVENT_EDIT:
      return describe_edits (event->text, replay->own);
    case DL_EVENT_ANSWER:
      return describe_answer (attempt, dl_lesson_step (lesson, step), event->text);
    case DL_EVENT_HINT:
      return g_strdup_printf (_ ("Opened hint %s"), event->text);
    case DL_EVENT_SIMULATED:
      return g_strdup_printf (_ ("Simulated %s cycles"), event->text);
    case DL_EVENT_DONE:
      return is_true (attempt, event) ? describe_done (attempt)
                                      : g_strdup (_ ("Recorded as done, but it is not done"));
    case DL_EVENT_RESET:
      return g_strdup (_ ("Restarted the step"));
    case DL_EVENT_LEAVE:
      return g_strdup (_ ("Started free play"));
    case DL_EVENT_RETURN:
      return g_strdup (_ ("Ended free play"));
    case DL_N_EVENTS:
      break;
    }
  g_return_val_if_reached (g_strdup (""));
}

/* Words of a file that comes from elsewhere: no more than text, and no word without an end. */
static char *
cleaned (char *text)
{
  g_autofree char *owned = text;

  g_autofree char *shown = NULL;

  for (char *c = owned; *c != '\0'; c++)
    if (g_ascii_iscntrl (*c) && *c != '\n')
      *c = ' ';
  shown = dl_text_printable (owned, -1, TRUE);
  return dl_lesson_text_break (shown);
}

/* Copy of @scenario, shared with the moment before where nothing was changed: there may be
 * thousands of moments. */
static const DlScenario *
share_scenario (DlStory *story, const DlScenario *scenario)
{
  GPtrArray *scenarios = story->scenarios;

  if (scenarios->len == 0
      || !dl_scenario_same_values (scenarios->pdata[scenarios->len - 1], scenario))
    g_ptr_array_add (scenarios, dl_scenario_copy (scenario));
  return scenarios->pdata[scenarios->len - 1];
}

static void
on_event (const DlReplay *replay, const DlLessonEvent *event, gpointer data)
{
  DlStory *story = data;
  DlMoment *moment = g_new (DlMoment, 1);

  *moment = (DlMoment) {
    .kind = event->kind,
    .step = dl_lesson_attempt_get_step (replay->driver->attempt),
    .is_true = is_true (replay->driver->attempt, event),
    .verdict = verdict_of (replay->driver->attempt, event),
    .text = cleaned (describe (replay, event)),
    .scenario = share_scenario (story, replay->driver->scenario),
  };
  g_ptr_array_add (story->moments, moment);
  g_set_object (&story->attempt, replay->driver->attempt);
  dl_scenario_free (story->last);
  story->last
      = dl_scenario_copy (replay->expected != NULL ? replay->expected : replay->driver->scenario);
}

DlStory *
dl_story_new (DlHandIn *hand_in, DlLesson *lesson, GCancellable *cancellable, GError **error)
{
  g_autoptr (DlStory) story = g_new0 (DlStory, 1);

  story->hand_in = hand_in;
  story->lesson = dl_lesson_ref (lesson);
  story->moments = g_ptr_array_new_with_free_func (moment_free);
  story->scenarios = g_ptr_array_new_with_free_func ((GDestroyNotify) dl_scenario_free);
  story->grade = dl_grade_replay (hand_in, lesson, on_event, story, cancellable, error);
  return story->grade != NULL ? g_steal_pointer (&story) : NULL;
}

/* Files ---------------------------------------------------------------------------------------- */

/* The name comes from the file: it must not lead anywhere else. */
static DlLesson *
load_beside (const char *file_name, const char *id, const char *const *languages)
{
  g_autofree char *folder = g_path_get_dirname (file_name);
  g_autofree char *name = g_strconcat (id, ".lesson", NULL);
  g_autofree char *path = g_build_filename (folder, name, NULL);

  if (strpbrk (id, "/\\") != NULL || *id == '.' || *id == '\0')
    return NULL;
  return dl_lessons_load_file (path, languages, NULL, NULL);
}

DlLesson *
dl_hand_in_find_lesson (const DlHandIn *hand_in, const char *file_name,
                        const char *const *languages, GError **error)
{
  g_autoptr (DlLesson) beside = load_beside (file_name, hand_in->lesson, languages);
  g_autoptr (DlLesson) own = NULL;
  g_autofree char *quoted = dl_value_quote (hand_in->lesson);

  if (beside != NULL && strcmp (beside->digest, hand_in->digest) == 0)
    return g_steal_pointer (&beside);
  own = dl_lessons_load (hand_in->lesson, languages, NULL);
  if (own != NULL)
    return g_steal_pointer (&own);
  if (beside == NULL)
    g_set_error (error, DL_LESSON_ERROR, DL_LESSON_ERROR_NOT_FOUND,
                 _ ("there is no lesson %s (put its file into the folder of the hand-in)"), quoted);
  return g_steal_pointer (&beside);
}

static gsize
hand_in_limit (const guint8 *data, gsize length)
{
  return DL_HAND_IN_MAX_BYTES;
}

DlStory *
dl_story_load (const char *file_name, const char *const *languages, GCancellable *cancellable,
               GError **error)
{
  g_autoptr (GByteArray) bytes = dl_scenario_read_file (file_name, hand_in_limit, error);
  g_autofree char *name = dl_file_base_show (file_name);
  g_autoptr (DlHandIn) hand_in = NULL;
  g_autoptr (DlLesson) lesson = NULL;

  if (bytes == NULL)
    return NULL;
  hand_in = dl_hand_in_parse ((const char *) bytes->data, bytes->len, name, error);
  if (hand_in == NULL)
    return NULL;
  lesson = dl_hand_in_find_lesson (hand_in, file_name, languages, error);
  return lesson != NULL ? dl_story_new (g_steal_pointer (&hand_in), lesson, cancellable, error)
                        : NULL;
}

/* Summaries ------------------------------------------------------------------------------------ */

GStrv
dl_score_summary (const DlLessonScore *score)
{
  GPtrArray *lines = g_ptr_array_new ();

  g_ptr_array_add (lines, g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u of %u step done",
                                                        "%u of %u steps done", score->steps),
                                           score->done, score->steps));
  if (score->asked > 0)
    g_ptr_array_add (lines,
                     g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u of %u prediction right",
                                                   "%u of %u predictions right", score->asked),
                                      score->right, score->asked));
  if (score->kept > 0)
    g_ptr_array_add (lines, g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u free-text answer",
                                                          "%u free-text answers", score->kept),
                                             score->kept));
  if (score->shown > 0)
    g_ptr_array_add (
        lines, g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u answered after it was shown",
                                             "%u answered after they were shown", score->shown),
                                score->shown));
  if (score->hints > 0)
    g_ptr_array_add (lines, g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u hint opened",
                                                          "%u hints opened", score->hints),
                                             score->hints));
  g_ptr_array_add (lines, NULL);
  return (GStrv) g_ptr_array_free (lines, FALSE);
}

GStrv
dl_story_summary (const DlStory *story)
{
  g_auto (GStrv) score = dl_score_summary (&story->grade->score);
  GPtrArray *lines = g_ptr_array_new ();

  for (guint i = 0; score[i] != NULL; i++)
    g_ptr_array_add (lines, g_strdup (score[i]));
  g_ptr_array_add (lines, g_strdup (story->grade->holds
                                        ? _ ("Replayed; the result is the same as in the file")
                                        : _ ("Replayed; the result differs from the file")));
  for (guint i = 0; i < story->grade->notes->len; i++)
    g_ptr_array_add (lines, g_strdup (story->grade->notes->pdata[i]));
  g_ptr_array_add (lines, NULL);
  return (GStrv) g_ptr_array_free (lines, FALSE);
}

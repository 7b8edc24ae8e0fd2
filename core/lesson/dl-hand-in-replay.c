/* What was handed in, done once more: by the same judge, and nothing of it believed. */
#include "dl-hand-in.h"

#include "dl-config.h"
#include "dl-value.h"

#include <glib/gi18n-lib.h>

#include <string.h>

/* What a hostile file may ask for: a minute or so. */
#define BUDGET (500 * 1000)
/* A simulation that is begun anew comes to the same, but not in the same cycle: it gets as many
 * cycles as it had, and small networks, which cost little, many more. */
#define MAX_CYCLES  100000
#define NODE_CYCLES (4 * 1000 * 1000)

void
dl_replay_free (DlReplay *replay)
{
  if (replay == NULL)
    return;
  dl_lesson_driver_free (replay->driver);
  dl_scenario_free (replay->expected);
  g_free (replay);
}

DlReplay *
dl_replay_new (const DlHandIn *hand_in, DlLesson *lesson, GCancellable *cancellable, GError **error)
{
  DlLessonDriver *driver = dl_lesson_driver_new (lesson, FALSE, cancellable, error);
  DlReplay *replay;

  if (driver == NULL)
    return NULL;
  driver->budget = BUDGET;
  dl_scenario_free (driver->scenario);
  driver->scenario = dl_scenario_copy (hand_in->start);
  /* Of no effect, and copied again and again with the rest, however much it is. */
  g_clear_pointer (&driver->scenario->extras, g_free);
  replay = g_new0 (DlReplay, 1);
  replay->hand_in = hand_in;
  replay->driver = driver;
  return replay;
}

static gboolean
is_next (const DlReplay *replay, const GPtrArray *edits)
{
  g_autofree char *text = g_strchomp (dl_edits_to_text (edits));
  const DlLessonEvent *next = replay->n_done < replay->hand_in->events->len
                                  ? g_ptr_array_index (replay->hand_in->events, replay->n_done)
                                  : NULL;

  return next != NULL && next->kind == DL_EVENT_EDIT && strcmp (next->text, text) == 0;
}

/* The attempt asks for edits that are in the log themselves, as the next event. */
static void
forget_edits (DlReplay *replay)
{
  g_autofree char *label = NULL;
  g_autoptr (GPtrArray) edits = dl_lesson_attempt_take_edits (replay->driver->attempt, &label);
  g_autoptr (DlScenario) expected = NULL;
  DlScenario **at;

  replay->driver->stale = TRUE;
  if (edits == NULL)
    return;
  expected = dl_scenario_copy (replay->driver->scenario);
  if (!dl_scenario_apply (expected, edits, NULL, NULL, NULL))
    return;
  /* What changes no value, a key that is stated and one that is not, may not be in the log. */
  at = dl_scenario_same_values (expected, replay->driver->scenario) && !is_next (replay, edits)
           ? &replay->driver->scenario
           : &replay->expected;
  dl_scenario_free (*at);
  *at = g_steal_pointer (&expected);
}

gboolean
dl_replay_sync (DlReplay *replay, GError **error)
{
  return dl_lesson_driver_tell (replay->driver, error);
}

static gboolean
fail (GError **error, const char *format, const char *text)
{
  g_autofree char *quoted = dl_value_quote (text);

  /* The callers' formats have one %s. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  g_set_error (error, DL_LESSON_ERROR, DL_LESSON_ERROR_SYNTAX, format, quoted);
#pragma GCC diagnostic pop
  return FALSE;
}

static gboolean
replay_step (DlReplay *replay, const char *id, GError **error)
{
  DlLessonAttempt *attempt = replay->driver->attempt;
  const guint step = dl_lesson_find_step (dl_lesson_attempt_get_lesson (attempt), id);

  if (step == G_MAXUINT)
    return fail (error, _ ("the lesson has no step %s"), id);
  /* An attempt begins in its first step. */
  if (replay->n_done > 0 && !dl_lesson_attempt_go_to (attempt, step))
    return fail (error, _ ("step %s cannot be reached from there"), id);
  return TRUE;
}

static gboolean
replay_edit (DlReplay *replay, const char *text, GError **error)
{
  g_autoptr (GPtrArray) edits = dl_edits_from_text (text, error);

  dl_lesson_attempt_seal (replay->driver->attempt); /* what was to be one event is one */
  return edits != NULL && dl_lesson_driver_edit (replay->driver, edits, error);
}

static gboolean
replay_simulated (DlReplay *replay, const char *text, GError **error)
{
  const guint64 nodes = MAX (dl_lesson_driver_n_nodes (replay->driver), 1);
  guint64 cycles;

  if (!dl_value_parse_uint (text, 1, G_MAXINT64, &cycles, error))
    return FALSE;
  replay->driver->told_cycles = cycles;
  return dl_lesson_driver_simulate (replay->driver,
                                    MIN (MAX (cycles, NODE_CYCLES / nodes), MAX_CYCLES), error);
}

static gboolean
replay_event (DlReplay *replay, const DlLessonEvent *event, GError **error)
{
  DlLessonAttempt *attempt = replay->driver->attempt;

  switch (event->kind)
    {
    case DL_EVENT_STEP:
      return replay_step (replay, event->text, error);
    case DL_EVENT_EDIT:
      return replay_edit (replay, event->text, error);
    case DL_EVENT_ANSWER:
      return dl_lesson_attempt_answer_plain (attempt, event->text, error);
    case DL_EVENT_SIMULATED:
      return replay_simulated (replay, event->text, error);
    case DL_EVENT_HINT:
      dl_lesson_attempt_hint (attempt);
      return TRUE;
    case DL_EVENT_RESET:
      dl_lesson_attempt_reset (attempt);
      return TRUE;
    case DL_EVENT_LEAVE:
      dl_lesson_attempt_leave (attempt);
      return TRUE;
    case DL_EVENT_RETURN:
      dl_lesson_attempt_return (attempt);
      return TRUE;
    case DL_EVENT_DONE: /* said, and not believed: it is judged once more */
    case DL_N_EVENTS:
      return TRUE;
    }
  g_return_val_if_reached (FALSE);
}

gboolean
dl_replay_next (DlReplay *replay, GError **error)
{
  g_autoptr (DlScenario) expected = NULL;
  const DlLessonEvent *event;

  if (replay->n_done >= replay->hand_in->events->len)
    return FALSE;
  event = g_ptr_array_index (replay->hand_in->events, replay->n_done);
  /* What a step begins with is what its own edits make. */
  expected = g_steal_pointer (&replay->expected);
  if (expected == NULL && replay->n_done > 0 && !dl_replay_sync (replay, error))
    return FALSE;
  if (!replay_event (replay, event, error))
    return FALSE;
  if (expected != NULL && !dl_scenario_same_values (expected, replay->driver->scenario))
    {
      g_set_error (error, DL_LESSON_ERROR, DL_LESSON_ERROR_SYNTAX,
                   _ ("the lesson itself makes different edits there"));
      return FALSE;
    }
  replay->n_done++;
  replay->own = expected != NULL && event->kind == DL_EVENT_EDIT;
  if (event->kind == DL_EVENT_SIMULATED)
    return dl_replay_sync (replay, error);
  if (event->kind == DL_EVENT_STEP || event->kind == DL_EVENT_RESET
      || event->kind == DL_EVENT_RETURN)
    forget_edits (replay);
  return TRUE;
}

/* Grading -------------------------------------------------------------------------------------- */

static void
question_free (gpointer data)
{
  DlGradeQuestion *question = data;

  g_free (question->step);
  g_free (question->answer);
  g_free (question);
}

void
dl_grade_free (DlGrade *grade)
{
  if (grade == NULL)
    return;
  g_ptr_array_unref (grade->notes);
  g_ptr_array_unref (grade->questions);
  g_free (grade);
}

static void
note (DlGrade *grade, char *text)
{
  g_ptr_array_add (grade->notes, text);
}

/* Of a file that was cut off nobody knows what its last event was. */
static gboolean
is_cut (const DlHandIn *hand_in, guint event)
{
  return !hand_in->complete && event + 1 == hand_in->events->len;
}

/* Steps that it says are done, and those of them that are not. */
static void
compare_claims (DlGrade *grade, const DlHandIn *hand_in, DlLessonAttempt *attempt)
{
  const DlLesson *lesson = dl_lesson_attempt_get_lesson (attempt);
  g_autoptr (GHashTable) claims = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < hand_in->events->len; i++)
    {
      const DlLessonEvent *event = g_ptr_array_index (hand_in->events, i);
      guint step;

      if (event->kind != DL_EVENT_DONE || is_cut (hand_in, i)
          || !g_hash_table_add (claims, event->text))
        continue;
      grade->claimed++;
      step = dl_lesson_find_step (lesson, event->text);
      if (step != G_MAXUINT && dl_lesson_attempt_is_step_done (attempt, step))
        continue;
      grade->holds = FALSE;
      note (grade, g_strdup_printf (_ ("step %s is recorded as done, but it is not done"),
                                    step != G_MAXUINT ? dl_lesson_step (lesson, step)->id : "?"));
    }
}

static void
collect_questions (DlGrade *grade, DlLessonAttempt *attempt)
{
  const DlLesson *lesson = dl_lesson_attempt_get_lesson (attempt);

  for (guint i = 0; i < lesson->steps->len; i++)
    {
      const DlLessonStep *step = dl_lesson_step (lesson, i);
      DlGradeQuestion *question;

      if (step->question == DL_QUESTION_NONE)
        continue;
      question = g_new (DlGradeQuestion, 1);
      *question = (DlGradeQuestion) {
        .step = g_strdup (step->id),
        .answer = g_strdup (dl_lesson_attempt_get_answer (attempt, i)),
        .verdict = dl_lesson_attempt_get_verdict (attempt, i),
      };
      g_ptr_array_add (grade->questions, question);
    }
}

static void
note_versions (DlGrade *grade, const DlHandIn *hand_in, const DlLesson *lesson,
               const DlScenario *start)
{
  if (strcmp (hand_in->digest, lesson->digest) != 0)
    note (grade, g_strdup (_ ("it is from a different version of the lesson")));
  if (strcmp (hand_in->program, DL_VERSION) != 0)
    {
      g_autofree char *quoted = dl_value_quote (hand_in->program);

      note (grade, g_strdup_printf (_ ("it is from version %s of the program"), quoted));
    }
  if (!hand_in->complete)
    note (grade, g_strdup (_ ("the file was cut off: its end is missing")));
  /* Without an event, the cut may go through the start. */
  if ((hand_in->complete || hand_in->events->len > 0)
      && !dl_scenario_same_values (hand_in->start, start))
    {
      grade->holds = FALSE;
      note (grade, g_strdup (_ ("it does not start where the lesson starts")));
    }
}

DlGrade *
dl_grade_new (const DlHandIn *hand_in, DlLesson *lesson, GCancellable *cancellable, GError **error)
{
  return dl_grade_replay (hand_in, lesson, NULL, NULL, cancellable, error);
}

DlGrade *
dl_grade_replay (const DlHandIn *hand_in, DlLesson *lesson, DlReplayFunc func, gpointer data,
                 GCancellable *cancellable, GError **error)
{
  g_autoptr (DlReplay) replay = dl_replay_new (hand_in, lesson, cancellable, error);
  g_autoptr (DlGrade) grade = NULL;
  g_autoptr (GError) stop = NULL;

  if (replay == NULL)
    return NULL;
  grade = g_new0 (DlGrade, 1);
  grade->holds = TRUE;
  grade->notes = g_ptr_array_new_with_free_func (g_free);
  grade->questions = g_ptr_array_new_with_free_func (question_free);
  note_versions (grade, hand_in, lesson, dl_lesson_attempt_get_start (replay->driver->attempt));
  while (dl_replay_next (replay, &stop))
    if (func != NULL)
      func (replay, g_ptr_array_index (hand_in->events, replay->n_done - 1), data);
  if (stop == NULL)
    dl_replay_sync (replay, &stop);
  if (g_error_matches (stop, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_propagate_error (error, g_steal_pointer (&stop));
      return NULL;
    }
  if (stop != NULL && !is_cut (hand_in, replay->n_done))
    {
      grade->holds = FALSE;
      note (grade, g_strdup_printf (_ ("event %u is not possible: %s"), replay->n_done + 1,
                                    stop->message));
    }
  compare_claims (grade, hand_in, replay->driver->attempt);
  dl_lesson_attempt_get_score (replay->driver->attempt, &grade->score);
  collect_questions (grade, replay->driver->attempt);
  return g_steal_pointer (&grade);
}

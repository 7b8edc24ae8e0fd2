#include "dl-hand-in.h"

#include "dl-config.h"
#include "dl-lesson-text.h"
#include "dl-output.h"
#include "dl-scenario-file.h"
#include "dl-value.h"

#include <glib/gi18n-lib.h>

#include <string.h>

/* Replay of a hand-in: by the same judge, and nothing of it believed. */

/* Limit for a hostile file: a minute or so. */
#define BUDGET (500 * 1000)
/* A repeated simulation ends the same, but not in the same cycle: it gets as many cycles as it had,
 * and small networks, which cost little, many more. */
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
  /* Extras have no effect, and would be copied each time with the rest, however large they are. */
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
  /* Edits that change no value, only whether a key is stated, may be missing in the log. */
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

  dl_lesson_attempt_seal (replay->driver->attempt); /* an event of the file stays one event */
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
    case DL_EVENT_DONE: /* stated, and not trusted: it is judged again */
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
  /* The step's own edits make its initial state. */
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

/* Is @event the last one of a file that was cut off, and so perhaps incomplete? */
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
        .shown = dl_lesson_attempt_was_shown (attempt, i),
      };
      g_ptr_array_add (grade->questions, question);
    }
}

static void
note_shown (DlGrade *grade)
{
  g_autoptr (GString) steps = g_string_new (NULL);

  for (guint i = 0; i < grade->questions->len; i++)
    {
      const DlGradeQuestion *question = grade->questions->pdata[i];

      if (question->shown)
        g_string_append_printf (steps, "%s%s", steps->len > 0 ? ", " : "", question->step);
    }
  if (steps->len > 0)
    /* Translators: %s is the names of steps of a lesson */
    note (grade, g_strdup_printf (_ ("answered after it was shown: %s"), steps->str));
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
  note_shown (grade);
  return g_steal_pointer (&grade);
}

/* The longest value in the head, in characters. */
#define MAX_WORD 256

void
dl_hand_in_free (DlHandIn *hand_in)
{
  if (hand_in == NULL)
    return;
  g_free (hand_in->program);
  g_free (hand_in->lesson);
  g_free (hand_in->digest);
  g_free (hand_in->language);
  g_free (hand_in->name);
  dl_scenario_free (hand_in->start);
  g_ptr_array_unref (hand_in->events);
  g_free (hand_in);
}

static DlHandIn *
hand_in_new (void)
{
  DlHandIn *hand_in = g_new0 (DlHandIn, 1);

  hand_in->events = g_ptr_array_new_with_free_func (dl_lesson_event_free);
  return hand_in;
}

/* Marks that turn the direction of what stands beside them: LRE to RLO, LRI to PDI. */
/* In one line, as the head has it, and without effect on what stands beside it; NULL if nothing is
 * left. */
static char *
one_line (const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  g_autoptr (GString) kept = g_string_new (NULL);
  char *line;

  for (const char *at = valid; *at != '\0'; at = g_utf8_next_char (at))
    if (g_ascii_iscntrl (*at))
      g_string_append_c (kept, ' ');
    else if (!dl_text_hides (g_utf8_get_char (at)))
      g_string_append_unichar (kept, g_utf8_get_char (at));
  line = g_string_free (g_steal_pointer (&kept), FALSE);
  g_strstrip (line);
  if (g_utf8_strlen (line, -1) > MAX_WORD)
    *g_utf8_offset_to_pointer (line, MAX_WORD) = '\0';
  g_strchomp (line);
  if (*line == '\0')
    g_clear_pointer (&line, g_free);
  return line;
}

DlHandIn *
dl_hand_in_new (DlLessonAttempt *attempt, const char *name)
{
  const DlLesson *lesson = dl_lesson_attempt_get_lesson (attempt);
  const GPtrArray *log = dl_lesson_attempt_get_log (attempt);
  DlHandIn *hand_in = hand_in_new ();

  hand_in->program = g_strdup (DL_VERSION);
  hand_in->lesson = g_strdup (lesson->id);
  hand_in->digest = g_strdup (lesson->digest);
  hand_in->language = g_strdup (lesson->language);
  hand_in->name = name != NULL ? one_line (name) : NULL;
  if (hand_in->name != NULL && *hand_in->name == '\0')
    g_clear_pointer (&hand_in->name, g_free);
  hand_in->start = dl_scenario_copy (dl_lesson_attempt_get_start (attempt));
  for (guint i = 0; i < log->len; i++)
    {
      const DlLessonEvent *event = g_ptr_array_index (log, i);

      g_ptr_array_add (hand_in->events, dl_lesson_event_new (event->kind, event->text));
      ((DlLessonEvent *) hand_in->events->pdata[i])->shown = event->shown;
    }
  hand_in->complete = TRUE;
  return hand_in;
}

/* Writing -------------------------------------------------------------------------------------- */

static void
append_word (GString *text, const char *key, const char *word)
{
  if (word != NULL)
    dl_lesson_lines_append (text, key, word);
}

char *
dl_hand_in_to_text (const DlHandIn *hand_in)
{
  GString *text = g_string_new ("# Handed in from a lesson of Dateline\n");
  g_autofree char *start = dl_scenario_to_text (hand_in->start, FALSE);

  g_string_append_printf (text, "hand-in: %d\n", DL_HAND_IN_FORMAT);
  append_word (text, "program", hand_in->program);
  append_word (text, "lesson", hand_in->lesson);
  append_word (text, "digest", hand_in->digest);
  append_word (text, "language", hand_in->language);
  append_word (text, "name", hand_in->name);
  dl_lesson_lines_append (text, "start", g_strchomp (start));
  for (guint i = 0; i < hand_in->events->len; i++)
    {
      const DlLessonEvent *event = g_ptr_array_index (hand_in->events, i);
      g_autofree char *value = g_strchomp (g_strdup (event->text));

      dl_lesson_lines_append (text, dl_lesson_event_name (event->kind), value);
      /* A comment, for a reader of the file: programs find it by replaying. */
      if (event->shown)
        g_string_append (text, "# answered after it was shown\n");
    }
  /* Whoever cuts it off cuts this off. */
  if (hand_in->complete)
    g_string_append_printf (text, "end: %u\n", hand_in->events->len);
  return g_string_free (text, FALSE);
}

/* Reading -------------------------------------------------------------------------------------- */

typedef struct
{
  DlHandIn *hand_in;
  DlProblems *problems;
} Reader;

static gboolean
take_format (Reader *reader, const DlLessonLine *line)
{
  guint64 format;

  if (dl_value_parse_uint (line->value, 1, G_MAXUINT32, &format, NULL)
      && format > DL_HAND_IN_FORMAT)
    dl_problems_add (reader->problems, line->line,
                     _ ("the file was written by a newer version of the program, in format %lu "
                        "(expected up to %d)"),
                     (gulong) format, DL_HAND_IN_FORMAT);
  else if (strcmp (line->value, G_STRINGIFY (DL_HAND_IN_FORMAT)) != 0)
    dl_problems_add (reader->problems, line->line, _ ("unknown format (expected hand-in: %d)"),
                     DL_HAND_IN_FORMAT);
  return reader->problems->n == 0;
}

static void
take_word (Reader *reader, const DlLessonLine *line, char **word)
{
  if (*word != NULL)
    dl_problems_add (reader->problems, line->line, _ ("%s occurs twice (write it once)"),
                     line->key);
  else if (strchr (line->value, '\n') != NULL || g_utf8_strlen (line->value, -1) > MAX_WORD
           || (*word = one_line (line->value)) == NULL)
    dl_problems_add (reader->problems, line->line,
                     _ ("%s is not a line of text (expected 1 to %d characters)"), line->key,
                     MAX_WORD);
}

static void
take_start (Reader *reader, const DlLessonLine *line)
{
  g_autoptr (GError) error = NULL;

  if (reader->hand_in->start != NULL)
    {
      dl_problems_add (reader->problems, line->line, _ ("%s occurs twice (write it once)"),
                       line->key);
      return;
    }
  reader->hand_in->start = dl_scenario_parse (line->value, -1, "start", NULL, &error);
  if (reader->hand_in->start == NULL)
    dl_problems_add_error (reader->problems, line->line, g_steal_pointer (&error));
}

static void
take_end (Reader *reader, const DlLessonLine *line)
{
  guint64 n;

  if (dl_value_parse_uint (line->value, 0, G_MAXUINT32, &n, NULL)
      && n == reader->hand_in->events->len)
    reader->hand_in->complete = TRUE;
  else
    dl_problems_add (reader->problems, line->line,
                     _ ("there are %u events before the end, but the end has a different count "
                        "(use the original file)"),
                     reader->hand_in->events->len);
}

static gboolean
take_event (Reader *reader, const DlLessonLine *line)
{
  for (guint kind = 0; kind < DL_N_EVENTS; kind++)
    if (strcmp (dl_lesson_event_name ((DlLessonEventKind) kind), line->key) == 0)
      {
        if (reader->hand_in->events->len == DL_LESSON_MAX_EVENTS)
          dl_problems_add (reader->problems, line->line, _ ("too many events (at most %d)"),
                           DL_LESSON_MAX_EVENTS);
        else if (reader->hand_in->events->len < DL_LESSON_MAX_EVENTS)
          g_ptr_array_add (reader->hand_in->events,
                           dl_lesson_event_new ((DlLessonEventKind) kind, line->value));
        return TRUE;
      }
  return FALSE;
}

static void
take_line (Reader *reader, const DlLessonLine *line)
{
  DlHandIn *hand_in = reader->hand_in;

  if (hand_in->complete)
    dl_problems_add (reader->problems, line->line, _ ("a line follows the end (remove it)"));
  else if (strcmp (line->key, "program") == 0)
    take_word (reader, line, &hand_in->program);
  else if (strcmp (line->key, "lesson") == 0)
    take_word (reader, line, &hand_in->lesson);
  else if (strcmp (line->key, "digest") == 0)
    take_word (reader, line, &hand_in->digest);
  else if (strcmp (line->key, "language") == 0)
    take_word (reader, line, &hand_in->language);
  else if (strcmp (line->key, "name") == 0)
    take_word (reader, line, &hand_in->name);
  else if (strcmp (line->key, "start") == 0)
    take_start (reader, line);
  else if (strcmp (line->key, "end") == 0)
    take_end (reader, line);
  else if (!take_event (reader, line))
    dl_problems_add (reader->problems, line->line, _ ("a hand-in has no line %s"), line->key);
}

static void
check_whole (Reader *reader)
{
  const DlHandIn *hand_in = reader->hand_in;

  if (hand_in->lesson == NULL || hand_in->start == NULL || hand_in->program == NULL
      || hand_in->digest == NULL)
    dl_problems_add (reader->problems, 0,
                     _ ("the header is incomplete (expected hand-in, program, lesson, digest and "
                        "start)"));
}

DlHandIn *
dl_hand_in_parse (const char *text, gssize length, const char *file_name, GError **error)
{
  const gsize n = length >= 0 ? (gsize) length : strlen (text);
  g_autoptr (DlProblems) problems = dl_problems_new (file_name);
  g_autoptr (GPtrArray) lines = dl_lesson_lines_read (text, n, DL_HAND_IN_MAX_BYTES, problems);
  g_autoptr (DlHandIn) hand_in = hand_in_new ();
  Reader reader = { hand_in, problems };
  const DlLessonLine *first = lines->len > 0 ? lines->pdata[0] : NULL;

  if (problems->n == 0 && (first == NULL || strcmp (first->key, "hand-in") != 0))
    dl_problems_add (problems, first != NULL ? first->line : 1,
                     _ ("this is not a hand-in (expected hand-in: %d)"), DL_HAND_IN_FORMAT);
  if (problems->n == 0 && take_format (&reader, first))
    {
      for (guint i = 1; i < lines->len; i++)
        take_line (&reader, g_ptr_array_index (lines, i));
      check_whole (&reader);
    }
  if (problems->n == 0)
    return g_steal_pointer (&hand_in);
  g_set_error_literal (error, DL_LESSON_ERROR, DL_LESSON_ERROR_SYNTAX,
                       g_ptr_array_index (problems->messages, 0));
  return NULL;
}

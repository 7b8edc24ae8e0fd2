#include "dl-lesson-driver.h"

#include "dl-lesson-attempt-text.h"
#include "dl-value.h"

#include <glib/gi18n-lib.h>

#include <string.h>

const char *
dl_lesson_event_name (DlLessonEventKind kind)
{
  static const char *const names[DL_N_EVENTS] = {
    [DL_EVENT_STEP] = "step",   [DL_EVENT_EDIT] = "edit",           [DL_EVENT_ANSWER] = "answer",
    [DL_EVENT_HINT] = "hint",   [DL_EVENT_SIMULATED] = "simulated", [DL_EVENT_DONE] = "done",
    [DL_EVENT_RESET] = "reset", [DL_EVENT_LEAVE] = "leave",         [DL_EVENT_RETURN] = "return",
  };

  return names[kind];
}

DlLessonEvent *
dl_lesson_event_new (DlLessonEventKind kind, const char *text)
{
  DlLessonEvent *event = g_new (DlLessonEvent, 1);

  event->kind = kind;
  event->text = g_strdup (text);
  event->shown = FALSE;
  return event;
}

void
dl_lesson_event_free (gpointer event)
{
  g_free (((DlLessonEvent *) event)->text);
  g_free (event);
}

void
dl_lesson_log_init (DlLessonLog *log, const DlScenario *start)
{
  log->events = g_ptr_array_new_with_free_func (dl_lesson_event_free);
  log->last = dl_scenario_copy (start);
  log->before = NULL;
}

void
dl_lesson_log_clear (DlLessonLog *log)
{
  g_clear_pointer (&log->events, g_ptr_array_unref);
  g_clear_pointer (&log->last, dl_scenario_free);
  g_clear_pointer (&log->before, dl_scenario_free);
}

static void
append (DlLessonLog *log, DlLessonEventKind kind, const char *text)
{
  if (log->events->len < DL_LESSON_MAX_EVENTS)
    g_ptr_array_add (log->events, dl_lesson_event_new (kind, text));
}

void
dl_lesson_log_seal (DlLessonLog *log)
{
  g_clear_pointer (&log->before, dl_scenario_free);
}

void
dl_lesson_log_add (DlLessonLog *log, DlLessonEventKind kind, const char *text)
{
  append (log, kind, text);
  dl_lesson_log_seal (log);
}

static void
append_edits (DlLessonLog *log, const GPtrArray *edits)
{
  g_autofree char *text = dl_edits_to_text (edits);

  append (log, DL_EVENT_EDIT, text);
}

/* Do both change one key, and the same one? */
static gboolean
same_key (const GPtrArray *a, const GPtrArray *b)
{
  return a->len == 1 && b->len == 1
         && ((const DlEdit *) a->pdata[0])->field == ((const DlEdit *) b->pdata[0])->field;
}

gboolean
dl_lesson_log_follow (DlLessonLog *log, const DlScenario *now)
{
  g_autoptr (GPtrArray) edits = NULL;
  g_autoptr (GPtrArray) merged = NULL;
  g_autoptr (GPtrArray) earlier = NULL;

  if (dl_scenario_same_values (log->last, now))
    return FALSE;
  edits = dl_edits_between (log->last, now);
  if (log->before != NULL)
    {
      earlier = dl_edits_between (log->before, log->last);
      if (same_key (earlier, edits))
        merged = dl_edits_between (log->before, now);
    }
  /* If the log is full, its last event is not the one after @before. */
  if (merged != NULL && log->events->len > 0 && log->events->len < DL_LESSON_MAX_EVENTS)
    {
      g_ptr_array_remove_index (log->events, log->events->len - 1);
      /* A key that is stated is not said to be another one than by default. */
      if (dl_scenario_same_values (log->before, now))
        {
          g_clear_pointer (&log->last, dl_scenario_free);
          log->last = g_steal_pointer (&log->before);
          return TRUE;
        }
      append_edits (log, merged);
    }
  else
    {
      append_edits (log, edits);
      dl_lesson_log_seal (log);
      log->before = g_steal_pointer (&log->last);
    }
  g_clear_pointer (&log->last, dl_scenario_free);
  log->last = dl_scenario_copy (now);
  return TRUE;
}

void
dl_lesson_log_settle (DlLessonLog *log, const DlScenario *now)
{
  g_autoptr (GPtrArray) edits = dl_edits_between (log->last, now);

  dl_lesson_log_seal (log);
  if (edits->len == 0)
    return;
  append_edits (log, edits);
  dl_scenario_free (log->last);
  log->last = dl_scenario_copy (now);
}

G_DEFINE_QUARK (dl - script - error - quark, dl_script_error)

/* The budget counts thousands of cycles of a node; following so many hops of pairs of nodes, for
 * which not every routing engine has a short cut, takes about as long. */
#define THOUSAND      1000
#define ANALYZED_HOPS 20000

void
dl_lesson_driver_free (DlLessonDriver *driver)
{
  if (driver == NULL)
    return;
  g_clear_object (&driver->attempt);
  g_clear_object (&driver->cancellable);
  dl_scenario_free (driver->scenario);
  dl_history_free (driver->history);
  g_clear_pointer (&driver->result, dl_evaluation_unref);
  dl_simulation_free (driver->simulation);
  g_free (driver);
}

/* The world ------------------------------------------------------------------------------------ */

guint64
dl_lesson_driver_n_nodes (const DlLessonDriver *driver)
{
  return driver->scenario->family->cost (driver->scenario).nodes;
}

static gboolean
spend (DlLessonDriver *driver, guint64 thousands, GError **error)
{
  driver->spent += thousands;
  if (driver->budget == 0 || driver->spent <= driver->budget)
    return TRUE;
  g_set_error (error, DL_SCRIPT_ERROR, DL_SCRIPT_ERROR_BUDGET,
               _ ("this computation is too large for a lesson (use a smaller network or fewer "
                  "cycles)"));
  return FALSE;
}

static gboolean
analyze (DlLessonDriver *driver, GError **error)
{
  DlEvaluation *result;

  if (driver->result != NULL
      && dl_scenario_same_values (driver->result->scenario, driver->scenario))
    return TRUE;
  if (!spend (driver, driver->scenario->family->cost (driver->scenario).hops / ANALYZED_HOPS + 1,
              error))
    return FALSE;
  result = dl_evaluation_new (driver->scenario, 0, NULL, driver->cancellable, error);
  if (result == NULL)
    return FALSE;
  g_clear_pointer (&driver->result, dl_evaluation_unref);
  driver->result = result;
  return TRUE;
}

/* Make the edits that the attempt asks for, or forget them: the caller makes them. */
static gboolean
obey (DlLessonDriver *driver, GError **error)
{
  g_autofree char *label = NULL;
  g_autoptr (GPtrArray) edits = dl_lesson_attempt_take_edits (driver->attempt, &label);

  driver->stale = TRUE;
  if (edits == NULL || !driver->obedient)
    return TRUE;
  g_clear_pointer (&driver->simulation, dl_simulation_free);
  return dl_history_do (driver->history, driver->scenario, edits, label, NULL, NULL, error);
}

/* Bring simulations that comparisons of the step lack. */
static gboolean
bring_missing (DlLessonDriver *driver, GError **error)
{
  const DlScenario *scenario;
  guint64 cycles;

  while ((scenario = dl_lesson_attempt_get_missing (driver->attempt, &cycles)) != NULL)
    {
      const DlCost cost = scenario->family->cost (scenario);
      g_autoptr (DlWorld) world = NULL;

      if (!spend (driver, cost.hops / ANALYZED_HOPS + 1 + cycles * cost.nodes / THOUSAND, error))
        return FALSE;
      world = dl_world_new_run (scenario, cycles, driver->cancellable, error);
      if (world == NULL)
        return FALSE;
      dl_lesson_attempt_set_missing (driver->attempt, world);
    }
  return TRUE;
}

gboolean
dl_lesson_driver_tell (DlLessonDriver *driver, GError **error)
{
  g_autoptr (DlWorld) world = NULL;

  if (!driver->stale)
    return TRUE;
  if (!analyze (driver, error))
    return FALSE;
  world = dl_world_new_simulated (driver->scenario, driver->result, driver->simulation);
  if (driver->told_cycles > 0)
    {
      world->cycles = MIN (world->cycles, driver->told_cycles);
      world->shown_cycle = MIN (world->shown_cycle, driver->told_cycles);
    }
  driver->stale = FALSE;
  dl_lesson_attempt_set_world (driver->attempt, world);
  return bring_missing (driver, error);
}

DlLessonDriver *
dl_lesson_driver_new (DlLesson *lesson, gboolean obedient, GCancellable *cancellable,
                      GError **error)
{
  g_autoptr (DlLessonDriver) driver = g_new0 (DlLessonDriver, 1);

  driver->obedient = obedient;
  driver->cancellable = cancellable != NULL ? g_object_ref (cancellable) : NULL;
  driver->history = dl_history_new ();
  driver->attempt = dl_lesson_attempt_new (lesson, error);
  if (driver->attempt == NULL)
    return NULL;
  driver->scenario = dl_scenario_copy (dl_lesson_attempt_get_start (driver->attempt));
  if (!obey (driver, error) || (obedient && !dl_lesson_driver_tell (driver, error)))
    return NULL;
  return g_steal_pointer (&driver);
}

gboolean
dl_lesson_driver_edit (DlLessonDriver *driver, GPtrArray *edits, GError **error)
{
  if (!dl_history_do (driver->history, driver->scenario, edits, "", NULL, NULL, error))
    return FALSE;
  g_clear_pointer (&driver->simulation, dl_simulation_free);
  driver->stale = TRUE;
  return TRUE;
}

gboolean
dl_lesson_driver_simulate (DlLessonDriver *driver, guint64 cycles, GError **error)
{
  const gboolean enough = cycles == DL_LESSON_ENOUGH;
  DlSimulation *simulation;

  if (enough)
    cycles = driver->scenario->simulation.cycles;
  if (cycles == 0 || cycles > DL_LESSON_MAX_CYCLES)
    {
      g_set_error (error, DL_SCRIPT_ERROR, DL_SCRIPT_ERROR_COMMAND,
                   _ ("too many cycles (expected 1 to %d)"), DL_LESSON_MAX_CYCLES);
      return FALSE;
    }
  if (!analyze (driver, error)
      || !spend (driver, cycles * dl_lesson_driver_n_nodes (driver) / THOUSAND, error))
    return FALSE;
  simulation = dl_world_simulate (driver->scenario, driver->result, enough ? 0 : cycles,
                                  driver->cancellable, error);
  if (simulation == NULL)
    return FALSE;
  dl_simulation_free (driver->simulation);
  driver->simulation = simulation;
  driver->stale = TRUE;
  return TRUE;
}

/* Scripts -------------------------------------------------------------------------------------- */

static gboolean fail (GError **error, DlScriptError code, const char *format, ...)
    G_GNUC_PRINTF (3, 4);

static gboolean
fail (GError **error, DlScriptError code, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  g_propagate_error (error, g_error_new_valist (DL_SCRIPT_ERROR, code, format, args));
  va_end (args);
  return FALSE;
}

static gboolean
do_set (DlLessonDriver *driver, const char *rest, GError **error)
{
  g_autoptr (GPtrArray) edits = dl_edits_new ();

  return dl_edits_parse_assignment (edits, rest, error)
         && dl_lesson_driver_edit (driver, edits, error);
}

static gboolean
do_undo (DlLessonDriver *driver, const char *rest, GError **error)
{
  if (!dl_history_undo (driver->history, driver->scenario))
    return fail (error, DL_SCRIPT_ERROR_COMMAND, _ ("there is nothing to undo"));
  g_clear_pointer (&driver->simulation, dl_simulation_free);
  return TRUE;
}

static gboolean
do_redo (DlLessonDriver *driver, const char *rest, GError **error)
{
  if (!dl_history_redo (driver->history, driver->scenario))
    return fail (error, DL_SCRIPT_ERROR_COMMAND, _ ("there is nothing to redo"));
  g_clear_pointer (&driver->simulation, dl_simulation_free);
  return TRUE;
}

static gboolean
do_simulate (DlLessonDriver *driver, const char *rest, GError **error)
{
  guint64 cycles;

  return dl_value_parse_uint (rest, 1, DL_LESSON_MAX_CYCLES, &cycles, error)
         && dl_lesson_driver_simulate (driver, cycles, error);
}

static gboolean
do_answer (DlLessonDriver *driver, const char *rest, GError **error)
{
  return dl_lesson_attempt_answer_plain (driver->attempt, rest, error);
}

static gboolean
do_hint (DlLessonDriver *driver, const char *rest, GError **error)
{
  const guint before = dl_lesson_attempt_get_hints (driver->attempt);

  return dl_lesson_attempt_hint (driver->attempt) > before
         || fail (error, DL_SCRIPT_ERROR_COMMAND, _ ("there are no more hints"));
}

static gboolean
go_to (DlLessonDriver *driver, guint step, GError **error)
{
  return dl_lesson_attempt_go_to (driver->attempt, step)
         || fail (error, DL_SCRIPT_ERROR_COMMAND, _ ("there is no next step"));
}

static gboolean
do_next (DlLessonDriver *driver, const char *rest, GError **error)
{
  return go_to (driver, dl_lesson_attempt_get_step (driver->attempt) + 1, error);
}

static gboolean
do_back (DlLessonDriver *driver, const char *rest, GError **error)
{
  return go_to (driver, dl_lesson_attempt_get_step (driver->attempt) - 1, error);
}

static gboolean
do_reset (DlLessonDriver *driver, const char *rest, GError **error)
{
  dl_lesson_attempt_reset (driver->attempt);
  return TRUE;
}

static gboolean
do_leave (DlLessonDriver *driver, const char *rest, GError **error)
{
  dl_lesson_attempt_leave (driver->attempt);
  return TRUE;
}

static gboolean
do_return (DlLessonDriver *driver, const char *rest, GError **error)
{
  dl_lesson_attempt_return (driver->attempt);
  return TRUE;
}

/* Expectations --------------------------------------------------------------------------------- */

static const char *
phase_word (DlLessonPhase phase)
{
  static const char *const words[] = { "predict", "do", "done" };

  return words[phase];
}

static const char *
verdict_word (DlAnswer verdict)
{
  static const char *const words[]
      = { "unanswered", "kept", "waits", "right", "wrong", "unjudged" };

  return words[verdict];
}

static gboolean
expect_said (const char *said, const char *text, GError **error)
{
  g_autofree char *words = dl_lesson_text_plain (text);

  if (said != NULL && strstr (said, words) != NULL)
    return TRUE;
  return fail (error, DL_SCRIPT_ERROR_EXPECT, _ ("expected the message “%s”, but it is “%s”"),
               words, said != NULL ? said : "");
}

static gboolean
expect_that (DlLessonDriver *driver, const char *text, GError **error)
{
  DlWorld *world = dl_lesson_attempt_get_world (driver->attempt);
  g_autoptr (DlCondition) condition = dl_condition_parse (text, error);
  g_autofree char *value = NULL;

  if (condition == NULL)
    return FALSE;
  if (dl_condition_judge (condition, world, NULL, NULL) == DL_JUDGED_YES)
    return TRUE;
  value = dl_fact_format (condition->fact, world);
  return fail (error, DL_SCRIPT_ERROR_EXPECT, _ ("expected %s, but it is %s"), text, value);
}

static const DlLessonStep *
current_step (DlLessonDriver *driver)
{
  return dl_lesson_step (dl_lesson_attempt_get_lesson (driver->attempt),
                         dl_lesson_attempt_get_step (driver->attempt));
}

/* Is @word a whole word in @text? */
static gboolean
has_word (const char *text, const char *word)
{
  const gsize length = strlen (word);

  for (const char *at = strstr (text, word); at != NULL; at = strstr (at + 1, word))
    if ((at == text || !g_ascii_isalnum (at[-1])) && !g_ascii_isalnum (at[length]))
      return TRUE;
  return FALSE;
}

/* Text of the current step as a person reads it. */
static char *
read_text (DlLessonDriver *driver, const char *text)
{
  g_autofree char *filled = dl_lesson_attempt_fill (driver->attempt, text != NULL ? text : "");

  return dl_lesson_text_plain (filled);
}

static gboolean
expect_untold (DlLessonDriver *driver, const char *word, GError **error)
{
  g_autofree char *said = read_text (driver, current_step (driver)->say);

  if (!has_word (said, word))
    return TRUE;
  return fail (error, DL_SCRIPT_ERROR_EXPECT, _ ("the answer “%s” is shown before the question"),
               word);
}

static gboolean
expect_explained (DlLessonDriver *driver, const char *text, GError **error)
{
  g_autofree char *said = read_text (driver, current_step (driver)->explain);
  g_autofree char *words = dl_lesson_text_plain (text);

  if (strstr (said, words) != NULL)
    return TRUE;
  return fail (error, DL_SCRIPT_ERROR_EXPECT,
               _ ("expected the explanation to contain “%s”, but it is “%s”"), words, said);
}

static gboolean
expect_replied (DlLessonDriver *driver, const char *text, GError **error)
{
  g_autofree char *reply
      = dl_lesson_attempt_reply (driver->attempt, dl_lesson_attempt_get_step (driver->attempt));
  g_autofree char *said = reply != NULL ? dl_lesson_text_plain (reply) : NULL;

  return expect_said (said, text, error);
}

/* The first condition that the step waits for, among conditions on the current state alone; NULL:
 * none. */
static const char *
find_awaited (DlLessonDriver *driver)
{
  const DlLessonStep *step = current_step (driver);

  for (guint i = 0; i < step->until->len; i++)
    {
      const DlCondition *condition = g_ptr_array_index (step->until, i);

      if (condition->operand != DL_OPERAND_BEFORE && condition->operand != DL_OPERAND_START
          && dl_condition_judge (condition, dl_lesson_attempt_get_world (driver->attempt), NULL,
                                 NULL)
                 != DL_JUDGED_YES)
        return condition->source;
    }
  return NULL;
}

static gboolean
do_expect (DlLessonDriver *driver, const char *rest, GError **error)
{
  const guint step = dl_lesson_attempt_get_step (driver->attempt);
  const char *id = dl_lesson_step (dl_lesson_attempt_get_lesson (driver->attempt), step)->id;
  const char *phase = phase_word (dl_lesson_attempt_get_phase (driver->attempt));
  const char *verdict = verdict_word (dl_lesson_attempt_get_verdict (driver->attempt, step));
  g_autofree char *wrong = dl_lesson_attempt_wrong (driver->attempt);
  g_autofree char *said = wrong != NULL ? dl_lesson_text_plain (wrong) : NULL;
  const char *awaited
      = dl_lesson_attempt_get_phase (driver->attempt) == DL_PHASE_DO ? find_awaited (driver) : NULL;

  if (g_str_has_prefix (rest, "said "))
    return expect_said (said, rest + strlen ("said "), error);
  if (g_str_has_prefix (rest, "untold "))
    return expect_untold (driver, rest + strlen ("untold "), error);
  if (g_str_has_prefix (rest, "explained "))
    return expect_explained (driver, rest + strlen ("explained "), error);
  if (g_str_has_prefix (rest, "replied "))
    return expect_replied (driver, rest + strlen ("replied "), error);
  if (g_str_has_prefix (rest, "that "))
    return expect_that (driver, rest + strlen ("that "), error);
  if (g_str_has_prefix (rest, "step ") ? strcmp (rest + strlen ("step "), id) == 0
      : strcmp (rest, "fine") == 0     ? said == NULL
      : strcmp (rest, "finished") == 0 ? dl_lesson_attempt_is_finished (driver->attempt)
                                       : strcmp (rest, phase) == 0 || strcmp (rest, verdict) == 0)
    return TRUE;
  if (said == NULL && awaited != NULL && strcmp (rest, "done") == 0)
    return fail (error, DL_SCRIPT_ERROR_EXPECT, _ ("expected “done”, but step %s waits for %s"), id,
                 awaited);
  return fail (error, DL_SCRIPT_ERROR_EXPECT,
               _ ("expected “%s”, but in step %s the phase is “%s”, the answer “%s”%s%s"), rest, id,
               phase, verdict, said != NULL ? ": " : "", said != NULL ? said : "");
}

static const struct
{
  const char *name;
  gboolean has_rest;
  gboolean (*run) (DlLessonDriver *driver, const char *rest, GError **error);
} commands[] = {
  { "set", TRUE, do_set },       { "undo", FALSE, do_undo },     { "redo", FALSE, do_redo },
  { "answer", TRUE, do_answer }, { "hint", FALSE, do_hint },     { "simulate", TRUE, do_simulate },
  { "next", FALSE, do_next },    { "back", FALSE, do_back },     { "reset", FALSE, do_reset },
  { "leave", FALSE, do_leave },  { "return", FALSE, do_return }, { "expect", TRUE, do_expect },
};

gboolean
dl_lesson_driver_command (DlLessonDriver *driver, const char *line, GError **error)
{
  g_autofree char *command = g_strstrip (g_strdup (line));
  g_autofree char *quoted = NULL;
  char *rest = command + strcspn (command, " ");

  if (*command == '\0' || *command == '#')
    return TRUE;
  if (*rest != '\0')
    {
      *rest++ = '\0';
      g_strstrip (rest);
    }
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    if (strcmp (commands[i].name, command) == 0 && commands[i].has_rest == (*rest != '\0'))
      {
        if (!commands[i].run (driver, rest, error))
          return FALSE;
        return strcmp (command, "expect") == 0
               || (obey (driver, error) && dl_lesson_driver_tell (driver, error));
      }
  quoted = dl_value_quote (line);
  return fail (error, DL_SCRIPT_ERROR_COMMAND,
               _ ("%s is not a line of a script (expected set, undo, redo, simulate, answer, "
                  "hint, next, back, reset, leave, return or expect)"),
               quoted);
}

/* After so many cycles what can lock has locked. */
#define LOCKS_IN 60000

guint64
dl_lesson_driver_cycles (const DlLessonStep *step)
{
  guint64 cycle;

  if (dl_lesson_step_waits_for_cycle (step, &cycle))
    return cycle;
  for (guint i = 0; i < step->until->len; i++)
    if (strcmp (((const DlCondition *) step->until->pdata[i])->fact->name, "deadlocked") == 0)
      return LOCKS_IN;
  return dl_lesson_step_waits_for_precision (step) ? DL_LESSON_ENOUGH
                                                   : dl_lesson_step_cycles (step);
}

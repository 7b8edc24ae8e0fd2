#include "dl-lesson-check.h"

#include "dl-flights.h"
#include "dl-lesson-attempt-text.h"
#include "dl-lesson-driver.h"
#include "dl-lesson-judge.h"
#include "dl-lesson-private.h"
#include "dl-lesson-text.h"
#include "dl-manual.h"
#include "dl-names.h"
#include "dl-scenario-file.h"
#include "dl-value.h"

#include <glib/gi18n-lib.h>

#include <string.h>

/* Links into the manual ------------------------------------------------------------------------ */

typedef struct
{
  GPtrArray *targets; /* char *, ends with NULL; NULL before the first link */
  DlProblems *problems;
} Manual;

/* Every "topic" and "topic#anchor" that there is. */
static GPtrArray *
all_targets (void)
{
  GPtrArray *targets = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (DlManual) manual = dl_manual_new (NULL);

  for (guint i = 0; i < dl_manual_n_pages (manual); i++)
    {
      const DlManualPage *page = dl_manual_page (manual, i);

      g_ptr_array_add (targets, g_strdup (page->id));
      for (guint k = 0; k < page->blocks->len; k++)
        {
          const char *anchor = dl_manual_page_block (page, k)->anchor;

          if (anchor != NULL)
            g_ptr_array_add (targets, g_strconcat (page->id, "#", anchor, NULL));
        }
    }
  g_ptr_array_add (targets, NULL);
  return targets;
}

static void
check_target (const Manual *manual, const char *target, guint line)
{
  const char *const *names = (const char *const *) manual->targets->pdata;
  g_autofree char *quoted = NULL;
  g_autofree char *meant = NULL;

  /* Finding a similar name takes time: not worth it for thousands of problems. */
  if (g_strv_contains (names, target) || manual->problems->n >= DL_PROBLEMS_MAX)
    return;
  quoted = dl_value_quote (target);
  meant = dl_names_meant (target, names, "");
  if (meant != NULL)
    dl_problems_add (manual->problems, line, _ ("the manual has no %s (%s)"), quoted, meant);
  else
    dl_problems_add (manual->problems, line,
                     _ ("the manual has no %s (expected a topic and its part, as in "
                        "glossary#dateline)"),
                     quoted);
}

static void
check_links (Manual *manual, const char *text, guint line)
{
  g_auto (GStrv) links = NULL;

  if (text == NULL || strchr (text, ']') == NULL)
    return;
  if (manual->targets == NULL)
    manual->targets = all_targets ();
  links = dl_lesson_text_links (text);
  for (guint i = 0; links[i] != NULL; i++)
    check_target (manual, links[i], line);
}

void
dl_lesson_check_links (const DlLesson *lesson, DlProblems *problems)
{
  Manual manual = { .problems = problems };

  for (guint i = 0; problems != NULL && i < lesson->steps->len; i++)
    {
      /* The slots are where translations are written to; nothing is, here. */
      g_autoptr (GArray) slots
          = dl_lesson_slots ((DlLesson *) lesson, g_ptr_array_index (lesson->steps, i));

      for (guint k = 0; k < slots->len; k++)
        {
          const DlLessonSlot *slot = &g_array_index (slots, DlLessonSlot, k);

          check_links (&manual, *slot->text, slot->line);
        }
    }
  g_clear_pointer (&manual.targets, g_ptr_array_unref);
}

/* A scenario and its network; without one where it cannot be built. */
typedef struct
{
  DlScenario *scenario;
  gpointer shape;
  DlNet net;
} Side;

/* A step, between the network that it begins with and the one that it presumably ends with. */
typedef struct
{
  DlProblems *problems;
  DlLessonMetrics metrics;
  const DlLessonStep *step;
  Side begin, end;
} Checker;

static void
side_init (Side *side, DlScenario *scenario)
{
  const DlFamily *family = scenario->family;

  *side = (Side) { .scenario = scenario, .shape = family->build (scenario, NULL) };
  if (side->shape != NULL)
    side->net = *dl_shape_net (side->shape);
}

static void
side_clear (Side *side)
{
  if (side->shape != NULL)
    dl_shared_unref (side->shape);
}

/* Has @fact its places there? */
static gboolean
has_places (const Side *side, const DlFact *fact, GError **error)
{
  return side->shape == NULL || dl_fact_check_places (fact, side->scenario, &side->net, error);
}

/* Facts ---------------------------------------------------------------------------------------- */

/* Check that @fact has a meaning at the step's beginning or at its end. */
static void
check_fact (const Checker *checker, const DlFact *fact, guint line)
{
  g_autoptr (GError) error = NULL;

  if (!dl_fact_is_for (fact, checker->begin.scenario)
      && !dl_fact_is_for (fact, checker->end.scenario))
    dl_problems_add (checker->problems, line,
                     /* Translators: a fact, then “Torus” or “Dragonfly” */
                     _ ("%s is not a fact of this kind of network (%s)"), fact->name,
                     _ (checker->begin.scenario->family->title));
  else if (fact->info != NULL && !has_places (&checker->end, fact, NULL)
           && !has_places (&checker->begin, fact, &error))
    dl_problems_add_error (checker->problems, line, g_steal_pointer (&error));
}

static void
check_condition (const Checker *checker, const DlCondition *condition, guint line)
{
  check_fact (checker, condition->fact, line);
  if (condition->other != NULL)
    check_fact (checker, condition->other, line);
}

static void
check_text (const Checker *checker, const char *text, guint line)
{
  g_auto (GStrv) names = text != NULL ? dl_lesson_text_placeholders (text) : NULL;

  for (guint i = 0; names != NULL && names[i] != NULL; i++)
    {
      g_autofree char *name = g_strdup (names[i]);
      g_autoptr (DlFact) fact = NULL;
      char *blank = strrchr (name, ' ');

      if (blank != NULL && (strcmp (blank, " before") == 0 || strcmp (blank, " start") == 0))
        *blank = '\0';
      fact = dl_fact_parse (name, NULL);
      if (fact != NULL)
        check_fact (checker, fact, line);
    }
}

static void
check_texts (const Checker *checker, const GPtrArray *texts, const GArray *lines)
{
  for (guint i = 0; i < texts->len; i++)
    check_text (checker, g_ptr_array_index (texts, i), g_array_index (lines, guint, i));
}

/* Places --------------------------------------------------------------------------------------- */

/* The window has only @names. */
static void
add_missing (const Checker *checker, const DlLessonPlace *place, const char *names)
{
  g_autofree char *quoted = dl_value_quote (place->what);

  dl_problems_add (checker->problems, place->line,
                   _ ("the window has no %s here (expected one of: %s)"), quoted, names);
}

static void
check_id (const Checker *checker, DlFeatureKind kind, const DlLessonPlace *place)
{
  const DlFamily *begin = checker->begin.scenario->family;
  g_autofree char *names = NULL;

  if (dl_family_has_feature (checker->end.scenario->family, kind, place->what)
      || dl_family_has_feature (begin, kind, place->what))
    return;
  names = dl_family_feature_names (begin, kind);
  add_missing (checker, place, names);
}

static void
check_metric (const Checker *checker, const DlLessonPlace *place)
{
  g_auto (GStrv) end = NULL;
  g_auto (GStrv) begin = NULL;
  g_autofree char *names = NULL;

  if (checker->metrics == NULL)
    return;
  end = checker->metrics (checker->end.scenario->family);
  begin = checker->metrics (checker->begin.scenario->family);
  if (g_strv_contains ((const char *const *) end, place->what)
      || g_strv_contains ((const char *const *) begin, place->what))
    return;
  names = g_strjoinv (", ", begin);
  add_missing (checker, place, names);
}

/* Is what @place names in the network of @side? */
typedef gboolean (*IsThere) (const DlLessonPlace *place, const Side *side, GError **error);

static gboolean
has_point (const DlLessonPlace *place, const Side *side, GError **error)
{
  DlPlace found;

  return dl_lesson_point_place (side->scenario->family, &side->net, place, &found, error);
}

static gboolean
has_link (const DlLessonPlace *place, const Side *side, GError **error)
{
  guint link;

  return dl_family_parse_link (side->scenario->family, &side->net, place->what, &link, error);
}

static gboolean
has_route (const DlLessonPlace *place, const Side *side, GError **error)
{
  guint from, to;

  return dl_lesson_route_ends (side->scenario->family, &side->net, place->what, &from, &to, error);
}

static gboolean
has_packet (const DlLessonPlace *place, const Side *side, GError **error)
{
  DlFlight packet;

  return dl_lesson_packet (side->scenario->family, &side->net, place->what, &packet, error);
}

/* In the network with which the step ends, or begins. One that cannot be built the scenario's own
 * check reports. */
static void
check_there (const Checker *checker, const DlLessonPlace *place, IsThere is_there)
{
  g_autoptr (GError) error = NULL;

  if (checker->end.shape == NULL || is_there (place, &checker->end, NULL)
      || checker->begin.shape == NULL || is_there (place, &checker->begin, &error))
    return;
  dl_problems_add_error (checker->problems, place->line, g_steal_pointer (&error));
}

static void
check_speed (const Checker *checker, const DlLessonPlace *place)
{
  g_autofree char *quoted = dl_value_quote (place->what);
  guint speed;

  if (!dl_lesson_speed (place->what, &speed))
    dl_problems_add (checker->problems, place->line,
                     _ ("%s is not a speed (expected cycles per second, such as 200/s, or "
                        "“fastest”)"),
                     quoted);
}

/* Single packets are shown in small networks only. */
static void
check_small (const Checker *checker, const DlLessonPlace *place)
{
  if (checker->begin.shape == NULL || checker->end.shape == NULL
      || checker->begin.net.graph->n_routers <= DL_FLIGHTS_MOST_ROUTERS
      || checker->end.net.graph->n_routers <= DL_FLIGHTS_MOST_ROUTERS)
    return;
  dl_problems_add (checker->problems, place->line,
                   _ ("this network of %u routers is too large to show packets (expected at most "
                      "%d)"),
                   checker->end.net.graph->n_routers, DL_FLIGHTS_MOST_ROUTERS);
}

static void
check_show (const Checker *checker, const DlLessonPlace *place)
{
  switch ((DlLessonShow) place->kind)
    {
    case DL_LESSON_SHOW_PAGE:
      check_id (checker, DL_FEATURE_PAGE, place);
      break;
    case DL_LESSON_SHOW_VIEW:
      check_id (checker, DL_FEATURE_VIEW, place);
      if (strcmp (place->what, "packets") == 0)
        check_small (checker, place);
      break;
    case DL_LESSON_SHOW_LIVE:
      check_id (checker, DL_FEATURE_LIVE, place);
      break;
    case DL_LESSON_SHOW_METRIC:
      check_metric (checker, place);
      break;
    case DL_LESSON_SHOW_SPEED:
      check_speed (checker, place);
      break;
    case DL_LESSON_SHOW_ROUTE:
      check_there (checker, place, has_route);
      break;
    case DL_LESSON_SHOW_LINK:
      check_there (checker, place, has_link);
      break;
    case DL_LESSON_SHOW_AGES:
      check_small (checker, place);
      break;
    case DL_LESSON_SHOW_PACKET:
      check_there (checker, place, has_packet);
      break;
    case DL_LESSON_SHOW_RECORDING: /* check_recording */
    case DL_LESSON_SHOW_CYCLE:
    case DL_N_LESSON_SHOWS:
      break;
    }
}

/* The route that is asked for, where nothing has to be done that changes it. */
static void
check_untold (const Checker *checker, const DlLessonPlace *place)
{
  const DlLessonStep *step = checker->step;
  const DlFact *fact = step->number;
  g_auto (GStrv) parts = g_strsplit (place->what, " ", -1);
  g_autofree char *route = g_strjoinv ("", parts);
  g_autofree char *asked = NULL;

  if (fact == NULL && step->choices->len > 0)
    {
      const DlLessonChoice *choice = step->choices->pdata[0];

      fact = choice->conditions->len > 0
                 ? ((const DlCondition *) choice->conditions->pdata[0])->fact
                 : NULL;
    }
  if (place->kind != DL_LESSON_SHOW_ROUTE || step->until->len > 0 || fact == NULL
      || fact->info == NULL || fact->a == NULL || fact->b == NULL)
    return;
  asked = g_strconcat (fact->a, ">", fact->b, NULL);
  if (strcmp (asked, route) == 0)
    dl_problems_add (checker->problems, place->line,
                     _ ("this shows the answer before the question is answered (use then: for "
                        "what is shown afterwards)"));
}

static void
check_point (const Checker *checker, const DlLessonPlace *place)
{
  g_autofree char *quoted = dl_value_quote (place->what);

  switch ((DlLessonPoint) place->kind)
    {
    case DL_LESSON_POINT_CONTROL:
      if (dl_field_find_name (place->what) == NULL)
        dl_problems_add (checker->problems, place->line,
                         _ ("there is no key %s (expected "
                            "GROUP.KEY)"),
                         quoted);
      break;
    case DL_LESSON_POINT_PAGE:
      check_id (checker, DL_FEATURE_PAGE, place);
      break;
    case DL_LESSON_POINT_VIEW:
      check_id (checker, DL_FEATURE_VIEW, place);
      break;
    case DL_LESSON_POINT_ACTION:
      check_id (checker, DL_FEATURE_ACTION, place);
      break;
    default:
      check_there (checker, place, has_point);
      break;
    }
}

/* Steps ---------------------------------------------------------------------------------------- */

/* All of @sets but one, on a copy. */
static gboolean
can_apply (const DlScenario *scenario, const GPtrArray *sets, guint without)
{
  g_autoptr (DlScenario) copy = dl_scenario_copy (scenario);
  g_autoptr (GPtrArray) others = g_ptr_array_new ();
  g_autoptr (GPtrArray) edits = NULL;

  for (guint i = 0; i < sets->len; i++)
    if (i != without)
      g_ptr_array_add (others, sets->pdata[i]);
  edits = dl_lesson_edits (others, NULL, NULL);
  return edits != NULL && dl_scenario_apply (copy, edits, NULL, NULL, NULL);
}

/* Index of the wrong one of @sets, which are applied together or not at all: the last one without
 * which the others apply, since places come after the network that they are in; else the first. */
static guint
find_wrong (const DlScenario *scenario, const GPtrArray *sets)
{
  for (guint i = sets->len; i-- > 0;)
    if (can_apply (scenario, sets, i))
      return i;
  return 0;
}

static gboolean
apply (DlScenario *scenario, const GPtrArray *sets, const GArray *lines, DlProblems *problems)
{
  g_autoptr (GPtrArray) edits = dl_lesson_edits (sets, NULL, NULL);
  g_autoptr (GError) error = NULL;

  if (sets->len == 0)
    return TRUE;
  if (edits != NULL && dl_scenario_apply (scenario, edits, NULL, NULL, &error))
    return TRUE;
  if (error != NULL)
    dl_problems_add_error (problems, g_array_index (lines, guint, find_wrong (scenario, sets)),
                           g_steal_pointer (&error));
  return FALSE;
}

/* Does the solution apply where the keys that the step waits for have been set? */
static void
check_solution (const DlScenario *scenario, const DlLessonStep *step, DlProblems *problems)
{
  g_autoptr (DlScenario) solved = dl_scenario_copy (scenario);

  apply (solved, step->solution, step->solution_lines, problems);
}

static gboolean
same_conditions (const DlLessonChoice *a, const DlLessonChoice *b)
{
  if (a->conditions->len != b->conditions->len)
    return FALSE;
  for (guint i = 0; i < a->conditions->len; i++)
    if (strcmp (((const DlCondition *) a->conditions->pdata[i])->source,
                ((const DlCondition *) b->conditions->pdata[i])->source)
        != 0)
      return FALSE;
  return TRUE;
}

/* Exactly one must hold when the step is done. */
static void
check_apart (const Checker *checker, guint choice)
{
  const GPtrArray *choices = checker->step->choices;
  const DlLessonChoice *one = g_ptr_array_index (choices, choice);

  for (guint i = 0; i < choice; i++)
    if (same_conditions (one, g_ptr_array_index (choices, i)))
      {
        dl_problems_add (checker->problems, one->line,
                         _ ("two choices have the same conditions, so both would be right or "
                            "wrong (exactly one must hold)"));
        return;
      }
}

/* A run that stops after its cycles does not wait for its precision. */
static void
check_precision (const Checker *checker)
{
  if (!dl_lesson_step_waits_for_precision (checker->step)
      || checker->end.scenario->simulation.stop == DL_STOP_PRECISION)
    return;
  dl_problems_add (checker->problems, checker->step->line,
                   _ ("the step waits for a simulation that has converged, which stops after its "
                      "cycles here (expected simulation.stop = precision)"));
}

static void
check_in_recording (const Checker *checker, guint64 cycle, guint line)
{
  const DlLessonStep *step = checker->step;

  if (cycle > step->recording->end)
    dl_problems_add (
        checker->problems, line, _ ("the recording “%s” has no cycle %lu (expected at most %lu)"),
        dl_lesson_step_recording (step)->what, (gulong) cycle, (gulong) step->recording->end);
}

/* Check that the recording is a run of the scenario that the step begins with: the window continues
 * from its end. */
static void
check_recording (const Checker *checker)
{
  const DlLessonStep *step = checker->step;
  const DlRecording *recording = step->recording;
  const DlLessonPlace *shown = dl_lesson_step_recording (step);
  g_autoptr (DlScenario) end = NULL;
  guint64 cycle;

  if (recording == NULL)
    return;
  if (step->at_line > 0)
    check_in_recording (checker, step->at, step->at_line);
  if (dl_lesson_step_waits_for_cycle (step, &cycle))
    check_in_recording (checker, cycle, step->line);
  end = dl_recording_scenario (recording, recording->edits->len);
  if (end->seed != checker->begin.scenario->seed
      || !dl_simulate_same (end, checker->begin.scenario))
    dl_problems_add (checker->problems, shown->line,
                     _ ("the recording “%s” ends with a different scenario than the step %s begins "
                        "with (state the same keys with set:)"),
                     shown->what, step->id);
}

static void
check_step (const Checker *checker)
{
  const DlLessonStep *step = checker->step;

  check_text (checker, step->title, step->line);
  check_text (checker, step->say, step->line);
  check_text (checker, step->ask, step->line);
  check_text (checker, step->task, step->line);
  check_text (checker, step->explain, step->line);
  check_precision (checker);
  check_recording (checker);
  for (guint i = 0; i < step->shows->len; i++)
    {
      check_show (checker, g_ptr_array_index (step->shows, i));
      check_untold (checker, g_ptr_array_index (step->shows, i));
    }
  for (guint i = 0; i < step->thens->len; i++)
    check_show (checker, g_ptr_array_index (step->thens, i));
  for (guint i = 0; i < step->points->len; i++)
    check_point (checker, g_ptr_array_index (step->points, i));
  for (guint i = 0; i < step->marks->len; i++)
    check_point (checker, g_ptr_array_index (step->marks, i));
  if (step->number != NULL)
    check_fact (checker, step->number, step->number_line);
  for (guint i = 0; i < step->choices->len; i++)
    {
      const DlLessonChoice *choice = g_ptr_array_index (step->choices, i);

      check_text (checker, choice->text, choice->line);
      check_text (checker, choice->reply, choice->reply_line);
      for (guint k = 0; k < choice->conditions->len; k++)
        check_condition (checker, g_ptr_array_index (choice->conditions, k), choice->line);
      check_apart (checker, i);
    }
  for (guint i = 0; i < step->until->len; i++)
    check_condition (checker, g_ptr_array_index (step->until, i),
                     g_array_index (step->until_lines, guint, i));
  for (guint i = 0; i < step->wrongs->len; i++)
    {
      const DlLessonWrong *wrong = g_ptr_array_index (step->wrongs, i);

      check_text (checker, wrong->text, wrong->line);
      check_condition (checker, wrong->condition, wrong->line);
    }
  check_texts (checker, step->hints, step->hint_lines);
  check_texts (checker, step->do_hints, step->do_hint_lines);
}

void
dl_lesson_check (const DlLesson *lesson, DlLessonMetrics metrics, DlProblems *problems)
{
  g_autoptr (DlScenario) scenario = dl_preset_load (lesson->start, NULL);

  dl_lesson_check_links (lesson, problems);
  if (scenario == NULL || !apply (scenario, lesson->sets, lesson->set_lines, problems))
    return;
  for (guint i = 0; i < lesson->steps->len; i++)
    {
      Checker checker
          = { .problems = problems, .metrics = metrics, .step = dl_lesson_step (lesson, i) };

      if (!apply (scenario, checker.step->sets, checker.step->set_lines, problems))
        return;
      side_init (&checker.begin, dl_scenario_copy (scenario));
      dl_lesson_step_solve (checker.step, scenario);
      check_solution (scenario, checker.step, problems);
      side_init (&checker.end, scenario);
      check_step (&checker);
      side_clear (&checker.begin);
      dl_scenario_free (checker.begin.scenario);
      side_clear (&checker.end);
    }
}

/* By doing it ---------------------------------------------------------------------------------- */

/* A minute or so. */
#define BUDGET (500 * 1000)

static DlLessonDriver *
drive (DlLesson *lesson, GCancellable *cancellable)
{
  DlLessonDriver *driver = dl_lesson_driver_new (lesson, TRUE, cancellable, NULL);

  if (driver != NULL)
    driver->budget = BUDGET;
  return driver;
}

/* Answer and do the step as its own lines say. FALSE: that does not do it, or takes too long. */
static gboolean
do_as_written (DlLessonDriver *driver, const DlLessonStep *step)
{
  g_autoptr (DlScenario) solved = dl_scenario_copy (driver->scenario);
  g_autofree char *answer = g_strdup_printf ("%u", MAX (1, step->right));
  g_autoptr (GPtrArray) edits = NULL;
  const guint64 cycles = dl_lesson_driver_cycles (step);

  if (step->question != DL_QUESTION_NONE)
    dl_lesson_attempt_answer_plain (driver->attempt, answer, NULL);
  dl_lesson_step_solve (step, solved);
  edits = dl_edits_between (driver->scenario, solved);
  return (edits->len == 0 || dl_lesson_driver_edit (driver, edits, NULL))
         && (cycles == 0 || dl_lesson_driver_simulate (driver, cycles, NULL))
         && dl_lesson_driver_tell (driver, NULL)
         && dl_lesson_attempt_get_phase (driver->attempt) == DL_PHASE_DONE;
}

static void add_once (DlProblems *problems, guint line, const char *format, const char *text)
    G_GNUC_PRINTF (3, 0);

/* The same is found in both walks. @format has one %s. */
static void
add_once (DlProblems *problems, guint line, const char *format, const char *text)
{
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  g_autofree char *message = g_strdup_printf (format, text);
#pragma GCC diagnostic pop

  for (guint i = 0; i < problems->messages->len; i++)
    if (g_str_has_suffix (problems->messages->pdata[i], message))
      return;
  dl_problems_add (problems, line, "%s", message);
}

/* In a step in which nothing was done nothing is wrong. */
static void
check_blame (DlLessonDriver *driver, DlProblems *problems)
{
  const guint at = dl_lesson_attempt_get_step (driver->attempt);
  const DlLessonStep *step = dl_lesson_step (dl_lesson_attempt_get_lesson (driver->attempt), at);
  DlWorld *world = dl_lesson_attempt_get_world (driver->attempt);

  for (guint i = 0; i < step->wrongs->len && world != NULL; i++)
    {
      const DlLessonWrong *wrong = step->wrongs->pdata[i];

      if (dl_condition_judge (wrong->condition, world, world, NULL) == DL_JUDGED_YES)
        add_once (problems, wrong->line,
                  _ ("this holds already when the step %s begins, so that it blames "
                     "nobody or somebody who has done nothing (change the condition, "
                     "or what the step begins with)"),
                  step->id);
    }
}

static void
check_explained_choice (DlLessonDriver *driver, const DlLessonStep *step, guint at,
                        DlProblems *problems)
{
  const DlLessonChoice *first = step->choices->pdata[0];
  g_autofree char *right = dl_lesson_attempt_right_answer (driver->attempt, at);

  if (right == NULL)
    dl_problems_add (problems, first->line,
                     _ ("when the step %s is done, none of its choices holds, or more than one "
                        "(exactly one must hold)"),
                     step->id);
  else if (step->right > 0
           && dl_lesson_attempt_get_verdict (driver->attempt, at) == DL_ANSWER_WRONG)
    dl_problems_add (problems, step->right_line,
                     _ ("the explanation is about choice %u, but when the step %s is done, “%s” is "
                        "right (change right: and the texts, or the conditions)"),
                     step->right, step->id, right);
}

/* Is @number in @text, with no digit beside it? */
static gboolean
has_number (const char *text, const char *number)
{
  const gsize length = strlen (number);

  for (const char *at = strstr (text, number); at != NULL; at = strstr (at + 1, number))
    if ((at == text || !g_ascii_isdigit (at[-1])) && !g_ascii_isdigit (at[length]))
      return TRUE;
  return FALSE;
}

/* Numbers of the explanation's own are checked against the answer; words may say it, too. */
static void
check_explained_number (DlLessonDriver *driver, const DlLessonStep *step, guint at,
                        DlProblems *problems)
{
  g_autofree char *right = dl_lesson_attempt_right_answer (driver->attempt, at);
  g_autofree char *filled = dl_lesson_attempt_explain (driver->attempt);
  g_autofree char *explain = filled != NULL ? dl_lesson_text_plain (filled) : NULL;

  if (dl_lesson_attempt_get_verdict (driver->attempt, at) == DL_ANSWER_UNJUDGED)
    dl_problems_add (problems, step->number_line,
                     _ ("%s is not known when the step %s is done, so the answer cannot be graded "
                        "(ask for something that is)"),
                     step->number->name, step->id);
  else if (right != NULL && explain != NULL && strpbrk (explain, "0123456789") != NULL
           && !has_number (explain, right))
    dl_problems_add (problems, step->number_line,
                     _ ("the answer is %s when the step %s is done, and the explanation says "
                        "something else (add {%s} to explain:)"),
                     right, step->id, step->number->name);
}

/* Facts that are dashes. */
static void
check_known (DlLessonDriver *driver, const DlLessonStep *step, DlProblems *problems)
{
  g_auto (GStrv) names = step->explain != NULL ? dl_lesson_text_placeholders (step->explain) : NULL;

  for (guint i = 0; names != NULL && names[i] != NULL; i++)
    {
      g_autofree char *placeholder = g_strdup_printf ("{%s}", names[i]);
      g_autofree char *filled = dl_lesson_attempt_fill (driver->attempt, placeholder);

      g_autofree char *plain = dl_lesson_text_plain (filled);

      if (strcmp (g_strstrip (plain), "–") == 0)
        add_once (problems, step->line,
                  _ ("{%s} in the explanation is not known when the step is done "
                     "(explain with what is known)"),
                  names[i]);
    }
}

static void
check_done (DlLessonDriver *driver, const DlLessonStep *step, DlProblems *problems)
{
  const guint at = dl_lesson_attempt_get_step (driver->attempt);

  if (step->question == DL_QUESTION_CHOICE)
    check_explained_choice (driver, step, at, problems);
  else if (step->question == DL_QUESTION_NUMBER)
    check_explained_number (driver, step, at, problems);
  check_known (driver, step, problems);
}

/* Through all steps, which are @done or skipped. */
static void
walk (DlLesson *lesson, gboolean done, DlProblems *problems, GCancellable *cancellable)
{
  g_autoptr (DlLessonDriver) driver = drive (lesson, cancellable);

  for (guint i = 0; driver != NULL && i < lesson->steps->len; i++)
    {
      const DlLessonStep *step = dl_lesson_step (lesson, i);

      check_blame (driver, problems);
      if (done && do_as_written (driver, step))
        check_done (driver, step, problems);
      if (i + 1 < lesson->steps->len && !dl_lesson_driver_command (driver, "next", NULL))
        return;
    }
}

void
dl_lesson_check_model (DlLesson *lesson, DlProblems *problems, GCancellable *cancellable)
{
  walk (lesson, TRUE, problems, cancellable);
  walk (lesson, FALSE, problems, cancellable);
}

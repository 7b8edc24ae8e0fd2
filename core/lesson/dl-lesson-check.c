#include "dl-lesson-check.h"

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

  /* To look for a name that is near takes its time: of thousands nobody reads. */
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

/* It is enough that it has a meaning at one of the two ends. */
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
    case DL_LESSON_SHOW_CYCLE:
    case DL_LESSON_SHOW_AGES:
    case DL_N_LESSON_SHOWS:
      break;
    }
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

/* They hold together or not at all: the last one without which they do is wrong, since places come
 * after the network that they are in; or else the first. */
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

static void
check_step (const Checker *checker)
{
  const DlLessonStep *step = checker->step;

  check_text (checker, step->title, step->line);
  check_text (checker, step->say, step->line);
  check_text (checker, step->ask, step->line);
  check_text (checker, step->task, step->line);
  check_text (checker, step->explain, step->line);
  for (guint i = 0; i < step->shows->len; i++)
    check_show (checker, g_ptr_array_index (step->shows, i));
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

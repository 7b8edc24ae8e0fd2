#include "dl-lesson-private.h"

#include "dl-scenario-file.h"
#include "dl-value.h"

#include <glib/gi18n-lib.h>

#include <string.h>

G_DEFINE_QUARK (dl - lesson - error - quark, dl_lesson_error)

const char *
dl_lesson_show_name (DlLessonShow kind)
{
  static const char *const names[DL_N_LESSON_SHOWS]
      = { "page",  "view",  "metric", "live", "speed", "recording",
          "route", "cycle", "link",   "ages", "packet" };

  return names[kind];
}

const char *
dl_lesson_point_name (DlLessonPoint kind)
{
  static const char *const names[DL_N_LESSON_POINTS]
      = { "control", "link", "node", "group", "page", "view", "action" };

  return names[kind];
}

gboolean
dl_lesson_speed (const char *text, guint *speed)
{
  g_autofree char *number = NULL;
  guint64 cycles;

  *speed = 0;
  if (g_str_equal (text, "fastest"))
    return TRUE;
  if (!g_str_has_suffix (text, "/s"))
    return FALSE;
  number = g_strndup (text, strlen (text) - strlen ("/s"));
  if (!g_ascii_string_to_unsigned (number, 10, 1, DL_LESSON_MAX_SPEED, &cycles, NULL))
    return FALSE;
  *speed = (guint) cycles;
  return TRUE;
}

static gboolean
parse_node (const DlFamily *family, const DlNet *net, const char *text, guint *node, GError **error)
{
  const DlSites sites = family->sites (net->shape);

  return sites.parse (sites.network, text, node, error);
}

gboolean
dl_lesson_route_ends (const DlFamily *family, const DlNet *net, const char *text, guint *from,
                      guint *to, GError **error)
{
  const char *arrow = strchr (text, '>');
  g_autofree char *begin = g_strndup (text, arrow != NULL ? arrow - text : 0);
  g_autofree char *quoted = NULL;

  if (arrow != NULL)
    return parse_node (family, net, g_strstrip (begin), from, error)
           && parse_node (family, net, arrow + 1 + strspn (arrow + 1, " "), to, error);
  quoted = dl_value_quote (text);
  g_set_error (error, DL_NETWORK_ERROR, DL_NETWORK_ERROR_SYNTAX,
               _ ("%s is not a route (expected NODE > NODE)"), quoted);
  return FALSE;
}

/* The number after @word in @text. */
static gboolean
take_cycle (const char *text, const char *word, guint64 *cycle)
{
  const char *at = strstr (text, word);
  g_auto (GStrv) words = NULL;

  if (at == NULL)
    return FALSE;
  words = g_strsplit (at + strlen (word), " ", 2);
  return words[0] != NULL
         && g_ascii_string_to_unsigned (words[0], 10, 0, DL_RECORDING_MAX_CYCLES, cycle, NULL);
}

#define CREATED  " created "
#define INJECTED " injected "

gboolean
dl_lesson_packet (const DlFamily *family, const DlNet *net, const char *text, DlFlight *packet,
                  GError **error)
{
  const char *created = strstr (text, CREATED);
  g_autofree char *ends = g_strndup (text, created != NULL ? created - text : 0);
  g_autofree char *quoted = NULL;
  guint from, to;

  *packet = (DlFlight) { 0 };
  if (take_cycle (text, CREATED, &packet->created)
      && take_cycle (text, INJECTED, &packet->injected))
    {
      if (!dl_lesson_route_ends (family, net, ends, &from, &to, error))
        return FALSE;
      packet->source = from;
      packet->dest = to;
      return TRUE;
    }
  quoted = dl_value_quote (text);
  g_set_error (error, DL_NETWORK_ERROR, DL_NETWORK_ERROR_SYNTAX,
               _ ("%s is not a packet (expected NODE > NODE created CYCLE injected CYCLE)"),
               quoted);
  return FALSE;
}

gboolean
dl_lesson_point_place (const DlFamily *family, const DlNet *net, const DlLessonPlace *point,
                       DlPlace *place, GError **error)
{
  g_autofree char *quoted = NULL;
  guint index;

  if (point->kind == DL_LESSON_POINT_LINK)
    {
      const gboolean found = dl_family_parse_link (family, net, point->what, &index, error);

      *place = found ? dl_place_link (index) : DL_NOWHERE;
      return found;
    }
  if (point->kind == DL_LESSON_POINT_NODE)
    {
      const gboolean found = parse_node (family, net, point->what, &index, error);

      *place = found ? dl_place_node (index) : DL_NOWHERE;
      return found;
    }
  *place = DL_NOWHERE;
  if (family->has_groups)
    {
      const gboolean found = dl_family_parse_group (family, net, point->what, &index, error);

      *place = found ? dl_place_group (index) : DL_NOWHERE;
      return found;
    }
  quoted = dl_value_quote (point->what);
  g_set_error (error, DL_NETWORK_ERROR, DL_NETWORK_ERROR_OUTSIDE,
               _ ("this network has no group %s (expected nodes and links)"), quoted);
  return FALSE;
}

/* Making and freeing --------------------------------------------------------------------------- */

static void
place_free (gpointer data)
{
  DlLessonPlace *place = data;

  g_free (place->what);
  g_free (place);
}

static void
choice_free (gpointer data)
{
  DlLessonChoice *choice = data;

  g_free (choice->text);
  g_free (choice->reply);
  g_ptr_array_unref (choice->conditions);
  g_free (choice);
}

static void
wrong_free (gpointer data)
{
  DlLessonWrong *wrong = data;

  g_free (wrong->text);
  dl_condition_free (wrong->condition);
  g_free (wrong);
}

static GPtrArray *
conditions_new (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify) dl_condition_free);
}

static void
step_free (gpointer data)
{
  DlLessonStep *step = data;

  g_free (step->id);
  g_free (step->title);
  g_free (step->say);
  g_free (step->ask);
  g_free (step->task);
  g_free (step->explain);
  dl_fact_free (step->number);
  g_ptr_array_unref (step->sets);
  g_ptr_array_unref (step->shows);
  g_ptr_array_unref (step->points);
  g_ptr_array_unref (step->marks);
  g_ptr_array_unref (step->thens);
  g_ptr_array_unref (step->choices);
  g_ptr_array_unref (step->decides);
  g_ptr_array_unref (step->until);
  g_ptr_array_unref (step->solution);
  g_ptr_array_unref (step->wrongs);
  g_ptr_array_unref (step->hints);
  g_ptr_array_unref (step->do_hints);
  g_array_unref (step->set_lines);
  g_array_unref (step->until_lines);
  g_array_unref (step->solution_lines);
  g_array_unref (step->hint_lines);
  g_array_unref (step->do_hint_lines);
  dl_recording_free (step->recording);
  g_free (step);
}

static GArray *
lines_new (void)
{
  return g_array_new (FALSE, FALSE, sizeof (guint));
}

DlLessonStep *
dl_lesson_step_new (const char *id, guint line)
{
  DlLessonStep *step = g_new0 (DlLessonStep, 1);

  step->id = g_strdup (id);
  step->line = line;
  step->sets = g_ptr_array_new_with_free_func (g_free);
  step->shows = g_ptr_array_new_with_free_func (place_free);
  step->points = g_ptr_array_new_with_free_func (place_free);
  step->marks = g_ptr_array_new_with_free_func (place_free);
  step->thens = g_ptr_array_new_with_free_func (place_free);
  step->choices = g_ptr_array_new_with_free_func (choice_free);
  step->decides = g_ptr_array_new_with_free_func ((GDestroyNotify) dl_fact_free);
  step->until = conditions_new ();
  step->solution = g_ptr_array_new_with_free_func (g_free);
  step->wrongs = g_ptr_array_new_with_free_func (wrong_free);
  step->hints = g_ptr_array_new_with_free_func (g_free);
  step->do_hints = g_ptr_array_new_with_free_func (g_free);
  step->set_lines = lines_new ();
  step->until_lines = lines_new ();
  step->solution_lines = lines_new ();
  step->hint_lines = lines_new ();
  step->do_hint_lines = lines_new ();
  step->at = G_MAXUINT64;
  return step;
}

DlLessonChoice *
dl_lesson_choice_new (const char *text, guint line)
{
  DlLessonChoice *choice = g_new0 (DlLessonChoice, 1);

  choice->text = g_strstrip (g_strdup (text));
  choice->conditions = conditions_new ();
  choice->line = line;
  return choice;
}

DlLessonWrong *
dl_lesson_wrong_new (const char *text, guint line)
{
  DlLessonWrong *wrong = g_new0 (DlLessonWrong, 1);

  wrong->text = g_strstrip (g_strdup (text));
  wrong->line = line;
  return wrong;
}

static void
lesson_free (gpointer data)
{
  DlLesson *lesson = data;

  g_free (lesson->id);
  g_free (lesson->language);
  g_free (lesson->digest);
  g_free (lesson->title);
  g_free (lesson->summary);
  g_free (lesson->start);
  g_ptr_array_unref (lesson->sets);
  g_array_unref (lesson->set_lines);
  g_ptr_array_unref (lesson->steps);
  g_free (lesson);
}

DlLesson *
dl_lesson_new (void)
{
  DlLesson *lesson = g_new0 (DlLesson, 1);

  dl_shared_init (&lesson->shared, lesson_free);
  lesson->sets = g_ptr_array_new_with_free_func (g_free);
  lesson->set_lines = lines_new ();
  lesson->steps = g_ptr_array_new_with_free_func (step_free);
  return lesson;
}

/* Contents ------------------------------------------------------------------------------------- */

const DlLessonStep *
dl_lesson_step (const DlLesson *lesson, guint i)
{
  return g_ptr_array_index (lesson->steps, i);
}

guint
dl_lesson_find_step (const DlLesson *lesson, const char *id)
{
  for (guint i = 0; i < lesson->steps->len; i++)
    if (strcmp (dl_lesson_step (lesson, i)->id, id) == 0)
      return i;
  return G_MAXUINT;
}

const char *
dl_lesson_step_title (const DlLesson *lesson, guint i)
{
  const char *title = dl_lesson_step (lesson, i)->title;

  return title != NULL ? title : lesson->title;
}

GPtrArray *
dl_lesson_edits (const GPtrArray *sets, guint *bad, GError **error)
{
  GPtrArray *edits = dl_edits_new ();

  for (guint i = 0; i < sets->len; i++)
    if (!dl_edits_parse_assignment (edits, g_ptr_array_index (sets, i), error))
      {
        if (bad != NULL)
          *bad = i;
        g_ptr_array_unref (edits);
        return NULL;
      }
  return edits;
}

DlScenario *
dl_lesson_start (const DlLesson *lesson, GError **error)
{
  g_autoptr (DlScenario) scenario = dl_preset_load (lesson->start, error);
  g_autoptr (GPtrArray) edits = NULL;

  if (scenario == NULL)
    return NULL;
  edits = dl_lesson_edits (lesson->sets, NULL, error);
  if (edits == NULL || !dl_scenario_apply (scenario, edits, NULL, NULL, error))
    return NULL;
  return g_steal_pointer (&scenario);
}

/* Doing a step --------------------------------------------------------------------------------- */

/* All that the conditions say by keys; each by itself, as some may not go with others. */
static void
apply_until (DlScenario *scenario, const GPtrArray *until)
{
  for (guint i = 0; i < until->len; i++)
    {
      const DlCondition *condition = g_ptr_array_index (until, i);
      g_autoptr (GPtrArray) edits = dl_edits_new ();

      if (condition->fact->field == NULL || condition->op != DL_CONDITION_IS
          || condition->text == NULL)
        continue;
      dl_edits_add_field (edits, DL_EDIT_SET, condition->fact->field, condition->text);
      dl_scenario_apply (scenario, edits, NULL, NULL, NULL);
    }
}

void
dl_lesson_step_solve (const DlLessonStep *step, DlScenario *scenario)
{
  g_autoptr (GPtrArray) edits = dl_lesson_edits (step->solution, NULL, NULL);

  apply_until (scenario, step->until);
  if (edits != NULL && edits->len > 0)
    dl_scenario_apply (scenario, edits, NULL, NULL, NULL);
}

guint64
dl_lesson_step_cycles (const DlLessonStep *step)
{
  double cycles = 0;

  for (guint i = 0; i < step->until->len; i++)
    {
      const DlCondition *condition = g_ptr_array_index (step->until, i);

      if (strcmp (condition->fact->name, "sim_cycles") == 0
          && condition->op == DL_CONDITION_AT_LEAST && condition->operand == DL_OPERAND_VALUE)
        cycles = MAX (cycles, condition->number);
    }
  return (guint64) CLAMP (cycles, 0, DL_LESSON_MAX_CYCLES);
}

const DlLessonPlace *
dl_lesson_step_recording (const DlLessonStep *step)
{
  for (guint i = 0; i < step->shows->len; i++)
    {
      const DlLessonPlace *place = g_ptr_array_index (step->shows, i);

      if (place->kind == DL_LESSON_SHOW_RECORDING)
        return place;
    }
  return NULL;
}

gboolean
dl_lesson_step_waits_for_cycle (const DlLessonStep *step, guint64 *cycle)
{
  for (guint i = 0; i < step->until->len; i++)
    {
      const DlCondition *condition = g_ptr_array_index (step->until, i);

      if (strcmp (condition->fact->name, "shown_cycle") != 0 || condition->op != DL_CONDITION_IS
          || condition->operand != DL_OPERAND_VALUE)
        continue;
      *cycle = (guint64) CLAMP (condition->number, 0, (double) DL_RECORDING_MAX_CYCLES);
      return TRUE;
    }
  return FALSE;
}

gboolean
dl_lesson_step_waits_for_precision (const DlLessonStep *step)
{
  for (guint i = 0; i < step->until->len; i++)
    {
      const DlCondition *condition = g_ptr_array_index (step->until, i);

      if (strcmp (condition->fact->name, "settled") == 0 && condition->op == DL_CONDITION_IS
          && condition->operand == DL_OPERAND_VALUE && condition->number == 1)
        return TRUE;
    }
  return FALSE;
}

/* Its texts ------------------------------------------------------------------------------------ */

static void
add_slot (GArray *slots, const char *key, char **text, guint line)
{
  const DlLessonSlot slot = { key, text, line };

  g_array_append_val (slots, slot);
}

static void
add_slots (GArray *slots, const char *key, GPtrArray *texts, const GArray *lines)
{
  for (guint i = 0; i < texts->len; i++)
    add_slot (slots, key, (char **) &texts->pdata[i], g_array_index (lines, guint, i));
}

GArray *
dl_lesson_slots (DlLesson *lesson, DlLessonStep *step)
{
  GArray *slots = g_array_new (FALSE, FALSE, sizeof (DlLessonSlot));

  if (step == NULL)
    {
      add_slot (slots, "lesson", &lesson->title, 1);
      add_slot (slots, "summary", &lesson->summary, 1);
      return slots;
    }
  add_slot (slots, "title", &step->title, step->line);
  add_slot (slots, "say", &step->say, step->line);
  add_slot (slots, "ask", &step->ask, step->line);
  for (guint i = 0; i < step->choices->len; i++)
    {
      DlLessonChoice *choice = g_ptr_array_index (step->choices, i);

      add_slot (slots, "choice", &choice->text, choice->line);
    }
  for (guint i = 0; i < step->choices->len; i++)
    {
      DlLessonChoice *choice = g_ptr_array_index (step->choices, i);

      if (choice->reply != NULL)
        add_slot (slots, "reply", &choice->reply, choice->reply_line);
    }
  add_slot (slots, "do", &step->task, step->line);
  for (guint i = 0; i < step->wrongs->len; i++)
    {
      DlLessonWrong *wrong = g_ptr_array_index (step->wrongs, i);

      add_slot (slots, "wrong", &wrong->text, wrong->line);
    }
  add_slots (slots, "hint", step->hints, step->hint_lines);
  add_slots (slots, "hint-do", step->do_hints, step->do_hint_lines);
  add_slot (slots, "explain", &step->explain, step->line);
  return slots;
}

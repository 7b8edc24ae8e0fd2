/* Lessons as text: all that can be said of a file by itself, every problem with its line. */
#include "dl-lesson-private.h"

#include "dl-lesson-text.h"
#include "dl-names.h"
#include "dl-output.h"
#include "dl-scenario-file.h"
#include "dl-value.h"

#include <glib/gi18n-lib.h>

#include <string.h>

#define PRESET      "preset:"
#define MAX_MINUTES 600
#define MAX_ID      40
#define MAX_HEADING 300
#define CYCLE       "cycle "

typedef struct
{
  DlLesson *lesson;
  DlLessonStep *step; /* NULL in the head */
  DlProblems *problems;
  gboolean translation;
  gboolean has_format;
} Reader;

/* Values --------------------------------------------------------------------------------------- */

gboolean
dl_lesson_is_id (const char *text)
{
  return *text != '\0' && strlen (text) <= MAX_ID
         && strspn (text, "abcdefghijklmnopqrstuvwxyz0123456789-") == strlen (text);
}

/* The value in one line, as of keys that have no paragraphs. */
static char *
joined (const DlLessonLine *line)
{
  char *value = g_strdup (line->value);

  for (char *c = value; *c != '\0'; c++)
    if (*c == '\n')
      *c = ' ';
  return value;
}

static gboolean
check_filled (Reader *reader, const DlLessonLine *line, const char *value)
{
  if (*value == '\0')
    dl_problems_add (reader->problems, line->line, _ ("%s is empty (expected %s: and its text)"),
                     line->key, line->key);
  else if (strlen (value) > DL_LESSON_MAX_TEXT)
    dl_problems_add (reader->problems, line->line, _ ("%s is too long (at most %d bytes)"),
                     line->key, DL_LESSON_MAX_TEXT);
  else
    return TRUE;
  return FALSE;
}

static void
check_placeholders (Reader *reader, const DlLessonLine *line, const char *text)
{
  g_autoptr (GError) error = NULL;

  if (!dl_lesson_text_check (text, &error))
    dl_problems_add_error (reader->problems, line->line, g_steal_pointer (&error));
}

/* A text that there is once. */
static void
take_text (Reader *reader, const DlLessonLine *line, char **text, gboolean one_line)
{
  g_autofree char *joint = one_line ? joined (line) : NULL;
  g_autofree char *value = dl_text_printable (one_line ? joint : line->value, -1, !one_line);

  if (*text != NULL)
    {
      dl_problems_add (reader->problems, line->line, _ ("%s occurs twice (write it once)"),
                       line->key);
      return;
    }
  if (!check_filled (reader, line, value))
    return;
  check_placeholders (reader, line, value);
  *text = g_steal_pointer (&value);
}

static gboolean
check_room (Reader *reader, const DlLessonLine *line, const GPtrArray *items)
{
  if (items->len < DL_LESSON_MAX_ITEMS)
    return TRUE;
  dl_problems_add (reader->problems, line->line, _ ("too many lines %s (at most %d)"), line->key,
                   DL_LESSON_MAX_ITEMS);
  return FALSE;
}

static DlCondition *
read_condition (Reader *reader, guint line, const char *text)
{
  g_autoptr (GError) error = NULL;
  DlCondition *condition = dl_condition_parse (text, &error);

  if (condition == NULL)
    dl_problems_add_error (reader->problems, line, g_steal_pointer (&error));
  return condition;
}

/* Keys ----------------------------------------------------------------------------------------- */

static void
take_assignment (Reader *reader, const DlLessonLine *line, GPtrArray *sets, GArray *lines)
{
  g_autoptr (GPtrArray) edits = dl_edits_new ();
  g_autofree char *value = joined (line);
  g_autoptr (GError) error = NULL;

  if (!check_room (reader, line, sets))
    return;
  if (!dl_edits_parse_assignment (edits, value, &error))
    {
      dl_problems_add_error (reader->problems, line->line, g_steal_pointer (&error));
      return;
    }
  g_ptr_array_add (sets, g_steal_pointer (&value));
  g_array_append_val (lines, line->line);
}

static void
take_set (Reader *reader, const DlLessonLine *line)
{
  if (reader->step != NULL)
    take_assignment (reader, line, reader->step->sets, reader->step->set_lines);
  else
    take_assignment (reader, line, reader->lesson->sets, reader->lesson->set_lines);
}

static void
take_solution (Reader *reader, const DlLessonLine *line)
{
  take_assignment (reader, line, reader->step->solution, reader->step->solution_lines);
}

/* A key whose lines are places: a word, and mostly a name. */
typedef struct
{
  guint n_kinds;
  const char *(*name) (guint kind); /* NULL: not of this key */
  gboolean (*is_bare) (guint kind); /* the word says all; nullable: none does */
} PlaceKinds;

static const char *
show_name (guint kind)
{
  return dl_lesson_show_name ((DlLessonShow) kind);
}

static gboolean
show_is_bare (guint kind)
{
  return kind == DL_LESSON_SHOW_CYCLE || kind == DL_LESSON_SHOW_AGES;
}

static const char *
point_name (guint kind)
{
  return dl_lesson_point_name ((DlLessonPoint) kind);
}

static const char *
mark_name (guint kind)
{
  return kind == DL_LESSON_POINT_LINK || kind == DL_LESSON_POINT_NODE
                 || kind == DL_LESSON_POINT_GROUP
             ? dl_lesson_point_name ((DlLessonPoint) kind)
             : NULL;
}

static const PlaceKinds show_kinds = { DL_N_LESSON_SHOWS, show_name, show_is_bare };
static const PlaceKinds point_kinds = { DL_N_LESSON_POINTS, point_name, NULL };
static const PlaceKinds mark_kinds = { DL_N_LESSON_POINTS, mark_name, NULL };

/* "page deadlock": one of the words, and what it is about. */
static void
take_place (Reader *reader, const DlLessonLine *line, GPtrArray *places, const PlaceKinds *kinds)
{
  const gsize length = strcspn (line->value, " ");
  g_autoptr (GString) words = g_string_new (NULL);
  g_autofree char *quoted = dl_value_quote (line->value);

  if (!check_room (reader, line, places))
    return;
  for (guint kind = 0; kind < kinds->n_kinds; kind++)
    {
      const char *word = kinds->name (kind);
      const gboolean bare = kinds->is_bare != NULL && kinds->is_bare (kind);
      g_autofree char *what = g_strstrip (g_strdup (line->value + length));
      DlLessonPlace *place;

      if (word == NULL)
        continue;
      g_string_append_printf (words, "%s%s", words->len > 0 ? ", " : "", word);
      if (strlen (word) != length || strncmp (word, line->value, length) != 0
          || (*what == '\0') != bare || strchr (what, '\n') != NULL)
        continue;
      place = g_new0 (DlLessonPlace, 1);
      place->kind = kind;
      place->what = g_steal_pointer (&what);
      place->line = line->line;
      g_ptr_array_add (places, place);
      return;
    }
  dl_problems_add (reader->problems, line->line,
                   _ ("%s is not a place in the window (expected "
                      "%s, and a name)"),
                   quoted, words->str);
}

static void
take_number (Reader *reader, const DlLessonLine *line)
{
  g_autoptr (GError) error = NULL;

  if (reader->step->number != NULL)
    {
      dl_problems_add (reader->problems, line->line, _ ("%s occurs twice (write it once)"),
                       line->key);
      return;
    }
  reader->step->number = dl_fact_parse (line->value, &error);
  reader->step->number_line = line->line;
  if (reader->step->number == NULL)
    dl_problems_add_error (reader->problems, line->line, g_steal_pointer (&error));
  else if (dl_fact_type (reader->step->number) == DL_FACT_FLAG
           || (dl_fact_type (reader->step->number) == DL_FACT_TEXT
               && reader->step->number->field == NULL))
    dl_problems_add (reader->problems, line->line, _ ("%s is not a number (use choice: for words)"),
                     reader->step->number->name);
}

static void
take_within (Reader *reader, const DlLessonLine *line)
{
  g_autofree char *value = joined (line);
  const gboolean percent = g_str_has_suffix (value, "%");
  g_autoptr (GError) error = NULL;

  if (percent)
    value[strlen (value) - 1] = '\0';
  if (!dl_value_parse_double (value, 0, percent ? 100 : G_MAXDOUBLE, &reader->step->within, &error))
    {
      dl_problems_add_error (reader->problems, line->line, g_steal_pointer (&error));
      return;
    }
  reader->step->of_value = percent;
  if (percent)
    reader->step->within /= 100;
}

/* In a translation, where conditions are not repeated: was one copied with its text? */
static void
refuse_condition (Reader *reader, const DlLessonLine *line, const char *text)
{
  g_auto (GStrv) parts = g_strsplit (text, ";", 2);
  g_autoptr (DlCondition) condition = dl_condition_parse (parts[0] != NULL ? parts[0] : "", NULL);

  if (condition != NULL)
    dl_problems_add (reader->problems, line->line,
                     _ ("%s must not have a condition in a translation (expected %s: TEXT)"),
                     line->key, line->key);
}

/* TEXT | CONDITION; CONDITION */
static void
take_choice (Reader *reader, const DlLessonLine *line)
{
  g_autofree char *value = joined (line);
  char *bar = reader->translation ? NULL : strrchr (value, '|');
  g_auto (GStrv) parts = NULL;
  DlLessonChoice *choice;

  if (!check_room (reader, line, reader->step->choices) || !check_filled (reader, line, value))
    return;
  if (bar == NULL && !reader->translation)
    {
      dl_problems_add (reader->problems, line->line,
                       _ ("a choice has no condition (expected choice: TEXT | CONDITION; "
                          "CONDITION)"));
      return;
    }
  if (bar != NULL)
    *bar = '\0';
  if (reader->translation && strrchr (value, '|') != NULL)
    refuse_condition (reader, line, strrchr (value, '|') + 1);
  choice = dl_lesson_choice_new (value, line->line);
  g_ptr_array_add (reader->step->choices, choice);
  check_placeholders (reader, line, choice->text);
  if (*choice->text == '\0')
    dl_problems_add (reader->problems, line->line,
                     _ ("a choice has no text (expected choice: TEXT | CONDITION)"));
  if (bar == NULL)
    return;
  parts = g_strsplit (bar + 1, ";", DL_LESSON_MAX_ITEMS);
  for (guint i = 0; parts[i] != NULL; i++)
    {
      DlCondition *condition = read_condition (reader, line->line, parts[i]);

      if (condition != NULL)
        g_ptr_array_add (choice->conditions, condition);
    }
}

/* A reply to the choice above it. */
static void
take_reply (Reader *reader, const DlLessonLine *line)
{
  const GPtrArray *choices = reader->step->choices;
  DlLessonChoice *choice = choices->len > 0 ? choices->pdata[choices->len - 1] : NULL;

  if (choice == NULL)
    {
      dl_problems_add (reader->problems, line->line,
                       _ ("reply: has no choice above it (write it below its choice:)"));
      return;
    }
  choice->reply_line = line->line;
  take_text (reader, line, &choice->reply, FALSE);
}

/* CONDITION | TEXT */
static void
take_wrong (Reader *reader, const DlLessonLine *line)
{
  g_autofree char *value = g_strdup (line->value);
  char *bar = reader->translation ? NULL : strchr (value, '|');
  DlLessonWrong *wrong;

  if (!check_room (reader, line, reader->step->wrongs) || !check_filled (reader, line, value))
    return;
  if (bar == NULL && !reader->translation)
    {
      dl_problems_add (reader->problems, line->line,
                       _ ("wrong: has no condition (expected wrong: CONDITION | TEXT)"));
      return;
    }
  if (bar != NULL)
    *bar = '\0';
  if (reader->translation && strchr (value, '|') != NULL)
    {
      g_autofree char *condition = g_strndup (value, strcspn (value, "|"));

      refuse_condition (reader, line, condition);
    }
  wrong = dl_lesson_wrong_new (bar != NULL ? bar + 1 : value, line->line);
  g_ptr_array_add (reader->step->wrongs, wrong);
  check_placeholders (reader, line, wrong->text);
  if (*wrong->text == '\0')
    dl_problems_add (reader->problems, line->line,
                     _ ("wrong: has no text (expected wrong: CONDITION | TEXT)"));
  if (bar != NULL)
    wrong->condition = read_condition (reader, line->line, value);
}

/* FACT; FACT */
static void
take_decides (Reader *reader, const DlLessonLine *line)
{
  g_autofree char *value = joined (line);
  g_auto (GStrv) names = g_strsplit (value, ";", DL_LESSON_MAX_ITEMS);

  reader->step->decides_line = line->line;
  for (guint i = 0; names[i] != NULL; i++)
    {
      g_autoptr (GError) error = NULL;
      DlFact *fact = dl_fact_parse (names[i], &error);

      if (fact == NULL)
        dl_problems_add_error (reader->problems, line->line, g_steal_pointer (&error));
      else if (check_room (reader, line, reader->step->decides))
        g_ptr_array_add (reader->step->decides, fact);
      else
        dl_fact_free (fact);
    }
}

static void
take_right (Reader *reader, const DlLessonLine *line)
{
  g_autoptr (GError) error = NULL;
  guint64 choice;

  reader->step->right_line = line->line;
  if (dl_value_parse_uint (line->value, 1, DL_LESSON_MAX_ITEMS, &choice, &error))
    reader->step->right = (guint) choice;
  else
    dl_problems_add_error (reader->problems, line->line, g_steal_pointer (&error));
}

/* "cycle 1234": the number. FALSE, which has been said, if it is not one. */
static gboolean
read_cycle (Reader *reader, const DlLessonLine *line, guint64 *cycle)
{
  g_autofree char *quoted = dl_value_quote (line->value);

  if (g_str_has_prefix (line->value, CYCLE)
      && dl_value_parse_uint (line->value + strlen (CYCLE), 0, DL_LESSON_MAX_CYCLES, cycle, NULL))
    return TRUE;
  dl_problems_add (reader->problems, line->line,
                   _ ("%s is not a cycle of a recording (expected %s: cycle and a number from 0 to "
                      "%d)"),
                   quoted, line->key, DL_LESSON_MAX_CYCLES);
  return FALSE;
}

static void
take_at (Reader *reader, const DlLessonLine *line)
{
  if (reader->step->at_line > 0)
    {
      dl_problems_add (reader->problems, line->line, _ ("%s occurs twice (write it once)"),
                       line->key);
      return;
    }
  reader->step->at_line = line->line;
  read_cycle (reader, line, &reader->step->at);
}

/* The cycle that is to be gone to is a fact like others. */
static DlCondition *
read_until (Reader *reader, const DlLessonLine *line)
{
  g_autofree char *text = NULL;
  guint64 cycle;

  if (!g_str_has_prefix (line->value, CYCLE))
    return read_condition (reader, line->line, line->value);
  if (!read_cycle (reader, line, &cycle))
    return NULL;
  text = g_strdup_printf ("shown_cycle = %" G_GUINT64_FORMAT, cycle);
  return dl_condition_parse (text, NULL);
}

static void
take_until (Reader *reader, const DlLessonLine *line)
{
  DlCondition *condition;

  if (!check_room (reader, line, reader->step->until))
    return;
  condition = read_until (reader, line);
  if (condition == NULL)
    return;
  g_ptr_array_add (reader->step->until, condition);
  g_array_append_val (reader->step->until_lines, line->line);
}

/* One more of @texts. */
static void
take_one_of (Reader *reader, const DlLessonLine *line, GPtrArray *texts, GArray *lines)
{
  if (!check_room (reader, line, texts) || !check_filled (reader, line, line->value))
    return;
  check_placeholders (reader, line, line->value);
  g_ptr_array_add (texts, g_strdup (line->value));
  g_array_append_val (lines, line->line);
}

static void
take_hint (Reader *reader, const DlLessonLine *line)
{
  take_one_of (reader, line, reader->step->hints, reader->step->hint_lines);
}

static void
take_do_hint (Reader *reader, const DlLessonLine *line)
{
  take_one_of (reader, line, reader->step->do_hints, reader->step->do_hint_lines);
}

static void
take_step (Reader *reader, const DlLessonLine *line)
{
  if (!dl_lesson_is_id (line->value))
    {
      g_autofree char *quoted = dl_value_quote (line->value);

      dl_problems_add (reader->problems, line->line,
                       _ ("%s is not a name for a step (expected a-z, 0-9 and -, at most %d "
                          "characters)"),
                       quoted, MAX_ID);
    }
  else if (dl_lesson_find_step (reader->lesson, line->value) != G_MAXUINT)
    dl_problems_add (reader->problems, line->line,
                     _ ("a step %s already exists (use a different "
                        "name)"),
                     line->value);
  if (reader->lesson->steps->len == DL_LESSON_MAX_STEPS)
    dl_problems_add (reader->problems, line->line, _ ("too many steps (at most %d)"),
                     DL_LESSON_MAX_STEPS);
  if (reader->lesson->steps->len >= DL_LESSON_MAX_STEPS)
    return; /* the lines that follow belong to the last step that counts, and are dropped */
  reader->step = dl_lesson_step_new (line->value, line->line);
  g_ptr_array_add (reader->lesson->steps, reader->step);
}

/* The head ------------------------------------------------------------------------------------- */

static void
take_format (Reader *reader, const DlLessonLine *line)
{
  reader->has_format = TRUE;
  if (strcmp (line->value, G_STRINGIFY (DL_LESSON_FORMAT)) != 0)
    {
      g_autofree char *quoted = dl_value_quote (line->value);

      dl_problems_add (reader->problems, line->line,
                       _ ("format %s is unknown (expected %d; a newer format needs a newer "
                          "program)"),
                       quoted, DL_LESSON_FORMAT);
    }
}

static void
take_start (Reader *reader, const DlLessonLine *line)
{
  const char *name = line->value + strlen (PRESET);
  g_autoptr (GError) error = NULL;
  g_autoptr (DlScenario) scenario = NULL;
  g_autofree char *quoted = dl_value_quote (line->value);

  if (reader->lesson->start != NULL)
    dl_problems_add (reader->problems, line->line, _ ("%s occurs twice (write it once)"),
                     line->key);
  else if (!g_str_has_prefix (line->value, PRESET))
    dl_problems_add (reader->problems, line->line,
                     _ ("%s is not a start (expected preset:NAME, which set: can change)"), quoted);
  else if ((scenario = dl_preset_load (name, &error)) == NULL)
    dl_problems_add_error (reader->problems, line->line, g_steal_pointer (&error));
  else
    reader->lesson->start = g_strdup (name);
  reader->lesson->start_line = line->line;
}

static void
take_minutes (Reader *reader, const DlLessonLine *line)
{
  g_autoptr (GError) error = NULL;
  guint64 minutes;

  if (dl_value_parse_uint (line->value, 1, MAX_MINUTES, &minutes, &error))
    reader->lesson->minutes = (guint) minutes;
  else
    dl_problems_add_error (reader->problems, line->line, g_steal_pointer (&error));
}

/* All ------------------------------------------------------------------------------------------ */

/* A line above others. */
static void
take_heading (Reader *reader, const DlLessonLine *line, char **text)
{
  if (strlen (line->value) > MAX_HEADING)
    dl_problems_add (reader->problems, line->line, _ ("%s is too long (at most %d bytes)"),
                     line->key, MAX_HEADING);
  else
    take_text (reader, line, text, TRUE);
}

static void
take_title (Reader *reader, const DlLessonLine *line)
{
  take_heading (reader, line, &reader->step->title);
}

static void
take_say (Reader *reader, const DlLessonLine *line)
{
  take_text (reader, line, &reader->step->say, FALSE);
}

static void
take_ask (Reader *reader, const DlLessonLine *line)
{
  take_text (reader, line, &reader->step->ask, FALSE);
}

static void
take_do (Reader *reader, const DlLessonLine *line)
{
  take_text (reader, line, &reader->step->task, FALSE);
}

static void
take_explain (Reader *reader, const DlLessonLine *line)
{
  take_text (reader, line, &reader->step->explain, FALSE);
}

static void
take_lesson (Reader *reader, const DlLessonLine *line)
{
  take_heading (reader, line, &reader->lesson->title);
}

static void
take_summary (Reader *reader, const DlLessonLine *line)
{
  take_text (reader, line, &reader->lesson->summary, TRUE);
}

static void
take_show (Reader *reader, const DlLessonLine *line)
{
  take_place (reader, line, reader->step->shows, &show_kinds);
}

static void
take_then (Reader *reader, const DlLessonLine *line)
{
  take_place (reader, line, reader->step->thens, &show_kinds);
}

static void
take_point (Reader *reader, const DlLessonLine *line)
{
  take_place (reader, line, reader->step->points, &point_kinds);
}

static void
take_mark (Reader *reader, const DlLessonLine *line)
{
  take_place (reader, line, reader->step->marks, &mark_kinds);
}

typedef enum
{
  IN_HEAD = 1 << 0,
  IN_STEP = 1 << 1,
  IS_TEXT = 1 << 2 /* translations have it, too */
} Where;

static const struct
{
  const char *key;
  guint where;
  void (*take) (Reader *reader, const DlLessonLine *line);
} keys[] = {
  { "lesson", IN_HEAD | IS_TEXT, take_lesson },
  { "format", IN_HEAD | IS_TEXT, take_format },
  { "summary", IN_HEAD | IS_TEXT, take_summary },
  { "minutes", IN_HEAD, take_minutes },
  { "start", IN_HEAD, take_start },
  { "set", IN_HEAD | IN_STEP, take_set },
  { "step", IN_HEAD | IN_STEP | IS_TEXT, take_step },
  { "title", IN_STEP | IS_TEXT, take_title },
  { "say", IN_STEP | IS_TEXT, take_say },
  { "show", IN_STEP, take_show },
  { "at", IN_STEP, take_at },
  { "point", IN_STEP, take_point },
  { "mark", IN_STEP, take_mark },
  { "then", IN_STEP, take_then },
  { "ask", IN_STEP | IS_TEXT, take_ask },
  { "number", IN_STEP, take_number },
  { "within", IN_STEP, take_within },
  { "choice", IN_STEP | IS_TEXT, take_choice },
  { "reply", IN_STEP | IS_TEXT, take_reply },
  { "decides", IN_STEP, take_decides },
  { "right", IN_STEP, take_right },
  { "do", IN_STEP | IS_TEXT, take_do },
  { "until", IN_STEP, take_until },
  { "solution", IN_STEP, take_solution },
  { "wrong", IN_STEP | IS_TEXT, take_wrong },
  { "hint", IN_STEP | IS_TEXT, take_hint },
  { "hint-do", IN_STEP | IS_TEXT, take_do_hint },
  { "explain", IN_STEP | IS_TEXT, take_explain },
};

static void
fail_key (Reader *reader, const DlLessonLine *line)
{
  const char *names[G_N_ELEMENTS (keys) + 1] = { NULL };
  const guint where = reader->step != NULL ? IN_STEP : IN_HEAD;
  g_autofree char *hint = NULL;
  guint n = 0;

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    if ((keys[i].where & where) != 0 && (!reader->translation || (keys[i].where & IS_TEXT) != 0))
      names[n++] = keys[i].key;
  hint = dl_names_hint (line->key, names);
  dl_problems_add (reader->problems, line->line,
                   reader->translation    ? _ ("a translation has no line %s here (%s)")
                   : reader->step != NULL ? _ ("a step has no line %s (%s)")
                                          : _ ("there is no line %s before the first step (%s)"),
                   line->key, hint);
}

static void
take_line (Reader *reader, const DlLessonLine *line)
{
  const guint where = reader->step != NULL ? IN_STEP : IN_HEAD;

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    if (strcmp (keys[i].key, line->key) == 0 && (keys[i].where & where) != 0
        && (!reader->translation || (keys[i].where & IS_TEXT) != 0))
      {
        keys[i].take (reader, line);
        return;
      }
  fail_key (reader, line);
}

static void
finish (Reader *reader)
{
  DlLesson *lesson = reader->lesson;

  if (reader->translation)
    return;
  if (lesson->title == NULL)
    dl_problems_add (reader->problems, 1, _ ("the lesson has no name (add lesson: and its name)"));
  if (!reader->has_format)
    dl_problems_add (reader->problems, 1, _ ("the format is missing (add format: %d)"),
                     DL_LESSON_FORMAT);
  if (lesson->start_line == 0)
    dl_problems_add (reader->problems, 1, _ ("the start is missing (add start: preset:NAME)"));
  if (lesson->steps->len == 0)
    dl_problems_add (reader->problems, 1, _ ("the lesson has no step (add step: and its name)"));
  for (guint i = 0; i < lesson->steps->len; i++)
    {
      DlLessonStep *step = g_ptr_array_index (lesson->steps, i);

      dl_lesson_step_check (step, reader->problems);
      step->question = step->ask == NULL        ? DL_QUESTION_NONE
                       : step->choices->len > 0 ? DL_QUESTION_CHOICE
                       : step->number != NULL   ? DL_QUESTION_NUMBER
                                                : DL_QUESTION_FREE;
    }
}

DlLesson *
dl_lesson_read (const char *text, gsize length, gboolean translation, DlProblems *problems)
{
  g_autoptr (GPtrArray) lines = dl_lesson_lines_read (text, length, DL_LESSON_MAX_BYTES, problems);
  Reader reader = { .problems = problems, .translation = translation };

  reader.lesson = dl_lesson_new ();
  for (guint i = 0; i < lines->len; i++)
    take_line (&reader, g_ptr_array_index (lines, i));
  /* A file that is not text has no further problems. */
  if (lines->len > 0 || problems == NULL || problems->n == 0)
    finish (&reader);
  return reader.lesson;
}

/* "03-deadlock" of ".../03-deadlock.lesson" */
static char *
id_of (const char *file_name)
{
  g_autofree char *name = g_path_get_basename (file_name);

  if (g_str_has_suffix (name, ".lesson"))
    name[strlen (name) - strlen (".lesson")] = '\0';
  return g_utf8_make_valid (name, -1);
}

DlLesson *
dl_lesson_parse (const char *text, gssize length, const char *file_name, DlProblems *problems,
                 GError **error)
{
  const gsize n = length >= 0 ? (gsize) length : strlen (text);
  g_autoptr (DlProblems) own = problems == NULL ? dl_problems_new (file_name) : NULL;
  DlProblems *all = problems != NULL ? problems : own;
  const guint before = all->n;
  g_autoptr (DlLesson) lesson = dl_lesson_read (text, n, FALSE, all);

  if (all->n > before)
    {
      /* Earlier problems may have filled it. */
      g_set_error_literal (error, DL_LESSON_ERROR, DL_LESSON_ERROR_SYNTAX,
                           g_ptr_array_index (all->messages, MIN (before, all->messages->len - 1)));
      return NULL;
    }
  lesson->id = id_of (file_name);
  lesson->digest = g_compute_checksum_for_data (G_CHECKSUM_SHA256, (const guchar *) text, n);
  return g_steal_pointer (&lesson);
}

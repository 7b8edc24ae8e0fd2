/* dateline-cli lesson: lessons as files, checked, shown, done by a script, and graded. */
#include "cli-options.h"
#include "cli-streams.h"
#include "cli-table.h"
#include "dl-families.h"
#include "dl-figure-family.h"
#include "dl-hand-in-story.h"
#include "dl-hand-in.h"
#include "dl-lesson-check.h"
#include "dl-lesson-text.h"
#include "dl-lessons.h"
#include "dl-names.h"
#include "dl-output.h"

#include <glib/gi18n.h>

#include <string.h>

#define WIDTH 78

/* A lesson of the program, or a file, in the language of --language or of the locale. */
static DlLesson *
load_lesson (Cli *cli, const char *name, GError **error)
{
  const char *const one[] = { cli->options.language, NULL };
  g_auto (GStrv) ids = dl_lessons_list ();
  const char *id = dl_names_find (name, (const char *const *) ids);

  return dl_lessons_load_any (id != NULL ? id : name,
                              one[0] != NULL ? one : g_get_language_names (), error);
}

/* @markdown as text, each line of it behind @indent, wrapped. */
static void
append_wrapped (GString *out, const char *markdown, const char *indent)
{
  g_autofree char *text = dl_lesson_text_wrap (markdown, WIDTH, indent);

  g_string_append (out, text);
}

/* run: facts ----------------------------------------------------------------------------------- */

/* By id, of @family (NULL: of all) those that have @measure (nullable). */
static char *
families_text (const DlFamily *family, const DlMeasure *measure)
{
  g_autoptr (GString) ids = g_string_new (NULL);
  guint n, known = 0;
  const DlFamily *const *families = dl_families (&n);

  for (guint i = 0; i < n; i++)
    if ((family == NULL || family == families[i])
        && (measure == NULL || dl_measure_is_for (measure, families[i])))
      g_string_append_printf (ids, "%s%s", known++ > 0 ? ", " : "", families[i]->id);
  return g_strdup (known == n ? _ ("all") : ids->str);
}

static const char *
type_text (DlFactType type)
{
  switch (type)
    {
    case DL_FACT_WHOLE:
      return _ ("whole number");
    case DL_FACT_REAL:
      return _ ("number");
    case DL_FACT_SHARE:
      return _ ("share");
    case DL_FACT_FLAG:
      return _ ("yes or no");
    case DL_FACT_TEXT:
      return _ ("text");
    }
  g_return_val_if_reached ("");
}

static void
append_fact (Cli *cli, const char *name, DlFactType type, const char *families, gboolean simulated,
             const char *description)
{
  const char *when = simulated ? _ ("simulation") : _ ("analysis");

  if (cli->options.markdown)
    {
      g_auto (GStrv) parts = g_strsplit (name, "|", -1);
      g_autofree char *escaped = g_strjoinv ("\\|", parts);

      g_string_append_printf (cli->out, "| `%s` | %s | %s | %s | %s |\n", escaped, description,
                              type_text (type), families, when);
    }
  else
    g_string_append_printf (cli->out, "%s\t%s\t%s\t%s\t%s\n", name, description, type_text (type),
                            families, when);
}

static CliStatus
facts (Cli *cli, GError **error)
{
  guint n_functions, n_measures;
  const DlFactInfo *functions = dl_fact_table (&n_functions);
  const DlMeasure *measures = dl_measure_table (&n_measures);

  if (cli->options.markdown)
    g_string_append_printf (cli->out,
                            "| %s | %s | %s | %s | %s |\n| --- | --- | --- | --- | --- |\n",
                            _ ("Fact"), _ ("What it says"), _ ("Value"), _ ("Network"), _ ("From"));
  for (guint i = 0; i < n_functions; i++)
    {
      g_autofree char *usage = dl_fact_info_usage (&functions[i]);
      g_autofree char *of = families_text (functions[i].family, NULL);

      append_fact (cli, usage, functions[i].type, of, functions[i].simulated,
                   _ (functions[i].description));
    }
  for (guint i = 0; i < n_measures; i++)
    {
      g_autofree char *of = families_text (NULL, &measures[i]);

      append_fact (cli, measures[i].id, (DlFactType) measures[i].type, of, measures[i].simulated,
                   _ (measures[i].title));
    }
  return CLI_DONE;
}

/* run ------------------------------------------------------------------------------------------ */

/* A lesson on paper, while it is done. */
typedef struct
{
  Cli *cli;
  DlLessonDriver *driver;
  guint step; /* that was told last; G_MAXUINT: none */
  DlLessonPhase phase;
  char *wrong;
  guint hints;
} Telling;

/* @filled (nullable) is taken. */
static void
tell_filled (Telling *telling, char *filled)
{
  g_autofree char *text = filled;

  if (text == NULL)
    return;
  g_string_append_c (telling->cli->out, '\n');
  append_wrapped (telling->cli->out, text, "");
}

static void
tell (Telling *telling, const char *text)
{
  tell_filled (telling,
               text != NULL ? dl_lesson_attempt_fill (telling->driver->attempt, text) : NULL);
}

/* Texts before anything is done, with the facts that the step began with. */
static void
tell_first (Telling *telling, const char *text)
{
  tell_filled (telling,
               text != NULL ? dl_lesson_attempt_fill_first (telling->driver->attempt, text) : NULL);
}

static void
tell_step (Telling *telling, const DlLesson *lesson, guint i)
{
  const DlLessonStep *step = dl_lesson_step (lesson, i);

  g_string_append_printf (telling->cli->out, "\n## %s\n", dl_lesson_step_title (lesson, i));
  tell_first (telling, step->say);
  tell_first (telling, step->ask);
  for (guint k = 0; k < step->choices->len; k++)
    {
      const DlLessonChoice *choice = g_ptr_array_index (step->choices, k);
      g_autofree char *filled
          = dl_lesson_attempt_fill_first (telling->driver->attempt, choice->text);
      g_autofree char *item = g_strdup_printf ("%u. %s", k + 1, filled);

      append_wrapped (telling->cli->out, item, "  ");
    }
  tell (telling, step->task);
}

static void
tell_verdict (Telling *telling, guint step)
{
  DlLessonAttempt *attempt = telling->driver->attempt;
  g_autofree char *right = dl_lesson_attempt_right_answer (attempt, step);

  switch (dl_lesson_attempt_get_verdict (attempt, step))
    {
    case DL_ANSWER_RIGHT:
      g_string_append_printf (telling->cli->out, "\n%s\n", _ ("Your answer is right."));
      break;
    case DL_ANSWER_WRONG:
      g_string_append_printf (telling->cli->out,
                              _ ("\nYour answer is wrong. The right answer is: "
                                 "%s\n"),
                              right != NULL ? right : "–");
      break;
    case DL_ANSWER_UNJUDGED:
      g_string_append_printf (telling->cli->out, "\n%s\n",
                              _ ("The lesson cannot grade this "
                                 "answer."));
      break;
    default:
      break;
    }
}

/* Whatever is new. */
static void
follow (Telling *telling)
{
  DlLessonAttempt *attempt = telling->driver->attempt;
  const DlLesson *lesson = dl_lesson_attempt_get_lesson (attempt);
  const guint i = dl_lesson_attempt_get_step (attempt);
  const DlLessonPhase phase = dl_lesson_attempt_get_phase (attempt);
  g_autofree char *wrong = dl_lesson_attempt_wrong (attempt);
  guint open;
  const GPtrArray *hints = dl_lesson_attempt_helpful_hints (attempt, &open);

  if (i != telling->step)
    {
      telling->step = i;
      telling->phase = DL_PHASE_PREDICT;
      telling->hints = dl_lesson_attempt_get_hints (attempt);
      tell_step (telling, lesson, i);
    }
  /* One at most: each line of a script is followed. */
  if (telling->hints < dl_lesson_attempt_get_hints (attempt))
    tell (telling, g_ptr_array_index (hints, open - 1));
  telling->hints = dl_lesson_attempt_get_hints (attempt);
  if (wrong != NULL && g_strcmp0 (wrong, telling->wrong) != 0)
    {
      g_string_append_c (telling->cli->out, '\n');
      append_wrapped (telling->cli->out, wrong, "! ");
    }
  g_free (telling->wrong);
  telling->wrong = g_steal_pointer (&wrong);
  if (phase == DL_PHASE_DONE && telling->phase != DL_PHASE_DONE)
    {
      tell_verdict (telling, i);
      tell_filled (telling, dl_lesson_attempt_reply (attempt, i));
      tell_filled (telling, dl_lesson_attempt_explain (attempt));
    }
  telling->phase = phase;
}

static gboolean
tell_script (Telling *telling, const char *script, const char *name, GError **error)
{
  g_auto (GStrv) lines = g_strsplit (script, "\n", -1);

  follow (telling);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_autofree char *line = g_strstrip (g_strdup (lines[i]));

      if (*line != '\0' && *line != '#' && !g_str_has_prefix (line, "expect"))
        g_string_append_printf (telling->cli->out, "\n> %s\n", line);
      if (!dl_lesson_driver_command (telling->driver, line, error))
        {
          g_prefix_error (error, "%s:%u: ", name, i + 1);
          return FALSE;
        }
      follow (telling);
    }
  return TRUE;
}

static void
tell_score (Telling *telling)
{
  DlLessonScore score;

  dl_lesson_attempt_get_score (telling->driver->attempt, &score);
  g_string_append_printf (telling->cli->out,
                          _ ("\nSteps done: %u of %u; answers right: %u of %u; hints: %u\n"),
                          score.done, score.steps, score.right, score.asked, score.hints);
}

static gsize
script_limit (const GByteArray *bytes)
{
  return DL_LESSON_MAX_BYTES;
}

static gboolean
write_hand_in (Cli *cli, DlLessonAttempt *attempt, GError **error)
{
  g_autoptr (DlHandIn) hand_in = dl_hand_in_new (attempt, cli->options.student);
  g_autofree char *text = dl_hand_in_to_text (hand_in);

  return cli_write (cli->options.hand_in, text, strlen (text), cli->cancellable, error);
}

static CliStatus
run_script (Cli *cli, GError **error)
{
  g_autoptr (DlLesson) lesson = load_lesson (cli, cli->args[1], error);
  const char *source = cli->options.script != NULL ? cli->options.script : "-";
  Telling telling = { .cli = cli, .step = G_MAXUINT };
  g_autoptr (DlLessonDriver) driver = NULL;
  g_autoptr (GByteArray) bytes = NULL;
  g_autofree char *script = NULL;
  g_autofree char *name = cli_display_name (source);
  gboolean done;

  if (lesson == NULL)
    return CLI_BAD_INPUT;
  bytes = cli_read (source, script_limit, cli->cancellable, error);
  driver = bytes != NULL ? dl_lesson_driver_new (lesson, TRUE, cli->cancellable, error) : NULL;
  if (driver == NULL)
    return CLI_BAD_INPUT;
  if (bytes->len > DL_LESSON_MAX_BYTES
      || !g_utf8_validate_len ((const char *) bytes->data, bytes->len, NULL))
    return cli_bad_input (error, _ ("%s: not a script (expected a text of at most %d bytes)"), name,
                          DL_LESSON_MAX_BYTES);
  script = g_strndup ((const char *) bytes->data, bytes->len);
  telling.driver = driver;
  g_string_append_printf (cli->out, "# %s\n", lesson->title);
  done = tell_script (&telling, script, name, error);
  g_free (telling.wrong);
  if (!done)
    return CLI_BAD_INPUT;
  tell_score (&telling);
  if (cli->options.hand_in != NULL)
    write_hand_in (cli, driver->attempt, error);
  return CLI_DONE;
}

/* grade ---------------------------------------------------------------------------------------- */

typedef struct
{
  char *file;
  DlHandIn *hand_in; /* NULL: refused */
  DlGrade *grade;    /* NULL: there is no lesson to judge it by */
  char *refusal;     /* why one of them is NULL */
} Row;

static void
row_free (gpointer data)
{
  Row *row = data;

  g_free (row->file);
  dl_hand_in_free (row->hand_in);
  dl_grade_free (row->grade);
  g_free (row->refusal);
  g_free (row);
}

/* Reading and judging -------------------------------------------------------------------------- */

static gsize
hand_in_limit (const GByteArray *bytes)
{
  return DL_HAND_IN_MAX_BYTES;
}

static Row *
judge (Cli *cli, const char *file, GError **error)
{
  Row *row = g_new0 (Row, 1);
  g_autoptr (GError) refusal = NULL;
  g_autoptr (GByteArray) bytes = cli_read (file, hand_in_limit, cli->cancellable, &refusal);
  g_autoptr (DlLesson) lesson = NULL;

  row->file = cli_display_name (file);
  if (bytes != NULL)
    row->hand_in = dl_hand_in_parse ((const char *) bytes->data, bytes->len, row->file, &refusal);
  if (row->hand_in != NULL)
    lesson = dl_hand_in_find_lesson (row->hand_in, file, NULL, &refusal);
  if (lesson != NULL)
    row->grade = dl_grade_new (row->hand_in, lesson, cli->cancellable, &refusal);
  if (refusal != NULL)
    row->refusal = cli_printable (refusal->message);
  if (g_cancellable_set_error_if_cancelled (cli->cancellable, error))
    g_clear_pointer (&row, row_free);
  return row;
}

/* Writing -------------------------------------------------------------------------------------- */

static char *
notes_of (const Row *row)
{
  if (row->refusal != NULL)
    return g_strdup (row->refusal);
  g_ptr_array_add (row->grade->notes, NULL);
  g_autofree char *joined = g_strjoinv ("; ", (GStrv) row->grade->notes->pdata);
  g_ptr_array_remove_index (row->grade->notes, row->grade->notes->len - 1);
  return cli_printable (joined);
}

static const char *
name_of (const Row *row)
{
  return row->hand_in != NULL && row->hand_in->name != NULL ? row->hand_in->name : "";
}

static const char *
lesson_of (const Row *row)
{
  return row->hand_in != NULL ? row->hand_in->lesson : "";
}

static const DlLessonScore *
score_of (const Row *row)
{
  static const DlLessonScore none;

  return row->grade != NULL ? &row->grade->score : &none;
}

/* Questions ------------------------------------------------------------------------------------ */

/* A column per question of all graded lessons, after all other columns. */
typedef struct
{
  const char *lesson, *step; /* ids; borrowed */
} Column;

static gboolean
has_column (const GArray *columns, const char *lesson)
{
  for (guint i = 0; i < columns->len; i++)
    if (strcmp (g_array_index (columns, Column, i).lesson, lesson) == 0)
      return TRUE;
  return FALSE;
}

static GArray *
question_columns (const GPtrArray *rows)
{
  GArray *columns = g_array_new (FALSE, FALSE, sizeof (Column));

  for (guint i = 0; i < rows->len; i++)
    {
      const Row *row = g_ptr_array_index (rows, i);

      if (row->grade == NULL || has_column (columns, lesson_of (row)))
        continue;
      for (guint k = 0; k < row->grade->questions->len; k++)
        {
          const DlGradeQuestion *question = row->grade->questions->pdata[k];
          const Column column = { lesson_of (row), question->step };

          g_array_append_val (columns, column);
        }
    }
  return columns;
}

/* "hops", or "01-torus/hops" where there is more than one lesson. Free with g_free. */
static char *
column_name (const GArray *columns, guint i)
{
  const Column *column = &g_array_index (columns, Column, i);

  for (guint k = 0; k < columns->len; k++)
    if (strcmp (g_array_index (columns, Column, k).lesson, column->lesson) != 0)
      return g_strconcat (column->lesson, "/", column->step, NULL);
  return g_strdup (column->step);
}

static const DlGradeQuestion *
find_question (const Row *row, const Column *column)
{
  if (row->grade == NULL || strcmp (lesson_of (row), column->lesson) != 0)
    return NULL;
  for (guint i = 0; i < row->grade->questions->len; i++)
    {
      const DlGradeQuestion *question = row->grade->questions->pdata[i];

      if (strcmp (question->step, column->step) == 0)
        return question;
    }
  return NULL;
}

/* @right, @wrong or the answer in own words; empty without an answer that is judged. Borrowed. */
static const char *
question_text (const Row *row, const Column *column, const char *right, const char *wrong)
{
  const DlGradeQuestion *question = find_question (row, column);

  if (question == NULL)
    return "";
  switch (question->verdict)
    {
    case DL_ANSWER_RIGHT:
      return right;
    case DL_ANSWER_WRONG:
      return wrong;
    case DL_ANSWER_KEPT:
      return question->answer;
    default:
      return "";
    }
}

/* Tables --------------------------------------------------------------------------------------- */

/* Numbers in the columns of all tables. */
#define N_NUMBERS 6

static const char *const number_columns[N_NUMBERS]
    = { "steps", "done", "asked", "right", "hints", "slips" };

static void
numbers_of (const Row *row, guint numbers[N_NUMBERS])
{
  const DlLessonScore *score = score_of (row);
  const guint all[N_NUMBERS]
      = { score->steps, score->done, score->asked, score->right, score->hints, score->slips };

  memcpy (numbers, all, sizeof all);
}

static const char *
holds_text (const Row *row)
{
  return row->grade == NULL ? "" : row->grade->holds ? _ ("yes") : _ ("no");
}

static void
append_csv (GString *out, const GPtrArray *rows)
{
  static const DlTableColumn whose[] = { { "file" }, { "name" }, { "lesson" } };
  /* Notes may begin with the file's name. */
  static const DlTableColumn rest[] = { { "holds", .type = DL_COLUMN_INTEGER }, { "notes" } };
  g_autoptr (GArray) columns = question_columns (rows);
  g_autoptr (DlRecord) record = dl_record_new ();
  DlCells *cells;
  DlTable table;

  DL_RECORD_ADD (record, whose);
  for (guint k = 0; k < N_NUMBERS; k++)
    dl_record_add_columns (record,
                           &(DlTableColumn) { number_columns[k], .type = DL_COLUMN_INTEGER }, 1);
  DL_RECORD_ADD (record, rest);
  for (guint k = 0; k < columns->len; k++)
    {
      g_autofree char *name = column_name (columns, k);

      dl_record_add_columns (record, &(DlTableColumn) { name }, 1);
    }
  cells = dl_record_cells (record);
  for (guint i = 0; i < rows->len; i++)
    {
      const Row *row = g_ptr_array_index (rows, i);
      guint numbers[N_NUMBERS];

      numbers_of (row, numbers);
      dl_cells_text (cells, row->file);
      dl_cells_text (cells, name_of (row));
      dl_cells_text (cells, lesson_of (row));
      for (guint k = 0; k < N_NUMBERS; k++)
        dl_cells_integer_if (cells, row->grade != NULL, numbers[k]);
      dl_cells_integer_if (cells, row->grade != NULL, row->grade != NULL && row->grade->holds);
      dl_cells_take_text (cells, notes_of (row));
      for (guint k = 0; k < columns->len; k++)
        dl_cells_text (cells, question_text (row, &g_array_index (columns, Column, k), "1", "0"));
    }
  table = dl_record_table (record);
  dl_table_append_csv (out, &table);
}

static void
append_json (GString *out, const GPtrArray *rows)
{
  g_autoptr (JsonBuilder) builder = cli_json_new ();

  cli_json_begin_array (builder, "hand_ins");
  for (guint i = 0; i < rows->len; i++)
    {
      const Row *row = g_ptr_array_index (rows, i);
      guint numbers[N_NUMBERS];

      numbers_of (row, numbers);
      json_builder_begin_object (builder);
      cli_json_string (builder, "file", row->file);
      cli_json_string (builder, "name", name_of (row));
      cli_json_string (builder, "lesson", lesson_of (row));
      for (guint k = 0; k < N_NUMBERS; k++)
        if (row->grade != NULL)
          cli_json_int (builder, number_columns[k], numbers[k]);
        else
          cli_json_null (builder, number_columns[k]);
      if (row->grade != NULL)
        cli_json_bool (builder, "holds", row->grade->holds);
      else
        cli_json_null (builder, "holds");
      if (row->grade != NULL)
        cli_json_int (builder, "shown", score_of (row)->shown);
      else
        cli_json_null (builder, "shown");
      cli_json_begin_array (builder, "notes");
      if (row->refusal != NULL)
        json_builder_add_string_value (builder, row->refusal);
      for (guint k = 0; row->grade != NULL && k < row->grade->notes->len; k++)
        json_builder_add_string_value (builder, row->grade->notes->pdata[k]);
      json_builder_end_array (builder);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
  json_builder_end_object (builder);
  cli_json_append (out, builder);
}

/* Columns of a table for people: texts, in the order of the head. */
#define N_COLUMNS 8

static void
cells_of (const Row *row, char *cells[N_COLUMNS])
{
  const DlLessonScore *score = score_of (row);
  const gboolean graded = row->grade != NULL;

  cells[0] = g_strdup (row->file);
  cells[1] = cli_printable (name_of (row));
  cells[2] = cli_printable (lesson_of (row));
  /* Translators: so many of so many, in a column of a table */
  cells[3] = graded ? g_strdup_printf (_ ("%u of %u"), score->done, score->steps) : g_strdup ("");
  cells[4] = graded ? g_strdup_printf (_ ("%u of %u"), score->right, score->asked) : g_strdup ("");
  cells[5] = graded ? g_strdup_printf ("%u", score->hints) : g_strdup ("");
  cells[6] = g_strdup (holds_text (row));
  cells[7] = notes_of (row);
}

/* The next cell of @table, or of a row in Markdown if @table is NULL. */
static void
append_cell (GString *out, CliTable *table, const char *text)
{
  g_auto (GStrv) parts = g_strsplit (text, "|", -1);
  g_autofree char *escaped = g_strjoinv ("\\|", parts);

  if (table != NULL)
    cli_table_text (table, text);
  else
    g_string_append_printf (out, "| %s ", escaped);
}

static void
append_head (GString *out, CliTable *table, const GArray *columns)
{
  const char *const head[N_COLUMNS] = { _ ("File"),  _ ("Name"),  _ ("Lesson"), _ ("Steps"),
                                        _ ("Right"), _ ("Hints"), _ ("Holds"),  _ ("Notes") };

  for (guint k = 0; k < N_COLUMNS; k++)
    append_cell (out, table, head[k]);
  for (guint k = 0; k < columns->len; k++)
    {
      g_autofree char *name = column_name (columns, k);
      g_autofree char *printable = cli_printable (name);

      append_cell (out, table, printable);
    }
  if (table != NULL)
    return;
  g_string_append (out, "|\n| --- | --- | --- | ---: | ---: | ---: | --- | --- |");
  for (guint k = 0; k < columns->len; k++)
    g_string_append (out, " --- |");
  g_string_append_c (out, '\n');
}

static void
append_row (GString *out, CliTable *table, const GArray *columns, const Row *row)
{
  char *cells[N_COLUMNS];

  cells_of (row, cells);
  for (guint k = 0; k < N_COLUMNS; k++)
    {
      g_autofree char *cell = cells[k];

      append_cell (out, table, cell);
    }
  for (guint k = 0; k < columns->len; k++)
    {
      g_autofree char *cell = cli_printable (
          question_text (row, &g_array_index (columns, Column, k), _ ("yes"), _ ("no")));

      append_cell (out, table, cell);
    }
  if (table == NULL)
    g_string_append (out, "|\n");
}

static void
append_people (GString *out, const GPtrArray *rows, gboolean markdown)
{
  g_autoptr (GArray) columns = question_columns (rows);
  g_autoptr (GString) kinds = g_string_new ("lllrrrll");
  g_autoptr (CliTable) table = NULL;

  for (guint k = 0; k < columns->len; k++)
    g_string_append_c (kinds, 'l');
  if (!markdown)
    table = cli_table_new (kinds->str);
  append_head (out, table, columns);
  for (guint i = 0; i < rows->len; i++)
    append_row (out, table, columns, rows->pdata[i]);
  if (!markdown)
    cli_table_append (out, table);
}

static CliStatus
grade_hand_ins (Cli *cli, GError **error)
{
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func (row_free);
  CliStatus status = CLI_DONE;

  for (guint i = 1; i < cli->n_args; i++)
    {
      Row *row = judge (cli, cli->args[i], error);

      if (row == NULL)
        return CLI_STOPPED;
      g_ptr_array_add (rows, row);
      if (row->grade == NULL)
        status = CLI_BAD_INPUT;
      else if (!row->grade->holds && status == CLI_DONE)
        status = CLI_DOES_NOT_HOLD;
    }
  if (cli->options.json)
    append_json (cli->out, rows);
  else if (cli->options.csv)
    append_csv (cli->out, rows);
  else
    append_people (cli->out, rows, cli->options.markdown);
  return status;
}

/* list ----------------------------------------------------------------------------------------- */

static void
append_lesson_json (JsonBuilder *builder, const DlLesson *lesson)
{
  json_builder_begin_object (builder);
  cli_json_string (builder, "id", lesson->id);
  cli_json_string (builder, "title", lesson->title);
  cli_json_string (builder, "summary", lesson->summary != NULL ? lesson->summary : "");
  cli_json_int (builder, "minutes", lesson->minutes);
  cli_json_int (builder, "steps", lesson->steps->len);
  cli_json_string (builder, "language", lesson->language != NULL ? lesson->language : "");
  json_builder_end_object (builder);
}

static CliStatus
list (Cli *cli, GError **error)
{
  g_auto (GStrv) ids = dl_lessons_list ();
  g_autoptr (JsonBuilder) builder = cli_json_new ();

  cli_json_begin_array (builder, "lessons");
  for (guint i = 0; ids[i] != NULL; i++)
    {
      g_autoptr (DlLesson) lesson = load_lesson (cli, ids[i], error);

      if (lesson == NULL)
        return CLI_DONE;
      append_lesson_json (builder, lesson);
      if (!cli->options.json)
        g_string_append_printf (cli->out, "%s\t%s\t%s\n", lesson->id, lesson->title,
                                lesson->summary != NULL ? lesson->summary : "");
    }
  json_builder_end_array (builder);
  json_builder_end_object (builder);
  if (cli->options.json)
    cli_json_append (cli->out, builder);
  return CLI_DONE;
}

/* check ---------------------------------------------------------------------------------------- */

/* Nothing of a translation: its lesson is checked by itself. */
static void
check_by_doing (Cli *cli, const char *file_name, DlProblems *problems)
{
  g_autoptr (DlLesson) lesson
      = problems->n == 0 ? dl_lessons_load_file (file_name, NULL, NULL, NULL) : NULL;

  if (lesson != NULL)
    dl_lesson_check_model (lesson, problems, cli->cancellable);
}

static CliStatus
check (Cli *cli, GError **error)
{
  CliStatus status = CLI_DONE;

  for (guint i = 1; i < cli->n_args; i++)
    {
      g_autofree char *name = cli_display_name (cli->args[i]);
      g_autoptr (DlProblems) problems = dl_problems_new (name);

      g_autoptr (GError) unread = NULL;

      /* The others are checked all the same. */
      if (!dl_lessons_check_file (cli->args[i], dl_family_metric_names, problems, &unread))
        {
          g_autofree char *message = cli_printable (unread->message);

          g_string_append_printf (cli->out, "%s\n", message);
          status = CLI_BAD_INPUT;
          continue;
        }
      check_by_doing (cli, cli->args[i], problems);
      for (guint k = 0; k < problems->messages->len; k++)
        g_string_append_printf (cli->out, "%s\n", (char *) problems->messages->pdata[k]);
      if (problems->n > problems->messages->len)
        g_string_append_printf (cli->out, _ ("%s: %u more\n"), name,
                                problems->n - problems->messages->len);
      if (problems->n == 0)
        g_string_append_printf (cli->out, _ ("%s: no problems\n"), name);
      else
        status = CLI_BAD_INPUT;
    }
  return status;
}

/* show ----------------------------------------------------------------------------------------- */

static void
append_part (GString *out, const char *title, const char *text)
{
  if (text == NULL)
    return;
  g_string_append_printf (out, "\n  %s\n", title);
  append_wrapped (out, text, "    ");
}

static void
append_step (GString *out, const DlLesson *lesson, guint i)
{
  const DlLessonStep *step = dl_lesson_step (lesson, i);

  g_string_append_printf (out, "\n%u. %s\n\n", i + 1, dl_lesson_step_title (lesson, i));
  append_wrapped (out, step->say, "  ");
  append_part (out, _ ("Question"), step->ask);
  for (guint k = 0; k < step->choices->len; k++)
    {
      const DlLessonChoice *choice = g_ptr_array_index (step->choices, k);
      g_autofree char *item = g_strdup_printf ("%u. %s", k + 1, choice->text);

      append_wrapped (out, item, "    ");
    }
  if (step->do_hints->len == 0)
    append_part (out, _ ("To do"), step->task);
  for (guint k = 0; k < step->hints->len; k++)
    append_part (out, _ ("Hint"), g_ptr_array_index (step->hints, k));
  if (step->do_hints->len > 0)
    append_part (out, _ ("To do"), step->task);
  for (guint k = 0; k < step->do_hints->len; k++)
    append_part (out, _ ("Hint"), g_ptr_array_index (step->do_hints, k));
  for (guint k = 0; k < step->choices->len; k++)
    {
      const DlLessonChoice *choice = g_ptr_array_index (step->choices, k);
      g_autofree char *title = g_strdup_printf (_ ("Reply to %u"), k + 1);

      append_part (out, title, choice->reply);
    }
  append_part (out, _ ("Explanation"), step->explain);
}

static CliStatus
show (Cli *cli, GError **error)
{
  g_autoptr (DlLesson) lesson = load_lesson (cli, cli->args[1], error);

  if (lesson == NULL)
    return CLI_BAD_INPUT;
  g_string_append_printf (cli->out, "%s\n", lesson->title);
  if (lesson->summary != NULL)
    append_wrapped (cli->out, lesson->summary, "");
  for (guint i = 0; i < lesson->steps->len; i++)
    append_step (cli->out, lesson, i);
  return CLI_DONE;
}

/* All of them ---------------------------------------------------------------------------------- */

#define ANY_NUMBER 100000

static const CliCommand actions[] = {
  { "list", "list", 0, 0, TAKES_JSON | TAKES_LANGUAGE, NULL, list },
  { "check", "check FILE...", 1, ANY_NUMBER, 0, NULL, check },
  { "show", "show LESSON", 1, 1, TAKES_LANGUAGE, NULL, show },
  { "facts", "facts", 0, 0, TAKES_MARKDOWN, NULL, facts },
  { "run", "run LESSON [--script FILE] [--hand-in FILE]", 1, 1, TAKES_LESSON | TAKES_LANGUAGE, NULL,
    run_script },
  { "grade", "grade HAND-IN...", 1, ANY_NUMBER, TAKES_JSON | TAKES_CSV | TAKES_MARKDOWN, NULL,
    grade_hand_ins },
};

CliStatus
cli_lesson (Cli *cli, GError **error)
{
  const CliOptions *given = &cli->options;

  if (given->json + given->csv + given->markdown > 1)
    return cli_bad_input (error,
                          _ ("--json, --csv and --markdown cannot be combined (choose one)"));
  return cli_run_action (cli, actions, G_N_ELEMENTS (actions), error);
}

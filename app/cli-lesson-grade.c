#include "cli-lesson-grade.h"

#include "cli-options.h"
#include "cli-streams.h"
#include "cli-table.h"
#include "dl-hand-in-story.h"
#include "dl-hand-in.h"
#include "dl-lessons.h"

#include <glib/gi18n.h>

#include <string.h>

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

CliStatus
cli_lesson_grade (Cli *cli, GError **error)
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

/* A point of a sweep as a row. */
#include "cli-sweep.h"

#include "dl-measure.h"

/* What of a row is no measure. */
typedef enum
{
  SEED,   /* before all measures */
  DIGEST, /* of the run: behind those that are simulated */
  POINT,  /* last */
  MEASURE
} ColumnKind;

/* Columns behind the keys. */
typedef struct
{
  ColumnKind kind;
  const DlMeasure *measure;
} Column;

static GArray *
columns_of (const DlSweepSpec *spec)
{
  GArray *columns = g_array_new (FALSE, FALSE, sizeof (Column));
  guint n;
  g_autofree const DlMeasure **measures = dl_measures (spec->scenario->family, &n);
  Column column = { SEED, NULL };

  g_array_append_val (columns, column);
  for (guint i = 0; i < n; i++)
    {
      if (measures[i]->simulated && spec->only_static)
        continue;
      column = (Column) { DIGEST, NULL };
      if (!spec->only_static && i > 0 && measures[i - 1]->simulated && !measures[i]->simulated)
        g_array_append_val (columns, column);
      column = (Column) { MEASURE, measures[i] };
      g_array_append_val (columns, column);
    }
  column = (Column) { POINT, NULL };
  g_array_append_val (columns, column);
  return columns;
}

static CliCellType
type_of (const Column *column)
{
  switch (column->kind)
    {
    case SEED:
      return CLI_CELL_INT;
    case DIGEST:
    case POINT:
      return CLI_CELL_TEXT;
    case MEASURE:
      return column->measure->type == DL_MEASURE_WHOLE || column->measure->type == DL_MEASURE_FLAG
                 ? CLI_CELL_INT
                 : CLI_CELL_REAL;
    }
  g_return_val_if_reached (CLI_CELL_TEXT);
}

static const char *
name_of (const Column *column)
{
  static const char *const names[] = { [SEED] = "seed", [DIGEST] = "digest", [POINT] = "point" };

  return column->kind == MEASURE ? column->measure->id : names[column->kind];
}

guint
cli_sweep_n_columns (const DlSweepSpec *spec)
{
  g_autoptr (GArray) columns = columns_of (spec);

  return spec->keys->len + columns->len;
}

char *
cli_sweep_column (const DlSweepSpec *spec, guint column, CliCellType *type)
{
  g_autoptr (GArray) columns = columns_of (spec);
  const guint n_keys = spec->keys->len;
  const Column *behind
      = column >= n_keys ? &g_array_index (columns, Column, column - n_keys) : NULL;
  const DlSweepKey *key;

  if (type != NULL)
    *type = behind == NULL ? CLI_CELL_TEXT : type_of (behind);
  if (behind != NULL)
    return g_strdup (name_of (behind));
  key = g_ptr_array_index (spec->keys, column);
  return g_strdup_printf ("%s.%s", key->field->group, key->field->key);
}

static void
fill_cell (CliCell *cell, const Column *column, const DlSweepResult *result, const char *run_digest,
           const char *digest)
{
  cell->type = type_of (column);
  switch (cell->type)
    {
    case CLI_CELL_TEXT:
      cell->text = column->kind == POINT ? digest : run_digest;
      break;
    case CLI_CELL_INT:
      cell->number = column->kind == SEED ? result->seed
                                          : (guint64) dl_measure_get (column->measure, result);
      break;
    case CLI_CELL_REAL:
      cell->real = dl_measure_get (column->measure, result);
      break;
    }
}

void
cli_sweep_row (const DlSweepSpec *spec, const DlSweepResult *result, const char *run_digest,
               const char *digest, CliCell *cells)
{
  g_autoptr (GArray) columns = columns_of (spec);

  for (guint key = 0; key < spec->keys->len; key++)
    *cells++ = (CliCell) { CLI_CELL_TEXT, .text = dl_sweep_value (spec, result->point, key) };
  for (guint i = 0; i < columns->len; i++)
    fill_cell (cells++, &g_array_index (columns, Column, i), result, run_digest, digest);
}

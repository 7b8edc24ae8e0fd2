/* A point of a sweep as a row. */
#include "cli-sweep.h"

#include "dl-measure.h"

/* What of a row is no measure. */
typedef enum
{
  SEED,  /* before all measures */
  STATE, /* of the run, and why: behind those that are simulated */
  REASON,
  DIGEST, /* of the run: behind these */
  POINT,  /* last */
  MEASURE,
  HALF /* of the measure's interval within a run */
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
      if (!spec->only_static && i > 0 && measures[i - 1]->simulated && !measures[i]->simulated)
        for (ColumnKind kind = STATE; kind <= DIGEST; kind++)
          {
            column = (Column) { kind, NULL };
            g_array_append_val (columns, column);
          }
      column = (Column) { MEASURE, measures[i] };
      g_array_append_val (columns, column);
      column.kind = HALF;
      if (measures[i]->half != 0)
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
    case STATE:
    case REASON:
    case DIGEST:
    case POINT:
      return CLI_CELL_TEXT;
    case HALF:
      return CLI_CELL_REAL;
    case MEASURE:
      return column->measure->type == DL_MEASURE_WHOLE || column->measure->type == DL_MEASURE_FLAG
                 ? CLI_CELL_INT
                 : CLI_CELL_REAL;
    }
  g_return_val_if_reached (CLI_CELL_TEXT);
}

static char *
name_of (const Column *column)
{
  static const char *const names[] = {
    [SEED] = "seed", [STATE] = "state", [REASON] = "reason", [DIGEST] = "digest", [POINT] = "point"
  };

  if (column->kind == HALF)
    return dl_measure_half_id (column->measure);
  return g_strdup (column->kind == MEASURE ? column->measure->id : names[column->kind]);
}

static const char *
or_nothing (const char *word)
{
  return word != NULL ? word : "";
}

static const char *
text_of (const Column *column, const DlSweepResult *result, const char *run_digest,
         const char *digest)
{
  switch (column->kind)
    {
    case STATE:
      return or_nothing (dl_sim_state_id (result->state));
    case REASON:
      return or_nothing (dl_sim_reason_id (result->reason));
    case DIGEST:
      return run_digest;
    default:
      return digest;
    }
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
    return name_of (behind);
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
      cell->text = text_of (column, result, run_digest, digest);
      break;
    case CLI_CELL_INT:
      cell->number = column->kind == SEED ? result->seed
                                          : (guint64) dl_measure_get (column->measure, result);
      break;
    case CLI_CELL_REAL:
      cell->real = column->kind == HALF ? dl_measure_half_width (column->measure, result)
                                        : dl_measure_get (column->measure, result);
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

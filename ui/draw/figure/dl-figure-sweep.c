/* Figure: a sweep as small multiples. */
#include "dl-figure-private.h"

#include "dl-family.h"
#include "dl-sizes.h"
#include "dl-sweep-chart.h"

#include <glib/gi18n-lib.h>

#include <math.h>

/* What is varied is not what the scenario has. */
static gboolean
names_policy (const DlFigureInput *input)
{
  const GPtrArray *keys = input->sweep != NULL ? input->sweep->points->spec->keys : NULL;

  for (guint i = 0; keys != NULL && i < keys->len; i++)
    {
      const DlField *field = ((const DlSweepKey *) g_ptr_array_index (keys, i))->field;

      if (field->family != NULL && g_str_equal (field->name, field->family->rules_key))
        return FALSE;
    }
  return TRUE;
}

static double
sweep_height (const DlFigureInput *input, double width)
{
  return dl_figure_height_around (
      input, width,
      input->sweep != NULL ? dl_sweep_chart_height (input->sweep, dl_figure_width_inside (width))
                           : DL_FIGURE_EMPTY_CHART,
      names_policy (input));
}

static void
sweep_draw (cairo_t *cr, const DlFigureInput *input, double width, double height,
            const DlTheme *theme)
{
  const DlRect inside = dl_figure_begin (cr, input, width, height, names_policy (input), theme);

  if (input->sweep != NULL)
    dl_sweep_chart_draw (cr, inside, input->sweep, theme);
  else
    dl_chart_message (cr, inside, _ ("nothing was swept"), theme);
  cairo_restore (cr);
}

/* A row a mark. */
static void
add_cell (DlCells *cells, const DlSweepChart *chart, guint cell, const DlMeasure *measure)
{
  const DlSweepCell it = dl_sweep_points_get (chart->points, cell, measure);
  const double numbers[] = { it.mean, it.reach, it.least, it.most };
  const DlSweepSpec *spec = chart->points->spec;
  guint n_table;
  const DlMeasure *table = dl_measure_table (&n_table);

  if (isnan (it.mean))
    return;
  for (guint key = 0; key < spec->keys->len; key++)
    {
      const DlField *field = ((const DlSweepKey *) g_ptr_array_index (spec->keys, key))->field;

      dl_cells_take_text (cells, g_strdup_printf ("%s.%s", field->group, field->key));
      dl_cells_text (cells, dl_sweep_value (spec, cell * spec->n_seeds, key));
    }
  dl_cells_text (cells, measure->id);
  dl_cells_integer (cells, it.n);
  dl_cells_integer (cells, it.n_in[DL_SIM_CONVERGED]);
  dl_cells_integer (cells, it.n_deadlocked);
  dl_figure_add_numbers (cells, numbers, G_N_ELEMENTS (numbers));
  for (guint i = 0; i < n_table; i++)
    if (table[i].tells_delivery)
      dl_cells_finite (cells, dl_sweep_points_get (chart->points, cell, &table[i]).mean);
}

static void
sweep_numbers (DlRecord *record, const DlFigureInput *input)
{
  static const DlTableColumn keys[]
      = { { "key" }, { "value" }, { "second_key" }, { "second_value" } };
  static const DlTableColumn columns[] = {
    { "measure" },
    { "runs", .type = DL_COLUMN_INTEGER },
    { "settled", .type = DL_COLUMN_INTEGER },
    { "deadlocked", .type = DL_COLUMN_INTEGER },
    { "mean", .type = DL_COLUMN_REAL },
    { "reach", .type = DL_COLUMN_REAL },
    { "least", .type = DL_COLUMN_REAL },
    { "most", .type = DL_COLUMN_REAL },
  };
  const DlSweepChart *chart = input->sweep;
  guint n_table;
  const DlMeasure *table = dl_measure_table (&n_table);
  DlCells *cells;

  dl_record_add_columns (record, keys, chart != NULL && chart->points->spec->keys->len > 1 ? 4 : 2);
  DL_RECORD_ADD (record, columns);
  for (guint i = 0; i < n_table; i++)
    if (table[i].tells_delivery)
      {
        const DlTableColumn column = { table[i].id, .type = DL_COLUMN_REAL };

        dl_record_add_columns (record, &column, 1);
      }
  cells = dl_record_cells (record);
  for (guint i = 0; chart != NULL && i < chart->n_measures; i++)
    for (guint cell = 0; cell < dl_sweep_points_n_cells (chart->points); cell++)
      add_cell (cells, chart, cell, chart->measures[i]);
}

const DlFigure dl_figure_sweep = {
  .id = "sweep",
  .title = N_ ("Sweep"),
  .description = N_ ("Measures of a scenario over the values of one of its keys, or of two"),
  .needs_sweep = TRUE,
  .height = sweep_height,
  .draw = sweep_draw,
  .numbers = sweep_numbers,
};

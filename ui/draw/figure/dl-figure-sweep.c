/* Figure: a sweep as small multiples. */
#include "dl-figure-private.h"

#include "dl-family.h"
#include "dl-sweep-chart.h"

#include <glib/gi18n-lib.h>

#include <math.h>

/* Without a sweep. */
#define EMPTY_HEIGHT 200.0

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
                           : EMPTY_HEIGHT,
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
append_cell (GString *csv, const DlSweepChart *chart, guint cell, const DlMeasure *measure)
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

      g_string_append_printf (csv, "%s.%s,", field->group, field->key);
      dl_csv_text (csv, dl_sweep_value (spec, cell * spec->n_seeds, key));
      g_string_append_c (csv, ',');
    }
  g_string_append_printf (csv, "%s,%u,%u,%u", measure->id, it.n, it.n_in[DL_SIM_CONVERGED],
                          it.n_deadlocked);
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    {
      g_string_append_c (csv, ',');
      dl_csv_number (csv, numbers[i]);
    }
  for (guint i = 0; i < n_table; i++)
    if (table[i].tells_delivery)
      {
        g_string_append_c (csv, ',');
        dl_csv_number (csv, dl_sweep_points_get (chart->points, cell, &table[i]).mean);
      }
  g_string_append_c (csv, '\n');
}

static void
sweep_write_csv (GString *csv, const DlFigureInput *input)
{
  const DlSweepChart *chart = input->sweep;
  guint n_table;
  const DlMeasure *table = dl_measure_table (&n_table);

  g_string_append (csv, "key,value,");
  if (chart != NULL && chart->points->spec->keys->len > 1)
    g_string_append (csv, "second_key,second_value,");
  g_string_append (csv, "measure,runs,settled,deadlocked,mean,reach,least,most");
  for (guint i = 0; i < n_table; i++)
    if (table[i].tells_delivery)
      g_string_append_printf (csv, ",%s", table[i].id);
  g_string_append_c (csv, '\n');
  for (guint i = 0; chart != NULL && i < chart->n_measures; i++)
    for (guint cell = 0; cell < dl_sweep_points_n_cells (chart->points); cell++)
      append_cell (csv, chart, cell, chart->measures[i]);
}

const DlFigure dl_figure_sweep = {
  .id = "sweep",
  .title = N_ ("Sweep"),
  .description = N_ ("Measures of a scenario over the values of one of its keys, or of two"),
  .needs_sweep = TRUE,
  .height = sweep_height,
  .draw = sweep_draw,
  .write_csv = sweep_write_csv,
};

#include "dl-comparison-grid.h"

#include <glib/gi18n-lib.h>

#include <math.h>

const DlComparisonRow *
dl_comparison_base (const DlComparison *self, const DlComparisonWrite *write)
{
  return write->base < self->rows->len ? dl_comparison_row (self, write->base) : NULL;
}

static DlComparisonCell *
cell_at (DlComparisonGrid *grid, guint line, guint column)
{
  return &grid->cells[line * grid->n_columns + column];
}

const DlComparisonCell *
dl_comparison_grid_at (const DlComparisonGrid *grid, guint line, guint column)
{
  return &grid->cells[line * grid->n_columns + column];
}

void
dl_comparison_grid_free (DlComparisonGrid *grid)
{
  if (grid == NULL)
    return;
  for (guint i = 0; i < grid->n_lines * grid->n_columns; i++)
    g_free (grid->cells[i].text);
  g_free (grid->cells);
  g_free (grid);
}

/* With the mark of what it does not deliver. */
static char *
row_title (const DlComparisonRow *row, DlComparisonGrid *grid)
{
  const DlShortfall shortfall = dl_comparison_shortfall (row);

  grid->shortfall |= shortfall;
  return shortfall != DL_SHORTFALL_NONE
             ? g_strdup_printf ("%s %s", row->name, dl_shortfall_mark (shortfall))
             : g_strdup (row->name);
}

/* "478.6 ± 12.0 (+3.1 %*)", "0.2812 § (=)" */
static char *
cell_text (const DlComparisonRow *row, const DlComparisonRow *base, const DlMeasure *measure,
           DlComparisonGrid *grid)
{
  const DlEstimate estimate = dl_comparison_get (row, measure);
  g_autofree char *value
      = dl_measure_format_interval (measure, estimate.mean, estimate.reach, TRUE);
  GString *text = g_string_new (value);
  DlRowDifference difference;

  grid->intervals = grid->intervals || isfinite (estimate.reach);
  if (!isnan (estimate.mean) && dl_measure_is_bound (measure, row->scenario))
    {
      g_string_append (text, " " DL_MEASURE_BOUND_MARK);
      grid->any_bound = TRUE;
    }
  if (base == NULL || row == base)
    return g_string_free (text, FALSE);
  difference = dl_comparison_difference (row, base, measure);
  if (measure->type == DL_MEASURE_FLAG)
    {
      if (difference.differs != DL_DIFFERS_YES)
        return g_string_free (text, FALSE);
      g_string_append (text, " (");
    }
  else if (difference.absolute == 0)
    g_string_append (text, " (=");
  else if (isfinite (difference.relative))
    {
      char number[32];

      g_ascii_formatd (number, sizeof number, "%+.1f", 100 * difference.relative);
      g_string_append_printf (text, " (%s %%", number);
    }
  else if (isfinite (difference.absolute))
    {
      g_autofree char *number = dl_measure_format_plain (measure, difference.absolute);

      g_string_append_printf (text, " (%s%s", difference.absolute > 0 ? "+" : "", number);
    }
  else
    return g_string_free (text, FALSE);
  if (difference.differs == DL_DIFFERS_YES)
    {
      g_string_append_c (text, '*');
      grid->any_star = TRUE;
    }
  g_string_append_c (text, ')');
  return g_string_free (text, FALSE);
}

DlComparisonGrid *
dl_comparison_grid_new (const DlComparison *self, const DlComparisonWrite *write,
                        gboolean measures_down)
{
  const guint n_rows = self->rows->len, n_measures = write->n_measures;
  const DlComparisonRow *base = dl_comparison_base (self, write);
  DlComparisonGrid *grid = g_new0 (DlComparisonGrid, 1);

  grid->n_lines = 1 + (measures_down ? n_measures : n_rows);
  grid->n_columns = 1 + (measures_down ? n_rows : n_measures);
  grid->cells = g_new0 (DlComparisonCell, grid->n_lines * grid->n_columns);
  cell_at (grid, 0, 0)->text = g_strdup (measures_down ? _ ("Measure") : _ ("Scenario"));
  for (guint i = 0; i < n_rows; i++)
    (measures_down ? cell_at (grid, 0, i + 1) : cell_at (grid, i + 1, 0))->text
        = row_title (dl_comparison_row (self, i), grid);
  for (guint j = 0; j < n_measures; j++)
    (measures_down ? cell_at (grid, j + 1, 0) : cell_at (grid, 0, j + 1))->text
        = dl_comparison_title (self, write->measures[j]);
  for (guint i = 0; i < n_rows; i++)
    for (guint j = 0; j < n_measures; j++)
      {
        DlComparisonCell *cell
            = measures_down ? cell_at (grid, j + 1, i + 1) : cell_at (grid, i + 1, j + 1);
        const DlComparisonRow *row = dl_comparison_row (self, i);

        cell->text = cell_text (row, base, write->measures[j], grid);
        cell->best = dl_comparison_is_best (self, row, write->measures[j]);
        grid->any_best = grid->any_best || cell->best;
      }
  return grid;
}

char *
dl_comparison_grid_notes (const DlComparisonGrid *grid, const DlComparison *self,
                          const DlComparisonWrite *write, const char *best)
{
  const DlComparisonRow *base = dl_comparison_base (self, write);
  GString *text = g_string_new (NULL);

  if (grid->intervals)
    g_string_append (text, /* xgettext:no-c-format */ _ (
                         "± is the half-width of the 95% confidence interval of the mean, over the "
                         "seeds, or over batches of a single run."));
  if (grid->any_best)
    g_string_append_printf (text, "%s%s", text->len > 0 ? " " : "", best);
  if (grid->shortfall != DL_SHORTFALL_NONE)
    {
      g_autofree char *notes = dl_shortfall_notes (grid->shortfall);

      g_string_append_printf (text, "%s%s", text->len > 0 ? " " : "", notes);
    }
  if (grid->any_bound)
    g_string_append_printf (text, "%s%s", text->len > 0 ? " " : "", dl_measure_bound_note ());
  if (base != NULL)
    {
      g_string_append_printf (text, "%s", text->len > 0 ? " " : "");
      /* Translators: a scenario's name */
      g_string_append_printf (text, _ ("In brackets, the difference from “%s”."), base->name);
      if (grid->any_star)
        g_string_append_printf (text, " %s %s", _ ("An asterisk marks a difference."),
                                dl_comparison_rule ());
    }
  return g_string_free (text, FALSE);
}

/* Figure: scenarios beside each other, with their 95% confidence intervals. */
#include "dl-comparison-chart.h"

#include "dl-figure-private.h"

#include <glib/gi18n-lib.h>

#define NOTES (2 * DL_LINE_SMALL + 8)

/* In no caption: each row is a scenario of its own. */
static DlFigureInput
plain (const DlFigureInput *input)
{
  DlFigureInput own = *input;

  own.style.no_caption = TRUE;
  return own;
}

static double
comparison_height (const DlFigureInput *input, double width)
{
  const DlFigureInput own = plain (input);

  return dl_figure_height_around (
      &own, width,
      dl_comparison_chart_height (input->comparison, dl_figure_width_inside (width))
          + (input->style.no_caption ? 0 : NOTES),
      TRUE);
}

/* How many runs each scenario has: "3", or "1 to 3". */
static char *
count_runs (const DlComparison *comparison)
{
  guint least = G_MAXUINT, most = 0;

  for (guint i = 0; i < comparison->rows->len; i++)
    {
      const guint n = dl_comparison_row (comparison, i)->runs->len;

      least = MIN (least, n);
      most = MAX (most, n);
    }
  if (most == 0)
    return NULL;
  return least == most ? g_strdup_printf ("%u", most)
                       /* Translators: the least and the greatest of some counts */
                       : g_strdup_printf (_ ("%u to %u"), least, most);
}

static void
draw_notes (cairo_t *cr, const DlFigureInput *input, DlRect inside, const DlTheme *theme)
{
  const DlComparison *comparison = input->comparison->comparison;
  const DlComparisonRow *base = dl_comparison_find (comparison, input->comparison->base);
  g_autofree char *runs = count_runs (comparison);
  g_autofree char *first
      = runs != NULL
            ? g_strdup_printf (_ ("Runs per scenario: %s. Bars: 95%% confidence interval of the "
                                  "mean; hollow: one run."),
                               runs)
            : g_strdup (_ ("Analyzed."));
  const double y = dl_rect_bottom (inside) - 2 * DL_LINE_SMALL;

  dl_chart_text (cr, &theme->muted, inside.x, y, first, DL_TEXT_SMALL, FALSE, DL_ALIGN_START,
                 inside.width);
  if (base != NULL)
    {
      g_autofree char *second = g_strdup_printf (_ ("Dashed: %s."), base->name);

      dl_chart_text (cr, &theme->muted, inside.x, y + DL_LINE_SMALL, second, DL_TEXT_SMALL, FALSE,
                     DL_ALIGN_START, inside.width);
    }
}

static void
comparison_draw (cairo_t *cr, const DlFigureInput *input, double width, double height,
                 const DlTheme *theme)
{
  const DlFigureInput own = plain (input);
  const DlRect inside = dl_figure_begin (cr, &own, width, height, TRUE, theme);

  dl_comparison_chart_draw (cr, inside, input->comparison, theme);
  if (!input->style.no_caption)
    draw_notes (cr, input, inside, theme);
  cairo_restore (cr);
}

/* A row a dot. */
static void
comparison_numbers (DlRecord *record, const DlFigureInput *input)
{
  static const DlTableColumn columns[] = {
    { "scenario" },
    { "measure" },
    { "runs", N_ ("Runs"), DL_COLUMN_INTEGER },
    { "mean", .type = DL_COLUMN_REAL },
    { "reach", .type = DL_COLUMN_REAL },
  };
  DlCells *cells = DL_RECORD_BEGIN (record, columns);
  const DlComparisonChart *chart = input->comparison;

  for (guint i = 0; i < chart->n_measures; i++)
    for (guint row = 0; row < chart->comparison->rows->len; row++)
      {
        const DlComparisonRow *it = dl_comparison_row (chart->comparison, row);
        const DlEstimate estimate = dl_comparison_get (it, chart->measures[i]);

        dl_cells_text (cells, it->name);
        dl_cells_text (cells, chart->measures[i]->id);
        dl_cells_integer (cells, estimate.n);
        dl_cells_finite (cells, estimate.mean);
        dl_cells_finite (cells, estimate.reach);
      }
}

const DlFigure dl_figure_comparison = {
  .id = "comparison",
  .title = N_ ("Comparison"),
  .description = N_ ("Measures of several scenarios with their confidence intervals"),
  .height = comparison_height,
  .draw = comparison_draw,
  .numbers = comparison_numbers,
};

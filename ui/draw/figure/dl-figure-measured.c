/* Figure: counters of a real machine beside values computed for the scenario. */
#include "dl-figure-private.h"

#include "dl-measured-chart.h"
#include "dl-sizes.h"

#include <glib/gi18n-lib.h>

#include <math.h>

#define WIDE         560.0 /* units from which the two charts stand side by side */
#define CHART_HEIGHT 220.0

static gboolean
has_vcs (const DlFigureInput *input)
{
  return input->measured != NULL && input->measured->has_vcs;
}

static double
measured_height (const DlFigureInput *input, double width)
{
  const double vcs = has_vcs (input) ? dl_measured_vcs_height (input->measured) : 0;
  const double inside = vcs == 0 ? CHART_HEIGHT
                        : dl_figure_width_inside (width) >= WIDE
                            ? MAX (CHART_HEIGHT, vcs)
                            : CHART_HEIGHT + DL_GAP_PLOTS + vcs;

  return dl_figure_height_around (input, width, inside + DL_LINE_SMALL, TRUE);
}

/* The correlations in a line below the bars. */
static void
draw_correlation (cairo_t *cr, DlRect rect, const DlMeasured *measured, const DlTheme *theme)
{
  g_autofree char *analysis = dl_chart_balance (measured->correlation.analysis.pearson);
  g_autofree char *simulation = dl_chart_balance (measured->correlation.simulation.pearson);
  g_autofree char *text
      = measured->simulated != NULL
            ? g_strdup_printf (_ ("correlation with the analysis %s, with the simulation %s"),
                               analysis, simulation)
            : g_strdup_printf (_ ("correlation with the analysis %s"), analysis);

  dl_chart_text (cr, &theme->muted, rect.x, dl_rect_bottom (rect) - DL_LINE_SMALL, text,
                 DL_TEXT_SMALL, FALSE, DL_ALIGN_START, rect.width);
}

static void
measured_draw (cairo_t *cr, const DlFigureInput *input, double width, double height,
               const DlTheme *theme)
{
  const DlRect inside = dl_figure_begin (cr, input, width, height, TRUE, theme);
  DlRect bars = inside, vcs = inside;

  if (input->measured == NULL)
    {
      dl_chart_message (cr, inside, _ ("no counters of this machine are open"), theme);
      cairo_restore (cr);
      return;
    }
  bars.height -= DL_LINE_SMALL;
  if (has_vcs (input) && inside.width >= WIDE)
    {
      bars.width = vcs.width = (inside.width - DL_GAP_PLOTS) / 2;
      vcs.x += bars.width + DL_GAP_PLOTS;
    }
  else if (has_vcs (input))
    {
      vcs.height = dl_measured_vcs_height (input->measured);
      vcs.y = dl_rect_bottom (bars) - vcs.height;
      bars.height -= vcs.height + DL_GAP_PLOTS;
    }
  dl_measured_chart_draw (cr, bars, input->measured, theme);
  if (has_vcs (input))
    dl_measured_vcs_draw (cr, vcs, input->measured, theme);
  draw_correlation (cr, inside, input->measured, theme);
  cairo_restore (cr);
}

static void
add_row (DlCells *cells, const DlMeasured *measured, guint i)
{
  const DlMeasuredPart *part = &measured->parts[i];
  const double numbers[] = { part->measured,
                             part->stalled,
                             part->analyzed,
                             part->simulated,
                             part->correlation.analysis.pearson,
                             part->correlation.simulation.pearson };

  dl_cells_word (cells, dl_measured_part_name (measured, i), dl_measured_part_title (measured, i));
  dl_cells_integer (cells, part->links);
  dl_cells_integer (cells, part->machine);
  dl_cells_integer (cells, part->count);
  dl_figure_add_numbers (cells, numbers, G_N_ELEMENTS (numbers));
  if (measured->n_vcs > 0)
    {
      double shares[DL_MEASURED_VCS];

      dl_measured_vc_shares (measured, part, shares);
      dl_figure_add_numbers (cells, shares, measured->n_vcs);
      dl_figure_add_numbers (cells, part->analyzed_vc, measured->n_analyzed_vcs);
    }
}

static void
measured_numbers (DlRecord *record, const DlFigureInput *input)
{
  static const DlTableColumn columns[] = {
    { "part", N_ ("Links of") },
    { "links", N_ ("Measured links"), DL_COLUMN_INTEGER },
    { "machine_links", N_ ("Links of the machine"), DL_COLUMN_INTEGER },
    { "counted", N_ ("Counted"), DL_COLUMN_INTEGER },
    { "measured", N_ ("Measured, share"), DL_COLUMN_REAL },
    { "stalled", N_ ("Measured stalls, share"), DL_COLUMN_REAL },
    { "analysed", N_ ("Analyzed, share"), DL_COLUMN_REAL },
    { "simulated", N_ ("Simulated, share"), DL_COLUMN_REAL },
    { "with_analysis", N_ ("Correlation with the analysis"), DL_COLUMN_REAL },
    { "with_simulation", N_ ("Correlation with the simulation"), DL_COLUMN_REAL },
  };
  const DlMeasured *measured = input->measured;
  const guint n_vcs = measured != NULL ? measured->n_vcs : 0;
  const DlTableColumn vcs[] = {
    { "vc%u", N_ ("VC%u, share of flits"), DL_COLUMN_REAL, .n = n_vcs },
    { "analysed_vc%u", N_ ("VC%u, analyzed share"), DL_COLUMN_REAL,
      .n = n_vcs > 0 ? measured->n_analyzed_vcs : 0 },
  };
  DlCells *cells;

  DL_RECORD_ADD (record, columns);
  if (n_vcs > 0)
    DL_RECORD_ADD (record, vcs);
  cells = dl_record_cells (record);
  for (guint i = 0; measured != NULL && i < measured->n_parts; i++)
    add_row (cells, measured, i);
}

const DlFigure dl_figure_measured = {
  .id = "measured",
  .title = N_ ("Measured and computed"),
  .description = N_ ("Counters of a real machine compared with the analysis, by direction or "
                     "class of links"),
  .needs_measured = TRUE,
  .height = measured_height,
  .draw = measured_draw,
  .numbers = measured_numbers,
};

#include "dl-figures-torus.h"
#include "dl-sizes.h"

#include <glib/gi18n-lib.h>

#define MOST_WIDTH 420.0 /* of a histogram */
#define BAR_ROOM   110.0 /* height of a histogram's bars */

/* The dimensions that have links under any of the series; @histogram's series are set. */
static guint
find_dims (DlHistogram *histogram, DlTorusDim dims[DL_TORUS_N_DIMS])
{
  guint n = 0;

  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    for (guint i = 0; i < histogram->n_series; i++)
      if (histogram->series[i]->dims[dim].links > 0)
        {
          dims[n++] = dim;
          break;
        }
  return n;
}

/* Units that a histogram needs, bars and all. */
static double
histogram_height (const DlFigureInput *input, guint n_series)
{
  return DL_LINE_NORMAL + (input->style.no_legend ? 0 : dl_histogram_key_height (n_series))
         + (n_series > 1 ? 44 : DL_LINE_SMALL) + BAR_ROOM + 2 * DL_LINE_SMALL + 3;
}

/* Beside B stands the scenario under its own policy. */
static gboolean
is_one_policy (const DlFigureInput *input)
{
  return input->n_policies < 2 || input->against != NULL;
}

static gboolean
is_outlined (const DlFigureInput *input)
{
  return input->against != NULL && input->show == DL_SHOW_DIFFERENCE;
}

/* Histogram: every policy, or A or B, A with an outline of B. @own is room for it. */
static DlHistogram
histogram_of (const DlFigureInput *input, const DlTorusAnalysis **own)
{
  *own = dl_figure_analysis (dl_figure_shown (input));
  if (input->against == NULL && input->n_policies > 0)
    return (DlHistogram) { .series = (const DlTorusAnalysis *const *) input->policies,
                           .n_series = input->n_policies };
  return (DlHistogram) { .series = own,
                         .n_series = 1,
                         .against = is_outlined (input) ? input->against->analysis : NULL };
}

static double
histograms_height (const DlFigureInput *input, double width)
{
  const DlTorusAnalysis *own;
  DlHistogram histogram = histogram_of (input, &own);
  const double height = histogram_height (input, histogram.n_series);
  DlTorusDim dims[DL_TORUS_N_DIMS];
  const guint n_dims = MAX (1, find_dims (&histogram, dims));
  double inside = height + 30;

  if (dl_figure_width_inside (width) < DL_FIGURE_WIDE)
    inside = n_dims * height + (n_dims - 1) * DL_GAP_PLOTS;
  return dl_figure_height_around (input, width, inside, is_one_policy (input));
}

static void
histograms_draw (cairo_t *cr, const DlFigureInput *input, double width, double height,
                 const DlTheme *theme)
{
  const DlRect inside = dl_figure_begin (cr, input, width, height, is_one_policy (input), theme);
  const gboolean wide = inside.width >= DL_FIGURE_WIDE;
  const DlTorusAnalysis *own;
  DlHistogram histogram = histogram_of (input, &own);
  DlTorusDim dims[DL_TORUS_N_DIMS];
  const guint n_dims = find_dims (&histogram, dims);
  double step_x, step_y;

  if (n_dims == 0)
    dl_chart_message (cr, inside, _ ("no links"), theme);
  step_x
      = wide ? MIN ((inside.width + DL_GAP_PLOTS) / MAX (1, n_dims), MOST_WIDTH + DL_GAP_PLOTS) : 0;
  step_y = wide ? 0 : (inside.height + DL_GAP_PLOTS) / MAX (1, n_dims);
  for (guint i = 0; i < n_dims; i++)
    {
      const DlRect rect = { inside.x + i * step_x, inside.y + i * step_y,
                            wide ? step_x - DL_GAP_PLOTS : inside.width,
                            wide ? inside.height : step_y - DL_GAP_PLOTS };

      histogram.dim = dims[i];
      dl_histogram_draw_scaled (cr, rect, &histogram, theme);
    }
  cairo_restore (cr);
}

static void
add_bin (DlCells *cells, const DlHistogram *histogram, const DlTorusAnalysis *series,
         DlTorusDim dim, guint bin)
{
  const DlTorusDimensionStats *stats = &series->dims[dim];
  const DlVcPolicy *policy = series->routes->spec.vc_policy;

  dl_figure_add_untranslated (cells, policy->title);
  dl_cells_word (cells, policy->id, _ (policy->title));
  dl_figure_add_dim (cells, dim);
  dl_cells_real (cells, bin / 4.0);
  dl_cells_real (cells, (bin + 1) / 4.0);
  dl_cells_integer (cells, stats->bins[bin]);
  dl_cells_integer (cells, bin == 0 ? stats->balanced_links : 0);
  dl_cells_finite (cells, stats->balance_mean);
  dl_cells_integer (cells, stats->idle_links);
  if (histogram->against != NULL)
    {
      dl_cells_integer (cells, histogram->against->dims[dim].bins[bin]);
      dl_cells_finite (cells, histogram->against->dims[dim].balance_mean);
    }
}

static void
histograms_numbers (DlRecord *record, const DlFigureInput *input)
{
  static const DlTableColumn columns[] = {
    { "series", N_ ("Series") },
    { "policy", N_ ("VC policy") },
    { "dimension", N_ ("Dimension") },
    { "from", N_ ("Balance from"), DL_COLUMN_REAL },
    { "to", N_ ("Balance to"), DL_COLUMN_REAL },
    { "links", N_ ("Links"), DL_COLUMN_INTEGER },
    { "exactly_zero", N_ ("Exactly zero, links"), DL_COLUMN_INTEGER },
    { "vc_balance_mean", N_ ("Mean VC balance"), DL_COLUMN_REAL },
    { "idle_links", N_ ("Idle links"), DL_COLUMN_INTEGER },
  };
  static const DlTableColumn outlines[] = {
    { "links", N_ ("Links"), DL_COLUMN_INTEGER, .side = 'B' },
    { "vc_balance_mean", N_ ("Mean VC balance"), DL_COLUMN_REAL, .side = 'B' },
  };
  const DlTorusAnalysis *own;
  DlHistogram histogram = histogram_of (input, &own);
  DlTorusDim dims[DL_TORUS_N_DIMS];
  const guint n_dims = find_dims (&histogram, dims);
  DlCells *cells;

  DL_RECORD_ADD (record, columns);
  if (histogram.against != NULL)
    DL_RECORD_ADD (record, outlines);
  cells = dl_record_cells (record);
  for (guint i = 0; i < histogram.n_series; i++)
    for (guint row = 0; row < n_dims * DL_BALANCE_BINS; row++)
      add_bin (cells, &histogram, histogram.series[i], dims[row / DL_BALANCE_BINS],
               row % DL_BALANCE_BINS);
}

const DlFigure dl_figure_balance_histograms = {
  .id = "balance-histograms",
  .title = N_ ("VC balance histograms"),
  .description = N_ ("Links by VC balance in each dimension, under every VC policy (VC paper, "
                     "figure 4), or with B as an outline"),
  .needs_policies = TRUE,
  .compares = TRUE,
  .height = histograms_height,
  .draw = histograms_draw,
  .numbers = histograms_numbers,
};

static double
load_height (const DlFigureInput *input, double width)
{
  return dl_figure_height_around (
      input, width, dl_figure_width_inside (width) >= DL_FIGURE_WIDE ? 320 : 250, TRUE);
}

static void
load_draw (cairo_t *cr, const DlFigureInput *input, double width, double height,
           const DlTheme *theme)
{
  const DlRect inside = dl_figure_begin (cr, input, width, height, TRUE, theme);
  const DlFigureInput *shown = dl_figure_shown (input);

  if (input->against == NULL)
    dl_load_curve_draw (cr, inside, input->analysis, theme);
  else
    dl_load_curve_draw_against (cr, inside, shown->analysis,
                                shown == input ? input->against->analysis : input->analysis,
                                is_outlined (input), theme);
  cairo_restore (cr);
}

/* Rows of A or of B; @side: which, where both are drawn. */
static void
add_loads (DlCells *cells, const DlTorusAnalysis *analysis, const char *side)
{
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    {
      guint n;
      g_autofree double *loads = dl_chart_sorted_loads (analysis, dim, &n);

      for (guint i = 0; i < n; i++)
        {
          if (side != NULL)
            dl_cells_word (cells, side, *side == 'a' ? "A" : "B");
          dl_figure_add_dim (cells, dim);
          dl_cells_finite (cells, 100.0 * (i + 1) / n);
          dl_cells_finite (cells, loads[i]);
        }
    }
}

static void
load_numbers (DlRecord *record, const DlFigureInput *input)
{
  static const DlTableColumn columns[] = {
    { "of", N_ ("Of A or B") },
    { "dimension", N_ ("Dimension") },
    { "links_percent", N_ ("Links up to here, %"), DL_COLUMN_REAL },
    { "load", N_ ("Channel load, packets"), DL_COLUMN_REAL },
  };
  const gboolean both = is_outlined (input);
  const guint first = both ? 0 : 1;
  DlCells *cells;

  dl_record_add_columns (record, columns + first, G_N_ELEMENTS (columns) - first);
  cells = dl_record_cells (record);
  add_loads (cells, dl_figure_shown (input)->analysis, both ? "a" : NULL);
  if (both)
    add_loads (cells, input->against->analysis, "b");
}

const DlFigure dl_figure_channel_load = {
  .id = "channel-load",
  .title = N_ ("Channel load"),
  .description = N_ ("The links of each dimension, sorted by load"),
  .compares = TRUE,
  .height = load_height,
  .draw = load_draw,
  .numbers = load_numbers,
};

static DlRingChart
ring_of (const DlFigureInput *input)
{
  const DlFigureInput *shown = dl_figure_shown (input);

  return (DlRingChart) { .analysis = shown->analysis,
                         .node = input->node,
                         .dim = input->dim,
                         .selected_link = DL_NO_LINK,
                         .hovered_link = DL_NO_LINK,
                         .against = input->against == NULL ? NULL
                                    : shown == input       ? input->against->analysis
                                                           : input->analysis,
                         .outlined = input->against != NULL && input->show == DL_SHOW_DIFFERENCE };
}

static double
ring_height (const DlFigureInput *input, double width)
{
  return dl_figure_height_around (
      input, width, dl_figure_width_inside (width) >= DL_FIGURE_WIDE ? 400 : 430, TRUE);
}

static void
ring_draw (cairo_t *cr, const DlFigureInput *input, double width, double height,
           const DlTheme *theme)
{
  const DlRingChart chart = ring_of (input);

  dl_ring_chart_draw (cr, dl_figure_begin (cr, input, width, height, TRUE, theme), &chart, theme);
  cairo_restore (cr);
}

static void
add_link (DlCells *cells, const DlTorusAnalysis *analysis, guint link)
{
  dl_figure_add_numbers (cells, &analysis->vc_load[DL_TORUS_VCS * link], DL_TORUS_VCS);
  dl_cells_finite (cells, dl_torus_analysis_link_balance (analysis, link));
}

static void
ring_numbers (DlRecord *record, const DlFigureInput *input)
{
  static const DlTableColumn columns[] = {
    { "direction", N_ ("Direction") },
    { "x", "X", DL_COLUMN_INTEGER },
    { "y", "Y", DL_COLUMN_INTEGER },
    { "z", "Z", DL_COLUMN_INTEGER },
    { "leaves_dateline", N_ ("Leaves the dateline"), DL_COLUMN_INTEGER },
    { "state", N_ ("State") },
    { "vc%u", N_ ("VC%u, packets"), DL_COLUMN_REAL, .n = DL_TORUS_VCS },
    { "vc_balance", N_ ("VC balance"), DL_COLUMN_REAL },
  };
  static const DlTableColumn outlines[] = {
    { "vc%u", N_ ("VC%u, packets"), DL_COLUMN_REAL, .n = DL_TORUS_VCS, .side = 'B' },
    { "vc_balance", N_ ("VC balance"), DL_COLUMN_REAL, .side = 'B' },
  };
  const DlRingChart chart = ring_of (input);
  const DlTorusAnalysis *analysis = chart.analysis;
  const DlTorusNetwork *network = analysis->network;
  const guint n_positions = dl_ring_chart_n_positions (&chart);
  DlCells *cells;

  DL_RECORD_ADD (record, columns);
  if (chart.outlined)
    DL_RECORD_ADD (record, outlines);
  cells = dl_record_cells (record);
  for (guint minus = 0; minus < 2; minus++)
    for (guint i = 0; i < n_positions; i++)
      {
        const guint link = dl_ring_chart_link (&chart, i, minus != 0);
        const guint node = link / network->n_ports;

        dl_figure_add_port (cells, 2 * chart.dim + minus);
        for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
          dl_cells_integer (cells, network->torus.coord[node].at[dim]);
        dl_figure_add_flag (cells, dl_torus_routes_at_dateline (analysis->routes, node, chart.dim));
        dl_figure_add_state (cells,
                             network->link_state[link] == DL_LINK_UP ? DL_LINK_UP : DL_LINK_BROKEN);
        add_link (cells, analysis, link);
        if (chart.outlined)
          add_link (cells, chart.against, link);
      }
}

const DlFigure dl_figure_ring_balance = {
  .id = "ring-balance",
  .title = N_ ("VC balance along a ring"),
  .description = N_ ("Packets on VC0 and VC1 and VC balance of each link of one ring (VC paper, "
                     "figure 3(b))"),
  .uses_ring = TRUE,
  .compares = TRUE,
  .height = ring_height,
  .draw = ring_draw,
  .numbers = ring_numbers,
};

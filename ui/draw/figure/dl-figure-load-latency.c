/* Figure: latency against offered load. */
#include "dl-figure-private.h"

#include "dl-dragonfly-modes.h"
#include "dl-load-latency.h"
#include "dl-sizes.h"

#include <glib/gi18n-lib.h>

#include <math.h>
#include <string.h>

/* What curves are compared by is not one of the rules. */
static gboolean
names_rules (const DlFigureInput *input)
{
  const DlFamily *family = input->scenario->family;

  return strcmp (family->curve->key, family->rules_key) != 0;
}

static double
curve_height (const DlFigureInput *input, double width)
{
  return dl_figure_height_around (input, width,
                                  dl_figure_width_inside (width) >= DL_FIGURE_WIDE ? 350 : 400,
                                  names_rules (input));
}

static void
curve_draw (cairo_t *cr, const DlFigureInput *input, double width, double height,
            const DlTheme *theme)
{
  const DlRect inside = dl_figure_begin (cr, input, width, height, names_rules (input), theme);
  const DlLoadLatency chart = { .curve = input->load_curve, .hovered = DL_NO_LOAD_PLACE };

  if (input->load_curve != NULL)
    dl_load_latency_draw (cr, inside, &chart, theme);
  else
    dl_chart_message (cr, inside, _ ("nothing was simulated"), theme);
  cairo_restore (cr);
}

static void
add_point (DlCells *cells, const DlLoadSeries *series, const DlLoadPoint *point)
{
  const double figures[] = { point->offered,
                             point->accepted,
                             point->accepted_reach,
                             point->latency,
                             point->latency_reach,
                             point->latency_min,
                             point->latency_max,
                             point->p99,
                             point->total_latency,
                             point->cycles,
                             point->warmup_cycles,
                             series->saturation,
                             point->total_latency_reach };

  dl_cells_finite (cells, point->load);
  dl_cells_integer (cells, point->n_runs);
  dl_cells_integer (cells, point->n_in[DL_SIM_CONVERGED]);
  dl_cells_integer (cells, point->n_deadlocked);
  dl_figure_add_numbers (cells, figures, G_N_ELEMENTS (figures));
}

static void
add_state (DlCells *cells, const DlLoadPoint *point)
{
  const char *state = dl_sim_state_id (point->state), *reason = dl_sim_reason_id (point->reason);

  dl_cells_word (cells, state, state != NULL ? dl_sim_state_title (point->state) : NULL);
  dl_cells_word (cells, reason, reason != NULL ? dl_sim_reason_text (point->reason) : NULL);
  if (isnan (point->accepted_reach))
    dl_cells_absent (cells);
  else if (point->n_runs > 1)
    dl_cells_word (cells, "seeds", _ ("seeds"));
  else
    dl_cells_word (cells, "batches", _ ("batches of a run"));
}

/* What a curve is called, and its value; returns whether that is a routing mode. */
static gboolean
add_names (DlRecord *record, const DlFigureInput *input)
{
  static const DlFigureWord words[] = {
    { "title", N_ ("Series") },
    { "arbitration", N_ ("Arbitration") },
    { "age_rr_select", N_ ("Age-based grants, bit by bit") },
    { "routing", N_ ("Routing") },
  };
  g_auto (GStrv) names = g_strsplit (input->scenario->family->curve->columns, ",", -1);
  gboolean modes = FALSE;

  for (guint i = 0; names[i] != NULL; i++)
    {
      DlTableColumn column = { names[i] };

      for (guint word = 0; word < G_N_ELEMENTS (words); word++)
        if (strcmp (words[word].id, names[i]) == 0)
          column.title = words[word].title;
      modes = modes || strcmp (names[i], "routing") == 0;
      dl_record_add_columns (record, &column, 1);
    }
  return modes;
}

static void
add_series (DlCells *cells, const DlLoadSeries *series, gboolean modes)
{
  const DlDragonflyMode *mode = modes ? dl_dragonfly_mode_find (series->value) : NULL;

  dl_cells_take_text (cells, dl_load_series_title (series));
  dl_cells_word (cells, series->value, mode != NULL ? _ (mode->title) : NULL);
}

static void
curve_numbers (DlRecord *record, const DlFigureInput *input)
{
  static const DlTableColumn columns[] = {
    { "load", N_ ("Load"), DL_COLUMN_REAL },
    { "runs", N_ ("Runs"), DL_COLUMN_INTEGER },
    { "settled", N_ ("Converged runs"), DL_COLUMN_INTEGER },
    { "deadlocked", N_ ("Deadlocked runs"), DL_COLUMN_INTEGER },
    { "offered_load", N_ ("Offered load"), DL_COLUMN_REAL },
    { "accepted_load", N_ ("Accepted throughput"), DL_COLUMN_REAL },
    { "accepted_reach", N_ ("Accepted throughput, ±"), DL_COLUMN_REAL },
    { "latency_mean", N_ ("Mean network latency, cycles"), DL_COLUMN_REAL },
    { "latency_reach", N_ ("Mean network latency, ± cycles"), DL_COLUMN_REAL },
    { "latency_least", N_ ("Least mean of a run, cycles"), DL_COLUMN_REAL },
    { "latency_most", N_ ("Largest mean of a run, cycles"), DL_COLUMN_REAL },
    { "latency_p99", N_ ("p99 network latency, cycles"), DL_COLUMN_REAL },
    { "total_latency_mean", N_ ("Mean packet latency, cycles"), DL_COLUMN_REAL },
    { "cycles", N_ ("Cycles"), DL_COLUMN_REAL },
    { "warmup_cycles", N_ ("Warm-up, cycles"), DL_COLUMN_REAL },
    { "saturation", N_ ("Saturation load"), DL_COLUMN_REAL },
    { "total_latency_reach", N_ ("Mean packet latency, ± cycles"), DL_COLUMN_REAL },
    { "state", N_ ("State") },
    { "reason", N_ ("Reason") },
    { "over", N_ ("Interval over") },
  };
  const DlLoadCurve *curve = input->load_curve;
  const gboolean modes = add_names (record, input);
  DlCells *cells = DL_RECORD_BEGIN (record, columns);

  for (guint i = 0; curve != NULL && i < curve->n_series; i++)
    for (guint at = 0; at < curve->series[i].points->len; at++)
      {
        const DlLoadSeries *series = &curve->series[i];
        const DlLoadPoint *point = &g_array_index (series->points, DlLoadPoint, at);

        add_series (cells, series, modes);
        add_point (cells, series, point);
        add_state (cells, point);
      }
}

const DlFigure dl_figure_load_latency = {
  .id = "load-latency",
  .title = N_ ("Latency against offered load"),
  .description = N_ ("Latency and accepted throughput against offered load, simulated: round "
                     "robin and age-based, or the routing modes of a dragonfly"),
  .needs_load_curve = TRUE,
  .height = curve_height,
  .draw = curve_draw,
  .numbers = curve_numbers,
};

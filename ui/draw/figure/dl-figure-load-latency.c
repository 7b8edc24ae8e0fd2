/* Figure: latency against offered load. */
#include "dl-figure-private.h"

#include "dl-load-latency.h"

#include <glib/gi18n-lib.h>

#include <math.h>
#include <string.h>

#define WIDE 600.0 /* units from which the chart need not be as tall */

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
  return dl_figure_height_around (input, width, dl_figure_width_inside (width) >= WIDE ? 350 : 400,
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
append_numbers (GString *csv, const double *values, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      g_string_append_c (csv, ',');
      dl_csv_number (csv, values[i]);
    }
}

/* What a series is of. */
static void
append_series (GString *csv, const DlLoadSeries *series)
{
  g_autofree char *title = dl_load_series_title (series);

  dl_csv_text (csv, title);
  g_string_append_printf (csv, ",%s", series->value);
}

static void
append_point (GString *csv, const DlLoadPoint *point)
{
  const double figures[] = { point->offered,     point->accepted,      point->accepted_reach,
                             point->latency,     point->latency_reach, point->latency_min,
                             point->latency_max, point->p99,           point->total_latency };

  append_numbers (csv, &point->load, 1);
  g_string_append_printf (csv, ",%u,%u,%u", point->n_runs, point->n_in[DL_SIM_CONVERGED],
                          point->n_deadlocked);
  append_numbers (csv, figures, G_N_ELEMENTS (figures));
}

/* Means over the runs. */
static void
append_lengths (GString *csv, const DlLoadPoint *point)
{
  append_numbers (csv, (const double[]) { point->cycles, point->warmup_cycles }, 2);
}

static void
append_state (GString *csv, const DlLoadPoint *point)
{
  const char *state = dl_sim_state_id (point->state), *reason = dl_sim_reason_id (point->reason);
  const char *over = isnan (point->accepted_reach) ? "" : point->n_runs > 1 ? "seeds" : "batches";

  append_numbers (csv, &point->total_latency_reach, 1);
  g_string_append_printf (csv, ",%s,%s,%s", state != NULL ? state : "",
                          reason != NULL ? reason : "", over);
}

static void
curve_write_csv (GString *csv, const DlFigureInput *input)
{
  const DlLoadCurve *curve = input->load_curve;

  g_string_append (csv, input->scenario->family->curve->columns);
  g_string_append (csv, ",load,runs,settled,deadlocked,offered_load,accepted_load,accepted_reach,"
                        "latency_mean,latency_reach,latency_least,latency_most,latency_p99,"
                        "total_latency_mean,cycles,warmup_cycles,saturation,total_latency_reach,"
                        "state,reason,over\n");
  for (guint series = 0; curve != NULL && series < curve->n_series; series++)
    for (guint i = 0; i < curve->series[series].points->len; i++)
      {
        const DlLoadSeries *it = &curve->series[series];

        append_series (csv, it);
        append_point (csv, &g_array_index (it->points, DlLoadPoint, i));
        append_lengths (csv, &g_array_index (it->points, DlLoadPoint, i));
        append_numbers (csv, &it->saturation, 1);
        append_state (csv, &g_array_index (it->points, DlLoadPoint, i));
        g_string_append_c (csv, '\n');
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
  .write_csv = curve_write_csv,
};

/* Simulation of a scenario: numbers with their intervals, and the charts of its first run. */
#include "dl-lines-chart.h"
#include "dl-load-latency.h"
#include "dl-report-private.h"

#include <glib/gi18n-lib.h>

#include <math.h>

static void
add_measures (DlReport *report, const DlReportScenario *scenario)
{
  const gboolean several = scenario->row->runs->len > 1;
  guint n;
  g_autofree const DlMeasure **measures = dl_measures (scenario->row->scenario->family, &n);

  const DlTableColumn columns[] = {
    { .title = N_ ("Simulated") },
    { .title
      = several ? /* xgettext:no-c-format */ N_ ("Mean ± half-width of the 95% confidence interval")
                : N_ ("Value"),
      .right = TRUE },
    { .title = N_ ("Unit"), .look = DL_CELL_MUTED },
  };
  DlRecord *record = dl_record_new ();
  DlCells *cells = DL_RECORD_BEGIN (record, columns);

  for (guint i = 0; i < n; i++)
    {
      const DlEstimate estimate = dl_comparison_get (scenario->row, measures[i]);
      const char *unit = dl_measure_unit (measures[i], scenario->row->scenario);

      if (!measures[i]->simulated || isnan (estimate.mean))
        continue;
      dl_cells_text (cells, _ (measures[i]->title));
      dl_cells_take_text (cells, estimate.reach == 0
                                     ? dl_measure_format_plain (measures[i], estimate.mean)
                                     : dl_measure_format_interval (measures[i], estimate.mean,
                                                                   estimate.reach, TRUE));
      dl_cells_text (cells, unit != NULL ? unit : "");
    }
  dl_document_add_table (report->document, record);
}

/* How many runs are in which state, and why, where not all have converged. */
static void
add_states (DlReport *report, const GArray *runs)
{
  const DlSweepResult *first = NULL;
  guint n_converged = 0, n_saturated = 0;

  for (guint i = 0; i < runs->len; i++)
    {
      const DlSweepResult *run = &g_array_index (runs, DlSweepResult, i);

      n_converged += run->converged;
      n_saturated += run->state == DL_SIM_SATURATED;
      if (first == NULL && !run->converged && run->state != DL_SIM_STATE_NONE)
        first = run;
    }
  if (first == NULL)
    return;
  if (runs->len > 1)
    dl_report_add_line (report, DL_PARAGRAPH_STRONG,
                        _ ("Of %u runs, %u have converged and %u are saturated."), runs->len,
                        n_converged, n_saturated);
  else
    dl_document_add_text (report->document, DL_PARAGRAPH_STRONG,
                          first->state == DL_SIM_SATURATED ? _ ("The run is saturated.")
                                                           : _ ("The run has not converged."));
  dl_document_add_text (report->document, DL_PARAGRAPH_NORMAL, dl_sim_reason_text (first->reason));
}

/* Meaning of the ± values. */
static const char *
interval_text (guint n_runs)
{
  return n_runs > 1
             ? /* xgettext:no-c-format */ _ ("±: 95% confidence interval over the seeds.")
             : /* xgettext:no-c-format */ _ ("±: 95% confidence interval over batches of the run.");
}

/* Notes on runs that were made earlier, whose numbers are kept. */
static void
add_stored_notes (DlReport *report, const DlReportScenario *scenario)
{
  const GArray *runs = scenario->row->runs;
  const DlSweepResult *first = &g_array_index (runs, DlSweepResult, 0);

  dl_report_add_line (report, DL_PARAGRAPH_NORMAL,
                      g_dngettext (GETTEXT_PACKAGE, "%u run from the library, with the seed %lu.",
                                   "%u runs from the library, with the seeds from %lu on.",
                                   runs->len),
                      runs->len, (gulong) first->seed);
  dl_document_add_text (report->document, DL_PARAGRAPH_NORMAL, interval_text (runs->len));
  add_states (report, runs);
}

/* Notes to be read before the numbers. */
static void
add_notes (DlReport *report, const DlReportScenario *scenario)
{
  const DlSimulation *run = scenario->item->simulation;
  const guint n = scenario->row->runs->len;
  const gulong seed = (gulong) run->options.seed;

  if (n > 1)
    dl_report_add_line (report, DL_PARAGRAPH_NORMAL,
                        _ ("%u runs with the seeds %lu to %lu. The charts show the first run, of "
                           "%lu cycles."),
                        n, seed, seed + n - 1, (gulong) run->cycles);
  else
    dl_report_add_line (report, DL_PARAGRAPH_NORMAL, _ ("One run of %lu cycles with the seed %lu."),
                        (gulong) run->cycles, seed);
  if (run->found_warmup)
    dl_report_add_line (report, DL_PARAGRAPH_NORMAL,
                        _ ("Loads and latencies exclude the warm-up, found by MSER-5: %lu cycles "
                           "of the first run."),
                        (gulong) run->options.warmup_cycles);
  else
    dl_report_add_line (report, DL_PARAGRAPH_NORMAL,
                        _ ("Loads and latencies exclude a warm-up of %lu cycles."),
                        (gulong) run->options.warmup_cycles);
  dl_document_add_text (report->document, DL_PARAGRAPH_NORMAL, interval_text (n));
  if (run->deadlock != NULL)
    dl_report_add_line (report, DL_PARAGRAPH_STRONG,
                        _ ("The first run deadlocked after %lu cycles."), (gulong) run->cycles);
  else
    add_states (report, scenario->row->runs);
}

void
dl_report_add_simulation (DlReport *report, const DlReportScenario *scenario)
{
  /* Figures of the family whose data its router counts. */
  static const struct
  {
    const char *id, *caption;
    gboolean of_machines, of_input_queued;
  } figures[] = {
    { "throughput", N_ ("Offered load, accepted throughput and latency over time."), TRUE, TRUE },
    { "age-histogram",
      N_ ("Packets by their age at a grant: above in the hardware’s four groups, "
          "below for each age."),
      TRUE, FALSE },
    { "stalls",
      N_ ("Stalled cycles per packet by direction, after the warm-up: equation 17 of "
          "the age paper, in three readings."),
      TRUE, FALSE },
    { "waits",
      N_ ("Cycles per packet that flits wait at routers, after the warm-up, by what they wait "
          "for."),
      FALSE, TRUE },
  };
  const gboolean input_queued = dl_scenario_is_input_queued (scenario->row->scenario);

  dl_document_add_heading (report->document, 2, _ ("Simulation"));
  if (scenario->simulation != NULL)
    add_notes (report, scenario);
  else
    add_stored_notes (report, scenario);
  add_measures (report, scenario);
  for (guint i = 0; scenario->simulation != NULL && i < G_N_ELEMENTS (figures); i++)
    if (dl_family_figure_find (scenario->row->scenario->family, figures[i].id) != NULL
        && (input_queued ? figures[i].of_input_queued : figures[i].of_machines))
      dl_report_add_figure (report, scenario, figures[i].id, &scenario->input,
                            _ (figures[i].caption));
}

void
dl_report_add_load_curve (DlReport *report, const DlReportScenario *scenario)
{
  const DlLoadCurve *curve = scenario->item->load_curve;

  dl_document_add_heading (report->document, 2, _ ("Latency against offered load"));
  if (curve == NULL)
    {
      /* Translators: why there is none */
      dl_report_add_line (report, DL_PARAGRAPH_NORMAL, _ ("There is no load curve: %s."),
                          scenario->item->curve_problem);
      return;
    }
  if (curve->n_runs < curve->n_all_runs)
    {
      g_autofree char *part = dl_sweep_runs_finished (curve->n_runs, curve->n_all_runs);

      dl_report_add_line (report, DL_PARAGRAPH_NORMAL, _ ("Interrupted: %s."), part);
    }
  dl_report_add_figure (report, scenario, "load-latency", &scenario->input,
                        _ ("Mean network latency and accepted throughput against offered load."));
  for (guint i = 0; i < curve->n_series; i++)
    {
      const DlLoadSeries *series = &curve->series[i];
      g_autofree char *load = dl_load_saturation_text (series);

      if (isnan (series->saturation))
        dl_report_add_line (report, DL_PARAGRAPH_NORMAL,
                            /* Translators: an arbitration or a routing mode */
                            _ ("%s: does not saturate at any load of the curve."), series->label);
      else
        dl_report_add_line (report, DL_PARAGRAPH_NORMAL, _ ("%s: saturates at a load of %s."),
                            series->label, load);
    }
}

/* Lines of the run in the window --------------------------------------------------------------- */

/* A row a line: where it left another one, and what came of it. */
static void
add_table_of_lines (DlReport *report)
{
  static const DlTableColumn columns[] = {
    { .title = "", .type = DL_COLUMN_INTEGER },
    { .title = N_ ("Line"), .share = 3 },
    { .title = N_ ("Left line"), .type = DL_COLUMN_INTEGER },
    { .title = N_ ("in cycle"), .type = DL_COLUMN_INTEGER },
    { .title = N_ ("End, cycle"), .type = DL_COLUMN_INTEGER },
    { .title = N_ ("Accepted throughput"), .type = DL_COLUMN_REAL, .digits = 4 },
    { .title = N_ ("Mean network latency"), .type = DL_COLUMN_REAL, .digits = 2 },
    { .title = N_ ("p99"), .type = DL_COLUMN_REAL, .digits = 0 },
    { .title = N_ ("Delivered"), .type = DL_COLUMN_INTEGER },
    { .title = N_ ("In flight"), .type = DL_COLUMN_INTEGER },
  };
  DlRecord *record = dl_record_new ();
  DlCells *cells = DL_RECORD_BEGIN (record, columns);

  for (guint i = 0; i < report->data->lines->len; i++)
    {
      const DlReportLine *line = &g_array_index (report->data->lines, DlReportLine, i);
      const gboolean left = line->left != G_MAXUINT, known = line->at_end.cycles > 0;

      dl_cells_integer (cells, i + 1);
      dl_cells_text (cells, line->name);
      if (left)
        dl_cells_integer (cells, line->left + 1);
      else
        dl_cells_absent (cells);
      if (left)
        dl_cells_integer (cells, line->left_at);
      else
        dl_cells_absent (cells);
      dl_cells_integer (cells, line->end);
      dl_cells_finite (cells, known ? line->at_end.accepted : NAN);
      dl_cells_finite (cells, known ? line->at_end.latency_mean : NAN);
      dl_cells_finite (cells, known ? line->at_end.latency_p99 : NAN);
      dl_cells_integer (cells, line->delivered);
      dl_cells_integer (cells, line->in_flight);
    }
  dl_document_add_table (report->document, record);
}

void
dl_report_add_lines (DlReport *report)
{
  const GArray *lines = report->data->lines;
  DlFigureInput input = report->scenarios[0].input;

  dl_document_add_heading (report->document, 1, _ ("Lines of the run"));
  dl_document_add_text (report->document, DL_PARAGRAPH_NORMAL,
                        _ ("A change at an earlier cycle begins another line of the run, which "
                           "shares its beginning with the one that it left. Throughput and latency "
                           "(cycles) are those at the end of each line, since its last change and "
                           "without the warm-up; packets are counted from cycle 0."));
  add_table_of_lines (report);
  for (guint i = 0; i < lines->len; i++)
    {
      const DlReportLine *line = &g_array_index (lines, DlReportLine, i);
      g_autofree char *changes = g_strjoinv ("; ", line->changes);

      /* Translators: the number of a line of a run, its name, and its changes with their cycles */
      dl_report_add_line (report, DL_PARAGRAPH_NORMAL, _ ("%u, %s. %s"), i + 1, line->name,
                          *changes != '\0' ? changes : _ ("Nothing was changed"));
    }
  input.lines = lines;
  input.style = (DlFigureStyle) { .no_title = TRUE, .no_caption = TRUE };
  dl_document_add_figure (
      report->document, &dl_figure_lines, &input, 1,
      _ ("Accepted throughput and network latency of the lines over the cycles; "
         "dashed, upright: where one left another."));
}

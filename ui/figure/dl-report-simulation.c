/* What was simulated of a scenario: numbers with their intervals, and the charts of its first run.
 */
#include "dl-report-private.h"

#include <glib/gi18n-lib.h>

#include <math.h>

static void
add_measures (DlReport *report, const DlReportScenario *scenario)
{
  DlDocumentTable *table = dl_document_table_new ();
  const gboolean several = scenario->row->runs->len > 1;
  guint n;
  g_autofree const DlMeasure **measures = dl_measures (scenario->row->scenario->family, &n);

  dl_document_table_add_column (table, _ ("Simulated"), DL_ALIGN_START, 0);
  dl_document_table_add_column (
      table,
      several ? /* xgettext:no-c-format */ _ ("Mean ± half-width of the 95% confidence interval")
              : _ ("Value"),
      DL_ALIGN_END, 0);
  dl_document_table_add_column (table, _ ("Unit"), DL_ALIGN_START, 0);
  for (guint i = 0; i < n; i++)
    {
      const DlEstimate estimate = dl_comparison_get (scenario->row, measures[i]);
      const char *unit = dl_measure_unit (measures[i], scenario->row->scenario);
      g_autofree char *value = NULL;

      if (!measures[i]->simulated || isnan (estimate.mean))
        continue;
      value = estimate.reach == 0
                  ? dl_measure_format_plain (measures[i], estimate.mean)
                  : dl_measure_format_interval (measures[i], estimate.mean, estimate.reach, TRUE);
      dl_document_table_add (table, _ (measures[i]->title), DL_CELL_PLAIN);
      dl_document_table_add (table, value, DL_CELL_PLAIN);
      dl_document_table_add (table, unit != NULL ? unit : "", DL_CELL_MUTED);
    }
  dl_document_add_table (report->document, table);
}

/* Of runs that were made earlier, whose numbers are kept. */
static void
add_stored_notes (DlReport *report, const DlReportScenario *scenario)
{
  const GArray *runs = scenario->row->runs;
  const DlSweepResult *first = &g_array_index (runs, DlSweepResult, 0);
  const DlEstimate settled = dl_comparison_get (scenario->row, dl_measure_find ("settled"));

  dl_report_add_line (
      report, DL_PARAGRAPH_NORMAL,
      g_dngettext (GETTEXT_PACKAGE,
                   "%u run from the library, with the seed %lu. A single run has no interval.",
                   "%u runs from the library, with the seeds from %lu on.", runs->len),
      runs->len, (gulong) first->seed);
  if (settled.mean < 1)
    dl_document_add_text (report->document, DL_PARAGRAPH_STRONG,
                          _ ("Not all runs have converged: their latencies still change with the "
                             "length of a run."));
}

/* What the reader must know before the numbers. */
static void
add_notes (DlReport *report, const DlReportScenario *scenario)
{
  const DlSimulation *run = scenario->item->simulation;
  const guint n = scenario->row->runs->len;
  const DlEstimate settled = dl_comparison_get (scenario->row, dl_measure_find ("settled"));
  const gulong seed = (gulong) run->options.seed;

  if (n > 1)
    dl_report_add_line (report, DL_PARAGRAPH_NORMAL,
                        _ ("%u runs of %lu cycles with the seeds %lu to %lu. Loads and latencies "
                           "exclude a warm-up of %lu cycles. The charts show the first run."),
                        n, (gulong) run->cycles, seed, seed + n - 1,
                        (gulong) run->options.warmup_cycles);
  else
    dl_report_add_line (report, DL_PARAGRAPH_NORMAL,
                        _ ("One run of %lu cycles with the seed %lu. Loads and latencies exclude "
                           "a warm-up of %lu cycles. A single run has no confidence interval."),
                        (gulong) run->cycles, seed, (gulong) run->options.warmup_cycles);
  if (run->deadlock != NULL)
    dl_report_add_line (report, DL_PARAGRAPH_STRONG,
                        _ ("The first run deadlocked after %lu cycles."), (gulong) run->cycles);
  else if (settled.mean < 1)
    dl_document_add_text (report->document, DL_PARAGRAPH_STRONG,
                          n > 1 ? _ ("Not all runs have converged: their latencies still change "
                                     "with the run length.")
                                : _ ("The run has not converged: its latencies still change with "
                                     "its length."));
}

void
dl_report_add_simulation (DlReport *report, const DlReportScenario *scenario)
{
  /* Those that the scenario's family has. */
  static const struct
  {
    const char *id, *caption;
  } figures[] = {
    { "throughput", N_ ("Offered load, accepted throughput and latency over time.") },
    { "age-histogram", N_ ("Packets by their age at a grant: above in the hardware’s four groups, "
                           "below for each age.") },
    { "stalls", N_ ("Stalled cycles per packet by direction, after the warm-up: equation 17 of "
                    "the age paper, in three readings.") },
  };

  dl_document_add_heading (report->document, 2, _ ("Simulation"));
  if (scenario->simulation != NULL)
    add_notes (report, scenario);
  else
    add_stored_notes (report, scenario);
  add_measures (report, scenario);
  for (guint i = 0; scenario->simulation != NULL && i < G_N_ELEMENTS (figures); i++)
    if (dl_family_figure_find (scenario->row->scenario->family, figures[i].id) != NULL)
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
  dl_report_add_figure (report, scenario, "load-latency", &scenario->input,
                        _ ("Mean network latency and accepted throughput against offered load."));
  for (guint i = 0; i < curve->n_series; i++)
    {
      const DlLoadSeries *series = &curve->series[i];
      char load[G_ASCII_DTOSTR_BUF_SIZE];

      if (isnan (series->saturation))
        dl_report_add_line (report, DL_PARAGRAPH_NORMAL,
                            /* Translators: an arbitration or a routing mode */
                            _ ("%s: does not saturate at any load of the curve."), series->label);
      else
        dl_report_add_line (report, DL_PARAGRAPH_NORMAL, _ ("%s: saturates at a load of %s."),
                            series->label,
                            g_ascii_formatd (load, sizeof load, "%.3f", series->saturation));
    }
}

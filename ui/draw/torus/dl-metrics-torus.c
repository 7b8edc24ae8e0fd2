/* Metrics of maps that only a torus has. */
#include "dl-chart.h"

#include "dl-findings.h"
#include "dl-torus-input-queued.h"

#include <glib/gi18n-lib.h>

#include <string.h>

/* Balance of the link's two virtual channels. */
static double
balance (const DlMetricInput *input, guint link)
{
  const double *vc = input->vc_load + 2 * (gsize) link;

  return vc[0] + vc[1] > 0 ? dl_vc_balance (vc[0], vc[1]) : NAN;
}

static double
signed_balance (const DlMetricInput *input, guint link)
{
  const double *vc = input->vc_load + 2 * (gsize) link;

  return vc[0] + vc[1] > 0 ? (vc[0] - vc[1]) / (vc[0] + vc[1]) : NAN;
}

/* Packets that may take any virtual channel use all alike. */
static gboolean
has_halves (const DlScenario *scenario)
{
  return !dl_scenario_is_input_queued (scenario) || dl_torus_needs_halves (scenario);
}

/* Shares of the largest value of any link, working or not. */
static gboolean
fill_measured (const DlMetricInput *input, float *values)
{
  const DlTorusNetwork *network = input->net.shape;
  const guint n = network->n_links;
  g_autofree guint64 *packets = g_new0 (guint64, MAX (1, n));
  g_autofree guint8 *covered = g_new0 (guint8, MAX (1, n));
  guint64 most = 0;

  if (memcmp (dl_torus_counters (input->counters)->radix, network->torus.radix,
              sizeof network->torus.radix)
      != 0)
    return FALSE;
  dl_counters_torus_packets (input->counters, input->region, packets, covered);
  for (guint link = 0; link < n; link++)
    most = MAX (most, packets[link]);
  for (guint link = 0; link < n; link++)
    values[link] = !covered[link]      ? DL_VALUE_UNKNOWN
                   : packets[link] > 0 ? (float) ((double) packets[link] / most)
                                       : NAN;
  return TRUE;
}

const DlMetric dl_metrics_torus[] = {
  { "balance", N_ ("VC balance"), "|VC0 − VC1| / (VC0 + VC1)", .column = "vc_balance",
    .scale = DL_SCALE_BALANCE, .leads = TRUE, .value = balance, .tells = has_halves },
  { "signed", N_ ("Signed VC balance"), "(VC0 − VC1) / (VC0 + VC1)", .column = "vc_balance_signed",
    .scale = DL_SCALE_SIGNED, .leads = TRUE, .value = signed_balance, .tells = has_halves },
  { "vc-share" }, /* their balance says it */
  { "measured", N_ ("Measured packets"), N_ ("share of the busiest link’s"),
    .source = DL_METRIC_MEASURED, .counters = &dl_counters_kind_torus, .scale = DL_SCALE_COUNT,
    .idle_is_zero = TRUE, .fill = fill_measured },
  { NULL },
};

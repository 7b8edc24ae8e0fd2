#include "dl-metric.h"

#include <glib/gi18n-lib.h>

/* Values of the analysis ----------------------------------------------------------------------- */

double
dl_link_packets (const DlMetricInput *input, guint link, double *most)
{
  const double *load = input->vc_load + (gsize) link * input->net.n_vcs;
  double sum = 0, max = 0;

  for (guint vc = 0; vc < input->net.n_vcs; vc++)
    {
      sum += load[vc];
      max = MAX (max, load[vc]);
    }
  if (most != NULL)
    *most = max;
  return sum;
}

double
dl_metric_packets (const DlMetricInput *input, guint link)
{
  const double packets = dl_link_packets (input, link, NULL);

  return packets > 0 ? packets : NAN;
}

static double
share (const DlMetricInput *input, guint link)
{
  double most;
  const double packets = dl_link_packets (input, link, &most);

  return packets > 0 ? most / packets : NAN;
}

static double
utilization (const DlMetricInput *input, guint link)
{
  return dl_link_packets (input, link, NULL) > 0
             ? input->family->utilization (input->analysis, link, input->load)
             : NAN;
}

/* Values of searches and simulations ----------------------------------------------------------- */

static gboolean
fill_critical (const DlMetricInput *input, float *values)
{
  const DlCritical *critical = input->critical;

  if (critical == NULL || critical->family != input->family
      || !input->family->same_places (critical->net.shape, input->net.shape))
    return FALSE;
  dl_critical_values (critical, values);
  return TRUE;
}

static double
simulated (const DlMetricInput *input, guint link, gsize which)
{
  const DlLinkUse *use = input->simulated;

  return use != NULL && use->n_links == input->net.graph->n_links
             ? G_STRUCT_MEMBER (float *, use, which)[link]
             : NAN;
}

double
dl_metric_simulated_load (const DlMetricInput *input, guint link)
{
  return simulated (input, link, G_STRUCT_OFFSET (DlLinkUse, load));
}

static double
stalls (const DlMetricInput *input, guint link)
{
  return simulated (input, link, G_STRUCT_OFFSET (DlLinkUse, stalls));
}

static double
occupancy (const DlMetricInput *input, guint link)
{
  return simulated (input, link, G_STRUCT_OFFSET (DlLinkUse, occupancy));
}

/* The rows ------------------------------------------------------------------------------------- */

const DlMetric dl_metrics_common[] = {
  /* Share of what the link carries that the load takes. */
  { "use", N_ ("Link utilization"), N_ ("utilization"), .scale = DL_SCALE_CAPACITY,
    .form = DL_FORM_UTILIZATION, .idle_is_zero = TRUE, .needs_bandwidths = TRUE,
    .value = utilization },
  { "load", N_ ("Channel load"), N_ ("VC0 + VC1, in packets"), N_ ("packets"),
    .scale = DL_SCALE_COUNT, .form = DL_FORM_COUNT, .to_max = TRUE, .idle_is_zero = TRUE,
    .value = dl_metric_packets },
  { "vc-share", N_ ("Share of one VC"), N_ ("largest of the VCs / all of them"),
    .scale = DL_SCALE_SHARE, .form = DL_FORM_SHARE, .value = share },
  { "critical", N_ ("Critical cables"), N_ ("if the cable breaks"), .column = "severity",
    .source = DL_METRIC_CRITICAL, .scale = DL_SCALE_CRITICAL, .fill = fill_critical },
  { "sim-load", N_ ("Simulated load"), N_ ("flits/cycle"), N_ ("flits/cycle"),
    .column = "flits_a_cycle", .source = DL_METRIC_SIMULATED, .scale = DL_SCALE_PART,
    .idle_is_zero = TRUE, .value = dl_metric_simulated_load },
  /* Cycles per packet in which the output could not send: equation 17 of the age paper. */
  { "sim-stalls", N_ ("Simulated stalls"), N_ ("stalled cycles/packet"), N_ ("cycles/packet"),
    .column = "stalled_cycles_a_packet", .source = DL_METRIC_SIMULATED, .scale = DL_SCALE_COUNT,
    .use = DL_USE_STALLS, .form = DL_FORM_MEAN, .to_max = TRUE, .value = stalls },
  { "sim-occupancy", N_ ("Simulated buffer occupancy"), N_ ("share of the downstream buffers"),
    .column = "occupancy", .source = DL_METRIC_SIMULATED, .scale = DL_SCALE_PART,
    .use = DL_USE_OCCUPANCY, .form = DL_FORM_SHARE, .idle_is_zero = TRUE, .value = occupancy },
  { NULL },
};

/* Texts of a row ------------------------------------------------------------------------------- */

const char *
dl_metric_title (const DlMetric *metric)
{
  return _ (metric->title);
}

const char *
dl_metric_formula (const DlMetric *metric)
{
  return _ (metric->formula);
}

gboolean
dl_metric_is_simulated (const DlMetric *metric)
{
  return metric != NULL && metric->source == DL_METRIC_SIMULATED;
}

gboolean
dl_metric_is_measured (const DlMetric *metric)
{
  return metric != NULL && metric->source == DL_METRIC_MEASURED;
}

gboolean
dl_metric_is_critical (const DlMetric *metric)
{
  return metric != NULL && metric->source == DL_METRIC_CRITICAL;
}

/* Values --------------------------------------------------------------------------------------- */

DlMetricInput
dl_metric_input (const DlFamily *family, gconstpointer analysis)
{
  DlFindings findings;

  family->find (analysis, &findings);
  return (DlMetricInput) {
    .net = *dl_shape_net (dl_analyzed_shape (analysis)),
    .family = family,
    .analysis = analysis,
    .vc_load = findings.vc_load,
    .load = 1,
  };
}

gboolean
dl_metric_is_known (const DlMetric *metric, const DlMetricInput *input)
{
  switch (metric->source)
    {
    case DL_METRIC_CRITICAL:
      return input->critical != NULL;
    case DL_METRIC_SIMULATED:
      return input->simulated != NULL && input->simulated->n_links == input->net.graph->n_links;
    case DL_METRIC_MEASURED:
      return input->counters != NULL && input->counters->kind == metric->counters;
    case DL_METRIC_ANALYZED:
      break;
    }
  return TRUE;
}

double
dl_metric_value (const DlMetric *metric, const DlMetricInput *input, guint link)
{
  if (input->net.graph->link_state[link] != DL_LINK_UP
      || (metric->source == DL_METRIC_SIMULATED && !(dl_metric_simulated_load (input, link) > 0)))
    return NAN;
  return metric->value (input, link);
}

void
dl_metric_values (const DlMetric *metric, const DlMetricInput *input, float *values)
{
  const DlGraph *graph = input->net.graph;
  const gboolean filled
      = metric->fill != NULL && dl_metric_is_known (metric, input) && metric->fill (input, values);

  for (guint link = 0; link < graph->n_links; link++)
    if (metric->value != NULL)
      values[link] = dl_metric_value (metric, input, link);
    else if (!filled || graph->link_state[link] != DL_LINK_UP)
      values[link] = NAN;
}

double
dl_metric_max (const DlMetric *metric, const DlMetricInput *input)
{
  double max = 0;

  const gboolean is_open = metric->to_max || metric->scale == DL_SCALE_CAPACITY;

  for (guint link = 0; is_open && link < input->net.graph->n_links; link++)
    max = fmax (max, metric->value (input, link));
  return max;
}

DlMetricRange
dl_metric_range (const DlMetric *metric, const DlMetricInput *input)
{
  const DlGraph *graph = input->net.graph;
  DlMetricRange range = { NAN, dl_metric_max (metric, input) };

  if (!metric->to_max || metric->scale != DL_SCALE_COUNT)
    range.min = 0;
  for (guint link = 0; !(range.min <= 0) && link < graph->n_links; link++)
    if (graph->link_state[link] == DL_LINK_UP)
      {
        const double value = dl_metric_value (metric, input, link);

        range.min = isfinite (value) ? fmin (range.min, value) : 0;
      }
  return range;
}

DlMetricRange
dl_metric_range_both (DlMetricRange a, DlMetricRange b)
{
  return (DlMetricRange) { fmin (a.min, b.min), fmax (a.max, b.max) };
}

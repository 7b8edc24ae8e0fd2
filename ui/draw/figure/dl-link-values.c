#include "dl-link-values.h"

#include "dl-family.h"

#include <math.h>

DlLinkInput
dl_link_input (const DlFamily *family, gconstpointer analysis, const DlLinkUse *simulated)
{
  DlLinkInput input = { .simulated = simulated, .family = family, .analysis = analysis, .load = 1 };
  DlFindings findings;

  input.net = *dl_shape_net (dl_analyzed_shape (analysis));
  family->find (analysis, &findings);
  input.vc_load = findings.vc_load;
  return input;
}

double
dl_link_packets (const DlLinkInput *input, guint link, double *most)
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

/* Of @input's network; NULL: nothing was simulated of it. */
static const DlLinkUse *
simulated_of (const DlLinkInput *input)
{
  return input->simulated != NULL && input->simulated->n_links == input->net.graph->n_links
             ? input->simulated
             : NULL;
}

static double
value_of (DlMetric metric, const DlLinkInput *input, guint link)
{
  const DlLinkUse *use = simulated_of (input);
  double most;
  const double packets = dl_link_packets (input, link, &most);

  switch (metric)
    {
    case DL_METRIC_LOAD:
      return packets > 0 ? packets : NAN;
    case DL_METRIC_VC_SHARE:
      return packets > 0 ? most / packets : NAN;
    case DL_METRIC_USE:
      return input->family == NULL || input->family->utilization == NULL ? DL_VALUE_UNKNOWN
             : packets > 0 ? input->family->utilization (input->analysis, link, input->load)
                           : NAN;
    case DL_METRIC_SIM_LOAD:
      return use != NULL && use->load[link] > 0 ? use->load[link] : NAN;
    case DL_METRIC_SIM_STALLS:
      return use != NULL && use->load[link] > 0 ? use->stalls[link] : NAN;
    case DL_METRIC_SIM_OCCUPANCY:
      return use != NULL && use->load[link] > 0 ? use->occupancy[link] : NAN;
    default:
      return DL_VALUE_UNKNOWN;
    }
}

/* Is something known of them that is of this network? */
static gboolean
has_critical (const DlLinkInput *input)
{
  return input->critical != NULL && input->critical->family == input->family
         && input->family->same_places (input->critical->net.shape, input->net.shape);
}

void
dl_link_values (DlMetric metric, const DlLinkInput *input, float *values)
{
  if (metric == DL_METRIC_CRITICAL && has_critical (input))
    {
      dl_critical_values (input->critical, values);
      return;
    }
  for (guint link = 0; link < input->net.graph->n_links; link++)
    values[link]
        = input->net.graph->link_state[link] == DL_LINK_UP ? value_of (metric, input, link) : NAN;
}

double
dl_link_values_max (DlMetric metric, const DlLinkInput *input)
{
  double max = 0;

  if (metric == DL_METRIC_LOAD || metric == DL_METRIC_SIM_STALLS)
    for (guint link = 0; link < input->net.graph->n_links; link++)
      max = fmax (max, value_of (metric, input, link));
  return max;
}

DlContrast *
dl_link_contrast_new (DlMetric metric, const DlLinkInput *a, const DlLinkInput *b)
{
  const DlLinkInput *const inputs[] = { a, b };
  DlContrast *contrast = g_new (DlContrast, 1);

  for (guint i = 0; i < 2; i++)
    {
      contrast->side[i] = g_new (float, MAX (1, inputs[i]->net.graph->n_links));
      dl_link_values (metric, inputs[i], contrast->side[i]);
    }
  contrast->links = dl_difference_new (
      a->net.graph->n_links, (DlDifferenceSide) { a->net.graph->link_state, contrast->side[0] },
      (DlDifferenceSide) { b->net.graph->link_state, contrast->side[1] },
      dl_metric_idle_is_zero (metric));
  return contrast;
}

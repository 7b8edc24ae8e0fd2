#include "dl-class-loads.h"

#include <math.h>

static double
packets (const DlEvaluation *result, guint link)
{
  const guint n_vcs = result->net.n_vcs;
  double sum = 0;

  for (guint vc = 0; vc < n_vcs; vc++)
    sum += result->findings.vc_load[(gsize) link * n_vcs + vc];
  return sum;
}

/* Of all links, 0 where one does not work. */
static double *
values_of (const DlClassLoads *loads, const DlEvaluation *result)
{
  const DlFamily *family = result->scenario->family;
  double *values = g_new0 (double, MAX (1, result->net.graph->n_links));

  for (guint link = 0; link < result->net.graph->n_links; link++)
    if (result->net.graph->link_state[link] == DL_LINK_UP)
      values[link] = loads->is_utilization
                         ? family->utilization (result->analysis_of_family, link, loads->load)
                         : packets (result, link);
  return values;
}

static void
add (DlClassLoads *loads, DlClassLoad *class, guint link, double value)
{
  const int bin = (int) ceil (value / loads->end * DL_CLASS_LOAD_BINS) - 1;

  class->n_links++;
  class->n_idle += value == 0;
  class->mean += value;
  if (!(value <= class->max))
    {
      class->max = value;
      class->busiest = link;
    }
  if (value > loads->end)
    class->n_over++;
  else
    class->bins[CLAMP (bin, 0, DL_CLASS_LOAD_BINS - 1)]++;
}

void
dl_class_loads_init (DlClassLoads *loads, const DlEvaluation *result, double (*round_up) (double))
{
  const DlFamily *family = result->scenario->family;
  const DlTrafficOptions *traffic = &result->scenario->traffic;
  g_autofree double *values = NULL;
  double most = 0;

  *loads = (DlClassLoads) {
    .is_utilization = family->utilization != NULL,
    .load = traffic->saturated ? 1 : traffic->load,
    .n_classes = family->n_classes,
    .limit = DL_NO_LINK,
  };
  values = values_of (loads, result);
  for (guint link = 0; link < result->net.graph->n_links; link++)
    if (values[link] > most)
      {
        most = values[link];
        loads->limit = link;
      }
  loads->end = loads->is_utilization || most == 0 ? 1 : round_up (most);
  for (guint i = 0; i < loads->n_classes; i++)
    loads->classes[i] = (DlClassLoad) { .max = NAN, .busiest = DL_NO_LINK };
  for (guint link = 0; link < result->net.graph->n_links; link++)
    if (result->net.graph->link_state[link] == DL_LINK_UP)
      add (loads, &loads->classes[result->net.graph->link_class[link]], link, values[link]);
  for (guint i = 0; i < loads->n_classes; i++)
    loads->classes[i].mean /= loads->classes[i].n_links;
}

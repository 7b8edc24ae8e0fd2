/* What maps of a dragonfly show of A and B. */
#include "dl-beside-private.h"

gboolean
dl_beside_get_dragonfly (DlBeside *self, DlShow side, DlDragonflyMetricInput *input)
{
  const DlPin *pin = dl_beside_get_pin (self);

  if (!dl_places_get_input (dl_view_get_places (dl_beside_get_view (self)), input))
    return FALSE;
  if (side != DL_SHOW_B)
    return TRUE;
  if (pin == NULL || dl_evaluation_dragonfly (pin->result) == NULL)
    return FALSE;
  const DlTrafficOptions *traffic = &pin->result->scenario->traffic;
  input->analysis = dl_evaluation_dragonfly (pin->result);
  input->dragonfly = dl_evaluation_dragonfly (pin->result)->dragonfly;
  input->load = traffic->saturated ? 1 : traffic->load;
  input->critical = pin->critical;
  input->simulated = pin->simulated ? &pin->links : NULL;
  return TRUE;
}

static gpointer
compare (DlBeside *self, DlMetric metric)
{
  DlDragonflyMetricInput input[2];

  return dl_beside_get_dragonfly (self, DL_SHOW_A, &input[0])
                 && dl_beside_get_dragonfly (self, DL_SHOW_B, &input[1])
             ? dl_dragonfly_contrast_new (metric, &input[0], &input[1])
             : NULL;
}

static void
free_contrast (gpointer contrast)
{
  dl_dragonfly_contrast_free (contrast);
}

static const DlDifference *
links (gconstpointer contrast)
{
  return ((const DlDragonflyContrast *) contrast)->links;
}

static const float *
side (gconstpointer contrast, guint i)
{
  return ((const DlDragonflyContrast *) contrast)->side[i]->values;
}

static double
max (DlBeside *self, DlShow show, DlMetric metric)
{
  DlDragonflyMetricInput input;

  return dl_beside_get_dragonfly (self, show, &input) ? dl_dragonfly_metric_max (metric, &input)
                                                      : 0;
}

static void
values (DlBeside *self, DlShow show, DlMetric metric, float *values)
{
  DlDragonflyMetricInput input;

  if (dl_beside_get_dragonfly (self, show, &input))
    dl_dragonfly_metric_values (metric, &input, values);
}

const DlBesideFamily dl_beside_dragonfly = { compare, free_contrast, links, side, max, values };

const DlDragonflyContrast *
dl_beside_get_contrast (DlBeside *self)
{
  const DlEvaluation *result
      = dl_session_get_result (dl_view_get_session (dl_beside_get_view (self)));

  return result != NULL && dl_evaluation_dragonfly (result) != NULL ? dl_beside_compare (self)
                                                                    : NULL;
}

char *
dl_beside_describe_pair (DlBeside *self, guint a, guint b)
{
  const DlDragonflyContrast *contrast = dl_beside_get_contrast (self);
  DlView *view = dl_beside_get_view (self);
  gsize pair;

  if (contrast == NULL || a == b)
    return NULL;
  pair = (gsize) a * dl_places_get_network (dl_view_get_places (view))->n_groups + b;
  return dl_beside_describe_values (
      self, contrast->pairs->change[pair], contrast->side[0]->group_value[pair],
      contrast->side[1]->group_value[pair], contrast->pairs->values[pair]);
}

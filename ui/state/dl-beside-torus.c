/* What maps of a torus show of A and B. */
#include "dl-beside-private.h"

gboolean
dl_beside_get_torus (DlBeside *self, DlShow side, DlMetricInput *input)
{
  DlView *view = dl_beside_get_view (self);
  const DlPin *pin = dl_beside_get_pin (self);
  const DlLivePicture *picture = dl_live_get_picture (dl_view_get_live (view));
  DlCountersSource *counters = dl_view_get_counters (view);
  DlEvaluation *result = side == DL_SHOW_B ? (pin != NULL ? pin->result : NULL)
                                           : dl_session_get_result (dl_view_get_session (view));

  if (result == NULL || dl_evaluation_torus (result) == NULL)
    return FALSE;
  *input = (DlMetricInput) {
    .analysis = dl_evaluation_torus (result),
    .counters = dl_counters_source_get_counters (counters),
    .region = dl_counters_source_get_region (counters),
  };
  if (side == DL_SHOW_B)
    {
      input->critical = pin->critical;
      input->measured = pin->simulated ? &pin->links : NULL;
    }
  else
    {
      input->critical = dl_view_get_critical (view);
      input->measured = picture != NULL ? &picture->links : NULL;
    }
  return TRUE;
}

static gpointer
compare (DlBeside *self, DlMetric metric)
{
  DlMetricInput input[2];

  return dl_beside_get_torus (self, DL_SHOW_A, &input[0])
                 && dl_beside_get_torus (self, DL_SHOW_B, &input[1])
             ? dl_contrast_new (metric, &input[0], &input[1])
             : NULL;
}

static double
max (DlBeside *self, DlShow show, DlMetric metric)
{
  DlMetricInput input;

  return dl_beside_get_torus (self, show, &input) ? dl_metric_max (metric, &input) : 0;
}

static void
values (DlBeside *self, DlShow show, DlMetric metric, float *values)
{
  DlMetricInput input;

  if (dl_beside_get_torus (self, show, &input))
    dl_metric_values (metric, &input, values);
}

const DlBesideFamily dl_beside_torus
    = { compare, dl_beside_free_contrast, dl_beside_contrast_links, dl_beside_contrast_side, max,
        values };

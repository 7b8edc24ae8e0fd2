/* Values of A and B on a dragonfly's maps. */
#include "dl-beside-private.h"

static DlContrast *
compare (const DlMetric *metric, const DlMetricInput *a, const DlMetricInput *b)
{
  return (DlContrast *) dl_dragonfly_contrast_new (metric, a, b);
}

static void
free_contrast (DlContrast *contrast)
{
  dl_dragonfly_contrast_free ((DlDragonflyContrast *) contrast);
}

const DlBesideFamily dl_beside_dragonfly = { compare, free_contrast };

const DlDragonflyContrast *
dl_beside_get_contrast (DlBeside *self)
{
  const DlEvaluation *result
      = dl_session_get_result (dl_view_get_session (dl_beside_get_view (self)));

  return result != NULL && dl_evaluation_dragonfly (result) != NULL
             ? (const DlDragonflyContrast *) dl_beside_compare (self)
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

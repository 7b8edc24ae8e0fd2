/* Metrics of families, by their names. */
#pragma once

#include "dl-figure-family.h"

static inline const DlMetric *
metric_in (const DlFamily *family, const char *id)
{
  const DlMetric *metric = dl_family_metric_find (family, id);

  g_assert_nonnull (metric);
  return metric;
}

static inline const DlMetric *
torus_metric (const char *id)
{
  return metric_in (&dl_family_torus, id);
}

static inline const DlMetric *
dragonfly_metric (const char *id)
{
  return metric_in (&dl_family_dragonfly, id);
}

/* The @i-th of a torus, or after these of a dragonfly; NULL: no more. */
static inline const DlMetric *
any_metric (guint i)
{
  guint n = 0;

  while (dl_family_metric (&dl_family_torus, n) != NULL)
    n++;
  return i < n ? dl_family_metric (&dl_family_torus, i)
               : dl_family_metric (&dl_family_dragonfly, i - n);
}

#include "dl-leg-memo.h"

/* Of a dimension, at most: a memo of longer ones would not stay in the cache. */
#define MOST_RADIX 64

/* All other coordinates being 0. */
static DlShortLeg
find_leg (const DlRoutes *routes, guint dim, guint from, guint to)
{
  const guint stride = routes->network->torus.stride[dim];
  DlLeg leg;

  dl_routes_undisturbed_leg (routes, from * stride, to * stride, &leg);
  return (DlShortLeg) {
    .port = leg.port,
    .vc = leg.vc,
    .by_parity = leg.vc_rule == DL_VC_RULE_PARITY,
    .length = leg.length,
    .to_dateline = leg.to_dateline,
  };
}

DlLegMemo *
dl_leg_memo_new (const DlRoutes *routes)
{
  const DlTorus *torus = &routes->network->torus;
  DlLegMemo *memo;

  if (!dl_routes_are_undisturbed (routes) || torus->n_regions > 1
      || (routes->spec.vc_policy->table && routes->spec.vc_table != NULL))
    return NULL;
  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    if (torus->radix[dim] > MOST_RADIX)
      return NULL;
  memo = g_new0 (DlLegMemo, 1);
  memo->torus = torus;
  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    {
      const guint k = torus->radix[dim];

      memo->of[dim] = g_new0 (DlShortLeg, k * k);
      for (guint from = 0; from < k; from++)
        for (guint to = 0; to < k; to++)
          if (from != to)
            memo->of[dim][k * from + to] = find_leg (routes, dim, from, to);
    }
  return memo;
}

void
dl_leg_memo_free (DlLegMemo *memo)
{
  if (memo == NULL)
    return;
  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    g_free (memo->of[dim]);
  g_free (memo);
}

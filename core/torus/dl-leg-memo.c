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
  guint n = 0;

  if (!dl_routes_are_undisturbed (routes) || torus->n_regions > 1
      || (routes->spec.vc_policy->table && routes->spec.vc_table != NULL))
    return NULL;
  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    {
      if (torus->radix[dim] > MOST_RADIX)
        return NULL;
      n += torus->radix[dim] * torus->radix[dim];
    }
  memo = g_malloc0 (sizeof *memo + n * sizeof *memo->legs);
  memo->torus = torus;
  n = 0;
  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    {
      memo->first[dim] = n;
      for (guint from = 0; from < torus->radix[dim]; from++)
        for (guint to = 0; to < torus->radix[dim]; to++, n++)
          if (from != to)
            memo->legs[n] = find_leg (routes, dim, from, to);
    }
  return memo;
}

void
dl_leg_memo_free (DlLegMemo *memo)
{
  g_free (memo);
}

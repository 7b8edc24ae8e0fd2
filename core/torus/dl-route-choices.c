#include "dl-route-choices.h"

#include "dl-rng.h"

static gboolean
same_route (const DlRoute *a, const DlRoute *b)
{
  if (a->status != b->status || a->n_hops != b->n_hops)
    return FALSE;
  for (guint i = 0; i < a->n_hops; i++)
    if (a->hops[i].link != b->hops[i].link || a->hops[i].vc != b->hops[i].vc)
      return FALSE;
  return TRUE;
}

void
dl_route_choices (const DlRoutes *routes, guint source, guint dest, DlRouteChoices *choices)
{
  DlRoute route[DL_MAX_VARIANTS] = { 0 }; /* (n) and the one at hand */

  *choices = (DlRouteChoices) { .n_coins = routes->n_variants };
  for (guint i = 0; i < routes->n_variants; i++)
    {
      guint at = 0;

      dl_routes_walk (routes->variants[i], source, dest, &route[choices->n]);
      while (at < choices->n && !same_route (&route[at], &route[choices->n]))
        at++;
      if (at == choices->n)
        choices->variant[choices->n++] = i;
      choices->coins[at]++;
      choices->of_coins[i] = at;
    }
  choices->failed = 0;
  while (choices->failed < choices->n && route[choices->failed].status == DL_ROUTE_DELIVERED)
    choices->failed++;
  for (guint i = 0; i < DL_MAX_VARIANTS; i++)
    dl_route_clear (&route[i]);
}

guint
dl_route_choices_pick (const DlRouteChoices *choices, guint64 seed, guint which)
{
  const guint first = choices->failed < choices->n
                          ? choices->failed
                          : choices->of_coins[dl_rng_pick (dl_rng_mix (seed, 0), choices->n_coins)];

  return (first + which) % choices->n;
}

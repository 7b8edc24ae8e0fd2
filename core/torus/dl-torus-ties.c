#include "dl-torus-ties.h"

#include "dl-torus-tails.h"

#include <string.h>

DlTorusTies *
dl_torus_ties_new (const DlTorusRoutes *routes)
{
  DlTorusTies *ties;

  if (routes->n_variants == 1)
    return NULL;
  ties = g_new (DlTorusTies, 1);
  ties->routes = routes;
  ties->failed = dl_torus_pair_marks_new (routes->network->n_nodes);
  ties->illegal = dl_torus_pair_marks_new (routes->network->n_nodes);
  return ties;
}

void
dl_torus_ties_free (DlTorusTies *ties)
{
  if (ties == NULL)
    return;
  dl_torus_pair_marks_free (ties->failed);
  dl_torus_pair_marks_free (ties->illegal);
  g_free (ties);
}

void
dl_torus_ties_judge (DlTorusTies *ties, const DlTorusRoutes *routes, guint source, guint dest)
{
  gboolean legal = TRUE;
  DlTorusLeg before, leg;
  DlTorusWalker walker;

  dl_torus_walker_init (&walker, routes, source, dest);
  for (gboolean first = TRUE; legal && dl_torus_walker_next (&walker, &leg); first = FALSE)
    {
      legal = first || dl_torus_routes_legal_turn (routes, &before, &leg);
      before = leg;
    }
  if (!legal)
    dl_torus_pair_marks_add (ties->illegal, source, dest);
}

/* Take back what one packet that arrives has loaded. */
static void
withdraw (const DlTorusRoutes *routes, guint source, guint dest, DlTorusAnalysis *analysis,
          DlTorusTurns *turns)
{
  DlTorusLeg before = { 0 }, leg;
  DlTorusWalker walker;

  dl_torus_walker_init (&walker, routes, source, dest);
  while (dl_torus_walker_next (&walker, &leg))
    {
      dl_torus_leg_add_load (routes->network, &leg, -1, analysis->vc_load);
      if (walker.n_hops > leg.length)
        dl_torus_turns_add (turns, leg.entry, dl_torus_leg_last_channel (&before),
                            dl_torus_leg_first_channel (&leg), -1);
      before = leg;
    }
  if (walker.n_hops > 0)
    dl_torus_turns_add_ejected (turns, dest, dl_torus_leg_last_channel (&before), -1);
}

/* Hops of a route, and how it ends. */
static guint
measure (const DlTorusRoutes *routes, guint source, guint dest, DlTorusRouteStatus *status)
{
  DlTorusWalker walker;
  DlTorusLeg leg;

  dl_torus_walker_init (&walker, routes, source, dest);
  while (dl_torus_walker_next (&walker, &leg))
    ;
  *status = walker.status;
  return walker.n_hops;
}

/* A failed pair counts by the first variant that fails it. Returns the longest of its routes that
 * was counted. */
static guint
settle_pair (const DlTorusTies *ties, guint source, guint dest, DlTorusAnalysis *analysis,
             DlTorusTurns *turns)
{
  DlTorusRouteStatus ends = DL_TORUS_ROUTE_DELIVERED;
  guint longest = 0;

  for (guint i = 0; i < ties->routes->n_variants; i++)
    {
      const DlTorusRoutes *routes = ties->routes->variants[i];
      DlTorusRouteStatus status;
      const guint n_hops = measure (routes, source, dest, &status);

      if (status == DL_TORUS_ROUTE_DELIVERED)
        {
          withdraw (routes, source, dest, analysis, turns);
          longest = MAX (longest, n_hops);
        }
      else if (ends == DL_TORUS_ROUTE_DELIVERED)
        ends = status;
    }
  g_assert (ends != DL_TORUS_ROUTE_DELIVERED);
  if (ends == DL_TORUS_ROUTE_DROPPED)
    analysis->dropped_pairs++;
  else
    analysis->unreachable_pairs++;
  return longest;
}

/* The longest route of the pairs that have not failed, which is at most @most hops long. FALSE if
 * canceled. */
static gboolean
find_longest (const DlTorusTies *ties, guint most, guint *longest, GCancellable *cancellable)
{
  const DlTorusNetwork *network = ties->routes->network;

  *longest = 0;
  for (guint dest = 0; dest < network->n_nodes; dest++)
    {
      if (g_cancellable_is_cancelled (cancellable))
        return FALSE;
      for (guint source = 0; network->node_up[dest] && source < network->n_nodes; source++)
        {
          if (source == dest || !network->node_up[source]
              || dl_torus_pair_marks_has (ties->failed, source, dest))
            continue;
          for (guint i = 0; i < ties->routes->n_variants; i++)
            {
              DlTorusRouteStatus status;

              const guint n_hops = measure (ties->routes->variants[i], source, dest, &status);

              *longest = MAX (*longest, n_hops);
            }
          if (*longest == most)
            return TRUE;
        }
    }
  return TRUE;
}

gboolean
dl_torus_ties_settle (const DlTorusTies *ties, DlTorusAnalysis *analysis, DlTorusTurns *turns,
                      GCancellable *cancellable)
{
  const guint n = ties->routes->network->n_nodes;
  guint withdrawn = 0;

  analysis->unreachable_pairs = analysis->dropped_pairs = analysis->illegal_pairs = 0;
  for (guint dest = 0; dest < n; dest++)
    {
      if (g_cancellable_is_cancelled (cancellable))
        return FALSE;
      for (guint source = dl_torus_pair_marks_next (ties->failed, 0, dest); source < n;
           source = dl_torus_pair_marks_next (ties->failed, source + 1, dest))
        {
          const guint n_hops = settle_pair (ties, source, dest, analysis, turns);
          withdrawn = MAX (withdrawn, n_hops);
        }
      for (guint source = dl_torus_pair_marks_next (ties->illegal, 0, dest); source < n;
           source = dl_torus_pair_marks_next (ties->illegal, source + 1, dest))
        analysis->illegal_pairs += !dl_torus_pair_marks_has (ties->failed, source, dest);
    }
  /* The longest one may have been one of those. */
  return withdrawn < analysis->hops_max
         || find_longest (ties, analysis->hops_max, &analysis->hops_max, cancellable);
}

#include "dl-ties.h"

#include "dl-tails.h"

DlTies *
dl_ties_new (const DlRoutes *routes)
{
  DlTies *ties;

  if (routes->n_variants == 1)
    return NULL;
  ties = g_new (DlTies, 1);
  ties->routes = routes;
  ties->failed = dl_pair_marks_new (routes->network->n_nodes);
  ties->illegal = dl_pair_marks_new (routes->network->n_nodes);
  return ties;
}

void
dl_ties_free (DlTies *ties)
{
  if (ties == NULL)
    return;
  dl_pair_marks_free (ties->failed);
  dl_pair_marks_free (ties->illegal);
  g_free (ties);
}

void
dl_ties_judge (DlTies *ties, const DlRoutes *routes, guint source, guint dest)
{
  gboolean legal = TRUE;
  DlLeg before, leg;
  DlWalker walker;

  dl_walker_init (&walker, routes, source, dest);
  for (gboolean first = TRUE; legal && dl_walker_next (&walker, &leg); first = FALSE)
    {
      legal = first || dl_routes_legal_turn (routes, &before, &leg);
      before = leg;
    }
  if (!legal)
    dl_pair_marks_add (ties->illegal, source, dest);
}

/* Take back what one packet that arrives has loaded. */
static void
withdraw (const DlRoutes *routes, guint source, guint dest, DlAnalysis *analysis, DlTurns *turns)
{
  DlLeg before = { 0 }, leg;
  DlWalker walker;

  dl_walker_init (&walker, routes, source, dest);
  while (dl_walker_next (&walker, &leg))
    {
      dl_leg_add_load (routes->network, &leg, -1, analysis->vc_load);
      if (walker.n_hops > leg.length)
        dl_turns_add (turns, leg.entry, dl_leg_last_channel (&before), dl_leg_first_channel (&leg),
                      -1);
      before = leg;
    }
  if (walker.n_hops > 0)
    dl_turns_add_ejected (turns, dest, dl_leg_last_channel (&before), -1);
}

/* Hops of a route, and how it ends. */
static guint
measure (const DlRoutes *routes, guint source, guint dest, DlRouteStatus *status)
{
  DlWalker walker;
  DlLeg leg;

  dl_walker_init (&walker, routes, source, dest);
  while (dl_walker_next (&walker, &leg))
    ;
  *status = walker.status;
  return walker.n_hops;
}

/* A failed pair counts by the first variant that fails it. Returns the longest of its routes that
 * was counted. */
static guint
settle_pair (const DlTies *ties, guint source, guint dest, DlAnalysis *analysis, DlTurns *turns)
{
  DlRouteStatus ends = DL_ROUTE_DELIVERED;
  guint longest = 0;

  for (guint i = 0; i < ties->routes->n_variants; i++)
    {
      const DlRoutes *routes = ties->routes->variants[i];
      DlRouteStatus status;
      const guint n_hops = measure (routes, source, dest, &status);

      if (status == DL_ROUTE_DELIVERED)
        {
          withdraw (routes, source, dest, analysis, turns);
          longest = MAX (longest, n_hops);
        }
      else if (ends == DL_ROUTE_DELIVERED)
        ends = status;
    }
  g_assert (ends != DL_ROUTE_DELIVERED);
  if (ends == DL_ROUTE_DROPPED)
    analysis->dropped_pairs++;
  else
    analysis->unreachable_pairs++;
  return longest;
}

/* The longest route of the pairs that have not failed, which is at most @most hops long. FALSE if
 * canceled. */
static gboolean
find_longest (const DlTies *ties, guint most, guint *longest, GCancellable *cancellable)
{
  const DlNetwork *network = ties->routes->network;

  *longest = 0;
  for (guint dest = 0; dest < network->n_nodes; dest++)
    {
      if (g_cancellable_is_cancelled (cancellable))
        return FALSE;
      for (guint source = 0; network->node_up[dest] && source < network->n_nodes; source++)
        {
          if (source == dest || !network->node_up[source]
              || dl_pair_marks_has (ties->failed, source, dest))
            continue;
          for (guint i = 0; i < ties->routes->n_variants; i++)
            {
              DlRouteStatus status;

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
dl_ties_settle (const DlTies *ties, DlAnalysis *analysis, DlTurns *turns, GCancellable *cancellable)
{
  const guint n = ties->routes->network->n_nodes;
  guint withdrawn = 0;

  analysis->unreachable_pairs = analysis->dropped_pairs = analysis->illegal_pairs = 0;
  for (guint dest = 0; dest < n; dest++)
    {
      if (g_cancellable_is_cancelled (cancellable))
        return FALSE;
      for (guint source = dl_pair_marks_next (ties->failed, 0, dest); source < n;
           source = dl_pair_marks_next (ties->failed, source + 1, dest))
        {
          const guint n_hops = settle_pair (ties, source, dest, analysis, turns);
          withdrawn = MAX (withdrawn, n_hops);
        }
      for (guint source = dl_pair_marks_next (ties->illegal, 0, dest); source < n;
           source = dl_pair_marks_next (ties->illegal, source + 1, dest))
        analysis->illegal_pairs += !dl_pair_marks_has (ties->failed, source, dest);
    }
  /* The longest one may have been one of those. */
  return withdrawn < analysis->hops_max
         || find_longest (ties, analysis->hops_max, &analysis->hops_max, cancellable);
}

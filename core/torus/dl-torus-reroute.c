/* Effects of an edit on routes: two analyses of networks of one shape, compared pair by pair, but
 * only where a suspect link can have made a difference. */
#include "dl-torus-reroute.h"

#include "dl-torus-analysis.h"
#include "dl-torus-uniform.h"

DlTorusPairMarks *
dl_torus_pair_marks_new (guint n_nodes)
{
  DlTorusPairMarks *marks = g_new (DlTorusPairMarks, 1);

  marks->n_nodes = n_nodes;
  marks->rows = g_new0 (guint64 *, n_nodes);
  return marks;
}

void
dl_torus_pair_marks_free (DlTorusPairMarks *marks)
{
  if (marks == NULL)
    return;
  for (guint dest = 0; dest < marks->n_nodes; dest++)
    g_free (marks->rows[dest]);
  g_free (marks->rows);
  g_free (marks);
}

void
dl_torus_pair_marks_add (DlTorusPairMarks *marks, guint source, guint dest)
{
  guint64 **row = &marks->rows[dest];

  if (*row == NULL)
    *row = g_new0 (guint64, (marks->n_nodes + 63) / 64);
  (*row)[source / 64] |= G_GUINT64_CONSTANT (1) << source % 64;
}

guint
dl_torus_pair_marks_next (const DlTorusPairMarks *marks, guint source, guint dest)
{
  const guint64 *row = marks->rows[dest];

  while (row != NULL && source < marks->n_nodes)
    {
      const guint64 bits = row[source / 64] >> source % 64;

      if (bits != 0)
        return source + __builtin_ctzll (bits);
      source = (source / 64 + 1) * 64;
    }
  return marks->n_nodes;
}

typedef struct
{
  const DlTorusRoutes *before, *after; /* one of the variants, where they are compared one by one */
  const DlTorusUniform *uniform;
  gboolean whole_routes; /* they may differ from their source on */
  DlTorusPairMarks
      *differ; /* pairs with a variant whose routes differ; NULL if there is one variant */
  guint64 rerouted;
} Comparison;

/* More nodes than these are too many to compare all pairs. */
#define MAX_NODES_FOR_ALL_PAIRS 4096

static gboolean
is_delivered (DlTorusWalker *walker)
{
  DlTorusLeg leg;

  while (dl_torus_walker_next (walker, &leg))
    ;
  return walker->status == DL_TORUS_ROUTE_DELIVERED;
}

/* Compare one variant: do the routes from @entry on differ? @delivered: whether one of them
 * arrives; set if they differ. */
static gboolean
routes_differ (const DlTorusRoutes *routes_before, const DlTorusRoutes *routes_after, guint entry,
               guint dest, gboolean *delivered)
{
  DlTorusWalker before, after;
  DlTorusLeg run_before, run_after;
  gboolean more_before, more_after, same = TRUE;

  dl_torus_walker_init (&before, routes_before, entry, dest);
  dl_torus_walker_init (&after, routes_after, entry, dest);
  do
    {
      more_before = dl_torus_walker_next (&before, &run_before);
      more_after = dl_torus_walker_next (&after, &run_after);
      if (more_before && more_after)
        same = run_before.port == run_after.port && run_before.length == run_after.length;
      else
        same = !more_before && !more_after && before.status == after.status;
    }
  while (same && more_before);

  if (same)
    return FALSE;
  *delivered = (more_before ? is_delivered (&before) : before.status == DL_TORUS_ROUTE_DELIVERED)
               || (more_after ? is_delivered (&after) : after.status == DL_TORUS_ROUTE_DELIVERED);
  return TRUE;
}

/* A whole pair, over all variants: it is not delivered where one of them fails. Where it is
 * delivered neither before nor after, there is no route to differ, however it ends. */
static gboolean
is_rerouted (const DlTorusRoutes *before, const DlTorusRoutes *after, guint source, guint dest)
{
  gboolean differ = FALSE, delivered = FALSE;

  for (guint i = 0; !differ && i < after->n_variants; i++)
    differ = routes_differ (before->variants[i], after->variants[i], source, dest, &delivered);
  if (!differ || after->n_variants == 1)
    return differ && delivered;
  return dl_torus_routes_status (before, source, dest) == DL_TORUS_ROUTE_DELIVERED
         || dl_torus_routes_status (after, source, dest) == DL_TORUS_ROUTE_DELIVERED;
}

typedef struct
{
  Comparison *c;
  guint dest;
} Sources;

static void
mark_source (guint source, gpointer data)
{
  const Sources *sources = data;

  dl_torus_pair_marks_add (sources->c->differ, source, sources->dest);
}

/* A packet from @source alone, whose whole route may be another one. */
static void
compare_source (guint source, gpointer data)
{
  const Sources *sources = data;
  Comparison *c = sources->c;
  gboolean delivered;

  if (!routes_differ (c->before, c->after, source, sources->dest, &delivered))
    return;
  if (c->differ != NULL)
    mark_source (source, data);
  else
    c->rerouted += delivered;
}

static void
compare_detour (const DlTorusDetour *detour, gpointer data)
{
  Comparison *c = data;
  Sources sources = { c, detour->dest };
  gboolean delivered;

  if (c->whole_routes)
    dl_torus_uniform_foreach_source (c->uniform, detour->entry, detour->dim, compare_source,
                                     &sources);
  else if (!routes_differ (c->before, c->after, detour->entry, detour->dest, &delivered))
    return;
  else if (c->differ != NULL)
    dl_torus_uniform_foreach_source (c->uniform, detour->entry, detour->dim, mark_source, &sources);
  else
    c->rerouted += delivered ? detour->count : 0;
}

static DlTorusSuspectScope
wider_scope (const Comparison *c)
{
  return MAX (c->before->spec.engine->scope, c->after->spec.engine->scope);
}

static gboolean
compare_all (Comparison *c, GCancellable *cancellable)
{
  const DlTorusNetwork *before = c->before->network, *after = c->after->network;

  for (guint source = 0; source < after->n_nodes; source++)
    {
      if (g_cancellable_is_cancelled (cancellable))
        return FALSE;
      for (guint dest = 0; dest < after->n_nodes; dest++)
        if (source != dest && before->node_up[source] && after->node_up[source]
            && before->node_up[dest] && after->node_up[dest])
          c->rerouted += is_rerouted (c->before, c->after, source, dest);
    }
  return TRUE;
}

static gboolean
same_dimension_order (const DlTorusRoutes *a, const DlTorusRoutes *b)
{
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    if (a->network->torus.radix[dim] != b->network->torus.radix[dim]
        || a->network->torus.ring[dim] != b->network->torus.ring[dim])
      return FALSE;
  return a->spec.tie == b->spec.tie && a->spec.tie_minus == b->spec.tie_minus
         && a->network->torus.region_planes == b->network->torus.region_planes;
}

/* One variant. */
static gboolean
compare_variant (Comparison *c, GCancellable *cancellable)
{
  const DlTorusNetwork *before = c->before->network, *after = c->after->network;
  g_autofree guint8 *suspect = g_new (guint8, after->n_links);
  g_autofree guint8 *node_up = g_new (guint8, after->n_nodes);

  for (guint link = 0; link < after->n_links; link++)
    suspect[link] = c->before->suspect[link] | c->after->suspect[link];
  for (guint node = 0; node < after->n_nodes; node++)
    node_up[node] = before->node_up[node] && after->node_up[node];

  DlTorusUniform uniform = {
    .routes = c->after,
    .suspect = suspect,
    .node_up = node_up,
    .detour = compare_detour,
    .detour_data = c,
    .cancellable = cancellable,
  };
  c->uniform = &uniform;
  c->whole_routes = wider_scope (c) == DL_TORUS_SUSPECT_ROUTE;
  return dl_torus_uniform_run (&uniform);
}

static gboolean
compare_uniform (Comparison *c, GCancellable *cancellable)
{
  const DlTorusRoutes *before = c->before, *after = c->after;
  const guint n_nodes = after->network->n_nodes;
  g_autoptr (DlTorusPairMarks) differ
      = after->n_variants > 1 ? dl_torus_pair_marks_new (n_nodes) : NULL;

  c->differ = differ;
  for (guint i = 0; i < after->n_variants; i++)
    {
      c->before = before->variants[i];
      c->after = after->variants[i];
      if (!compare_variant (c, cancellable))
        return FALSE;
    }
  for (guint dest = 0; differ != NULL && dest < n_nodes; dest++)
    for (guint source = dl_torus_pair_marks_next (differ, 0, dest); source < n_nodes;
         source = dl_torus_pair_marks_next (differ, source + 1, dest))
      c->rerouted += is_rerouted (before, after, source, dest);
  return TRUE;
}

static void
compare_flows (Comparison *c, const DlDemand *demand)
{
  const DlTorusNetwork *before = c->before->network;

  for (guint i = 0; i < demand->flows->len; i++)
    {
      const DlFlow *flow = &g_array_index (demand->flows, DlFlow, i);
      if (before->node_up[flow->source] && before->node_up[flow->dest])
        c->rerouted += is_rerouted (c->before, c->after, flow->source, flow->dest);
    }
}

gboolean
dl_torus_analysis_rerouted_pairs (const DlTorusAnalysis *before, const DlTorusAnalysis *after,
                                  const DlDemand *demand, guint64 *pairs, GCancellable *cancellable)
{
  Comparison c = { .before = before->routes, .after = after->routes };
  gboolean known = same_dimension_order (c.before, c.after);

  if (known && demand->uniform && wider_scope (&c) == DL_TORUS_SUSPECT_ALL)
    known = after->network->n_nodes <= MAX_NODES_FOR_ALL_PAIRS && compare_all (&c, cancellable);
  else if (known && demand->uniform)
    known = compare_uniform (&c, cancellable);
  else if (known)
    compare_flows (&c, demand);
  *pairs = c.rerouted;
  return known;
}

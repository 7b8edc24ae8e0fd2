#include "dl-torus-engine-legal.h"

#include "dl-torus-engine-xt.h"
#include "dl-torus-legal.h"

#include <glib/gi18n-lib.h>

typedef struct
{
  DlTorusLegalTables *tables;
  DlTorusRoutes *xt; /* of xt+legal: the same with the engine xt */
  guint8 *failed;    /* of xt+legal: (n_nodes) gboolean, destinations that it fails */
} LegalData;

static void
mark_broken (DlTorusRoutes *routes)
{
  const DlTorusNetwork *network = routes->network;

  for (guint link = 0; link < network->n_links; link++)
    routes->suspect[link] |= network->link_state[link] == DL_LINK_BROKEN;
}

static gboolean
make_tables (DlTorusRoutes *routes, const DlTorusRoutes *previous, GCancellable *cancellable)
{
  const LegalData *before = previous != NULL ? previous->engine_data : NULL;
  LegalData *legal = routes->engine_data;

  legal->tables = dl_torus_legal_tables_new (
      routes, legal->failed, before != NULL ? before->tables : NULL, previous, cancellable);
  return legal->tables != NULL;
}

static gboolean
legal_prepare (DlTorusRoutes *routes, const DlTorusRoutes *previous, GCancellable *cancellable)
{
  routes->engine_data = g_new0 (LegalData, 1);
  mark_broken (routes);
  return make_tables (routes, previous, cancellable);
}

static void
legal_unprepare (DlTorusRoutes *routes)
{
  LegalData *legal = routes->engine_data;

  dl_torus_legal_tables_free (legal->tables);
  dl_torus_routes_unref (legal->xt);
  g_free (legal->failed);
  g_free (legal);
}

static DlTorusDecision
legal_next (const DlTorusRoutes *routes, guint node, DlTorusArrival arrival, guint dest,
            DlTorusTrace *trace)
{
  const LegalData *legal = routes->engine_data;

  return dl_torus_legal_tables_next (legal->tables, routes, node, arrival, dest, trace);
}

/* Does @source's route to @dest arrive, each turn legal? */
static gboolean
serves (const DlTorusRoutes *routes, guint source, guint dest)
{
  DlTorusLeg before, leg;
  DlTorusWalker walker;

  dl_torus_walker_init (&walker, routes, source, dest);
  for (gboolean first = TRUE; dl_torus_walker_next (&walker, &leg); first = FALSE)
    {
      if (!first && !dl_torus_routes_legal_turn (routes, &before, &leg))
        return FALSE;
      before = leg;
    }
  return walker.status == DL_TORUS_ROUTE_DELIVERED;
}

/* Does some working node's route to @dest fail? Only routes that meet a suspect link can. */
static gboolean
fails (const DlTorusRoutes *xt, guint dest, DlTorusOrderTree *tree)
{
  const DlTorusNetwork *network = xt->network;

  dl_torus_order_tree_build (tree, xt, xt->suspect, dest);
  for (guint source = 0; source < network->n_nodes; source++)
    if (network->node_up[source] && !tree->clear[source] && !serves (xt, source, dest))
      return TRUE;
  return FALSE;
}

/* The destinations that @xt fails; NULL if canceled. */
static guint8 *
find_failed (const DlTorusRoutes *xt, GCancellable *cancellable)
{
  const DlTorusNetwork *network = xt->network;
  g_autofree guint8 *failed = g_new0 (guint8, network->n_nodes);
  g_auto (DlTorusOrderMarks) marks = { 0 };
  g_auto (DlTorusOrderTree) tree = { 0 };

  dl_torus_order_marks_init (&marks, network);
  for (guint link = 0; link < network->n_links; link++)
    if (xt->suspect[link] && network->node_up[link / network->n_ports])
      dl_torus_order_marks_add (&marks, xt, link);
  dl_torus_order_tree_init (&tree, network);
  for (guint dest = 0; dest < network->n_nodes; dest++)
    if (network->node_up[dest] && dl_torus_order_marks_has (&marks, &network->torus, dest))
      {
        failed[dest] = fails (xt, dest, &tree);
        if (g_cancellable_is_cancelled (cancellable))
          return NULL;
      }
  return g_steal_pointer (&failed);
}

static gboolean
xt_legal_prepare (DlTorusRoutes *routes, const DlTorusRoutes *previous, GCancellable *cancellable)
{
  LegalData *legal = g_new0 (LegalData, 1);
  DlTorusRouting spec = routes->spec;

  routes->engine_data = legal;
  spec.engine = &dl_engine_xt;
  legal->xt = dl_torus_routes_new (routes->network, &spec);
  memcpy (routes->suspect, legal->xt->suspect, routes->network->n_links);
  mark_broken (routes);
  legal->failed = find_failed (legal->xt, cancellable);
  return legal->failed != NULL && make_tables (routes, previous, cancellable);
}

static DlTorusDecision
xt_legal_next (const DlTorusRoutes *routes, guint node, DlTorusArrival arrival, guint dest,
               DlTorusTrace *trace)
{
  const LegalData *legal = routes->engine_data;

  if (legal->failed[dest])
    return dl_torus_legal_tables_next (legal->tables, routes, node, arrival, dest, trace);
  return dl_engine_xt.next (legal->xt, node, arrival, dest, trace);
}

DlTorusLegalStats
dl_torus_engine_legal_stats (const DlTorusRoutes *routes)
{
  const LegalData *legal = routes->engine_data;
  DlTorusLegalStats stats = { .n_shared = dl_torus_legal_tables_n_shared (legal->tables),
                              .n_entries = dl_torus_legal_tables_n_entries (legal->tables) };

  for (guint dest = 0; dest < routes->network->n_nodes; dest++)
    stats.n_tables += dl_torus_legal_tables_has (legal->tables, dest);
  return stats;
}

const DlTorusEngine dl_engine_legal = {
  .id = "legal",
  .title = N_ ("Legal turns"),
  .description = N_ ("The shortest route of legal turns around any faults, with a table per input "
                     "port"),
  .scope = DL_TORUS_SUSPECT_ROUTE,
  .by_arrival = TRUE,
  .needs_datelines = TRUE,
  .prepare = legal_prepare,
  .unprepare = legal_unprepare,
  .next = legal_next,
};

const DlTorusEngine dl_engine_xt_legal = {
  .id = "xt+legal",
  .title = N_ ("XT, then legal turns"),
  .description = N_ ("The Cray XT's rules, and legal turns for destinations that these rules do "
                     "not reach"),
  .scope = DL_TORUS_SUSPECT_ROUTE,
  .by_arrival = TRUE,
  .needs_datelines = TRUE,
  .prepare = xt_legal_prepare,
  .unprepare = legal_unprepare,
  .next = xt_legal_next,
};

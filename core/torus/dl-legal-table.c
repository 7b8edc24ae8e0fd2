#include "dl-legal-table.h"

#include "dl-legal-changes.h"

/* More sources than this are not listed: the table is then searched anew rather than judged. */
#define MAX_SOURCES 4096

struct _DlLegalTables
{
  guint n_nodes;
  guint n_shared;
  DlLegalTable **table; /* (n_nodes) NULL where there is none */
};

static void
table_free (gpointer data)
{
  DlLegalTable *table = data;

  g_free (table->sources);
  g_free (table->entries);
  g_free (table);
}

/* ---- Building a table ---- */

/* A state of a route that is followed, and what it does. */
typedef struct
{
  guint32 node;
  guint8 state;
  guint8 port;
} Hop;

/* Room to work for one builder after the other. */
typedef struct
{
  DlLegalSearch *search;
  guint16 *visited; /* (n_nodes) bit for each state that was followed */
  guint16 *kept;    /* (n_nodes) bit for each of them that is an entry */
  guint8 *ports;    /* (n_nodes x 16) its port */
  GArray *route;    /* Hop */
  GArray *sources;  /* DlLegalSource */
} Builder;

static void
builder_init (Builder *builder, const DlRoutes *routes)
{
  const guint n = routes->network->n_nodes;

  builder->search = dl_legal_search_new (routes);
  builder->visited = g_new (guint16, n);
  builder->kept = g_new (guint16, n);
  builder->ports = g_new (guint8, 16 * n);
  builder->route = g_array_new (FALSE, FALSE, sizeof (Hop));
  builder->sources = g_array_new (FALSE, FALSE, sizeof (DlLegalSource));
}

static void
builder_clear (Builder *builder)
{
  dl_legal_search_free (builder->search);
  g_free (builder->visited);
  g_free (builder->kept);
  g_free (builder->ports);
  g_array_unref (builder->route);
  g_array_unref (builder->sources);
}

/* Is the hop after @hop, at @node in @state, still one that a decision by dimension order at @hop
 * makes a promise for, and does it do something else? */
static gboolean
breaks_promise (const Builder *builder, const Hop *hop, guint node, guint state)
{
  const DlLegalSearch *search = builder->search;
  const DlNetwork *network = search->routes->network;

  return search->tree.port[node] == hop->port && dl_network_link_up (network, node, hop->port)
         && (builder->kept[node] >> state & 1);
}

/* Follow the route of @source up to where dimension order serves, or another route was before, and
 * keep what differs from dimension order. */
static void
follow (Builder *builder, guint source)
{
  const DlLegalSearch *search = builder->search;
  const DlNetwork *network = search->routes->network;
  guint node = source, state = DL_LEGAL_INJECTED;

  g_array_set_size (builder->route, 0);
  while (!((builder->visited[node] | search->ordered[node]) >> state & 1))
    {
      const Hop hop = { node, state, dl_legal_search_port (search, node, state) };

      g_array_append_val (builder->route, hop);
      builder->visited[node] |= 1 << state;
      dl_legal_search_allows (search, node, state, hop.port, &state);
      node = network->link_to[dl_network_link (network, node, hop.port)];
    }

  /* From the end, as what a hop may call dimension order depends on the one after it. */
  for (guint i = builder->route->len; i-- > 0;)
    {
      const Hop *hop = &g_array_index (builder->route, Hop, i);

      if (hop->port != search->tree.port[hop->node] || breaks_promise (builder, hop, node, state))
        {
          builder->kept[hop->node] |= 1 << hop->state;
          builder->ports[16 * hop->node + hop->state] = hop->port;
        }
      node = hop->node;
      state = hop->state;
    }
}

static guint
count_kept (const Builder *builder, guint n_nodes)
{
  guint n = 0;

  for (guint node = 0; node < n_nodes; node++)
    n += __builtin_popcount (builder->kept[node]);
  return n;
}

/* NULL if dimension order serves @dest from every working node. */
static DlLegalTable *
build_table (Builder *builder, guint dest)
{
  const DlLegalSearch *search = builder->search;
  const DlNetwork *network = search->routes->network;
  DlLegalTable *table;

  if (!dl_legal_search_run (builder->search, dest, FALSE))
    return NULL;

  table = g_new0 (DlLegalTable, 1);
  dl_shared_init (&table->shared, table_free);
  memset (builder->visited, 0, network->n_nodes * sizeof *builder->visited);
  memset (builder->kept, 0, network->n_nodes * sizeof *builder->kept);
  g_array_set_size (builder->sources, 0);
  table->lost = search->n_disturbed > MAX_SOURCES;
  for (guint node = 0; node < network->n_nodes; node++)
    if (network->node_up[node] && !search->tree.clear[node])
      {
        const DlLegalSource source
            = { node, dl_legal_search_hops (search, node, DL_LEGAL_INJECTED) };

        if (source.hops == DL_LEGAL_NO_WAY)
          table->lost = TRUE;
        else
          follow (builder, node);
        if (!table->lost)
          g_array_append_val (builder->sources, source);
      }
  if (!table->lost)
    {
      table->n_sources = builder->sources->len;
      table->sources
          = g_memdup2 (builder->sources->data, table->n_sources * sizeof (DlLegalSource));
    }

  table->entries = g_new (guint32, count_kept (builder, network->n_nodes));
  for (guint node = 0; node < network->n_nodes; node++)
    for (guint left = builder->kept[node]; left != 0; left &= left - 1)
      {
        const guint state = __builtin_ctz (left);
        table->entries[table->n_entries++]
            = dl_legal_entry (node, state, builder->ports[16 * node + state]);
      }
  return table;
}

/* ---- All tables ---- */

/* The destinations to which some working node sends over a broken link. */
static void
mark_disturbed (DlOrderMarks *marks, const DlRoutes *routes)
{
  const DlNetwork *network = routes->network;

  for (guint link = 0; link < network->n_links; link++)
    if (network->link_state[link] == DL_LINK_BROKEN && network->node_up[link / network->n_ports])
      dl_order_marks_add (marks, routes, link);
}

/* FALSE if canceled. */
static gboolean
fill (DlLegalTables *tables, const DlRoutes *routes, const guint8 *wanted,
      const DlLegalTables *previous, const DlLegalChanges *changes, GCancellable *cancellable)
{
  const DlNetwork *network = routes->network;
  g_auto (DlOrderMarks) disturbed = { 0 };
  Builder builder;
  gboolean cancelled = FALSE;

  dl_order_marks_init (&disturbed, network);
  mark_disturbed (&disturbed, routes);
  builder_init (&builder, routes);
  for (guint dest = 0; dest < network->n_nodes && !cancelled; dest++)
    {
      DlLegalTable *before = previous != NULL ? previous->table[dest] : NULL;

      if (!network->node_up[dest] || (wanted != NULL && !wanted[dest])
          || !dl_order_marks_has (&disturbed, &network->torus, dest))
        continue;
      if (before != NULL && dl_legal_changes_spare (changes, before, dest))
        {
          tables->table[dest] = dl_shared_ref (before);
          tables->n_shared++;
          continue;
        }
      tables->table[dest] = build_table (&builder, dest);
      cancelled = g_cancellable_is_cancelled (cancellable);
    }
  builder_clear (&builder);
  return !cancelled;
}

DlLegalTables *
dl_legal_tables_new (const DlRoutes *routes, const guint8 *wanted, const DlLegalTables *previous,
                     const DlRoutes *previous_routes, GCancellable *cancellable)
{
  g_autoptr (DlLegalTables) tables = g_new0 (DlLegalTables, 1);
  g_autoptr (DlLegalChanges) changes = NULL;

  tables->n_nodes = routes->network->n_nodes;
  tables->table = g_new0 (DlLegalTable *, tables->n_nodes);
  if (previous != NULL)
    changes = dl_legal_changes_new (routes, previous_routes);
  if (!fill (tables, routes, wanted, changes != NULL ? previous : NULL, changes, cancellable))
    return NULL;
  return g_steal_pointer (&tables);
}

void
dl_legal_tables_free (DlLegalTables *tables)
{
  if (tables == NULL)
    return;
  for (guint dest = 0; dest < tables->n_nodes; dest++)
    dl_shared_unref (tables->table[dest]);
  g_free (tables->table);
  g_free (tables);
}

gboolean
dl_legal_tables_has (const DlLegalTables *tables, guint dest)
{
  return tables->table[dest] != NULL;
}

guint
dl_legal_tables_n_shared (const DlLegalTables *tables)
{
  return tables->n_shared;
}

gsize
dl_legal_tables_n_entries (const DlLegalTables *tables)
{
  gsize n = 0;

  for (guint dest = 0; dest < tables->n_nodes; dest++)
    if (tables->table[dest] != NULL)
      n += tables->table[dest]->n_entries;
  return n;
}

/* ---- Answers ---- */

/* Why @port is not what a packet in @state takes, and a way of @hops is (DL_LEGAL_NO_WAY: none). */
static void
explain_port (const DlLegalSearch *search, guint node, guint state, guint port, guint hops,
              DlTrace *trace)
{
  const DlNetwork *network = search->routes->network;
  const guint link = dl_network_link (network, node, port);
  guint after, rest;

  if (network->link_state[link] != DL_LINK_UP)
    dl_trace_reject (trace, port,
                     network->link_state[link] == DL_LINK_ABSENT ? DL_REJECTED_ABSENT
                                                                 : DL_REJECTED_BROKEN);
  else if (!dl_legal_search_allows (search, node, state, port, &after))
    dl_trace_reject (trace, port, DL_REJECTED_ILLEGAL);
  else if ((rest = dl_legal_search_hops (search, network->link_to[link], after)) == DL_LEGAL_NO_WAY)
    dl_trace_reject (trace, port, DL_REJECTED_NO_WAY);
  else if (rest + 1 > hops)
    dl_trace_reject (trace, port, DL_REJECTED_LONGER);
}

/* Tables do not say why: search once more. The port of dimension order first, then those that would
 * lead as straight to @dest in a network without faults; all if there is no way at all. */
static void
explain (const DlRoutes *routes, guint node, guint state, guint dest, guint ordered,
         DlDecision decision, DlTrace *trace)
{
  const DlNetwork *network = routes->network;
  g_autoptr (DlLegalSearch) search = dl_legal_search_new (routes);
  guint hops;

  dl_legal_search_run (search, dest, TRUE);
  hops = dl_legal_search_hops (search, node, state);
  if (ordered != decision.port)
    explain_port (search, node, state, ordered, hops, trace);
  for (guint port = 0; port < network->n_ports; port++)
    {
      const guint far = network->link_to[dl_network_link (network, node, port)];

      if (port == ordered || port == decision.port)
        continue;
      if (decision.port == DL_PORT_NONE
          || (far != DL_NO_NODE
              && dl_order_distance (&network->torus, far, dest)
                     < dl_order_distance (&network->torus, node, dest)))
        explain_port (search, node, state, port, hops, trace);
    }
}

DlDecision
dl_legal_tables_next (const DlLegalTables *tables, const DlRoutes *routes, guint node,
                      DlArrival arrival, guint dest, DlTrace *trace)
{
  const DlLegalTable *table = tables->table[dest];
  const guint state = dl_legal_state (arrival);
  DlDecision decision;

  if (node == dest)
    return (DlDecision) { DL_PORT_PROCESSOR, DL_RULE_EJECT };

  const guint ordered = dl_order_port (routes, node, dest);
  const guint i = table != NULL ? dl_legal_table_find (table, dl_legal_entry (node, state, 0)) : 0;
  if (table != NULL && i < table->n_entries
      && table->entries[i] < dl_legal_entry (node, state + 1, 0))
    decision = (DlDecision) { dl_legal_entry_port (table->entries[i]), DL_RULE_LEGAL };
  else if (dl_network_link_up (routes->network, node, ordered))
    decision = (DlDecision) { ordered, DL_RULE_DIMENSION_ORDER };
  else
    decision = (DlDecision) { DL_PORT_NONE, DL_RULE_UNREACHABLE };
  if (trace != NULL && decision.rule != DL_RULE_DIMENSION_ORDER)
    explain (routes, node, state, dest, ordered, decision, trace);
  return decision;
}

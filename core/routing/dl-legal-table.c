#include "dl-legal-table.h"

/* More sources than this are not listed: the table is then searched anew rather than judged. */
#define MAX_SOURCES 4096

/* A working node whose way in dimension order is broken, and its way now. */
typedef struct
{
  guint32 node;
  guint32 hops;
} Source;

/* Of one destination. */
typedef struct
{
  gatomicrefcount refs;
  gboolean lost; /* some source has no way, or there are too many to list */
  guint n_sources;
  guint n_entries;
  Source *sources;  /* (n_sources) not of a lost table */
  guint32 *entries; /* (n_entries) node, state and port (see entry), ascending */
} Table;

struct _DlLegalTables
{
  guint n_nodes;
  guint n_shared;
  Table **table; /* (n_nodes) NULL where there is none */
};

/* 15 bits of node, 4 of state, 3 of port. */
static inline guint32
entry (guint node, guint state, guint port)
{
  return node << 7 | state << 3 | port;
}

static inline guint
entry_port (guint32 entry)
{
  return entry & 7;
}

static void
table_unref (Table *table)
{
  if (table == NULL || !g_atomic_ref_count_dec (&table->refs))
    return;
  g_free (table->sources);
  g_free (table->entries);
  g_free (table);
}

/* The first entry that is not below @key. */
static guint
lower_bound (const Table *table, guint32 key)
{
  guint low = 0, high = table->n_entries;

  while (low < high)
    {
      const guint middle = (low + high) / 2;
      if (table->entries[middle] < key)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
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
  GArray *sources;  /* Source */
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
  builder->sources = g_array_new (FALSE, FALSE, sizeof (Source));
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
static Table *
build_table (Builder *builder, guint dest)
{
  const DlLegalSearch *search = builder->search;
  const DlNetwork *network = search->routes->network;
  Table *table;

  if (!dl_legal_search_run (builder->search, dest, FALSE))
    return NULL;

  table = g_new0 (Table, 1);
  g_atomic_ref_count_init (&table->refs);
  memset (builder->visited, 0, network->n_nodes * sizeof *builder->visited);
  memset (builder->kept, 0, network->n_nodes * sizeof *builder->kept);
  g_array_set_size (builder->sources, 0);
  table->lost = search->n_disturbed > MAX_SOURCES;
  for (guint node = 0; node < network->n_nodes; node++)
    if (network->node_up[node] && !search->tree.clear[node])
      {
        const Source source = { node, dl_legal_search_hops (search, node, DL_LEGAL_INJECTED) };

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
      table->sources = g_memdup2 (builder->sources->data, table->n_sources * sizeof (Source));
    }

  table->entries = g_new (guint32, count_kept (builder, network->n_nodes));
  for (guint node = 0; node < network->n_nodes; node++)
    for (guint left = builder->kept[node]; left != 0; left &= left - 1)
      {
        const guint state = __builtin_ctz (left);
        table->entries[table->n_entries++] = entry (node, state, builder->ports[16 * node + state]);
      }
  return table;
}

/* ---- Taking tables over ---- */

/* More changes than this are not judged one by one. */
#define MAX_CHANGES 64

/* What differs between the networks of two routes, as far as it can matter. The links out of a node
 * that itself broke or came back do not: no packet gets there but by the links into it, and as a
 * source it is judged on its own. */
typedef struct
{
  gboolean too_many;
  DlOrderMarks marks; /* destinations to which dimension order leads over a changed link */
  GArray *broken;     /* guint32, links that were up */
  GArray *restored;   /* guint32, links that are up again */
  GArray *sources;    /* guint32, nodes that work again */
} Changes;

static void
add_link_change (Changes *changes, const DlRoutes *routes, guint link)
{
  const gboolean up = routes->network->link_state[link] == DL_LINK_UP;
  const guint32 value = link;

  g_array_append_val (up ? changes->restored : changes->broken, value);
  dl_order_marks_add (&changes->marks, routes, link);
}

static void
changes_init (Changes *changes, const DlRoutes *routes, const DlRoutes *before)
{
  const DlNetwork *a = before->network, *b = routes->network;

  changes->too_many = FALSE;
  dl_order_marks_init (&changes->marks, b);
  changes->broken = g_array_new (FALSE, FALSE, sizeof (guint32));
  changes->restored = g_array_new (FALSE, FALSE, sizeof (guint32));
  changes->sources = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint32 node = 0; node < b->n_nodes && !changes->too_many; node++)
    {
      if (a->node_up[node] != b->node_up[node])
        {
          if (b->node_up[node])
            g_array_append_val (changes->sources, node);
        }
      else
        for (guint port = 0; port < b->n_ports; port++)
          {
            const guint link = dl_network_link (b, node, port);
            if (a->link_state[link] != b->link_state[link])
              add_link_change (changes, routes, link);
          }
      changes->too_many
          = changes->broken->len + changes->restored->len + changes->sources->len > MAX_CHANGES;
    }
}

static void
changes_clear (Changes *changes)
{
  dl_order_marks_clear (&changes->marks);
  g_array_unref (changes->broken);
  g_array_unref (changes->restored);
  g_array_unref (changes->sources);
}

/* The port of dimension order, the nodes being different. */
static guint
ordered_port (const DlRoutes *routes, guint node, guint dest)
{
  const DlCoord *coord = routes->network->torus.coord;
  guint dim = DL_X;

  while (coord[node].at[dim] == coord[dest].at[dim])
    dim++;
  return dl_routes_minimal_port (routes, node, dest, dim);
}

/* Is the way from @node to @dest in dimension order intact? */
static gboolean
is_clear (const DlRoutes *routes, guint node, guint dest)
{
  const DlNetwork *network = routes->network;

  while (node != dest)
    {
      const guint link = dl_network_link (network, node, ordered_port (routes, node, dest));
      if (network->link_state[link] != DL_LINK_UP)
        return FALSE;
      node = network->link_to[link];
    }
  return TRUE;
}

/* Hops between two nodes of the network with nothing broken. */
static guint
distance (const DlTorus *torus, guint a, guint b)
{
  guint hops = 0;

  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    {
      const guint p = torus->coord[a].at[dim], q = torus->coord[b].at[dim];
      const guint straight = p > q ? p - q : q - p;
      hops += torus->ring[dim] ? MIN (straight, torus->radix[dim] - straight) : straight;
    }
  return hops;
}

/* Does a route of @table leave @link's node by it, other than in dimension order? */
static gboolean
uses (const Table *table, const DlNetwork *network, guint link)
{
  const guint node = link / network->n_ports;

  for (guint i = lower_bound (table, entry (node, 0, 0));
       i < table->n_entries && table->entries[i] < entry (node + 1, 0, 0); i++)
    if (entry_port (table->entries[i]) == link % network->n_ports)
      return TRUE;
  return FALSE;
}

/* Could @link, now up, be on as short a way as some source has? */
static gboolean
could_help (const Table *table, const DlNetwork *network, guint dest, guint link)
{
  const guint from = link / network->n_ports;
  const guint rest = 1 + distance (&network->torus, network->link_to[link], dest);

  if (table->lost)
    return TRUE;
  for (guint i = 0; i < table->n_sources; i++)
    if (distance (&network->torus, table->sources[i].node, from) + rest <= table->sources[i].hops)
      return TRUE;
  return FALSE;
}

/* Is @table, of @dest before @changes, certain to be what a search would find now? It is if
 * - dimension order does not lead to @dest over a changed link: the sources of the table and the
 *   states that go on in dimension order then are the same;
 * - no route of the table uses a link that broke: all other ways only got longer;
 * - no way over a link that came back can be as short as a source's: where a decision changes, the
 *   way of some source through it does, at no more hops than before. */
static gboolean
still_holds (const Table *table, const DlRoutes *routes, guint dest, const Changes *changes)
{
  const DlNetwork *network = routes->network;

  if (dl_order_marks_has (&changes->marks, &network->torus, dest))
    return FALSE;
  for (guint i = 0; i < changes->sources->len; i++)
    if (!is_clear (routes, g_array_index (changes->sources, guint32, i), dest))
      return FALSE;
  for (guint i = 0; i < changes->broken->len; i++)
    if (uses (table, network, g_array_index (changes->broken, guint32, i)))
      return FALSE;
  for (guint i = 0; i < changes->restored->len; i++)
    if (could_help (table, network, dest, g_array_index (changes->restored, guint32, i)))
      return FALSE;
  return TRUE;
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

static gboolean
same_rules (const DlRoutingSpec *a, const DlRoutingSpec *b)
{
  return a->tie == b->tie && memcmp (a->dateline, b->dateline, sizeof a->dateline) == 0;
}

/* FALSE if cancelled. */
static gboolean
fill (DlLegalTables *tables, const DlRoutes *routes, const guint8 *wanted,
      const DlLegalTables *previous, const Changes *changes, GCancellable *cancellable)
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
      Table *before = previous != NULL ? previous->table[dest] : NULL;

      if (!network->node_up[dest] || (wanted != NULL && !wanted[dest])
          || !dl_order_marks_has (&disturbed, &network->torus, dest))
        continue;
      if (before != NULL && still_holds (before, routes, dest, changes))
        {
          g_atomic_ref_count_inc (&before->refs);
          tables->table[dest] = before;
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
  gboolean filled;

  tables->n_nodes = routes->network->n_nodes;
  tables->table = g_new0 (Table *, tables->n_nodes);
  if (previous != NULL && same_rules (&routes->spec, &previous_routes->spec))
    {
      Changes changes;
      changes_init (&changes, routes, previous_routes);
      filled = fill (tables, routes, wanted, changes.too_many ? NULL : previous, &changes,
                     cancellable);
      changes_clear (&changes);
    }
  else
    filled = fill (tables, routes, wanted, NULL, NULL, cancellable);
  return filled ? g_steal_pointer (&tables) : NULL;
}

void
dl_legal_tables_free (DlLegalTables *tables)
{
  if (tables == NULL)
    return;
  for (guint dest = 0; dest < tables->n_nodes; dest++)
    table_unref (tables->table[dest]);
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
              && distance (&network->torus, far, dest) < distance (&network->torus, node, dest)))
        explain_port (search, node, state, port, hops, trace);
    }
}

DlDecision
dl_legal_tables_next (const DlLegalTables *tables, const DlRoutes *routes, guint node,
                      DlArrival arrival, guint dest, DlTrace *trace)
{
  const Table *table = tables->table[dest];
  const guint state = dl_legal_state (arrival);
  DlDecision decision;

  if (node == dest)
    return (DlDecision) { DL_PORT_PROCESSOR, DL_RULE_EJECT };

  const guint ordered = ordered_port (routes, node, dest);
  const guint i = table != NULL ? lower_bound (table, entry (node, state, 0)) : 0;
  if (table != NULL && i < table->n_entries && table->entries[i] < entry (node, state + 1, 0))
    decision = (DlDecision) { entry_port (table->entries[i]), DL_RULE_LEGAL };
  else if (dl_network_link_up (routes->network, node, ordered))
    decision = (DlDecision) { ordered, DL_RULE_DIMENSION_ORDER };
  else
    decision = (DlDecision) { DL_PORT_NONE, DL_RULE_UNREACHABLE };
  if (trace != NULL && decision.rule != DL_RULE_DIMENSION_ORDER)
    explain (routes, node, state, dest, ordered, decision, trace);
  return decision;
}

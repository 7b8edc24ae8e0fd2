#include "dl-torus-legal.h"

typedef struct _DlLegalChanges DlLegalChanges;

static void legal_changes_free (DlLegalChanges *changes);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlLegalChanges, legal_changes_free)

/* Bits of @allowed for each port, from the rules in the header. */
static void
lay_rules (DlTorusLegalSearch *search)
{
  const DlTorus *torus = &search->routes->network->torus;

  for (guint port = 0; port < DL_TORUS_N_NETWORK_PORTS; port++)
    {
      const DlTorusDim dim = dl_torus_port_dim (port);
      guint16 allowed = 1 << DL_TORUS_LEGAL_INJECTED | 1 << (2 * port);

      for (guint from = 0; from < DL_TORUS_N_NETWORK_PORTS; from++)
        {
          if (dl_torus_port_dim (from) < dim)
            allowed |= 3 << (2 * from);
          else if (dl_torus_port_dim (from) > dim && !dl_torus_port_is_minus (from))
            allowed |= (torus->ring[dl_torus_port_dim (from)] ? 1 : 3) << (2 * from);
        }
      search->allowed[port] = allowed;
    }
}

static void
lay_links (DlTorusLegalSearch *search)
{
  const DlTorusNetwork *network = search->routes->network;

  for (guint link = 0; link < network->n_links; link++)
    {
      search->broken[link] = network->link_state[link] == DL_LINK_BROKEN;
      if (network->link_state[link] == DL_LINK_UP)
        search->arrive[network->link_to[link]] |= 1 << link % network->n_ports;
    }
  for (guint node = 0; node < network->n_nodes; node++)
    for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
      search->dateline[node] |= dl_torus_routes_at_dateline (search->routes, node, dim) << dim;
}

DlTorusLegalSearch *
dl_torus_legal_search_new (const DlTorusRoutes *routes)
{
  const DlTorusNetwork *network = routes->network;
  const guint n = network->n_nodes;
  DlTorusLegalSearch *search = g_new0 (DlTorusLegalSearch, 1);

  search->routes = routes;
  dl_torus_order_tree_init (&search->tree, network);
  search->ordered = g_new (guint16, n);
  search->settled = g_new (guint16, n);
  search->hops = g_new (guint16, 16 * n);
  search->broken = g_new (guint8, network->n_links);
  search->arrive = g_new0 (guint8, n);
  search->dateline = g_new0 (guint8, n);
  for (guint i = 0; i < 2; i++)
    {
      search->wave[i] = g_new (guint16, n);
      search->nodes[i] = g_new (guint32, n);
    }
  search->at_hops = g_new (guint32, n);
  search->same_hops = g_new (guint32, n);
  lay_rules (search);
  lay_links (search);
  return search;
}

void
dl_torus_legal_search_free (DlTorusLegalSearch *search)
{
  if (search == NULL)
    return;
  dl_torus_order_tree_clear (&search->tree);
  g_free (search->ordered);
  g_free (search->settled);
  g_free (search->hops);
  g_free (search->broken);
  g_free (search->arrive);
  g_free (search->dateline);
  for (guint i = 0; i < 2; i++)
    {
      g_free (search->wave[i]);
      g_free (search->nodes[i]);
    }
  g_free (search->at_hops);
  g_free (search->same_hops);
  g_free (search);
}

/* The states that go on in dimension order, and the nodes that have some by their hops. Returns how
 * many nodes those are. */
static guint
start_waves (DlTorusLegalSearch *search)
{
  const DlTorusNetwork *network = search->routes->network;
  const DlTorusOrderTree *tree = &search->tree;
  guint n_ordered = 0;

  search->n_disturbed = 0;
  memset (search->at_hops, 0xff, network->n_nodes * sizeof *search->at_hops);
  for (guint node = 0; node < network->n_nodes; node++)
    {
      guint16 ordered = 0;

      if (tree->port[node] == DL_TORUS_PORT_PROCESSOR)
        ordered = (1 << DL_TORUS_LEGAL_STATES) - 1;
      else if (!tree->clear[node])
        search->n_disturbed += network->node_up[node];
      else
        ordered = search->allowed[tree->port[node]]
                  | !tree->crosses[node] << (2 * tree->port[node] + 1);
      search->ordered[node] = search->settled[node] = ordered;
      if (ordered != 0)
        {
          search->same_hops[node] = search->at_hops[tree->hops[node]];
          search->at_hops[tree->hops[node]] = node;
          n_ordered++;
        }
    }
  return n_ordered;
}

/* The states of the node before @node, from where a hop by @port leads into @states (the two of
 * that port) there. */
static inline guint16
states_before (const DlTorusLegalSearch *search, guint before, guint port, guint states)
{
  if (search->dateline[before] >> dl_torus_port_dim (port) & 1)
    return states & 2 ? search->allowed[port] : 0;
  return (states & 1 ? search->allowed[port] : 0) | (states & 2) << 2 * port;
}

/* Settle @states of @node at @hops. Returns whether a disturbed node now has its way. */
static inline gboolean
settle (DlTorusLegalSearch *search, guint node, guint16 states, guint hops)
{
  search->settled[node] |= states;
  for (guint left = states; left != 0; left &= left - 1)
    search->hops[16 * node + __builtin_ctz (left)] = hops;
  return states >> DL_TORUS_LEGAL_INJECTED & 1;
}

/* A wave as one of the two in turn. */
typedef struct
{
  guint16 *states; /* (n_nodes) */
  guint32 *nodes;  /* (n) */
  guint n;
} Wave;

static inline void
wave_add (Wave *wave, guint node, guint16 states)
{
  if (wave->states[node] == 0)
    wave->nodes[wave->n++] = node;
  wave->states[node] |= states;
}

/* Settle at @hops all that leads into @now, and empty it; that is @next. Returns how many disturbed
 * nodes have their way now. */
static guint
spread (DlTorusLegalSearch *search, Wave *now, Wave *next, guint hops)
{
  const DlTorusNetwork *network = search->routes->network;
  guint n_found = 0;

  for (guint i = 0; i < now->n; i++)
    {
      const guint node = now->nodes[i];
      guint states = now->states[node];

      now->states[node] = 0;
      for (guint port = 0; port < DL_TORUS_N_NETWORK_PORTS; port++, states >>= 2)
        {
          if ((states & 3) == 0 || !(search->arrive[node] >> port & 1))
            continue;
          const guint before
              = network
                    ->link_to[dl_torus_network_link (network, node, dl_torus_port_opposite (port))];
          const guint16 fresh
              = states_before (search, before, port, states & 3) & ~search->settled[before];
          if (fresh == 0)
            continue;
          n_found += settle (search, before, fresh, hops);
          wave_add (next, before, fresh);
        }
    }
  now->n = 0;
  return n_found;
}

gboolean
dl_torus_legal_search_run (DlTorusLegalSearch *search, guint dest, gboolean complete)
{
  const guint n = search->routes->network->n_nodes;
  Wave now = { search->wave[0], search->nodes[0], 0 };
  Wave next = { search->wave[1], search->nodes[1], 0 };
  guint n_ordered, n_waiting;

  search->dest = dest;
  dl_torus_order_tree_build (&search->tree, search->routes, search->broken, dest);
  n_ordered = start_waves (search);
  n_waiting = search->n_disturbed;
  memset (now.states, 0, n * sizeof *now.states);
  memset (next.states, 0, n * sizeof *next.states);

  /* Wave by wave away from the destination. A route has fewer hops than there are nodes. */
  for (guint hops = 0; hops + 1 < n; hops++)
    {
      if (!complete && n_waiting == 0)
        break;
      for (guint node = search->at_hops[hops]; node != DL_NO_NODE; node = search->same_hops[node])
        {
          wave_add (&now, node, search->ordered[node]);
          n_ordered--;
        }
      if (now.n == 0 && n_ordered == 0)
        break;
      n_waiting -= spread (search, &now, &next, hops + 1);

      const Wave emptied = now;
      now = next;
      next = emptied;
    }
  return search->n_disturbed > 0;
}

/* Does the hop by @port, if it is legal, lead to where the destination is @hops away? */
static gboolean
leads_on (const DlTorusLegalSearch *search, guint node, guint state, guint port, guint hops)
{
  const DlTorusNetwork *network = search->routes->network;
  const guint link = dl_torus_network_link (network, node, port);
  guint after;

  return network->link_state[link] == DL_LINK_UP
         && dl_torus_legal_search_allows (search, node, state, port, &after)
         && dl_torus_legal_search_hops (search, network->link_to[link], after) == hops;
}

/* The port by which a packet in @state, from which there is a way, leaves @node, not the
 * destination. */
static guint
legal_search_port (const DlTorusLegalSearch *search, guint node, guint state)
{
  const guint ordered = search->tree.port[node];
  const guint hops = dl_torus_legal_search_hops (search, node, state) - 1;
  guint port = state / 2;

  if (leads_on (search, node, state, ordered, hops))
    return ordered;
  if (state != DL_TORUS_LEGAL_INJECTED && leads_on (search, node, state, port, hops))
    return port;
  for (port = 0; !leads_on (search, node, state, port, hops); port++)
    g_assert (port + 1 < DL_TORUS_N_NETWORK_PORTS);
  return port;
}

/* More changes than this are not judged one by one. */
#define MAX_CHANGES 64

/* Differences of the networks of two routes, as far as they can matter. The links out of a node
 * that itself broke or came back do not: no packet gets there but by the links into it, and as a
 * source it is judged on its own. */
struct _DlLegalChanges
{
  const DlTorusRoutes *routes;
  DlTorusOrderMarks marks; /* destinations to which dimension order leads over a changed link */
  GArray *broken;          /* guint32, links that were up */
  GArray *restored;        /* guint32, links that are up again */
  GArray *sources;         /* guint32, nodes that work again */
};

static gboolean
same_rules (const DlTorusRouting *a, const DlTorusRouting *b)
{
  return a->tie == b->tie && a->tie_minus == b->tie_minus
         && memcmp (a->dateline, b->dateline, sizeof a->dateline) == 0;
}

/* Add changes at @node and of links out of it. */
static void
compare_node (DlLegalChanges *changes, const DlTorusNetwork *before, guint32 node)
{
  const DlTorusNetwork *network = changes->routes->network;

  if (before->node_up[node] != network->node_up[node])
    {
      if (network->node_up[node])
        g_array_append_val (changes->sources, node);
      return;
    }
  for (guint port = 0; port < network->n_ports; port++)
    {
      const guint32 link = dl_torus_network_link (network, node, port);

      if (before->link_state[link] == network->link_state[link])
        continue;
      if (network->link_state[link] == DL_LINK_UP)
        g_array_append_val (changes->restored, link);
      else
        g_array_append_val (changes->broken, link);
      dl_torus_order_marks_add (&changes->marks, changes->routes, link);
    }
}

/* Differences of the networks of @routes and of @before, which have the same shape. NULL if the
 * rules differ, or too much else to judge tables one by one. Refers to @routes. */
static DlLegalChanges *
legal_changes_new (const DlTorusRoutes *routes, const DlTorusRoutes *before)
{
  g_autoptr (DlLegalChanges) changes = NULL;

  if (!same_rules (&routes->spec, &before->spec))
    return NULL;
  changes = g_new0 (DlLegalChanges, 1);
  changes->routes = routes;
  dl_torus_order_marks_init (&changes->marks, routes->network);
  changes->broken = g_array_new (FALSE, FALSE, sizeof (guint32));
  changes->restored = g_array_new (FALSE, FALSE, sizeof (guint32));
  changes->sources = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint node = 0; node < routes->network->n_nodes; node++)
    {
      compare_node (changes, before->network, node);
      if (changes->broken->len + changes->restored->len + changes->sources->len > MAX_CHANGES)
        return NULL;
    }
  return g_steal_pointer (&changes);
}

static void
legal_changes_free (DlLegalChanges *changes)
{
  if (changes == NULL)
    return;
  dl_torus_order_marks_clear (&changes->marks);
  g_array_unref (changes->broken);
  g_array_unref (changes->restored);
  g_array_unref (changes->sources);
  g_free (changes);
}

/* Does a route of @table leave @link's node by it, other than in dimension order? */
static gboolean
uses (const DlTorusLegalTable *table, const DlTorusNetwork *network, guint link)
{
  const guint node = link / network->n_ports;

  for (guint i = dl_torus_legal_table_find (table, dl_torus_legal_entry (node, 0, 0));
       i < table->n_entries && table->entries[i] < dl_torus_legal_entry (node + 1, 0, 0); i++)
    if (dl_torus_legal_entry_port (table->entries[i]) == link % network->n_ports)
      return TRUE;
  return FALSE;
}

/* Could @link, now up, be on as short a path as some source has? */
static gboolean
could_help (const DlTorusLegalTable *table, const DlTorusNetwork *network, guint dest, guint link)
{
  const guint from = link / network->n_ports;
  const guint rest = 1 + dl_torus_order_distance (&network->torus, network->link_to[link], dest);

  if (table->lost)
    return TRUE;
  for (guint i = 0; i < table->n_sources; i++)
    if (dl_torus_order_distance (&network->torus, table->sources[i].node, from) + rest
        <= table->sources[i].hops)
      return TRUE;
  return FALSE;
}

/* Is @table, of @dest before the changes, certain to be what a search would find now? It is if
 * - dimension order does not lead to @dest over a changed link: the sources of the table and the
 *   states that go on in dimension order then are the same;
 * - no route of the table uses a link that broke: all other ways only got longer;
 * - no way over a link that came back can be as short as a source's: where a decision changes, the
 *   way of some source through it does, at no more hops than before.
 * It may then hold more than that, for packets of nodes that broke. */
static gboolean
legal_changes_spare (const DlLegalChanges *changes, const DlTorusLegalTable *table, guint dest)
{
  const DlTorusRoutes *routes = changes->routes;
  const DlTorusNetwork *network = routes->network;

  if (dl_torus_order_marks_has (&changes->marks, &network->torus, dest))
    return FALSE;
  for (guint i = 0; i < changes->sources->len; i++)
    if (!dl_torus_order_is_clear (routes, g_array_index (changes->sources, guint32, i), dest))
      return FALSE;
  for (guint i = 0; i < changes->broken->len; i++)
    if (uses (table, network, g_array_index (changes->broken, guint32, i)))
      return FALSE;
  for (guint i = 0; i < changes->restored->len; i++)
    if (could_help (table, network, dest, g_array_index (changes->restored, guint32, i)))
      return FALSE;
  return TRUE;
}

/* More sources than this are not listed: the table is then searched again rather than judged. */
#define MAX_SOURCES 4096

struct _DlTorusLegalTables
{
  guint n_nodes;
  guint n_shared;
  DlTorusLegalTable **table; /* (n_nodes) NULL where there is none */
};

static void
table_free (gpointer data)
{
  DlTorusLegalTable *table = data;

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
  DlTorusLegalSearch *search;
  guint16 *visited; /* (n_nodes) bit for each state that was followed */
  guint16 *kept;    /* (n_nodes) bit for each of them that is an entry */
  guint8 *ports;    /* (n_nodes x 16) its port */
  GArray *route;    /* Hop */
  GArray *sources;  /* DlTorusLegalSource */
} Builder;

static void
builder_init (Builder *builder, const DlTorusRoutes *routes)
{
  const guint n = routes->network->n_nodes;

  builder->search = dl_torus_legal_search_new (routes);
  builder->visited = g_new (guint16, n);
  builder->kept = g_new (guint16, n);
  builder->ports = g_new (guint8, 16 * n);
  builder->route = g_array_new (FALSE, FALSE, sizeof (Hop));
  builder->sources = g_array_new (FALSE, FALSE, sizeof (DlTorusLegalSource));
}

static void
builder_clear (Builder *builder)
{
  dl_torus_legal_search_free (builder->search);
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
  const DlTorusLegalSearch *search = builder->search;
  const DlTorusNetwork *network = search->routes->network;

  return search->tree.port[node] == hop->port && dl_torus_network_link_up (network, node, hop->port)
         && (builder->kept[node] >> state & 1);
}

/* Follow the route of @source up to where dimension order serves, or another route was before, and
 * keep what differs from dimension order. */
static void
follow (Builder *builder, guint source)
{
  const DlTorusLegalSearch *search = builder->search;
  const DlTorusNetwork *network = search->routes->network;
  guint node = source, state = DL_TORUS_LEGAL_INJECTED;

  g_array_set_size (builder->route, 0);
  while (!((builder->visited[node] | search->ordered[node]) >> state & 1))
    {
      const Hop hop = { node, state, legal_search_port (search, node, state) };

      g_array_append_val (builder->route, hop);
      builder->visited[node] |= 1 << state;
      dl_torus_legal_search_allows (search, node, state, hop.port, &state);
      node = network->link_to[dl_torus_network_link (network, node, hop.port)];
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
static DlTorusLegalTable *
build_table (Builder *builder, guint dest)
{
  const DlTorusLegalSearch *search = builder->search;
  const DlTorusNetwork *network = search->routes->network;
  DlTorusLegalTable *table;

  if (!dl_torus_legal_search_run (builder->search, dest, FALSE))
    return NULL;

  table = g_new0 (DlTorusLegalTable, 1);
  dl_shared_init (&table->shared, table_free);
  memset (builder->visited, 0, network->n_nodes * sizeof *builder->visited);
  memset (builder->kept, 0, network->n_nodes * sizeof *builder->kept);
  g_array_set_size (builder->sources, 0);
  table->lost = search->n_disturbed > MAX_SOURCES;
  for (guint node = 0; node < network->n_nodes; node++)
    if (network->node_up[node] && !search->tree.clear[node])
      {
        const DlTorusLegalSource source
            = { node, dl_torus_legal_search_hops (search, node, DL_TORUS_LEGAL_INJECTED) };

        if (source.hops == DL_TORUS_LEGAL_NO_PATH)
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
          = g_memdup2 (builder->sources->data, table->n_sources * sizeof (DlTorusLegalSource));
    }

  table->entries = g_new (guint32, count_kept (builder, network->n_nodes));
  for (guint node = 0; node < network->n_nodes; node++)
    for (guint left = builder->kept[node]; left != 0; left &= left - 1)
      {
        const guint state = __builtin_ctz (left);
        table->entries[table->n_entries++]
            = dl_torus_legal_entry (node, state, builder->ports[16 * node + state]);
      }
  return table;
}

/* ---- All tables ---- */

/* The destinations to which some working node sends over a broken link. */
static void
mark_disturbed (DlTorusOrderMarks *marks, const DlTorusRoutes *routes)
{
  const DlTorusNetwork *network = routes->network;

  for (guint link = 0; link < network->n_links; link++)
    if (network->link_state[link] == DL_LINK_BROKEN && network->node_up[link / network->n_ports])
      dl_torus_order_marks_add (marks, routes, link);
}

/* FALSE if canceled. */
static gboolean
fill (DlTorusLegalTables *tables, const DlTorusRoutes *routes, const guint8 *wanted,
      const DlTorusLegalTables *previous, const DlLegalChanges *changes, GCancellable *cancellable)
{
  const DlTorusNetwork *network = routes->network;
  g_auto (DlTorusOrderMarks) disturbed = { 0 };
  Builder builder;
  gboolean cancelled = FALSE;

  dl_torus_order_marks_init (&disturbed, network);
  mark_disturbed (&disturbed, routes);
  builder_init (&builder, routes);
  for (guint dest = 0; dest < network->n_nodes && !cancelled; dest++)
    {
      DlTorusLegalTable *before = previous != NULL ? previous->table[dest] : NULL;

      if (!network->node_up[dest] || (wanted != NULL && !wanted[dest])
          || !dl_torus_order_marks_has (&disturbed, &network->torus, dest))
        continue;
      if (before != NULL && legal_changes_spare (changes, before, dest))
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

DlTorusLegalTables *
dl_torus_legal_tables_new (const DlTorusRoutes *routes, const guint8 *wanted,
                           const DlTorusLegalTables *previous, const DlTorusRoutes *previous_routes,
                           GCancellable *cancellable)
{
  g_autoptr (DlTorusLegalTables) tables = g_new0 (DlTorusLegalTables, 1);
  g_autoptr (DlLegalChanges) changes = NULL;

  tables->n_nodes = routes->network->n_nodes;
  tables->table = g_new0 (DlTorusLegalTable *, tables->n_nodes);
  if (previous != NULL)
    changes = legal_changes_new (routes, previous_routes);
  if (!fill (tables, routes, wanted, changes != NULL ? previous : NULL, changes, cancellable))
    return NULL;
  return g_steal_pointer (&tables);
}

void
dl_torus_legal_tables_free (DlTorusLegalTables *tables)
{
  if (tables == NULL)
    return;
  for (guint dest = 0; dest < tables->n_nodes; dest++)
    dl_shared_unref (tables->table[dest]);
  g_free (tables->table);
  g_free (tables);
}

gboolean
dl_torus_legal_tables_has (const DlTorusLegalTables *tables, guint dest)
{
  return tables->table[dest] != NULL;
}

guint
dl_torus_legal_tables_n_shared (const DlTorusLegalTables *tables)
{
  return tables->n_shared;
}

gsize
dl_torus_legal_tables_n_entries (const DlTorusLegalTables *tables)
{
  gsize n = 0;

  for (guint dest = 0; dest < tables->n_nodes; dest++)
    if (tables->table[dest] != NULL)
      n += tables->table[dest]->n_entries;
  return n;
}

/* ---- Answers ---- */

/* Why @port is not what a packet in @state takes, and a path of @hops is (DL_TORUS_LEGAL_NO_PATH:
 * none). */
static void
explain_port (const DlTorusLegalSearch *search, guint node, guint state, guint port, guint hops,
              DlTorusTrace *trace)
{
  const DlTorusNetwork *network = search->routes->network;
  const guint link = dl_torus_network_link (network, node, port);
  guint after, rest;

  if (network->link_state[link] != DL_LINK_UP)
    dl_torus_trace_reject (trace, port,
                           network->link_state[link] == DL_LINK_ABSENT ? DL_TORUS_REJECTED_ABSENT
                                                                       : DL_TORUS_REJECTED_BROKEN);
  else if (!dl_torus_legal_search_allows (search, node, state, port, &after))
    dl_torus_trace_reject (trace, port, DL_TORUS_REJECTED_ILLEGAL);
  else if ((rest = dl_torus_legal_search_hops (search, network->link_to[link], after))
           == DL_TORUS_LEGAL_NO_PATH)
    dl_torus_trace_reject (trace, port, DL_TORUS_REJECTED_DEAD_END);
  else if (rest + 1 > hops)
    dl_torus_trace_reject (trace, port, DL_TORUS_REJECTED_LONGER);
}

/* Tables do not say why: search again. The port of dimension order first, then ports that would
 * lead as straight to @dest in a network without faults; all if there is no path at all. */
static void
explain (const DlTorusRoutes *routes, guint node, guint state, guint dest, guint ordered,
         DlTorusDecision decision, DlTorusTrace *trace)
{
  const DlTorusNetwork *network = routes->network;
  g_autoptr (DlTorusLegalSearch) search = dl_torus_legal_search_new (routes);
  guint hops;

  dl_torus_legal_search_run (search, dest, TRUE);
  hops = dl_torus_legal_search_hops (search, node, state);
  if (ordered != decision.port)
    explain_port (search, node, state, ordered, hops, trace);
  for (guint port = 0; port < network->n_ports; port++)
    {
      const guint far = network->link_to[dl_torus_network_link (network, node, port)];

      if (port == ordered || port == decision.port)
        continue;
      if (decision.port == DL_TORUS_PORT_NONE
          || (far != DL_NO_NODE
              && dl_torus_order_distance (&network->torus, far, dest)
                     < dl_torus_order_distance (&network->torus, node, dest)))
        explain_port (search, node, state, port, hops, trace);
    }
}

DlTorusDecision
dl_torus_legal_tables_next (const DlTorusLegalTables *tables, const DlTorusRoutes *routes,
                            guint node, DlTorusArrival arrival, guint dest, DlTorusTrace *trace)
{
  const DlTorusLegalTable *table = tables->table[dest];
  const guint state = dl_torus_legal_state (arrival);
  DlTorusDecision decision;

  if (node == dest)
    return (DlTorusDecision) { DL_TORUS_PORT_PROCESSOR, DL_TORUS_RULE_EJECT };

  const guint ordered = dl_torus_order_port (routes, node, dest);
  const guint i = table != NULL
                      ? dl_torus_legal_table_find (table, dl_torus_legal_entry (node, state, 0))
                      : 0;
  if (table != NULL && i < table->n_entries
      && table->entries[i] < dl_torus_legal_entry (node, state + 1, 0))
    decision
        = (DlTorusDecision) { dl_torus_legal_entry_port (table->entries[i]), DL_TORUS_RULE_LEGAL };
  else if (dl_torus_network_link_up (routes->network, node, ordered))
    decision = (DlTorusDecision) { ordered, DL_TORUS_RULE_DIMENSION_ORDER };
  else
    decision = (DlTorusDecision) { DL_TORUS_PORT_NONE, DL_TORUS_RULE_UNREACHABLE };
  if (trace != NULL && decision.rule != DL_TORUS_RULE_DIMENSION_ORDER)
    explain (routes, node, state, dest, ordered, decision, trace);
  return decision;
}

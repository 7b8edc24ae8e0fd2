#include "dl-legal-changes.h"

/* More changes than this are not judged one by one. */
#define MAX_CHANGES 64

/* What differs between the networks of two routes, as far as it can matter. The links out of a node
 * that itself broke or came back do not: no packet gets there but by the links into it, and as a
 * source it is judged on its own. */
struct _DlLegalChanges
{
  const DlRoutes *routes;
  DlOrderMarks marks; /* destinations to which dimension order leads over a changed link */
  GArray *broken;     /* guint32, links that were up */
  GArray *restored;   /* guint32, links that are up again */
  GArray *sources;    /* guint32, nodes that work again */
};

static gboolean
same_rules (const DlRoutingSpec *a, const DlRoutingSpec *b)
{
  return a->tie == b->tie && a->tie_minus == b->tie_minus
         && memcmp (a->dateline, b->dateline, sizeof a->dateline) == 0;
}

/* What changed at @node and the links out of it. */
static void
compare_node (DlLegalChanges *changes, const DlNetwork *before, guint32 node)
{
  const DlNetwork *network = changes->routes->network;

  if (before->node_up[node] != network->node_up[node])
    {
      if (network->node_up[node])
        g_array_append_val (changes->sources, node);
      return;
    }
  for (guint port = 0; port < network->n_ports; port++)
    {
      const guint32 link = dl_network_link (network, node, port);

      if (before->link_state[link] == network->link_state[link])
        continue;
      if (network->link_state[link] == DL_LINK_UP)
        g_array_append_val (changes->restored, link);
      else
        g_array_append_val (changes->broken, link);
      dl_order_marks_add (&changes->marks, changes->routes, link);
    }
}

DlLegalChanges *
dl_legal_changes_new (const DlRoutes *routes, const DlRoutes *before)
{
  g_autoptr (DlLegalChanges) changes = NULL;

  if (!same_rules (&routes->spec, &before->spec))
    return NULL;
  changes = g_new0 (DlLegalChanges, 1);
  changes->routes = routes;
  dl_order_marks_init (&changes->marks, routes->network);
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

void
dl_legal_changes_free (DlLegalChanges *changes)
{
  if (changes == NULL)
    return;
  dl_order_marks_clear (&changes->marks);
  g_array_unref (changes->broken);
  g_array_unref (changes->restored);
  g_array_unref (changes->sources);
  g_free (changes);
}

/* Does a route of @table leave @link's node by it, other than in dimension order? */
static gboolean
uses (const DlLegalTable *table, const DlNetwork *network, guint link)
{
  const guint node = link / network->n_ports;

  for (guint i = dl_legal_table_find (table, dl_legal_entry (node, 0, 0));
       i < table->n_entries && table->entries[i] < dl_legal_entry (node + 1, 0, 0); i++)
    if (dl_legal_entry_port (table->entries[i]) == link % network->n_ports)
      return TRUE;
  return FALSE;
}

/* Could @link, now up, be on as short a way as some source has? */
static gboolean
could_help (const DlLegalTable *table, const DlNetwork *network, guint dest, guint link)
{
  const guint from = link / network->n_ports;
  const guint rest = 1 + dl_order_distance (&network->torus, network->link_to[link], dest);

  if (table->lost)
    return TRUE;
  for (guint i = 0; i < table->n_sources; i++)
    if (dl_order_distance (&network->torus, table->sources[i].node, from) + rest
        <= table->sources[i].hops)
      return TRUE;
  return FALSE;
}

gboolean
dl_legal_changes_spare (const DlLegalChanges *changes, const DlLegalTable *table, guint dest)
{
  const DlRoutes *routes = changes->routes;
  const DlNetwork *network = routes->network;

  if (dl_order_marks_has (&changes->marks, &network->torus, dest))
    return FALSE;
  for (guint i = 0; i < changes->sources->len; i++)
    if (!dl_order_is_clear (routes, g_array_index (changes->sources, guint32, i), dest))
      return FALSE;
  for (guint i = 0; i < changes->broken->len; i++)
    if (uses (table, network, g_array_index (changes->broken, guint32, i)))
      return FALSE;
  for (guint i = 0; i < changes->restored->len; i++)
    if (could_help (table, network, dest, g_array_index (changes->restored, guint32, i)))
      return FALSE;
  return TRUE;
}

/* How many pairs of hosts go another way than before. */
#include "dl-fabric-graph.h"
#include "dl-fabric-routes.h"

#include <string.h>

/* Of the way from a switch to one destination. */
enum
{
  UNKNOWN,
  SAME, /* or being followed: what comes back to a switch goes round, in both */
  DIFFERS
};

typedef struct
{
  const DlFabricRoutes *before, *after;
  guint8 *differs; /* (S) of the above */
  guint32 *path;   /* (S) */
} Ways;

/* The channel by which @routes leave @s for @row; NONE: they end there. */
static guint32
leaves_by (const DlFabricRoutes *routes, guint row, guint s)
{
  const DlFabric *fabric = routes->fabric;
  const guint port = routes->port[(gsize) row * fabric->n_switches + s];
  const guint32 c = port != DL_FABRIC_NO_PORT
                        ? dl_fabric_port_channel (fabric, fabric->n_hosts + s, port)
                        : DL_FABRIC_NONE;

  return c != DL_FABRIC_NONE && fabric->link_state[c] == DL_LINK_UP ? c : DL_FABRIC_NONE;
}

static void
compare_row (Ways *ways, guint row)
{
  const DlFabric *fabric = ways->after->fabric;

  memset (ways->differs, 0, fabric->n_switches);
  for (guint start = 0; start < fabric->n_switches; start++)
    {
      guint s = start, n = 0;
      guint8 found = UNKNOWN;

      while (found == UNKNOWN && ways->differs[s] == UNKNOWN)
        {
          const guint32 was = leaves_by (ways->before, row, s);
          const guint32 is = leaves_by (ways->after, row, s);

          ways->path[n++] = s;
          ways->differs[s] = SAME;
          if (was != is)
            found = DIFFERS;
          else if (is == DL_FABRIC_NONE || dl_fabric_is_host (fabric, fabric->channel_to[is]))
            found = SAME;
          else
            s = fabric->channel_to[is] - fabric->n_hosts;
        }
      if (found == UNKNOWN)
        found = ways->differs[s];
      while (n > 0)
        ways->differs[ways->path[--n]] = found;
    }
}

/* Of choices: do the ports at @s for switch @to differ, or those at any switch that follows? */
static void
compare_choices (Ways *ways, guint to)
{
  const DlFabric *fabric = ways->after->fabric;
  const guint S = fabric->n_switches, W = ways->after->n_words;
  const guint64 *was = ways->before->choices + (gsize) to * S * W;
  const guint64 *is = ways->after->choices + (gsize) to * S * W;
  gboolean changed = TRUE;

  for (guint s = 0; s < S; s++)
    ways->differs[s]
        = memcmp (was + (gsize) s * W, is + (gsize) s * W, W * sizeof *is) != 0 ? DIFFERS : SAME;
  /* Until nothing more is found: as many rounds as the longest way has hops. */
  while (changed)
    {
      changed = FALSE;
      for (guint s = 0; s < S; s++)
        for (guint w = 0; w < W && ways->differs[s] == SAME; w++)
          for (guint64 set = is[(gsize) s * W + w]; set != 0; set &= set - 1)
            {
              const guint port = 64 * w + (guint) __builtin_ctzll (set) + 1;
              const guint32 c = dl_fabric_port_channel (fabric, fabric->n_hosts + s, port);

              if (ways->differs[fabric->channel_to[c] - fabric->n_hosts] == DIFFERS)
                {
                  ways->differs[s] = DIFFERS;
                  changed = TRUE;
                }
            }
    }
}

static guint64
count_pairs (const Ways *ways, const DlFabricGraph *graph, guint host)
{
  guint64 n = 0;

  for (guint s = 0; s < graph->S; s++)
    if (ways->differs[s] == DIFFERS)
      n += graph->n_sources[s] - (graph->takes[host] == s ? 1 : 0);
  return n;
}

gboolean
dl_fabric_count_rerouted (const DlFabricRoutes *before, const DlFabricRoutes *after, guint64 *pairs,
                          GCancellable *cancellable)
{
  const guint S = after->fabric->n_switches;
  g_autoptr (DlFabricGraph) graph = NULL;
  Ways ways = { .before = before, .after = after };

  if (before->kind != after->kind || after->kind == DL_FABRIC_DETOURS
      || (after->kind == DL_FABRIC_CHOICES && before->n_words != after->n_words))
    return FALSE;
  graph = dl_fabric_graph_new (after->fabric);
  ways.differs = g_new0 (guint8, S);
  ways.path = g_new (guint32, S);
  *pairs = 0;
  for (guint to = 0; to < S && !g_cancellable_is_cancelled (cancellable); to++)
    {
      if (graph->dest_first[to] == graph->dest_first[to + 1])
        continue;
      if (after->kind == DL_FABRIC_CHOICES)
        compare_choices (&ways, to);
      for (guint i = graph->dest_first[to]; i < graph->dest_first[to + 1]; i++)
        {
          if (after->kind != DL_FABRIC_CHOICES)
            compare_row (&ways, graph->dests[i]);
          *pairs += count_pairs (&ways, graph, graph->dests[i]);
        }
    }
  g_free (ways.differs);
  g_free (ways.path);
  return !g_cancellable_is_cancelled (cancellable);
}

/* Fat trees: D-Mod-K where the fabric is a whole PGFT (Zahavi 2010, 4), else OpenSM's way of
 * balancing by counters (osm_ucast_ftree.c): for each host one path up from it, the least loaded,
 * which all others come down by.
 *
 * A cable between switches of one level is not part of the tree. As in OpenSM, packets for hosts at
 * its other end take it. In OpenSM 3.3.23 they also go on from there by further such cables, and
 * the tables for a ring of five leaf switches have a cycle. Here such a cable is the last one
 * before the host's, so that what waits for it holds nothing that a packet on it waits for. */
#include "dl-fabric-engine.h"

#include <glib/gi18n-lib.h>

#include <string.h>

#define STRIDE 64

/* D-Mod-K ------------------------------------------------------------------------------------- */

/* Routes to host @j from all switches of a whole PGFT: of level l, up by port j / (w1 .. wl) modulo
 * w p of the next level; from above the host down to its child, by the cable that the same rule
 * chose. */
static void
fill_d_mod_k (DlFabricRoutes *routes, const DlFabricStructure *tree, guint j)
{
  guint8 *row = routes->port + (gsize) j * routes->fabric->n_switches;
  guint level_first = 0, low = 1;                   /* w1 .. w(l - 1) */
  guint high = routes->fabric->n_hosts, digits = j; /* m(l) .. mh, and those digits of @j */

  for (guint l = 1; l <= tree->n; l++)
    {
      const guint m = tree->children[l - 1], w = tree->parents[l - 1], p = tree->cables[l - 1];
      const guint below = low * w, child = digits % m;
      const guint cable = j / low % (w * p) / w;
      guint n;

      digits /= m;
      high /= m;
      n = below * high;
      if (l < tree->n)
        {
          const guint up = tree->parents[l] * tree->cables[l];

          memset (row + level_first, (gint) (m * p + j / below % up + 1), n);
        }
      /* Above the host: any first l digits, the host's own after them. */
      memset (row + level_first + digits * below, (gint) (cable * m + child + 1), below);
      level_first += n;
      low = below;
    }
}

/* By counters --------------------------------------------------------------------------------- */

typedef struct
{
  DlFabricRoutes *routes;
  const DlFabricGraph *graph;
  DlFabricWave wave;
  guint32 *count;        /* (n_edges) paths over it */
  guint8 *usual;         /* (S) ports of switches that no path passes */
  guint32 *choice;       /* (S) the edge that a switch takes to this host, if marked */
  guint32 *marked;       /* (S) the last host, + 1, whose path it is on */
  guint32 *level, *next; /* (S) switches that are as far */
} Filler;

/* The least loaded edge that comes down to @s from a switch that is one hop more away. */
static guint32
choose_parent (const Filler *f, guint s)
{
  const DlFabricGraph *graph = f->graph;
  guint32 best = DL_FABRIC_NONE;

  for (guint i = graph->in_first[s]; i < graph->in_first[s + 1]; i++)
    {
      const guint32 e = graph->in[i];
      const guint p = graph->from[e];

      if (dl_fabric_wave_takes_legal (&f->wave, graph, p, e) && !f->wave.ups[p]
          && (best == DL_FABRIC_NONE || f->count[e] < f->count[best]))
        best = e;
    }
  return best;
}

static void
mark (Filler *f, guint host, guint s, guint32 edge)
{
  f->marked[s] = host + 1;
  f->choice[s] = edge;
}

/* All that go up to @t, which is on the way, take it. */
static guint
pull_up (Filler *f, guint host, guint t, guint32 *next, guint n_next)
{
  const DlFabricGraph *graph = f->graph;
  const guint begin = n_next;

  for (guint i = graph->in_first[t]; i < graph->in_first[t + 1]; i++)
    {
      const guint32 e = graph->in[i];
      const guint s = graph->from[e];

      if (!f->wave.ups[s] || !dl_fabric_wave_takes_legal (&f->wave, graph, s, e))
        continue;
      if (f->marked[s] != host + 1)
        {
          mark (f, host, s, e);
          next[n_next++] = s;
        }
      else if (graph->to[f->choice[s]] == t && f->count[e] < f->count[f->choice[s]])
        f->choice[s] = e; /* a parallel cable that is less loaded */
    }
  for (guint i = begin; i < n_next; i++)
    f->count[f->choice[next[i]]]++;
  return n_next;
}

/* Switches that the path of @host does not pass, the nearest first: the least loaded cable that
 * leads to @leaf. */
static void
fill_others (Filler *f, guint host, guint8 *row)
{
  const DlFabricGraph *graph = f->graph;

  for (guint i = 1; i < f->wave.n; i++)
    {
      const guint s = f->wave.queue[i];
      guint32 best = DL_FABRIC_NONE;

      for (guint e = graph->first[s]; e < graph->first[s + 1] && f->marked[s] != host + 1; e++)
        if (dl_fabric_wave_takes_legal (&f->wave, graph, s, e)
            && (best == DL_FABRIC_NONE || f->count[e] < f->count[best]))
          best = e;
      if (best == DL_FABRIC_NONE)
        continue;
      row[s] = graph->port[best];
      f->count[best] += graph->n_sources[s] > 0;
    }
}

static void
fill_host (Filler *f, guint host, guint leaf)
{
  const DlFabricGraph *graph = f->graph;
  guint8 *row = f->routes->port + (gsize) host * graph->S;
  const guint8 last = row[leaf];
  guint top = leaf, n = 1;

  memcpy (row, f->usual, graph->S);
  row[leaf] = last;
  f->level[0] = leaf;
  f->marked[leaf] = host + 1;
  while (n > 0 || top != DL_FABRIC_NONE)
    {
      guint32 *swapped = f->level;
      guint n_next = 0;

      for (guint i = 0; i < n; i++)
        n_next = pull_up (f, host, f->level[i], f->next, n_next);
      if (top != DL_FABRIC_NONE)
        {
          const guint32 e = choose_parent (f, top);

          top = e != DL_FABRIC_NONE ? graph->from[e] : DL_FABRIC_NONE;
          if (top != DL_FABRIC_NONE)
            {
              f->count[e]++;
              mark (f, host, top, e);
              f->next[n_next++] = top;
            }
        }
      for (guint i = 0; i < n_next; i++)
        row[f->next[i]] = graph->port[f->choice[f->next[i]]];
      f->level = f->next;
      f->next = swapped;
      n = n_next;
    }
  fill_others (f, host, row);
}

/* A path of each switch to @leaf, for switches that the paths to its hosts do not pass. */
static void
find_usual (Filler *f)
{
  const DlFabricGraph *graph = f->graph;

  memset (f->usual, DL_FABRIC_NO_PORT, graph->S);
  for (guint i = 1; i < f->wave.n; i++)
    {
      const guint s = f->wave.queue[i];

      for (guint e = graph->first[s]; e < graph->first[s + 1]; e++)
        if (dl_fabric_wave_takes_legal (&f->wave, graph, s, e))
          {
            f->usual[s] = graph->port[e];
            break;
          }
    }
}

static gboolean
fill_by_counters (DlFabricRoutes *routes, DlFabricGraph *graph, gboolean hosts,
                  const DlFabricWork *work)
{
  const guint S = graph->S, H = routes->fabric->n_hosts;
  Filler f = { .routes = routes, .graph = graph };
  gboolean going = TRUE;

  f.count = g_new0 (guint32, graph->n_edges);
  f.usual = g_new (guint8, S);
  f.choice = g_new (guint32, S);
  f.marked = g_new0 (guint32, S);
  f.level = g_new (guint32, S);
  f.next = g_new (guint32, S);
  dl_fabric_wave_init (&f.wave, S);
  for (guint to = 0; to < S && going; to++)
    {
      const gboolean has_hosts = hosts && graph->dest_first[to + 1] > graph->dest_first[to];

      if (to % STRIDE == 0)
        going = dl_fabric_work_at (work, (double) to / S);
      if (!routes->fabric->switch_up[to] || !(has_hosts || H + to < routes->n_rows))
        continue;
      dl_fabric_wave_legal (&f.wave, graph, to);
      find_usual (&f);
      for (guint i = graph->dest_first[to]; has_hosts && i < graph->dest_first[to + 1]; i++)
        fill_host (&f, graph->dests[i], to);
      if (H + to < routes->n_rows)
        {
          memcpy (routes->port + (gsize) (H + to) * S, f.usual, S);
          routes->port[(gsize) (H + to) * S + to] = 0;
        }
    }
  dl_fabric_wave_clear (&f.wave);
  g_free (f.count);
  g_free (f.usual);
  g_free (f.choice);
  g_free (f.marked);
  g_free (f.level);
  g_free (f.next);
  return going;
}

/* Where switch @s has cables to another one of its level, they lead to the hosts there, which
 * parallel cables share. */
static void
fill_beside (DlFabricRoutes *routes, const DlFabricGraph *graph, guint s)
{
  const guint8 *level = routes->fabric->level;

  for (guint e = graph->first[s]; e < graph->first[s + 1]; e++)
    {
      const guint to = graph->to[e];
      guint n = 0, nth = 0;

      if (level[to] != level[s])
        continue;
      for (guint other = graph->first[s]; other < graph->first[s + 1]; other++)
        if (graph->to[other] == to)
          {
            nth += other < e;
            n++;
          }
      for (guint i = graph->dest_first[to] + nth; i < graph->dest_first[to + 1]; i += n)
        routes->port[(gsize) graph->dests[i] * graph->S + s] = graph->port[e];
    }
}

const char *
dl_fabric_ftree_refusal (const DlFabric *fabric)
{
  return fabric->leveled ? NULL
                         : _ ("the fabric is not a fat tree: not all hosts reach each other up, "
                              "then down, level by level (choose engine up-down)");
}

static gboolean
route_ftree (DlFabricRoutes *routes, DlFabricGraph *graph, const DlFabricEngineOptions *options,
             const DlFabricWork *work, GError **error)
{
  const DlFabric *fabric = routes->fabric;
  const gboolean whole = fabric->structure->shape == DL_FABRIC_PGFT && fabric->n_broken == 0;
  const char *refusal = dl_fabric_ftree_refusal (fabric);

  if (refusal != NULL)
    {
      g_set_error_literal (error, DL_FABRIC_ERROR, DL_FABRIC_ERROR_PARAMETER, refusal);
      return FALSE;
    }
  if (fabric->n_level_cables > 0)
    {
      g_autoptr (DlFabricGraph) tree = dl_fabric_graph_new_of_levels (fabric);

      dl_fabric_rank_by (tree, &(DlFabricEngineOptions) { 0 });
      if (!fill_by_counters (routes, tree, TRUE, work))
        return FALSE;
      for (guint s = 0; s < graph->S; s++)
        fill_beside (routes, graph, s);
      return TRUE;
    }
  for (guint h = 0; whole && h < fabric->n_hosts; h++)
    fill_d_mod_k (routes, fabric->structure, h);
  if (whole && routes->n_rows == fabric->n_hosts)
    return TRUE;
  dl_fabric_rank_by (graph, &(DlFabricEngineOptions) { 0 });
  return fill_by_counters (routes, graph, !whole, work);
}

const DlFabricEngine dl_fabric_ftree = {
  .id = "ftree",
  .title = N_ ("Fat tree (D-Mod-K)"),
  .description = N_ ("Up by the destination’s number, then down: each switch spreads destinations "
                     "evenly; a cable inside a level leads only to hosts at its other end"),
  .citation = "Zahavi, D-Mod-K routing providing non-blocking traffic for shift permutations on "
              "real life fat trees, CCIT report 776, 2010; OpenSM, ftree",
  .acyclic = TRUE,
  .route = route_ftree,
};

#include "dl-dragonfly-shares.h"

#include <string.h>

struct _DlSharesCache
{
  const DlDragonflyRoutes *routes;
  GHashTable *shares; /* GBytes: DlDragonflyShares */
};

/* The packets of two routers over the blue runs of one set. */
typedef struct
{
  const DlDragonflyRoutes *routes;
  const DlBlueRun *runs;
  guint n;
  guint16 *at;    /* (n) runs of the set */
  double *weight; /* (n) probability of each */
} Spread;

/* The links of the first hop towards the @i-th run; two runs that share it have the same. */
static const DlLinkRun *
first_hop (const Spread *spread, guint router, guint i)
{
  const DlBlueRun *run = &spread->runs[spread->at[i]];

  return run->from == router ? &run->links
                             : dl_dragonfly_towards (spread->routes, router, run->from);
}

/* Each hop is uniform over the links that some run of the set begins with, as dl_dragonfly_next has
 * them: share out @probability among the runs @first .. @n - 1 of the order, all of which can be
 * taken from @router. */
static void
share_out (Spread *spread, guint router, guint first, guint n, double probability)
{
  guint done, links = 0;

  /* Those with the same first hop side by side. */
  for (done = first; done < n;)
    {
      const DlLinkRun *hop = first_hop (spread, router, done);
      guint end = done + 1;

      for (guint i = end; i < n; i++)
        if (first_hop (spread, router, i) == hop)
          {
            const guint16 other = spread->at[i];
            spread->at[i] = spread->at[end];
            spread->at[end++] = other;
          }
      links += hop->up;
      done = end;
    }
  for (done = first; done < n;)
    {
      const DlLinkRun *hop = first_hop (spread, router, done);
      const double part = probability * hop->up / links;
      guint end = done + 1;

      while (end < n && first_hop (spread, router, end) == hop)
        end++;
      if (hop == &spread->runs[spread->at[done]].links)
        spread->weight[done] = part;
      else if (end == done + 1)
        spread->weight[done] = part;
      else
        share_out (spread, spread->routes->dragonfly->link_to[hop->first], done, end, part);
      done = end;
    }
}

/* @set as a list with probabilities. */
static void
spread_set (Spread *spread, guint router, const guint64 *set)
{
  spread->n = 0;
  for (guint w = 0; w < spread->routes->words; w++)
    for (guint64 bits = set[w]; bits != 0; bits &= bits - 1)
      spread->at[spread->n++] = w * 64 + __builtin_ctzll (bits);
  if (spread->n == 1)
    spread->weight[0] = 1;
  else
    share_out (spread, router, 0, spread->n, 1);
}

DlDragonflyShares *
dl_dragonfly_shares_new (const DlDragonflyRoutes *routes, guint from, guint to,
                         const DlDragonflyClasses *near, const DlDragonflyClasses *far,
                         const double *sent, const double *got)
{
  DlDragonflyShares *shares = g_new (DlDragonflyShares, 1);
  const guint words = routes->words;
  g_autofree guint64 *set = g_new (guint64, words);
  g_autofree guint64 *near_sets = g_new (guint64, 3 * words);
  g_autofree guint64 *far_sets = g_new (guint64, (gsize) far->n * 3 * words);
  Spread spread = { .routes = routes };
  guint n;

  spread.runs = dl_dragonfly_blue_runs (routes, from, to, &n);
  spread.at = g_new (guint16, MAX (n, 1));
  spread.weight = g_new (double, MAX (n, 1));
  *shares = (DlDragonflyShares) { n, near->n, far->n, g_new0 (double, near->n *n),
                                  g_new0 (double, far->n *n) };
  for (guint v = 0; v < far->n; v++)
    if (got[v] != 0)
      dl_dragonfly_far_sets (routes, from, far->example[v], far_sets + (gsize) v * 3 * words);
  for (guint u = 0; u < near->n && n > 0; u++)
    {
      if (sent[u] == 0)
        continue;
      dl_dragonfly_near_sets (routes, near->example[u], to, near_sets);
      for (guint v = 0; v < far->n; v++)
        {
          if (got[v] == 0
              || dl_dragonfly_join_sets (routes, near_sets, far_sets + (gsize) v * 3 * words, set)
                     == DL_DRAGONFLY_FAR)
            continue;
          spread_set (&spread, near->example[u], set);
          for (guint i = 0; i < spread.n; i++)
            {
              shares->near[u * n + spread.at[i]] += got[v] * spread.weight[i];
              shares->far[v * n + spread.at[i]] += sent[u] * spread.weight[i];
            }
        }
    }
  g_free (spread.at);
  g_free (spread.weight);
  return shares;
}

void
dl_dragonfly_shares_free (DlDragonflyShares *shares)
{
  if (shares == NULL)
    return;
  g_free (shares->near);
  g_free (shares->far);
  g_free (shares);
}

/* Alike ---------------------------------------------------------------------------------------- */

DlSharesCache *
dl_shares_cache_new (const DlDragonflyRoutes *routes)
{
  DlSharesCache *cache = g_new (DlSharesCache, 1);

  cache->routes = routes;
  cache->shares
      = g_hash_table_new_full (g_bytes_hash, g_bytes_equal, (GDestroyNotify) g_bytes_unref,
                               (GDestroyNotify) dl_dragonfly_shares_free);
  return cache;
}

void
dl_shares_cache_free (DlSharesCache *cache)
{
  if (cache == NULL)
    return;
  g_hash_table_unref (cache->shares);
  g_free (cache);
}

/* All that the shares of two whole groups depend on: the numbers that their chassis and blades have
 * by the order of the blue links, at both ends of each, and the sizes of the classes. */
static GBytes *
make_key (const DlDragonflyRoutes *routes, guint from, guint to, const DlDragonflyClasses *near,
          const DlDragonflyClasses *far)
{
  const DlDragonfly *net = routes->dragonfly;
  GByteArray *key = g_byte_array_new ();
  guint n;
  const DlBlueRun *runs = dl_dragonfly_blue_runs (routes, from, to, &n);

  for (guint i = 0; i < n; i++)
    {
      const DlRouterAt *a = &net->router[runs[i].from], *b = &net->router[runs[i].to];
      const guint16 part[] = { near->chassis[a->chassis], near->blade[a->blade],
                               far->chassis[b->chassis], far->blade[b->blade], runs[i].links.up };
      g_byte_array_append (key, (const guint8 *) part, sizeof part);
    }
  g_byte_array_append (key, (const guint8 *) &near->n, sizeof near->n);
  g_byte_array_append (key, (const guint8 *) near->count, near->n * sizeof *near->count);
  g_byte_array_append (key, (const guint8 *) &far->n, sizeof far->n);
  g_byte_array_append (key, (const guint8 *) far->count, far->n * sizeof *far->count);
  return g_byte_array_free_to_bytes (key);
}

const DlDragonflyShares *
dl_shares_cache_get (DlSharesCache *cache, guint from, guint to, const DlDragonflyClasses *near,
                     const DlDragonflyClasses *far)
{
  g_autoptr (GBytes) key = make_key (cache->routes, from, to, near, far);
  DlDragonflyShares *shares = g_hash_table_lookup (cache->shares, key);

  if (shares == NULL)
    {
      g_autofree double *sent = g_new (double, near->n);
      g_autofree double *got = g_new (double, far->n);

      for (guint u = 0; u < near->n; u++)
        sent[u] = near->count[u];
      for (guint v = 0; v < far->n; v++)
        got[v] = far->count[v];
      shares = dl_dragonfly_shares_new (cache->routes, from, to, near, far, sent, got);
      g_hash_table_insert (cache->shares, g_bytes_ref (key), shares);
    }
  return shares;
}

#include "dl-dragonfly-shares.h"

#include <string.h>

void
dl_dragonfly_classes_init (DlDragonflyClasses *classes, const DlDragonflyRoutes *routes)
{
  const DlDragonfly *net = routes->dragonfly;
  guint most = 0;

  for (guint group = 0; group < net->n_groups; group++)
    most = MAX (most, net->group_first[group + 1] - net->group_first[group]);
  *classes = (DlDragonflyClasses) {
    .of = g_new (guint16, most),
    .example = g_new (guint32, most),
    .count = g_new (guint16, most),
    .chassis = g_new (guint16, routes->n_chassis),
    .blade = g_new (guint16, routes->n_blades),
  };
}

void
dl_dragonfly_classes_clear (DlDragonflyClasses *classes)
{
  g_clear_pointer (&classes->of, g_free);
  g_clear_pointer (&classes->example, g_free);
  g_clear_pointer (&classes->count, g_free);
  g_clear_pointer (&classes->chassis, g_free);
  g_clear_pointer (&classes->blade, g_free);
  g_clear_pointer (&classes->sign, g_free);
}

/* Chassis or blades without a blue link share the next number. */
static guint
number_unused (guint16 *numbers, guint n, guint used)
{
  guint unused = 0;

  for (guint i = 0; i < n; i++)
    if (numbers[i] == G_MAXUINT16)
      {
        numbers[i] = used;
        unused = 1;
      }
  return used + unused;
}

static void
number_places (DlDragonflyClasses *classes, const DlDragonflyRoutes *routes, guint group,
               guint other, gboolean from)
{
  const DlDragonfly *net = routes->dragonfly;
  guint n, chassis = 0, blades = 0;
  const DlBlueBundle *bundles = from ? dl_dragonfly_blue_bundles (routes, other, group, &n)
                                     : dl_dragonfly_blue_bundles (routes, group, other, &n);

  memset (classes->chassis, 0xff, routes->n_chassis * sizeof *classes->chassis);
  memset (classes->blade, 0xff, routes->n_blades * sizeof *classes->blade);
  for (guint i = 0; i < n; i++)
    {
      const DlRouterAt *at = &net->router[from ? bundles[i].to : bundles[i].from];

      if (classes->chassis[at->chassis] == G_MAXUINT16)
        classes->chassis[at->chassis] = chassis++;
      if (classes->blade[at->blade] == G_MAXUINT16)
        classes->blade[at->blade] = blades++;
    }
  number_unused (classes->chassis, routes->n_chassis, chassis);
  classes->n_blades = number_unused (classes->blade, routes->n_blades, blades);
}

/* Paths from @router to the blue bundles of its group, or with @from back: how many links work on
 * each of their hops, by which a packet chooses. */
static void
sign_router (const DlDragonflyClasses *classes, const DlDragonflyRoutes *routes, guint router,
             const DlBlueBundle *bundles, guint n_bundles, gboolean from, guint16 *sign)
{
  const DlDragonfly *net = routes->dragonfly;
  const DlRouterAt *at = &net->router[router];

  *sign++ = classes->chassis[at->chassis];
  *sign++ = classes->blade[at->blade];
  for (guint i = 0; i < n_bundles; i++)
    {
      const guint end = from ? bundles[i].to : bundles[i].from;
      const DlLinkBundle *hop = from ? dl_dragonfly_toward (routes, end, router)
                                     : dl_dragonfly_toward (routes, router, end);
      const guint next = hop != NULL ? net->link_to[hop->first] : end;

      *sign++ = hop != NULL ? hop->up : router == end ? 0 : G_MAXUINT16;
      *sign++
          = hop != NULL && !from && next != end ? dl_dragonfly_toward (routes, next, end)->up : 0;
    }
}

static void
sort_damaged (DlDragonflyClasses *classes, const DlDragonflyRoutes *routes, guint group,
              guint other, gboolean from)
{
  const DlDragonfly *net = routes->dragonfly;
  const guint first = net->group_first[group];
  guint n_bundles;
  const DlBlueBundle *bundles = from ? dl_dragonfly_blue_bundles (routes, other, group, &n_bundles)
                                     : dl_dragonfly_blue_bundles (routes, group, other, &n_bundles);
  g_autofree guint *hash = g_new (guint, classes->n_routers);

  classes->n_signs = 2 + 2 * n_bundles;
  /* One more than there can be classes, for the next one to try. */
  classes->sign
      = g_renew (guint16, classes->sign, (gsize) (classes->n_routers + 1) * classes->n_signs);
  for (guint i = 0; i < classes->n_routers; i++)
    {
      guint16 *sign = classes->sign + (gsize) classes->n * classes->n_signs;
      guint class = 0, sum = 0;

      if (!net->router_up[first + i])
        continue;
      sign_router (classes, routes, first + i, bundles, n_bundles, from, sign);
      for (guint j = 0; j < classes->n_signs; j++)
        sum = sum * 31 + sign[j];
      while (class < classes->n
             && (hash[class] != sum
                 || memcmp (classes->sign + (gsize) class * classes->n_signs, sign,
                            classes->n_signs * sizeof *sign)
                        != 0))
        class ++;
      if (class == classes->n)
        {
          hash[class] = sum;
          classes->count[class] = 0;
          classes->example[classes->n++] = first + i;
        }
      classes->of[i] = class;
      classes->count[class]++;
    }
  for (guint i = 0; i < classes->n_routers; i++)
    if (!net->router_up[first + i])
      classes->of[i] = classes->n;
}

void
dl_dragonfly_classes_sort (DlDragonflyClasses *classes, const DlDragonflyRoutes *routes,
                           guint group, guint other, gboolean from)
{
  const DlDragonfly *net = routes->dragonfly;
  const guint first = net->group_first[group], n = net->group_first[group + 1] - first;

  classes->n = 0;
  classes->n_routers = n;
  classes->n_signs = 0;
  number_places (classes, routes, group, other, from);
  if (!routes->whole[group])
    {
      sort_damaged (classes, routes, group, other, from);
      return;
    }
  const DlRouterAt *at = &net->router[first];
  guint16 *of = classes->of, *count = classes->count;
  guint32 *example = classes->example;
  guint n_classes = 0;

  memset (count, 0, n * sizeof *count);
  for (guint i = 0; i < n; i++)
    {
      const guint class = classes->chassis[at[i].chassis] * classes->n_blades
                          + classes->blade[at[i].blade];

      of[i] = class;
      count[class]++;
      example[class] = first + i;
      n_classes = MAX (n_classes, class + 1);
    }
  classes->n = n_classes;
}

struct _DlSharesCache
{
  const DlDragonflyRoutes *routes;
  GHashTable *shares;          /* GBytes: DlDragonflyShares */
  const DlSharesCache *before; /* nullable */
  GByteArray *key;
};

/* The packets of a router over the blue bundles of one set. */
typedef struct
{
  guint words; /* of a set */
  const DlBlueBundle *bundles;
  guint n, room;
  guint16 *bundle; /* (n of room) all that are listed */
  double *part;    /* likewise: the probability of each */
} Spread;

/* The @n bundles @at of a set with the probability of each, @weight: all working links of it are
 * equally likely, as dl_dragonfly_next has them. */
static void
share_out (const DlBlueBundle *bundles, const guint16 *at, guint n, double *weight)
{
  guint links = 0;

  for (guint i = 0; i < n; i++)
    links += bundles[at[i]].links.up;
  for (guint i = 0; i < n; i++)
    weight[i] = (double) bundles[at[i]].links.up / links;
}

/* @set as a list, after the listed ones. */
static void
append_set (Spread *spread, const guint64 *set, guint n_bundles)
{
  guint16 *at;
  guint n = 0;

  if (spread->n + n_bundles > spread->room)
    {
      spread->room = 2 * (spread->n + n_bundles);
      spread->bundle = g_renew (guint16, spread->bundle, spread->room);
      spread->part = g_renew (double, spread->part, spread->room);
    }
  at = spread->bundle + spread->n;
  for (guint w = 0; w < spread->words; w++)
    for (guint64 bits = set[w]; bits != 0; bits &= bits - 1)
      at[n++] = w * 64 + __builtin_ctzll (bits);
  share_out (spread->bundles, at, n, spread->part + spread->n);
  spread->n += n;
}

/* The probabilities of all pairs of classes. */
static void
list_parts (DlDragonflyShares *shares, const DlDragonflyRoutes *routes, guint from, guint to,
            const DlDragonflyClasses *near, const DlDragonflyClasses *far)
{
  const guint words = routes->words;
  g_autofree guint64 *set = g_new (guint64, words);
  g_autofree guint64 *near_sets = g_new (guint64, 3 * words);
  g_autofree guint64 *far_sets = g_new (guint64, (gsize) MAX (far->n, 1) * 3 * words);
  const DlBlueBundle *bundles = dl_dragonfly_blue_bundles (routes, from, to, &shares->n_bundles);
  Spread spread = { .words = words, .bundles = bundles };

  for (guint v = 0; v < far->n; v++)
    if (far->count[v] > 0)
      dl_dragonfly_far_sets (routes, from, far->example[v], far_sets + (gsize) v * 3 * words);
  for (guint u = 0; u < near->n; u++)
    {
      if (near->count[u] > 0)
        dl_dragonfly_near_sets (routes, near->example[u], to, near_sets);
      for (guint v = 0; v < far->n; v++)
        {
          guint8 *hops = &shares->hops[u * far->n + v];

          shares->first[u * far->n + v] = spread.n;
          if (near->count[u] == 0 || far->count[v] == 0)
            continue;
          *hops = dl_dragonfly_join_sets (routes, near_sets, far_sets + (gsize) v * 3 * words, set);
          if (*hops == DL_DRAGONFLY_FAR)
            {
              shares->plain = FALSE;
              continue;
            }
          shares->near_max[u] = MAX (shares->near_max[u], *hops);
          shares->far_max[v] = MAX (shares->far_max[v], *hops);
          shares->hops_max = MAX (shares->hops_max, *hops);
          append_set (&spread, set, shares->n_bundles);
        }
    }
  shares->first[near->n * far->n] = spread.n;
  shares->bundle = g_renew (guint16, spread.bundle, MAX (spread.n, 1));
  shares->part = g_renew (double, spread.part, MAX (spread.n, 1));
}

static void
shares_free (gpointer data)
{
  DlDragonflyShares *shares = data;

  g_free (shares->first);
  g_free (shares->bundle);
  g_free (shares->part);
  g_free (shares->hops);
  g_free (shares->near_max);
  g_free (shares->far_max);
  g_free (shares->near);
  g_free (shares->far);
  g_free (shares);
}

static DlDragonflyShares *
shares_new (const DlDragonflyRoutes *routes, guint from, guint to, const DlDragonflyClasses *near,
            const DlDragonflyClasses *far)
{
  DlDragonflyShares *shares = g_new0 (DlDragonflyShares, 1);
  const gsize n = (gsize) near->n * far->n;
  g_autofree double *sent = g_new (double, MAX (near->n, 1));
  g_autofree double *got = g_new (double, MAX (far->n, 1));

  dl_shared_init (&shares->shared, shares_free);
  shares->n_near = near->n;
  shares->n_far = far->n;
  shares->plain = TRUE;
  shares->first = g_new (guint32, n + 1);
  shares->hops = g_new (guint8, MAX (n, 1));
  memset (shares->hops, DL_DRAGONFLY_FAR, n);
  shares->near_max = g_new0 (guint8, near->n + 1);
  shares->far_max = g_new0 (guint8, far->n + 1);
  list_parts (shares, routes, from, to, near, far);
  shares->near = g_new (double, (gsize) (near->n + 1) * MAX (shares->n_bundles, 1));
  shares->far = g_new (double, (gsize) (far->n + 1) * MAX (shares->n_bundles, 1));
  for (guint u = 0; u < near->n; u++)
    sent[u] = near->count[u];
  for (guint v = 0; v < far->n; v++)
    got[v] = far->count[v];
  dl_dragonfly_shares_apply (shares, sent, got, shares->near, shares->far);
  return shares;
}

void
dl_dragonfly_shares_apply (const DlDragonflyShares *shares, const double *sent, const double *got,
                           double *near, double *far)
{
  const gsize n_bundles = shares->n_bundles;

  if (near != NULL)
    memset (near, 0, (shares->n_near + 1) * n_bundles * sizeof *near);
  if (far != NULL)
    memset (far, 0, (shares->n_far + 1) * n_bundles * sizeof *far);
  for (guint u = 0; u < shares->n_near; u++)
    for (guint v = 0; v < shares->n_far; v++)
      {
        const guint32 *first = &shares->first[(gsize) u * shares->n_far + v];
        const double to = near != NULL ? got[v] : 0, from = far != NULL ? sent[u] : 0;

        if (to != 0 && from != 0)
          for (guint i = first[0]; i < first[1]; i++)
            {
              near[u * n_bundles + shares->bundle[i]] += to * shares->part[i];
              far[v * n_bundles + shares->bundle[i]] += from * shares->part[i];
            }
        else if (to != 0)
          for (guint i = first[0]; i < first[1]; i++)
            near[u * n_bundles + shares->bundle[i]] += to * shares->part[i];
        else if (from != 0)
          for (guint i = first[0]; i < first[1]; i++)
            far[v * n_bundles + shares->bundle[i]] += from * shares->part[i];
      }
}

/* Alike ---------------------------------------------------------------------------------------- */

DlSharesCache *
dl_shares_cache_new (const DlDragonflyRoutes *routes, const DlSharesCache *previous)
{
  DlSharesCache *cache = g_new (DlSharesCache, 1);

  cache->routes = routes;
  cache->before = previous;
  cache->key = g_byte_array_new ();
  cache->shares = g_hash_table_new_full (g_bytes_hash, g_bytes_equal,
                                         (GDestroyNotify) g_bytes_unref, dl_shared_unref);
  return cache;
}

void
dl_shares_cache_forget_previous (DlSharesCache *cache)
{
  cache->before = NULL;
  cache->routes = NULL;
}

void
dl_shares_cache_free (DlSharesCache *cache)
{
  if (cache == NULL)
    return;
  g_hash_table_unref (cache->shares);
  g_byte_array_unref (cache->key);
  g_free (cache);
}

static void
append_classes (GByteArray *key, const DlDragonflyClasses *classes)
{
  const guint head[] = { classes->n, classes->n_signs };

  g_byte_array_append (key, (const guint8 *) head, sizeof head);
  g_byte_array_append (key, (const guint8 *) classes->count, classes->n * sizeof *classes->count);
  g_byte_array_append (key, (const guint8 *) classes->sign,
                       classes->n * classes->n_signs * sizeof *classes->sign);
}

/* All that the shares depend on: the numbers that chassis and blades have by the order of the blue
 * links, at both ends of each, and the classes. */
static void
make_key (DlSharesCache *cache, guint from, guint to, const DlDragonflyClasses *near,
          const DlDragonflyClasses *far)
{
  const DlDragonflyRoutes *routes = cache->routes;
  const DlDragonfly *net = routes->dragonfly;
  guint n;
  const DlBlueBundle *bundles = dl_dragonfly_blue_bundles (routes, from, to, &n);
  /* Rules differ only in what they count. */
  const guint head[]
      = { n, routes->black_parallel, routes->minimal->counts_near, routes->minimal->counts_far };

  g_byte_array_set_size (cache->key, 0);
  g_byte_array_append (cache->key, (const guint8 *) head, sizeof head);
  for (guint i = 0; i < n; i++)
    {
      const DlRouterAt *a = &net->router[bundles[i].from], *b = &net->router[bundles[i].to];
      const guint16 part[]
          = { near->chassis[a->chassis], near->blade[a->blade], far->chassis[b->chassis],
              far->blade[b->blade], bundles[i].links.up };
      g_byte_array_append (cache->key, (const guint8 *) part, sizeof part);
    }
  append_classes (cache->key, near);
  append_classes (cache->key, far);
}

const DlDragonflyShares *
dl_shares_cache_get (DlSharesCache *cache, guint from, guint to, const DlDragonflyClasses *near,
                     const DlDragonflyClasses *far)
{
  g_autoptr (GBytes) key = NULL;
  DlDragonflyShares *shares;

  make_key (cache, from, to, near, far);
  key = g_bytes_new_static (cache->key->data, cache->key->len);
  shares = g_hash_table_lookup (cache->shares, key);
  if (shares != NULL)
    return shares;
  if (cache->before != NULL)
    shares = g_hash_table_lookup (cache->before->shares, key);
  shares
      = shares != NULL ? dl_shared_ref (shares) : shares_new (cache->routes, from, to, near, far);
  g_hash_table_insert (cache->shares, g_bytes_new (cache->key->data, cache->key->len), shares);
  return shares;
}

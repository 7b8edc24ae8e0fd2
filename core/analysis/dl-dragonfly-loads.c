/* Loads by pairs of groups: what a whole pair sends over its blue links is known by its wiring
 * (dl-dragonfly-shares); the ways inside groups are gathered for all pairs, and put on links once.
 * Ways up to roots and down from them are such ways too. Only pairs of routers that damage leaves
 * without a plain way, or without some of their roots, are followed one by one. */
#include "dl-dragonfly-loads-private.h"

#include "dl-dragonfly-shares.h"

#include <string.h>

typedef struct
{
  const DlDragonflyRoutes *routes;
  const DlDragonfly *net;
  const double *demand; /* (n_groups x n_groups) */
  gboolean nonminimal;
  DlDragonflyLoads *out;
  guint most;            /* routers of a group */
  guint n_vcs;           /* on which there are plain ways: 2, or 4 with roots */
  gsize *inside_first;   /* (n_groups) of its (n_vcs x routers x routers) in @inside */
  double *inside;        /* packets on plain ways between routers of a group, by VC */
  guint8 *by_root;       /* (n_groups x n_groups) gboolean: its packets draw roots */
  double *up;            /* (n_groups x n_groups) from each router of one to each root in another */
  double *down;          /* (n_groups x n_groups) from each root in one to each router of another */
  gboolean regular;      /* nothing is damaged: the following are NULL */
  guint16 *lacks_dest;   /* (n_routers x n_groups) working routers without a plain way to it */
  guint16 *lacks_source; /* (n_routers x n_groups) and from it */
  double *up_loss;       /* (n_groups x n_routers) what @up is less by, for this root */
  double *down_loss;     /* (n_groups x n_routers) what @down is less by */
  DlSharesCache *cache;
  DlDragonflyClasses near, far;
  double *sent, *got;             /* (most) by router */
  double *sent_class, *got_class; /* (most) by class */
  double *blue;                   /* (blue runs of a pair) packets */
  guint32 *at;                    /* (blue runs of a pair) the end's place in its group */
} Builder;

static guint
group_size (const Builder *b, guint group)
{
  return b->net->group_first[group + 1] - b->net->group_first[group];
}

static guint
group_working (const Builder *b, guint group)
{
  return b->routes->working_first[group + 1] - b->routes->working_first[group];
}

/* Working routers of groups other than these two. */
static guint
thirds (const Builder *b, guint from, guint to)
{
  return b->routes->working_first[b->net->n_groups] - group_working (b, from)
         - group_working (b, to);
}

/* Packets between two routers: all their nodes. */
static double
router_demand (const Builder *b, guint from, guint to)
{
  return b->demand[from * b->net->n_groups + to] * b->net->nodes_per_router
         * b->net->nodes_per_router;
}

static double *
inside_at (const Builder *b, guint group, guint vc)
{
  return b->inside + b->inside_first[group]
         + (gsize) vc * group_size (b, group) * group_size (b, group);
}

/* All minimal routes of a pair of routers whose nodes all send to each other. */
static void
add_minimal (DlDragonflyLoads *out, guint source, guint dest, double packets)
{
  const guint64 p = out->routes->dragonfly->nodes_per_router;

  dl_dragonfly_loads_add_minimal (out, source, dest, packets, p * p);
}

/* Damage --------------------------------------------------------------------------------------- */

/* The runs of each working router of @group to (with @far: from) @other that it has plain ways to.
 */
static void
find_plain (const Builder *b, guint group, guint other, gboolean far, guint64 *plain)
{
  const DlDragonflyRoutes *routes = b->routes;
  const guint low = routes->working_first[group], words = routes->words;
  guint64 *sets = g_newa (guint64, 3 * words);

  for (guint i = low; i < routes->working_first[group + 1]; i++)
    {
      if (far)
        dl_dragonfly_far_sets (routes, other, routes->working[i], sets);
      else
        dl_dragonfly_near_sets (routes, routes->working[i], other, sets);
      for (guint w = 0; w < words; w++)
        plain[(i - low) * words + w] = sets[w] | sets[words + w] | sets[2 * words + w];
    }
}

static void
count_lacks (Builder *b)
{
  const DlDragonflyRoutes *routes = b->routes;
  const guint n_groups = b->net->n_groups, words = routes->words;
  g_autofree guint64 *near = g_new (guint64, (gsize) b->most * words);
  g_autofree guint64 *far = g_new (guint64, (gsize) b->most * words);

  b->lacks_dest = g_new0 (guint16, (gsize) b->net->n_routers * n_groups);
  b->lacks_source = g_new0 (guint16, (gsize) b->net->n_routers * n_groups);
  for (guint from = 0; from < n_groups; from++)
    for (guint to = 0; to < n_groups; to++)
      {
        if (from == to || dl_dragonfly_plain_groups (routes, from, to))
          continue;
        find_plain (b, from, to, FALSE, near);
        find_plain (b, to, from, TRUE, far);
        for (guint i = 0; i < group_working (b, from); i++)
          for (guint j = 0; j < group_working (b, to); j++)
            {
              guint64 any = 0;

              for (guint w = 0; w < words; w++)
                any |= near[i * words + w] & far[j * words + w];
              if (any != 0)
                continue;
              const guint u = routes->working[routes->working_first[from] + i];
              const guint v = routes->working[routes->working_first[to] + j];
              b->lacks_dest[(gsize) u * n_groups + to]++;
              b->lacks_source[(gsize) v * n_groups + from]++;
            }
      }
}

/* Roots in third groups that lack a plain way from @source, or to @dest. */
static guint
count_unfit (const Builder *b, guint source, guint dest)
{
  const guint n_groups = b->net->n_groups;
  const guint from = b->net->router[source].group, to = b->net->router[dest].group;
  guint n = 0;

  for (guint group = 0; group < n_groups; group++)
    {
      const guint up = b->lacks_dest[(gsize) source * n_groups + group];
      const guint down = b->lacks_source[(gsize) dest * n_groups + group];

      if (group == from || group == to)
        continue;
      if (up == 0 || down == 0)
        n += up + down;
      else
        for (guint i = b->routes->working_first[group]; i < b->routes->working_first[group + 1];
             i++)
          n += !dl_dragonfly_root_fits (b->routes, source, b->routes->working[i], dest);
    }
  return n;
}

/* Does every pair of routers of these groups have all its roots? */
static gboolean
all_fit (const Builder *b, guint from, guint to)
{
  const guint n_groups = b->net->n_groups;

  for (guint group = 0; group < n_groups; group++)
    {
      if (group == from || group == to)
        continue;
      for (guint u = b->net->group_first[from]; u < b->net->group_first[from + 1]; u++)
        if (b->lacks_dest[(gsize) u * n_groups + group] > 0)
          return FALSE;
      for (guint v = b->net->group_first[to]; v < b->net->group_first[to + 1]; v++)
        if (b->lacks_source[(gsize) v * n_groups + group] > 0)
          return FALSE;
    }
  return TRUE;
}

/* Roots ---------------------------------------------------------------------------------------- */

/* Whose packets draw roots: all in Valiant; else those of groups without a blue link between them,
 * if each pair has all roots, so that they are alike. */
static void
find_by_root (Builder *b)
{
  const guint n_groups = b->net->n_groups;

  b->by_root = g_new0 (guint8, n_groups * n_groups);
  b->n_vcs = 2;
  for (guint from = 0; from < n_groups; from++)
    for (guint to = 0; to < n_groups; to++)
      {
        const guint pair = from * n_groups + to;

        if (from == to || b->demand[pair] == 0 || thirds (b, from, to) == 0)
          continue;
        b->by_root[pair] = b->nonminimal
                           || (b->routes->pair_first[pair] == b->routes->pair_first[pair + 1]
                               && all_fit (b, from, to));
        if (b->by_root[pair])
          b->n_vcs = DL_DRAGONFLY_VCS;
      }
}

/* What goes up to and down from each root: each pair's packets evenly over all roots. */
static void
spread_roots (Builder *b)
{
  const guint n_groups = b->net->n_groups;

  b->up = g_new0 (double, n_groups *n_groups);
  b->down = g_new0 (double, n_groups *n_groups);
  for (guint from = 0; from < n_groups; from++)
    for (guint to = 0; to < n_groups; to++)
      {
        double each;

        if (!b->by_root[from * n_groups + to])
          continue;
        each = router_demand (b, from, to) / thirds (b, from, to);
        for (guint group = 0; group < n_groups; group++)
          if (group != from && group != to)
            {
              b->up[from * n_groups + group] += each * group_working (b, to);
              b->down[group * n_groups + to] += each * group_working (b, from);
            }
      }
}

/* A root that lacks the way to, or from, some router does not get that router's packets. */
static void
spread_losses (Builder *b)
{
  const guint n_groups = b->net->n_groups, n_routers = b->net->n_routers;

  b->up_loss = g_new0 (double, (gsize) n_groups *n_routers);
  b->down_loss = g_new0 (double, (gsize) n_groups *n_routers);
  for (guint root = 0; root < n_routers; root++)
    for (guint group = 0; group < n_groups; group++)
      {
        const guint to_it = b->lacks_dest[(gsize) root * n_groups + group];
        const guint from_it = b->lacks_source[(gsize) root * n_groups + group];
        const guint own = b->net->router[root].group;

        for (guint other = 0; other < n_groups && to_it + from_it > 0; other++)
          {
            if (other == own || other == group)
              continue;
            if (b->by_root[other * n_groups + group])
              b->up_loss[(gsize) other * n_routers + root]
                  += router_demand (b, other, group) * to_it / thirds (b, other, group);
            if (b->by_root[group * n_groups + other])
              b->down_loss[(gsize) other * n_routers + root]
                  += router_demand (b, group, other) * from_it / thirds (b, group, other);
          }
      }
}

/* What does not fit goes minimally, pair by pair. */
static void
add_unfit (Builder *b, guint from, guint to)
{
  const DlDragonflyRoutes *routes = b->routes;
  const double packets = router_demand (b, from, to) / thirds (b, from, to);

  if (all_fit (b, from, to))
    return;
  for (guint i = routes->working_first[from]; i < routes->working_first[from + 1]; i++)
    for (guint j = routes->working_first[to]; j < routes->working_first[to + 1]; j++)
      {
        const guint source = routes->working[i], dest = routes->working[j];
        const guint unfit = count_unfit (b, source, dest);

        if (unfit > 0)
          add_minimal (b->out, source, dest, packets * unfit);
      }
}

/* Between groups ------------------------------------------------------------------------------- */

/* Put the plain ways of two groups, as @shares has them for what each router sends and gets
 * (nullable: 1), on their blue links and into the groups, @scale times and from @vc on. */
static void
add_shares (Builder *b, guint from, guint to, const DlDragonflyShares *shares, const double *sent,
            const double *got, double scale, guint vc)
{
  const DlDragonfly *net = b->net;
  const guint n_from = b->near.n_routers, n_to = b->far.n_routers, n = shares->n_runs;
  double *near = inside_at (b, from, vc), *far = inside_at (b, to, vc + 1);
  double *blue = b->blue;
  guint32 *at = b->at;
  guint ignored;
  const DlBlueRun *runs = dl_dragonfly_blue_runs (b->routes, from, to, &ignored);

  for (guint i = 0; i < n; i++)
    {
      blue[i] = 0;
      at[i] = runs[i].from - net->group_first[from];
    }
  for (guint u = 0; u < n_from; u++)
    {
      const double *row = shares->near + (gsize) b->near.of[u] * n;
      const double packets = sent != NULL ? scale * sent[u] : scale;

      for (guint i = 0; b->near.of[u] < b->near.n && i < n; i++)
        {
          near[(gsize) u * n_from + at[i]] += packets * row[i];
          blue[i] += packets * row[i];
        }
    }
  for (guint i = 0; i < n; i++)
    at[i] = runs[i].to - net->group_first[to];
  for (guint v = 0; v < n_to; v++)
    {
      const double *row = shares->far + (gsize) b->far.of[v] * n;
      const double packets = got != NULL ? scale * got[v] : scale;

      for (guint i = 0; b->far.of[v] < b->far.n && i < n; i++)
        far[(gsize) at[i] * n_to + v] += packets * row[i];
    }
  for (guint i = 0; i < n; i++)
    for (guint link = runs[i].links.first; link < runs[i].links.first + runs[i].links.n; link++)
      if (net->link_state[link] == DL_LINK_UP)
        b->out->vc_load[(gsize) link * DL_DRAGONFLY_VCS + vc] += blue[i] / runs[i].links.up;
}

/* What each router of @group sends or gets, and all of a class do: @packets less its loss
 * (nullable, by router). */
static void
weigh (const Builder *b, guint group, const DlDragonflyClasses *classes, double packets,
       const double *loss, double *each, double *all)
{
  memset (all, 0, classes->n * sizeof *all);
  for (guint i = 0; i < classes->n_routers; i++)
    if (classes->of[i] < classes->n)
      {
        each[i] = loss != NULL ? packets - loss[b->net->group_first[group] + i] : packets;
        all[classes->of[i]] += each[i];
      }
    else
      each[i] = 0;
}

static gboolean
has_loss (const Builder *b, guint group, const double *loss)
{
  for (guint i = b->net->group_first[group]; loss != NULL && i < b->net->group_first[group + 1];
       i++)
    if (loss[i] != 0)
      return TRUE;
  return FALSE;
}

/* @packets from each router of a group to each of another, less @sent_loss of its routers or
 * @got_loss of those (by router; one of them or none). */
static void
add_ways (Builder *b, guint from, guint to, double packets, const double *sent_loss,
          const double *got_loss, guint vc)
{
  const gboolean lossy = has_loss (b, from, sent_loss) || has_loss (b, to, got_loss);

  if (packets == 0)
    return;
  if (!lossy && dl_dragonfly_plain_groups (b->routes, from, to))
    {
      add_shares (b, from, to, dl_shares_cache_get (b->cache, from, to, &b->near, &b->far), NULL,
                  NULL, packets, vc);
      return;
    }
  weigh (b, from, &b->near, sent_loss != NULL ? packets : 1, sent_loss, b->sent, b->sent_class);
  weigh (b, to, &b->far, sent_loss != NULL ? 1 : packets, got_loss, b->got, b->got_class);
  g_autoptr (DlDragonflyShares) shares = dl_dragonfly_shares_new (
      b->routes, from, to, &b->near, &b->far, b->sent_class, b->got_class);
  add_shares (b, from, to, shares, b->sent, b->got, 1, vc);
}

/* Pairs of routers without a plain way, of packets that draw no roots. */
static void
add_detours (Builder *b, guint from, guint to)
{
  const DlDragonflyRoutes *routes = b->routes;
  const double packets = router_demand (b, from, to);

  for (guint i = routes->working_first[from]; i < routes->working_first[from + 1]; i++)
    for (guint j = routes->working_first[to];
         b->lacks_dest[(gsize) routes->working[i] * b->net->n_groups + to] > 0
         && j < routes->working_first[to + 1];
         j++)
      if (!dl_dragonfly_plain (routes, routes->working[i], routes->working[j]))
        add_minimal (b->out, routes->working[i], routes->working[j], packets);
}

static void
add_groups (Builder *b, guint from, guint to)
{
  const guint n_groups = b->net->n_groups, pair = from * n_groups + to;
  const double *up_loss = b->regular ? NULL : b->up_loss + (gsize) from * b->net->n_routers;
  const double *down_loss = b->regular ? NULL : b->down_loss + (gsize) to * b->net->n_routers;
  const gboolean minimal = b->demand[pair] > 0 && !b->by_root[pair];
  const double direct = minimal ? router_demand (b, from, to) : 0;

  if (direct == 0 && b->up[pair] == 0 && b->down[pair] == 0)
    {
      if (b->by_root[pair] && !b->regular)
        add_unfit (b, from, to);
      return;
    }
  dl_dragonfly_classes_sort (&b->near, b->routes, from, to, FALSE);
  dl_dragonfly_classes_sort (&b->far, b->routes, to, from, TRUE);
  add_ways (b, from, to, direct + b->up[pair], NULL, up_loss, 0);
  add_ways (b, from, to, b->down[pair], down_loss, NULL, 2);
  if (b->regular)
    return;
  if (minimal && !dl_dragonfly_plain_groups (b->routes, from, to))
    add_detours (b, from, to);
  if (b->by_root[pair])
    add_unfit (b, from, to);
}

/* Inside groups -------------------------------------------------------------------------------- */

/* Packets of a group that is not whole, or too small for roots. */
static void
add_local_pairs (Builder *b, guint group)
{
  const DlDragonflyRoutes *routes = b->routes;
  const guint low = routes->working_first[group], high = routes->working_first[group + 1];
  const guint first = b->net->group_first[group], n = group_size (b, group);
  const guint n_roots = b->nonminimal && high - low > 2 ? high - low - 2 : 0;
  const double packets = router_demand (b, group, group);
  double *up = inside_at (b, group, 0), *down = inside_at (b, group, 1);

  g_autofree guint8 *plain = g_new0 (guint8, (gsize) n * n);

  for (guint i = low; i < high; i++)
    for (guint j = low; j < high; j++)
      plain[(gsize) (routes->working[i] - first) * n + (routes->working[j] - first)]
          = dl_dragonfly_plain (routes, routes->working[i], routes->working[j]);
  for (guint i = low; i < high; i++)
    for (guint j = low; j < high; j++)
      {
        const guint u = routes->working[i] - first, v = routes->working[j] - first;
        guint fitting = 0;

        if (u == v)
          continue;
        for (guint root = 0; n_roots > 0 && root < n; root++)
          if (root != u && root != v && plain[(gsize) u * n + root] && plain[(gsize) root * n + v])
            {
              fitting++;
              up[(gsize) u * n + root] += packets / n_roots;
              down[(gsize) root * n + v] += packets / n_roots;
            }
        if (n_roots == 0)
          add_minimal (b->out, first + u, first + v, packets);
        else if (fitting < n_roots)
          add_minimal (b->out, first + u, first + v, packets * (n_roots - fitting) / n_roots);
      }
}

static void
add_local (Builder *b, guint group)
{
  const guint n = group_size (b, group);
  const double packets = router_demand (b, group, group);

  if (packets == 0)
    return;
  if (!b->routes->whole[group] || (b->nonminimal && n < 3))
    {
      add_local_pairs (b, group);
      return;
    }
  /* With roots, each router is one for as many of a router's packets as it would get itself. */
  for (guint vc = 0; vc < (b->nonminimal ? 2 : 1); vc++)
    for (guint i = 0; i < n; i++)
      for (guint j = 0; j < n; j++)
        if (i != j)
          inside_at (b, group, vc)[(gsize) i * n + j] += packets;
}

static void
add_run (Builder *b, const DlLinkRun *run, double packets, guint vc)
{
  for (guint link = run->first; packets > 0 && link < run->first + run->n; link++)
    if (b->net->link_state[link] == DL_LINK_UP)
      b->out->vc_load[(gsize) link * DL_DRAGONFLY_VCS + vc] += packets / run->up;
}

/* Put the ways inside a group on its links. */
static void
expand_group (Builder *b, guint group, guint vc, double *green, double *black)
{
  const DlDragonflyRoutes *routes = b->routes;
  const DlDragonfly *net = b->net;
  const guint first = net->group_first[group], n = group_size (b, group);
  const double *inside = inside_at (b, group, vc);

  memset (green, 0, (gsize) n * routes->n_blades * sizeof *green);
  memset (black, 0, (gsize) n * routes->n_chassis * sizeof *black);
  for (guint u = 0; u < n; u++)
    {
      const DlRouterAt *from = &net->router[first + u];

      for (guint v = 0; v < n; v++)
        {
          const double packets = inside[(gsize) u * n + v];
          const DlRouterAt *to = &net->router[first + v];
          guint at = u;

          if (packets == 0 || u == v)
            continue;
          if (from->blade != to->blade)
            {
              green[u * routes->n_blades + to->blade] += packets;
              at = net->link_to[dl_dragonfly_green (routes, first + u, to->blade)->first] - first;
            }
          if (from->chassis != to->chassis)
            black[at * routes->n_chassis + to->chassis] += packets;
        }
    }
  for (guint u = 0; u < n; u++)
    {
      for (guint blade = 0; blade < routes->n_blades; blade++)
        add_run (b, dl_dragonfly_green (routes, first + u, blade),
                 green[u * routes->n_blades + blade], vc);
      for (guint chassis = 0; chassis < routes->n_chassis; chassis++)
        add_run (b, dl_dragonfly_black (routes, first + u, chassis),
                 black[u * routes->n_chassis + chassis], vc);
    }
}

static void
expand (Builder *b)
{
  g_autofree double *green = g_new (double, (gsize) b->most * b->routes->n_blades);
  g_autofree double *black = g_new (double, (gsize) b->most * b->routes->n_chassis);
  for (guint group = 0; group < b->net->n_groups; group++)
    for (guint vc = 0; vc < b->n_vcs; vc++)
      expand_group (b, group, vc, green, black);
}

/* The loads ------------------------------------------------------------------------------------ */

static void
builder_init (Builder *b, DlDragonflyLoads *out, const double *demand)
{
  const DlDragonfly *net = out->routes->dragonfly;
  gsize total = 0;

  *b = (Builder) { .routes = out->routes, .net = net, .demand = demand, .out = out };
  b->nonminimal = out->nonminimal;
  b->regular = TRUE;
  for (guint from = 0; from < net->n_groups; from++)
    for (guint to = 0; to < net->n_groups; to++)
      b->regular &= dl_dragonfly_plain_groups (b->routes, from, to);
  b->most = 1;
  for (guint group = 0; group < net->n_groups; group++)
    b->most = MAX (b->most, group_size (b, group));
  if (!b->regular)
    count_lacks (b);
  find_by_root (b);
  spread_roots (b);
  if (!b->regular)
    spread_losses (b);
  b->inside_first = g_new (gsize, net->n_groups);
  for (guint group = 0; group < net->n_groups; group++)
    {
      const gsize n = group_size (b, group);
      b->inside_first[group] = total;
      total += b->n_vcs * n * n;
    }
  b->inside = g_new0 (double, MAX (total, 1));
  b->sent = g_new (double, b->most);
  b->got = g_new (double, b->most);
  b->sent_class = g_new (double, b->most);
  b->got_class = g_new (double, b->most);
  b->blue = g_new (double, b->routes->words * 64);
  b->at = g_new (guint32, b->routes->words * 64);
  b->cache = dl_shares_cache_new (b->routes);
  dl_dragonfly_classes_init (&b->near, b->routes);
  dl_dragonfly_classes_init (&b->far, b->routes);
}

static void
builder_clear (Builder *b)
{
  g_free (b->inside_first);
  g_free (b->inside);
  g_free (b->by_root);
  g_free (b->up);
  g_free (b->down);
  g_free (b->lacks_dest);
  g_free (b->lacks_source);
  g_free (b->up_loss);
  g_free (b->down_loss);
  g_free (b->sent);
  g_free (b->got);
  g_free (b->sent_class);
  g_free (b->got_class);
  g_free (b->blue);
  g_free (b->at);
  dl_shares_cache_free (b->cache);
  dl_dragonfly_classes_clear (&b->near);
  dl_dragonfly_classes_clear (&b->far);
}

DlDragonflyLoads *
dl_dragonfly_loads_new (DlDragonflyRoutes *routes, const DlDragonflyDemand *demand,
                        gboolean nonminimal, GCancellable *cancellable)
{
  if (demand->groups == NULL)
    return dl_dragonfly_loads_new_naive (routes, demand, nonminimal);
  g_autoptr (DlDragonflyLoads) out = dl_dragonfly_loads_new_empty (routes, nonminimal);
  gboolean done = TRUE;
  Builder b;

  builder_init (&b, out, demand->groups);
  for (guint from = 0; from < b.net->n_groups && done; from++)
    {
      add_local (&b, from);
      for (guint to = 0; to < b.net->n_groups; to++)
        if (to != from)
          add_groups (&b, from, to);
      done = !g_cancellable_is_cancelled (cancellable);
    }
  if (done)
    {
      expand (&b);
      out->hops_max = MAX (out->hops_max,
                           dl_dragonfly_longest_plain (routes, b.demand, b.by_root, nonminimal));
      dl_dragonfly_loads_sum_up (out, demand);
    }
  builder_clear (&b);
  return done ? g_steal_pointer (&out) : NULL;
}

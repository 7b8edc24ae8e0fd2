/* Lookup tables of dragonfly routes: neighbors, and the blue links of each pair of groups. */
#include "dl-dragonfly-routes.h"

#include <stdlib.h>
#include <string.h>

/* Sets of blue bundles by place beyond this are not made: the bundles are looked at one by one. */
#define MAX_SETS_BYTES (256 * 1024 * 1024)

/* Neighbors ----------------------------------------------------------------------------------- */

static void
measure_groups (DlDragonflyRoutes *self)
{
  const DlDragonfly *net = self->dragonfly;

  for (guint router = 0; router < net->n_routers; router++)
    {
      self->n_chassis = MAX (self->n_chassis, net->router[router].chassis + 1u);
      self->n_blades = MAX (self->n_blades, net->router[router].blade + 1u);
    }
}

/* The bundle of links that begins with @link. */
static DlLinkBundle
bundle_at (const DlDragonfly *net, guint link)
{
  DlLinkBundle bundle = { link, 0, 0 };

  for (guint i = link;
       i < net->first_link[net->link_from[link] + 1] && net->link_to[i] == net->link_to[link]
       && net->link_class[i] == net->link_class[link];
       i++)
    {
      bundle.n++;
      bundle.up += net->link_state[i] == DL_LINK_UP;
    }
  return bundle;
}

static void
find_neighbours (DlDragonflyRoutes *self)
{
  const DlDragonfly *net = self->dragonfly;

  self->green = g_new0 (DlLinkBundle, (gsize) net->n_routers * self->n_blades);
  self->black = g_new0 (DlLinkBundle, (gsize) net->n_routers * self->n_chassis);
  for (guint link = 0; link < net->n_links;)
    {
      const DlLinkBundle bundle = bundle_at (net, link);
      const guint from = net->link_from[link];
      const DlRouterAt *to = &net->router[net->link_to[link]];

      if (net->link_class[link] == DL_LINK_GREEN)
        self->green[(gsize) from * self->n_blades + to->blade] = bundle;
      else if (net->link_class[link] == DL_LINK_BLACK)
        {
          self->black[(gsize) from * self->n_chassis + to->chassis] = bundle;
          if (self->black_parallel == 0)
            self->black_parallel = bundle.n;
        }
      link += bundle.n;
    }
}

static void
list_working (DlDragonflyRoutes *self)
{
  const DlDragonfly *net = self->dragonfly;
  guint n = 0;

  self->working = g_new (guint32, net->n_routers);
  self->working_index = g_new (guint32, net->n_routers);
  self->working_first = g_new (guint32, net->n_groups + 1);
  for (guint group = 0; group < net->n_groups; group++)
    {
      self->working_first[group] = n;
      for (guint router = net->group_first[group]; router < net->group_first[group + 1]; router++)
        {
          self->working_index[router] = n;
          if (net->router_up[router])
            self->working[n++] = router;
        }
    }
  self->working_first[net->n_groups] = n;
}

/* Inside groups -------------------------------------------------------------------------------- */

/* Do all routers of @group work, have links to all of their chassis and all of their slot, and are
 * these all of the group? */
static gboolean
is_whole (const DlDragonflyRoutes *self, guint group)
{
  const DlDragonfly *net = self->dragonfly;
  const guint first = net->group_first[group], n = net->group_first[group + 1] - first;

  for (guint router = first; router < first + n; router++)
    {
      guint greens = 0, blacks = 0;

      if (!net->router_up[router])
        return FALSE;
      for (guint blade = 0; blade < self->n_blades; blade++)
        {
          const DlLinkBundle *bundle = dl_dragonfly_green (self, router, blade);
          if (bundle->n > 1 || bundle->up != bundle->n)
            return FALSE;
          greens += bundle->n;
        }
      for (guint chassis = 0; chassis < self->n_chassis; chassis++)
        {
          const DlLinkBundle *bundle = dl_dragonfly_black (self, router, chassis);
          if (bundle->n > 0 && (bundle->n != self->black_parallel || bundle->up != bundle->n))
            return FALSE;
          blacks += bundle->n > 0;
        }
      if ((greens + 1) * (blacks + 1) != n)
        return FALSE;
    }
  return TRUE;
}

/* Hops of the path inside a group, green first; DL_DRAGONFLY_FAR without one. */
static guint
plain_hops (const DlDragonflyRoutes *self, guint from, guint to)
{
  const DlRouterAt *a = &self->dragonfly->router[from], *b = &self->dragonfly->router[to];

  if (from == to)
    return 0;
  if (dl_dragonfly_toward (self, from, to) == NULL)
    return DL_DRAGONFLY_FAR;
  return 1 + (a->chassis != b->chassis && a->blade != b->blade);
}

/* The costs inside a group that is not whole: what has no plain path goes through a root. */
static guint8 *
local_costs (const DlDragonflyRoutes *self, guint group)
{
  const DlDragonfly *net = self->dragonfly;
  const guint first = net->group_first[group], n = net->group_first[group + 1] - first;
  g_autofree guint8 *plain = g_new (guint8, (gsize) n * n);
  guint8 *cost;

  for (guint a = 0; a < n; a++)
    for (guint b = 0; b < n; b++)
      plain[a * n + b] = net->router_up[first + a] && net->router_up[first + b]
                             ? plain_hops (self, first + a, first + b)
                             : DL_DRAGONFLY_FAR;
  cost = g_memdup2 (plain, (gsize) n * n);
  for (guint a = 0; a < n; a++)
    for (guint b = 0; b < n; b++)
      for (guint root = 0; root < n && plain[a * n + b] == DL_DRAGONFLY_FAR; root++)
        {
          const guint up = plain[a * n + root], down = plain[root * n + b];

          if (root != a && root != b && up != DL_DRAGONFLY_FAR && down != DL_DRAGONFLY_FAR)
            cost[a * n + b] = MIN (cost[a * n + b], DL_DRAGONFLY_DETOUR + up + down);
        }
  return cost;
}

/* Between groups ------------------------------------------------------------------------------- */

static gint
compare_blue (gconstpointer a, gconstpointer b)
{
  const DlBlueBundle *x = a, *y = b;

  if (x->cable != y->cable)
    return x->cable < y->cable ? -1 : 1;
  if (x->from != y->from)
    return x->from < y->from ? -1 : 1;
  return x->to < y->to ? -1 : x->to > y->to;
}

static guint
pair_of (const DlDragonflyRoutes *self, guint link)
{
  const DlDragonfly *net = self->dragonfly;

  return net->router[net->link_from[link]].group * net->n_groups
         + net->router[net->link_to[link]].group;
}

static void
list_blue (DlDragonflyRoutes *self)
{
  const DlDragonfly *net = self->dragonfly;
  const guint n_pairs = net->n_groups * net->n_groups;
  g_autofree guint32 *filled = g_new0 (guint32, n_pairs);
  guint most = 0;

  self->pair_first = g_new0 (guint32, n_pairs + 1);
  for (guint pass = 0; pass < 2; pass++)
    {
      for (guint link = 0; link < net->n_links;)
        {
          DlLinkBundle bundle;

          if (net->link_class[link] != DL_LINK_BLUE)
            {
              link++;
              continue;
            }
          bundle = bundle_at (net, link);
          if (bundle.up > 0)
            {
              const guint pair = pair_of (self, link);
              if (pass == 0)
                self->pair_first[pair + 1]++;
              else
                self->blue[self->pair_first[pair] + filled[pair]++]
                    = (DlBlueBundle) { net->link_from[link], net->link_to[link],
                                       net->link_cable[link], bundle };
            }
          link += bundle.n;
        }
      if (pass == 0)
        {
          for (guint pair = 0; pair < n_pairs; pair++)
            {
              most = MAX (most, self->pair_first[pair + 1]);
              self->pair_first[pair + 1] += self->pair_first[pair];
            }
          self->blue = g_new (DlBlueBundle, MAX (self->pair_first[n_pairs], 1));
        }
    }
  for (guint pair = 0; pair < n_pairs; pair++)
    qsort (&self->blue[self->pair_first[pair]], filled[pair], sizeof *self->blue, compare_blue);
  self->words = MAX ((most + 63) / 64, 1);
}

/* Sort the bundles of each pair by the chassis and blades in which they begin and end. */
static void
sort_blue (DlDragonflyRoutes *self)
{
  const DlDragonfly *net = self->dragonfly;
  const guint n_pairs = net->n_groups * net->n_groups;
  const gsize stride = (gsize) (self->n_chassis + self->n_blades) * self->words;

  if (n_pairs * stride * sizeof (guint64) > MAX_SETS_BYTES / 2)
    return;
  self->near = g_new0 (guint64, n_pairs * stride);
  self->far = g_new0 (guint64, n_pairs * stride);
  for (guint pair = 0; pair < n_pairs; pair++)
    for (guint i = self->pair_first[pair]; i < self->pair_first[pair + 1]; i++)
      {
        const guint place = i - self->pair_first[pair], word = place / 64;
        const guint64 bit = G_GUINT64_CONSTANT (1) << place % 64;
        const DlRouterAt *from = &net->router[self->blue[i].from];
        const DlRouterAt *to = &net->router[self->blue[i].to];
        guint64 *near = self->near + pair * stride, *far = self->far + pair * stride;

        near[from->chassis * self->words + word] |= bit;
        near[(self->n_chassis + from->blade) * self->words + word] |= bit;
        far[to->chassis * self->words + word] |= bit;
        far[(self->n_chassis + to->blade) * self->words + word] |= bit;
      }
}

/* Candidates of a hop: the links of a router, or for a detour those to each root. */
static guint
count_candidates (const DlDragonflyRoutes *self)
{
  const DlDragonfly *net = self->dragonfly;
  guint most = 1, parallel = 1, routers = 1;

  for (guint router = 0; router < net->n_routers; router++)
    most = MAX (most, net->first_link[router + 1] - net->first_link[router]);
  for (guint link = 0; link < net->n_links; link++)
    if (net->link_class[link] != DL_LINK_BLUE)
      parallel = MAX (parallel, net->link_parallel[link] + 1u);
  for (guint group = 0; group < net->n_groups; group++)
    routers = MAX (routers, net->group_first[group + 1] - net->group_first[group]);
  return MAX (most, parallel * routers);
}

/* The routes ----------------------------------------------------------------------------------- */

static void
dragonfly_routes_free (gpointer data)
{
  DlDragonflyRoutes *self = data;

  for (guint group = 0; group < self->dragonfly->n_groups; group++)
    g_free (self->local_cost[group]);
  g_free (self->local_cost);
  g_free (self->green);
  g_free (self->black);
  g_free (self->whole);
  g_free (self->working);
  g_free (self->working_first);
  g_free (self->working_index);
  g_free (self->pair_first);
  g_free (self->blue);
  g_free (self->near);
  g_free (self->far);
  dl_dragonfly_unref (self->dragonfly);
  g_free (self);
}

DlDragonflyRoutes *
dl_dragonfly_routes_new (DlDragonfly *dragonfly, const DlDragonflyMinimal *minimal)
{
  DlDragonflyRoutes *self = g_new0 (DlDragonflyRoutes, 1);

  dl_shared_init (&self->head.shared, dragonfly_routes_free);
  self->head.shape = self->dragonfly = dl_dragonfly_ref (dragonfly);
  self->minimal = minimal != NULL ? minimal : dl_dragonfly_minimal_default ();
  measure_groups (self);
  find_neighbours (self);
  list_working (self);
  self->whole = g_new (guint8, dragonfly->n_groups);
  self->local_cost = g_new0 (guint8 *, dragonfly->n_groups);
  for (guint group = 0; group < dragonfly->n_groups; group++)
    {
      self->whole[group] = is_whole (self, group);
      if (!self->whole[group])
        self->local_cost[group] = local_costs (self, group);
    }
  list_blue (self);
  sort_blue (self);
  self->max_candidates = count_candidates (self);
  return self;
}

/* Next hops of a packet at a router of a dragonfly. */
#include "dl-dragonfly-routes.h"

#include "dl-rng.h"

#include <string.h>

/* Inside a group ------------------------------------------------------------------------------- */

const DlLinkBundle *
dl_dragonfly_toward (const DlDragonflyRoutes *self, guint from, guint to)
{
  const DlRouterAt *a = &self->dragonfly->router[from], *b = &self->dragonfly->router[to];
  const DlLinkBundle *bundle;

  if (from == to)
    return NULL;
  if (a->blade == b->blade)
    bundle = dl_dragonfly_black (self, from, b->chassis);
  else
    {
      bundle = dl_dragonfly_green (self, from, b->blade);
      if (a->chassis != b->chassis && bundle->up > 0
          && dl_dragonfly_black (self, self->dragonfly->link_to[bundle->first], b->chassis)->up
                 == 0)
        return NULL;
    }
  return bundle->up > 0 ? bundle : NULL;
}

static guint
local_cost (const DlDragonflyRoutes *self, guint from, guint to)
{
  const DlRouterAt *a = &self->dragonfly->router[from], *b = &self->dragonfly->router[to];
  const guint first = self->dragonfly->group_first[a->group];

  if (self->whole[a->group])
    return (a->chassis != b->chassis) + (a->blade != b->blade);
  return self
      ->local_cost[a->group][(from - first) * (self->dragonfly->group_first[a->group + 1] - first)
                             + (to - first)];
}

/* The hops to @to that are open to a packet after @turn, green first. */
static guint
hops_after (const DlDragonflyRoutes *self, guint from, guint to, DlDragonflyTurn turn)
{
  const DlRouterAt *a = &self->dragonfly->router[from], *b = &self->dragonfly->router[to];
  const guint cost = local_cost (self, from, to);

  if (cost >= DL_DRAGONFLY_DETOUR
      || (from != to
          && !dl_dragonfly_open (turn, a->blade != b->blade ? DL_LINK_GREEN : DL_LINK_BLACK)))
    return DL_DRAGONFLY_FAR;
  return cost;
}

/* Between groups ------------------------------------------------------------------------------- */

/* All of @n bundles, of word @w of a set. */
static guint64
all_runs (guint n, guint w)
{
  const guint left = n > w * 64 ? n - w * 64 : 0;

  return left >= 64 ? ~G_GUINT64_CONSTANT (0) : (G_GUINT64_CONSTANT (1) << left) - 1;
}

static void
near_after (const DlDragonflyRoutes *self, guint router, guint to, DlDragonflyTurn turn,
            guint64 *sets)
{
  const DlRouterAt *at = &self->dragonfly->router[router];
  const guint words = self->words;
  const gsize pair = at->group * self->dragonfly->n_groups + to;
  const guint n = self->pair_first[pair + 1] - self->pair_first[pair];

  if (self->near != NULL && self->whole[at->group])
    {
      const guint64 *places
          = self->near + pair * (gsize) (self->n_chassis + self->n_blades) * words;
      const guint64 *chassis = places + at->chassis * words;
      const guint64 *blade = places + (self->n_chassis + at->blade) * words;
      const guint64 by_green
          = dl_dragonfly_open (turn, DL_LINK_GREEN) ? ~G_GUINT64_CONSTANT (0) : 0;
      const guint64 by_black
          = dl_dragonfly_open (turn, DL_LINK_BLACK) ? ~G_GUINT64_CONSTANT (0) : 0;

      for (guint w = 0; w < words; w++)
        {
          sets[w] = chassis[w] & blade[w];
          sets[words + w]
              = (chassis[w] & ~blade[w] & by_green) | (blade[w] & ~chassis[w] & by_black);
          sets[2 * words + w] = all_runs (n, w) & ~(chassis[w] | blade[w]) & by_green;
        }
      return;
    }
  memset (sets, 0, 3 * words * sizeof *sets);
  for (guint i = 0; i < n; i++)
    {
      const guint hops
          = hops_after (self, router, self->blue[self->pair_first[pair] + i].from, turn);
      if (hops != DL_DRAGONFLY_FAR)
        sets[hops * words + i / 64] |= G_GUINT64_CONSTANT (1) << i % 64;
    }
}

void
dl_dragonfly_near_sets (const DlDragonflyRoutes *self, guint router, guint to, guint64 *sets)
{
  near_after (self, router, to, DL_TURN_NONE, sets);
}

void
dl_dragonfly_far_sets (const DlDragonflyRoutes *self, guint from, guint router, guint64 *sets)
{
  const DlRouterAt *at = &self->dragonfly->router[router];
  const guint words = self->words;
  const gsize pair = from * self->dragonfly->n_groups + at->group;
  const guint n = self->pair_first[pair + 1] - self->pair_first[pair];

  if (self->far != NULL && self->whole[at->group])
    {
      const guint64 *places = self->far + pair * (gsize) (self->n_chassis + self->n_blades) * words;
      const guint64 *chassis = places + at->chassis * words;
      const guint64 *blade = places + (self->n_chassis + at->blade) * words;

      for (guint w = 0; w < words; w++)
        {
          sets[w] = chassis[w] & blade[w];
          sets[words + w] = chassis[w] ^ blade[w];
          sets[2 * words + w] = all_runs (n, w) & ~(chassis[w] | blade[w]);
        }
      return;
    }
  memset (sets, 0, 3 * words * sizeof *sets);
  for (guint i = 0; i < n; i++)
    {
      const guint hops = local_cost (self, self->blue[self->pair_first[pair] + i].to, router);
      if (hops < DL_DRAGONFLY_DETOUR)
        sets[hops * words + i / 64] |= G_GUINT64_CONSTANT (1) << i % 64;
    }
}

/* Word @w of three sets by hops, if the rule counts these hops; else all links as without any. */
static inline void
fold (const guint64 *sets, gboolean counts, guint words, guint w, guint64 folded[3])
{
  for (guint i = 0; i <= 2; i++)
    folded[i] = sets[i * words + w];
  if (counts)
    return;
  folded[0] |= folded[1] | folded[2];
  folded[1] = folded[2] = 0;
}

/* Word @w of the bundles with that rank. */
static inline guint64
with_rank (const DlDragonflyRoutes *self, const guint64 *near, const guint64 *far, guint rank,
           guint w)
{
  guint64 before[3], after[3], set = 0;

  fold (near, self->minimal->counts_near, self->words, w, before);
  fold (far, self->minimal->counts_far, self->words, w, after);
  for (guint i = rank > 2 ? rank - 2 : 0; i <= MIN (rank, 2); i++)
    set |= before[i] & after[rank - i];
  return set;
}

/* The most hops in all of a bundle of @set. */
static guint
longest_of_set (const DlDragonflyRoutes *self, const guint64 *near, const guint64 *far,
                const guint64 *set)
{
  const guint words = self->words;

  for (guint hops = 4; hops > 0; hops--)
    for (guint w = 0; w < words; w++)
      for (guint i = hops > 2 ? hops - 2 : 0; i <= MIN (hops, 2); i++)
        if (near[i * words + w] & far[(hops - i) * words + w] & set[w])
          return hops + 1;
  return 1;
}

guint
dl_dragonfly_join_sets (const DlDragonflyRoutes *self, const guint64 *near, const guint64 *far,
                        guint64 *set)
{
  const guint most = dl_dragonfly_minimal_rank (self->minimal, 2, 2);

  for (guint rank = 0; rank <= most; rank++)
    {
      guint64 any = 0;

      for (guint w = 0; w < self->words; w++)
        any |= set[w] = with_rank (self, near, far, rank, w);
      if (any != 0)
        return longest_of_set (self, near, far, set);
    }
  return DL_DRAGONFLY_FAR;
}

/* One by one, where a detour may follow in the other group. */
static guint
best_of_runs (const DlDragonflyRoutes *self, guint from, guint dest, DlDragonflyTurn turn,
              guint64 *set)
{
  guint n, best = G_MAXUINT, longest = 0;
  const DlBlueBundle *bundles = dl_dragonfly_blue_bundles (self, dl_dragonfly_group (self, from),
                                                           dl_dragonfly_group (self, dest), &n);

  memset (set, 0, self->words * sizeof *set);
  for (guint i = 0; i < n; i++)
    {
      const guint near = hops_after (self, from, bundles[i].from, turn);
      const guint far
          = near != DL_DRAGONFLY_FAR ? local_cost (self, bundles[i].to, dest) : DL_DRAGONFLY_FAR;
      const guint rank = dl_dragonfly_minimal_rank (self->minimal, near, far);

      if (far == DL_DRAGONFLY_FAR || rank > best)
        continue;
      if (rank < best)
        {
          memset (set, 0, self->words * sizeof *set);
          longest = 0;
        }
      best = rank;
      longest = MAX (longest, near + 1 + far);
      set[i / 64] |= G_GUINT64_CONSTANT (1) << i % 64;
    }
  return longest > 0 ? longest : DL_DRAGONFLY_FAR;
}

/* The plain ones. */
static guint
best_plain (const DlDragonflyRoutes *self, guint from, guint dest, DlDragonflyTurn turn,
            guint64 *set)
{
  guint64 *sets = g_newa (guint64, 6 * self->words);

  near_after (self, from, dl_dragonfly_group (self, dest), turn, sets);
  dl_dragonfly_far_sets (self, dl_dragonfly_group (self, from), dest, sets + 3 * self->words);
  return dl_dragonfly_join_sets (self, sets, sets + 3 * self->words, set);
}

/* The blue bundles to take from @from, where a packet has made @turn, without a root before them.
 * Returns the cost. */
static guint
best_blue (const DlDragonflyRoutes *self, guint from, guint dest, DlDragonflyTurn turn,
           guint64 *set)
{
  const guint hops = best_plain (self, from, dest, turn, set);

  if (hops != DL_DRAGONFLY_FAR || self->whole[dl_dragonfly_group (self, dest)])
    return hops;
  return best_of_runs (self, from, dest, turn, set);
}

guint
dl_dragonfly_blue (const DlDragonflyRoutes *self, guint source, guint dest, guint64 *set)
{
  return best_plain (self, source, dest, DL_TURN_NONE, set);
}

/* The cost from @from by @root, in its group, to @dest in another one. */
static guint
cost_by_root (const DlDragonflyRoutes *self, guint from, guint root, guint dest, guint64 *set)
{
  const guint up = from != root ? local_cost (self, from, root) : DL_DRAGONFLY_FAR;
  guint down;

  if (up >= DL_DRAGONFLY_DETOUR)
    return DL_DRAGONFLY_FAR;
  down = best_blue (self, root, dest, DL_TURN_ROOT, set);
  return down != DL_DRAGONFLY_FAR ? DL_DRAGONFLY_DETOUR + up + down : DL_DRAGONFLY_FAR;
}

static guint
best_root_cost (const DlDragonflyRoutes *self, guint from, guint dest)
{
  const guint group = dl_dragonfly_group (self, from);
  guint64 *set = g_newa (guint64, self->words);
  guint best = DL_DRAGONFLY_FAR;

  if (!self->whole[group])
    for (guint i = self->working_first[group]; i < self->working_first[group + 1]; i++)
      best = MIN (best, cost_by_root (self, from, self->working[i], dest, set));
  return best;
}

guint
dl_dragonfly_cost (const DlDragonflyRoutes *self, guint source, guint dest)
{
  guint64 *set = g_newa (guint64, self->words);
  guint cost;

  if (!self->dragonfly->router_up[source] || !self->dragonfly->router_up[dest])
    return DL_DRAGONFLY_FAR;
  if (dl_dragonfly_group (self, source) == dl_dragonfly_group (self, dest))
    return local_cost (self, source, dest);
  cost = best_blue (self, source, dest, DL_TURN_NONE, set);
  if (cost < DL_DRAGONFLY_DETOUR)
    return cost;
  return MIN (cost, best_root_cost (self, source, dest));
}

gboolean
dl_dragonfly_plain_groups (const DlDragonflyRoutes *self, guint a, guint b)
{
  const guint pair = a * self->dragonfly->n_groups + b;

  return self->whole[a] && self->whole[b]
         && (a == b || self->pair_first[pair] < self->pair_first[pair + 1]);
}

gboolean
dl_dragonfly_plain (const DlDragonflyRoutes *self, guint source, guint dest)
{
  const guint a = dl_dragonfly_group (self, source), b = dl_dragonfly_group (self, dest);
  guint64 *set = g_newa (guint64, self->words);

  if (dl_dragonfly_plain_groups (self, a, b))
    return TRUE;
  if (!self->dragonfly->router_up[source] || !self->dragonfly->router_up[dest])
    return FALSE;
  if (a == b)
    return local_cost (self, source, dest) < DL_DRAGONFLY_DETOUR;
  return best_plain (self, source, dest, DL_TURN_NONE, set) != DL_DRAGONFLY_FAR;
}

/* The candidates ------------------------------------------------------------------------------- */

static guint
add_run (const DlDragonflyRoutes *self, const DlLinkBundle *bundle, guint behind, guint root,
         DlDragonflyNextHop *ways, guint n)
{
  for (guint link = bundle->first; link < bundle->first + bundle->n; link++)
    if (bundle->up == bundle->n || self->dragonfly->link_state[link] == DL_LINK_UP)
      ways[n++] = (DlDragonflyNextHop) { { link, root }, behind, bundle->up };
  return n;
}

/* Towards each of the roots of @router's group that cost no more than @cost in all. */
static guint
add_roots (const DlDragonflyRoutes *self, guint router, guint dest, guint cost,
           DlDragonflyNextHop *ways)
{
  const guint group = dl_dragonfly_group (self, router);
  const gboolean local = group == dl_dragonfly_group (self, dest);
  guint64 *set = g_newa (guint64, self->words);
  guint n = 0;

  for (guint i = self->working_first[group]; i < self->working_first[group + 1]; i++)
    {
      const guint root = self->working[i];
      const guint up
          = root != router && root != dest ? local_cost (self, router, root) : DL_DRAGONFLY_FAR;
      const DlLinkBundle *links;
      guint down;

      if (up >= DL_DRAGONFLY_DETOUR)
        continue;
      down
          = local ? local_cost (self, root, dest) : best_blue (self, root, dest, DL_TURN_ROOT, set);
      if ((local && down >= DL_DRAGONFLY_DETOUR) || DL_DRAGONFLY_DETOUR + up + down != cost)
        continue;
      links = dl_dragonfly_toward (self, router, root);
      n = add_run (self, links, links->up, root, ways, n);
    }
  return n;
}

static guint
next_local (const DlDragonflyRoutes *self, guint router, guint target,
            const DlDragonflyPacket *packet, DlDragonflyNextHop *ways)
{
  const guint hops_left = hops_after (self, router, target, packet->turn);
  guint cost;

  if (router == target)
    return 0;
  if (hops_left != DL_DRAGONFLY_FAR)
    {
      const DlLinkBundle *links = dl_dragonfly_toward (self, router, target);

      return add_run (self, links, links->up, packet->root, ways, 0);
    }
  cost = local_cost (self, router, target);
  if (cost == DL_DRAGONFLY_FAR || packet->root != DL_NO_NODE || packet->turn != DL_TURN_NONE
      || packet->vc + 1 >= DL_DRAGONFLY_VCS)
    return 0;
  return add_roots (self, router, target, cost, ways);
}

/* Number of a first hop: green by blade, then black by chassis. */
static guint
first_hop (const DlDragonflyRoutes *self, guint router, guint to)
{
  const DlRouterAt *a = &self->dragonfly->router[router], *b = &self->dragonfly->router[to];

  return a->blade != b->blade ? b->blade : self->n_blades + b->chassis;
}

/* First links of paths from @router to the bundles of @set, each once, with the blue links that
 * each leads to. */
static guint
add_set (const DlDragonflyRoutes *self, guint router, const DlBlueBundle *bundles,
         const guint64 *set, guint root, DlDragonflyNextHop *ways)
{
  guint *behind = g_newa0 (guint, self->n_blades + self->n_chassis);
  guint n = 0;

  for (guint w = 0; w < self->words; w++)
    for (guint64 bits = set[w]; bits != 0; bits &= bits - 1)
      {
        const DlBlueBundle *bundle = &bundles[w * 64 + __builtin_ctzll (bits)];

        behind[first_hop (self, router, bundle->from)] += bundle->links.up;
      }
  for (guint w = 0; w < self->words; w++)
    for (guint64 bits = set[w]; bits != 0; bits &= bits - 1)
      {
        const DlBlueBundle *bundle = &bundles[w * 64 + __builtin_ctzll (bits)];
        guint *left = &behind[first_hop (self, router, bundle->from)];

        if (bundle->from == router)
          n = add_run (self, &bundle->links, bundle->links.up, root, ways, n);
        else if (*left > 0)
          {
            n = add_run (self, dl_dragonfly_toward (self, router, bundle->from), *left, root, ways,
                         n);
            *left = 0;
          }
      }
  return n;
}

static guint
next_global (const DlDragonflyRoutes *self, guint router, guint target,
             const DlDragonflyPacket *packet, DlDragonflyNextHop *ways)
{
  guint64 *set = g_newa (guint64, self->words);
  guint cost = best_blue (self, router, target, packet->turn, set), n;
  const DlBlueBundle *bundles;

  if (packet->root != DL_NO_NODE && cost >= DL_DRAGONFLY_DETOUR)
    return 0;
  if (cost >= DL_DRAGONFLY_DETOUR && packet->turn == DL_TURN_NONE)
    {
      const guint by_root = best_root_cost (self, router, target);

      if (by_root < cost && packet->vc + 1 + by_root / DL_DRAGONFLY_DETOUR < DL_DRAGONFLY_VCS)
        return add_roots (self, router, target, by_root, ways);
    }
  if (cost == DL_DRAGONFLY_FAR || packet->vc + 1 + cost / DL_DRAGONFLY_DETOUR >= DL_DRAGONFLY_VCS)
    return 0;
  bundles = dl_dragonfly_blue_bundles (self, dl_dragonfly_group (self, router),
                                       dl_dragonfly_group (self, target), &n);
  return add_set (self, router, bundles, set, packet->root, ways);
}

guint
dl_dragonfly_next (const DlDragonflyRoutes *self, guint router, const DlDragonflyPacket *packet,
                   DlDragonflyNextHop *ways)
{
  const guint target = packet->root != DL_NO_NODE ? packet->root : packet->dest;

  if (dl_dragonfly_group (self, router) == dl_dragonfly_group (self, target))
    return next_local (self, router, target, packet, ways);
  return next_global (self, router, target, packet, ways);
}

guint64
dl_dragonfly_sum_behind (const DlDragonflyNextHop *ways, guint n)
{
  guint64 sum = 0;

  for (guint i = 0; i < n; i += ways[i].beside)
    sum += ways[i].behind;
  return sum;
}

/* Weights are whole numbers of 1 / (DRAWN x beside of the path that is left out), so that no
 * multiple of all of them is needed. */
#define DRAWN 0x10000

guint
dl_dragonfly_pick (const DlDragonflyNextHop *ways, guint n, guint without, guint64 random)
{
  const guint64 out = without < n ? ways[without].beside : 1;
  const guint64 unit = out * DRAWN;
  guint64 sum = dl_dragonfly_sum_behind (ways, n) * unit, at;

  if (without < n)
    sum -= (guint64) ways[without].behind * DRAWN;
  random >>= 32;
  at = (sum >> 32) * random + ((sum & G_MAXUINT32) * random >> 32);
  for (guint i = 0;; i += ways[i].beside)
    {
      const gboolean one_less = without >= i && without < i + ways[i].beside;
      const guint links = ways[i].beside - one_less;
      const guint64 weight
          = one_less ? (guint64) ways[i].behind * links * DRAWN : (guint64) ways[i].behind * unit;

      if (at < weight)
        {
          /* Offset in one path's weight, times @behind. */
          guint place = i + at / ways[i].behind * links / (one_less ? links * DRAWN : unit);

          return place + (one_less && place >= without);
        }
      at -= weight;
    }
}

void
dl_dragonfly_move (const DlDragonflyRoutes *self, DlDragonflyHop hop, DlDragonflyPacket *packet)
{
  packet->root = hop.root;
  switch ((DlLinkClass) self->dragonfly->link_class[hop.link])
    {
    case DL_LINK_GREEN:
      packet->turn = DL_TURN_GREEN;
      break;
    case DL_LINK_BLACK:
      packet->turn = DL_TURN_BLACK;
      break;
    default:
      packet->turn = DL_TURN_NONE;
      packet->vc++;
    }
  if (packet->root == self->dragonfly->link_to[hop.link])
    {
      packet->root = DL_NO_NODE;
      packet->turn = DL_TURN_ROOT;
      packet->vc++;
    }
}

/* Roots ---------------------------------------------------------------------------------------- */

static guint
group_working (const DlDragonflyRoutes *self, guint group)
{
  return self->working_first[group + 1] - self->working_first[group];
}

/* The routers that roots are drawn from, both ends among them, as places in the list of working
 * ones. */
static void
root_places (const DlDragonflyRoutes *self, guint source, guint dest, guint *first, guint *n)
{
  const guint group = dl_dragonfly_group (self, source);
  const gboolean local = group == dl_dragonfly_group (self, dest);

  *first = local ? self->working_first[group] : 0;
  *n = local ? group_working (self, group) : self->working_first[self->dragonfly->n_groups];
}

guint
dl_dragonfly_n_roots (const DlDragonflyRoutes *self, guint source, guint dest)
{
  guint first, n;

  root_places (self, source, dest, &first, &n);
  return n - self->dragonfly->router_up[source]
         - (source != dest && self->dragonfly->router_up[dest]);
}

guint
dl_dragonfly_root (const DlDragonflyRoutes *self, guint source, guint dest, guint i)
{
  const guint low = MIN (source, dest), high = MAX (source, dest);
  guint first, n;

  root_places (self, source, dest, &first, &n);
  i += first;
  if (i >= self->working_index[low] && self->dragonfly->router_up[low])
    i++;
  if (source != dest && i >= self->working_index[high] && self->dragonfly->router_up[high])
    i++;
  return self->working[i];
}

/* Is there a root with plain paths both to and from it? */
static gboolean
has_third (const DlDragonflyRoutes *self, guint source, guint dest)
{
  guint n = 0;

  if (dl_dragonfly_group (self, source) != dl_dragonfly_group (self, dest))
    n = dl_dragonfly_n_roots (self, source, dest);
  for (guint i = 0; i < n; i++)
    if (dl_dragonfly_root_fits (self, source, dl_dragonfly_root (self, source, dest, i), dest))
      return TRUE;
  return FALSE;
}

/* Where nothing else is left: a root with plain paths, all of them alike. They are in third groups,
 * as a path through any other router is one that dl_dragonfly_cost knows. */
static gboolean
draw_third (const DlDragonflyRoutes *self, guint source, guint dest, guint64 random,
            DlDragonflyPacket *packet)
{
  const guint n = dl_dragonfly_n_roots (self, source, dest);
  guint fitting = 0, wanted;

  if (!has_third (self, source, dest))
    return FALSE;
  for (guint i = 0; i < n; i++)
    fitting
        += dl_dragonfly_root_fits (self, source, dl_dragonfly_root (self, source, dest, i), dest);
  wanted = dl_rng_pick (random, fitting);
  for (guint i = 0;; i++)
    {
      const guint root = dl_dragonfly_root (self, source, dest, i);

      if (dl_dragonfly_root_fits (self, source, root, dest) && wanted-- == 0)
        {
          packet->root = root;
          return TRUE;
        }
    }
}

/* Without a third group. */
static gboolean
has_own_path (const DlDragonflyRoutes *self, guint source, guint dest)
{
  return dl_dragonfly_plain_groups (self, dl_dragonfly_group (self, source),
                                    dl_dragonfly_group (self, dest))
         || dl_dragonfly_cost (self, source, dest) != DL_DRAGONFLY_FAR;
}

gboolean
dl_dragonfly_reachable (const DlDragonflyRoutes *self, guint source, guint dest)
{
  if (!self->dragonfly->router_up[source] || !self->dragonfly->router_up[dest])
    return FALSE;
  /* The first root that fits is soon found, the cost looks at all of a group. */
  return source == dest || has_third (self, source, dest) || has_own_path (self, source, dest);
}

gboolean
dl_dragonfly_inject (const DlDragonflyRoutes *self, guint source, guint dest, gboolean nonminimal,
                     guint64 random, DlDragonflyPacket *packet)
{
  *packet = (DlDragonflyPacket) { dest, DL_NO_NODE, 0, DL_TURN_NONE };
  if (!self->dragonfly->router_up[source] || !self->dragonfly->router_up[dest])
    return FALSE;
  if (source == dest)
    return TRUE;
  if (nonminimal)
    {
      const guint n = dl_dragonfly_n_roots (self, source, dest);

      if (n > 0)
        {
          const guint root = dl_dragonfly_root (self, source, dest, dl_rng_pick (random, n));
          if (dl_dragonfly_root_fits (self, source, root, dest))
            {
              packet->root = root;
              return TRUE;
            }
        }
    }
  return has_own_path (self, source, dest) || draw_third (self, source, dest, random, packet);
}

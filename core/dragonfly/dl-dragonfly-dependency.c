/* The dependencies of all routes without following each: pairs of groups by classes of routers,
 * paths up to a root and down from it on their own, joined at the root. */
#include "dl-dragonfly-dependency.h"

#include "dl-dragonfly-shares.h"

#include <string.h>

/* Channels a packet may take after @hop on @vc. */
static guint16
after_hop (const DlDragonflyRoutes *routes, DlDragonflyHop hop, guint vc, guint classes)
{
  DlDragonflyPacket packet = { DL_NO_NODE, hop.root, vc, DL_TURN_NONE };
  guint16 next = 0;

  dl_dragonfly_move (routes, hop, &packet);
  for (guint class = 0; class < DL_N_LINK_CLASSES && packet.vc < DL_DRAGONFLY_VCS; class ++)
    if (classes >> class & 1 && dl_dragonfly_open (packet.turn, class))
      next |= 1 << (class * DL_DRAGONFLY_VCS + packet.vc);
  return next;
}

void
dl_dragonfly_quotient_init (DlDragonflyQuotient *quotient, const DlDragonflyRoutes *routes)
{
  const DlDragonfly *net = routes->dragonfly;
  guint32 example[DL_N_LINK_CLASSES];
  guint classes = 0;

  *quotient = (DlDragonflyQuotient) { { 0 } };
  for (guint link = 0; link < net->n_links; link++)
    if (net->link_state[link] == DL_LINK_UP)
      {
        classes |= 1 << net->link_class[link];
        example[net->link_class[link]] = link;
      }
  for (guint class = 0; class < DL_N_LINK_CLASSES; class ++)
    for (guint vc = 0; classes >> class & 1 && vc < DL_DRAGONFLY_VCS; vc++)
      {
        const guint32 link = example[class];
        guint16 *next = &quotient->next[class * DL_DRAGONFLY_VCS + vc];

        /* Without a root, on the way to one, and where it is reached. */
        *next |= after_hop (routes, (DlDragonflyHop) { link, DL_NO_NODE }, vc, classes);
        *next |= after_hop (routes, (DlDragonflyHop) { link, net->link_from[link] }, vc, classes);
        *next |= after_hop (routes, (DlDragonflyHop) { link, net->link_to[link] }, vc, classes);
      }
}

static guint
next_classes (gconstpointer data, guint node, guint32 *targets)
{
  const DlDragonflyQuotient *quotient = data;
  guint n = 0;

  for (guint bits = quotient->next[node]; bits != 0; bits &= bits - 1)
    targets[n++] = __builtin_ctz (bits);
  return n;
}

DlVerdict *
dl_dragonfly_verdict_new_quick (const DlDragonflyRoutes *routes, const DlDragonflyMode *mode,
                                const DlDragonflyQuotient *quotient, GCancellable *cancellable)
{
  const DlCycleGraph graph
      = { DL_DRAGONFLY_QUOTIENT, DL_DRAGONFLY_QUOTIENT, quotient, next_classes };
  g_autoptr (DlVerdict) verdict = dl_verdict_new_found (&graph, cancellable);

  if (verdict == NULL || verdict->deadlock_free)
    return g_steal_pointer (&verdict);
  g_autoptr (DlDragonflyDependencies) all
      = dl_dragonfly_dependencies_new (routes, mode, cancellable);
  return all != NULL ? dl_dragonfly_verdict_new (all, cancellable) : NULL;
}

#define NONE 0xffff /* no router or group yet */
#define MANY 0xfffe /* more than one */

typedef struct
{
  const DlDragonflyRoutes *routes;
  const DlDragonfly *net;
  DlDragonflyDependencies *out;
  gboolean local_roots, global_roots; /* packets inside a group, and between groups, have some */
  DlDragonflyClasses source, dest;
  guint64 *near_sets, *far_sets; /* (classes x 3 x words) dl_dragonfly_near_sets */
  guint64 *near;  /* (classes of source x words) blue bundles that some packet of the class takes */
  guint64 *far;   /* (classes of dest x words) the same for where it goes */
  guint64 *first; /* (n_routers x n_groups x out->words) ports to a group, those of paths down
                     first */
  guint16 *last;  /* (n_links x 2) group from which paths up end with that link, on VC0 and VC1 */
} Builder;

static guint
port_of (const DlDragonfly *net, guint link)
{
  return link - net->first_link[net->link_from[link]];
}

static void
add_ports (const Builder *b, const DlLinkBundle *bundle, guint64 *ports)
{
  for (guint link = bundle->first; link < bundle->first + bundle->n; link++)
    if (b->net->link_state[link] == DL_LINK_UP)
      ports[port_of (b->net, link) / 64] |= G_GUINT64_CONSTANT (1) << port_of (b->net, link) % 64;
}

/* All links of @before on @vc lead on to all of @after on @next_vc. */
static void
add_dependency (const Builder *b, const DlLinkBundle *before, guint vc, const DlLinkBundle *after,
                guint next_vc)
{
  for (guint link = before->first; link < before->first + before->n; link++)
    if (b->net->link_state[link] == DL_LINK_UP)
      add_ports (
          b, after,
          dl_dragonfly_dependencies_ports (b->out, dl_dragonfly_channel (link, vc), next_vc));
}

/* The bundles of links of the plain path inside a group; returns how many. */
static guint
local_way (const Builder *b, guint from, guint to, const DlLinkBundle *way[2])
{
  guint n = 0;

  while (from != to)
    {
      way[n] = dl_dragonfly_toward (b->routes, from, to);
      from = b->net->link_to[way[n++]->first];
    }
  return n;
}

/* Inside groups -------------------------------------------------------------------------------- */

static void
note (guint16 *who, guint number)
{
  *who = *who == NONE || *who == number ? number : MANY;
}

/* Paths up end at @root, paths down begin there: which follow each other, of packets between two
 * different routers. */
static void
join_local (const Builder *b, guint root, guint16 *ends, guint16 *begins)
{
  const DlDragonfly *net = b->net;
  const guint group = net->router[root].group, low = net->group_first[group];
  const guint n_ports = net->first_link[root + 1] - net->first_link[root];
  const DlLinkBundle *way[2];

  memset (ends, 0xff, n_ports * sizeof *ends);
  memset (begins, 0xff, n_ports * sizeof *begins);
  for (guint i = b->routes->working_first[group]; i < b->routes->working_first[group + 1]; i++)
    {
      const guint router = b->routes->working[i];

      if (router == root)
        continue;
      if (dl_dragonfly_plain (b->routes, router, root))
        {
          const DlLinkBundle *last = way[local_way (b, router, root, way) - 1];
          note (&ends[port_of (net, net->link_back[last->first])], router - low);
        }
      if (dl_dragonfly_plain (b->routes, root, router))
        {
          local_way (b, root, router, way);
          note (&begins[port_of (net, way[0]->first)], router - low);
        }
    }
  for (guint in = 0; in < n_ports; in++)
    for (guint out = 0; ends[in] != NONE && out < n_ports; out++)
      {
        const guint link = net->first_link[root] + out;
        const guint back = net->link_back[net->first_link[root] + in];

        if (begins[out] == NONE || (ends[in] == begins[out] && ends[in] != MANY))
          continue;
        /* Both are the first of their bundles, here and at the other end. */
        const DlRouterAt *to = &net->router[net->link_to[link]];
        const DlRouterAt *at = &net->router[root];
        const DlLinkBundle *after = net->link_class[link] == DL_LINK_GREEN
                                        ? dl_dragonfly_green (b->routes, root, to->blade)
                                        : dl_dragonfly_black (b->routes, root, to->chassis);
        const guint from = net->link_from[back];
        const DlLinkBundle *before = net->link_class[back] == DL_LINK_GREEN
                                         ? dl_dragonfly_green (b->routes, from, at->blade)
                                         : dl_dragonfly_black (b->routes, from, at->chassis);
        add_dependency (b, before, 0, after, 1);
      }
}

static void
add_group (const Builder *b, guint group)
{
  const DlDragonflyRoutes *routes = b->routes;
  const DlLinkBundle *way[2];
  guint16 *ends = g_newa (guint16, routes->max_candidates);
  guint16 *begins = g_newa (guint16, routes->max_candidates);

  for (guint i = routes->working_first[group]; i < routes->working_first[group + 1]; i++)
    for (guint j = routes->working_first[group]; j < routes->working_first[group + 1]; j++)
      {
        const guint from = routes->working[i], to = routes->working[j];

        if (!dl_dragonfly_plain (routes, from, to) || local_way (b, from, to, way) < 2)
          continue;
        add_dependency (b, way[0], 0, way[1], 0);
        if (b->local_roots && dl_dragonfly_n_roots (routes, from, to) > 0)
          add_dependency (b, way[0], 1, way[1], 1);
        /* Down from a root in the destination's group, which the packet crossed into. */
        if (b->global_roots)
          add_dependency (b, way[0], 2, way[1], 2);
      }
  for (guint i = routes->working_first[group];
       b->local_roots && i < routes->working_first[group + 1]; i++)
    join_local (b, routes->working[i], ends, begins);
}

/* Ports of @root to group @to. */
static guint64 *
first_ports (const Builder *b, guint root, guint to)
{
  return b->first + ((gsize) root * b->net->n_groups + to) * b->out->words;
}

/* Join ports for packets between groups: paths down from @root inside its group, and paths up to it
 * from there, which lead on to other groups. */
static void
join_own (const Builder *b, guint root)
{
  const DlDragonflyRoutes *routes = b->routes;
  const DlDragonfly *net = b->net;
  const guint group = net->router[root].group, words = b->out->words;
  const DlLinkBundle *way[2];

  for (guint i = routes->working_first[group]; i < routes->working_first[group + 1]; i++)
    {
      const guint router = routes->working[i];

      if (router != root && dl_dragonfly_plain (routes, root, router))
        {
          local_way (b, root, router, way);
          add_ports (b, way[0], first_ports (b, root, group));
        }
      if (router == root || !dl_dragonfly_plain (routes, router, root))
        continue;
      const DlLinkBundle *last = way[local_way (b, router, root, way) - 1];
      for (guint link = last->first; link < last->first + last->n; link++)
        for (guint to = 0; to < net->n_groups && net->link_state[link] == DL_LINK_UP; to++)
          for (guint w = 0; to != group && w < words; w++)
            dl_dragonfly_dependencies_ports (b->out, dl_dragonfly_channel (link, 0), 1)[w]
                |= first_ports (b, root, to)[w];
    }
}

/* Between groups ------------------------------------------------------------------------------- */

/* Find the blue bundles that any pair takes, by class. */
static void
find_runs (Builder *b, guint from, guint to)
{
  const guint words = b->routes->words;
  guint64 *set = g_newa (guint64, words);

  dl_dragonfly_classes_sort (&b->source, b->routes, from, to, FALSE);
  dl_dragonfly_classes_sort (&b->dest, b->routes, to, from, TRUE);
  memset (b->near, 0, b->source.n * words * sizeof *b->near);
  memset (b->far, 0, b->dest.n * words * sizeof *b->far);
  for (guint s = 0; s < b->source.n; s++)
    if (b->source.count[s] > 0)
      dl_dragonfly_near_sets (b->routes, b->source.example[s], to, b->near_sets + s * 3 * words);
  for (guint d = 0; d < b->dest.n; d++)
    if (b->dest.count[d] > 0)
      dl_dragonfly_far_sets (b->routes, from, b->dest.example[d], b->far_sets + d * 3 * words);
  for (guint s = 0; s < b->source.n; s++)
    for (guint d = 0; d < b->dest.n; d++)
      {
        if (b->source.count[s] == 0 || b->dest.count[d] == 0
            || dl_dragonfly_join_sets (b->routes, b->near_sets + s * 3 * words,
                                       b->far_sets + d * 3 * words, set)
                   == DL_DRAGONFLY_FAR)
          continue;
        for (guint w = 0; w < words; w++)
          {
            b->near[s * words + w] |= set[w];
            b->far[d * words + w] |= set[w];
          }
      }
}

/* The path from @router to a blue bundle, and over it, beginning on @vc. */
static void
add_near (const Builder *b, guint router, const DlBlueBundle *bundle, guint vc, guint64 *first)
{
  const DlLinkBundle *way[3];
  const guint n = local_way (b, router, bundle->from, way);

  way[n] = &bundle->links;
  for (guint i = 0; i < n; i++)
    add_dependency (b, way[i], vc, way[i + 1], vc);
  if (first != NULL)
    add_ports (b, way[0], first);
}

/* The path to @router after it crossed on @vc; the group it came from is noted with its last
 * link. */
static void
add_far (const Builder *b, guint router, const DlBlueBundle *bundle, guint vc, guint16 *last)
{
  const DlLinkBundle *way[3] = { &bundle->links };
  const guint n = local_way (b, bundle->to, router, way + 1);

  for (guint i = 0; i < n; i++)
    add_dependency (b, way[i], vc + (i > 0), way[i + 1], vc + 1);
  for (guint link = way[n]->first; last != NULL && link < way[n]->first + way[n]->n; link++)
    if (b->net->link_state[link] == DL_LINK_UP)
      note (&last[2 * link + (n > 0)], b->net->router[bundle->from].group);
}

static guint
group_working (const Builder *b, guint group)
{
  return b->routes->working_first[group + 1] - b->routes->working_first[group];
}

/* Paths from group @from to group @to: minimal ones and up to roots from VC0, down from roots of
 * the packet's own group from VC1, and of third ones from VC2. */
static void
add_groups (Builder *b, guint from, guint to)
{
  const DlDragonfly *net = b->net;
  const guint words = b->routes->words;
  guint n;
  const DlBlueBundle *bundles = dl_dragonfly_blue_bundles (b->routes, from, to, &n);

  find_runs (b, from, to);
  for (guint base = 0; base <= (b->global_roots ? 2 : 0); base++)
    {
      if ((base == 1 && group_working (b, from) < 2) || (base == 2 && net->n_groups < 3))
        continue;
      for (guint i = 0; i < b->source.n_routers; i++)
        {
          const guint router = net->group_first[from] + i;
          const guint64 *near = b->near + b->source.of[i] * words;
          guint64 *first = base > 0 ? first_ports (b, router, to) : NULL;

          for (guint w = 0; b->source.of[i] < b->source.n && w < words; w++)
            for (guint64 bits = near[w]; bits != 0; bits &= bits - 1)
              add_near (b, router, &bundles[w * 64 + __builtin_ctzll (bits)], base, first);
        }
      for (guint i = 0; i < b->dest.n_routers; i++)
        {
          const guint64 *far = b->far + b->dest.of[i] * words;

          for (guint w = 0; b->dest.of[i] < b->dest.n && w < words; w++)
            for (guint64 bits = far[w]; bits != 0; bits &= bits - 1)
              add_far (b, net->group_first[to] + i, &bundles[w * 64 + __builtin_ctzll (bits)], base,
                       b->global_roots && base == 0 ? b->last : NULL);
        }
    }
}

/* Paths up from a group join paths down to a different one, which may be its own, at each root. */
static void
join_groups (const Builder *b)
{
  const DlDragonfly *net = b->net;
  const guint words = b->out->words;

  for (guint link = 0; link < net->n_links; link++)
    for (guint vc = 0; vc < 2; vc++)
      {
        const guint from = b->last[2 * link + vc];
        const guint64 *first = b->first + (gsize) net->link_to[link] * net->n_groups * words;
        guint64 *ports
            = dl_dragonfly_dependencies_ports (b->out, dl_dragonfly_channel (link, vc), 2);

        if (from == NONE)
          continue;
        for (guint to = 0; to < net->n_groups; to++)
          for (guint w = 0; to != from && w < words; w++)
            ports[w] |= first[to * words + w];
      }
}

/* Detours -------------------------------------------------------------------------------------- */

static void
add_route (const DlDragonflyRoute *route, double probability G_GNUC_UNUSED, gpointer data)
{
  const Builder *b = data;

  for (guint i = 0; i + 1 < route->n_steps; i++)
    {
      const DlDragonflyStep *step = &route->steps[i];
      const DlLinkBundle next = { step[1].link, 1, 1 };
      add_ports (b, &next,
                 dl_dragonfly_dependencies_ports (
                     b->out, dl_dragonfly_channel (step->link, step->vc), step[1].vc));
    }
}

/* Add detours between two groups, pair by pair. Returns whether some pair needs a third group. */
static gboolean
add_detours (Builder *b, guint from, guint to)
{
  const DlDragonflyRoutes *routes = b->routes;
  gboolean third = FALSE;

  for (guint i = routes->working_first[from]; i < routes->working_first[from + 1]; i++)
    for (guint j = routes->working_first[to]; j < routes->working_first[to + 1]; j++)
      {
        const guint cost = dl_dragonfly_cost (routes, routes->working[i], routes->working[j]);

        if (cost == DL_DRAGONFLY_FAR)
          third |= from != to;
        else if (cost >= DL_DRAGONFLY_DETOUR)
          dl_dragonfly_paths (routes, routes->working[i], routes->working[j], DL_NO_NODE, add_route,
                              b);
      }
  return third;
}

/* All pairs of groups -------------------------------------------------------------------------- */

static void
builder_init (Builder *b, const DlDragonflyRoutes *routes, const DlDragonflyMode *mode)
{
  const DlDragonfly *net = routes->dragonfly;
  guint ports = 1, most = 1;

  for (guint router = 0; router < net->n_routers; router++)
    ports = MAX (ports, net->first_link[router + 1] - net->first_link[router]);
  for (guint group = 0; group < net->n_groups; group++)
    most = MAX (most, net->group_first[group + 1] - net->group_first[group]);
  *b = (Builder) { .routes = routes, .net = net, .local_roots = mode->nonminimal > 0 };
  b->out = g_new0 (DlDragonflyDependencies, 1);
  b->out->dragonfly = dl_dragonfly_ref (routes->dragonfly);
  b->out->words = (ports + 63) / 64;
  b->out->next = g_new0 (guint64, (gsize) net->n_links * DL_DRAGONFLY_VCS * DL_DRAGONFLY_VCS
                                      * b->out->words);
  b->near_sets = g_new (guint64, (gsize) most * 3 * routes->words);
  b->far_sets = g_new (guint64, (gsize) most * 3 * routes->words);
  b->near = g_new (guint64, (gsize) most * routes->words);
  b->far = g_new (guint64, (gsize) most * routes->words);
  dl_dragonfly_classes_init (&b->source, routes);
  dl_dragonfly_classes_init (&b->dest, routes);
}

static void
builder_clear (Builder *b)
{
  dl_dragonfly_dependencies_free (b->out);
  dl_dragonfly_classes_clear (&b->source);
  dl_dragonfly_classes_clear (&b->dest);
  g_free (b->near_sets);
  g_free (b->far_sets);
  g_free (b->near);
  g_free (b->far);
  g_free (b->first);
  g_free (b->last);
}

/* Go through all pairs of groups with what @b has. FALSE if canceled. */
static gboolean
add_all (Builder *b, gboolean *thirds, GCancellable *cancellable)
{
  const guint n_groups = b->net->n_groups;

  b->global_roots = b->local_roots && n_groups > 1;
  if (b->global_roots && b->first == NULL)
    {
      b->first = g_new0 (guint64, (gsize) b->net->n_routers * n_groups * b->out->words);
      b->last = g_new (guint16, 2 * b->net->n_links);
      memset (b->last, 0xff, 2 * b->net->n_links * sizeof *b->last);
    }
  for (guint from = 0; from < n_groups; from++)
    {
      if (g_cancellable_is_cancelled (cancellable))
        return FALSE;
      add_group (b, from);
      for (guint to = 0; to < n_groups; to++)
        {
          if (to != from)
            add_groups (b, from, to);
          if (!dl_dragonfly_plain_groups (b->routes, from, to))
            *thirds |= add_detours (b, from, to);
        }
    }
  if (b->global_roots)
    {
      for (guint i = 0; i < b->routes->working_first[n_groups]; i++)
        join_own (b, b->routes->working[i]);
      join_groups (b);
    }
  return TRUE;
}

DlDragonflyDependencies *
dl_dragonfly_dependencies_new (const DlDragonflyRoutes *routes, const DlDragonflyMode *mode,
                               GCancellable *cancellable)
{
  DlDragonflyDependencies *dependencies = NULL;
  gboolean thirds = FALSE, done;
  Builder b;

  builder_init (&b, routes, mode);
  done = add_all (&b, &thirds, cancellable);
  /* Where some pair must go through a third group, minimal modes have roots too. */
  if (done && thirds && !b.local_roots)
    {
      b.local_roots = TRUE;
      done = add_all (&b, &thirds, cancellable);
    }
  if (done)
    dependencies = g_steal_pointer (&b.out);
  builder_clear (&b);
  return dependencies;
}

void
dl_dragonfly_dependencies_free (DlDragonflyDependencies *dependencies)
{
  if (dependencies == NULL)
    return;
  dl_dragonfly_unref (dependencies->dragonfly);
  g_free (dependencies->next);
  g_free (dependencies);
}

/* The verdict ---------------------------------------------------------------------------------- */

typedef struct
{
  const DlDragonflyDependencies *dependencies;
  gboolean falls; /* some dependency leads to a lower virtual channel */
} Channels;

static guint
next_channels (gconstpointer data, guint channel, guint32 *targets)
{
  const Channels *channels = data;
  const DlDragonflyDependencies *d = channels->dependencies;
  const guint vc = channel % DL_DRAGONFLY_VCS;
  const guint router = d->dragonfly->link_to[channel / DL_DRAGONFLY_VCS];
  guint n = 0;

  for (guint w = 0; w < d->words; w++)
    {
      guint64 ports = 0;

      for (guint to = 0; to < DL_DRAGONFLY_VCS; to++)
        if (channels->falls || to == vc)
          ports |= dl_dragonfly_dependencies_ports (d, channel, to)[w];
      for (; ports != 0; ports &= ports - 1)
        {
          const guint port = w * 64 + __builtin_ctzll (ports);

          for (guint to = 0; to < DL_DRAGONFLY_VCS; to++)
            if ((channels->falls || to == vc)
                && dl_dragonfly_dependencies_ports (d, channel, to)[w]
                       & G_GUINT64_CONSTANT (1) << port % 64)
              targets[n++] = dl_dragonfly_channel (d->dragonfly->first_link[router] + port, to);
        }
    }
  return n;
}

/* If none leads to a lower virtual channel, a cycle cannot have one that leads to a higher one. */
static gboolean
find_falling (const DlDragonflyDependencies *d)
{
  const guint n_channels = d->dragonfly->n_links * DL_DRAGONFLY_VCS;

  for (guint channel = 0; channel < n_channels; channel++)
    for (guint to = 0; to < channel % DL_DRAGONFLY_VCS; to++)
      for (guint w = 0; w < d->words; w++)
        if (dl_dragonfly_dependencies_ports (d, channel, to)[w] != 0)
          return TRUE;
  return FALSE;
}

DlVerdict *
dl_dragonfly_verdict_new (const DlDragonflyDependencies *dependencies, GCancellable *cancellable)
{
  const Channels channels = { dependencies, find_falling (dependencies) };
  const DlCycleGraph graph = {
    .n = dependencies->dragonfly->n_links * DL_DRAGONFLY_VCS,
    .max_next = dependencies->words * 64 * DL_DRAGONFLY_VCS,
    .data = &channels,
    .next = next_channels,
  };

  return dl_verdict_new_found (&graph, cancellable);
}

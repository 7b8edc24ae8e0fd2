/* A dragonfly as flat arrays, from a list of its links. */
#include "dl-dragonfly.h"

#include "dl-dragonfly-name.h"
#include "dl-dragonfly-private.h"
#include "dl-link-changes.h"
#include "dl-memory.h"

#include <glib/gi18n-lib.h>

#include <stdlib.h>

/* Specification of a dragonfly. */

void
dl_dragonfly_spec_init (DlDragonflySpec *spec)
{
  *spec = (DlDragonflySpec) {
    .shape = DL_DRAGONFLY_ARIES,
    .groups = 15,
    .chassis = DL_CASCADE_CHASSIS,
    .blades = DL_CASCADE_BLADES,
    .cables_per_pair = 6,
    .routers = 8,
    .nodes = 4,
    .globals = 4,
    .broken_links = g_array_new (FALSE, FALSE, sizeof (DlDragonflyLinkAt)),
    .broken_routers = g_array_new (FALSE, FALSE, sizeof (DlRouterAt)),
    .broken_cables = g_array_new (FALSE, FALSE, sizeof (DlCableAt)),
    .link_rates = g_array_new (FALSE, FALSE, sizeof (char *)),
    .link_delays = g_array_new (FALSE, FALSE, sizeof (char *)),
  };
}

void
dl_dragonfly_spec_clear (DlDragonflySpec *spec)
{
  g_clear_pointer (&spec->broken_links, g_array_unref);
  g_clear_pointer (&spec->broken_routers, g_array_unref);
  g_clear_pointer (&spec->broken_cables, g_array_unref);
  g_clear_pointer (&spec->link_rates, g_array_unref);
  g_clear_pointer (&spec->link_delays, g_array_unref);
}

/* Blue cables that end in a group of @chassis: each has two ports of both blades of a pair. */
static guint
group_cables (const DlDragonflySpec *spec, guint chassis)
{
  return chassis * (spec->blades / 2) * (DL_CASCADE_BLUE / 2);
}

guint
dl_dragonfly_spec_max_cables (const DlDragonflySpec *spec)
{
  const guint last = spec->last_chassis > 0 ? spec->last_chassis : spec->chassis;

  if (spec->groups < 2)
    return 0;
  return group_cables (spec, MIN (last, spec->chassis)) / (spec->groups - 1);
}

static gboolean G_GNUC_PRINTF (2, 3) fail (GError **error, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  g_propagate_error (error,
                     g_error_new_valist (DL_NETWORK_ERROR, DL_NETWORK_ERROR_LIMIT, format, args));
  va_end (args);
  return FALSE;
}

static gboolean
check_aries (const DlDragonflySpec *spec, GError **error)
{
  const guint most = dl_dragonfly_spec_max_cables (spec);

  if (spec->groups < 1 || spec->groups > DL_DRAGONFLY_MAX_GROUPS)
    return fail (error, _ ("%u groups are not possible (expected 1 to %u)"), spec->groups,
                 DL_DRAGONFLY_MAX_GROUPS);
  if (spec->chassis < 1 || spec->chassis > DL_CASCADE_CHASSIS || spec->last_chassis > spec->chassis)
    return fail (error,
                 _ ("%u chassis per group with %u in the last one are not possible "
                    "(expected 1 to %u)"),
                 spec->chassis, spec->last_chassis, DL_CASCADE_CHASSIS);
  if (spec->blades < 1 || spec->blades > DL_CASCADE_BLADES)
    return fail (error, _ ("%u blades per chassis are not possible (expected 1 to %u)"),
                 spec->blades, DL_CASCADE_BLADES);
  if (spec->groups > 1 && (spec->cables_per_pair < 1 || spec->cables_per_pair > most))
    return fail (error,
                 _ ("%u cables per pair of %u groups are not possible (expected 1 to %u, since a "
                    "group has %u blue cables)"),
                 spec->cables_per_pair, spec->groups, most, group_cables (spec, spec->chassis));
  return TRUE;
}

static gboolean
check_generic (const DlDragonflySpec *spec, GError **error)
{
  const guint64 most = (guint64) spec->routers * spec->globals + 1;

  /* A router's ports are numbered by 8 bits. */
  if (spec->routers < 1 || spec->routers > 128 || spec->nodes < 1 || spec->nodes > 64
      || spec->globals > 64)
    return fail (error,
                 _ ("%u routers per group, %u nodes per router and %u global links per router are "
                    "not possible (expected 1 to 128, 1 to 64, 0 to 64)"),
                 spec->routers, spec->nodes, spec->globals);
  if (spec->groups < 1 || spec->groups > MIN (most, 1024))
    return fail (error, _ ("%u groups are not possible (expected 1 to %u)"), spec->groups,
                 (guint) MIN (most, 1024));
  return TRUE;
}

gboolean
dl_dragonfly_spec_check (const DlDragonflySpec *spec, GError **error)
{
  return spec->shape == DL_DRAGONFLY_ARIES ? check_aries (spec, error)
                                           : check_generic (spec, error);
}

/* The wiring of a dragonfly's ports: the rule that is exact for two real machines' cabling, and the
 * generic one (manual, dragonfly). */

typedef struct
{
  const DlDragonflySpec *spec;
  guint32 *group_first; /* (groups + 1) */
  GArray *wires;        /* DlDragonflyWire */
} Wiring;

static guint
group_chassis (const DlDragonflySpec *spec, guint group)
{
  return group == spec->groups - 1 && spec->last_chassis > 0 ? spec->last_chassis : spec->chassis;
}

static guint
spec_group_routers (const DlDragonflySpec *spec, guint group)
{
  return spec->shape == DL_DRAGONFLY_ARIES ? group_chassis (spec, group) * spec->blades
                                           : spec->routers;
}

gboolean
dl_dragonfly_spec_has_router (const DlDragonflySpec *spec, DlRouterAt at)
{
  if (at.group >= spec->groups)
    return FALSE;
  if (spec->shape == DL_DRAGONFLY_GENERIC)
    return at.chassis == 0 && at.blade < spec->routers;
  return at.chassis < group_chassis (spec, at.group) && at.blade < spec->blades;
}

guint
dl_dragonfly_spec_cables (const DlDragonflySpec *spec, guint a, guint b)
{
  if (a == b || a >= spec->groups || b >= spec->groups)
    return 0;
  return spec->shape == DL_DRAGONFLY_ARIES ? spec->cables_per_pair
                                           : spec->routers * spec->globals / (spec->groups - 1);
}

static void
connect (Wiring *wiring, guint a, guint b, DlLinkClass class, guint cable)
{
  const DlDragonflyWire wire = { a, b, class, cable };

  g_array_append_val (wiring->wires, wire);
}

/* Inside an Aries group: green among the blades of a chassis, three black links to the same slot of
 * each of the others. */
static void
wire_aries_group (Wiring *wiring, guint group)
{
  const guint blades = wiring->spec->blades, chassis = group_chassis (wiring->spec, group);
  const guint first = wiring->group_first[group];

  for (guint c = 0; c < chassis; c++)
    for (guint a = 0; a < blades; a++)
      {
        for (guint b = a + 1; b < blades; b++)
          connect (wiring, first + c * blades + a, first + c * blades + b, DL_LINK_GREEN, 0);
        for (guint other = c + 1; other < chassis; other++)
          for (guint i = 0; i < DL_CASCADE_BLACK; i++)
            connect (wiring, first + c * blades + a, first + other * blades + a, DL_LINK_BLACK, 0);
      }
}

/* The even blade of the pair where cable @cable from @group to @other ends, as a router of its
 * group. The other groups are numbered in ascending order; stated for 6 chassis of 16 blades, taken
 * over for fewer. */
static guint
cable_end (const DlDragonflySpec *spec, guint group, guint other, guint cable)
{
  const guint chassis = group_chassis (spec, group), pairs = spec->blades / 2;
  const guint j = other < group ? other : other - 1;
  const guint q = j * spec->cables_per_pair + cable;

  return q % chassis * spec->blades + q / chassis % pairs * 2;
}

static void
wire_aries_pair (Wiring *wiring, guint a, guint b)
{
  for (guint cable = 0; cable < wiring->spec->cables_per_pair; cable++)
    for (guint i = 0; i < DL_CASCADE_CABLE; i++)
      /* Two links from each blade of the pair, even to even and odd to odd. */
      connect (wiring, wiring->group_first[a] + cable_end (wiring->spec, a, b, cable) + i / 2,
               wiring->group_first[b] + cable_end (wiring->spec, b, a, cable) + i / 2, DL_LINK_BLUE,
               cable);
}

static void
wire_generic_group (Wiring *wiring, guint group)
{
  const guint first = wiring->group_first[group];

  for (guint a = 0; a < wiring->spec->routers; a++)
    for (guint b = a + 1; b < wiring->spec->routers; b++)
      connect (wiring, first + a, first + b, DL_LINK_GREEN, 0);
}

/* The router of @group where its link @cable to @other ends: as many links as each pair of groups
 * can have, over the routers in their order. */
static guint
generic_end (const DlDragonflySpec *spec, guint group, guint other, guint cable)
{
  const guint j = other < group ? other : other - 1;

  return (j * dl_dragonfly_spec_cables (spec, group, other) + cable) / spec->globals;
}

static void
wire_generic_pair (Wiring *wiring, guint a, guint b)
{
  const guint n = dl_dragonfly_spec_cables (wiring->spec, a, b);

  for (guint cable = 0; cable < n; cable++)
    connect (wiring, wiring->group_first[a] + generic_end (wiring->spec, a, b, cable),
             wiring->group_first[b] + generic_end (wiring->spec, b, a, cable), DL_LINK_BLUE, cable);
}

static guint
blue_links (const DlDragonflySpec *spec, DlRouterAt a, DlRouterAt b)
{
  const gboolean aries = spec->shape == DL_DRAGONFLY_ARIES;
  const guint cables = dl_dragonfly_spec_cables (spec, a.group, b.group);
  const guint at_a = a.chassis * spec->blades + a.blade, at_b = b.chassis * spec->blades + b.blade;
  guint n = 0;

  for (guint cable = 0; cable < cables; cable++)
    if (!aries)
      n += generic_end (spec, a.group, b.group, cable) == a.blade
           && generic_end (spec, b.group, a.group, cable) == b.blade;
    else
      for (guint odd = 0; odd < 2; odd++)
        if (cable_end (spec, a.group, b.group, cable) + odd == at_a
            && cable_end (spec, b.group, a.group, cable) + odd == at_b)
          n += DL_CASCADE_CABLE / 2;
  return n;
}

guint
dl_dragonfly_spec_links (const DlDragonflySpec *spec, DlRouterAt a, DlRouterAt b)
{
  if (!dl_dragonfly_spec_has_router (spec, a) || !dl_dragonfly_spec_has_router (spec, b))
    return 0;
  if (a.group != b.group)
    return blue_links (spec, a, b);
  if (a.chassis == b.chassis)
    return a.blade != b.blade;
  return a.blade == b.blade ? DL_CASCADE_BLACK : 0;
}

/* DlDragonflyWire, for groups whose first routers are @group_first (groups + 1). */
static GArray *
dragonfly_wire (const DlDragonflySpec *spec, guint32 *group_first)
{
  const gboolean aries = spec->shape == DL_DRAGONFLY_ARIES;
  Wiring wiring = { spec, group_first, g_array_new (FALSE, FALSE, sizeof (DlDragonflyWire)) };

  for (guint a = 0; a < spec->groups; a++)
    {
      if (aries)
        wire_aries_group (&wiring, a);
      else
        wire_generic_group (&wiring, a);
      for (guint b = a + 1; b < spec->groups; b++)
        if (aries)
          wire_aries_pair (&wiring, a, b);
        else
          wire_generic_pair (&wiring, a, b);
    }
  return wiring.wires;
}

static const char *const class_names[DL_N_LINK_CLASSES]
    = { N_ ("green"), N_ ("black"), N_ ("blue") };

const char *
dl_link_class_name (DlLinkClass class)
{
  g_assert (class < DL_N_LINK_CLASSES);
  return class_names[class];
}

const char *
dl_link_class_title (DlLinkClass class)
{
  return _ (dl_link_class_name (class));
}

/* Building ------------------------------------------------------------------------------------- */

/* One direction of a wire. */
typedef struct
{
  guint32 from, to;
  guint32 wire;
  guint16 cable;
  guint8 class;
} Half;

static gint
compare_halves (gconstpointer a, gconstpointer b)
{
  const Half *x = a, *y = b;

  if (x->from != y->from)
    return x->from < y->from ? -1 : 1;
  if (x->class != y->class)
    return x->class < y->class ? -1 : 1;
  if (x->to != y->to)
    return x->to < y->to ? -1 : 1;
  if (x->cable != y->cable)
    return x->cable < y->cable ? -1 : 1;
  return x->wire < y->wire ? -1 : x->wire > y->wire;
}

static void
number_routers (DlDragonfly *self, const DlRouterAt *routers, const guint16 *group_names)
{
  guint router = 0;

  self->router = g_memdup2 (routers, self->n_routers * sizeof *routers);
  self->group_name = g_memdup2 (group_names, self->n_groups * sizeof *group_names);
  self->group_first = g_new (guint32, self->n_groups + 1);
  for (guint group = 0; group <= self->n_groups; group++)
    {
      self->group_first[group] = router;
      while (router < self->n_routers && routers[router].group == group)
        router++;
    }
  g_assert (router == self->n_routers);
}

static Half *
sorted_halves (const DlDragonflyWire *wires, guint n_wires)
{
  Half *halves = g_new (Half, 2 * n_wires);

  for (guint i = 0; i < n_wires; i++)
    {
      const DlDragonflyWire *wire = &wires[i];

      g_assert (wire->a != wire->b);
      halves[2 * i] = (Half) { wire->a, wire->b, i, wire->cable, wire->class };
      halves[2 * i + 1] = (Half) { wire->b, wire->a, i, wire->cable, wire->class };
    }
  if (n_wires > 0)
    qsort (halves, 2 * n_wires, sizeof *halves, compare_halves);
  return halves;
}

static void
borrow_arrays (DlDragonfly *self)
{
  self->router_up = self->graph->router_up;
  self->first_link = self->graph->first_link;
  self->link_from = self->graph->link_from;
  self->link_to = self->graph->link_to;
  self->link_class = self->graph->link_class;
  self->link_state = self->graph->link_state;
}

/* Ports are numbered by the routers' known links. */
static void
number_ports (DlDragonfly *self)
{
  DlGraph *graph = self->graph;
  guint most = 0;

  dl_graph_index (graph);
  for (guint router = 0; router < self->n_routers; router++)
    most = MAX (most, graph->first_link[router + 1] - graph->first_link[router]);
  graph->n_ports = self->nodes_per_router + most;
  for (guint link = 0; link < self->n_links; link++)
    {
      graph->link_port[link]
          = self->nodes_per_router + link - graph->first_link[graph->link_from[link]];
      graph->peer_port[self->link_back[link]] = graph->link_port[link];
    }
  graph->router_group = g_new (guint32, self->n_routers);
  for (guint router = 0; router < self->n_routers; router++)
    graph->router_group[router] = self->router[router].group;
  for (guint node = 0; node < self->n_nodes; node++)
    dl_graph_set_node (graph, node, node / self->nodes_per_router, node % self->nodes_per_router);
}

static void
connect_links (DlDragonfly *self, const DlDragonflyWire *wires, guint n_wires)
{
  g_autofree Half *halves = sorted_halves (wires, n_wires);
  g_autofree guint32 *first_half = g_new (guint32, MAX (n_wires, 1)); /* of each wire, as a link */

  self->n_links = 2 * n_wires;
  self->graph = dl_graph_new (self->n_nodes, self->n_routers, self->n_links, 0);
  borrow_arrays (self);
  self->link_back = g_new (guint32, self->n_links);
  self->link_parallel = g_new (guint8, self->n_links);
  self->link_cable = g_new (guint16, self->n_links);
  for (guint i = 0; i < n_wires; i++)
    first_half[i] = G_MAXUINT32;
  for (guint link = 0; link < self->n_links; link++)
    {
      const Half *half = &halves[link];
      const gboolean parallel
          = link > 0 && halves[link - 1].from == half->from && halves[link - 1].to == half->to;

      dl_graph_set_link (self->graph, link, half->from, 0, half->to, 0);
      self->link_class[link] = half->class;
      self->link_parallel[link] = parallel ? self->link_parallel[link - 1] + 1 : 0;
      self->link_cable[link] = half->cable;
      if (first_half[half->wire] == G_MAXUINT32)
        first_half[half->wire] = link;
      else
        {
          self->link_back[link] = first_half[half->wire];
          self->link_back[first_half[half->wire]] = link;
        }
    }
  number_ports (self);
}

static void
dragonfly_free (gpointer data)
{
  DlDragonfly *self = data;

  g_free (self->group_first);
  g_free (self->group_name);
  g_free (self->router);
  g_free (self->link_back);
  g_free (self->link_parallel);
  g_free (self->link_cable);
  dl_graph_unref (self->graph);
  g_free (self);
}

static void
set_net (DlDragonfly *self)
{
  self->head.net = (DlNet) {
    .shape = self, .graph = self->graph, .n_vcs = DL_DRAGONFLY_VCS, .n_groups = self->n_groups
  };
}

DlDragonfly *
dl_dragonfly_new_wired (DlDragonflyShape shape, const DlRouterAt *routers, guint n_routers,
                        const guint16 *group_names, guint n_groups, guint nodes_per_router,
                        const DlDragonflyWire *wires, guint n_wires)
{
  DlDragonfly *self = g_new0 (DlDragonfly, 1);

  dl_shared_init (&self->head.shared, dragonfly_free);
  self->shape = shape;
  self->n_groups = n_groups;
  self->n_routers = n_routers;
  self->nodes_per_router = nodes_per_router;
  self->n_nodes = n_routers * nodes_per_router;
  number_routers (self, routers, group_names);
  connect_links (self, wires, n_wires);
  set_net (self);
  return self;
}

/* Faults --------------------------------------------------------------------------------------- */

static void
break_link (DlDragonfly *self, guint link)
{
  self->link_state[link] = DL_LINK_BROKEN;
  self->link_state[self->link_back[link]] = DL_LINK_BROKEN;
}

static gboolean
not_there (GError **error, const char *what)
{
  g_set_error (error, DL_NETWORK_ERROR, DL_NETWORK_ERROR_OUTSIDE,
               _ ("there is no %s in this network"), what);
  return FALSE;
}

/* The router that the machine calls so, or DL_NO_NODE. */
static guint
router_named (const DlDragonfly *self, DlRouterAt at)
{
  return dl_dragonfly_router_at (
      self, (DlRouterAt) { dl_dragonfly_group_named (self, at.group), at.chassis, at.blade });
}

static gboolean
break_routers (DlDragonfly *self, const DlDragonflySpec *spec, GError **error)
{
  for (guint i = 0; i < spec->broken_routers->len; i++)
    {
      const DlRouterAt at = g_array_index (spec->broken_routers, DlRouterAt, i);
      const guint router = router_named (self, at);

      if (router == DL_NO_NODE)
        {
          g_autofree char *name
              = g_strdup_printf (_ ("router %u.%u.%u"), at.group, at.chassis, at.blade);
          return not_there (error, name);
        }
      self->router_up[router] = FALSE;
      dl_fill (self->graph->node_up + router * self->nodes_per_router, FALSE,
               self->nodes_per_router);
      for (guint link = self->first_link[router]; link < self->first_link[router + 1]; link++)
        break_link (self, link);
    }
  return TRUE;
}

static gboolean
break_links (DlDragonfly *self, const DlDragonflySpec *spec, GError **error)
{
  for (guint i = 0; i < spec->broken_links->len; i++)
    {
      const DlDragonflyLinkAt *at = &g_array_index (spec->broken_links, DlDragonflyLinkAt, i);
      const guint from = router_named (self, at->a), to = router_named (self, at->b);
      const guint link = from != DL_NO_NODE && to != DL_NO_NODE
                             ? dl_dragonfly_find_link (self, from, to, at->parallel)
                             : G_MAXUINT32;

      if (link == G_MAXUINT32)
        {
          g_autofree char *name = g_strdup_printf (_ ("link %u.%u.%u-%u.%u.%u#%u"), at->a.group,
                                                   at->a.chassis, at->a.blade, at->b.group,
                                                   at->b.chassis, at->b.blade, at->parallel);
          return not_there (error, name);
        }
      break_link (self, link);
    }
  return TRUE;
}

/* FALSE if it is not there. */
static gboolean
break_cable (DlDragonfly *self, guint a, guint b, guint cable)
{
  gboolean found = FALSE;

  if (a == G_MAXUINT || b == G_MAXUINT)
    return FALSE;
  for (guint link = self->first_link[self->group_first[a]];
       link < self->first_link[self->group_first[a + 1]]; link++)
    if (self->link_class[link] == DL_LINK_BLUE && self->link_cable[link] == cable
        && self->router[self->link_to[link]].group == b)
      {
        break_link (self, link);
        found = TRUE;
      }
  return found;
}

static gboolean
break_cables (DlDragonfly *self, const DlDragonflySpec *spec, GError **error)
{
  for (guint i = 0; i < spec->broken_cables->len; i++)
    {
      const DlCableAt *at = &g_array_index (spec->broken_cables, DlCableAt, i);

      if (!break_cable (self, dl_dragonfly_group_named (self, at->a),
                        dl_dragonfly_group_named (self, at->b), at->cable))
        {
          g_autofree char *name = g_strdup_printf (_ ("cable %u-%u#%u"), at->a, at->b, at->cable);
          return not_there (error, name);
        }
    }
  return TRUE;
}

gboolean
dl_dragonfly_parse_link_pair (gconstpointer shape, const char *text, GArray *links, GError **error)
{
  const DlDragonfly *self = shape;
  DlDragonflyLinkAt at;
  guint from = DL_NO_NODE, to = DL_NO_NODE;
  guint32 link = G_MAXUINT32;

  if (dl_dragonfly_link_at_parse (text, &at))
    {
      from = router_named (self, at.a);
      to = router_named (self, at.b);
    }
  if (from != DL_NO_NODE && to != DL_NO_NODE)
    link = dl_dragonfly_find_link (self, from, to, at.parallel);
  if (link == G_MAXUINT32)
    {
      g_autofree char *name = g_strdup_printf (_ ("link %s"), text);
      return not_there (error, name);
    }
  g_array_append_val (links, link);
  g_array_append_val (links, self->link_back[link]);
  return TRUE;
}

static gboolean
break_all (DlDragonfly *self, const DlDragonflySpec *spec, GError **error)
{
  const char *key;

  return break_routers (self, spec, error) && break_links (self, spec, error)
         && break_cables (self, spec, error)
         && dl_link_changes_set (self->graph, spec->link_rates, spec->link_delays,
                                 dl_dragonfly_parse_link_pair, self, &key, error);
}

/* Made by the rule ----------------------------------------------------------------------------- */

/* With or without its links. */
static DlDragonfly *
generate (const DlDragonflySpec *spec, gboolean wired)
{
  const gboolean aries = spec->shape == DL_DRAGONFLY_ARIES;
  g_autofree guint32 *group_first = g_new (guint32, spec->groups + 1);
  g_autofree guint16 *names = g_new (guint16, spec->groups);
  g_autoptr (GArray) wires = NULL;
  g_autofree DlRouterAt *routers = NULL;

  group_first[0] = 0;
  for (guint group = 0; group < spec->groups; group++)
    {
      names[group] = group;
      group_first[group + 1] = group_first[group] + spec_group_routers (spec, group);
    }
  routers = g_new (DlRouterAt, group_first[spec->groups]);
  for (guint group = 0; group < spec->groups; group++)
    for (guint router = group_first[group]; router < group_first[group + 1]; router++)
      {
        const guint i = router - group_first[group];
        routers[router] = aries ? (DlRouterAt) { group, i / spec->blades, i % spec->blades }
                                : (DlRouterAt) { group, 0, i };
      }
  wires = wired ? dragonfly_wire (spec, group_first)
                : g_array_new (FALSE, FALSE, sizeof (DlDragonflyWire));
  return dl_dragonfly_new_wired (spec->shape, routers, group_first[spec->groups], names,
                                 spec->groups, aries ? DL_CASCADE_NODES : spec->nodes,
                                 (const DlDragonflyWire *) (gpointer) wires->data, wires->len);
}

DlDragonfly *
dl_dragonfly_new (const DlDragonflySpec *spec, GError **error)
{
  g_autoptr (DlDragonfly) self = NULL;

  if (!dl_dragonfly_spec_check (spec, error))
    return NULL;
  self = generate (spec, TRUE);
  if (!break_all (self, spec, error))
    return NULL;
  return g_steal_pointer (&self);
}

DlDragonfly *
dl_dragonfly_new_nodes (const DlDragonfly *machine, const DlDragonflySpec *spec, GError **error)
{
  g_autoptr (DlDragonfly) self = NULL;

  if (machine == NULL && !dl_dragonfly_spec_check (spec, error))
    return NULL;
  self = machine == NULL
             ? generate (spec, FALSE)
             : dl_dragonfly_new_wired (machine->shape, machine->router, machine->n_routers,
                                       machine->group_name, machine->n_groups,
                                       machine->nodes_per_router, NULL, 0);
  return break_routers (self, spec, error) ? g_steal_pointer (&self) : NULL;
}

#define COPY(member, n)                                                                            \
  copy->member = g_memdup2 (whole->member, (gsize) (n) * sizeof *whole->member)

DlDragonfly *
dl_dragonfly_new_broken (const DlDragonfly *whole, const DlDragonflySpec *spec, GError **error)
{
  g_autoptr (DlDragonfly) copy = g_memdup2 (whole, sizeof *whole);

  dl_shared_init (&copy->head.shared, dragonfly_free);
  COPY (group_first, whole->n_groups + 1);
  COPY (group_name, whole->n_groups);
  COPY (router, whole->n_routers);
  COPY (link_back, whole->n_links);
  COPY (link_parallel, whole->n_links);
  COPY (link_cable, whole->n_links);
  copy->graph = dl_graph_new_states (whole->graph);
  borrow_arrays (copy);
  set_net (copy);
  if (!break_all (copy, spec, error))
    return NULL;
  return g_steal_pointer (&copy);
}

/* Finding -------------------------------------------------------------------------------------- */

guint
dl_dragonfly_group_named (const DlDragonfly *self, guint name)
{
  if (name < self->n_groups && self->group_name[name] == name)
    return name;
  for (guint group = 0; group < self->n_groups; group++)
    if (self->group_name[group] == name)
      return group;
  return G_MAXUINT;
}

guint
dl_dragonfly_router_at (const DlDragonfly *self, DlRouterAt at)
{
  if (at.group >= self->n_groups)
    return DL_NO_NODE;
  for (guint router = self->group_first[at.group]; router < self->group_first[at.group + 1];
       router++)
    if (self->router[router].chassis == at.chassis && self->router[router].blade == at.blade)
      return router;
  return DL_NO_NODE;
}

guint
dl_dragonfly_find_link (const DlDragonfly *self, guint from, guint to, guint parallel)
{
  for (guint link = self->first_link[from]; link < self->first_link[from + 1]; link++)
    if (self->link_to[link] == to && self->link_parallel[link] == parallel)
      return link;
  return G_MAXUINT32;
}

gboolean
dl_dragonfly_same_links (const DlDragonfly *a, const DlDragonfly *b)
{
  return a == b
         || (a->n_links == b->n_links && a->n_groups == b->n_groups && a->n_routers == b->n_routers
             && a->nodes_per_router == b->nodes_per_router
             && memcmp (a->router, b->router, a->n_routers * sizeof *a->router) == 0
             && memcmp (a->group_name, b->group_name, a->n_groups * sizeof *a->group_name) == 0
             && dl_graph_same_wires (a->graph, b->graph));
}

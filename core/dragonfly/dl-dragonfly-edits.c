/* Edits of a dragonfly that need more than one key, or a look at the network. */
#include "dl-dragonfly-edits.h"

#include "dl-dragonfly-family-private.h"
#include "dl-dragonfly-name.h"
#include "dl-field.h"

#include <glib/gi18n-lib.h>

#include <string.h>

#define LINKS   "dragonfly.broken-links"
#define ROUTERS "dragonfly.broken-routers"
#define CABLES  "dragonfly.broken-cables"

static gboolean
has (const GArray *sorted, gconstpointer item, GCompareFunc compare)
{
  return g_array_binary_search ((GArray *) sorted, item, compare, NULL);
}

/* Items of one edit, each of which is taken. */
static void
add_item (GString *items, char *item)
{
  if (items->len > 0)
    g_string_append_c (items, ';');
  g_string_append (items, item);
  g_free (item);
}

static void
add_edit (GPtrArray *edits, DlEditOp op, const char *name, const GString *items)
{
  if (items->len > 0)
    dl_edits_add (edits, op, name, items->str);
}

static DlDragonflyLinkAt
link_at (const DlDragonfly *net, guint link)
{
  const DlDragonflyLinkAt at
      = { dl_dragonfly_router_name (net, net->link_from[link]),
          dl_dragonfly_router_name (net, net->link_to[link]), net->link_parallel[link] };

  return dl_dragonfly_link_at_canonical (at);
}

static DlCableAt
cable_at (const DlDragonfly *net, guint a, guint b, guint cable)
{
  return dl_cable_at_canonical ((DlCableAt) { net->group_name[a], net->group_name[b], cable });
}

/* The links from @a to @b that belong to @cable, each once: those that leave group @a. */
typedef void (*LinkFunc) (const DlDragonfly *net, guint link, gpointer data);

static void
foreach_of_cable (const DlDragonfly *net, guint a, guint b, guint cable, LinkFunc func,
                  gpointer data)
{
  for (guint link = net->first_link[net->group_first[a]];
       link < net->first_link[net->group_first[a + 1]]; link++)
    if (net->link_class[link] == DL_LINK_BLUE && net->link_cable[link] == cable
        && net->router[net->link_to[link]].group == b)
      func (net, link, data);
}

typedef struct
{
  const DlScenario *scenario;
  guint but; /* this one not, nor its other direction */
  GString *items;
} Others;

static void
add_other (const DlDragonfly *net, guint link, gpointer data)
{
  Others *others = data;
  const DlDragonflyLinkAt at = link_at (net, link);

  if (link != others->but && net->link_back[link] != others->but
      && !has (dl_dragonfly_options (others->scenario)->spec.broken_links, &at,
               dl_dragonfly_link_at_compare))
    add_item (others->items, dl_dragonfly_link_at_to_string (at));
}

GPtrArray *
dl_edits_toggle_dragonfly_link (const DlScenario *scenario, const DlDragonfly *net, guint link)
{
  const DlDragonflySpec *spec = &dl_dragonfly_options (scenario)->spec;
  const DlDragonflyLinkAt at = link_at (net, link);
  const guint a = net->router[net->link_from[link]].group;
  const guint b = net->router[net->link_to[link]].group;
  const DlCableAt cable = cable_at (net, a, b, net->link_cable[link]);
  const gboolean cable_broken = net->link_class[link] == DL_LINK_BLUE
                                && has (spec->broken_cables, &cable, dl_cable_at_compare);
  const gboolean broken = has (spec->broken_links, &at, dl_dragonfly_link_at_compare);
  g_autofree char *name = dl_dragonfly_link_at_to_string (at);
  GPtrArray *edits = dl_edits_new ();

  if (net->link_state[link] == DL_LINK_UP)
    {
      dl_edits_add (edits, DL_EDIT_ADD, LINKS, name);
      return edits;
    }
  if (broken)
    dl_edits_add (edits, DL_EDIT_REMOVE, LINKS, name);
  if (cable_broken)
    {
      g_autofree char *cable_name = dl_cable_at_to_string (cable);
      Others others = { scenario, link, g_string_new (NULL) };

      dl_edits_add (edits, DL_EDIT_REMOVE, CABLES, cable_name);
      foreach_of_cable (net, a, b, net->link_cable[link], add_other, &others);
      add_edit (edits, DL_EDIT_ADD, LINKS, others.items);
      g_string_free (others.items, TRUE);
    }
  return edits;
}

static void
add_router (GPtrArray *edits, const DlScenario *scenario, const DlDragonfly *net, guint router)
{
  const DlRouterAt at = dl_dragonfly_router_name (net, router);
  g_autofree char *name = dl_router_at_to_string (at);

  dl_edits_add (
      edits,
      has (dl_dragonfly_options (scenario)->spec.broken_routers, &at, dl_router_at_compare)
          ? DL_EDIT_REMOVE
          : DL_EDIT_ADD,
      ROUTERS, name);
}

GPtrArray *
dl_edits_toggle_router (const DlScenario *scenario, const DlDragonfly *net, guint router)
{
  GPtrArray *edits = dl_edits_new ();

  add_router (edits, scenario, net, router);
  return edits;
}

GPtrArray *
dl_edits_toggle_chassis (const DlScenario *scenario, const DlDragonfly *net, guint group,
                         guint chassis)
{
  GPtrArray *edits = dl_edits_new ();
  gboolean some_up = FALSE;

  for (guint router = net->group_first[group]; router < net->group_first[group + 1]; router++)
    some_up |= net->router[router].chassis == chassis && net->router_up[router];
  for (guint router = net->group_first[group]; router < net->group_first[group + 1]; router++)
    if (net->router[router].chassis == chassis && (net->router_up[router] || !some_up))
      add_router (edits, scenario, net, router);
  return edits;
}

typedef struct
{
  const DlScenario *scenario;
  GString *items; /* links of the cable that are broken one by one */
  gboolean works;
} Cable;

static void
look_at (const DlDragonfly *net, guint link, gpointer data)
{
  Cable *cable = data;
  const DlDragonflyLinkAt at = link_at (net, link);

  cable->works |= net->link_state[link] == DL_LINK_UP;
  if (has (dl_dragonfly_options (cable->scenario)->spec.broken_links, &at,
           dl_dragonfly_link_at_compare))
    add_item (cable->items, dl_dragonfly_link_at_to_string (at));
}

/* Append what breaks the cable, or restores it if none of its links works. */
static void
toggle_cable (GPtrArray *edits, const DlScenario *scenario, const DlDragonfly *net, guint a,
              guint b, guint number)
{
  const DlCableAt at = cable_at (net, a, b, number);
  const gboolean listed
      = has (dl_dragonfly_options (scenario)->spec.broken_cables, &at, dl_cable_at_compare);
  g_autofree char *name = dl_cable_at_to_string (at);
  Cable cable = { scenario, g_string_new (NULL), FALSE };

  foreach_of_cable (net, a, b, number, look_at, &cable);
  /* A link is broken by one name. */
  add_edit (edits, DL_EDIT_REMOVE, LINKS, cable.items);
  if (listed)
    dl_edits_add (edits, DL_EDIT_REMOVE, CABLES, name);
  else if (cable.works)
    dl_edits_add (edits, DL_EDIT_ADD, CABLES, name);
  g_string_free (cable.items, TRUE);
}

GPtrArray *
dl_edits_toggle_blue_cable (const DlScenario *scenario, const DlDragonfly *net, guint a, guint b,
                            guint cable)
{
  GPtrArray *edits = dl_edits_new ();

  toggle_cable (edits, scenario, net, a, b, cable);
  return edits;
}

GPtrArray *
dl_edits_break_next_cable (const DlScenario *scenario, const DlDragonfly *net, guint a, guint b)
{
  GPtrArray *edits = dl_edits_new ();
  guint next = G_MAXUINT, n_cables = 0;

  for (guint link = net->first_link[net->group_first[a]];
       link < net->first_link[net->group_first[a + 1]]; link++)
    if (net->link_class[link] == DL_LINK_BLUE && net->router[net->link_to[link]].group == b)
      {
        n_cables = MAX (n_cables, net->link_cable[link] + 1u);
        if (net->link_state[link] == DL_LINK_UP)
          next = MIN (next, net->link_cable[link]);
      }
  if (next != G_MAXUINT)
    toggle_cable (edits, scenario, net, a, b, next);
  else
    for (guint cable = 0; cable < n_cables; cable++)
      toggle_cable (edits, scenario, net, a, b, cable);
  return edits;
}

/* At random ------------------------------------------------------------------------------------ */

/* One link stands for its cable: the first of them that works. */
static gboolean
is_first_of_cable (const DlDragonfly *net, guint link, GHashTable *seen)
{
  const guint64 a = net->router[net->link_from[link]].group;
  const guint64 b = net->router[net->link_to[link]].group;
  guint64 *key;

  if (net->link_class[link] != DL_LINK_BLUE)
    return FALSE;
  key = g_new (guint64, 1);
  *key = (a << 16 | b) << 16 | net->link_cable[link];
  return g_hash_table_add (seen, key);
}

static GArray *
list_candidates (const DlDragonfly *net, DlBreakKind kind)
{
  GArray *candidates = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);

  if (kind == DL_BREAK_ROUTERS || kind == DL_BREAK_CHASSIS)
    {
      gint64 chassis = -1;

      for (guint32 router = 0; router < net->n_routers; router++)
        {
          const DlRouterAt at = net->router[router];
          const gint64 its = (gint64) at.group << 8 | at.chassis;

          /* The first that works stands for its chassis. */
          if (!net->router_up[router] || (kind == DL_BREAK_CHASSIS && its == chassis))
            continue;
          chassis = its;
          g_array_append_val (candidates, router);
        }
      return candidates;
    }
  for (guint32 link = 0; link < net->n_links; link++)
    if (net->link_state[link] == DL_LINK_UP && net->link_from[link] < net->link_to[link]
        && (kind == DL_BREAK_LINKS || is_first_of_cable (net, link, seen)))
      g_array_append_val (candidates, link);
  return candidates;
}

/* The routers of @first's chassis that work. */
static void
add_chassis (GString *items, const DlDragonfly *net, guint first)
{
  const DlRouterAt at = net->router[first];

  for (guint router = first;
       router < net->group_first[at.group + 1] && net->router[router].chassis == at.chassis;
       router++)
    if (net->router_up[router])
      add_item (items, dl_dragonfly_router_to_string (net, router));
}

/* Another shape -------------------------------------------------------------------------------- */

static void
keep_routers (GPtrArray *edits, const DlScenario *shaped)
{
  const DlDragonflySpec *spec = &dl_dragonfly_options (shaped)->spec;
  g_autoptr (GString) lost = g_string_new (NULL);

  for (guint i = 0; i < spec->broken_routers->len; i++)
    {
      const DlRouterAt at = g_array_index (spec->broken_routers, DlRouterAt, i);

      if (!dl_scenario_has_router (shaped, at))
        add_item (lost, dl_router_at_to_string (at));
    }
  add_edit (edits, DL_EDIT_REMOVE, ROUTERS, lost);
}

static void
keep_links (GPtrArray *edits, const DlScenario *shaped)
{
  const DlDragonflySpec *spec = &dl_dragonfly_options (shaped)->spec;
  g_autoptr (GString) lost = g_string_new (NULL);

  for (guint i = 0; i < spec->broken_links->len; i++)
    {
      const DlDragonflyLinkAt at = g_array_index (spec->broken_links, DlDragonflyLinkAt, i);

      if (!dl_scenario_has_link (shaped, &at))
        add_item (lost, dl_dragonfly_link_at_to_string (at));
    }
  add_edit (edits, DL_EDIT_REMOVE, LINKS, lost);
}

static void
keep_cables (GPtrArray *edits, const DlScenario *shaped)
{
  const DlDragonflySpec *spec = &dl_dragonfly_options (shaped)->spec;
  g_autoptr (GString) lost = g_string_new (NULL);

  for (guint i = 0; i < spec->broken_cables->len; i++)
    {
      const DlCableAt at = g_array_index (spec->broken_cables, DlCableAt, i);

      if (!dl_scenario_has_blue_cable (shaped, &at))
        add_item (lost, dl_cable_at_to_string (at));
    }
  add_edit (edits, DL_EDIT_REMOVE, CABLES, lost);
}

/* What the check still refuses then is about places: they go. */
static void
drop_places (GPtrArray *edits, const DlScenario *scenario)
{
  g_autoptr (DlScenario) copy = dl_scenario_copy (scenario);
  const DlField *field = NULL;

  if (dl_scenario_apply (copy, edits, NULL, &field, NULL))
    return;
  if (field == dl_field_find ("traffic", "placement"))
    dl_edits_add_field (edits, DL_EDIT_UNSET, field, NULL);
  else if (field == dl_field_find ("traffic", "target"))
    dl_edits_add_field (edits, DL_EDIT_SET, field, "0");
}

GPtrArray *
dl_edits_reshape_dragonfly (const DlScenario *scenario, const DlField *field, const char *value)
{
  g_autoptr (DlScenario) shaped = dl_scenario_copy (scenario);
  GPtrArray *edits = dl_edits_new ();
  DlDragonflySpec *spec = &dl_dragonfly_options (shaped)->spec;

  dl_edits_add_field (edits, DL_EDIT_SET, field, value);
  if (dl_field_is_list (field) || !dl_field_set (field, shaped, value, NULL))
    return edits;
  if (spec->last_chassis > spec->chassis)
    {
      spec->last_chassis = 0;
      dl_edits_add (edits, DL_EDIT_UNSET, "dragonfly.last-chassis", NULL);
    }
  if (spec->shape == DL_DRAGONFLY_ARIES)
    {
      const guint most = dl_dragonfly_spec_max_cables (spec);

      if (spec->groups > 1 && most > 0 && spec->cables_per_pair > most)
        {
          g_autofree char *text = g_strdup_printf ("%u", most);

          spec->cables_per_pair = most;
          dl_edits_add (edits, DL_EDIT_SET, "dragonfly.cables-per-pair", text);
        }
    }
  if (dl_dragonfly_options (shaped)->machine == NULL && !dl_dragonfly_spec_check (spec, NULL))
    return edits;
  keep_routers (edits, shaped);
  keep_links (edits, shaped);
  keep_cables (edits, shaped);
  drop_places (edits, scenario);
  return edits;
}

/* At random ------------------------------------------------------------------------------------ */

static GArray *
working_links (gconstpointer shape)
{
  return list_candidates (shape, DL_BREAK_LINKS);
}

static GArray *
working_cables (gconstpointer shape)
{
  return list_candidates (shape, DL_BREAK_CABLES);
}

static GArray *
working_routers (gconstpointer shape)
{
  return list_candidates (shape, DL_BREAK_ROUTERS);
}

static GArray *
working_chassis (gconstpointer shape)
{
  return list_candidates (shape, DL_BREAK_CHASSIS);
}

static char *
link_item (const DlScenario *scenario, gconstpointer shape, guint32 link, GPtrArray *edits)
{
  return dl_dragonfly_link_at_to_string (link_at (shape, link));
}

/* Its links that are broken one by one are then part of it. */
static char *
cable_item (const DlScenario *scenario, gconstpointer shape, guint32 link, GPtrArray *edits)
{
  const DlDragonfly *net = shape;
  const guint a = net->router[net->link_from[link]].group;
  const guint b = net->router[net->link_to[link]].group;
  g_autoptr (GString) single = g_string_new (NULL);
  Cable cable = { scenario, single, FALSE };

  foreach_of_cable (net, a, b, net->link_cable[link], look_at, &cable);
  add_edit (edits, DL_EDIT_REMOVE, LINKS, single);
  return dl_cable_at_to_string (cable_at (net, a, b, net->link_cable[link]));
}

static char *
router_item (const DlScenario *scenario, gconstpointer shape, guint32 router, GPtrArray *edits)
{
  return dl_dragonfly_router_to_string (shape, router);
}

static char *
chassis_item (const DlScenario *scenario, gconstpointer shape, guint32 first, GPtrArray *edits)
{
  GString *items = g_string_new (NULL);

  add_chassis (items, shape, first);
  return g_string_free (items, FALSE);
}

static char *
broke_links (guint n)
{
  return g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "Broke %u link at random", "Broke %u links at random", n), n);
}

static char *
broke_cables (guint n)
{
  return g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "Broke %u cable at random", "Broke %u cables at random", n), n);
}

static char *
broke_routers (guint n)
{
  return g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "Broke %u router at random", "Broke %u routers at random", n),
      n);
}

static char *
broke_chassis (guint n)
{
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "Broke chassis at random: %u router",
                                       "Broke chassis at random: %u routers", n),
                          n);
}

const DlBreakable dl_dragonfly_breakables[DL_DRAGONFLY_N_BREAKABLES] = {
  [DL_BREAK_LINKS]
  = { "links", N_ ("_Links"), N_ ("Single links: green, black or blue, both directions"), LINKS,
      working_links, link_item, broke_links },
  [DL_BREAK_CABLES] = { "cables", N_ ("C_ables"), N_ ("Whole blue cables with all their links"),
                        CABLES, working_cables, cable_item, broke_cables },
  [DL_BREAK_ROUTERS]
  = { "routers", N_ ("_Routers"), N_ ("Routers with their nodes and all their links"), ROUTERS,
      working_routers, router_item, broke_routers },
  [DL_BREAK_CHASSIS] = { "chassis", N_ ("C_hassis"), N_ ("Whole chassis with all their routers"),
                         ROUTERS, working_chassis, chassis_item, broke_chassis },
};

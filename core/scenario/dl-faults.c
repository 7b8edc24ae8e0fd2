#include "dl-faults.h"

#include "dl-dragonfly-name.h"
#include "dl-value.h"

#include <glib/gi18n-lib.h>

#include <string.h>

struct _DlFaultKind
{
  guint item_size;
  guint max_items;
  const char *remedy; /* how an item is written, translatable */
  gboolean (*parse) (const char *text, gpointer item);
  char *(*format) (gconstpointer item);
  GCompareFunc compare;
  /* Change @item to the one name it has in a network of this shape; NULL: names are unique. */
  void (*canonize) (const DlTorusSpec *spec, gpointer item);
};

typedef union
{
  DlLinkAt link;
  DlCoord coord;
  DlDragonflyLinkAt dragonfly_link;
  DlRouterAt router;
  DlCableAt cable;
} Item;

static gboolean
parse_link (const char *text, gpointer item)
{
  return dl_link_at_parse (text, item);
}

static char *
format_link (gconstpointer item)
{
  return dl_link_at_to_string (*(const DlLinkAt *) item);
}

static void
canonize_cable (const DlTorusSpec *spec, gpointer item)
{
  DlLinkAt *link = item;

  /* Where there is no such link the name stays as it is, for the check to complain about. */
  if (dl_torus_spec_has_link (spec, *link))
    *link = dl_torus_spec_cable (spec, *link);
}

static gboolean
parse_coord (const char *text, gpointer item)
{
  return dl_coord_parse (text, item);
}

static char *
format_coord (gconstpointer item)
{
  return dl_coord_to_string (*(const DlCoord *) item);
}

const DlFaultKind dl_fault_cables = {
  .item_size = sizeof (DlLinkAt),
  .max_items = DL_TORUS_MAX_NODES * DL_N_NETWORK_PORTS / 2,
  .remedy = N_ ("a cable is written as a node and a direction, such as 1,2,2:x+"),
  .parse = parse_link,
  .format = format_link,
  .compare = dl_link_at_compare,
  .canonize = canonize_cable,
};

const DlFaultKind dl_fault_channels = {
  .item_size = sizeof (DlLinkAt),
  .max_items = DL_TORUS_MAX_NODES * DL_N_NETWORK_PORTS,
  .remedy = N_ ("a channel is written as a node and a direction, such as 1,2,2:x+"),
  .parse = parse_link,
  .format = format_link,
  .compare = dl_link_at_compare,
};

const DlFaultKind dl_fault_nodes = {
  .item_size = sizeof (DlCoord),
  .max_items = DL_TORUS_MAX_NODES,
  .remedy = N_ ("a node is written as x,y,z, such as 1,2,2"),
  .parse = parse_coord,
  .format = format_coord,
  .compare = dl_coord_compare,
};

/* Those of a dragonfly have one name, whatever its shape. */

static gboolean
parse_dragonfly_link (const char *text, gpointer item)
{
  return dl_dragonfly_link_at_parse (text, item);
}

static char *
format_dragonfly_link (gconstpointer item)
{
  return dl_dragonfly_link_at_to_string (*(const DlDragonflyLinkAt *) item);
}

static gboolean
parse_router (const char *text, gpointer item)
{
  return dl_router_at_parse (text, item);
}

static char *
format_router (gconstpointer item)
{
  return dl_router_at_to_string (*(const DlRouterAt *) item);
}

static gboolean
parse_blue (const char *text, gpointer item)
{
  return dl_cable_at_parse (text, item);
}

static char *
format_blue (gconstpointer item)
{
  return dl_cable_at_to_string (*(const DlCableAt *) item);
}

const DlFaultKind dl_fault_links = {
  .item_size = sizeof (DlDragonflyLinkAt),
  .max_items = 500000,
  .remedy = N_ ("a link is written as two routers and which of the parallel ones, such as "
                "0.0.4-3.0.0#0"),
  .parse = parse_dragonfly_link,
  .format = format_dragonfly_link,
  .compare = dl_dragonfly_link_at_compare,
};

const DlFaultKind dl_fault_routers = {
  .item_size = sizeof (DlRouterAt),
  .max_items = 131072,
  .remedy = N_ ("a router is written as group.chassis.blade, such as 0.0.4"),
  .parse = parse_router,
  .format = format_router,
  .compare = dl_router_at_compare,
};

const DlFaultKind dl_fault_blues = {
  .item_size = sizeof (DlCableAt),
  .max_items = 131072,
  .remedy = N_ ("a cable is written as two groups and which of theirs, such as 0-3#2"),
  .parse = parse_blue,
  .format = format_blue,
  .compare = dl_cable_at_compare,
};

static GArray *
new_array (const DlFaultKind *kind, guint size)
{
  return g_array_sized_new (FALSE, FALSE, kind->item_size, size);
}

static gconstpointer
nth (const GArray *faults, const DlFaultKind *kind, guint i)
{
  return faults->data + (gsize) i * kind->item_size;
}

/* The canonical form of item @i. */
static gconstpointer
canonical (const DlFaultKind *kind, const DlTorusSpec *spec, const GArray *faults, guint i,
           Item *room)
{
  memcpy (room, nth (faults, kind, i), kind->item_size);
  if (kind->canonize != NULL)
    kind->canonize (spec, room);
  return room;
}

/* All of @faults in canonical form, sorted. */
static GArray *
canonical_set (const DlFaultKind *kind, const DlTorusSpec *spec, const GArray *faults)
{
  GArray *set = new_array (kind, faults->len);

  for (guint i = 0; i < faults->len; i++)
    {
      Item room;
      g_array_append_vals (set, canonical (kind, spec, faults, i, &room), 1);
    }
  g_array_sort (set, kind->compare);
  return set;
}

static gboolean
set_has (const DlFaultKind *kind, GArray *set, gconstpointer item, guint *index)
{
  return g_array_binary_search (set, item, kind->compare, index);
}

/* The first of two neighbours in the sorted @faults that are the same, or @faults->len. */
static guint
find_twin (const DlFaultKind *kind, const GArray *faults)
{
  for (guint i = 1; i < faults->len; i++)
    if (kind->compare (nth (faults, kind, i - 1), nth (faults, kind, i)) == 0)
      return i - 1;
  return faults->len;
}

GArray *
dl_faults_parse (const DlFaultKind *kind, const char *text, GError **error)
{
  g_auto (GStrv) items = dl_value_split (text, kind->max_items, error);
  g_autoptr (GArray) faults = NULL;

  if (items == NULL)
    return NULL;

  faults = new_array (kind, g_strv_length (items));
  for (guint i = 0; items[i] != NULL; i++)
    {
      Item item = { 0 };
      if (!kind->parse (items[i], &item))
        {
          g_autofree char *quoted = dl_value_quote (items[i]);
          g_set_error (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_VALUE, _ ("cannot read %s (%s)"),
                       quoted, _ (kind->remedy));
          return NULL;
        }
      g_array_append_vals (faults, &item, 1);
    }
  g_array_sort (faults, kind->compare);

  const guint twin = find_twin (kind, faults);
  if (twin < faults->len)
    {
      g_autofree char *name = kind->format (nth (faults, kind, twin));
      g_set_error (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_VALUE,
                   _ ("%s is there twice (name it once)"), name);
      return NULL;
    }
  return g_steal_pointer (&faults);
}

char *
dl_faults_format (const DlFaultKind *kind, const GArray *faults)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < faults->len; i++)
    {
      g_autofree char *item = kind->format (nth (faults, kind, i));
      if (i > 0)
        g_string_append_c (text, ';');
      g_string_append (text, item);
    }
  return g_string_free (text, FALSE);
}

GArray *
dl_faults_add (const DlFaultKind *kind, const DlTorusSpec *spec, const GArray *faults,
               const char *text, GError **error)
{
  g_autoptr (GArray) added = dl_faults_parse (kind, text, error);
  g_autoptr (GArray) there = NULL;
  g_autoptr (GArray) result = NULL;

  if (added == NULL)
    return NULL;

  there = canonical_set (kind, spec, faults);
  for (guint i = 0; i < added->len; i++)
    {
      Item room;
      if (set_has (kind, there, canonical (kind, spec, added, i, &room), NULL))
        {
          g_autofree char *name = kind->format (nth (added, kind, i));
          g_set_error (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_CONFLICT,
                       _ ("%s is broken already (add one that still works)"), name);
          return NULL;
        }
    }
  if (faults->len + added->len > kind->max_items)
    {
      g_set_error (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_VALUE,
                   _ ("%u entries are too many (at most %u)"), faults->len + added->len,
                   kind->max_items);
      return NULL;
    }

  result = new_array (kind, faults->len + added->len);
  g_array_append_vals (result, faults->data, faults->len);
  g_array_append_vals (result, added->data, added->len);
  g_array_sort (result, kind->compare);
  return g_steal_pointer (&result);
}

GArray *
dl_faults_remove (const DlFaultKind *kind, const DlTorusSpec *spec, const GArray *faults,
                  const char *text, GError **error)
{
  g_autoptr (GArray) removed = dl_faults_parse (kind, text, error);
  g_autoptr (GArray) set = NULL;
  g_autoptr (GArray) result = NULL;
  g_autofree guint8 *found = NULL;

  if (removed == NULL)
    return NULL;

  set = canonical_set (kind, spec, removed);
  found = g_new0 (guint8, set->len + 1);
  result = new_array (kind, faults->len);
  for (guint i = 0; i < faults->len; i++)
    {
      Item room;
      guint index;

      if (set_has (kind, set, canonical (kind, spec, faults, i, &room), &index))
        found[index] = TRUE;
      else
        g_array_append_vals (result, nth (faults, kind, i), 1);
    }
  for (guint i = 0; i < set->len; i++)
    if (!found[i])
      {
        g_autofree char *name = kind->format (nth (set, kind, i));
        g_set_error (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_CONFLICT,
                     _ ("%s is not in the list (remove one that is)"), name);
        return NULL;
      }
  return g_steal_pointer (&result);
}

GArray *
dl_faults_minus (const DlFaultKind *kind, const GArray *faults, const GArray *others)
{
  GArray *result = new_array (kind, faults->len);

  /* Both are sorted. */
  for (guint i = 0, j = 0; i < faults->len; i++)
    {
      gint order = -1;

      while (j < others->len
             && (order = kind->compare (nth (others, kind, j), nth (faults, kind, i))) < 0)
        j++;
      if (j == others->len || order != 0)
        g_array_append_vals (result, nth (faults, kind, i), 1);
    }
  return result;
}

gboolean
dl_faults_settle (DlTorusSpec *spec, GError **error)
{
  const DlFaultKind *kind = &dl_fault_cables;
  g_autoptr (GArray) set = canonical_set (kind, spec, spec->broken_cables);
  const guint twin = find_twin (kind, set);

  if (twin < set->len)
    {
      const DlLinkAt plus = *(const DlLinkAt *) nth (set, kind, twin);
      const DlLinkAt minus = { dl_torus_spec_far_end (spec, plus), dl_port_opposite (plus.port) };
      g_autofree char *plus_name = dl_link_at_to_string (plus);
      g_autofree char *minus_name = dl_link_at_to_string (minus);

      g_set_error (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_CONFLICT,
                   _ ("%s and %s are the two ends of one cable (name it once)"), plus_name,
                   minus_name);
      return FALSE;
    }
  g_array_unref (spec->broken_cables);
  spec->broken_cables = g_steal_pointer (&set);
  return TRUE;
}

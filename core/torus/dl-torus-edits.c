/* Edits of a torus that need more than one key, or a look at the network. */
#include "dl-torus-edits.h"

#include "dl-field.h"
#include "dl-rng.h"
#include "dl-torus-private.h"

#include <glib/gi18n-lib.h>

#include <string.h>

static gboolean
has_link (const GArray *links, DlLinkAt link)
{
  return g_array_binary_search ((GArray *) links, &link, dl_link_at_compare, NULL);
}

static gboolean
has_node (const GArray *nodes, DlCoord node)
{
  return g_array_binary_search ((GArray *) nodes, &node, dl_coord_compare, NULL);
}

static gboolean
is_inside (const DlTorusSpec *torus, DlCoord node)
{
  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    if (node.at[dim] >= torus->radix[dim])
      return FALSE;
  return TRUE;
}

static DlLinkAt
other_direction (const DlTorusSpec *torus, DlLinkAt link)
{
  return (DlLinkAt) { dl_torus_spec_far_end (torus, link), dl_port_opposite (link.port) };
}

static void
add_link (GPtrArray *edits, DlEditOp op, const char *key, DlLinkAt link)
{
  g_autofree char *name = dl_link_at_to_string (link);

  dl_edits_add (edits, op, key, name);
}

/* Toggling */

static void
toggle_channel (GPtrArray *edits, const DlTorusSpec *torus, DlLinkAt link)
{
  const DlLinkAt cable = dl_torus_spec_cable (torus, link);

  if (has_link (torus->broken_channels, link))
    add_link (edits, DL_EDIT_REMOVE, "torus.broken-channels", link);
  else if (has_link (torus->broken_cables, cable))
    {
      add_link (edits, DL_EDIT_REMOVE, "torus.broken-links", cable);
      add_link (edits, DL_EDIT_ADD, "torus.broken-channels", other_direction (torus, link));
    }
  else
    add_link (edits, DL_EDIT_ADD, "torus.broken-channels", link);
}

static void
toggle_cable (GPtrArray *edits, const DlTorusSpec *torus, DlLinkAt link)
{
  const DlLinkAt cable = dl_torus_spec_cable (torus, link);
  const DlLinkAt other = other_direction (torus, link);
  const gboolean this_broken = has_link (torus->broken_channels, link);
  const gboolean other_broken = has_link (torus->broken_channels, other);

  if (has_link (torus->broken_cables, cable))
    {
      add_link (edits, DL_EDIT_REMOVE, "torus.broken-links", cable);
      return;
    }
  /* Single directions that are broken either come back with the cable or become part of it. */
  if (this_broken)
    add_link (edits, DL_EDIT_REMOVE, "torus.broken-channels", link);
  if (other_broken)
    add_link (edits, DL_EDIT_REMOVE, "torus.broken-channels", other);
  if (!this_broken)
    add_link (edits, DL_EDIT_ADD, "torus.broken-links", cable);
}

GPtrArray *
dl_edits_toggle_link (const DlScenario *scenario, DlLinkAt link, gboolean one_direction)
{
  GPtrArray *edits = dl_edits_new ();

  if (!dl_torus_spec_has_link (&dl_torus_options (scenario)->spec, link))
    return edits;
  if (one_direction)
    toggle_channel (edits, &dl_torus_options (scenario)->spec, link);
  else
    toggle_cable (edits, &dl_torus_options (scenario)->spec, link);
  return edits;
}

GPtrArray *
dl_edits_toggle_node (const DlScenario *scenario, DlCoord node)
{
  GPtrArray *edits = dl_edits_new ();
  const gboolean broken = has_node (dl_torus_options (scenario)->spec.broken_nodes, node);
  g_autofree char *name = dl_coord_to_string (node);

  if (is_inside (&dl_torus_options (scenario)->spec, node))
    dl_edits_add (edits, broken ? DL_EDIT_REMOVE : DL_EDIT_ADD, "torus.broken-nodes", name);
  return edits;
}

/* Breaking at random */

/* The nodes (or cables, by their plus ends) that work, as DlLinkAt in the order of nodes and ports;
 * a cable works if both its directions and both its nodes do. */
static GArray *
working (const DlTorusSpec *torus, gboolean nodes)
{
  GArray *found = g_array_new (FALSE, FALSE, sizeof (DlLinkAt));
  DlLinkAt at;

  for (at.from.at[DL_X] = 0; at.from.at[DL_X] < torus->radix[DL_X]; at.from.at[DL_X]++)
    for (at.from.at[DL_Y] = 0; at.from.at[DL_Y] < torus->radix[DL_Y]; at.from.at[DL_Y]++)
      for (at.from.at[DL_Z] = 0; at.from.at[DL_Z] < torus->radix[DL_Z]; at.from.at[DL_Z]++)
        {
          at.port = DL_PORT_X_PLUS;
          if (has_node (torus->broken_nodes, at.from))
            continue;
          if (nodes)
            g_array_append_val (found, at);
          else
            for (; at.port < DL_N_NETWORK_PORTS; at.port += 2)
              if (dl_torus_spec_has_link (torus, at) && !has_link (torus->broken_cables, at)
                  && !has_link (torus->broken_channels, at)
                  && !has_link (torus->broken_channels, other_direction (torus, at))
                  && !has_node (torus->broken_nodes, dl_torus_spec_far_end (torus, at)))
                g_array_append_val (found, at);
        }
  return found;
}

GPtrArray *
dl_edits_break_random (const DlScenario *scenario, guint n, gboolean nodes, guint64 seed)
{
  GPtrArray *edits = dl_edits_new ();
  g_autoptr (GArray) candidates = working (&dl_torus_options (scenario)->spec, nodes);
  g_autoptr (GString) items = g_string_new (NULL);
  DlRng rng;

  /* The first n of a shuffle. */
  n = MIN (n, candidates->len);
  dl_rng_init (&rng, seed);
  for (guint i = 0; i < n; i++)
    {
      DlLinkAt *drawn = &g_array_index (candidates, DlLinkAt, i);
      DlLinkAt *other
          = &g_array_index (candidates, DlLinkAt, i + dl_rng_below (&rng, candidates->len - i));
      const DlLinkAt swap = *drawn;
      *drawn = *other;
      *other = swap;
    }
  g_array_set_size (candidates, n);
  g_array_sort (candidates, dl_link_at_compare);

  for (guint i = 0; i < n; i++)
    {
      const DlLinkAt at = g_array_index (candidates, DlLinkAt, i);
      g_autofree char *item = nodes ? dl_coord_to_string (at.from) : dl_link_at_to_string (at);
      g_string_append_printf (items, "%s%s", i > 0 ? ";" : "", item);
    }
  if (n > 0)
    dl_edits_add (edits, DL_EDIT_ADD, nodes ? "torus.broken-nodes" : "torus.broken-links",
                  items->str);
  return edits;
}

/* Another shape */

/* Where a dateline goes in dimension @dim of the new shape. */
static gint
move_dateline (gint dateline, const DlTorusSpec *old_shape, const DlTorusSpec *new_shape, guint dim)
{
  const gint old_last = old_shape->radix[dim] - 1;
  const gint new_last = new_shape->radix[dim] - 1;

  if (dl_torus_spec_is_ring (old_shape, dim))
    {
      if (dateline == DL_NO_DATELINE)
        return DL_NO_DATELINE;
      return dateline == old_last ? new_last : MIN (dateline, new_last);
    }
  /* A dimension that was no ring had no say; none is no choice for the ring it becomes. */
  if (dl_torus_spec_is_ring (new_shape, dim))
    return dateline >= 0 && dateline <= new_last ? dateline : new_last;
  return dateline;
}

static void
add_datelines (GPtrArray *edits, const DlScenario *scenario, const DlTorusSpec *new_shape)
{
  const DlField *field = dl_field_find ("torus", "datelines");
  gint moved[DL_N_DIMS];
  g_autofree char *text = NULL;

  if (!dl_field_is_set (field, scenario))
    return;
  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    moved[dim] = move_dateline (dl_torus_options (scenario)->routing.dateline[dim],
                                &dl_torus_options (scenario)->spec, new_shape, dim);
  if (memcmp (moved, dl_torus_options (scenario)->routing.dateline, sizeof moved) == 0)
    return;
  text = g_strdup_printf ("%d;%d;%d", moved[DL_X], moved[DL_Y], moved[DL_Z]);
  dl_edits_add_field (edits, DL_EDIT_SET, field, text);
}

/* Takes the links out that the new shape does not have, and channels that are part of one of its
 * broken @cables: on a shorter ring another cable closes it. */
static void
add_lost_links (GPtrArray *edits, const char *key, const GArray *links,
                const DlTorusSpec *new_shape, const GArray *cables)
{
  g_autoptr (GString) lost = g_string_new (NULL);

  for (guint i = 0; i < links->len; i++)
    {
      const DlLinkAt link = g_array_index (links, DlLinkAt, i);
      if (!dl_torus_spec_has_link (new_shape, link)
          || (cables != NULL && has_link (cables, dl_torus_spec_cable (new_shape, link))))
        {
          g_autofree char *name = dl_link_at_to_string (link);
          g_string_append_printf (lost, "%s%s", lost->len > 0 ? ";" : "", name);
        }
    }
  if (lost->len > 0)
    dl_edits_add (edits, DL_EDIT_REMOVE, key, lost->str);
}

static void
add_lost_nodes (GPtrArray *edits, const GArray *nodes, const DlTorusSpec *new_shape)
{
  g_autoptr (GString) lost = g_string_new (NULL);

  for (guint i = 0; i < nodes->len; i++)
    {
      const DlCoord node = g_array_index (nodes, DlCoord, i);
      if (!is_inside (new_shape, node))
        {
          g_autofree char *name = dl_coord_to_string (node);
          g_string_append_printf (lost, "%s%s", lost->len > 0 ? ";" : "", name);
        }
    }
  if (lost->len > 0)
    dl_edits_add (edits, DL_EDIT_REMOVE, "torus.broken-nodes", lost->str);
}

static void
add_target (GPtrArray *edits, const DlScenario *scenario, const DlTorusSpec *new_shape)
{
  const char *target = scenario->traffic.target;
  g_autofree char *moved = NULL;
  DlCoord coord;

  if (*target == '\0' || dl_torus_spec_parse_node (new_shape, target, &coord, NULL))
    return;
  if (!scenario->traffic.pattern->needs_target
      || !dl_torus_spec_parse_node (&dl_torus_options (scenario)->spec, target, &coord, NULL))
    {
      dl_edits_add (edits, DL_EDIT_UNSET, "traffic.target", NULL);
      return;
    }
  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    coord.at[dim] = MIN (coord.at[dim], new_shape->radix[dim] - 1);
  moved = dl_coord_to_string (coord);
  dl_edits_add (edits, DL_EDIT_SET, "traffic.target", moved);
}

GPtrArray *
dl_edits_reshape (const DlScenario *scenario, const guint radix[DL_N_DIMS],
                  const gboolean wrap[DL_N_DIMS])
{
  const DlTorusSpec *torus = &dl_torus_options (scenario)->spec;
  GPtrArray *edits = dl_edits_new ();
  DlTorusSpec shape = *torus; /* borrows the lists */

  memcpy (shape.radix, radix, sizeof shape.radix);
  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    shape.wrap[dim] = wrap[dim] != FALSE;

  /* A shape past the limits is for dl_scenario_apply to refuse: nothing is lost to it. */
  if (dl_torus_spec_check_shape (&shape, NULL))
    {
      add_datelines (edits, scenario, &shape);
      add_lost_links (edits, "torus.broken-links", torus->broken_cables, &shape, NULL);
      add_lost_links (edits, "torus.broken-channels", torus->broken_channels, &shape,
                      torus->broken_cables);
      add_lost_nodes (edits, torus->broken_nodes, &shape);
      add_target (edits, scenario, &shape);
    }
  if (memcmp (shape.radix, torus->radix, sizeof shape.radix) != 0)
    {
      g_autofree char *text = g_strdup_printf ("%u;%u;%u", radix[DL_X], radix[DL_Y], radix[DL_Z]);
      dl_edits_add (edits, DL_EDIT_SET, "torus.radix", text);
    }
  if (memcmp (shape.wrap, torus->wrap, sizeof shape.wrap) != 0)
    {
      g_autofree char *text
          = g_strdup_printf ("%s;%s;%s", wrap[DL_X] ? "true" : "false",
                             wrap[DL_Y] ? "true" : "false", wrap[DL_Z] ? "true" : "false");
      dl_edits_add (edits, DL_EDIT_SET, "torus.wrap", text);
    }
  return edits;
}

/* At random ------------------------------------------------------------------------------------ */

enum
{
  CABLES,
  NODES
};

const DlBreakable dl_torus_breakables[] = {
  [CABLES]
  = { "cables", N_ ("C_ables"), N_ ("Whole cables: both directions of a link between two nodes") },
  [NODES] = { "nodes", N_ ("_Nodes"), N_ ("Nodes with all their links") },
};

guint
dl_torus_count_breakable (gconstpointer shape, guint i)
{
  const DlNetwork *network = shape;

  return i == NODES ? network->n_working_nodes : network->n_working_links / 2;
}

GPtrArray *
dl_torus_break_random (const DlScenario *scenario, gconstpointer shape, guint i, guint n,
                       guint64 seed)
{
  return dl_edits_break_random (scenario, n, i == NODES, seed);
}

char *
dl_torus_break_label (guint i, guint n)
{
  return g_strdup_printf (i == NODES ? g_dngettext (GETTEXT_PACKAGE, "Broke %u node at random",
                                                    "Broke %u nodes at random", n)
                                     : g_dngettext (GETTEXT_PACKAGE, "Broke %u cable at random",
                                                    "Broke %u cables at random", n),
                          n);
}

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

/* Cables by their plus ends; one works if both its directions do. */
static GArray *
working_cables (gconstpointer shape)
{
  const DlNetwork *network = shape;
  GArray *cables = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint node = 0; node < network->n_nodes; node++)
    for (guint port = DL_PORT_X_PLUS; port < DL_N_NETWORK_PORTS; port += 2)
      {
        const guint32 link = dl_network_link (network, node, port);

        if (dl_network_link_up (network, node, port)
            && dl_network_link_up (network, network->link_to[link], dl_port_opposite (port)))
          g_array_append_val (cables, link);
      }
  return cables;
}

static GArray *
working_nodes (gconstpointer shape)
{
  const DlNetwork *network = shape;
  GArray *nodes = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 node = 0; node < network->n_nodes; node++)
    if (network->node_up[node])
      g_array_append_val (nodes, node);
  return nodes;
}

static char *
cable_item (const DlScenario *scenario, gconstpointer shape, guint32 link, GPtrArray *edits)
{
  return dl_link_at_to_string (dl_network_link_at (shape, link));
}

static char *
node_item (const DlScenario *scenario, gconstpointer shape, guint32 node, GPtrArray *edits)
{
  return dl_coord_to_string (((const DlNetwork *) shape)->torus.coord[node]);
}

static char *
broke_cables (guint n)
{
  return g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "Broke %u cable at random", "Broke %u cables at random", n), n);
}

static char *
broke_nodes (guint n)
{
  return g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "Broke %u node at random", "Broke %u nodes at random", n), n);
}

const DlBreakable dl_torus_breakables[DL_TORUS_N_BREAKABLES] = {
  { "cables", N_ ("C_ables"), N_ ("Whole cables: both directions of a link between two nodes"),
    "torus.broken-links", working_cables, cable_item, broke_cables },
  { "nodes", N_ ("_Nodes"), N_ ("Nodes with all their links"), "torus.broken-nodes", working_nodes,
    node_item, broke_nodes },
};

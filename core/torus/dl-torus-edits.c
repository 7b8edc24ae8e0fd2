/* Edits of a torus that need more than one key, or a look at the network. */
#include "dl-torus-edits.h"

#include "dl-link-changes.h"
#include "dl-torus-private.h"

#include <glib/gi18n-lib.h>

#include <string.h>

static gboolean
has_link (const GArray *links, DlTorusLinkAt link)
{
  return g_array_binary_search ((GArray *) links, &link, dl_torus_link_at_compare, NULL);
}

static gboolean
is_inside (const DlTorusSpec *torus, DlTorusCoord node)
{
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    if (node.at[dim] >= torus->radix[dim])
      return FALSE;
  return TRUE;
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
  /* The dateline of a dimension that was not a ring is not a choice for the ring that it
   * becomes. */
  if (dl_torus_spec_is_ring (new_shape, dim))
    return dateline >= 0 && dateline <= new_last ? dateline : new_last;
  return dateline;
}

char *
dl_datelines_text (const gint position[DL_TORUS_N_DIMS])
{
  return g_strdup_printf ("%d;%d;%d", position[DL_X], position[DL_Y], position[DL_Z]);
}

static void
add_datelines (GPtrArray *edits, const DlScenario *scenario, const DlTorusSpec *new_shape)
{
  const DlField *field = dl_field_find ("torus", "datelines");
  gint moved[DL_TORUS_N_DIMS];
  g_autofree char *text = NULL;

  if (!dl_field_is_set (field, scenario))
    return;
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    moved[dim] = move_dateline (dl_torus_options (scenario)->routing.dateline[dim],
                                &dl_torus_options (scenario)->spec, new_shape, dim);
  if (memcmp (moved, dl_torus_options (scenario)->routing.dateline, sizeof moved) == 0)
    return;
  text = dl_datelines_text (moved);
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
      const DlTorusLinkAt link = g_array_index (links, DlTorusLinkAt, i);
      if (!dl_torus_spec_has_link (new_shape, link)
          || (cables != NULL && has_link (cables, dl_torus_spec_cable (new_shape, link))))
        {
          g_autofree char *name = dl_torus_link_at_to_string (link);
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
      const DlTorusCoord node = g_array_index (nodes, DlTorusCoord, i);
      if (!is_inside (new_shape, node))
        {
          g_autofree char *name = dl_torus_coord_to_string (node);
          g_string_append_printf (lost, "%s%s", lost->len > 0 ? ";" : "", name);
        }
    }
  if (lost->len > 0)
    dl_edits_add (edits, DL_EDIT_REMOVE, "torus.broken-nodes", lost->str);
}

static void
add_lost_rates (GPtrArray *edits, const DlScenario *scenario, const DlTorusSpec *new_shape)
{
  DlTorusSpec even = *new_shape; /* borrows the lists */
  g_autoptr (DlTorusNetwork) network = NULL;
  g_autoptr (GArray) none = g_array_new (FALSE, FALSE, sizeof (DlTorusLinkAt));

  if (even.link_rates->len + even.link_delays->len == 0)
    return;
  even.broken_cables = even.broken_channels = even.broken_nodes = none;
  even.link_rates = even.link_delays = NULL;
  network = dl_torus_network_new (&even, NULL);
  if (network == NULL)
    return;
  dl_link_changes_drop_lost (edits, scenario, "torus.link-rates", dl_torus_find_cable, network);
  dl_link_changes_drop_lost (edits, scenario, "torus.link-delays", dl_torus_find_cable, network);
}

static void
add_target (GPtrArray *edits, const DlScenario *scenario, const DlTorusSpec *new_shape)
{
  const char *target = scenario->traffic.target;
  g_autofree char *moved = NULL;
  DlTorusCoord coord;

  if (*target == '\0' || dl_torus_spec_parse_node (new_shape, target, &coord, NULL))
    return;
  if (!scenario->traffic.pattern->needs_target
      || !dl_torus_spec_parse_node (&dl_torus_options (scenario)->spec, target, &coord, NULL))
    {
      dl_edits_add (edits, DL_EDIT_UNSET, "traffic.target", NULL);
      return;
    }
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    coord.at[dim] = MIN (coord.at[dim], new_shape->radix[dim] - 1);
  moved = dl_torus_coord_to_string (coord);
  dl_edits_add (edits, DL_EDIT_SET, "traffic.target", moved);
}

GPtrArray *
dl_torus_edits_reshape (const DlScenario *scenario, const guint radix[DL_TORUS_N_DIMS],
                        const gboolean wrap[DL_TORUS_N_DIMS])
{
  const DlTorusSpec *torus = &dl_torus_options (scenario)->spec;
  GPtrArray *edits = dl_edits_new ();
  DlTorusSpec shape = *torus; /* borrows the lists */

  memcpy (shape.radix, radix, sizeof shape.radix);
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    shape.wrap[dim] = wrap[dim] != FALSE;

  /* A shape past the limits is for dl_scenario_apply to refuse: nothing is lost to it. */
  if (dl_torus_spec_check_shape (&shape, NULL))
    {
      add_datelines (edits, scenario, &shape);
      add_lost_links (edits, "torus.broken-links", torus->broken_cables, &shape, NULL);
      add_lost_links (edits, "torus.broken-channels", torus->broken_channels, &shape,
                      torus->broken_cables);
      add_lost_nodes (edits, torus->broken_nodes, &shape);
      add_lost_rates (edits, scenario, &shape);
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

/* Keys ----------------------------------------------------------------------------------------- */

static const char *const dim_titles[DL_TORUS_N_DIMS] = { "X", "Y", "Z" };

/* A dimension that is not a ring states none, unless it is what changes. */
static GPtrArray *
place_datelines (const DlScenario *scenario, const DlField *field, const gint to[DL_TORUS_N_DIMS],
                 char **label)
{
  const DlTorusOptions *options = dl_torus_options (scenario);
  const DlTorusRouting routing = dl_torus_routing (scenario);
  const gint *from
      = dl_field_is_set (field, scenario) ? options->routing.dateline : routing.dateline;
  GPtrArray *edits = dl_edits_new ();
  gint position[DL_TORUS_N_DIMS];
  g_autofree char *text = NULL;

  for (guint dim = DL_TORUS_N_DIMS; dim-- > 0;)
    {
      position[dim] = to[dim];
      if (to[dim] == from[dim])
        {
          if (!dl_torus_spec_is_ring (&options->spec, dim))
            position[dim] = DL_NO_DATELINE;
          continue;
        }
      g_free (*label);
      *label = to[dim] == DL_NO_DATELINE
                   ? g_strdup_printf (_ ("Dateline %s off"), dim_titles[dim])
                   : g_strdup_printf (_ ("Dateline %s to %d"), dim_titles[dim], to[dim]);
    }
  text = dl_datelines_text (position);
  dl_edits_add_field (edits, DL_EDIT_SET, field, text);
  return edits;
}

/* Label for a dimension that became a ring or a mesh. */
static char *
label_wrap (const gboolean *before, const gboolean *after)
{
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    if (after[dim] != before[dim])
      return g_strdup_printf (after[dim] ? _ ("Torus in %s") : _ ("Mesh in %s"), dim_titles[dim]);
  return NULL;
}

GPtrArray *
dl_torus_reshape (const DlScenario *scenario, const DlField *field, const char *value, char **label)
{
  g_autoptr (DlScenario) changed = dl_scenario_copy (scenario);
  const DlTorusOptions *before = dl_torus_options (scenario), *after = dl_torus_options (changed);
  const guint *radix = after->spec.radix;
  const gboolean good = !dl_field_is_list (field) && dl_field_set (field, changed, value, NULL);
  GPtrArray *edits;

  if (good && g_str_equal (field->key, "datelines"))
    return place_datelines (scenario, field, after->routing.dateline, label);
  if (good && g_str_equal (field->key, "radix"))
    {
      *label = g_strdup_printf (_ ("Size %u×%u×%u"), radix[DL_X], radix[DL_Y], radix[DL_Z]);
      return dl_torus_edits_reshape (scenario, radix, after->spec.wrap);
    }
  if (good && g_str_equal (field->key, "wrap"))
    {
      *label = label_wrap (before->spec.wrap, after->spec.wrap);
      return dl_torus_edits_reshape (scenario, radix, after->spec.wrap);
    }
  if (good && g_str_equal (field->key, "tie"))
    *label = g_strdup (after->routing.tie == DL_TORUS_TIE_PARITY ? _ ("Ties: parity")
                                                                 : _ ("Ties: positive"));
  edits = dl_edits_new ();
  dl_edits_add_field (edits, DL_EDIT_SET, field, value);
  return edits;
}

#include "dl-session-edits.h"

#include <glib/gi18n-lib.h>

char *
dl_node_label (DlCoord node)
{
  return g_strdup_printf ("(%u,%u,%u)", node.at[DL_X], node.at[DL_Y], node.at[DL_Z]);
}

char *
dl_link_label (DlLinkAt link)
{
  /* With a minus sign, not a hyphen. */
  static const char *const ports[] = { "X+", "X−", "Y+", "Y−", "Z+", "Z−" };
  g_autofree char *node = dl_node_label (link.from);
  const char *port = ports[link.port];

  /* Translators: a link by its port and node, as in “X+ of (3,4,5)” */
  return g_strdup_printf (_ ("%s of %s"), port, node);
}

/* The label of a toggle: what the edits did, not what was meant. */
static gboolean
breaks (const GPtrArray *edits)
{
  const DlEdit *last = edits->pdata[edits->len - 1];
  return last->op == DL_EDIT_ADD || last->op == DL_EDIT_SET;
}

void
dl_session_toggle_link (DlSession *self, DlLinkAt link, gboolean one_direction)
{
  g_autoptr (GPtrArray) edits
      = dl_edits_toggle_link (dl_session_get_scenario (self), link, one_direction);
  g_autofree char *name = dl_link_label (link);
  g_autofree char *label = NULL;

  if (edits->len == 0)
    return;
  if (breaks (edits))
    label = g_strdup_printf (one_direction ? _ ("Broke the link %s") : _ ("Broke the cable %s"),
                             name);
  else
    label = g_strdup_printf (
        one_direction ? _ ("Restored the link %s") : _ ("Restored the cable %s"), name);
  dl_session_edit (self, edits, label, NULL, NULL);
}

void
dl_session_toggle_node (DlSession *self, DlCoord node)
{
  g_autoptr (GPtrArray) edits = dl_edits_toggle_node (dl_session_get_scenario (self), node);
  g_autofree char *name = dl_node_label (node);
  g_autofree char *label = NULL;

  if (edits->len == 0)
    return;
  label = g_strdup_printf (breaks (edits) ? _ ("Broke the node %s") : _ ("Restored the node %s"),
                           name);
  dl_session_edit (self, edits, label, NULL, NULL);
}

void
dl_session_break_random (DlSession *self, guint n, gboolean nodes, guint64 seed)
{
  g_autoptr (GPtrArray) edits
      = dl_edits_break_random (dl_session_get_scenario (self), n, nodes, seed);
  g_autofree char *label = NULL;

  if (edits->len == 0)
    return;
  label = g_strdup_printf (nodes ? g_dngettext (GETTEXT_PACKAGE, "Broke %u node at random",
                                                "Broke %u nodes at random", n)
                                 : g_dngettext (GETTEXT_PACKAGE, "Broke %u cable at random",
                                                "Broke %u cables at random", n),
                           n);
  dl_session_edit (self, edits, label, NULL, NULL);
}

void
dl_session_restore_all (DlSession *self)
{
  g_autoptr (GPtrArray) edits = dl_edits_restore_all (dl_session_get_scenario (self));

  if (edits->len > 0)
    dl_session_edit (self, edits, _ ("Restored everything"), NULL, NULL);
}

static const char *
dim_title (DlDim dim)
{
  static const char *const titles[] = { "X", "Y", "Z" };
  return titles[dim];
}

void
dl_session_move_dateline (DlSession *self, DlDim dim, gint position)
{
  DlRoutingSpec routing = dl_scenario_routing (dl_session_get_scenario (self));
  g_autoptr (GPtrArray) edits = dl_edits_new ();
  g_autofree char *value = NULL;
  g_autofree char *label = NULL;
  g_autofree char *coalesce = g_strdup_printf ("dateline-%s", dl_dim_name (dim));

  if (routing.dateline[dim] == position)
    return;
  routing.dateline[dim] = position;
  value = g_strdup_printf ("%d;%d;%d", routing.dateline[DL_X], routing.dateline[DL_Y],
                           routing.dateline[DL_Z]);
  dl_edits_add (edits, DL_EDIT_SET, "torus.datelines", value);
  if (position == DL_NO_DATELINE)
    label = g_strdup_printf (_ ("Dateline %s off"), dim_title (dim));
  else
    label = g_strdup_printf (_ ("Dateline %s to %d"), dim_title (dim), position);
  dl_session_edit (self, edits, label, coalesce, NULL);
}

void
dl_session_set_radix (DlSession *self, DlDim dim, guint radix)
{
  g_autofree char *coalesce = g_strdup_printf ("radix-%s", dl_dim_name (dim));
  g_autoptr (DlScenario) origin = dl_session_origin (self, coalesce);
  const DlTorusSpec *now = &dl_session_get_scenario (self)->torus;
  guint radices[DL_N_DIMS];
  g_autoptr (GPtrArray) edits = NULL;
  g_autofree char *label = NULL;

  if (now->radix[dim] == radix)
    return;
  memcpy (radices, now->radix, sizeof radices);
  radices[dim] = radix;
  edits = dl_edits_reshape (origin, radices, now->wrap);
  label = g_strdup_printf (_ ("Size %u×%u×%u"), radices[DL_X], radices[DL_Y], radices[DL_Z]);
  dl_session_edit_from_origin (self, edits, label, coalesce, NULL);
}

void
dl_session_set_wrap (DlSession *self, DlDim dim, gboolean wrap)
{
  const DlScenario *scenario = dl_session_get_scenario (self);
  gboolean wraps[DL_N_DIMS];
  g_autoptr (GPtrArray) edits = NULL;
  g_autofree char *label = NULL;

  if (scenario->torus.wrap[dim] == wrap)
    return;
  memcpy (wraps, scenario->torus.wrap, sizeof wraps);
  wraps[dim] = wrap;
  edits = dl_edits_reshape (scenario, scenario->torus.radix, wraps);
  label = g_strdup_printf (wrap ? _ ("Torus in %s") : _ ("Mesh in %s"), dim_title (dim));
  dl_session_edit (self, edits, label, NULL, NULL);
}

void
dl_session_set (DlSession *self, const char *name, const char *value, gboolean coalesce)
{
  g_autoptr (GPtrArray) edits = dl_edits_new ();
  g_autofree char *before
      = dl_field_get (dl_field_find_name (name), dl_session_get_scenario (self));
  g_autofree char *label = NULL;

  if (strcmp (before, value) == 0)
    return;
  dl_edits_add (edits, DL_EDIT_SET, name, value);
  /* Translators: a key of the scenario and its new value, as in “vc-policy: initial” */
  label = g_strdup_printf (_ ("%s: %s"), dl_field_find_name (name)->key, value);
  dl_session_edit (self, edits, label, coalesce ? name : NULL, NULL);
}

void
dl_session_set_pattern (DlSession *self, const DlPattern *pattern)
{
  const DlScenario *scenario = dl_session_get_scenario (self);
  g_autoptr (GPtrArray) edits = dl_edits_new ();
  g_autofree char *label = NULL;

  if (scenario->traffic.pattern == pattern)
    return;
  dl_edits_add (edits, DL_EDIT_SET, "traffic.pattern", pattern->id);
  if (pattern->needs_target
      && (scenario->traffic.target == NULL || *scenario->traffic.target == '\0'))
    {
      const guint *radix = scenario->torus.radix;
      g_autofree char *target
          = g_strdup_printf ("%u,%u,%u", radix[DL_X] / 2, radix[DL_Y] / 2, radix[DL_Z] / 2);
      dl_edits_add (edits, DL_EDIT_SET, "traffic.target", target);
    }
  label = g_strdup_printf (_ ("Traffic: %s"), _ (pattern->title));
  dl_session_edit (self, edits, label, NULL, NULL);
}

void
dl_session_rename (DlSession *self, const char *name)
{
  g_autoptr (GPtrArray) edits = dl_edits_new ();
  g_autofree char *label = g_strdup_printf (_ ("Renamed to “%s”"), name);

  if (strcmp (dl_session_get_scenario (self)->name, name) == 0)
    return;
  dl_edits_add (edits, DL_EDIT_SET, "scenario.name", name);
  dl_session_edit (self, edits, label, NULL, NULL);
}

#include "dl-session-dragonfly.h"

#include "dl-dragonfly-name.h"
#include "dl-session-private.h"

#include <glib/gi18n-lib.h>

#include <string.h>

DlDragonfly *
dl_session_dragonfly (DlSession *self)
{
  DlResult *result = dl_session_get_dragonfly_result (self);

  if (dl_scenario_kind (dl_session_get_scenario (self)) != DL_KIND_DRAGONFLY)
    return NULL;
  if (result != NULL && result->generation == dl_session_get_generation (self))
    return dl_dragonfly_ref (dl_result_dragonfly (result)->dragonfly);
  return dl_scenario_dragonfly (dl_session_get_scenario (self), NULL);
}

/* What the last of @edits does is what the step is called by. */
static gboolean
breaks (const GPtrArray *edits)
{
  const DlEdit *last = edits->pdata[edits->len - 1];

  return last->op == DL_EDIT_ADD || last->op == DL_EDIT_SET;
}

/* A step whose label has the name @name, which is taken, of what it broke or restored. */
static void
edit (DlSession *self, GPtrArray *edits, const char *broke, const char *restored, char *name)
{
  g_autofree char *owned = name;
  g_autofree char *label = NULL;

  if (edits->len == 0)
    return;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  label = g_strdup_printf (breaks (edits) ? broke : restored, owned);
#pragma GCC diagnostic pop
  dl_session_edit (self, edits, label, NULL, NULL);
}

void
dl_session_toggle_dragonfly_link (DlSession *self, guint link)
{
  g_autoptr (DlDragonfly) net = dl_session_dragonfly (self);
  g_autoptr (GPtrArray) edits = NULL;
  const DlEdit *last;

  if (net == NULL || link >= net->n_links)
    return;
  edits = dl_edits_toggle_dragonfly_link (dl_session_get_scenario (self), net, link);
  if (edits->len == 0)
    return;
  /* As it is kept: a link has one name, from whichever end it was chosen. */
  last = edits->pdata[edits->len - 1];
  edit (self, edits, _ ("Broke the link %s"), _ ("Restored the link %s"), g_strdup (last->value));
}

void
dl_session_toggle_router (DlSession *self, guint router)
{
  g_autoptr (DlDragonfly) net = dl_session_dragonfly (self);
  g_autoptr (GPtrArray) edits = NULL;

  if (net == NULL || router >= net->n_routers)
    return;
  edits = dl_edits_toggle_router (dl_session_get_scenario (self), net, router);
  edit (self, edits, _ ("Broke the router %s"), _ ("Restored the router %s"),
        dl_dragonfly_router_to_string (net, router));
}

void
dl_session_toggle_chassis (DlSession *self, guint group, guint chassis)
{
  g_autoptr (DlDragonfly) net = dl_session_dragonfly (self);
  g_autoptr (GPtrArray) edits = NULL;

  if (net == NULL || group >= net->n_groups)
    return;
  edits = dl_edits_toggle_chassis (dl_session_get_scenario (self), net, group, chassis);
  edit (self, edits, _ ("Broke the chassis %s"), _ ("Restored the chassis %s"),
        g_strdup_printf ("%u.%u", net->group_name[group], chassis));
}

static char *
cable_name (const DlDragonfly *net, guint a, guint b, guint cable)
{
  return dl_cable_at_to_string (
      dl_cable_at_canonical ((DlCableAt) { net->group_name[a], net->group_name[b], cable }));
}

void
dl_session_toggle_blue_cable (DlSession *self, guint a, guint b, guint cable)
{
  g_autoptr (DlDragonfly) net = dl_session_dragonfly (self);
  g_autoptr (GPtrArray) edits = NULL;

  if (net == NULL || MAX (a, b) >= net->n_groups)
    return;
  edits = dl_edits_toggle_blue_cable (dl_session_get_scenario (self), net, a, b, cable);
  edit (self, edits, _ ("Broke the cable %s"), _ ("Restored the cable %s"),
        cable_name (net, a, b, cable));
}

void
dl_session_break_next_cable (DlSession *self, guint a, guint b)
{
  g_autoptr (DlDragonfly) net = dl_session_dragonfly (self);
  g_autoptr (GPtrArray) edits = NULL;
  const DlEdit *last;

  if (net == NULL || MAX (a, b) >= net->n_groups || a == b)
    return;
  edits = dl_edits_break_next_cable (dl_session_get_scenario (self), net, a, b);
  if (edits->len == 0)
    return;
  last = edits->pdata[edits->len - 1];
  edit (self, edits, _ ("Broke the cable %s"), _ ("Restored the cables of groups %s"),
        breaks (edits) ? g_strdup (last->value)
                       : g_strdup_printf (_ ("%u and %u"), net->group_name[a], net->group_name[b]));
}

/* What steps call the keys of the shape. */
static const char *
shape_title (const char *key)
{
  static const struct
  {
    const char *key, *title;
  } titles[] = {
    { "shape", N_ ("Shape: %s") },
    { "groups", N_ ("Groups: %s") },
    { "chassis", N_ ("Chassis a group: %s") },
    { "last-chassis", N_ ("Chassis of the last group: %s") },
    { "blades", N_ ("Blades a chassis: %s") },
    { "cables-per-pair", N_ ("Cables a pair of groups: %s") },
    { "routers-per-group", N_ ("Routers a group: %s") },
    { "nodes-per-router", N_ ("Nodes a router: %s") },
    { "global-per-router", N_ ("Global links a router: %s") },
    { "interconnect", N_ ("Cabling of a machine") },
  };

  for (guint i = 0; i < G_N_ELEMENTS (titles); i++)
    if (g_str_equal (titles[i].key, key))
      return _ (titles[i].title);
  return "%s";
}

void
dl_session_reshape_dragonfly (DlSession *self, const char *key, const char *value)
{
  g_autofree char *coalesce = g_strconcat ("dragonfly.", key, NULL);
  g_autoptr (DlScenario) origin = dl_session_origin (self, coalesce);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) edits = dl_edits_reshape_dragonfly (origin, key, value, &error);
  g_autofree char *label = NULL;

  if (edits == NULL)
    {
      dl_session_fail (self, error->message);
      return;
    }
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  label = g_strdup_printf (shape_title (key), value);
#pragma GCC diagnostic pop
  dl_session_edit_from_origin (self, edits, label, coalesce, NULL);
}

/* Edits of a dragonfly that need more than one key. */
#include "dl-dragonfly-edits.h"

#include "dl-dragonfly-family-private.h"
#include "dl-dragonfly-name.h"
#include "dl-link-changes.h"

#define LINKS   "dragonfly.broken-links"
#define ROUTERS "dragonfly.broken-routers"
#define CABLES  "dragonfly.broken-cables"

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

static gboolean
find_link (gconstpointer shaped, const char *text, GArray *links, GError **error)
{
  DlDragonflyLinkAt at;

  return dl_dragonfly_link_at_parse (text, &at) && dl_scenario_has_link (shaped, &at);
}

static void
keep_rates (GPtrArray *edits, const DlScenario *shaped)
{
  dl_link_changes_drop_lost (edits, shaped, "dragonfly.link-rates", find_link, shaped);
  dl_link_changes_drop_lost (edits, shaped, "dragonfly.link-delays", find_link, shaped);
}

/* Drop places that the check still refuses then. */
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
dl_edits_reshape_dragonfly (const DlScenario *scenario, const DlField *field, const char *value,
                            char **label)
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
  keep_rates (edits, shaped);
  drop_places (edits, scenario);
  return edits;
}

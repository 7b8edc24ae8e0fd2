/* A new value of a key that fabrics are made of, and what has to go with it. */
#include "dl-fabric-family-private.h"

#include "dl-edit.h"
#include "dl-fabric-sites.h"
#include "dl-scenario-check.h"
#include "dl-value.h"

static const char *const lists[] = { "fabric.broken-cables", "fabric.broken-channels",
                                     "fabric.broken-switches", "fabric.broken-hosts" };

/* The scenario with the new value and without whatever it may not have any more; NULL: it cannot
 * be. */
static DlScenario *
make_bare (const DlScenario *scenario, const DlField *field, const char *value)
{
  g_autoptr (DlScenario) bare = dl_scenario_copy (scenario);

  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    dl_field_unset (dl_field_find_name (lists[i]), bare);
  dl_field_unset (dl_field_find_name ("fabric.roots"), bare);
  dl_field_set (dl_field_find_name ("traffic.pattern"), bare, "uniform", NULL);
  dl_field_set (dl_field_find_name ("fabric.engine"), bare, "min-hop", NULL);
  return dl_field_set (field, bare, value, NULL) && dl_scenario_normalize (bare, NULL, NULL, NULL)
             ? g_steal_pointer (&bare)
             : NULL;
}

static gboolean
has_item (const DlFabric *fabric, const char *list, const char *item)
{
  guint number;

  if (g_str_has_suffix (list, "-cables") || g_str_has_suffix (list, "-channels"))
    return dl_fabric_parse_channel (fabric, item, &number, NULL);
  return dl_fabric_parse_vertex (fabric, item, &number, NULL)
         && dl_fabric_is_host (fabric, number) == g_str_has_suffix (list, "-hosts");
}

/* Take out of the list @name what @fabric does not have. */
static void
drop_lost (GPtrArray *edits, const DlScenario *scenario, const char *name, const DlFabric *fabric)
{
  g_autofree char *value = dl_field_get (dl_field_find_name (name), scenario);
  g_auto (GStrv) items = dl_value_items (value);
  g_autoptr (GString) lost = g_string_new (NULL);

  for (guint i = 0; items[i] != NULL; i++)
    if (!has_item (fabric, name, items[i]))
      g_string_append_printf (lost, "%s%s", lost->len > 0 ? ";" : "", items[i]);
  if (lost->len > 0)
    dl_edits_add (edits, DL_EDIT_REMOVE, name, lost->str);
}

static void
keep_inside (GPtrArray *edits, const DlScenario *scenario, const DlScenario *bare)
{
  const DlFabric *fabric = dl_fabric_options (bare)->whole->fabric;
  const DlSites sites = dl_fabric_sites (fabric);
  const DlTrafficOptions *traffic = &scenario->traffic;
  guint host, vertex;

  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    drop_lost (edits, scenario, lists[i], fabric);
  for (guint i = 0; i < dl_fabric_options (scenario)->roots->len; i++)
    if (!dl_fabric_parse_vertex (
            fabric, g_array_index (dl_fabric_options (scenario)->roots, const char *, i), &vertex,
            NULL))
      {
        dl_edits_add (edits, DL_EDIT_UNSET, "fabric.roots", NULL);
        break;
      }
  if (*traffic->target == '\0' || sites.parse (fabric, traffic->target, &host, NULL))
    return;
  if (traffic->pattern->needs_target)
    {
      g_autofree char *first = sites.name (fabric, 0);

      dl_edits_add (edits, DL_EDIT_SET, "traffic.target", first);
    }
  else
    dl_edits_add (edits, DL_EDIT_UNSET, "traffic.target", NULL);
}

/* A placement that the check still refuses then names what is not there any more, or too much. */
static void
drop_placement (GPtrArray *edits, const DlScenario *scenario)
{
  g_autoptr (DlScenario) copy = dl_scenario_copy (scenario);
  const DlField *field = NULL;

  if (!dl_scenario_apply (copy, edits, NULL, &field, NULL)
      && field == dl_field_find ("traffic", "placement"))
    dl_edits_add_field (edits, DL_EDIT_UNSET, field, NULL);
}

GPtrArray *
dl_fabric_reshape (const DlScenario *scenario, const DlField *field, const char *value,
                   char **label)
{
  static const char *const apart[] = { "engine", "roots", "layers", "tables", NULL };
  GPtrArray *edits = dl_edits_new ();
  g_autoptr (DlScenario) bare
      = g_strv_contains (apart, field->key) ? NULL : make_bare (scenario, field, value);

  if (bare != NULL)
    keep_inside (edits, scenario, bare);
  dl_edits_add_field (edits, DL_EDIT_SET, field, value);
  /* A structure comes with the engine that is its own. */
  if (bare != NULL && g_str_equal (field->key, "source")
      && dl_fabric_options (scenario)->source != dl_fabric_options (bare)->source)
    dl_edits_add (edits, DL_EDIT_SET, "fabric.engine",
                  dl_fabric_options (bare)->source->usual_engine);
  if (bare != NULL && *scenario->traffic.placement != '\0')
    drop_placement (edits, scenario);
  return edits;
}

#include "dl-session-dragonfly.h"

#include "dl-session-private.h"
#include "dl-text-lines.h"

#include <glib/gi18n-lib.h>

#include <string.h>

DlDragonfly *
dl_session_dragonfly (DlSession *self)
{
  DlEvaluation *result = dl_session_get_dragonfly_result (self);

  if (dl_session_get_scenario (self)->family != &dl_family_dragonfly)
    return NULL;
  if (result != NULL && result->generation == dl_session_get_generation (self))
    return dl_dragonfly_ref (dl_evaluation_dragonfly (result)->dragonfly);
  return dl_scenario_dragonfly (dl_session_get_scenario (self), NULL);
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
    { "chassis", N_ ("Chassis per group: %s") },
    { "last-chassis", N_ ("Chassis of the last group: %s") },
    { "blades", N_ ("Blades per chassis: %s") },
    { "cables-per-pair", N_ ("Cables per pair of groups: %s") },
    { "routers-per-group", N_ ("Routers per group: %s") },
    { "nodes-per-router", N_ ("Nodes per router: %s") },
    { "global-per-router", N_ ("Global links per router: %s") },
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
  label = dl_text_with (shape_title (key), value);
  dl_session_edit_from_origin (self, edits, label, coalesce, NULL);
}

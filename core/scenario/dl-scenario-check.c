/* What can only be judged over several keys. */
#include "dl-scenario-check.h"

#include "dl-family.h"
#include "dl-names.h"
#include "dl-router-model.h"

#include <glib/gi18n-lib.h>

#include <stdarg.h>
#include <string.h>

gboolean
dl_scenario_fail (const char *name, const DlField **field, GError **error, const char *format, ...)
{
  g_autofree char *message = NULL;
  va_list args;

  va_start (args, format);
  message = g_strdup_vprintf (format, args);
  va_end (args);

  if (field != NULL)
    *field = dl_field_find_name (name);
  g_set_error (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_CONFLICT, "%s: %s", name, message);
  return FALSE;
}

void
dl_scenario_fail_cancelled (GError *failure, const char *cancelled, GError **error)
{
  if (failure != NULL)
    g_propagate_error (error, failure);
  else
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, cancelled);
}

/* @stated is not one of its family's. */
static gboolean
fail_router (const DlScenario *scenario, const char *stated, const DlField **field, GError **error)
{
  const DlFamily *family = scenario->family;
  g_autoptr (GString) there = g_string_new (NULL);
  const char *last = NULL;
  guint n;
  const DlRouterModel *const *models = dl_router_models (&n);

  for (guint i = 0; i < n; i++)
    if (dl_router_model_routes (models[i], family))
      {
        if (last != NULL)
          g_string_append_printf (there, "%s%s", there->len > 0 ? ", " : "", last);
        last = models[i]->id;
      }
  return there->len > 0 ? dl_scenario_fail ("router.model", field, error,
                                            _ ("%s is not a router of kind=%s (expected %s or %s)"),
                                            stated, family->id, there->str, last)
                        : dl_scenario_fail ("router.model", field, error,
                                            _ ("%s is not a router of kind=%s (expected %s)"),
                                            stated, family->id, last);
}

static gboolean
check_router (const DlScenario *scenario, const DlField **field, GError **error)
{
  const DlRouterModel *model = dl_scenario_router (scenario);
  g_autofree char *stated = dl_field_get (dl_field_find ("router", "model"), scenario);

  if (strcmp (stated, model->id) != 0)
    return fail_router (scenario, stated, field, error);
  if (model->most_flits > 0 && scenario->traffic.packet_flits > model->most_flits)
    return dl_scenario_fail ("traffic.packet-flits", field, error,
                             _ ("%u is out of range for router.model=%s (expected 1 to %u, or "
                                "router.model=input-queued)"),
                             scenario->traffic.packet_flits, model->id, model->most_flits);
  if (scenario->traffic.self && !model->sends_self)
    return dl_scenario_fail ("traffic.self", field, error,
                             _ ("router.model=%s does not send packets to their own node (expected "
                                "false, or router.model=input-queued)"),
                             model->id);
  return TRUE;
}

gboolean
dl_scenario_check (const DlScenario *scenario, const DlField **field, GError **error)
{
  const DlPattern *pattern = scenario->traffic.pattern;
  const DlRouterModel *router = dl_scenario_router (scenario);

  if (!dl_family_has_pattern (scenario->family, pattern))
    {
      g_autoptr (GPtrArray) there = g_ptr_array_new ();
      g_autofree char *hint = NULL;

      for (const DlFamilyPattern *row = scenario->family->patterns; row->pattern != NULL; row++)
        g_ptr_array_add (there, (gpointer) row->pattern->id);
      g_ptr_array_add (there, NULL);
      hint = dl_names_hint (pattern->id, (const char *const *) there->pdata);
      return dl_scenario_fail ("traffic.pattern", field, error,
                               /* Translators: a pattern, torus or dragonfly, and what to do:
                                * “expected one of: uniform, transpose” */
                               _ ("%s is not a pattern of kind=%s (%s)"), pattern->id,
                               scenario->family->id, hint);
    }
  return check_router (scenario, field, error) && scenario->family->check (scenario, field, error)
         && (router->check == NULL || router->check (scenario, field, error));
}

/* A file that was just read, whether the pattern uses it or not: no text of another kind gets into
 * a scenario. */
static gboolean
check_placement_file (const DlScenario *scenario, const DlField **field, GError **error)
{
  const DlTrafficOptions *traffic = &scenario->traffic;
  g_autoptr (GError) why = NULL;

  return traffic->placement_file == NULL || scenario->family->free_names
         || dl_placement_check_text (traffic->placement, traffic->placement_file, &why)
         || dl_scenario_fail ("traffic.placement", field, error, "%s", why->message);
}

gboolean
dl_scenario_normalize (DlScenario *scenario, const char *placement_file, const DlField **field,
                       GError **error)
{
  const DlFamily *family = scenario->family;
  gboolean settled;

  scenario->traffic.placement_file = placement_file;
  settled = check_placement_file (scenario, field, error)
            && (family->normalize == NULL || family->normalize (scenario, field, error))
            && dl_scenario_check (scenario, field, error);
  scenario->traffic.placement_file = NULL;
  return settled;
}

/* What is stated about a traffic that does not ask for it. */
static void
add_traffic_warnings (const DlScenario *scenario, GStrvBuilder *warnings)
{
  const DlTrafficOptions *traffic = &scenario->traffic;
  const gboolean program = traffic->pattern->program;
  const struct
  {
    const char *key;
    gboolean stated;
  } ignored[] = {
    { "message-bytes", *traffic->message_bytes != '\0' && !traffic->pattern->needs_bytes
                           && !traffic->pattern->takes_bytes },
    { "order", traffic->random_order && !(program && traffic->pattern->uniform)
                   && !traffic->pattern->takes_bytes },
    { "placement", *traffic->placement != '\0' && !traffic->pattern->places },
    { "matrix", *traffic->matrix != '\0' && !traffic->pattern->needs_matrix },
    { "burst-messages", traffic->burst_messages > 1 && program },
    { "response-share", traffic->response_share > 0 && program },
  };

  for (guint i = 0; i < G_N_ELEMENTS (ignored); i++)
    if (ignored[i].stated)
      {
        g_autofree char *warning
            = g_strdup_printf (_ ("traffic.%s: pattern %s does not use it (leave it out)"),
                               ignored[i].key, traffic->pattern->id);
        g_strv_builder_add (warnings, warning);
      }
}

GStrv
dl_scenario_warnings (const DlScenario *scenario)
{
  g_autoptr (GStrvBuilder) warnings = g_strv_builder_new ();

  if (scenario->family->add_warnings != NULL)
    scenario->family->add_warnings (scenario, warnings);
  add_traffic_warnings (scenario, warnings);
  return g_strv_builder_end (warnings);
}

/* Checks over several keys. */
#include "dl-scenario-check.h"

#include "dl-family.h"
#include "dl-names.h"
#include "dl-router-model.h"
#include "dl-value.h"

#include <glib/gi18n-lib.h>

#include <stdarg.h>
#include <string.h>

/* The program of a scenario's ranks: pattern, messages, matrix, placement and order together. */

gboolean
dl_scenario_is_content (const char *text)
{
  return strchr (text, '\n') != NULL;
}

gboolean
dl_scenario_is_program (const DlScenario *scenario)
{
  const DlTrafficOptions *traffic = &scenario->traffic;

  return traffic->pattern->program
         || (traffic->pattern->takes_bytes && *traffic->message_bytes != '\0');
}

gboolean
dl_scenario_has_program (const DlScenario *scenario)
{
  const DlTrafficOptions *traffic = &scenario->traffic;

  return traffic->pattern->program
         && !(traffic->pattern->uniform && *traffic->message_bytes == '\0'
              && *traffic->placement == '\0');
}

/* NULL: the message begins with the key @name, and @field is that key's. */
static gpointer
blame (const char *name, const DlField **field, GError **error)
{
  if (field != NULL)
    *field = dl_field_find_name (name);
  g_prefix_error (error, "%s: ", name);
  return NULL;
}

static gpointer G_GNUC_PRINTF (4, 5)
    fail (const char *name, const DlField **field, GError **error, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  g_propagate_error (
      error, g_error_new_valist (DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_CONFLICT, format, args));
  va_end (args);
  return blame (name, field, error);
}

static gpointer
fail_unread (const char *name, const char *file, const DlField **field, GError **error)
{
  g_autofree char *quoted = dl_value_quote (file);

  return fail (name, field, error,
               _ ("%s has not been read (put the file in the scenario’s folder, or use --set)"),
               quoted);
}

/* A placement of a dragonfly's jobs where ranks are asked for. */
static gpointer
fail_jobs (const char *name, const char *jobs, const DlField **field, GError **error)
{
  g_autofree char *quoted = dl_value_quote (jobs);

  return fail (
      name, field, error,
      _ ("%s places jobs, not ranks (expected linear, random, or a file with one node per line)"),
      quoted);
}

const char *
dl_scenario_placement_file (const DlScenario *scenario)
{
  return scenario->traffic.placement_file != NULL ? scenario->traffic.placement_file
                                                  : _ ("placement");
}

DlPlacement *
dl_scenario_place (const DlScenario *scenario, const DlSites *sites, const DlField **field,
                   GError **error)
{
  const char *text = scenario->traffic.placement;
  DlPlacement *placement;

  if (*text == '\0' || strcmp (text, "linear") == 0)
    placement = dl_placement_new_linear_on (sites, 0, error);
  else if (strcmp (text, "random") == 0)
    placement = dl_placement_new_random_on (sites, 0, scenario->seed, error);
  else if (!dl_scenario_is_content (text))
    return (strpbrk (text, ":@") != NULL ? fail_jobs : fail_unread) ("traffic.placement", text,
                                                                     field, error);
  else
    placement
        = dl_placement_parse_on (sites, 0, text, -1, dl_scenario_placement_file (scenario), error);
  return placement != NULL ? placement : blame ("traffic.placement", field, error);
}

gboolean
dl_scenario_places_jobs (const DlScenario *scenario, const DlSites *sites)
{
  const DlTrafficOptions *traffic = &scenario->traffic;

  return traffic->pattern == &dl_pattern_jobs
         || (traffic->pattern == &dl_pattern_all_to_all && *traffic->placement != '\0'
             && !dl_jobs_are_ranks (sites, traffic->placement));
}

DlJobs *
dl_scenario_read_jobs (const DlScenario *scenario, const DlSites *sites, GError **error)
{
  const char *text = scenario->traffic.placement;

  return dl_jobs_parse (
      sites, text, scenario->seed,
      dl_scenario_is_content (text) ? dl_scenario_placement_file (scenario) : NULL, error);
}

DlJobs *
dl_scenario_place_jobs (const DlScenario *scenario, const DlSites *sites, const DlField **field,
                        GError **error)
{
  DlJobs *jobs = dl_scenario_read_jobs (scenario, sites, error);

  return jobs != NULL ? jobs : blame ("traffic.placement", field, error);
}

static DlMatrix *
read_matrix (const DlScenario *scenario, const DlField **field, GError **error)
{
  const char *text = scenario->traffic.matrix;
  DlMatrix *matrix;

  if (*text == '\0')
    return fail (dl_field_is_set (dl_field_find ("traffic", "matrix"), scenario)
                     ? "traffic.matrix"
                     : "traffic.pattern",
                 field, error,
                 _ ("pattern %s needs a communication matrix (set traffic.matrix to a Matrix "
                    "Market file or a file with src,dst,bytes)"),
                 scenario->traffic.pattern->id);
  if (!dl_scenario_is_content (text))
    return fail_unread ("traffic.matrix", text, field, error);
  matrix = dl_matrix_parse (text, -1, _ ("matrix"), error);
  return matrix != NULL ? matrix : blame ("traffic.matrix", field, error);
}

static gboolean
read_bytes (const DlScenario *scenario, guint64 *bytes, const DlField **field, GError **error)
{
  const DlTrafficOptions *traffic = &scenario->traffic;

  *bytes = 1;
  if (*traffic->message_bytes != '\0')
    return dl_value_parse_uint (traffic->message_bytes, 1, DL_WORKLOAD_MAX_BYTES, bytes, error);
  if (traffic->pattern->uniform)
    return TRUE;
  fail (dl_field_is_set (dl_field_find ("traffic", "message-bytes"), scenario)
            ? "traffic.message-bytes"
            : "traffic.pattern",
        field, error,
        _ ("pattern %s needs a message length (set traffic.message-bytes, such as 64)"),
        traffic->pattern->id);
  return FALSE;
}

gboolean
dl_scenario_check_bytes (const DlScenario *scenario, GError **error)
{
  if (*scenario->traffic.message_bytes != '\0' || !scenario->traffic.pattern->needs_bytes)
    return TRUE;
  g_set_error (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_CONFLICT,
               _ ("traffic.message-bytes: pattern %s needs a message length (such as 64)"),
               scenario->traffic.pattern->id);
  return FALSE;
}

/* The key to change for an error of the workload as a whole. */
static const char *
key_of (const GError *error)
{
  if (error->code == DL_WORKLOAD_ERROR_PACKET)
    return "traffic.packet-flits";
  return error->code == DL_WORKLOAD_ERROR_MESSAGE ? "traffic.message-bytes" : "traffic.matrix";
}

/* Takes @why. */
static gpointer
blame_workload (GError *why, const DlField **field, GError **error)
{
  const char *name = key_of (why);

  g_propagate_error (error, why);
  return blame (name, field, error);
}

DlWorkload *
dl_scenario_shifts (const DlScenario *scenario, const DlTeams *teams, DlPacketShape shape,
                    guint64 order_seed, const DlField **field, GError **error)
{
  const DlTrafficOptions *traffic = &scenario->traffic;
  g_autoptr (GError) why = NULL;
  DlWorkload *workload;
  DlWorkloadSpec spec = {
    .random_order = traffic->random_order,
    .seed = order_seed,
    .packet = shape,
    .teams = { .first_shift = 1 },
    .message_bytes = 1,
  };

  if (*traffic->message_bytes != '\0'
      && !dl_value_parse_uint (traffic->message_bytes, 1, DL_WORKLOAD_MAX_BYTES,
                               &spec.message_bytes, error))
    return blame ("traffic.message-bytes", field, error);
  workload = dl_teams_shifts (teams, spec, &why);
  return workload != NULL ? workload : blame_workload (g_steal_pointer (&why), field, error);
}

DlWorkload *
dl_scenario_workload (const DlScenario *scenario, const DlSites *sites, DlPacketShape shape,
                      guint64 order_seed, const DlField **field, GError **error)
{
  const DlTrafficOptions *traffic = &scenario->traffic;
  g_autoptr (DlPlacement) placement = NULL;
  g_autoptr (DlMatrix) matrix = NULL;
  g_autoptr (GError) local = NULL;
  DlWorkload *workload;
  DlWorkloadSpec spec = {
    .kind = dl_workload_kind_find (traffic->pattern->id),
    .random_order = traffic->random_order,
    .seed = order_seed,
    .packet = shape,
  };

  g_assert (spec.kind != NULL);
  if (traffic->pattern->needs_bytes && !read_bytes (scenario, &spec.message_bytes, field, error))
    return NULL;
  if (traffic->pattern->needs_matrix)
    {
      spec.matrix = matrix = read_matrix (scenario, field, error);
      if (matrix == NULL)
        return NULL;
    }
  spec.placement = placement = dl_scenario_place (scenario, sites, field, error);
  if (placement == NULL)
    return NULL;
  workload = dl_workload_new (&spec, &local);
  return workload != NULL ? workload : blame_workload (g_steal_pointer (&local), field, error);
}

gboolean
dl_scenario_check_workload (const DlScenario *scenario, const DlSites *sites, DlPacketShape shape,
                            const DlField **field, GError **error)
{
  g_autoptr (GError) local = NULL;
  g_autoptr (DlWorkload) workload
      = dl_scenario_workload (scenario, sites, shape, scenario->seed, field, &local);

  if (workload != NULL)
    return TRUE;
  g_set_error_literal (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_CONFLICT, local->message);
  return FALSE;
}

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

/* Stated keys that the traffic does not ask for. */
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

/* A run ---------------------------------------------------------------------------------------- */

DlMachinePlan *
dl_scenario_plan (const DlScenario *scenario, guint64 seed, gpointer routes,
                  GCancellable *cancellable, GError **error)
{
  g_autoptr (DlRouted) own = NULL;
  g_autoptr (GError) why = NULL;

  if (!dl_scenario_check_bytes (scenario, error))
    return NULL;
  own = routes != NULL ? dl_shared_ref (routes)
                       : scenario->family->route (scenario, cancellable, &why);
  if (own != NULL && !g_cancellable_is_cancelled (cancellable))
    return dl_scenario_router (scenario)->plan (scenario, seed, own, error);
  if (g_error_matches (why, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    g_clear_error (&why);
  dl_scenario_fail_cancelled (g_steal_pointer (&why), _ ("The simulation was canceled"), error);
  return NULL;
}

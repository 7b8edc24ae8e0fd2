/* What can only be judged over several keys. */
#include "dl-scenario-private.h"

#include "dl-faults.h"

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

static gboolean
check_datelines (const DlScenario *scenario, const DlField **field, GError **error)
{
  const DlRoutingSpec routing = dl_scenario_routing (scenario);

  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    {
      const gint last = scenario->torus.radix[dim] - 1;
      if (routing.dateline[dim] > last)
        return dl_scenario_fail (
            "torus.datelines", field, error,
            _ ("dateline %d is outside the network in %s (0 to %d, or -1 for none)"),
            routing.dateline[dim], dl_dim_name (dim), last);
    }
  return TRUE;
}

/* Whether @coord is inside, else an error that calls it @what. */
static gboolean
check_coord (const DlTorusSpec *torus, DlCoord coord, const char *what, const char *name,
             const DlField **field, GError **error)
{
  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    if (coord.at[dim] >= torus->radix[dim])
      return dl_scenario_fail (
          name, field, error, _ ("%s is outside the network (nodes 0,0,0 to %u,%u,%u)"), what,
          torus->radix[DL_X] - 1, torus->radix[DL_Y] - 1, torus->radix[DL_Z] - 1);
  return TRUE;
}

static gboolean
check_links (const DlTorusSpec *torus, const GArray *links, const char *name, const DlField **field,
             GError **error)
{
  for (guint i = 0; i < links->len; i++)
    {
      const DlLinkAt link = g_array_index (links, DlLinkAt, i);
      g_autofree char *what = NULL;

      if (dl_torus_spec_has_link (torus, link))
        continue;
      what = dl_link_at_to_string (link);
      if (!check_coord (torus, link.from, what, name, field, error))
        return FALSE;
      return dl_scenario_fail (
          name, field, error,
          _ ("there is no link %s, since %s is a mesh there (a link inside the mesh, or "
             "torus.wrap true and a radix above 2)"),
          what, dl_dim_name (dl_port_dim (link.port)));
    }
  return TRUE;
}

static gboolean
check_faults (const DlTorusSpec *torus, const DlField **field, GError **error)
{
  if (!check_links (torus, torus->broken_cables, "torus.broken-links", field, error)
      || !check_links (torus, torus->broken_channels, "torus.broken-channels", field, error))
    return FALSE;

  for (guint i = 0; i < torus->broken_channels->len; i++)
    {
      const DlLinkAt channel = g_array_index (torus->broken_channels, DlLinkAt, i);
      const DlLinkAt cable = dl_torus_spec_cable (torus, channel);
      if (g_array_binary_search (torus->broken_cables, &cable, dl_link_at_compare, NULL))
        {
          g_autofree char *channel_name = dl_link_at_to_string (channel);
          g_autofree char *cable_name = dl_link_at_to_string (cable);
          return dl_scenario_fail (
              "torus.broken-channels", field, error,
              _ ("%s is broken already, with the cable %s in torus.broken-links (name it "
                 "in one of them)"),
              channel_name, cable_name);
        }
    }

  for (guint i = 0; i < torus->broken_nodes->len; i++)
    {
      const DlCoord node = g_array_index (torus->broken_nodes, DlCoord, i);
      g_autofree char *what = dl_coord_to_string (node);
      if (!check_coord (torus, node, what, "torus.broken-nodes", field, error))
        return FALSE;
    }
  return TRUE;
}

/* Ranks are on nodes, and a node that breaks may take one with it. */
static gboolean
check_program (const DlScenario *scenario, const DlField **field, GError **error)
{
  g_autoptr (DlNetwork) network = dl_network_new_torus (&scenario->torus, NULL);
  g_autoptr (DlWorkload) workload = NULL;
  g_autoptr (GError) local = NULL;

  if (network == NULL)
    return TRUE; /* faults that are not settled: for others to say */
  workload = dl_scenario_workload (scenario, network, scenario->seed, field, &local);
  if (workload != NULL)
    return TRUE;
  g_set_error_literal (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_CONFLICT, local->message);
  return FALSE;
}

static gboolean
check_traffic (const DlScenario *scenario, const DlField **field, GError **error)
{
  const DlTrafficOptions *traffic = &scenario->traffic;

  if (!dl_pattern_is_of_torus (traffic->pattern))
    return dl_scenario_fail ("traffic.pattern", field, error,
                             _ ("%s is a pattern of a dragonfly (one of a torus, such as uniform)"),
                             traffic->pattern->id);
  if (*traffic->target != '\0')
    {
      g_autoptr (GError) node_error = NULL;
      DlCoord coord;
      if (!dl_torus_spec_parse_node (&scenario->torus, traffic->target, &coord, &node_error))
        return dl_scenario_fail ("traffic.target", field, error, "%s", node_error->message);
    }
  else if (traffic->pattern->needs_target)
    {
      /* The key to change is the target; if it is not there, the pattern is what asks for it. */
      const gboolean stated = dl_field_is_set (dl_field_find ("traffic", "target"), scenario);
      return dl_scenario_fail (
          stated ? "traffic.target" : "traffic.pattern", field, error,
          _ ("pattern %s needs a node to send to (traffic.target, such as 0,0,0)"),
          traffic->pattern->id);
    }

  if (dl_scenario_has_program (scenario) && !check_program (scenario, field, error))
    return FALSE;
  if (traffic->packet_flits > scenario->router.input_buffer)
    return dl_scenario_fail (
        "router.input-buffer", field, error,
        _ ("%u flits cannot hold a packet of %u (at least traffic.packet-flits)"),
        scenario->router.input_buffer, traffic->packet_flits);
  if (traffic->packet_flits > scenario->router.staging_buffer)
    return dl_scenario_fail (
        "router.staging-buffer", field, error,
        _ ("%u flits cannot hold a packet of %u (at least traffic.packet-flits)"),
        scenario->router.staging_buffer, traffic->packet_flits);
  return TRUE;
}

gboolean
dl_scenario_check (const DlScenario *scenario, const DlField **field, GError **error)
{
  g_autoptr (GError) shape_error = NULL;

  if (scenario->kind == DL_KIND_DRAGONFLY)
    return dl_scenario_check_dragonfly (scenario, field, error);
  if (!dl_torus_spec_check_shape (&scenario->torus, &shape_error))
    return dl_scenario_fail ("torus.radix", field, error, "%s", shape_error->message);
  return check_datelines (scenario, field, error) && check_faults (&scenario->torus, field, error)
         && check_traffic (scenario, field, error);
}

static gboolean
settle (DlScenario *scenario, const DlField **field, GError **error)
{
  g_autoptr (GError) fault_error = NULL;

  /* Faults of a dragonfly have one name each from the start. */
  if (scenario->kind == DL_KIND_DRAGONFLY || !dl_torus_spec_check_shape (&scenario->torus, NULL))
    return dl_scenario_check (scenario, field, error);
  if (!dl_faults_settle (&scenario->torus, &fault_error))
    return dl_scenario_fail ("torus.broken-links", field, error, "%s", fault_error->message);
  return dl_scenario_check (scenario, field, error);
}

gboolean
dl_scenario_settle (DlScenario *scenario, const char *placement_file, const DlField **field,
                    GError **error)
{
  gboolean settled;

  scenario->traffic.placement_file = placement_file;
  settled = settle (scenario, field, error);
  scenario->traffic.placement_file = NULL;
  return settled;
}

static void
add_table_warning (const DlScenario *scenario, GStrvBuilder *warnings)
{
  const DlVcPolicy *policy = scenario->routing.vc_policy;
  const DlVcTable *table = scenario->vc_table;
  g_autofree char *warning = NULL;

  if (!policy->table)
    return;
  if (table == NULL)
    warning = g_strdup_printf (_ ("torus.vc-policy: %s does as output-crossing, since there is no "
                                  "torus.vc-table (run optimize --vc)"),
                               policy->id);
  else if (!dl_vc_table_fits_spec (table, &scenario->torus))
    warning = g_strdup_printf (
        _ ("torus.vc-table: it was made for another network, %ux%ux%u, and policy %s does as "
           "output-crossing (run optimize --vc again)"),
        table->radix[DL_X], table->radix[DL_Y], table->radix[DL_Z], policy->id);
  if (warning != NULL)
    g_strv_builder_add (warnings, warning);
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
    { "message-bytes", *traffic->message_bytes != '\0' && !traffic->pattern->needs_bytes },
    { "order", traffic->random_order && !(program && traffic->pattern->uniform) },
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
  const DlField *datelines = dl_field_find ("torus", "datelines");
  g_autoptr (GStrvBuilder) warnings = g_strv_builder_new ();

  if (scenario->kind == DL_KIND_DRAGONFLY)
    return g_strv_builder_end (warnings);
  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    {
      const gint dateline = scenario->routing.dateline[dim];
      if (dl_field_is_set (datelines, scenario) && dateline != DL_NO_DATELINE
          && !dl_torus_spec_is_ring (&scenario->torus, dim))
        {
          g_autofree char *warning = g_strdup_printf (
              _ ("torus.datelines: %d in %s is ignored, since %s is not a ring (-1 for none)"),
              dateline, dl_dim_name (dim), dl_dim_name (dim));
          g_strv_builder_add (warnings, warning);
        }
    }
  add_table_warning (scenario, warnings);
  add_traffic_warnings (scenario, warnings);
  return g_strv_builder_end (warnings);
}

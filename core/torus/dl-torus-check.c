/* What can only be judged over several keys of a torus. */
#include "dl-scenario-check.h"
#include "dl-torus-input-queued.h"
#include "dl-torus-private.h"
#include "dl-torus-sites.h"
#include "dl-vc-policy.h"

#include <glib/gi18n-lib.h>

#include <string.h>

/* Bring the broken cables into the form that DlTorusSpec promises: by their plus end, sorted,
 * unique. */
static gboolean
settle_cables (DlTorusOptions *options, GError **error)
{
  DlTorusSpec *spec = &options->spec;
  g_autoptr (GArray) set = dl_faults_canonical (&dl_torus_cables, options, spec->broken_cables);
  const guint twin = dl_faults_find_twin (&dl_torus_cables, set);

  if (twin < set->len)
    {
      const DlLinkAt plus = g_array_index (set, DlLinkAt, twin);
      const DlLinkAt minus = { dl_torus_spec_far_end (spec, plus), dl_port_opposite (plus.port) };
      g_autofree char *plus_name = dl_link_at_to_string (plus);
      g_autofree char *minus_name = dl_link_at_to_string (minus);

      g_set_error (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_CONFLICT,
                   _ ("%s and %s are the two ends of one cable (name it once)"), plus_name,
                   minus_name);
      return FALSE;
    }
  g_array_unref (spec->broken_cables);
  spec->broken_cables = g_steal_pointer (&set);
  return TRUE;
}

gboolean
dl_torus_normalize (DlScenario *scenario, const DlField **field, GError **error)
{
  DlTorusOptions *options = dl_torus_options (scenario);
  g_autoptr (GError) why = NULL;

  /* A shape that cannot be is for the check to refuse. */
  if (!dl_torus_spec_check_shape (&options->spec, NULL) || settle_cables (options, &why))
    return TRUE;
  return dl_scenario_fail ("torus.broken-links", field, error, "%s", why->message);
}

static gboolean
check_datelines (const DlScenario *scenario, const DlField **field, GError **error)
{
  const DlRoutingSpec routing = dl_scenario_routing (scenario);

  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    {
      const gint last = dl_torus_options (scenario)->spec.radix[dim] - 1;
      if (routing.dateline[dim] > last)
        return dl_scenario_fail (
            "torus.datelines", field, error,
            _ ("dateline %d is outside the network in %s (expected 0 to %d, or -1 for none)"),
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
          name, field, error, _ ("%s is outside the network (expected nodes 0,0,0 to %u,%u,%u)"),
          what, torus->radix[DL_X] - 1, torus->radix[DL_Y] - 1, torus->radix[DL_Z] - 1);
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
          _ ("there is no link %s because %s is a mesh (use a link inside the mesh, or torus.wrap "
             "true and a radix above 2)"),
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
              _ ("%s is already broken, with the cable %s in torus.broken-links (name it in one "
                 "of them)"),
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
  g_autoptr (DlNetwork) network = dl_network_new_torus (&dl_torus_options (scenario)->spec, NULL);
  DlSites sites;

  if (network == NULL)
    return TRUE; /* faults that are not settled: for others to say */
  sites = dl_sites_of_torus (network);
  return dl_scenario_check_workload (
      scenario, &sites, dl_packet_shape_seastar (scenario->traffic.packet_flits), field, error);
}

/* The classes of the routes must have virtual channels of their own. */
static gboolean
check_vcs (const DlScenario *scenario, const DlField **field, GError **error)
{
  const guint vcs = scenario->input_queued.vcs;
  const guint least = dl_torus_least_vcs (scenario);
  const gboolean even = dl_torus_options (scenario)->routing.vc_policy->wrap_partition;

  if (vcs < least)
    return dl_scenario_fail ("input-queued.vcs", field, error,
                             _ ("%u is too few: rings need two classes, and responses their own "
                                "(at least %u)"),
                             vcs, least);
  if (even && vcs % 2 == 1 && least > 1)
    return dl_scenario_fail ("input-queued.vcs", field, error,
                             _ ("%u has no two halves for torus.vc-policy=%s (use an even number)"),
                             vcs, dl_torus_options (scenario)->routing.vc_policy->id);
  return TRUE;
}

static gboolean
check_traffic (const DlScenario *scenario, const DlField **field, GError **error)
{
  const DlTrafficOptions *traffic = &scenario->traffic;

  if (*traffic->target != '\0')
    {
      g_autoptr (GError) node_error = NULL;
      DlCoord coord;
      if (!dl_torus_spec_parse_node (&dl_torus_options (scenario)->spec, traffic->target, &coord,
                                     &node_error))
        return dl_scenario_fail ("traffic.target", field, error, "%s", node_error->message);
    }
  else if (traffic->pattern->needs_target)
    {
      /* The key to change is the target; if it is not there, the pattern is what asks for it. */
      const gboolean stated = dl_field_is_set (dl_field_find ("traffic", "target"), scenario);
      return dl_scenario_fail (stated ? "traffic.target" : "traffic.pattern", field, error,
                               _ ("pattern %s needs a target (set traffic.target, such as 0,0,0)"),
                               traffic->pattern->id);
    }

  if (dl_scenario_has_program (scenario) && !check_program (scenario, field, error))
    return FALSE;
  return !dl_scenario_is_input_queued (scenario) || check_vcs (scenario, field, error);
}

gboolean
dl_torus_check (const DlScenario *scenario, const DlField **field, GError **error)
{
  const DlTorusSpec *spec = &dl_torus_options (scenario)->spec;
  g_autoptr (GError) why = NULL;

  if (!dl_torus_spec_check_shape (spec, &why))
    return dl_scenario_fail ("torus.radix", field, error, "%s", why->message);
  return check_datelines (scenario, field, error) && check_faults (spec, field, error)
         && check_traffic (scenario, field, error);
}

static void
add_table_warning (const DlScenario *scenario, GStrvBuilder *warnings)
{
  const DlVcPolicy *policy = dl_torus_options (scenario)->routing.vc_policy;
  const DlVcTable *table = dl_torus_options (scenario)->vc_table;
  g_autofree char *warning = NULL;

  if (!policy->table)
    return;
  if (table == NULL)
    warning = g_strdup_printf (_ ("torus.vc-policy: %s works like output-crossing because "
                                  "torus.vc-table is missing (run optimize --vc)"),
                               policy->id);
  else if (!dl_vc_table_fits_spec (table, &dl_torus_options (scenario)->spec))
    warning = g_strdup_printf (
        _ ("torus.vc-table: made for a different network, %ux%ux%u; policy %s works like "
           "output-crossing (run optimize --vc again)"),
        table->radix[DL_X], table->radix[DL_Y], table->radix[DL_Z], policy->id);
  if (warning != NULL)
    g_strv_builder_add (warnings, warning);
}

void
dl_torus_add_warnings (const DlScenario *scenario, GStrvBuilder *warnings)
{
  const DlTorusOptions *options = dl_torus_options (scenario);
  const DlField *datelines = dl_field_find ("torus", "datelines");

  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    {
      const gint dateline = options->routing.dateline[dim];
      if (dl_field_is_set (datelines, scenario) && dateline != DL_NO_DATELINE
          && !dl_torus_spec_is_ring (&options->spec, dim))
        {
          g_autofree char *warning = g_strdup_printf (
              _ ("torus.datelines: %d in %s is ignored because %s is not a ring (use -1 for none)"),
              dateline, dl_dim_name (dim), dl_dim_name (dim));
          g_strv_builder_add (warnings, warning);
        }
    }
  add_table_warning (scenario, warnings);
}

/* What can only be judged over several keys of a dragonfly. */
#include "dl-dragonfly-family-private.h"
#include "dl-dragonfly-input-queued.h"
#include "dl-dragonfly-name.h"
#include "dl-field.h"
#include "dl-scenario-check.h"
#include "dl-value.h"

#include <glib/gi18n-lib.h>

/* The key to change when the shape is not possible. */
static const char *
shape_key (const DlDragonflySpec *spec)
{
  if (spec->shape == DL_DRAGONFLY_GENERIC)
    return "dragonfly.groups";
  if (spec->groups > DL_DRAGONFLY_MAX_GROUPS)
    return "dragonfly.groups";
  if (spec->last_chassis > spec->chassis)
    return "dragonfly.last-chassis";
  return dl_dragonfly_spec_max_cables (spec) == 0 ? "dragonfly.groups"
                                                  : "dragonfly.cables-per-pair";
}

gboolean
dl_scenario_has_router (const DlScenario *scenario, DlRouterAt at)
{
  const DlDragonfly *network;

  if (dl_dragonfly_options (scenario)->machine == NULL)
    return dl_dragonfly_spec_has_router (&dl_dragonfly_options (scenario)->spec, at);
  network = dl_dragonfly_options (scenario)->machine->network;
  return dl_dragonfly_router_at (
             network,
             (DlRouterAt) { dl_dragonfly_group_named (network, at.group), at.chassis, at.blade })
         != DL_NO_NODE;
}

gboolean
dl_scenario_has_link (const DlScenario *scenario, const DlDragonflyLinkAt *at)
{
  g_autofree char *text = NULL;
  guint link;

  if (dl_dragonfly_options (scenario)->machine == NULL)
    return at->parallel
           < dl_dragonfly_spec_links (&dl_dragonfly_options (scenario)->spec, at->a, at->b);
  text = dl_dragonfly_link_at_to_string (*at);
  return dl_dragonfly_parse_link (dl_dragonfly_options (scenario)->machine->network, text, &link,
                                  NULL);
}

/* Is cable @cable one of those between two groups of a machine? */
static gboolean
machine_has_cable (const DlDragonfly *network, const DlCableAt *at)
{
  const guint a = dl_dragonfly_group_named (network, at->a);
  const guint b = dl_dragonfly_group_named (network, at->b);

  if (a == G_MAXUINT || b == G_MAXUINT)
    return FALSE;
  for (guint link = network->first_link[network->group_first[a]];
       link < network->first_link[network->group_first[a + 1]]; link++)
    if (network->link_class[link] == DL_LINK_BLUE && network->link_cable[link] == at->cable
        && network->router[network->link_to[link]].group == b)
      return TRUE;
  return FALSE;
}

gboolean
dl_scenario_has_blue_cable (const DlScenario *scenario, const DlCableAt *at)
{
  return dl_dragonfly_options (scenario)->machine != NULL
             ? machine_has_cable (dl_dragonfly_options (scenario)->machine->network, at)
             : at->cable < dl_dragonfly_spec_cables (&dl_dragonfly_options (scenario)->spec, at->a,
                                                     at->b);
}

static gboolean
check_faults (const DlScenario *scenario, const DlField **field, GError **error)
{
  const DlDragonflySpec *spec = &dl_dragonfly_options (scenario)->spec;

  for (guint i = 0; i < spec->broken_routers->len; i++)
    {
      const DlRouterAt at = g_array_index (spec->broken_routers, DlRouterAt, i);
      g_autofree char *text = dl_router_at_to_string (at);

      if (!dl_scenario_has_router (scenario, at))
        return dl_scenario_fail ("dragonfly.broken-routers", field, error,
                                 _ ("there is no router %s in this network (expected "
                                    "group.chassis.blade)"),
                                 text);
    }
  for (guint i = 0; i < spec->broken_links->len; i++)
    {
      const DlDragonflyLinkAt *at = &g_array_index (spec->broken_links, DlDragonflyLinkAt, i);
      g_autofree char *text = dl_dragonfly_link_at_to_string (*at);

      if (!dl_scenario_has_link (scenario, at))
        return dl_scenario_fail ("dragonfly.broken-links", field, error,
                                 _ ("there is no link %s in this network (“dateline-cli links” "
                                    "lists them)"),
                                 text);
    }
  for (guint i = 0; i < spec->broken_cables->len; i++)
    {
      const DlCableAt *at = &g_array_index (spec->broken_cables, DlCableAt, i);
      g_autofree char *text = dl_cable_at_to_string (*at);

      if (!dl_scenario_has_blue_cable (scenario, at))
        return dl_scenario_fail ("dragonfly.broken-cables", field, error,
                                 _ ("there is no cable %s in this network (expected two groups "
                                    "and the number of their cable, from 0)"),
                                 text);
    }
  return TRUE;
}

/* What needs the network to be judged. */
static gboolean
check_places (const DlScenario *scenario, const DlField **field, GError **error)
{
  const DlPattern *pattern = scenario->traffic.pattern;
  const gboolean places = *scenario->traffic.placement != '\0' && pattern->places;
  const gboolean ranks = pattern->program && !pattern->uniform;
  g_autoptr (DlDragonfly) dragonfly = NULL;
  g_autoptr (DlDragonflyDemand) demand = NULL;
  g_autoptr (GError) why = NULL;

  if (!places && !ranks && !pattern->needs_target)
    return TRUE;
  /* Nodes are all that it takes, and links are what takes time. */
  dragonfly = dl_dragonfly_new_nodes (dl_dragonfly_options (scenario)->machine != NULL
                                          ? dl_dragonfly_options (scenario)->machine->network
                                          : NULL,
                                      &dl_dragonfly_options (scenario)->spec, error);
  if (dragonfly == NULL)
    return FALSE;
  /* What its ranks send in all may be much more than who they are. */
  if (ranks)
    return dl_dragonfly_check_workload (scenario, dragonfly, field, error);
  demand = dl_scenario_dragonfly_demand (scenario, dragonfly, field, &why);
  if (demand != NULL)
    return TRUE;
  g_set_error_literal (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_CONFLICT, why->message);
  return FALSE;
}

/* BookSim's modes are the input-queued router's, and that needs a virtual channel for each class of
 * the mode's routes. */
static gboolean
check_mode (const DlScenario *scenario, const DlField **field, GError **error)
{
  const DlDragonflyMode *mode = dl_dragonfly_options (scenario)->mode;
  const guint least = dl_dragonfly_least_vcs (scenario);

  if (!dl_scenario_is_input_queued (scenario))
    return mode->phases == 0
           || dl_scenario_fail ("dragonfly.routing", field, error,
                                _ ("%s needs router.model=input-queued (or use a different mode)"),
                                mode->id);
  if (scenario->input_queued.vcs >= least)
    return TRUE;
  return dl_scenario_fail ("input-queued.vcs", field, error,
                           _ ("%u is too few for the routes of dragonfly.routing=%s (at least %u)"),
                           scenario->input_queued.vcs, mode->id, least);
}

static gboolean
check_traffic (const DlScenario *scenario, const DlField **field, GError **error)
{
  const DlTrafficOptions *traffic = &scenario->traffic;
  const DlPattern *pattern = traffic->pattern;
  const guint buffer = dl_dragonfly_options (scenario)->spec.shape == DL_DRAGONFLY_ARIES
                           ? dl_aries_options (scenario)->buffer
                           : scenario->router.input_buffer;

  if (pattern->needs_target && *traffic->target == '\0')
    return dl_scenario_fail ("traffic.pattern", field, error,
                             _ ("pattern %s needs a target (set traffic.target, such as 0.0.0.0)"),
                             pattern->id);
  if (!check_mode (scenario, field, error))
    return FALSE;
  if (traffic->packet_flits > buffer && !dl_scenario_is_input_queued (scenario))
    return dl_scenario_fail (dl_dragonfly_options (scenario)->spec.shape == DL_DRAGONFLY_ARIES
                                 ? "router.aries-buffer"
                                 : "router.input-buffer",
                             field, error,
                             _ ("a buffer of %u flits cannot hold a packet of %u flits (at least "
                                "traffic.packet-flits)"),
                             buffer, traffic->packet_flits);
  return check_places (scenario, field, error);
}

gboolean
dl_dragonfly_check (const DlScenario *scenario, const DlField **field, GError **error)
{
  g_autoptr (GError) why = NULL;

  if (dl_dragonfly_options (scenario)->machine != NULL
      && dl_dragonfly_options (scenario)->machine->network == NULL)
    {
      g_autofree char *quoted = dl_value_quote (dl_dragonfly_options (scenario)->machine->text);

      return dl_scenario_fail ("dragonfly.interconnect", field, error,
                               _ ("%s has not been read (put the file in the scenario’s folder, "
                                  "or use --set)"),
                               quoted);
    }
  if (dl_dragonfly_options (scenario)->machine == NULL
      && !dl_dragonfly_spec_check (&dl_dragonfly_options (scenario)->spec, &why))
    return dl_scenario_fail (shape_key (&dl_dragonfly_options (scenario)->spec), field, error, "%s",
                             why->message);
  return check_faults (scenario, field, error) && check_traffic (scenario, field, error);
}

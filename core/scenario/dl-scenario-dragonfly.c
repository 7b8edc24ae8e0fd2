/* A scenario of a dragonfly: its network, its traffic, and what can only be judged over several of
 * its keys. */
#include "dl-scenario-private.h"

#include "dl-dragonfly-name.h"
#include "dl-dragonfly-matrix.h"
#include "dl-jobs-file.h"
#include "dl-value.h"
#include "dl-dragonfly-sites.h"

#include <glib/gi18n-lib.h>

/* Less than machines of this kind carry of uniform traffic, so that there is something to see. */
#define MACHINE_LOAD "0.2"

DlScenario *
dl_scenario_new_machine (DlMachine *machine, const char *name)
{
  DlScenario *scenario = dl_scenario_new ();
  gboolean good = dl_field_set (dl_field_find_name ("scenario.kind"), scenario, "dragonfly", NULL);

  scenario->machine = dl_machine_ref (machine);
  good = good
         && dl_field_set (dl_field_find_name ("dragonfly.interconnect"), scenario, machine->text,
                          NULL)
         && dl_field_set (dl_field_find_name ("traffic.load"), scenario, MACHINE_LOAD, NULL);
  g_assert (good);
  /* A name that cannot be one is left out. */
  dl_field_set (dl_field_find_name ("scenario.name"), scenario, name, NULL);
  return scenario;
}

DlDragonfly *
dl_scenario_dragonfly (const DlScenario *scenario, GError **error)
{
  const DlMachine *machine = scenario->machine;

  if (machine == NULL)
    return dl_dragonfly_new (&scenario->dragonfly, error);
  if (machine->network == NULL)
    {
      g_set_error (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_CONFLICT,
                   _ ("dragonfly.interconnect: “%s” has not been read (a file beside that of the "
                      "scenario, or one for --set)"),
                   machine->text);
      return NULL;
    }
  return dl_dragonfly_new_broken (machine->network, &scenario->dragonfly, error);
}

/* Traffic -------------------------------------------------------------------------------------- */

DlJobs *
dl_scenario_jobs (const DlScenario *scenario, const DlDragonfly *dragonfly, GError **error)
{
  const char *text = scenario->traffic.placement;

  return dl_jobs_parse (
      dragonfly, text, scenario->seed,
      dl_scenario_is_content (text) ? dl_scenario_placement_file (scenario) : NULL, error);
}

static DlDragonflyDemand *
jobs_demand (const DlScenario *scenario, DlDragonfly *dragonfly, const DlField **field,
             GError **error)
{
  g_autoptr (GError) why = NULL;
  g_autoptr (DlJobs) jobs = dl_scenario_jobs (scenario, dragonfly, &why);

  if (jobs != NULL)
    return dl_jobs_demand (jobs, dragonfly);
  dl_scenario_fail ("traffic.placement", field, error, "%s", why->message);
  return NULL;
}

static DlDragonflyDemand *
to_one (const DlScenario *scenario, DlDragonfly *dragonfly, const DlField **field, GError **error)
{
  g_autoptr (GError) why = NULL;
  guint target;

  if (!dl_dragonfly_parse_node (dragonfly, scenario->traffic.target, &target, &why))
    dl_scenario_fail ("traffic.target", field, error, "%s", why->message);
  else if (!dl_dragonfly_node_up (dragonfly, target))
    dl_scenario_fail ("traffic.target", field, error,
                      _ ("the router of %s is broken (a node of one that works)"),
                      scenario->traffic.target);
  else
    return dl_dragonfly_demand_new_to_one (dragonfly, target);
  return NULL;
}

/* What the ranks of a matrix send in all: their order is left aside. */
static DlDragonflyDemand *
matrix_demand (const DlScenario *scenario, DlDragonfly *dragonfly, const DlField **field,
               GError **error)
{
  const DlSites sites = dl_sites_of_dragonfly (dragonfly);
  g_autoptr (DlMatrix) matrix = dl_scenario_read_matrix (scenario, field, error);
  g_autoptr (DlPlacement) placement = NULL;
  g_autoptr (GError) why = NULL;
  DlDragonflyDemand *demand;

  if (matrix == NULL)
    return NULL;
  placement = dl_scenario_place (scenario, &sites, field, error);
  if (placement == NULL)
    return NULL;
  demand = dl_dragonfly_demand_new_matrix (dragonfly, placement, matrix,
                                           scenario->aries.payload_bytes, &why);
  if (demand == NULL)
    dl_scenario_fail ("traffic.matrix", field, error, "%s", why->message);
  return demand;
}

DlDragonflyDemand *
dl_scenario_dragonfly_demand (const DlScenario *scenario, DlDragonfly *dragonfly,
                              const DlField **field, GError **error)
{
  const DlPattern *pattern = scenario->traffic.pattern;

  if (g_str_equal (pattern->id, "group-shift"))
    return dl_dragonfly_demand_new_group_shift (dragonfly);
  if (g_str_equal (pattern->id, "in-group"))
    return dl_dragonfly_demand_new_in_group (dragonfly);
  if (g_str_equal (pattern->id, "random-permutation"))
    return dl_dragonfly_demand_new_permutation (dragonfly, scenario->seed);
  if (g_str_equal (pattern->id, "all-to-one"))
    return to_one (scenario, dragonfly, field, error);
  if (g_str_equal (pattern->id, "jobs")
      || (g_str_equal (pattern->id, "all-to-all") && *scenario->traffic.placement != '\0'))
    return jobs_demand (scenario, dragonfly, field, error);
  if (pattern->needs_matrix)
    return matrix_demand (scenario, dragonfly, field, error);
  return dl_dragonfly_demand_new_uniform (dragonfly);
}

/* Checks --------------------------------------------------------------------------------------- */

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

  if (scenario->machine == NULL)
    return dl_dragonfly_spec_has_router (&scenario->dragonfly, at);
  network = scenario->machine->network;
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

  if (scenario->machine == NULL)
    return at->parallel < dl_dragonfly_spec_links (&scenario->dragonfly, at->a, at->b);
  text = dl_dragonfly_link_at_to_string (*at);
  return dl_dragonfly_parse_link (scenario->machine->network, text, &link, NULL);
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
  return scenario->machine != NULL
             ? machine_has_cable (scenario->machine->network, at)
             : at->cable < dl_dragonfly_spec_cables (&scenario->dragonfly, at->a, at->b);
}

static gboolean
check_faults (const DlScenario *scenario, const DlField **field, GError **error)
{
  const DlDragonflySpec *spec = &scenario->dragonfly;

  for (guint i = 0; i < spec->broken_routers->len; i++)
    {
      const DlRouterAt at = g_array_index (spec->broken_routers, DlRouterAt, i);
      g_autofree char *text = dl_router_at_to_string (at);

      if (!dl_scenario_has_router (scenario, at))
        return dl_scenario_fail ("dragonfly.broken-routers", field, error,
                                 _ ("there is no router %s in this network "
                                    "(group.chassis.blade)"),
                                 text);
    }
  for (guint i = 0; i < spec->broken_links->len; i++)
    {
      const DlDragonflyLinkAt *at = &g_array_index (spec->broken_links, DlDragonflyLinkAt, i);
      g_autofree char *text = dl_dragonfly_link_at_to_string (*at);

      if (!dl_scenario_has_link (scenario, at))
        return dl_scenario_fail ("dragonfly.broken-links", field, error,
                                 _ ("there is no link %s in this network (dateline-cli links "
                                    "lists them)"),
                                 text);
    }
  for (guint i = 0; i < spec->broken_cables->len; i++)
    {
      const DlCableAt *at = &g_array_index (spec->broken_cables, DlCableAt, i);
      g_autofree char *text = dl_cable_at_to_string (*at);

      if (!dl_scenario_has_blue_cable (scenario, at))
        return dl_scenario_fail ("dragonfly.broken-cables", field, error,
                                 _ ("there is no cable %s in this network (two groups, and which "
                                    "of their cables from 0 on)"),
                                 text);
    }
  return TRUE;
}

/* What needs the network to be judged. */
static gboolean
check_places (const DlScenario *scenario, const DlField **field, GError **error)
{
  const DlTrafficOptions *traffic = &scenario->traffic;
  const gboolean places = *traffic->placement != '\0'
                          && (g_str_equal (traffic->pattern->id, "jobs")
                              || g_str_equal (traffic->pattern->id, "all-to-all"));
  g_autoptr (DlDragonfly) dragonfly = NULL;
  g_autoptr (DlDragonflyDemand) demand = NULL;

  if (!places && !traffic->pattern->needs_target && !traffic->pattern->needs_matrix)
    return TRUE;
  /* Nodes are all that it takes, and links are what takes time. */
  dragonfly = dl_dragonfly_new_nodes (scenario->machine != NULL ? scenario->machine->network : NULL,
                                      &scenario->dragonfly, error);
  if (dragonfly == NULL)
    return FALSE;
  demand = dl_scenario_dragonfly_demand (scenario, dragonfly, field, error);
  return demand != NULL;
}

static gboolean
check_traffic (const DlScenario *scenario, const DlField **field, GError **error)
{
  const DlTrafficOptions *traffic = &scenario->traffic;
  const DlPattern *pattern = traffic->pattern;
  const guint buffer = scenario->dragonfly.shape == DL_DRAGONFLY_ARIES
                           ? scenario->aries.buffer
                           : scenario->router.input_buffer;

  if (!dl_pattern_is_of_dragonfly (pattern))
    return dl_scenario_fail ("traffic.pattern", field, error,
                             _ ("%s is a pattern of a torus (one of a dragonfly, such as "
                                "group-shift)"),
                             pattern->id);
  if (pattern->needs_target && *traffic->target == '\0')
    return dl_scenario_fail ("traffic.pattern", field, error,
                             _ ("pattern %s needs a node to send to (traffic.target, such as "
                                "0.0.0.0)"),
                             pattern->id);
  if (traffic->packet_flits > buffer)
    return dl_scenario_fail (scenario->dragonfly.shape == DL_DRAGONFLY_ARIES
                                 ? "router.aries-buffer"
                                 : "router.input-buffer",
                             field, error,
                             _ ("%u flits cannot hold a packet of %u (at least "
                                "traffic.packet-flits)"),
                             buffer, traffic->packet_flits);
  return check_places (scenario, field, error);
}

gboolean
dl_scenario_check_dragonfly (const DlScenario *scenario, const DlField **field, GError **error)
{
  g_autoptr (GError) why = NULL;

  if (scenario->machine != NULL && scenario->machine->network == NULL)
    {
      g_autofree char *quoted = dl_value_quote (scenario->machine->text);

      return dl_scenario_fail ("dragonfly.interconnect", field, error,
                               _ ("%s has not been read (a file beside that of the scenario, or "
                                  "one for --set)"),
                               quoted);
    }
  if (scenario->machine == NULL && !dl_dragonfly_spec_check (&scenario->dragonfly, &why))
    return dl_scenario_fail (shape_key (&scenario->dragonfly), field, error, "%s", why->message);
  return check_faults (scenario, field, error) && check_traffic (scenario, field, error);
}

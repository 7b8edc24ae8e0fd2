/* A scenario of a dragonfly: its network, its traffic and its programs. */
#include "dl-dragonfly-scenario.h"

#include "dl-dragonfly-family-private.h"
#include "dl-dragonfly-name.h"
#include "dl-dragonfly-sites.h"
#include "dl-dragonfly-workload.h"
#include "dl-dragonfly-jobs.h"
#include "dl-scenario-check.h"
#include "dl-units.h"
#include "dl-value.h"

#include <glib/gi18n-lib.h>

DlDragonfly *
dl_scenario_dragonfly (const DlScenario *scenario, GError **error)
{
  const DlMachine *machine = dl_dragonfly_options (scenario)->machine;

  if (machine == NULL)
    return dl_dragonfly_new (&dl_dragonfly_options (scenario)->spec, error);
  if (machine->network == NULL)
    {
      g_set_error (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_CONFLICT,
                   _ ("dragonfly.interconnect: “%s” has not been read (put the file in the "
                      "scenario’s folder, or use --set)"),
                   machine->text);
      return NULL;
    }
  return dl_dragonfly_new_broken (machine->network, &dl_dragonfly_options (scenario)->spec, error);
}

/* Traffic -------------------------------------------------------------------------------------- */

DlJobs *
dl_scenario_jobs (const DlScenario *scenario, const DlDragonfly *dragonfly, GError **error)
{
  const char *text = scenario->traffic.placement;

  return dl_dragonfly_jobs_parse (
      dragonfly, text, scenario->seed,
      dl_scenario_is_content (text) ? dl_scenario_placement_file (scenario) : NULL, error);
}

static DlPacketShape
packet_shape (const DlScenario *scenario)
{
  return (DlPacketShape) { scenario->traffic.packet_flits, dl_units (scenario).header_flits,
                           dl_aries_options (scenario)->payload_bytes };
}

static DlDragonflyDemand *
jobs_demand (const DlScenario *scenario, DlDragonfly *dragonfly, const DlField **field,
             GError **error)
{
  g_autoptr (GError) why = NULL;
  g_autoptr (DlJobs) jobs = dl_scenario_jobs (scenario, dragonfly, &why);

  if (jobs != NULL)
    return dl_dragonfly_jobs_demand (jobs, dragonfly);
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
                      _ ("the router of %s is broken (use a node of a working router)"),
                      scenario->traffic.target);
  else
    return dl_dragonfly_demand_new_to_one (dragonfly, target);
  return NULL;
}

/* What ranks send in all: their order is left aside. */
static DlDragonflyDemand *
program_demand (const DlScenario *scenario, DlDragonfly *dragonfly, const DlField **field,
                GError **error)
{
  const DlSites sites = dl_sites_of_dragonfly (dragonfly);
  g_autoptr (DlWorkload) workload = dl_scenario_workload (scenario, &sites, packet_shape (scenario),
                                                          scenario->seed, field, error);

  return workload != NULL ? dl_dragonfly_demand_new_workload (dragonfly, workload) : NULL;
}

static DlDragonflyDemand *
uniform (const DlScenario *scenario, DlDragonfly *dragonfly, const DlField **field, GError **error)
{
  DlDragonflyDemand *demand = dl_dragonfly_demand_new_uniform (dragonfly);

  demand->own = scenario->traffic.self;
  return demand;
}

static DlDragonflyDemand *
group_shift (const DlScenario *scenario, DlDragonfly *dragonfly, const DlField **field,
             GError **error)
{
  return dl_dragonfly_demand_new_group_shift (dragonfly);
}

static DlDragonflyDemand *
in_group (const DlScenario *scenario, DlDragonfly *dragonfly, const DlField **field, GError **error)
{
  return dl_dragonfly_demand_new_in_group (dragonfly);
}

static DlDragonflyDemand *
permutation (const DlScenario *scenario, DlDragonfly *dragonfly, const DlField **field,
             GError **error)
{
  return dl_dragonfly_demand_new_permutation (dragonfly, scenario->seed);
}

/* All to all of those nodes that have ranks. */
static DlDragonflyDemand *
ranks_demand (const DlScenario *scenario, DlDragonfly *dragonfly, const DlField **field,
              GError **error)
{
  const DlSites sites = dl_sites_of_dragonfly (dragonfly);
  g_autoptr (DlPlacement) placement = dl_scenario_place (scenario, &sites, field, error);
  guint32 *set;

  if (placement == NULL)
    return NULL;
  if (placement->n_ranks == sites.n_working)
    return dl_dragonfly_demand_new_uniform (dragonfly);
  set = g_new (guint32, dragonfly->n_nodes);
  for (guint node = 0; node < dragonfly->n_nodes; node++)
    set[node] = placement->rank[node] != DL_NO_RANK ? 0 : DL_NO_SET;
  return dl_dragonfly_demand_new_sets (dragonfly, set, 1);
}

static DlDragonflyDemand *
all_to_all (const DlScenario *scenario, DlDragonfly *dragonfly, const DlField **field,
            GError **error)
{
  const char *text = scenario->traffic.placement;

  if (*text == '\0')
    return dl_dragonfly_demand_new_uniform (dragonfly);
  return (dl_dragonfly_jobs_are_ranks (dragonfly, text) ? ranks_demand : jobs_demand) (
      scenario, dragonfly, field, error);
}

static const DlPattern pattern_group_shift = {
  .id = "group-shift",
  .title = N_ ("Group shift"),
  .description = N_ ("Every node of a group to every node of the next group: the worst case"),
};
static const DlPattern pattern_in_group = {
  .id = "in-group",
  .title = N_ ("In group"),
  .description = N_ ("Every node to all others of its own group"),
};

typedef DlDragonflyDemand *(*DemandFunc) (const DlScenario *scenario, DlDragonfly *dragonfly,
                                          const DlField **field, GError **error);
#define BY(demand) .own = (void (*) (void)) (demand)

const DlFamilyPattern dl_dragonfly_patterns[] = {
  { &dl_pattern_uniform, BY (uniform) },
  { &pattern_group_shift, BY (group_shift) },
  { &pattern_in_group, BY (in_group) },
  { &dl_pattern_random_permutation, BY (permutation) },
  { &dl_pattern_all_to_one, BY (to_one) },
  { &dl_pattern_all_to_all, BY (all_to_all) },
  { &dl_pattern_allreduce, BY (program_demand) },
  { &dl_pattern_fft, BY (program_demand) },
  { &dl_pattern_matrix, BY (program_demand) },
  { &dl_pattern_jobs, BY (jobs_demand) },
  { NULL },
};

DlDragonflyDemand *
dl_scenario_dragonfly_demand (const DlScenario *scenario, DlDragonfly *dragonfly,
                              const DlField **field, GError **error)
{
  for (const DlFamilyPattern *row = dl_dragonfly_patterns; row->pattern != NULL; row++)
    if (row->pattern == scenario->traffic.pattern)
      return ((DemandFunc) row->own) (scenario, dragonfly, field, error);
  return uniform (scenario, dragonfly, field, error);
}

/* Programs ------------------------------------------------------------------------------------- */

/* All to all, as opposed to programs whose ranks wait for each other. */
static gboolean
is_shifts (const DlScenario *scenario)
{
  return scenario->traffic.pattern->uniform || scenario->traffic.pattern->takes_bytes;
}

/* Which of the shifts, from 1 to one less than there are ranks. */
static void
choose_shifts (const DlScenario *scenario, guint most, DlWorkloadTeams *teams)
{
  const guint all = most > 0 ? most - 1 : 0, wanted = dl_dragonfly_options (scenario)->shifts;

  teams->first_shift = 1;
  teams->n_shifts = 0;
  if (wanted == 0 || wanted >= all)
    return;
  teams->n_shifts = wanted;
  teams->first_shift = 1 + (all - wanted) / 2;
}

/* FALSE with an error if ranks are placed where none can be. */
static gboolean
make_teams (const DlScenario *scenario, const DlDragonflyDemand *demand, DlTeams *teams,
            GError **error)
{
  const DlSites sites = dl_sites_of_dragonfly (demand->dragonfly);
  g_autoptr (DlPlacement) placement = NULL;

  if (!scenario->traffic.pattern->program
      || !dl_dragonfly_jobs_are_ranks (demand->dragonfly, scenario->traffic.placement))
    {
      dl_dragonfly_teams_init (teams, demand);
      return TRUE;
    }
  placement = dl_scenario_place (scenario, &sites, NULL, error);
  if (placement == NULL)
    return FALSE;
  dl_teams_init_ranks (teams, placement);
  return TRUE;
}

static DlWorkload *
make_shifts (const DlScenario *scenario, const DlDragonflyDemand *demand, guint64 seed,
             GError **error)
{
  g_auto (DlTeams) teams = { 0 };
  DlWorkloadSpec spec = {
    .packet = packet_shape (scenario),
    .random_order = scenario->traffic.random_order,
    .seed = seed,
  };

  if (!dl_value_parse_uint (scenario->traffic.message_bytes, 1, DL_WORKLOAD_MAX_BYTES,
                            &spec.message_bytes, error)
      || !make_teams (scenario, demand, &teams, error))
    return NULL;
  choose_shifts (scenario, dl_teams_most (&teams), &spec.teams);
  return dl_teams_shifts (&teams, spec, error);
}

DlWorkload *
dl_scenario_dragonfly_workload (const DlScenario *scenario, const DlDragonfly *dragonfly,
                                const DlDragonflyDemand *demand, guint64 seed, GError **error)
{
  const DlSites sites = dl_sites_of_dragonfly (dragonfly);

  if (is_shifts (scenario))
    return make_shifts (scenario, demand, seed, error);
  return dl_scenario_workload (scenario, &sites, packet_shape (scenario), seed, NULL, error);
}

gboolean
dl_dragonfly_check_workload (const DlScenario *scenario, const DlDragonfly *dragonfly,
                             const DlField **field, GError **error)
{
  const DlSites sites = dl_sites_of_dragonfly (dragonfly);

  return is_shifts (scenario)
         || dl_scenario_check_workload (scenario, &sites, packet_shape (scenario), field, error);
}

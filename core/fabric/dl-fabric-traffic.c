/* Who sends to whom in a fabric, from its scenario: patterns, jobs and programs. */
#include "dl-fabric-family-private.h"
#include "dl-fabric-patterns.h"
#include "dl-fabric-sites.h"
#include "dl-scenario-check.h"

#include <glib/gi18n-lib.h>

/* An all to all of which nothing but the pattern is known is the load of uniform traffic; jobs are
 * a program where their messages have a length. */
static gboolean
sends_program (const DlScenario *scenario)
{
  const DlTrafficOptions *traffic = &scenario->traffic;

  return dl_scenario_has_program (scenario)
         || (traffic->pattern->takes_bytes && *traffic->message_bytes != '\0');
}

static DlPacketShape
packet_shape (const DlScenario *scenario)
{
  return dl_packet_shape_seastar (scenario->traffic.packet_flits);
}

/* Jobs -------------------------------------------------------------------------------------------
 */

/* All to all in each set of @demand. */
static DlWorkload *
shifts_of (const DlScenario *scenario, const DlFabric *fabric, const DlDemand *demand,
           guint64 order_seed, const DlField **field, GError **error)
{
  g_auto (DlTeams) teams = { 0 };

  dl_teams_init (&teams, demand->set, fabric->n_hosts, demand->n_sets);
  return dl_scenario_shifts (scenario, &teams, packet_shape (scenario), order_seed, field, error);
}

/* Each pair of a job sends a message, or one packet where messages have no length. */
static DlDemand *
jobs_demand (const DlScenario *scenario, const DlFabric *fabric, const DlSites *sites,
             const DlField **field, GError **error)
{
  g_autoptr (DlJobs) jobs = dl_scenario_place_jobs (scenario, sites, field, error);
  g_autoptr (DlDemand) demand = jobs != NULL ? dl_jobs_demand (jobs, sites) : NULL;
  g_autoptr (DlWorkload) workload = NULL;

  if (demand == NULL)
    return NULL;
  if (*scenario->traffic.message_bytes == '\0')
    return g_steal_pointer (&demand);
  workload = shifts_of (scenario, fabric, demand, scenario->seed, field, error);
  if (workload == NULL)
    return NULL;
  demand->set_weight = dl_workload_packets (workload, workload->spec.message_bytes);
  return g_steal_pointer (&demand);
}

char *
dl_scenario_fabric_job (const DlScenario *scenario, const DlFabric *fabric, guint host)
{
  const DlSites sites = dl_fabric_sites (fabric);
  g_autoptr (DlJobs) jobs = NULL;

  if (dl_scenario_places_jobs (scenario, &sites))
    jobs = dl_scenario_place_jobs (scenario, &sites, NULL, NULL);
  return jobs != NULL && jobs->job[host] != DL_NO_SET ? g_strdup (jobs->jobs[jobs->job[host]].name)
                                                      : NULL;
}

/* Programs ---------------------------------------------------------------------------------------
 */

DlWorkload *
dl_fabric_workload (const DlScenario *scenario, const DlFabric *fabric, guint64 order_seed,
                    const DlField **field, GError **error)
{
  const DlSites sites = dl_fabric_sites (fabric);
  g_autoptr (DlDemand) demand = NULL;

  if (!dl_scenario_places_jobs (scenario, &sites))
    return dl_scenario_workload (scenario, &sites, packet_shape (scenario), order_seed, field,
                                 error);
  demand = jobs_demand (scenario, fabric, &sites, field, error);
  return demand != NULL ? shifts_of (scenario, fabric, demand, order_seed, field, error) : NULL;
}

/* All ranks are one set in an all to all: as many pairs need no list. */
static DlDemand *
ranks_demand (const DlWorkload *workload)
{
  const DlPlacement *placement = workload->spec.placement;
  guint32 *set = g_new (guint32, placement->n_nodes);

  for (guint node = 0; node < placement->n_nodes; node++)
    set[node] = placement->rank[node] != DL_NO_RANK ? 0 : DL_NO_SET;
  return dl_demand_new_sets (set, placement->n_nodes, 1,
                             dl_workload_packets (workload, workload->spec.message_bytes));
}

static DlDemand *
program_demand (const DlScenario *scenario, const DlFabric *fabric, const DlField **field,
                GError **error)
{
  g_autoptr (DlWorkload) workload
      = dl_fabric_workload (scenario, fabric, scenario->seed, field, error);

  if (workload == NULL)
    return NULL;
  return scenario->traffic.pattern == &dl_pattern_all_to_all ? ranks_demand (workload)
                                                             : dl_workload_demand (workload);
}

/* All --------------------------------------------------------------------------------------------
 */

static DlDemand *
make_demand (const DlScenario *scenario, const DlFabric *fabric, gboolean self,
             const DlField **field, GError **error)
{
  const DlSites sites = dl_fabric_sites (fabric);
  const DlPattern *pattern = scenario->traffic.pattern;
  guint target = 0;

  if (dl_scenario_places_jobs (scenario, &sites))
    return jobs_demand (scenario, fabric, &sites, field, error);
  if (sends_program (scenario))
    return program_demand (scenario, fabric, field, error);
  if (pattern->needs_target && !sites.parse (fabric, scenario->traffic.target, &target, error))
    {
      g_prefix_error (error, "traffic.target: ");
      return NULL;
    }
  return dl_fabric_demand (fabric, pattern, target, scenario->seed, self);
}

DlDemand *
dl_scenario_fabric_demand (const DlScenario *scenario, const DlFabric *fabric,
                           const DlField **field, GError **error)
{
  return make_demand (scenario, fabric, FALSE, field, error);
}

DlDemand *
dl_scenario_fabric_sent_demand (const DlScenario *scenario, const DlFabric *fabric,
                                const DlField **field, GError **error)
{
  return make_demand (scenario, fabric, scenario->traffic.self, field, error);
}

static gboolean
check_jobs (const DlScenario *scenario, const DlFabric *fabric, const DlSites *sites,
            const DlField **field, GError **error)
{
  g_autoptr (GError) why = NULL;
  g_autoptr (DlDemand) demand = jobs_demand (scenario, fabric, sites, field, &why);

  if (demand != NULL)
    return TRUE;
  g_set_error_literal (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_CONFLICT, why->message);
  return FALSE;
}

gboolean
dl_fabric_check_traffic (const DlScenario *scenario, const DlFabric *fabric, const DlField **field,
                         GError **error)
{
  const DlPattern *pattern = scenario->traffic.pattern;
  const DlSites sites = dl_fabric_sites (fabric);
  g_autoptr (GError) why = NULL;
  guint target;

  if (dl_scenario_places_jobs (scenario, &sites))
    return check_jobs (scenario, fabric, &sites, field, error);
  if (sends_program (scenario))
    return dl_scenario_check_workload (scenario, &sites, packet_shape (scenario), field, error);
  if (!pattern->needs_target)
    return TRUE;
  if (*scenario->traffic.target == '\0')
    return dl_scenario_fail ("traffic.pattern", field, error,
                             _ ("pattern %s needs a target (set traffic.target to a host’s name)"),
                             pattern->id);
  if (!sites.parse (fabric, scenario->traffic.target, &target, &why))
    return dl_scenario_fail ("traffic.target", field, error, "%s", why->message);
  if (!sites.is_up (fabric, target))
    return dl_scenario_fail ("traffic.target", field, error,
                             _ ("%s is broken, or its switch is (use a host that works)"),
                             scenario->traffic.target);
  return TRUE;
}

#include "dl-fabric-patterns.h"

#include "dl-fabric-analysis.h"
#include "dl-fabric-family-private.h"
#include "dl-fabric-machines.h"
#include "dl-fabric-places.h"
#include "dl-rng.h"
#include "dl-scenario-check.h"

#include <glib/gi18n-lib.h>

/* Traffic of a fabric, from its scenario: patterns, jobs and programs. */

/* An all to all of which nothing but the pattern is known is the load of uniform traffic; jobs are
 * a program where their messages have a length. */
static gboolean
sends_program (const DlScenario *scenario)
{
  const DlTrafficOptions *traffic = &scenario->traffic;

  return dl_scenario_has_ranks (scenario)
         || (traffic->pattern->takes_bytes && *traffic->message_bytes != '\0');
}

static DlPacketShape
packet_shape (const DlScenario *scenario)
{
  return dl_scenario_takes_units (scenario)
             ? dl_scenario_packet_shape (scenario)
             : dl_packet_shape_seastar (scenario->traffic.packet_flits);
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
  else
    jobs = dl_scenario_program_jobs (scenario, &sites, NULL, NULL);
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

/* Hosts of a pattern whose pairs are listed. */
#define MOST_ACROSS 4096

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
  if (pattern == &dl_fabric_machine_uniform && fabric->n_hosts > MOST_ACROSS)
    return dl_scenario_fail ("traffic.pattern", field, error,
                             _ ("%s lists all pairs, of %u hosts (at most %u; use uniform)"),
                             pattern->id, fabric->n_hosts, MOST_ACROSS);
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

const DlPattern dl_fabric_rank_neighbor = {
  .id = "rank-neighbor",
  .title = N_ ("Neighbors in rank order"),
  .description = N_ ("Every host to the host before it and the host after it"),
};
const DlPattern dl_fabric_half_shift = {
  .id = "half-shift",
  .title = N_ ("Shift by half"),
  .description = N_ ("Every host to the host that is half of all hosts further"),
};
const DlPattern dl_fabric_leaf_shift = {
  .id = "leaf-shift",
  .title = N_ ("Shift by a leaf switch"),
  .description = N_ ("The hosts of each leaf switch to all hosts of the next one"),
};

const DlPattern dl_fabric_rail_uniform = {
  .id = "rail-uniform",
  .title = N_ ("Uniform on rails"),
  .description = N_ ("Every port of a machine to the ports of all others on its rail"),
};
const DlPattern dl_fabric_rail_shift = {
  .id = "rail-shift",
  .title = N_ ("Shift by a machine on rails"),
  .description = N_ ("Every port of a machine to the port of the next machine on its rail"),
};
const DlPattern dl_fabric_machine_uniform = {
  .id = "machine-uniform",
  .title = N_ ("Uniform over machines"),
  .description = N_ ("Every port of a machine to all ports of all other machines"),
};

/* Patterns of BookSim 2 (traffic.cpp), by the numbers of hosts ------------------------------------
 */

/* c to n - 1 - c: all bits, if n is a power of 2. */
static guint
complement (const DlFabric *fabric, guint h)
{
  return fabric->n_hosts - 1 - h;
}

/* a r + b to b r + a, where r² are the most hosts that are a square. */
static guint
transposed (const DlFabric *fabric, guint h)
{
  guint r = 1;

  while ((guint64) (r + 1) * (r + 1) <= fabric->n_hosts)
    r++;
  return h < r * r ? h % r * r + h / r : DL_FABRIC_NONE;
}

/* A digit more or less for each level of a fat tree, or the host's number as the only digit. */
static guint
moved (const DlFabric *fabric, guint h, gboolean half)
{
  const DlFabricStructure *structure = fabric->structure;
  const gboolean tree = structure->shape == DL_FABRIC_PGFT;
  guint to = 0, weight = 1;

  for (guint i = 0; i < (tree ? structure->n : 1); i++)
    {
      const guint k = tree ? structure->children[i] : fabric->n_hosts;

      to += (h / weight % k + (half ? (k + 1) / 2 - 1 : 1)) % k * weight;
      weight *= k;
    }
  return to;
}

static guint
half_around (const DlFabric *fabric, guint h)
{
  return moved (fabric, h, TRUE);
}

static guint
one_up (const DlFabric *fabric, guint h)
{
  return moved (fabric, h, FALSE);
}

/* Where a host sends to, itself included; DL_FABRIC_NONE: nowhere. Only of some patterns, which
 * other families describe by coordinates. */
typedef guint (*DestFunc) (const DlFabric *fabric, guint h);
#define BY(dest) .own = (void (*) (void)) (dest)

const DlFamilyPattern dl_fabric_patterns[] = {
  { &dl_pattern_uniform },
  { &dl_pattern_random_permutation },
  { &dl_fabric_rank_neighbor },
  { &dl_fabric_half_shift },
  { &dl_fabric_leaf_shift },
  { &dl_fabric_rail_uniform },
  { &dl_fabric_rail_shift },
  { &dl_fabric_machine_uniform },
  { &dl_pattern_bit_complement, N_ ("Host c of n to host n − 1 − c"), BY (complement) },
  { &dl_pattern_transpose, N_ ("The largest square of hosts: row a, column b to row b, column a"),
    BY (transposed) },
  { &dl_pattern_tornado,
    N_ ("Host c of n to host c + ⌈n/2⌉ − 1; in a fat tree, each level’s digit of c moves "
        "likewise"),
    BY (half_around) },
  { &dl_pattern_neighbor,
    N_ ("Host c of n to host c + 1; in a fat tree, each level’s digit of c moves by 1"),
    BY (one_up) },
  { &dl_pattern_all_to_one },
  { &dl_pattern_all_to_all },
  { &dl_pattern_allreduce },
  { &dl_pattern_fft },
  { &dl_pattern_matrix },
  { &dl_pattern_program },
  { &dl_pattern_weights },
  { &dl_pattern_jobs },
  { NULL },
};

/* Flows --------------------------------------------------------------------------------------- */

static void
add_any_flow (DlDemand *demand, guint source, guint dest)
{
  const DlFlow flow = { source, dest, 1 };

  g_array_append_val (demand->flows, flow);
}

static void
add_flow (DlDemand *demand, guint source, guint dest)
{
  if (source != dest)
    add_any_flow (demand, source, dest);
}

/* Hosts of each switch with working hosts to those of the next such switch. */
static void
shift_by_leaf (DlDemand *demand, const DlFabric *fabric, const guint32 *ranks, guint n)
{
  g_autofree guint32 *first = g_new0 (guint32, fabric->n_switches + 1);
  g_autofree guint32 *members = g_new (guint32, n + 1);
  g_autofree guint32 *leaves = g_new (guint32, fabric->n_switches);
  guint n_leaves = 0;

  for (guint i = 0; i < n; i++)
    first[fabric->host_switch[ranks[i]] - fabric->n_hosts + 1]++;
  for (guint s = 0; s < fabric->n_switches; s++)
    {
      if (first[s + 1] > 0)
        leaves[n_leaves++] = s;
      first[s + 1] += first[s];
    }
  g_autofree guint32 *at = g_memdup2 (first, (fabric->n_switches + 1) * sizeof *first);
  for (guint i = 0; i < n; i++)
    members[at[fabric->host_switch[ranks[i]] - fabric->n_hosts]++] = ranks[i];
  for (guint i = 0; i < n && n_leaves > 1; i++)
    {
      /* Find the leaf after the one of rank i. */
      const guint own = fabric->host_switch[ranks[i]] - fabric->n_hosts;
      guint low = 0, high = n_leaves - 1;

      while (low < high)
        {
          const guint middle = (low + high) / 2;

          if (leaves[middle] < own)
            low = middle + 1;
          else
            high = middle;
        }
      const guint next = leaves[(low + 1) % n_leaves];
      for (guint k = first[next]; k < first[next + 1]; k++)
        add_flow (demand, ranks[i], members[k]);
    }
}

/* Each cycle of a permutation of all hosts closes over broken ones: when one breaks, one
 * destination changes. */
static void
permute (DlDemand *demand, const DlFabric *fabric, guint64 seed)
{
  g_autofree guint32 *order = dl_random_order_new (fabric->n_hosts, seed);

  for (guint h = 0; h < fabric->n_hosts; h++)
    {
      guint to = h;

      if (!dl_fabric_host_works (fabric, h))
        continue;
      do
        to = order[to];
      while (!dl_fabric_host_works (fabric, to));
      add_flow (demand, h, to);
    }
}

/* Hosts whose destination does not work are silent. */
static void
map (DlDemand *demand, const DlFabric *fabric, DestFunc dest, gboolean self)
{
  for (guint h = 0; h < fabric->n_hosts; h++)
    {
      const guint to = dl_fabric_host_works (fabric, h) ? dest (fabric, h) : DL_FABRIC_NONE;

      if (to != DL_FABRIC_NONE && dl_fabric_host_works (fabric, to))
        (self ? add_any_flow : add_flow) (demand, h, to);
    }
}

/* Machines ------------------------------------------------------------------------------------- */

static guint
machine_of (const DlFabric *fabric, guint host)
{
  return fabric->machines != NULL ? fabric->machines->machine[host] : host;
}

static guint
rail_of (const DlFabric *fabric, guint host)
{
  return fabric->machines != NULL ? fabric->machines->rail[host] : 0;
}

/* Rails are sets of hosts, of which a machine has one each. */
static DlDemand *
by_rails (const DlFabric *fabric)
{
  guint32 *set = g_new (guint32, fabric->n_hosts);
  const guint n = fabric->machines != NULL ? fabric->machines->n_rails : 1;

  for (guint h = 0; h < fabric->n_hosts; h++)
    set[h] = dl_fabric_host_works (fabric, h) ? rail_of (fabric, h) : DL_NO_SET;
  return dl_demand_new_sets (set, fabric->n_hosts, n, 1);
}

static int
by_source (gconstpointer a, gconstpointer b)
{
  const DlFlow *x = a, *y = b;

  return x->source < y->source ? -1 : x->source > y->source;
}

/* The next machine with a working port on the rail, in the order of machines. */
static void
shift_on_rails (DlDemand *demand, const DlFabric *fabric)
{
  const guint n_rails = fabric->machines != NULL ? fabric->machines->n_rails : 1;
  g_autofree guint32 *first = g_new (guint32, n_rails);
  g_autofree guint32 *last = g_new (guint32, n_rails);

  for (guint rail = 0; rail < n_rails; rail++)
    first[rail] = last[rail] = DL_FABRIC_NONE;
  for (guint i = 0; i < fabric->n_hosts; i++)
    {
      const guint32 h = fabric->machines != NULL ? fabric->machines->hosts[i] : i;
      const guint rail = rail_of (fabric, h);

      if (!dl_fabric_host_works (fabric, h))
        continue;
      if (first[rail] == DL_FABRIC_NONE)
        first[rail] = h;
      else
        add_flow (demand, last[rail], h);
      last[rail] = h;
    }
  for (guint rail = 0; rail < n_rails; rail++)
    if (first[rail] != DL_FABRIC_NONE)
      add_flow (demand, last[rail], first[rail]);
  g_array_sort (demand->flows, by_source);
}

static void
across_machines (DlDemand *demand, const DlFabric *fabric, const guint32 *ranks, guint n)
{
  for (guint i = 0; i < n; i++)
    for (guint k = 0; k < n; k++)
      if (machine_of (fabric, ranks[i]) != machine_of (fabric, ranks[k]))
        add_any_flow (demand, ranks[i], ranks[k]);
}

DlDemand *
dl_fabric_demand (const DlFabric *fabric, const DlPattern *pattern, guint target, guint64 seed,
                  gboolean self)
{
  const DlFamilyPattern *row = dl_fabric_patterns;
  DlDemand *demand = pattern == &dl_fabric_rail_uniform ? by_rails (fabric) : g_new0 (DlDemand, 1);
  g_autofree guint32 *ranks = g_new (guint32, fabric->n_hosts);
  guint n = 0;

  while (row->pattern != pattern)
    row++;
  if (dl_demand_has_sets (demand))
    return demand;
  demand->uniform = pattern->uniform;
  demand->flows = g_array_new (FALSE, FALSE, sizeof (DlFlow));
  for (guint h = 0; h < fabric->n_hosts; h++)
    if (dl_fabric_host_works (fabric, h))
      ranks[n++] = h;
  if (pattern == &dl_fabric_rail_shift)
    shift_on_rails (demand, fabric);
  else if (pattern == &dl_fabric_machine_uniform)
    across_machines (demand, fabric, ranks, n);
  else if (row->own != NULL)
    map (demand, fabric, (DestFunc) row->own, self);
  else if (pattern == &dl_pattern_random_permutation)
    permute (demand, fabric, seed);
  else if (pattern == &dl_fabric_leaf_shift)
    shift_by_leaf (demand, fabric, ranks, n);
  else
    for (guint i = 0; i < n && !pattern->uniform; i++)
      if (pattern == &dl_fabric_rank_neighbor)
        {
          add_flow (demand, ranks[i], ranks[(i + n - 1) % n]);
          if (n > 2)
            add_flow (demand, ranks[i], ranks[(i + 1) % n]);
        }
      else if (pattern == &dl_fabric_half_shift)
        add_flow (demand, ranks[i], ranks[(i + n / 2) % n]);
      else
        {
          g_assert (pattern == &dl_pattern_all_to_one);
          add_flow (demand, ranks[i], target);
        }
  return demand;
}

/* Traffic patterns of a torus. */
#include "dl-torus-patterns.h"

#include "dl-rng.h"
#include "dl-torus-sites.h"

#include <glib/gi18n-lib.h>

/* Also where @dest is @source. */
static void
append_any_flow (const DlTorusNetwork *network, GArray *flows, guint source, guint dest)
{
  const DlFlow flow = { source, dest, 1 };

  if (network->node_up[source] && network->node_up[dest])
    g_array_append_val (flows, flow);
}

static void
append_flow (const DlTorusNetwork *network, GArray *flows, guint source, guint dest)
{
  if (source != dest)
    append_any_flow (network, flows, source, dest);
}

static void
append_nearest_neighbor (const DlTorusNetwork *network, const DlTorusTraffic *spec, GArray *flows)
{
  for (guint node = 0; node < network->n_nodes; node++)
    for (guint port = 0; port < network->n_ports; port++)
      {
        const guint far = network->link_to[dl_torus_network_link (network, node, port)];
        if (far != DL_NO_NODE)
          append_flow (network, flows, node, far);
      }
}

/* One destination a node, given by coordinates; a node whose destination lies outside is silent. */
static void
append_mapped (const DlTorusNetwork *network, const DlTorusTraffic *spec, GArray *flows,
               DlTorusCoord (*map) (const DlTorus *torus, DlTorusCoord at))
{
  for (guint node = 0; node < network->n_nodes; node++)
    {
      const DlTorusCoord to = map (&network->torus, network->torus.coord[node]);
      if (dl_torus_network_has_coord (network, to))
        (spec->self ? append_any_flow : append_flow) (network, flows, node,
                                                      dl_torus_network_node_at (network, to));
    }
}

static DlTorusCoord
map_transpose (const DlTorus *torus, DlTorusCoord at)
{
  return (DlTorusCoord) { { at.at[DL_Y], at.at[DL_X], at.at[DL_Z] } };
}

static void
append_transpose (const DlTorusNetwork *network, const DlTorusTraffic *spec, GArray *flows)
{
  append_mapped (network, spec, flows, map_transpose);
}

static DlTorusCoord
map_bit_complement (const DlTorus *torus, DlTorusCoord at)
{
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    at.at[dim] = torus->radix[dim] - 1 - at.at[dim];
  return at;
}

static void
append_bit_complement (const DlTorusNetwork *network, const DlTorusTraffic *spec, GArray *flows)
{
  append_mapped (network, spec, flows, map_bit_complement);
}

static DlTorusCoord
map_tornado (const DlTorus *torus, DlTorusCoord at)
{
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    {
      const guint k = torus->radix[dim];
      at.at[dim] = (at.at[dim] + (k + 1) / 2 - 1) % k;
    }
  return at;
}

static void
append_tornado (const DlTorusNetwork *network, const DlTorusTraffic *spec, GArray *flows)
{
  append_mapped (network, spec, flows, map_tornado);
}

static DlTorusCoord
map_neighbor (const DlTorus *torus, DlTorusCoord at)
{
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    at.at[dim] = (at.at[dim] + 1) % torus->radix[dim];
  return at;
}

static void
append_neighbor (const DlTorusNetwork *network, const DlTorusTraffic *spec, GArray *flows)
{
  append_mapped (network, spec, flows, map_neighbor);
}

static void
append_random_permutation (const DlTorusNetwork *network, const DlTorusTraffic *spec, GArray *flows)
{
  g_autofree guint32 *to = dl_random_order_new (network->n_nodes, spec->seed);

  for (guint node = 0; node < network->n_nodes; node++)
    (spec->self ? append_any_flow : append_flow) (network, flows, node, to[node]);
}

static void
append_all_to_one (const DlTorusNetwork *network, const DlTorusTraffic *spec, GArray *flows)
{
  g_assert (spec->target >= 0 && spec->target < network->n_nodes);
  for (guint node = 0; node < network->n_nodes; node++)
    append_flow (network, flows, node, spec->target);
}

static const DlPattern nearest_neighbor = {
  .id = "nearest-neighbor",
  .title = N_ ("Nearest neighbor"),
  .description = N_ ("Every node to each of its neighbors: a 6-point stencil"),
};

/* The flows of @spec, both ends of each a working node. Of uniform ones and programs there is none.
 */
typedef void (*AppendFunc) (const DlTorusNetwork *network, const DlTorusTraffic *spec,
                            GArray *flows);
#define BY(append) .own = (void (*) (void)) (append)

const DlFamilyPattern dl_torus_patterns[] = {
  { &dl_pattern_uniform },
  { &nearest_neighbor, BY (append_nearest_neighbor) },
  { &dl_pattern_transpose, BY (append_transpose) },
  { &dl_pattern_bit_complement, BY (append_bit_complement) },
  { &dl_pattern_tornado, BY (append_tornado) },
  { &dl_pattern_neighbor, BY (append_neighbor) },
  { &dl_pattern_random_permutation, BY (append_random_permutation) },
  { &dl_pattern_all_to_one, BY (append_all_to_one) },
  { &dl_pattern_all_to_all },
  { &dl_pattern_allreduce },
  { &dl_pattern_fft },
  { &dl_pattern_matrix },
  { &dl_pattern_program },
  { &dl_pattern_weights },
  { NULL },
};

/* Demand of a program, its ranks on all working nodes. NULL if there are none. */
static DlDemand *
demand_of_kind (const DlTorusNetwork *network, const DlPattern *pattern)
{
  const DlSites sites = dl_sites_of_torus (network);
  g_autoptr (DlPlacement) placement = dl_placement_new_linear_on (&sites, 0, NULL);
  const DlWorkloadSpec spec = {
    .kind = dl_workload_kind_find (pattern->id),
    .placement = placement,
    .message_bytes = 1,
    .packet = dl_packet_shape_seastar (2),
  };
  g_autoptr (DlWorkload) workload = NULL;

  g_assert (!pattern->needs_matrix);
  if (placement == NULL)
    return NULL;
  workload = dl_workload_new (&spec, NULL);
  return dl_workload_demand (workload);
}

DlDemand *
dl_torus_demand_new (const DlTorusNetwork *network, const DlTorusTraffic *spec)
{
  const DlWorkload *workload = spec->workload;
  DlDemand *demand = NULL;

  if (spec->pattern->uniform)
    {
      if (workload != NULL && workload->n_ranks < network->n_working_nodes)
        return dl_workload_demand (workload);
    }
  else if (spec->pattern->program || workload != NULL)
    demand = workload != NULL ? dl_workload_demand (workload)
                              : demand_of_kind (network, spec->pattern);
  if (demand != NULL)
    return demand;

  demand = g_new0 (DlDemand, 1);
  demand->uniform = spec->pattern->uniform;
  demand->flows = g_array_new (FALSE, FALSE, sizeof (DlFlow));
  for (const DlFamilyPattern *row = dl_torus_patterns; row->pattern != NULL; row++)
    if (row->pattern == spec->pattern && row->own != NULL)
      ((AppendFunc) row->own) (network, spec, demand->flows);
  return demand;
}

#include "dl-pattern.h"

#include "dl-random-order.h"
#include "dl-torus-sites.h"
#include "dl-workload.h"

#include <glib/gi18n-lib.h>

static void
append_flow (const DlNetwork *network, GArray *flows, guint source, guint dest)
{
  const DlFlow flow = { source, dest, 1 };

  if (source != dest && network->node_up[source] && network->node_up[dest])
    g_array_append_val (flows, flow);
}

static void
append_nearest_neighbor (const DlNetwork *network, const DlTrafficSpec *spec, GArray *flows)
{
  for (guint node = 0; node < network->n_nodes; node++)
    for (guint port = 0; port < network->n_ports; port++)
      {
        const guint far = network->link_to[dl_network_link (network, node, port)];
        if (far != DL_NO_NODE)
          append_flow (network, flows, node, far);
      }
}

/* One destination a node, given by coordinates; a node whose destination lies outside is silent. */
static void
append_mapped (const DlNetwork *network, GArray *flows,
               DlCoord (*map) (const DlTorus *torus, DlCoord at))
{
  for (guint node = 0; node < network->n_nodes; node++)
    {
      const DlCoord to = map (&network->torus, network->torus.coord[node]);
      if (dl_network_has_coord (network, to))
        append_flow (network, flows, node, dl_network_node_at (network, to));
    }
}

static DlCoord
map_transpose (const DlTorus *torus, DlCoord at)
{
  return (DlCoord) { { at.at[DL_Y], at.at[DL_X], at.at[DL_Z] } };
}

static void
append_transpose (const DlNetwork *network, const DlTrafficSpec *spec, GArray *flows)
{
  append_mapped (network, flows, map_transpose);
}

static DlCoord
map_bit_complement (const DlTorus *torus, DlCoord at)
{
  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    at.at[dim] = torus->radix[dim] - 1 - at.at[dim];
  return at;
}

static void
append_bit_complement (const DlNetwork *network, const DlTrafficSpec *spec, GArray *flows)
{
  append_mapped (network, flows, map_bit_complement);
}

static DlCoord
map_tornado (const DlTorus *torus, DlCoord at)
{
  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    {
      const guint k = torus->radix[dim];
      at.at[dim] = (at.at[dim] + (k + 1) / 2 - 1) % k;
    }
  return at;
}

static void
append_tornado (const DlNetwork *network, const DlTrafficSpec *spec, GArray *flows)
{
  append_mapped (network, flows, map_tornado);
}

static void
append_random_permutation (const DlNetwork *network, const DlTrafficSpec *spec, GArray *flows)
{
  g_autofree guint32 *to = dl_random_order_new (network->n_nodes, spec->seed);

  for (guint node = 0; node < network->n_nodes; node++)
    append_flow (network, flows, node, to[node]);
}

static void
append_all_to_one (const DlNetwork *network, const DlTrafficSpec *spec, GArray *flows)
{
  g_assert (spec->target >= 0 && spec->target < network->n_nodes);
  for (guint node = 0; node < network->n_nodes; node++)
    append_flow (network, flows, node, spec->target);
}

static const DlPattern uniform = {
  .id = "uniform",
  .title = N_ ("Uniform"),
  .description = N_ ("Every node to every other node"),
  .uniform = TRUE,
};
static const DlPattern nearest_neighbor = {
  .id = "nearest-neighbor",
  .title = N_ ("Nearest neighbour"),
  .description = N_ ("Every node to each of its neighbours: a 6-point stencil"),
  .append = append_nearest_neighbor,
};
static const DlPattern transpose = {
  .id = "transpose",
  .title = N_ ("Transpose"),
  .description = N_ ("(x, y, z) to (y, x, z) where that exists"),
  .append = append_transpose,
};
static const DlPattern bit_complement = {
  .id = "bit-complement",
  .title = N_ ("Bit complement"),
  .description = N_ ("c to k − 1 − c in each dimension"),
  .append = append_bit_complement,
};
static const DlPattern tornado = {
  .id = "tornado",
  .title = N_ ("Tornado"),
  .description = N_ ("Almost half way round each ring: c to c + ⌈k/2⌉ − 1"),
  .append = append_tornado,
};
static const DlPattern random_permutation = {
  .id = "random-permutation",
  .title = N_ ("Random permutation"),
  .description = N_ ("Every node to one other node, drawn with the scenario's seed"),
  .needs_seed = TRUE,
  .append = append_random_permutation,
};
static const DlPattern all_to_one = {
  .id = "all-to-one",
  .title = N_ ("All to one"),
  .description = N_ ("Every node to the target"),
  .needs_target = TRUE,
  .append = append_all_to_one,
};
static const DlPattern all_to_all = {
  .id = "all-to-all",
  .title = N_ ("All to all"),
  .description
  = N_ ("Each node to all others in turn; in the long run the load of uniform traffic"),
  .uniform = TRUE,
  .program = TRUE,
  .places = TRUE,
  .needs_bytes = TRUE,
};
static const DlPattern allreduce = {
  .id = "allreduce",
  .title = N_ ("Allreduce"),
  .description = N_ ("Ranks exchange what they have in pairs, twice as far each time: recursive "
                     "doubling"),
  .program = TRUE,
  .places = TRUE,
  .needs_bytes = TRUE,
};
static const DlPattern fft = {
  .id = "fft",
  .title = N_ ("FFT"),
  .description = N_ ("The transposes of a Fourier transform: all to all in the rows of a grid of "
                     "ranks, then in its columns"),
  .program = TRUE,
  .places = TRUE,
  .needs_bytes = TRUE,
};
static const DlPattern matrix = {
  .id = "matrix",
  .title = N_ ("Matrix"),
  .description = N_ ("Each rank sends what a communication matrix says, from a file"),
  .program = TRUE,
  .places = TRUE,
  .needs_matrix = TRUE,
};

static const DlPattern group_shift = {
  .id = "group-shift",
  .title = N_ ("Group shift"),
  .description = N_ ("Every node of a group to every node of the next one: the worst case"),
};
static const DlPattern in_group = {
  .id = "in-group",
  .title = N_ ("In group"),
  .description = N_ ("Every node to all others of its own group"),
};
static const DlPattern jobs = {
  .id = "jobs",
  .title = N_ ("Jobs"),
  .description = N_ ("Every node to all others of its job, as they are placed"),
  .places = TRUE,
};

static const DlPattern *const patterns[] = {
  &uniform,    &nearest_neighbor,
  &transpose,  &bit_complement,
  &tornado,    &random_permutation,
  &all_to_one, &all_to_all,
  &allreduce,  &fft,
  &matrix,
};

static const DlPattern *const dragonfly_patterns[] = {
  &uniform, &group_shift, &in_group, &random_permutation, &all_to_one, &all_to_all, &matrix, &jobs,
};

static const DlPattern *const all_patterns[] = {
  &uniform,    &nearest_neighbor,
  &transpose,  &bit_complement,
  &tornado,    &random_permutation,
  &all_to_one, &all_to_all,
  &allreduce,  &fft,
  &matrix,     &group_shift,
  &in_group,   &jobs,
};

const DlPattern *const *
dl_patterns (guint *n_patterns)
{
  *n_patterns = G_N_ELEMENTS (patterns);
  return patterns;
}

const DlPattern *const *
dl_dragonfly_patterns (guint *n_patterns)
{
  *n_patterns = G_N_ELEMENTS (dragonfly_patterns);
  return dragonfly_patterns;
}

const DlPattern *const *
dl_all_patterns (guint *n_patterns)
{
  *n_patterns = G_N_ELEMENTS (all_patterns);
  return all_patterns;
}

static gboolean
is_in (const DlPattern *pattern, const DlPattern *const *list, guint n)
{
  for (guint i = 0; i < n; i++)
    if (list[i] == pattern)
      return TRUE;
  return FALSE;
}

gboolean
dl_pattern_is_of_dragonfly (const DlPattern *pattern)
{
  return is_in (pattern, dragonfly_patterns, G_N_ELEMENTS (dragonfly_patterns));
}

gboolean
dl_pattern_is_of_torus (const DlPattern *pattern)
{
  return is_in (pattern, patterns, G_N_ELEMENTS (patterns));
}

const DlPattern *
dl_pattern_find (const char *id)
{
  for (guint i = 0; i < G_N_ELEMENTS (all_patterns); i++)
    if (strcmp (all_patterns[i]->id, id) == 0)
      return all_patterns[i];
  return NULL;
}

/* What a program sends, its ranks on all working nodes. NULL if there are none. */
static DlDemand *
demand_of_kind (const DlNetwork *network, const DlPattern *pattern)
{
  const DlSites sites = dl_sites_of_torus (network);
  g_autoptr (DlPlacement) placement = dl_placement_new_linear_on (&sites, 0, NULL);
  const DlWorkloadSpec spec = {
    .kind = dl_workload_kind_find (pattern->id),
    .placement = placement,
    .message_bytes = 1,
    .packet_flits = 2,
  };
  g_autoptr (DlWorkload) workload = NULL;

  g_assert (!pattern->needs_matrix);
  if (placement == NULL)
    return NULL;
  workload = dl_workload_new (&spec, NULL);
  return dl_workload_demand (workload);
}

DlDemand *
dl_demand_new (const DlNetwork *network, const DlTrafficSpec *spec)
{
  const DlWorkload *workload = spec->workload;
  DlDemand *demand = NULL;

  if (spec->pattern->uniform)
    {
      if (workload != NULL && workload->n_ranks < network->n_working_nodes)
        return dl_workload_demand (workload);
    }
  else if (spec->pattern->program)
    demand = workload != NULL ? dl_workload_demand (workload)
                              : demand_of_kind (network, spec->pattern);
  if (demand != NULL)
    return demand;

  demand = g_new0 (DlDemand, 1);
  demand->uniform = spec->pattern->uniform;
  demand->flows = g_array_new (FALSE, FALSE, sizeof (DlFlow));
  if (spec->pattern->append != NULL)
    spec->pattern->append (network, spec, demand->flows);
  return demand;
}

gboolean
dl_demand_is_weighted (const DlDemand *demand)
{
  for (guint i = 1; i < demand->flows->len; i++)
    if (g_array_index (demand->flows, DlFlow, i).weight
        != g_array_index (demand->flows, DlFlow, 0).weight)
      return TRUE;
  return FALSE;
}

void
dl_demand_free (DlDemand *demand)
{
  if (demand == NULL)
    return;
  g_array_unref (demand->flows);
  g_free (demand);
}

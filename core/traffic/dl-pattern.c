/* The patterns that more than one family has. Which nodes these are is for the family. */
#include "dl-pattern.h"

#include <glib/gi18n-lib.h>

const DlPattern dl_pattern_uniform = {
  .id = "uniform",
  .title = N_ ("Uniform"),
  .description = N_ ("Every node to every other node"),
  .uniform = TRUE,
};
const DlPattern dl_pattern_transpose = {
  .id = "transpose",
  .title = N_ ("Transpose"),
  .description = N_ ("(x, y, z) to (y, x, z), where that node exists"),
};
const DlPattern dl_pattern_bit_complement = {
  .id = "bit-complement",
  .title = N_ ("Bit complement"),
  .description = N_ ("c to k − 1 − c in each dimension"),
};
const DlPattern dl_pattern_tornado = {
  .id = "tornado",
  .title = N_ ("Tornado"),
  .description = N_ ("Almost half way around each ring: c to c + ⌈k/2⌉ − 1"),
};
const DlPattern dl_pattern_neighbor = {
  .id = "neighbor",
  .title = N_ ("Diagonal neighbor"),
  .description = N_ ("One step up in every dimension, wrapping also in a mesh, as in BookSim 2"),
};
const DlPattern dl_pattern_random_permutation = {
  .id = "random-permutation",
  .title = N_ ("Random permutation"),
  .description = N_ ("Every node to one other node, drawn with the scenario’s seed"),
  .needs_seed = TRUE,
};
const DlPattern dl_pattern_all_to_one = {
  .id = "all-to-one",
  .title = N_ ("All to one"),
  .description = N_ ("Every node to the target"),
  .needs_target = TRUE,
};
const DlPattern dl_pattern_all_to_all = {
  .id = "all-to-all",
  .title = N_ ("All to all"),
  .description = N_ ("Each node to all others in turn; on average the load of uniform traffic"),
  .uniform = TRUE,
  .program = TRUE,
  .places = TRUE,
  .needs_bytes = TRUE,
};
const DlPattern dl_pattern_allreduce = {
  .id = "allreduce",
  .title = N_ ("Allreduce"),
  .description = N_ ("Pairs of ranks exchange data at doubling distances: recursive doubling"),
  .program = TRUE,
  .places = TRUE,
  .needs_bytes = TRUE,
};
const DlPattern dl_pattern_fft = {
  .id = "fft",
  .title = N_ ("FFT"),
  .description = N_ ("The transposes of a Fourier transform: all-to-all in the rows of a grid of "
                     "ranks, then in its columns"),
  .program = TRUE,
  .places = TRUE,
  .needs_bytes = TRUE,
};
const DlPattern dl_pattern_matrix = {
  .id = "matrix",
  .title = N_ ("Matrix"),
  .description = N_ ("Each rank sends as a communication matrix from a file defines"),
  .program = TRUE,
  .places = TRUE,
  .needs_matrix = TRUE,
};

const DlPattern dl_pattern_program = {
  .id = "program",
  .title = N_ ("Program"),
  .description = N_ ("A collective by its algorithm, or a program of messages from a GOAL file"),
  .program = TRUE,
  .places = TRUE,
  .needs_program = TRUE,
};

const DlPattern dl_pattern_weights = {
  .id = "weights",
  .title = N_ ("Weighted pairs"),
  .description = N_ ("A load: each rank to others by the weights in a file of pairs"),
  .places = TRUE,
  .needs_matrix = TRUE,
};

const DlPattern dl_pattern_jobs = {
  .id = "jobs",
  .title = N_ ("Jobs"),
  .description = N_ ("Every node to all other nodes of its job, by placement"),
  .places = TRUE,
  .takes_bytes = TRUE,
};

DlDemand *
dl_demand_new_sets (guint32 *set, guint n_nodes, guint n_sets, double weight)
{
  DlDemand *demand = g_new0 (DlDemand, 1);
  g_autofree guint32 *next = NULL;

  demand->flows = g_array_new (FALSE, FALSE, sizeof (DlFlow));
  demand->n_sets = n_sets;
  demand->set = set;
  demand->set_weight = weight;
  demand->set_first = g_new0 (guint32, n_sets + 1);
  for (guint node = 0; node < n_nodes; node++)
    if (set[node] != DL_NO_SET)
      demand->set_first[set[node] + 1]++;
  for (guint i = 0; i < n_sets; i++)
    demand->set_first[i + 1] += demand->set_first[i];
  demand->set_node = g_new (guint32, demand->set_first[n_sets]);
  next = g_memdup2 (demand->set_first, (n_sets + 1) * sizeof *next);
  for (guint node = 0; node < n_nodes; node++)
    if (set[node] != DL_NO_SET)
      demand->set_node[next[set[node]]++] = node;
  return demand;
}

guint64
dl_demand_count_set_pairs (const DlDemand *demand)
{
  guint64 pairs = 0;

  for (guint i = 0; i < demand->n_sets; i++)
    {
      const guint64 n = demand->set_first[i + 1] - demand->set_first[i];

      pairs += n * (n - MIN (n, 1));
    }
  return pairs;
}

double
dl_demand_most_of_sets (const DlDemand *demand)
{
  guint most = 0;

  for (guint i = 0; i < demand->n_sets; i++)
    most = MAX (most, demand->set_first[i + 1] - demand->set_first[i]);
  return most > 0 ? (most - 1) * demand->set_weight : 0;
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
  g_free (demand->set);
  g_free (demand->set_first);
  g_free (demand->set_node);
  g_free (demand);
}

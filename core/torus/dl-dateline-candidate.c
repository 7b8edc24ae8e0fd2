/* One position of the datelines: its figures, what speaks for it, and which of two is better. */
#include "dl-optimize-datelines.h"

#include "dl-dateline-candidate-private.h"
#include "dl-section.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* Balances that differ by less than this are the same: sums of the same figures in another order
 * differ in the last bits. */
#define BALANCE_STEP 1e-9

static const struct
{
  const char *text;
  const char *section;
} reasons[DL_DATELINES_N_REASONS] = {
  { N_ ("no position with the same delivered pairs has a better balance"), "VC paper 3.6" },
  { N_ ("X in a region of one plane, where both edges coincide"), "VC paper 3.5" },
  { N_ ("X on the edge of a region"), "VC paper 3.5" },
  { N_ ("Y and Z one past a fault, so that detours are safe"), "VC paper 2.2" },
  { N_ ("where the datelines are now"), "VC paper 3" },
};

static guint
reason_index (DlDatelineReasons reason)
{
  const gint index = g_bit_nth_lsf (reason, -1);

  g_assert (index >= 0 && index < DL_DATELINES_N_REASONS && reason == 1u << index);
  return index;
}

const char *
dl_dateline_reason_text (DlDatelineReasons reason)
{
  return _ (reasons[reason_index (reason)].text);
}

const char *
dl_dateline_reason_section (DlDatelineReasons reason)
{
  return dl_section_text (reasons[reason_index (reason)].section);
}

/* Faults */

/* Where a broken link that is not a broken node's is; FALSE for the minus end of a cable. */
static gboolean
is_link_site (const DlNetwork *network, guint node, guint port)
{
  const guint link = dl_network_link (network, node, port);
  const guint far = network->link_to[link];

  return network->link_state[link] == DL_LINK_BROKEN && network->node_up[node]
         && network->node_up[far]
         && !(dl_port_is_minus (port)
              && network->link_state[dl_network_link (network, far, dl_port_opposite (port))]
                     == DL_LINK_BROKEN);
}

GArray *
dl_fault_sites (const DlNetwork *network)
{
  GArray *sites = g_array_new (FALSE, FALSE, sizeof (DlCoord));

  /* Nodes are numbered by x, then y, then z. */
  for (guint node = 0; node < network->n_nodes; node++)
    {
      gboolean is_site = !network->node_up[node];

      for (guint port = 0; port < network->n_ports && !is_site; port++)
        is_site = is_link_site (network, node, port);
      if (is_site)
        g_array_append_val (sites, network->torus.coord[node]);
    }
  return sites;
}

static gboolean
is_past_fault (const DlTorus *torus, const gint *dateline, const GArray *sites)
{
  if (!torus->ring[DL_Y] && !torus->ring[DL_Z])
    return FALSE;
  for (guint i = 0; i < sites->len; i++)
    {
      const DlCoord site = g_array_index (sites, DlCoord, i);
      gboolean past = TRUE;

      for (guint dim = DL_Y; dim < DL_N_DIMS; dim++)
        past &= !torus->ring[dim]
                || dateline[dim] == (gint) ((site.at[dim] + 1) % torus->radix[dim]);
      if (past)
        return TRUE;
    }
  return FALSE;
}

void
dl_dateline_candidate_give_reasons (DlDatelineCandidate *candidate, const DlTorus *torus,
                                    const GArray *sites, const gint *current)
{
  const gint x = candidate->dateline[DL_X];

  candidate->reasons = 0;
  if (x != DL_NO_DATELINE)
    {
      const guint region = torus->region_of_x[x];
      const guint low = torus->region_low[region], high = torus->region_high[region];

      if (low == high)
        candidate->reasons |= DL_DATELINES_ONE_PLANE_REGION;
      else if ((guint) x == low || (guint) x == high)
        candidate->reasons |= DL_DATELINES_REGION_EDGE;
    }
  if (is_past_fault (torus, candidate->dateline, sites))
    candidate->reasons |= DL_DATELINES_PAST_FAULT;
  if (memcmp (candidate->dateline, current, sizeof candidate->dateline) == 0)
    candidate->reasons |= DL_DATELINES_CURRENT;
}

/* Order */

static gint
compare_counts (guint64 a, guint64 b)
{
  return a < b ? -1 : a > b;
}

static gint64
balance_steps (const DlDatelineCandidate *candidate)
{
  return isnan (candidate->balance_mean) ? 0 : llround (candidate->balance_mean / BALANCE_STEP);
}

gint
dl_dateline_candidate_compare_merit (const DlDatelineCandidate *a, const DlDatelineCandidate *b)
{
  gint order = compare_counts (a->unreachable_pairs + a->dropped_pairs,
                               b->unreachable_pairs + b->dropped_pairs);

  if (order == 0)
    order = !!b->deadlock_free - !!a->deadlock_free;
  if (order == 0)
    order = compare_counts (a->illegal_pairs, b->illegal_pairs);
  if (order == 0)
    order = compare_counts (balance_steps (a), balance_steps (b));
  return order;
}

/* How far from 3.5's advice. */
static gint
edge_rank (const DlDatelineCandidate *candidate)
{
  return (candidate->reasons & DL_DATELINES_ONE_PLANE_REGION) != 0 ? 0
         : (candidate->reasons & DL_DATELINES_REGION_EDGE) != 0    ? 1
                                                                   : 2;
}

static gint
n_moved (const DlDatelineCandidate *candidate, const gint *current)
{
  gint n = 0;

  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    n += candidate->dateline[dim] != current[dim];
  return n;
}

gint
dl_dateline_candidate_compare (const DlDatelineCandidate *a, const DlDatelineCandidate *b,
                               const gint *current)
{
  gint order = dl_dateline_candidate_compare_merit (a, b);

  if (order == 0)
    order = edge_rank (a) - edge_rank (b);
  if (order == 0)
    order = n_moved (a, current) - n_moved (b, current);
  for (guint dim = 0; dim < DL_N_DIMS && order == 0; dim++)
    order = a->dateline[dim] - b->dateline[dim];
  return order;
}

/* Figures */

double
dl_dateline_candidate_mean (const DlBalanceSum *sums)
{
  double sum = 0;
  guint links = 0;

  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    {
      sum += sums[dim].sum;
      links += sums[dim].links;
    }
  return links > 0 ? sum / links : NAN;
}

void
dl_dateline_candidate_read (DlDatelineCandidate *candidate, const DlAnalysis *analysis,
                            DlBalanceSum *sums)
{
  candidate->pairs = analysis->pairs;
  candidate->unreachable_pairs = analysis->unreachable_pairs;
  candidate->dropped_pairs = analysis->dropped_pairs;
  candidate->illegal_pairs = analysis->illegal_pairs;
  candidate->deadlock_free = analysis->verdict->deadlock_free;
  candidate->n_cycle = analysis->verdict->n_cycle;
  candidate->hops_mean = analysis->hops_mean;
  candidate->load_max = dl_analysis_max_channel_load (analysis);
  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    {
      const DlDimensionStats *stats = &analysis->dims[dim];

      candidate->dim_balance_mean[dim] = stats->balance_mean;
      sums[dim].links = dl_dimension_stats_n_balances (stats);
      sums[dim].sum = sums[dim].links > 0 ? stats->balance_mean * sums[dim].links : 0;
    }
  candidate->balance_mean = dl_dateline_candidate_mean (sums);
}

/* @all: numbers of pairs are of all. */
static gboolean
evaluate (DlDatelineCandidate *candidate, DlNetwork *network, const DlRoutingSpec *spec,
          const DlDemand *demand, gboolean all, GCancellable *cancellable)
{
  g_autoptr (DlRoutes) routes = dl_routes_new_from (network, spec, NULL, cancellable);
  g_autoptr (DlAnalysis) analysis = NULL;
  g_autoptr (GArray) sites = NULL;
  DlBalanceSum sums[DL_N_DIMS];

  if (routes == NULL)
    return FALSE;
  analysis = dl_analysis_new (routes, demand, cancellable);
  if (analysis == NULL)
    return FALSE;
  *candidate = (DlDatelineCandidate) { 0 };
  memcpy (candidate->dateline, routes->spec.dateline, sizeof candidate->dateline);
  dl_dateline_candidate_read (candidate, analysis, sums);
  if (all)
    {
      candidate->pairs = analysis->all.pairs;
      candidate->unreachable_pairs = analysis->all.unreachable;
      candidate->dropped_pairs = analysis->all.dropped;
      candidate->illegal_pairs = analysis->all.illegal;
    }
  sites = dl_fault_sites (network);
  dl_dateline_candidate_give_reasons (candidate, &network->torus, sites, routes->spec.dateline);
  return TRUE;
}

gboolean
dl_dateline_candidate_evaluate (DlDatelineCandidate *candidate, DlNetwork *network,
                                const DlRoutingSpec *spec, const DlDemand *demand,
                                GCancellable *cancellable)
{
  return evaluate (candidate, network, spec, demand, FALSE, cancellable);
}

gboolean
dl_dateline_candidate_evaluate_all (DlDatelineCandidate *candidate, DlNetwork *network,
                                    const DlRoutingSpec *spec, const DlDemand *demand,
                                    GCancellable *cancellable)
{
  return evaluate (candidate, network, spec, demand, TRUE, cancellable);
}

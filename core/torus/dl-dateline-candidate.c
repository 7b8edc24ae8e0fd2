/* One position of the datelines: its figures, what speaks for it, and which of two is better. */
#include "dl-dateline-candidate.h"

#include "dl-explained.h"
#include "dl-torus-uniform.h"

#include <glib/gi18n-lib.h>

#include <math.h>

/* Packets that go on from @entry past a suspect link, whatever path they took there. */
typedef struct
{
  guint32 entry;
  guint32 dest;
  guint64 weight; /* pairs of the demand */
} Detour;

struct _DlDatelineScreen
{
  DlTorusNetwork *network;
  guint8 *suspect; /* (n_links) */
  GArray *detours; /* Detour, by dest, then entry */
};

/* The rest of a route from the end of its first leg on, shared by all that come there. */
typedef struct
{
  guint32 for_dest; /* plus 1; 0: unused */
  guint8 status;    /* DlTorusRouteStatus */
  gboolean legal;
  gboolean has_run;
  DlTorusLeg first;
  guint64 routes; /* fingerprint */
} Tail;

gboolean
dl_dateline_screen_serves (const DlTorusEngine *engine)
{
  return engine->scope == DL_TORUS_SUSPECT_RUN && !engine->by_arrival;
}

static gint
compare_detours (gconstpointer a, gconstpointer b)
{
  const Detour *x = a, *y = b;

  if (x->dest != y->dest)
    return x->dest < y->dest ? -1 : 1;
  return x->entry < y->entry ? -1 : x->entry > y->entry;
}

/* Collect the detours of all pairs; @data is the array. */
static void
collect (const DlTorusDetour *found, gpointer data)
{
  const Detour detour = { found->entry, found->dest, found->count };
  g_array_append_val ((GArray *) data, detour);
}

/* Where the dimension-order route of @flow first turns into a leg past a suspect link. */
static gboolean
find_entry (const DlDatelineScreen *screen, const DlTorusRoutes *routes, const DlFlow *flow,
            guint *entry)
{
  const DlTorusNetwork *network = screen->network;
  const DlTorusCoord *coord = network->torus.coord;
  guint node = flow->source;

  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    {
      *entry = node;
      while (coord[node].at[dim] != coord[flow->dest].at[dim])
        {
          const guint link = dl_torus_network_link (
              network, node, dl_torus_routes_minimal_port (routes, node, flow->dest, dim));
          if (screen->suspect[link])
            return TRUE;
          node = network->link_to[link];
        }
    }
  return FALSE;
}

/* Instead of one packet per pair, what the flows send. */
static void
weigh_flows (DlDatelineScreen *screen, const DlTorusRoutes *routes, const GArray *flows)
{
  for (guint i = 0; i < screen->detours->len; i++)
    g_array_index (screen->detours, Detour, i).weight = 0;
  for (guint i = 0; i < flows->len; i++)
    {
      const DlFlow *flow = &g_array_index (flows, DlFlow, i);
      Detour detour = { .dest = flow->dest };
      guint at;

      if (!find_entry (screen, routes, flow, &detour.entry))
        continue;
      if (!g_array_binary_search (screen->detours, &detour, compare_detours, &at))
        g_assert_not_reached (); /* all pairs are there */
      g_array_index (screen->detours, Detour, at).weight++;
    }
}

DlDatelineScreen *
dl_dateline_screen_new (const DlTorusRoutes *routes, const DlDemand *demand, const guint8 *suspect,
                        GCancellable *cancellable)
{
  DlDatelineScreen *screen = g_new0 (DlDatelineScreen, 1);
  DlTorusUniform uniform
      = { .routes = routes, .node_up = routes->network->node_up, .detour = collect };

  g_assert (dl_dateline_screen_serves (routes->spec.engine));
  screen->network = dl_torus_network_ref (routes->network);
  screen->suspect = g_memdup2 (suspect, routes->network->n_links);
  screen->detours = g_array_new (FALSE, FALSE, sizeof (Detour));
  uniform.suspect = screen->suspect;
  uniform.detour_data = screen->detours;
  uniform.cancellable = cancellable;
  if (!dl_torus_uniform_run (&uniform))
    {
      dl_dateline_screen_free (screen);
      return NULL;
    }
  g_array_sort (screen->detours, compare_detours);
  if (!demand->uniform)
    weigh_flows (screen, routes, demand->flows);
  return screen;
}

void
dl_dateline_screen_free (DlDatelineScreen *screen)
{
  if (screen == NULL)
    return;
  dl_torus_network_unref (screen->network);
  g_free (screen->suspect);
  g_array_unref (screen->detours);
  g_free (screen);
}

guint
dl_dateline_screen_n_walks (const DlDatelineScreen *screen)
{
  return screen->detours->len;
}

static inline guint64
mix (guint64 fingerprint, guint64 value)
{
  fingerprint = (fingerprint ^ value) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  return fingerprint ^ (fingerprint >> 29);
}

static inline guint64
mix_run (guint64 fingerprint, const DlTorusLeg *leg)
{
  return mix (fingerprint, (guint64) leg->end << 8 | leg->port);
}

static void
follow_tail (const DlTorusRoutes *routes, guint node, guint dest, Tail *tail)
{
  DlTorusLeg before, leg;
  DlTorusWalker walker;

  *tail = (Tail) { .for_dest = dest + 1, .legal = TRUE };
  dl_torus_walker_init (&walker, routes, node, dest);
  while (dl_torus_walker_next (&walker, &leg))
    {
      tail->routes = mix_run (tail->routes, &leg);
      if (!tail->has_run)
        tail->first = leg;
      else
        tail->legal &= dl_torus_routes_legal_turn (routes, &before, &leg);
      tail->has_run = TRUE;
      before = leg;
    }
  tail->status = walker.status;
}

/* @tails (n_nodes) for @detour's destination. */
static void
look_at (const DlTorusRoutes *routes, const Detour *detour, Tail *tails, DlScreening *screening)
{
  DlTorusRouteStatus status;
  gboolean legal = TRUE;
  guint64 way = 0;
  DlTorusWalker walker;
  DlTorusLeg leg;

  dl_torus_walker_init (&walker, routes, detour->entry, detour->dest);
  if (dl_torus_walker_next (&walker, &leg))
    {
      Tail *tail = &tails[leg.end];

      if (tail->for_dest != detour->dest + 1)
        follow_tail (routes, leg.end, detour->dest, tail);
      status = tail->status;
      legal = tail->legal
              && (!tail->has_run || dl_torus_routes_legal_turn (routes, &leg, &tail->first));
      way = mix (mix_run (0, &leg), tail->routes);
    }
  else
    status = walker.status;

  if (status != DL_TORUS_ROUTE_DELIVERED)
    {
      /* It is not sent, so that how far it would get makes no difference. */
      screening->undelivered += detour->weight;
      way = 0;
    }
  else if (!legal)
    screening->illegal += detour->weight;
  screening->routes = mix (screening->routes, way);
}

gboolean
dl_dateline_screen_look (const DlDatelineScreen *screen, const DlTorusRoutes *routes,
                         DlScreening *screening)
{
  g_autofree Tail *tails = NULL;

  for (guint link = 0; link < screen->network->n_links; link++)
    if (routes->suspect[link] && !screen->suspect[link])
      return FALSE;

  *screening = (DlScreening) { 0 };
  if (screen->detours->len == 0)
    return TRUE;
  tails = g_new0 (Tail, screen->network->n_nodes);
  for (guint i = 0; i < screen->detours->len; i++)
    look_at (routes, &g_array_index (screen->detours, Detour, i), tails, screening);
  return TRUE;
}

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
is_link_site (const DlTorusNetwork *network, guint node, guint port)
{
  const guint link = dl_torus_network_link (network, node, port);
  const guint far = network->link_to[link];

  return network->link_state[link] == DL_LINK_BROKEN && network->node_up[node]
         && network->node_up[far]
         && !(dl_torus_port_is_minus (port)
              && network->link_state[dl_torus_network_link (network, far,
                                                            dl_torus_port_opposite (port))]
                     == DL_LINK_BROKEN);
}

GArray *
dl_fault_sites (const DlTorusNetwork *network)
{
  GArray *sites = g_array_new (FALSE, FALSE, sizeof (DlTorusCoord));

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
      const DlTorusCoord site = g_array_index (sites, DlTorusCoord, i);
      gboolean past = TRUE;

      for (guint dim = DL_Y; dim < DL_TORUS_N_DIMS; dim++)
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

  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
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
  for (guint dim = 0; dim < DL_TORUS_N_DIMS && order == 0; dim++)
    order = a->dateline[dim] - b->dateline[dim];
  return order;
}

/* Figures */

double
dl_dateline_candidate_mean (const DlBalanceSum *sums)
{
  double sum = 0;
  guint links = 0;

  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    {
      sum += sums[dim].sum;
      links += sums[dim].links;
    }
  return links > 0 ? sum / links : NAN;
}

void
dl_dateline_candidate_read (DlDatelineCandidate *candidate, const DlTorusAnalysis *analysis,
                            DlBalanceSum *sums)
{
  candidate->pairs = analysis->pairs;
  candidate->unreachable_pairs = analysis->unreachable_pairs;
  candidate->dropped_pairs = analysis->dropped_pairs;
  candidate->illegal_pairs = analysis->illegal_pairs;
  candidate->deadlock_free = analysis->verdict->deadlock_free;
  candidate->n_cycle = analysis->verdict->n_cycle;
  candidate->hops_mean = analysis->hops_mean;
  candidate->load_max = dl_torus_analysis_max_channel_load (analysis);
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    {
      const DlTorusDimensionStats *stats = &analysis->dims[dim];

      candidate->dim_balance_mean[dim] = stats->balance_mean;
      sums[dim].links = dl_torus_dimension_stats_n_balances (stats);
      sums[dim].sum = sums[dim].links > 0 ? stats->balance_mean * sums[dim].links : 0;
    }
  candidate->balance_mean = dl_dateline_candidate_mean (sums);
}

/* @all: numbers of pairs are of all. */
static gboolean
evaluate (DlDatelineCandidate *candidate, DlTorusNetwork *network, const DlTorusRouting *spec,
          const DlDemand *demand, gboolean all, GCancellable *cancellable)
{
  g_autoptr (DlTorusRoutes) routes = dl_torus_routes_new_from (network, spec, NULL, cancellable);
  g_autoptr (DlTorusAnalysis) analysis = NULL;
  g_autoptr (GArray) sites = NULL;
  DlBalanceSum sums[DL_TORUS_N_DIMS];

  if (routes == NULL)
    return FALSE;
  analysis = dl_torus_analysis_new (routes, demand, cancellable);
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
dl_dateline_candidate_evaluate (DlDatelineCandidate *candidate, DlTorusNetwork *network,
                                const DlTorusRouting *spec, const DlDemand *demand,
                                GCancellable *cancellable)
{
  return evaluate (candidate, network, spec, demand, FALSE, cancellable);
}

gboolean
dl_dateline_candidate_evaluate_all (DlDatelineCandidate *candidate, DlTorusNetwork *network,
                                    const DlTorusRouting *spec, const DlDemand *demand,
                                    GCancellable *cancellable)
{
  return evaluate (candidate, network, spec, demand, TRUE, cancellable);
}

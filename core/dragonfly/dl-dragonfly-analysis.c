#include "dl-dragonfly-analysis.h"

#include "dl-dragonfly-dependency.h"
#include "dl-dragonfly-loads-private.h"

#include <glib/gi18n-lib.h>

#include <math.h>

struct _DlDragonflyExpected
{
  DlDragonflyAnalysis *analysis;
  DlDragonflyTimes times;
  double *downstream; /* (n_routers) flits that wait at a link out of it, weighted; 0 if idle */
};

/* Share of the time that @link carries something, up to 1. */
static double
use_of (const DlDragonflyExpected *self, guint link)
{
  double use;

  if (dl_dragonfly_analysis_load (self->analysis, link) <= 0)
    return 0;
  if (isinf (self->times.load))
    return 1;
  use = dl_dragonfly_analysis_use (self->analysis, link, self->times.load);
  return isnan (use) ? 0 : MIN (use, 1);
}

/* Flits that wait for @link: the mean queue of M/D/1 without the packet that is being sent. */
static double
waiting (const DlDragonflyExpected *self, guint link)
{
  const double use = use_of (self, link);
  const double most = (double) self->times.buffer * DL_DRAGONFLY_VCS;

  if (use >= 1)
    return most;
  return MIN (use * use / (2 * (1 - use)) * self->times.packet_flits, most);
}

DlDragonflyExpected *
dl_dragonfly_expected_new (DlDragonflyAnalysis *analysis, DlDragonflyTimes times)
{
  DlDragonflyExpected *self = g_new0 (DlDragonflyExpected, 1);
  const DlDragonfly *net = analysis->dragonfly;

  self->analysis = dl_dragonfly_analysis_ref (analysis);
  self->times = times;
  self->downstream = g_new0 (double, net->n_routers);
  for (guint router = 0; router < net->n_routers; router++)
    {
      double load = 0, sum = 0;

      for (guint link = net->first_link[router]; link < net->first_link[router + 1]; link++)
        {
          load += dl_dragonfly_analysis_load (analysis, link);
          sum += dl_dragonfly_analysis_load (analysis, link) * waiting (self, link);
        }
      self->downstream[router] = load > 0 ? sum / load : 0;
    }
  return self;
}

void
dl_dragonfly_expected_free (DlDragonflyExpected *self)
{
  if (self == NULL)
    return;
  dl_dragonfly_analysis_unref (self->analysis);
  g_free (self->downstream);
  g_free (self);
}

/* @flits rounded to a thousandth, so that rounding errors of sums do not decide which of two equal
 * links is lighter. */
static double
rounded (double flits)
{
  return rint (flits * 1000) / 1000;
}

DlDragonflyLoad
dl_dragonfly_expected_load (guint link, gpointer data)
{
  const DlDragonflyExpected *self = data;
  const DlDragonfly *net = self->analysis->dragonfly;

  return (DlDragonflyLoad) {
    .near_end = rounded (waiting (self, link)),
    .far_end = rounded (use_of (self, link) * self->times.class_flits[net->link_class[link]]),
    .downstream = rounded (self->downstream[net->link_to[link]]),
  };
}

/* How busy a link is at s = 0 and at s = 1: a line in between. */
typedef struct
{
  double at_0, at_1;
} Line;

typedef struct
{
  guint n;
  Line *lines;
} Envelope;

static double
value (Line line, double s)
{
  return (1 - s) * line.at_0 + s * line.at_1;
}

/* The line that is highest at @s; of several the steepest, upwards for @up. */
static Line
highest (const Envelope *envelope, double s, gboolean up)
{
  Line best = { 0, 0 };
  double most = 0;

  for (guint i = 0; i < envelope->n; i++)
    {
      const Line line = envelope->lines[i];
      const double at = value (line, s);

      if (at < most)
        continue;
      if (at > most || (line.at_1 - line.at_0 > best.at_1 - best.at_0) == up)
        best = line;
      most = at;
    }
  return best;
}

/* The least of the upper envelope: where a falling line that is highest on the left meets a rising
 * one that is on the right, until no other is above them there. */
static double
lowest (const Envelope *envelope)
{
  Line left = highest (envelope, 0, TRUE), right = highest (envelope, 1, FALSE);

  if (left.at_1 >= left.at_0)
    return left.at_0;
  if (right.at_1 <= right.at_0)
    return right.at_1;
  for (;;)
    {
      const double fall = left.at_0 - left.at_1, rise = right.at_1 - right.at_0;
      const double s = (left.at_0 - right.at_0) / (fall + rise);
      const double met = value (left, s);
      const Line above = highest (envelope, s, TRUE);

      if (value (above, s) <= met * (1 + 1e-14))
        return met;
      if (above.at_1 < above.at_0)
        left = above;
      else
        right = above;
    }
}

typedef struct
{
  const DlDragonfly *net;
  const DlDragonflyLoads *loads[2];
  const DlDragonflyRates *rates;
  Envelope envelope;
  Line above; /* one that most others are below everywhere */
} Collecting;

static double
sum_packets (const double *packets)
{
  return packets[0] + packets[1] + packets[2] + packets[3];
}

static void
add_line (Collecting *self, double minimal, double nonminimal, guint link)
{
  const double rate = dl_dragonfly_link_rate (self->rates, self->net->link_class[link])
                      * dl_graph_capacity (self->net->graph, link);
  const Line line = { minimal / rate, nonminimal / rate };

  if (line.at_0 <= self->above.at_0 && line.at_1 <= self->above.at_1)
    return;
  self->envelope.lines[self->envelope.n++] = line;
  if (line.at_0 + line.at_1 > self->above.at_0 + self->above.at_1)
    self->above = line;
}

/* Parallel links are alike but for loads outside the paths, and for their rates. */
static void
collect (const DlBundlePackets *links, gpointer data)
{
  Collecting *self = data;
  const DlLinkBundle *bundle = links->links;
  const double both[] = { sum_packets (links->packets[0]), sum_packets (links->packets[1]) };

  if (self->net->graph->link_capacity == NULL
      && dl_dragonfly_loads_beside (self->loads[0], bundle->first) == NULL
      && dl_dragonfly_loads_beside (self->loads[1], bundle->first) == NULL)
    {
      add_line (self, both[0], both[1], bundle->first);
      return;
    }
  for (guint link = bundle->first; link < bundle->first + bundle->n; link++)
    if (self->net->link_state[link] == DL_LINK_UP)
      {
        double sum[] = { both[0], both[1] };

        for (guint load = 0; load < 2; load++)
          {
            const double *beside = dl_dragonfly_loads_beside (self->loads[load], link);
            sum[load] += beside != NULL ? sum_packets (beside) : 0;
          }
        add_line (self, sum[0], sum[1], link);
      }
}

double
dl_dragonfly_best_share (const DlDragonflyPathLoads *ways, const DlDragonflyLoads *minimal,
                         const DlDragonflyLoads *nonminimal, const DlDragonflyRates *rates)
{
  const DlDragonfly *net = minimal->routes->dragonfly;
  Collecting self = {
    .net = net,
    .loads = { minimal, nonminimal },
    .rates = rates,
    .envelope = { 0, g_new (Line, MAX (net->n_links, 1)) },
  };
  const Envelope *envelope = &self.envelope;
  double least, share = 0;

  dl_dragonfly_path_loads_foreach (ways, collect, &self);
  /* Sums that should be the same differ in their last digits. */
  least = lowest (envelope) * (1 + 1e-12);

  for (guint i = 0; i < envelope->n; i++)
    {
      const Line line = envelope->lines[i];

      if (line.at_0 > least)
        share = MAX (share, (line.at_0 - least) / (line.at_0 - line.at_1));
    }
  g_free (self.envelope.lines);
  return MIN (share, 1);
}

static const struct
{
  const char *id, *text;
} bases[DL_N_BASES] = {
  [DL_BASIS_EXACT] = { "exact", N_ ("exact: each packet chooses its route independently") },
  [DL_BASIS_HASHES]
  = { "hashes", N_ ("exact: each pair of nodes uses the route of its hash with this seed") },
  [DL_BASIS_EXPECTATION]
  = { "expectation", N_ ("expected values over all hashes: in a run, each pair of nodes uses one "
                         "route, and the busiest link carries more") },
  [DL_BASIS_EVEN]
  = { "even", N_ ("computed with equal weights for all minimal candidates; the mode takes the one "
                  "of two with the lower load") },
  [DL_BASIS_BOUND]
  = { "bound", N_ ("a bound: one share of non-minimal packets for all pairs, chosen for the "
                   "lowest maximum load; simulate to see the result of this mode") },
};

const char *
dl_dragonfly_basis_id (DlDragonflyBasis basis)
{
  g_assert (basis < DL_N_BASES);
  return bases[basis].id;
}

const char *
dl_dragonfly_basis_text (DlDragonflyBasis basis)
{
  g_assert (basis < DL_N_BASES);
  return _ (bases[basis].text);
}

const char *
dl_dragonfly_analysis_basis (const DlDragonflyAnalysis *self)
{
  return self->basis_note != NULL ? self->basis_note : dl_dragonfly_basis_text (self->basis);
}

gboolean
dl_dragonfly_analysis_is_bound (const DlDragonflyAnalysis *self)
{
  const guint n_groups = self->dragonfly->n_groups;
  gboolean choice = self->dragonfly->shape != DL_DRAGONFLY_GENERIC;

  /* Hashes choose nothing where one link joins each pair of groups. */
  for (guint pair = 0; pair < n_groups * n_groups && !choice; pair++)
    choice = self->group_links[pair] > 1;
  return self->basis == DL_BASIS_BOUND || (self->basis == DL_BASIS_EXPECTATION && choice);
}

double
dl_dragonfly_analysis_own_share (const DlDragonflyAnalysis *self)
{
  return self->basis != DL_BASIS_BOUND ? self->nonminimal_share : NAN;
}

static DlDragonflyBasis
basis_of (const DlDragonflyMode *mode, gboolean hashes)
{
  if (dl_dragonfly_mode_mixes (mode))
    return DL_BASIS_BOUND;
  if (mode->by_load)
    return DL_BASIS_EVEN;
  if (mode->nonminimal > 0)
    return DL_BASIS_EXACT;
  return hashes ? DL_BASIS_HASHES : DL_BASIS_EXPECTATION;
}

/* Loads under the mode. NULL if canceled. */
static DlDragonflyLoads *
find_loads (DlDragonflyAnalysis *self, const DlDragonflyDemand *demand, const guint64 *seed,
            const DlDragonflyAnalysis *previous, GCancellable *cancellable)
{
  const gboolean by_root = self->mode->nonminimal > 0;
  const gboolean minimal = !by_root || self->mode->by_load;
  g_autoptr (DlDragonflyLoads) loads
      = minimal ? dl_dragonfly_loads_new_empty (self->routes, FALSE) : NULL;
  g_autoptr (DlDragonflyLoads) more
      = by_root ? dl_dragonfly_loads_new_empty (self->routes, TRUE) : NULL;

  self->basis = basis_of (self->mode, seed != NULL && dl_dragonfly_loads_can_hash (demand));
  self->nonminimal_share = !minimal;
  if (self->basis == DL_BASIS_HASHES)
    return dl_dragonfly_loads_new_hashed (self->routes, demand, *seed);
  if (!dl_dragonfly_loads_fill (self->routes, demand, loads, more, &self->rates,
                                &self->nonminimal_share, previous != NULL ? previous->shares : NULL,
                                &self->shares, cancellable))
    return NULL;
  return minimal ? g_steal_pointer (&loads) : g_steal_pointer (&more);
}

/* The blue links of each pair of groups, how many cables they are and what they carry. */
static void
sum_groups (DlDragonflyAnalysis *self)
{
  const DlDragonfly *net = self->dragonfly;
  const guint n_groups = net->n_groups;
  /* A pair that has such a cable, and 1. */
  g_autofree guint32 *seen = g_new0 (guint32, G_MAXUINT16 + 1);

  self->group_links = g_new0 (guint32, (gsize) n_groups * n_groups);
  self->group_load = g_new0 (double, (gsize) n_groups *n_groups);
  for (guint a = 0; a < n_groups; a++)
    for (guint b = 0; b < n_groups; b++)
      {
        const guint pair = a * n_groups + b;
        guint n;
        const DlBlueBundle *bundles = dl_dragonfly_blue_bundles (self->routes, a, b, &n);

        for (guint i = 0; i < n; i++)
          for (guint link = bundles[i].links.first;
               link < bundles[i].links.first + bundles[i].links.n; link++)
            if (net->link_state[link] == DL_LINK_UP)
              {
                self->group_links[pair]++;
                self->group_load[pair] += dl_dragonfly_analysis_load (self, link);
                self->optical_cables += a < b
                                        && (net->shape == DL_DRAGONFLY_GENERIC
                                            || seen[net->link_cable[link]] != pair + 1);
                seen[net->link_cable[link]] = pair + 1;
              }
      }
}

/* Bandwidths of the network whatever the traffic (manual, dragonfly), of its working blue links. */
static void
sum_bandwidths (DlDragonflyAnalysis *self)
{
  const double groups = self->dragonfly->n_groups;
  const double nodes = (double) self->routes->working_first[self->dragonfly->n_groups]
                       * self->dragonfly->nodes_per_router;
  const double GBps = self->classes[DL_LINK_BLUE].links * self->rates.class_GBps[DL_LINK_BLUE];

  self->bisection_GBps = groups > 1 ? groups / (2 * (groups - 1)) * GBps : NAN;
  self->split_GBps = groups > 1 ? 0 : NAN;
  for (guint a = 0; a < self->dragonfly->n_groups / 2; a++)
    for (guint b = self->dragonfly->n_groups / 2; b < self->dragonfly->n_groups; b++)
      self->split_GBps += (self->group_links[a * self->dragonfly->n_groups + b]
                           + self->group_links[b * self->dragonfly->n_groups + a])
                          * self->rates.class_GBps[DL_LINK_BLUE];
  self->global_GBps = nodes > 0 ? GBps / nodes : 0;
}

/* Packets over what a link takes of them, which is the load. */
static void
weigh_by_rates (const DlDragonfly *net, DlDragonflyLoads *loads)
{
  const double *capacity = net->graph->link_capacity;
  const double hops = loads->hops_mean; /* of packets */

  if (capacity == NULL)
    return;
  for (guint link = 0; link < net->n_links; link++)
    for (guint vc = 0; vc < DL_DRAGONFLY_VCS; vc++)
      loads->vc_load[(gsize) link * DL_DRAGONFLY_VCS + vc] /= capacity[link];
  dl_dragonfly_loads_sum_links (loads);
  loads->hops_mean = hops;
}

static void
take_loads (DlDragonflyAnalysis *self, DlDragonflyLoads *loads)
{
  double most = 0;

  self->vc_load = g_steal_pointer (&loads->vc_load);
  self->pairs = loads->pairs;
  self->unreachable_pairs = loads->unreachable_pairs;
  self->all = loads->all;
  self->delivered = loads->delivered;
  self->hops_mean = loads->hops_mean;
  self->hops_max = loads->hops_max;
  self->node_packets = loads->node_packets;
  for (guint class = 0; class < DL_N_LINK_CLASSES; class ++)
    self->classes[class] = loads->classes[class];
  self->bound_link = G_MAXUINT32;
  for (guint class = 0; class < DL_N_LINK_CLASSES; class ++)
    {
      const DlLinkClassStats *stats = &self->classes[class];
      const double use = stats->load_max / dl_dragonfly_link_rate (&self->rates, class);

      if (stats->busiest != G_MAXUINT32
          && (use > most || (use == most && stats->busiest < self->bound_link)))
        {
          most = use;
          self->bound_link = stats->busiest;
        }
    }
  self->bound_load
      = most > 0 ? 1 / dl_dragonfly_analysis_use (self, self->bound_link, 1) : INFINITY;
}

static void
dragonfly_analysis_free (gpointer data)
{
  DlDragonflyAnalysis *self = data;

  dl_verdict_unref (self->verdict);
  dl_shares_cache_free (self->shares);
  g_free (self->vc_load);
  g_free (self->group_links);
  g_free (self->group_load);
  g_free (self->basis_note);
  dl_dragonfly_routes_unref (self->routes);
  dl_dragonfly_unref (self->dragonfly);
  g_free (self);
}

DlDragonflyAnalysis *
dl_dragonfly_analysis_new (DlDragonflyRoutes *routes, const DlDragonflyMode *mode,
                           DlDragonflyDemand *demand, DlDragonflyRates rates, const guint64 *seed,
                           const DlDragonflyAnalysis *previous, GCancellable *cancellable)
{
  g_autoptr (DlDragonflyAnalysis) self = g_new0 (DlDragonflyAnalysis, 1);
  g_autoptr (DlDragonflyLoads) loads = NULL;
  DlDragonflyQuotient quotient;

  dl_shared_init (&self->head.shared, dragonfly_analysis_free);
  self->dragonfly = dl_dragonfly_ref (routes->dragonfly);
  self->head.routes = self->routes = dl_dragonfly_routes_ref (routes);
  self->mode = mode;
  self->rates = rates;
  self->held_load = NAN;
  loads = find_loads (self, demand, seed, previous, cancellable);
  if (loads == NULL)
    return NULL;
  dl_dragonfly_loads_sum_links (loads);
  weigh_by_rates (self->dragonfly, loads);
  take_loads (self, loads);
  sum_groups (self);
  sum_bandwidths (self);
  dl_dragonfly_quotient_init (&quotient, routes);
  self->verdict = dl_dragonfly_verdict_new_quick (routes, mode, &quotient, cancellable);
  return self->verdict != NULL ? g_steal_pointer (&self) : NULL;
}

double
dl_dragonfly_analysis_load (const DlDragonflyAnalysis *self, guint link)
{
  const double *load = self->vc_load + (gsize) link * DL_DRAGONFLY_VCS;

  return load[0] + load[1] + load[2] + load[3];
}

/* Rate of @packets on a link, in its rate's unit, at offered load @load, the share of its rate that
 * the node that sends the most offers. */
static double
rate_of (const DlDragonflyAnalysis *self, double packets, double load)
{
  if (packets == 0)
    return 0;
  return packets / self->node_packets * load * dl_dragonfly_node_rate (&self->rates);
}

double
dl_dragonfly_analysis_use (const DlDragonflyAnalysis *self, guint link, double load)
{
  const DlDragonfly *net = self->dragonfly;

  if (net->link_state[link] != DL_LINK_UP)
    return NAN;
  return rate_of (self, dl_dragonfly_analysis_load (self, link), load)
         / dl_dragonfly_link_rate (&self->rates, net->link_class[link]);
}

double
dl_dragonfly_analysis_group_use (const DlDragonflyAnalysis *self, guint a, guint b, double load)
{
  const gsize pair = (gsize) a * self->dragonfly->n_groups + b;

  if (self->group_links[pair] == 0)
    return NAN;
  return rate_of (self, self->group_load[pair], load)
         / (self->group_links[pair] * dl_dragonfly_link_rate (&self->rates, DL_LINK_BLUE));
}

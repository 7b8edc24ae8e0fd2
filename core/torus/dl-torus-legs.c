#include "dl-torus-legs.h"

/* The largest radix with a memo: a longer memo would not stay in the cache. */
#define MOST_RADIX 64

/* All other coordinates being 0. */
static DlTorusShortLeg
find_leg (const DlTorusRoutes *routes, guint dim, guint from, guint to)
{
  const guint stride = routes->network->torus.stride[dim];
  DlTorusLeg leg;

  dl_torus_routes_undisturbed_leg (routes, from * stride, to * stride, &leg);
  return (DlTorusShortLeg) {
    .port = leg.port,
    .vc = leg.vc,
    .by_parity = leg.vc_rule == DL_VC_RULE_PARITY,
    .length = leg.length,
    .to_dateline = leg.to_dateline,
  };
}

DlTorusLegMemo *
dl_torus_leg_memo_new (const DlTorusRoutes *routes)
{
  const DlTorus *torus = &routes->network->torus;
  DlTorusLegMemo *memo;
  guint n = 0;

  if (!dl_torus_routes_are_undisturbed (routes) || torus->n_regions > 1
      || (routes->spec.vc_policy->table && routes->spec.vc_table != NULL))
    return NULL;
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    {
      if (torus->radix[dim] > MOST_RADIX)
        return NULL;
      n += torus->radix[dim] * torus->radix[dim];
    }
  memo = g_malloc0 (sizeof *memo + n * sizeof *memo->legs);
  memo->torus = torus;
  n = 0;
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    {
      memo->first[dim] = n;
      for (guint from = 0; from < torus->radix[dim]; from++)
        for (guint to = 0; to < torus->radix[dim]; to++, n++)
          if (from != to)
            memo->legs[n] = find_leg (routes, dim, from, to);
    }
  return memo;
}

void
dl_torus_leg_memo_free (DlTorusLegMemo *memo)
{
  g_free (memo);
}

/* How a packet can stand where a leg begins: all that the rest of its route depends on. Engines
 * that do not look at the arrival have one state a node. */
#define N_ARRIVALS (1 + 2 * DL_TORUS_N_NETWORK_PORTS)

typedef enum
{
  FATE_UNKNOWN, /* on the way that is being followed */
  FATE_DELIVERED,
  FATE_LOST
} Fate;

typedef struct
{
  DlTorusLeg leg;
  guint32 next;     /* the state at its end; NO_STATE: the destination */
  guint32 packets;  /* that take it */
  guint32 incoming; /* delivered legs that lead here and are still to be counted */
  guint32 dest;     /* the destination that the above is for, plus 1 */
  guint8 fate;
} State;

#define NO_STATE G_MAXUINT32

typedef struct
{
  const DlTorusRoutes *routes;
  guint n_arrivals;
  State *states;   /* (n_nodes x n_arrivals) */
  GArray *visited; /* guint32, states met for the destination, each way in the order of travel */
  GArray *ready;   /* guint32 */
} Weights;

static guint
state_of (const Weights *weights, guint node, DlTorusArrival arrival)
{
  if (weights->n_arrivals == 1)
    return node;
  if (arrival.port == DL_TORUS_PORT_PROCESSOR)
    return node * N_ARRIVALS;
  return node * N_ARRIVALS + 1 + 2 * arrival.port + (arrival.crossed != FALSE);
}

/* Follow the route from @source as far as it is new. */
static guint
follow (Weights *weights, guint source, guint dest)
{
  const guint first = state_of (weights, source, DL_TORUS_ARRIVAL_INJECTED);
  const guint n_before = weights->visited->len;
  guint at = first;
  Fate fate = FATE_DELIVERED;
  DlTorusWalker walker;

  dl_torus_walker_init (&walker, weights->routes, source, dest);
  while (at != NO_STATE)
    {
      State *state = &weights->states[at];

      if (state->dest == dest + 1)
        {
          /* One that is still being followed has come back to itself. */
          fate = state->fate == FATE_UNKNOWN ? FATE_LOST : state->fate;
          break;
        }
      *state = (State) { .dest = dest + 1 };
      g_array_append_val (weights->visited, at);
      if (!dl_torus_walker_next (&walker, &state->leg))
        {
          fate = FATE_LOST;
          break;
        }
      state->next
          = walker.node == dest ? NO_STATE : state_of (weights, walker.node, walker.arrival);
      at = state->next;
    }
  for (guint i = n_before; i < weights->visited->len; i++)
    weights->states[g_array_index (weights->visited, guint32, i)].fate = fate;
  return first;
}

/* Legs before the legs that they lead to. */
static void
hand_out (Weights *weights, guint dest, DlWeightedLegFunc func, gpointer data)
{
  for (guint i = 0; i < weights->visited->len; i++)
    {
      const State *state = &weights->states[g_array_index (weights->visited, guint32, i)];
      if (state->fate == FATE_DELIVERED && state->next != NO_STATE)
        weights->states[state->next].incoming++;
    }
  g_array_set_size (weights->ready, 0);
  for (guint i = 0; i < weights->visited->len; i++)
    {
      const guint32 at = g_array_index (weights->visited, guint32, i);
      if (weights->states[at].fate == FATE_DELIVERED && weights->states[at].incoming == 0)
        g_array_append_val (weights->ready, at);
    }
  while (weights->ready->len > 0)
    {
      const guint32 at = g_array_index (weights->ready, guint32, weights->ready->len - 1);
      const State *state = &weights->states[at];

      g_array_set_size (weights->ready, weights->ready->len - 1);
      func (&state->leg, dest, state->packets, data);
      if (state->next != NO_STATE)
        {
          State *next = &weights->states[state->next];
          next->packets += state->packets;
          if (--next->incoming == 0)
            g_array_append_val (weights->ready, state->next);
        }
    }
}

static void
send (Weights *weights, guint source, guint dest)
{
  State *state;

  if (source != dest)
    {
      state = &weights->states[follow (weights, source, dest)];
      state->packets++;
    }
}

/* The flows' sources by destination: @begin (n_nodes + 1) where each destination's begin in the
 * array that is returned. */
static guint32 *
sources_by_dest (guint n_nodes, const GArray *flows, guint32 *begin)
{
  guint32 *sources = g_new (guint32, flows->len);

  for (guint i = 0; i < flows->len; i++)
    begin[g_array_index (flows, DlFlow, i).dest + 1]++;
  for (guint node = 0; node < n_nodes; node++)
    begin[node + 1] += begin[node];
  for (guint i = flows->len; i-- > 0;)
    {
      const DlFlow *flow = &g_array_index (flows, DlFlow, i);
      sources[--begin[flow->dest + 1]] = flow->source;
    }
  /* Each has been moved down to where its own begin; put them back into their places. */
  for (guint node = 0; node < n_nodes; node++)
    begin[node] = begin[node + 1];
  begin[n_nodes] = flows->len;
  return sources;
}

gboolean
dl_torus_leg_weights_foreach (const DlTorusRoutes *routes, const DlDemand *demand,
                              DlWeightedLegFunc func, gpointer data, DlProgressFunc progress,
                              gpointer progress_data, GCancellable *cancellable)
{
  const DlTorusNetwork *network = routes->network;
  const guint n = network->n_nodes;
  g_autofree guint32 *begin = g_new0 (guint32, n + 1);
  g_autofree guint32 *sources = NULL;
  Weights weights = {
    .routes = routes,
    .n_arrivals = routes->spec.engine->by_arrival ? N_ARRIVALS : 1,
    .visited = g_array_new (FALSE, FALSE, sizeof (guint32)),
    .ready = g_array_new (FALSE, FALSE, sizeof (guint32)),
  };
  guint dest;

  weights.states = g_new0 (State, (gsize) n * weights.n_arrivals);
  if (!demand->uniform)
    sources = sources_by_dest (n, demand->flows, begin);
  for (dest = 0; dest < n; dest++)
    {
      if (g_cancellable_is_cancelled (cancellable))
        break;
      if (progress != NULL && dest % 64 == 0)
        progress ((double) dest / n, progress_data);
      if (!network->node_up[dest])
        continue;
      g_array_set_size (weights.visited, 0);
      if (demand->uniform)
        {
          for (guint source = 0; source < n; source++)
            if (network->node_up[source])
              send (&weights, source, dest);
        }
      else
        for (guint i = begin[dest]; i < begin[dest + 1]; i++)
          send (&weights, sources[i], dest);
      hand_out (&weights, dest, func, data);
    }
  g_array_unref (weights.visited);
  g_array_unref (weights.ready);
  g_free (weights.states);
  return dest == n;
}

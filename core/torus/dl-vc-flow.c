#include "dl-vc-flow.h"

#include <math.h>

/* Costs are whole numbers: VC_balance times this. Their rounding costs the bound next to nothing
 * and never its validity, since it is computed from the prices anew. */
#define COST_ONE (G_GINT64_CONSTANT (1) << 40)
#define FAR      G_MAXINT64

/* How a way through the flow goes from one position to the next. */
typedef enum
{
  STEP_RUN,  /* more on a run, or fewer on the opposite one */
  STEP_MORE, /* more on the link that ends where the step begins */
  STEP_FEWER /* fewer on the link along which it goes */
} Step;

typedef struct
{
  const DlVcFlow *flow;
  guint k;
  gint64 *at_zero;   /* (k) by link: P0 - P1 with every free run on VC0 */
  gint64 *most;      /* (k) by link: lots of the runs across it */
  gint64 *weight;    /* (k) by link: COST_ONE / total */
  gint64 *y;         /* (k) by link: lots on VC1 */
  gint64 *on;        /* (k x k) by run */
  gint64 *excess;    /* (k) by position: what is still to be sent on from it */
  gint64 *potential; /* (k) */
  gint64 *distance;  /* (k) */
  guint32 *from;     /* (k) the position before, on the shortest way */
  guint8 *step;      /* (k) Step: how it comes from there */
  guint8 *done;      /* (k) */
} Solver;

static gint64
imbalance (const Solver *s, guint link, gint64 y)
{
  return ABS (s->at_zero[link] - 2 * s->flow->lot * y);
}

/* What a lot more, or less, on VC1 of @link costs, and how many there are at that price; 0 if there
 * are none. */
static gint64
link_room (const Solver *s, guint link, gboolean more, gint64 *cost)
{
  const gint64 y = s->y[link], next = more ? y + 1 : y - 1, lot = s->flow->lot;
  gint64 room = more ? s->most[link] - y : y;

  if (room == 0)
    return 0;
  *cost = (imbalance (s, link, next) - imbalance (s, link, y)) * s->weight[link];
  /* The price changes about the middle, where the sign does. */
  const gint64 below = s->at_zero[link] / (2 * lot); /* of the middle, rounded towards 0 */
  if (s->at_zero[link] > 0)
    {
      const gint64 above = below + (s->at_zero[link] % (2 * lot) != 0);
      if (more && y < above)
        room = MIN (room, y < below ? below - y : above - y);
      else if (!more && y > below)
        room = MIN (room, y > above ? y - above : y - below);
    }
  return room;
}

/* How many lots can go from @a to @b along the run either way: more on the run from @a to @b, or
 * fewer on the one from @b to @a. */
static gint64
run_room (const Solver *s, guint a, guint b)
{
  return s->flow->lots[a * s->k + b] - s->on[a * s->k + b] + s->on[b * s->k + a];
}

static void
relax (Solver *s, guint from, guint to, gint64 cost, Step step)
{
  const gint64 reduced = cost + s->potential[from] - s->potential[to];

  g_assert (reduced >= 0);
  if (!s->done[to] && s->distance[from] + reduced < s->distance[to])
    {
      s->distance[to] = s->distance[from] + reduced;
      s->from[to] = from;
      s->step[to] = step;
    }
}

/* Dijkstra from all positions with an excess to the nearest that lacks something. */
static guint
find_way (Solver *s)
{
  const guint k = s->k;

  for (guint p = 0; p < k; p++)
    {
      s->done[p] = FALSE;
      s->distance[p] = s->excess[p] > 0 ? 0 : FAR;
      s->from[p] = p;
    }
  for (;;)
    {
      guint at = k;
      gint64 cost;

      for (guint p = 0; p < k; p++)
        if (!s->done[p] && s->distance[p] < FAR && (at == k || s->distance[p] < s->distance[at]))
          at = p;
      g_assert (at < k); /* nothing on VC1 is a circulation: there is always a way */
      s->done[at] = TRUE;
      if (s->excess[at] < 0)
        return at;

      const guint back = (at + k - 1) % k;
      for (guint p = 0; p < k; p++)
        if (p != at && run_room (s, at, p) > 0)
          relax (s, at, p, 0, STEP_RUN);
      /* Link flow comes down: from position l + 1 to l. */
      if (link_room (s, back, TRUE, &cost) > 0)
        relax (s, at, back, cost, STEP_MORE);
      if (link_room (s, at, FALSE, &cost) > 0)
        relax (s, at, (at + 1) % k, cost, STEP_FEWER);
    }
}

static gint64
step_room (const Solver *s, guint from, guint to)
{
  gint64 cost;

  switch ((Step) s->step[to])
    {
    case STEP_RUN:
      return run_room (s, from, to);
    case STEP_MORE:
      return link_room (s, to, TRUE, &cost);
    case STEP_FEWER:
      return link_room (s, from, FALSE, &cost);
    }
  g_assert_not_reached ();
}

static void
take_step (Solver *s, guint from, guint to, gint64 lots)
{
  gint64 *back = &s->on[to * s->k + from];
  const gint64 fewer = MIN (*back, lots);

  switch ((Step) s->step[to])
    {
    case STEP_RUN: /* back first, then on */
      *back -= fewer;
      s->on[from * s->k + to] += lots - fewer;
      break;
    case STEP_MORE:
      s->y[to] += lots;
      break;
    case STEP_FEWER:
      s->y[from] -= lots;
      break;
    }
}

static void
send_along (Solver *s, guint target)
{
  gint64 lots = -s->excess[target];
  guint at;

  for (at = target; s->from[at] != at; at = s->from[at])
    lots = MIN (lots, step_room (s, s->from[at], at));
  lots = MIN (lots, s->excess[at]);
  s->excess[at] -= lots;
  s->excess[target] += lots;
  for (at = target; s->from[at] != at; at = s->from[at])
    take_step (s, s->from[at], at, lots);

  for (guint p = 0; p < s->k; p++)
    s->potential[p] += MIN (s->distance[p], s->distance[target]);
}

/* Every link at its best, whether or not runs can bring that about. */
static void
start (Solver *s)
{
  const DlVcFlow *flow = s->flow;
  const guint k = s->k;

  for (guint a = 0; a < k; a++)
    for (guint b = 0; b < k; b++)
      if (flow->lots[a * k + b] > 0)
        for (guint l = a; l != b; l = (l + 1) % k)
          s->most[l] += flow->lots[a * k + b];
  for (guint l = 0; l < k; l++)
    {
      s->at_zero[l] = flow->forced[l] + flow->lot * s->most[l];
      s->weight[l] = flow->total[l] > 0 ? COST_ONE / flow->total[l] : 0;
      s->y[l] = CLAMP ((s->at_zero[l] + flow->lot) / (2 * flow->lot), 0, s->most[l]);
    }
  for (guint p = 0; p < k; p++)
    s->excess[p] = s->y[p] - s->y[(p + k - 1) % k];
}

/* The dual at the prices that the potentials are. */
static double
bound_at_prices (const Solver *s)
{
  const DlVcFlow *flow = s->flow;
  const guint k = s->k;
  double bound = 0;

  for (guint l = 0; l < k; l++)
    {
      const double price
          = (double) (s->potential[l] - s->potential[(l + 1) % k]) / (double) COST_ONE;
      const gint64 middle = s->at_zero[l] / (2 * flow->lot);
      const gint64 candidates[] = { 0, s->most[l], middle, middle + 1 };
      double least = INFINITY;

      if (flow->total[l] == 0)
        continue;
      /* Convex with its corners here. */
      for (guint i = 0; i < G_N_ELEMENTS (candidates); i++)
        {
          const gint64 y = CLAMP (candidates[i], 0, s->most[l]);
          const double cost = (double) imbalance (s, l, y) / (double) flow->total[l];
          least = MIN (least, cost - price * (double) y);
        }
      bound += least;
    }
  for (guint a = 0; a < k; a++)
    for (guint b = 0; b < k; b++)
      if (flow->lots[a * k + b] > 0 && s->potential[a] < s->potential[b])
        bound += (double) flow->lots[a * k + b]
                 * ((double) (s->potential[a] - s->potential[b]) / (double) COST_ONE);
  return bound;
}

double
dl_vc_flow_solve (const DlVcFlow *flow, gint64 *on)
{
  const guint k = flow->k;
  g_autofree gint64 *numbers = g_new0 (gint64, 7 * (gsize) k);
  g_autofree guint32 *from = g_new0 (guint32, k);
  g_autofree guint8 *flags = g_new0 (guint8, 2 * (gsize) k);
  Solver s = {
    .flow = flow,
    .k = k,
    .at_zero = numbers,
    .most = numbers + k,
    .weight = numbers + 2 * (gsize) k,
    .y = numbers + 3 * (gsize) k,
    .excess = numbers + 4 * (gsize) k,
    .potential = numbers + 5 * (gsize) k,
    .distance = numbers + 6 * (gsize) k,
    .on = on,
    .from = from,
    .step = flags,
    .done = flags + k,
  };

  for (gsize i = 0; i < (gsize) k * k; i++)
    on[i] = 0;
  start (&s);
  for (;;)
    {
      gboolean balanced = TRUE;

      for (guint p = 0; p < k; p++)
        balanced &= s.excess[p] <= 0;
      if (balanced)
        break;
      send_along (&s, find_way (&s));
    }
  return bound_at_prices (&s);
}

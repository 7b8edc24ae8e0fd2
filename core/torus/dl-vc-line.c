#include "dl-vc-line.h"

#include "dl-rng.h"

#include <math.h>
#include <string.h>

typedef struct
{
  guint k;
  gint64 lot;           /* packets */
  const gint64 *forced; /* (k) by link: packets of bound runs on VC0 less those on VC1 */
  const gint64 *total;  /* (k) by link: packets; where it is 0 there are no runs */
  const gint64 *lots;   /* (k x k) of the runs from a position to another */
} DlVcFlow;

/* Costs are whole numbers: VC_balance times this. Their rounding costs the bound next to nothing
 * and never its validity, since it is computed from the prices each time. */
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
  gint64 *excess;    /* (k) by position: amount still to be sent on from it */
  gint64 *potential; /* (k) */
  gint64 *distance;  /* (k) */
  guint32 *from;     /* (k) the position before, on the shortest path */
  guint8 *step;      /* (k) Step: how it comes from there */
  guint8 *done;      /* (k) */
} Solver;

static gint64
imbalance (const Solver *s, guint link, gint64 y)
{
  return ABS (s->at_zero[link] - 2 * s->flow->lot * y);
}

/* Lots that VC1 of @link can gain, or lose, at the same price, @cost each; 0 if there are none. */
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

/* @on (k x k) gets the lots that take VC1 in a flow of least cost; on a ring without dateline it
 * need not be the best assignment. Returns a lower bound for the sum of |P0 - P1| / (P0 + P1) over
 * the links with traffic, valid for every choice of whole lots. */
static double
vc_flow_solve (const DlVcFlow *flow, gint64 *on)
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

/* Random moves of the local search: for each variable, and at most. */
#define MOVES_A_VARIABLE 400
#define MOVES_MOST       40000
/* How much worse a move may make it at first, as a part of one link's VC_balance. */
#define FIRST_THRESHOLD 0.05
/* Below this the bound is reached; sums of balances are not exact. */
#define NOTHING 1e-9

double
dl_vc_link_bound (gint64 forced, gint64 free, gint64 total)
{
  return total > 0 ? (double) MAX (ABS (forced) - free, 0) / (double) total : 0;
}

/* The local search */

/* @packets of a variable's lot that cross @length links from link @first on. */
typedef struct
{
  guint first;
  guint length;
  double packets;
} Stretch;

/* Variable: how many of a group's items take VC1, or whether a block does. */
typedef struct
{
  DlVcGroup *group; /* NULL for a block */
  DlVcBlock *block;
  guint n;  /* lots */
  guint on; /* of them on VC1 */
  guint first_stretch;
  guint n_stretches;
} Variable;

typedef struct
{
  DlVcLine *line;
  GArray *variables; /* Variable */
  GArray *stretches; /* Stretch */
  double *lean;      /* (k) P0 - P1 by link */
  double sum;        /* of VC_balance */
  guint *best;       /* (variables->len) on */
  double best_sum;
} Search;

static Variable *
variable (const Search *s, guint i)
{
  return &g_array_index (s->variables, Variable, i);
}

static void
add_group (Search *s, guint entry, guint end)
{
  const guint k = s->line->k;
  DlVcGroup *group = &s->line->groups[entry * k + end];
  const Variable v
      = { .group = group, .n = group->items, .first_stretch = s->stretches->len, .n_stretches = 1 };
  const Stretch stretch = { entry, (end + k - entry) % k, (double) group->packets / group->items };

  g_array_append_val (s->variables, v);
  g_array_append_val (s->stretches, stretch);
}

static void
add_block (Search *s, DlVcBlock *block)
{
  const guint k = s->line->k;
  Variable v = { .block = block, .n = 1, .first_stretch = s->stretches->len };
  guint64 packets = 0;
  guint at = 0;

  for (guint end = 0; end < k; end++)
    packets += block->packets[end];
  /* From one end to the next ever fewer are left. */
  for (guint hop = 1; hop < k && packets > 0; hop++)
    {
      const guint end = (block->entry + hop) % k;
      if (block->packets[end] > 0)
        {
          const Stretch stretch = { (block->entry + at) % k, hop - at, (double) packets };
          g_array_append_val (s->stretches, stretch);
          packets -= block->packets[end];
          at = hop;
        }
    }
  v.n_stretches = s->stretches->len - v.first_stretch;
  if (v.n_stretches > 0)
    g_array_append_val (s->variables, v);
}

/* Sum of VC_balance after @lots more (or fewer) of variable @i on VC1, less that before. */
static double
try_move (const Search *s, guint i, gint lots)
{
  const Variable *v = variable (s, i);
  const guint k = s->line->k;
  double change = 0;

  for (guint j = 0; j < v->n_stretches; j++)
    {
      const Stretch *stretch = &g_array_index (s->stretches, Stretch, v->first_stretch + j);
      const double shift = 2 * lots * stretch->packets;

      for (guint hop = 0, link = stretch->first; hop < stretch->length; hop++)
        {
          change += (fabs (s->lean[link] - shift) - fabs (s->lean[link]))
                    / (double) s->line->total[link];
          link = link + 1 < k ? link + 1 : 0;
        }
    }
  return change;
}

static void
move (Search *s, guint i, gint lots, double change)
{
  Variable *v = variable (s, i);
  const guint k = s->line->k;

  for (guint j = 0; j < v->n_stretches; j++)
    {
      const Stretch *stretch = &g_array_index (s->stretches, Stretch, v->first_stretch + j);

      for (guint hop = 0; hop < stretch->length; hop++)
        s->lean[(stretch->first + hop) % k] -= 2 * lots * stretch->packets;
    }
  v->on += lots;
  s->sum += change;
}

/* From scratch, out of what the variables say. */
static void
restart (Search *s)
{
  DlVcLine *line = s->line;
  const guint k = line->k;

  for (guint link = 0; link < k; link++)
    s->lean[link] = line->forced[link];
  for (guint i = 0; i < s->variables->len; i++)
    {
      const Variable *v = variable (s, i);
      for (guint j = 0; j < v->n_stretches; j++)
        {
          const Stretch *stretch = &g_array_index (s->stretches, Stretch, v->first_stretch + j);
          for (guint hop = 0; hop < stretch->length; hop++)
            s->lean[(stretch->first + hop) % k] += ((double) v->n - 2.0 * v->on) * stretch->packets;
        }
    }
  s->sum = 0;
  for (guint link = 0; link < k; link++)
    if (line->total[link] > 0)
      s->sum += fabs (s->lean[link]) / (double) line->total[link];
}

static void
keep_best (Search *s)
{
  if (s->sum >= s->best_sum - NOTHING)
    return;
  s->best_sum = s->sum;
  for (guint i = 0; i < s->variables->len; i++)
    s->best[i] = variable (s, i)->on;
}

static void
back_to_best (Search *s)
{
  for (guint i = 0; i < s->variables->len; i++)
    variable (s, i)->on = s->best[i];
  restart (s);
}

/* Single steps for as long as one helps. */
static void
descend (Search *s)
{
  gboolean moved = TRUE;

  while (moved)
    {
      moved = FALSE;
      for (guint i = 0; i < s->variables->len; i++)
        for (gint lots = -1; lots <= 1; lots += 2)
          {
            const Variable *v = variable (s, i);
            double change;

            if (lots > 0 ? v->on == v->n : v->on == 0)
              continue;
            change = try_move (s, i, lots);
            if (change < -NOTHING)
              {
                move (s, i, lots, change);
                moved = TRUE;
              }
          }
    }
  keep_best (s);
}

/* Random steps, of which those are taken that make it worse by less than a threshold, which falls
 * to nothing. */
static void
wander (Search *s, guint64 seed)
{
  const guint n = s->variables->len;
  const guint moves = MIN (n * MOVES_A_VARIABLE, MOVES_MOST);
  DlRng rng;

  dl_rng_init (&rng, seed);
  for (guint m = 0; m < moves && s->best_sum > s->line->bound + NOTHING; m++)
    {
      const double threshold = FIRST_THRESHOLD * (moves - m) / moves;
      const guint i = dl_rng_below (&rng, n);
      const Variable *v = variable (s, i);
      const gint lots = v->on == 0 ? 1 : v->on == v->n || dl_rng_below (&rng, 2) == 0 ? -1 : 1;
      const double change = try_move (s, i, lots);

      if (change < threshold)
        {
          move (s, i, lots, change);
          keep_best (s);
        }
    }
  back_to_best (s);
  descend (s);
}

/* The flow */

static guint
lots_of (guint64 packets, gint64 lot)
{
  return (packets + lot / 2) / lot;
}

typedef struct
{
  gint64 *lots; /* (k x k) */
  gint64 *on;   /* (k x k) */
  gint64 *less; /* (k) packets by which the loads may differ, by link */
} Flow;

static void
add_less (const DlVcLine *line, Flow *flow, guint entry, guint end, gint64 packets)
{
  for (guint link = entry; packets > 0 && link != end; link = (link + 1) % line->k)
    flow->less[link] += packets;
}

/* Cut the free packets into lots. */
static void
cut_lots (const DlVcLine *line, Flow *flow, gint64 lot)
{
  const guint k = line->k;

  memset (flow->lots, 0, (gsize) k * k * sizeof *flow->lots);
  for (guint link = 0; link < k; link++)
    flow->less[link] = line->slack[link];
  for (guint entry = 0; entry < k; entry++)
    for (guint end = 0; end < k; end++)
      {
        const DlVcGroup *group = &line->groups[entry * k + end];

        if (group->items == 0)
          continue;
        /* Items that are whole lots, be they of different weight. */
        if (lot == 1 || (group->least == group->most && group->least % lot == 0))
          {
            flow->lots[entry * k + end] += group->packets / lot;
            continue;
          }
        const guint lots = lots_of (group->packets / group->items, lot);
        const gint64 nominal = lots * lot;
        const gint64 off = MAX (ABS (group->least - nominal), ABS (group->most - nominal));
        flow->lots[entry * k + end] += (gint64) lots * group->items;
        add_less (line, flow, entry, end, off * group->items);
      }
  for (guint b = 0; b < line->n_blocks; b++)
    for (guint end = 0; end < k; end++)
      {
        const DlVcBlock *block = &line->blocks[b];
        const guint lots = lots_of (block->packets[end], lot);

        flow->lots[block->entry * k + end] += lots;
        add_less (line, flow, block->entry, end, ABS (block->packets[end] - lots * lot));
      }
}

/* Start the search from what the flow found: each group with its share of the lots, each block with
 * VC1 if most of its packets have it. */
static void
adopt_flow (Search *s, const Flow *flow)
{
  const guint k = s->line->k;

  for (guint i = 0; i < s->variables->len; i++)
    {
      Variable *v = variable (s, i);
      double on = 0, all = 0;

      for (guint j = 0; j < v->n_stretches; j++)
        {
          const Stretch *stretch = &g_array_index (s->stretches, Stretch, v->first_stretch + j);
          const guint entry = v->block != NULL ? v->block->entry : stretch->first;
          const guint at = entry * k + (stretch->first + stretch->length) % k;
          on += flow->on[at];
          all += flow->lots[at];
        }
      v->on = all > 0 ? floor (v->n * on / all + 0.5) : 0;
    }
  restart (s);
}

/* With lots of @lot packets. Improves the search's best and the line's bound. */
static void
solve_flow (Search *s, Flow *flow, gint64 lot)
{
  DlVcLine *line = s->line;
  const DlVcFlow problem = { line->k, lot, line->forced, line->total, flow->lots };
  double bound;

  cut_lots (line, flow, lot);
  bound = vc_flow_solve (&problem, flow->on);
  for (guint link = 0; link < line->k; link++)
    if (line->total[link] > 0)
      bound -= (double) flow->less[link] / (double) line->total[link];
  line->bound = MAX (line->bound, bound);
  adopt_flow (s, flow);
  descend (s);
}

static gint64
common_divisor (gint64 a, gint64 b)
{
  while (b != 0)
    {
      const gint64 rest = a % b;
      a = b;
      b = rest;
    }
  return a;
}

static gint
compare_weights (gconstpointer a, gconstpointer b)
{
  const guint32 *x = a, *y = b;
  return (*x > *y) - (*x < *y);
}

/* The lots to try: one that measures every item, and what most groups' items weigh. */
static void
choose_lots (const DlVcLine *line, gint64 *exact, gint64 *usual)
{
  const gsize n = (gsize) line->k * line->k;
  g_autoptr (GArray) weights = g_array_new (FALSE, FALSE, sizeof (guint32));

  *exact = 0;
  for (gsize i = 0; i < n; i++)
    if (line->groups[i].items > 0)
      {
        const guint32 weight = line->groups[i].most;
        *exact = common_divisor (common_divisor (*exact, line->groups[i].least), weight);
        if (line->groups[i].least < weight)
          /* Between the two there may be anything. */
          *exact = 1;
        g_array_append_val (weights, weight);
      }
  for (guint b = 0; b < line->n_blocks; b++)
    for (guint end = 0; end < line->k; end++)
      *exact = common_divisor (*exact, line->blocks[b].packets[end]);
  *exact = MAX (*exact, 1);
  *usual = *exact;
  if (weights->len > 0)
    {
      g_array_sort (weights, compare_weights);
      *usual = g_array_index (weights, guint32, weights->len / 2);
    }
}

static void
search_init (Search *s, DlVcLine *line)
{
  const guint k = line->k;

  *s = (Search) { .line = line, .best_sum = INFINITY };
  s->variables = g_array_new (FALSE, FALSE, sizeof (Variable));
  s->stretches = g_array_new (FALSE, FALSE, sizeof (Stretch));
  s->lean = g_new0 (double, k);
  for (guint entry = 0; entry < k; entry++)
    for (guint end = 0; end < k; end++)
      if (line->groups[entry * k + end].items > 0)
        add_group (s, entry, end);
  for (guint b = 0; b < line->n_blocks; b++)
    add_block (s, &line->blocks[b]);
  s->best = g_new0 (guint, s->variables->len);
}

static void
search_clear (Search *s)
{
  g_array_unref (s->variables);
  g_array_unref (s->stretches);
  g_free (s->lean);
  g_free (s->best);
}

static void
write_best (Search *s)
{
  for (guint i = 0; i < s->variables->len; i++)
    {
      const Variable *v = variable (s, i);
      if (v->group != NULL)
        v->group->on = s->best[i];
      else
        v->block->on = s->best[i];
    }
  s->line->after = s->best_sum;
}

void
dl_vc_line_solve (DlVcLine *line, guint64 seed)
{
  const gsize k = line->k;
  g_autofree gint64 *numbers = g_new0 (gint64, 2 * k * k + k);
  Flow flow = { .lots = numbers, .on = numbers + k * k, .less = numbers + 2 * k * k };
  gint64 exact, usual;
  Search s;

  search_init (&s, line);
  for (guint i = 0; i < s.variables->len; i++)
    {
      Variable *v = variable (&s, i);
      v->on = v->group != NULL ? v->group->before : v->block->before;
    }
  restart (&s);
  line->before = s.sum;
  line->bound = 0;
  keep_best (&s);

  choose_lots (line, &exact, &usual);
  solve_flow (&s, &flow, exact);
  if (usual != exact)
    solve_flow (&s, &flow, usual);
  back_to_best (&s);
  if (s.variables->len > 0 && s.best_sum > line->bound + NOTHING)
    {
      descend (&s);
      wander (&s, seed);
    }
  write_best (&s);
  search_clear (&s);
}

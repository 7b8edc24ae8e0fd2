#include "dl-vc-line.h"

#include "dl-rng.h"
#include "dl-vc-flow.h"

#include <math.h>
#include <string.h>

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

/* What can be chosen: how many of a group's items take VC1, or whether a block does. */
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
  bound = dl_vc_flow_solve (&problem, flow->on);
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

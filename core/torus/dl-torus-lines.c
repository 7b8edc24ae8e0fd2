#include "dl-torus-lines.h"

static guint
run_port (const DlTorusRoutes *routes, const DlTorusLineView *view, guint entry, guint end)
{
  const guint stride = routes->network->torus.stride[view->dim];
  return dl_torus_routes_minimal_port (routes, view->base + entry * stride,
                                       view->base + end * stride, view->dim);
}

static guint
run_length (guint k, gboolean minus, guint entry, guint end)
{
  return minus ? (entry + k - end) % k : (end + k - entry) % k;
}

guint
dl_torus_line_distance (const DlTorusRoutes *routes, const DlTorusLineView *view, guint entry,
                        guint end)
{
  if (entry == end)
    return 0;
  return run_length (view->k, dl_torus_port_is_minus (run_port (routes, view, entry, end)), entry,
                     end);
}

/* The same as make_leg, from @node at position @entry of a line. */
static DlTorusLeg
make_run (const DlTorusRoutes *routes, guint node, guint port, guint entry, guint end)
{
  const DlTorus *torus = &routes->network->torus;
  const DlTorusDim dim = dl_torus_port_dim (port);
  const gboolean minus = dl_torus_port_is_minus (port);
  const guint k = torus->radix[dim];
  const gint dateline = routes->spec.dateline[dim];
  const guint length = run_length (k, minus, entry, end);
  const guint to_dateline = dateline == DL_NO_DATELINE ? k : run_length (k, minus, entry, dateline);

  return (DlTorusLeg) {
    .entry = node,
    .end = node + (end - entry) * torus->stride[dim],
    .length = length,
    .to_dateline = MIN (to_dateline, length),
    .reaches_dateline = to_dateline > 0 && to_dateline <= length,
    .port = port,
  };
}

/* A leg by @port between two positions of a line, without a VC. */
static DlTorusLeg
make_leg (const DlTorusRoutes *routes, const DlTorusLineView *view, guint port, guint entry,
          guint end)
{
  const guint stride = routes->network->torus.stride[view->dim];

  return make_run (routes, view->base + entry * stride, port, entry, end);
}

DlTorusLeg
dl_torus_line_leg (const DlTorusRoutes *routes, guint entry, guint dest, guint dim)
{
  const DlTorusCoord *coord = routes->network->torus.coord;
  DlVcRule rule;
  DlTorusLeg leg = make_run (routes, entry, dl_torus_routes_minimal_port (routes, entry, dest, dim),
                             coord[entry].at[dim], coord[dest].at[dim]);

  leg.vc = dl_vc_policy_start (routes, &leg, dest, &rule);
  leg.vc_rule = rule;
  return leg;
}

/* Position along the direction of travel, so that legs go upwards. */
static inline guint
along (guint k, gboolean minus, guint position)
{
  return minus ? k - 1 - position : position;
}

/* Hops from @entry in one direction before the first suspect link; k if there is none. */
static guint
clean_hops (const DlTorusRoutes *routes, const DlTorusLineView *view, guint entry, gboolean minus)
{
  const guint stride = routes->network->torus.stride[view->dim];
  const guint k = view->k;

  if (view->suspect == NULL)
    return k;
  for (guint hop = 0; hop < k; hop++)
    {
      const guint position = minus ? (entry + k - hop) % k : (entry + hop) % k;
      const guint node = view->base + position * stride;
      if (view->suspect[dl_torus_network_link (routes->network, node, 2 * view->dim + minus)])
        return hop;
    }
  return k;
}

/* How many of the destinations past @end, of both bottom bits, go on VC1 by the table. */
static guint
table_ones (const DlTorusRoutes *routes, const DlTorusLineView *view, guint entry, guint end)
{
  const guint stride = routes->network->torus.stride[view->dim];

  return dl_torus_table_legs_count (view->table_runs, view->base + entry * stride,
                                    (view->base / stride + end) * stride, stride);
}

static gboolean
is_by_destination (const DlTorusRoutes *routes, const DlTorusLineView *view, const DlTorusLeg *leg)
{
  const DlTorus *torus = &routes->network->torus;

  return view->table_runs != NULL && leg->vc_rule == DL_VC_RULE_TABLE
         && torus->region_of_x[torus->coord[leg->entry].at[DL_X]]
                == torus->region_of_x[torus->coord[leg->end].at[DL_X]];
}

void
dl_torus_line_add_entry (const DlTorusRoutes *routes, const DlTorusLineView *view, guint entry,
                         double count, double *load, double *scratch, guint8 *clean,
                         DlTorusLineEnds *ends)
{
  const guint k = view->k, stride = routes->network->torus.stride[view->dim];
  const guint entry_node = view->base + entry * stride;
  const guint reach[2]
      = { clean_hops (routes, view, entry, FALSE), clean_hops (routes, view, entry, TRUE) };
  const guint n = 2 * k + 1;
  double *rise[2][DL_TORUS_VCS]; /* by direction and VC: where the load rises, over two turns */

  for (guint i = 0; i < 2 * DL_TORUS_VCS; i++)
    rise[i / DL_TORUS_VCS][i % DL_TORUS_VCS] = scratch + i * n;
  memset (scratch, 0, 2 * DL_TORUS_VCS * n * sizeof (double));

  if (ends != NULL)
    {
      memset (ends->first, 0, sizeof ends->first);
      memset (ends->last, DL_LINE_NO_CHANNEL, 2 * k);
    }
  for (guint end = 0; end < k; end++)
    {
      if (clean != NULL)
        clean[end] = TRUE;
      if (end == entry)
        continue;

      const guint port = run_port (routes, view, entry, end);
      const gboolean minus = dl_torus_port_is_minus (port);
      const guint length = run_length (k, minus, entry, end);
      if (length > reach[minus])
        {
          if (clean != NULL)
            clean[end] = FALSE;
          continue;
        }

      const guint from = along (k, minus, entry);
      DlTorusLeg leg = make_run (routes, entry_node, port, entry, end);
      for (guint bit = 0; bit < 2; bit++)
        {
          const double packets = count * view->dests[2 * end + bit];
          DlVcRule rule;
          if (packets == 0)
            continue;

          leg.vc = dl_vc_policy_start (routes, &leg, view->dest_like[2 * end + bit], &rule);
          leg.vc_rule = rule;
          if (view->table_runs != NULL)
            dl_torus_table_legs_add (view->table_runs, &leg, bit, count);
          if (is_by_destination (routes, view, &leg))
            {
              const double all = count * (view->dests[2 * end] + view->dests[2 * end + 1]);
              const double ones = count * table_ones (routes, view, entry, end);

              /* Both bottom bits at once, with the first that there is. */
              if (bit == 1 && view->dests[2 * end] > 0)
                continue;
              rise[minus][0][from] += all - ones;
              rise[minus][0][from + length] -= all - ones;
              rise[minus][1][from] += ones;
              rise[minus][1][from + length] -= ones;
              continue;
            }
          rise[minus][leg.vc][from] += packets;
          rise[minus][leg.vc][from + leg.to_dateline] -= packets;
          rise[minus][1][from + leg.to_dateline] += packets;
          rise[minus][1][from + length] -= packets;
          if (ends != NULL)
            {
              const guint channel = DL_TORUS_VCS * minus;
              ends->first[bit][channel + dl_torus_leg_vc (&leg, 0)] += view->dests[2 * end + bit];
              ends->last[2 * end + bit] = channel + dl_torus_leg_vc (&leg, length - 1);
            }
        }
    }

  for (guint minus = 0; minus < 2; minus++)
    for (guint vc = 0; vc < DL_TORUS_VCS; vc++)
      {
        double packets = 0;
        for (guint i = 0; i < 2 * k; i++)
          {
            packets += rise[minus][vc][i];
            load[(minus * DL_TORUS_VCS + vc) * k + along (k, minus, i % k)] += packets;
          }
      }
}

#define N_BITS        2
#define N_DIRECTIONS  2
#define LINE_CHANNELS (N_DIRECTIONS * DL_TORUS_VCS)

/* All by place: a position along the direction of travel, over two turns (2 k), so that every leg
 * goes upwards; link h is the one that leaves place h. */
typedef struct
{
  guint64 *before;                       /* (2 k + 1) by bit: destinations at places below */
  guint32 *next;                         /* (2 k) by bit: the first place from here on with any */
  double *all[DL_TORUS_VCS];             /* (2 k + 1) changes of what passes a link in any case */
  double *leaving[N_BITS][DL_TORUS_VCS]; /* (2 k + 1) changes of the packets for each destination
                                            past a link */
  double *ended[N_BITS][DL_TORUS_VCS];   /* (2 k + 1) changes of the packets for each destination of
                                            a place that end there on the VC */
  gint32 *longest;                       /* (levels x 2 k) way so far minus place of entry, of the
                                            2^level places from here on; G_MININT32: none */
} Direction;

typedef struct
{
  const DlTorusRoutes *routes;
  const DlTorusLineView *view;
  const DlTorusLongLine *line;
  guint k, n, levels;
  Direction directions[N_DIRECTIONS];
  DlTorusLineEnds ends; /* of the entry that is looked at */
} Work;

static guint
place_of (const Work *work, gboolean minus, guint position)
{
  return minus ? work->k - 1 - position : position;
}

static guint
position_at (const Work *work, gboolean minus, guint place)
{
  return place_of (work, minus, place % work->k);
}

static void
direction_init (Direction *direction, const Work *work, gboolean minus)
{
  const guint n = work->n;

  direction->before = g_new0 (guint64, N_BITS * (n + 1));
  direction->next = g_new (guint32, N_BITS * n);
  for (guint bit = 0; bit < N_BITS; bit++)
    {
      guint64 *before = direction->before + bit * (n + 1);
      guint32 *next = direction->next + bit * n;

      for (guint place = 0; place < n; place++)
        before[place + 1]
            = before[place] + work->view->dests[2 * position_at (work, minus, place) + bit];
      for (guint place = n; place-- > 0;)
        next[place] = before[place + 1] > before[place] || place + 1 == n ? place : next[place + 1];
      for (guint vc = 0; vc < DL_TORUS_VCS; vc++)
        {
          direction->leaving[bit][vc] = g_new0 (double, n + 1);
          direction->ended[bit][vc] = g_new0 (double, n + 1);
        }
    }
  for (guint vc = 0; vc < DL_TORUS_VCS; vc++)
    direction->all[vc] = g_new0 (double, n + 1);
  direction->longest = g_new (gint32, (gsize) work->levels * n);
  for (gsize i = 0; i < (gsize) work->levels * n; i++)
    direction->longest[i] = G_MININT32;
}

static void
direction_clear (Direction *direction)
{
  g_free (direction->before);
  g_free (direction->next);
  g_free (direction->longest);
  for (guint vc = 0; vc < DL_TORUS_VCS; vc++)
    {
      g_free (direction->all[vc]);
      for (guint bit = 0; bit < N_BITS; bit++)
        {
          g_free (direction->leaving[bit][vc]);
          g_free (direction->ended[bit][vc]);
        }
    }
}

/* @value for places @from to before @to. */
static void
add_range (double *changes, guint from, guint to, double value)
{
  changes[from] += value;
  changes[to] -= value;
}

/* Runs from @entry to the places @first to @last of one bottom bit, all of one piece. */
static void
add_piece (Work *work, guint entry, gboolean minus, guint first, guint last, guint bit)
{
  Direction *direction = &work->directions[minus];
  const guint64 *before = direction->before + bit * (work->n + 1);
  const guint from = place_of (work, minus, entry);
  const guint some = direction->next[bit * work->n + first];
  const double packets = work->line->count[entry];
  const double dests = before[last + 1] - before[first];
  guint behind, begins_on, ends_on;
  DlTorusLeg leg;

  if (dests == 0)
    return;
  leg = make_leg (work->routes, work->view, 2 * work->view->dim + minus, entry,
                  position_at (work, minus, some));
  leg.vc = dl_vc_policy_start (
      work->routes, &leg, work->view->dest_like[2 * position_at (work, minus, some) + bit], NULL);
  /* The first place past the dateline node, if that is left at all. */
  behind = dl_torus_leg_leaves_dateline (&leg) ? from + leg.to_dateline : first;
  add_range (direction->all[leg.vc], from, behind, packets * dests);
  add_range (direction->all[1], behind, first, packets * dests);

  begins_on = dl_torus_leg_vc (&leg, 0);
  ends_on = dl_torus_leg_vc (&leg, leg.length - 1);
  add_range (direction->all[ends_on], first, last, packets * before[last + 1]);
  add_range (direction->leaving[bit][ends_on], first, last, packets);
  add_range (direction->ended[bit][ends_on], first, last + 1, packets);
  work->ends.first[bit][DL_TORUS_VCS * minus + begins_on] += dests;
}

/* Ends at places @first to @last, in one region and all by one direction. */
static void
add_places (Work *work, guint entry, gboolean minus, guint first, guint last)
{
  Direction *direction = &work->directions[minus];
  const guint from = place_of (work, minus, entry);
  const guint level = g_bit_storage (last - first + 1) - 1;
  gint32 *longest = direction->longest + (gsize) level * work->n;
  const gint32 way = work->line->hops[entry] - (gint32) from;
  const gint dateline = work->routes->spec.dateline[work->view->dim];
  guint cuts[3] = { last + 1, last + 1, last + 1 };

  longest[first] = MAX (longest[first], way);
  longest[last + 1 - (1u << level)] = MAX (longest[last + 1 - (1u << level)], way);
  if (dateline != DL_NO_DATELINE)
    {
      const guint at = place_of (work, minus, dateline);
      const guint place = at > from ? at : at + work->k; /* from the dateline node itself: never */

      /* Before the dateline, at it, past it. */
      cuts[0] = CLAMP (place, first, last + 1);
      cuts[1] = CLAMP (place + 1, first, last + 1);
    }
  for (guint i = 0; i < G_N_ELEMENTS (cuts); i++)
    {
      for (guint bit = 0; bit < N_BITS && cuts[i] > first; bit++)
        add_piece (work, entry, minus, first, cuts[i] - 1, bit);
      first = cuts[i];
    }
}

static gboolean
goes_minus (const Work *work, guint entry, guint end)
{
  const guint stride = work->routes->network->torus.stride[work->view->dim];

  return dl_torus_port_is_minus (
      dl_torus_routes_minimal_port (work->routes, work->view->base + entry * stride,
                                    work->view->base + end * stride, work->view->dim));
}

/* Ends at positions @low to @high, on one side of @entry and in one region: from low to high, ends
 * in the plus direction first. */
static void
add_positions (Work *work, guint entry, guint low, guint high)
{
  guint first_minus = low, above = high + 1;
  const guint k = work->k;

  while (first_minus < above)
    {
      const guint middle = first_minus + (above - first_minus) / 2;

      if (goes_minus (work, entry, middle))
        above = middle;
      else
        first_minus = middle + 1;
    }
  if (first_minus > low)
    {
      const guint turn = low < entry ? k : 0;

      add_places (work, entry, FALSE, low + turn, first_minus - 1 + turn);
    }
  if (first_minus <= high)
    {
      const guint turn = low > entry ? k : 0;

      add_places (work, entry, TRUE, place_of (work, TRUE, high) + turn,
                  place_of (work, TRUE, first_minus) + turn);
    }
}

static void
add_entry (Work *work, guint entry)
{
  const DlTorus *torus = &work->routes->network->torus;
  const gboolean regions = work->view->dim == DL_X;
  const guint n_regions = regions ? torus->n_regions : 1;

  memset (&work->ends, 0, sizeof work->ends);
  for (guint i = 0; i < n_regions; i++)
    {
      const guint low = regions ? torus->region_low[i] : 0;
      const guint high = regions ? torus->region_high[i] : work->k - 1;

      if (low < entry)
        add_positions (work, entry, low, MIN (high, entry - 1));
      if (high > entry)
        add_positions (work, entry, MAX (low, entry + 1), high);
    }
  if (work->line->first != NULL)
    work->line->first (entry, &work->ends, work->line->first_data);
}

/* From the changes to what there is. */
static void
sum_up (Work *work, gboolean minus)
{
  Direction *direction = &work->directions[minus];
  const DlTorusLongLine *line = work->line;
  const guint n = work->n;

  for (guint vc = 0; vc < DL_TORUS_VCS; vc++)
    {
      const guint channel = DL_TORUS_VCS * minus + vc;
      double all = 0, leaving[N_BITS] = { 0 }, ended[N_BITS] = { 0 };

      for (guint place = 0; place < n; place++)
        {
          const guint position = position_at (work, minus, place);
          double load;

          load = all += direction->all[vc][place];
          for (guint bit = 0; bit < N_BITS; bit++)
            {
              leaving[bit] += direction->leaving[bit][vc][place];
              ended[bit] += direction->ended[bit][vc][place];
              load -= leaving[bit] * direction->before[bit * (n + 1) + place + 1];
              if (line->arrived != NULL && work->view->dests[2 * position + bit] > 0)
                line->arrived[LINE_CHANNELS * (2 * position + bit) + channel] += ended[bit];
            }
          line->load[channel * work->k + position] += load;
        }
    }
}

static void
find_longest (Work *work, gboolean minus)
{
  gint32 *longest = work->directions[minus].longest;
  const guint n = work->n;

  for (guint level = work->levels - 1; level > 0; level--)
    for (guint place = 0; place + (1u << level) <= n; place++)
      {
        const gint32 way = longest[(gsize) level * n + place];
        gint32 *half = longest + (gsize) (level - 1) * n + place;

        half[0] = MAX (half[0], way);
        half[1u << (level - 1)] = MAX (half[1u << (level - 1)], way);
      }
  for (guint place = 0; place < n; place++)
    if (longest[place] != G_MININT32)
      {
        gint32 *hops = &work->line->new_hops[position_at (work, minus, place)];

        *hops = MAX (*hops, longest[place] + (gint32) place);
      }
}

gboolean
dl_torus_long_line_add (const DlTorusRoutes *routes, const DlTorusLineView *view,
                        const DlTorusLongLine *line)
{
  const guint k = view->k;
  Work work = {
    .routes = routes,
    .view = view,
    .line = line,
    .k = k,
    .n = 2 * k,
    .levels = g_bit_storage (k),
  };
  gboolean cancelled = FALSE;

  g_assert (view->suspect == NULL && view->table_runs == NULL);
  for (guint minus = 0; minus < N_DIRECTIONS; minus++)
    direction_init (&work.directions[minus], &work, minus);
  for (guint entry = 0; entry < k && !cancelled; entry++)
    {
      line->new_hops[entry] = line->count[entry] > 0 ? line->hops[entry] : -1;
      if (line->count[entry] > 0)
        add_entry (&work, entry);
      cancelled = g_cancellable_is_cancelled (line->cancellable);
    }
  for (guint minus = 0; minus < N_DIRECTIONS; minus++)
    {
      if (!cancelled)
        {
          sum_up (&work, minus);
          find_longest (&work, minus);
        }
      direction_clear (&work.directions[minus]);
    }
  return !cancelled;
}

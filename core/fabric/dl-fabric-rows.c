/* Rows of switches from left to right, and which of them are folded. */
#include "dl-fabric-layout.h"

#include "dl-fabric-machines.h"
#include "dl-rng.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MOST_ROWS       32
#define MOST_OPEN       60  /* boxes in a row where all cables lead to the next row, */
#define MOST_OPEN_LOOSE 32  /* and where others do, too, */
#define MOST_LOOSE      12  /* of which a row that is folded has fewer: each has cables to each */
#define MOST_OPEN_HOSTS 40  /* in all */
#define MOST_OPEN_PORTS 288 /* likewise, of machines of several ports */
#define MOST_PAIRS      288 /* of groups of a row that is folded and those below it, with cables */
#define PIECES          16  /* of a group that is most of its row */
#define MOST_LINES      64  /* below a top row whose cables are told apart */
#define MOST_SWEEPS     6

/* Rows ----------------------------------------------------------------------------------------- */

/* Hops from the nearest of @queue (*n switches, which are at 0) over cables, broken or not. */
static void
spread (const DlFabric *fabric, guint16 *hops, guint32 *queue, guint n)
{
  const guint H = fabric->n_hosts;

  for (guint head = 0; head < n; head++)
    {
      const guint at = queue[head];

      for (guint slot = fabric->port_first[H + at]; slot < fabric->port_first[H + at + 1]; slot++)
        {
          const guint32 next = dl_fabric_far_switch (fabric, slot);

          if (next == DL_FABRIC_NONE || hops[next] != G_MAXUINT16)
            continue;
          hops[next] = MIN (hops[at] + 1, G_MAXUINT16 - 1);
          queue[n++] = next;
        }
    }
}

/* Do at least half of the channels between switches (@all: every one) join neighboring rows? */
static gboolean
join_neighbors (const DlFabric *fabric, const guint8 *row, gboolean all)
{
  const guint H = fabric->n_hosts;
  guint n = 0, joining = 0;

  for (guint c = 0; c < fabric->n_channels; c++)
    {
      const guint32 from = fabric->channel_from[c], to = fabric->channel_to[c];

      if (from < H || to < H)
        continue;
      n++;
      joining += ABS ((gint) row[from - H] - (gint) row[to - H]) == 1;
    }
  return all ? joining == n : joining > 0 && 2 * (guint64) joining >= n;
}

/* Hops to the nearest switch with hosts, if rows of these are rows: most cables lead from one to
 * the next. Else by the levels of the fabric, which begin at a root. */
static void
find_rows (DlFabricRows *rows)
{
  const DlFabric *fabric = rows->fabric;
  const guint S = fabric->n_switches;
  g_autofree guint16 *hops = g_new (guint16, S);
  g_autofree guint32 *queue = g_new (guint32, S);
  guint n = 0, most = 0;

  memset (hops, 0xff, S * sizeof *hops);
  for (guint h = 0; h < fabric->n_hosts; h++)
    if (fabric->host_switch[h] != DL_FABRIC_NONE
        && hops[fabric->host_switch[h] - fabric->n_hosts] != 0)
      {
        queue[n++] = fabric->host_switch[h] - fabric->n_hosts;
        hops[queue[n - 1]] = 0;
      }
  spread (fabric, hops, queue, n);
  for (guint s = 0; s < S; s++)
    if (hops[s] != G_MAXUINT16)
      most = MAX (most, MIN (hops[s], MOST_ROWS - 1));
  for (guint s = 0; s < S; s++)
    rows->row[s] = most - MIN (hops[s], most);
  rows->by_hosts = join_neighbors (fabric, rows->row, FALSE);
  if (!rows->by_hosts)
    {
      most = MIN (MAX (fabric->n_levels, 1), MOST_ROWS) - 1;
      for (guint s = 0; s < S; s++)
        rows->row[s] = most - MIN (fabric->level[s], most);
    }
}

/* Number the rows that have switches, and count these. */
static void
close_rows (DlFabricRows *rows)
{
  const guint S = rows->fabric->n_switches;
  guint count[MOST_ROWS] = { 0 }, renamed[MOST_ROWS];

  for (guint s = 0; s < S; s++)
    count[rows->row[s]]++;
  for (guint row = 0; row < MOST_ROWS; row++)
    {
      renamed[row] = rows->n_rows;
      rows->n_rows += count[row] > 0;
    }
  rows->row_first = g_new0 (guint32, rows->n_rows + 1);
  for (guint s = 0; s < S; s++)
    {
      rows->row[s] = renamed[rows->row[s]];
      rows->row_first[rows->row[s] + 1]++;
    }
  for (guint row = 0; row < rows->n_rows; row++)
    rows->row_first[row + 1] += rows->row_first[row];
}

/* Groups --------------------------------------------------------------------------------------- */

typedef struct
{
  guint32 row, number;
  guint64 alike; /* the same for switches of one group */
} Switch;

static int
compare_switches (gconstpointer a, gconstpointer b)
{
  const Switch *x = a, *y = b;

  if (x->row != y->row)
    return x->row < y->row ? -1 : 1;
  if (x->alike != y->alike)
    return x->alike < y->alike ? -1 : 1;
  return x->number < y->number ? -1 : 1;
}

/* A number that stands for the neighbors of @s in the row below, of the last row in the one above
 * it: a sum of 64 random bits each, so the same for different ones by a chance of 2^-64. */
static guint64
neighbors_of (const DlFabricRows *rows, guint s, guint32 *seen)
{
  const DlFabric *fabric = rows->fabric;
  const guint H = fabric->n_hosts;
  const guint wanted = rows->row[s] + 1u < rows->n_rows ? rows->row[s] + 1u : rows->row[s] - 1u;
  guint64 alike = 0;
  gboolean any = FALSE;

  for (guint slot = fabric->port_first[H + s]; slot < fabric->port_first[H + s + 1]; slot++)
    {
      const guint32 next = dl_fabric_far_switch (fabric, slot);

      if (next == DL_FABRIC_NONE || rows->row[next] != wanted || seen[next] == s + 1)
        continue;
      seen[next] = s + 1;
      alike += dl_rng_mix (0x6c6576656c73, next + H);
      any = TRUE;
    }
  return any ? alike : dl_rng_mix (0x616c6f6e65, s);
}

/* Switches of a row that need not be folded; *@folded: how many groups one that is folded has. */
static guint
most_open (const DlFabricRows *rows, guint *folded)
{
  const gboolean strict = rows->by_hosts && join_neighbors (rows->fabric, rows->row, TRUE);

  *folded = strict ? MOST_OPEN : MOST_LOOSE;
  return strict ? MOST_OPEN : MOST_OPEN_LOOSE;
}

/* Cells of a HyperX: lines in the first dimension, planes in the first two, and so on, as few
 * dimensions as leave no more than @most in a row. */
static void
mark_lattice (const DlFabricRows *rows, Switch *switches, guint most)
{
  const DlFabricStructure *structure = rows->fabric->structure;
  g_autofree guint32 *seen = g_new0 (guint32, rows->fabric->n_switches);

  for (guint row = 0; row < rows->n_rows; row++)
    {
      guint size = 1, n = 0;

      for (guint d = 0; d < structure->n && (d == 0 || n > most); d++)
        {
          size *= structure->children[d];
          n = 0;
          for (guint i = rows->row_first[row]; i < rows->row_first[row + 1]; i++)
            {
              const guint line = switches[i].number / size;
              const guint stamp = row * DL_FABRIC_MAX_DIMENSIONS + d + 1;

              n += seen[line] != stamp;
              seen[line] = stamp;
            }
        }
      for (guint i = rows->row_first[row]; i < rows->row_first[row + 1]; i++)
        switches[i].alike = switches[i].number / size;
    }
}

static gboolean
has_rail (const DlFabricRows *rows, guint s)
{
  return rows->rail != NULL && rows->rail[s] != DL_FABRIC_NO_RAIL;
}

/* A group: a run of @switches. */
typedef struct
{
  guint32 first, n, row;
  guint32 least; /* its rail; without one the number of a switch, after all rails */
  double at;     /* of its neighbors' mean, or its own place, 0..1 */
} Group;

static int
compare_groups (gconstpointer a, gconstpointer b)
{
  const Group *x = a, *y = b;

  if (x->row != y->row)
    return x->row < y->row ? -1 : 1;
  return x->least < y->least ? -1 : x->least > y->least;
}

static void
add_group (const DlFabricRows *rows, GArray *groups, const Switch *switches, guint first, guint n)
{
  const guint s = switches[first].number;
  const guint32 least = has_rail (rows, s) ? rows->rail[s] : DL_FABRIC_NO_RAIL + s;
  const Group group = { first, n, switches[first].row, least, 0 };

  g_array_append_val (groups, group);
}

/* Runs of @switches that are alike; those of most of a row in pieces. */
static GArray *
find_groups (const DlFabricRows *rows, const Switch *switches)
{
  const guint S = rows->fabric->n_switches;
  GArray *groups = g_array_new (FALSE, FALSE, sizeof (Group));

  for (guint i = 0, end; i < S; i = end)
    {
      const guint row = switches[i].row, n_row = rows->row_first[row + 1] - rows->row_first[row];

      for (end = i + 1;
           end < S && switches[end].row == row && switches[end].alike == switches[i].alike;)
        end++;
      const guint piece = 2 * (end - i) > n_row ? (n_row + PIECES - 1) / PIECES : end - i;

      for (guint at = i; at < end; at += piece)
        add_group (rows, groups, switches, at, MIN (piece, end - at));
    }
  g_array_sort (groups, compare_groups);
  return groups;
}

/* Order ---------------------------------------------------------------------------------------- */

/* Cables between switches of different rows, as pairs of groups: (n) of each two. */
static guint32 (*find_cables (const DlFabricRows *rows, const guint32 *group, guint *n))[2]
{
  const DlFabric *fabric = rows->fabric;
  const guint H = fabric->n_hosts;
  guint32 (*cables)[2] = g_malloc_n (MAX (1, fabric->n_channels), sizeof *cables);

  *n = 0;
  for (guint c = 0; c < fabric->n_channels; c++)
    {
      const guint32 from = fabric->channel_from[c], to = fabric->channel_to[c];

      if (from < H || to < H || rows->row[from - H] == rows->row[to - H]
          || (fabric->channel_back[c] != DL_FABRIC_NONE && fabric->channel_back[c] < c))
        continue;
      cables[*n][0] = group[from - H];
      cables[(*n)++][1] = group[to - H];
    }
  return cables;
}

/* Groups of a row side by side, each as wide as its switches. */
static void
place_groups (Group *groups, const guint32 *sequence, guint n)
{
  guint total = 0, at = 0;

  for (guint i = 0; i < n; i++)
    total += groups[sequence[i]].n;
  for (guint i = 0; i < n; i++)
    {
      groups[sequence[i]].at = (at + groups[sequence[i]].n / 2.0) / total;
      at += groups[sequence[i]].n;
    }
}

typedef struct
{
  double mean;
  guint32 rank, group;
} Mean;

static int
compare_means (gconstpointer a, gconstpointer b)
{
  const Mean *x = a, *y = b;

  if (x->mean != y->mean)
    return x->mean < y->mean ? -1 : 1;
  return x->rank < y->rank ? -1 : 1;
}

typedef struct
{
  Group *groups;
  guint n_groups, n_rows;
  guint32 *first;       /* (n_rows + 1) into sequence */
  guint32 *sequence;    /* (n_groups) row by row */
  guint32 (*cables)[2]; /* (n_cables) */
  guint n_cables;
  double *sum; /* (n_groups) */
  guint32 *degree;
  Mean *means;
} Sweep;

/* One row by the means of its neighbors in the rows on one side of it; rails stay in their order.
 */
static void
sweep_row (Sweep *sweep, guint row, gboolean above)
{
  const guint first = sweep->first[row], n = sweep->first[row + 1] - first;

  if (n == 0 || sweep->groups[sweep->sequence[first]].least < DL_FABRIC_NO_RAIL)
    return;
  for (guint i = 0; i < n; i++)
    {
      const guint group = sweep->sequence[first + i];

      sweep->means[i] = (Mean) { sweep->degree[group] > 0 ? sweep->sum[group] / sweep->degree[group]
                                                          : sweep->groups[group].at,
                                 i, group };
    }
  qsort (sweep->means, n, sizeof *sweep->means, compare_means);
  for (guint i = 0; i < n; i++)
    sweep->sequence[first + i] = sweep->means[i].group;
  place_groups (sweep->groups, sweep->sequence + first, n);
}

/* All rows, each after the one before it. @ends: of cables (2 x n_cables), by the row that they are
 * in, where @first_end (n_rows + 1) says. */
static void
sweep_all (Sweep *sweep, gboolean down, const guint32 *ends, const guint32 *first_end)
{
  for (guint step = 0; step < sweep->n_rows; step++)
    {
      const guint row = down ? step : sweep->n_rows - 1 - step;

      for (guint i = sweep->first[row]; i < sweep->first[row + 1]; i++)
        {
          sweep->sum[sweep->sequence[i]] = 0;
          sweep->degree[sweep->sequence[i]] = 0;
        }
      for (guint i = first_end[row]; i < first_end[row + 1]; i++)
        {
          const guint32 *cable = sweep->cables[ends[i] / 2];
          const guint own = cable[ends[i] % 2], other = cable[1 - ends[i] % 2];

          if ((sweep->groups[other].row < row) != down)
            continue;
          sweep->sum[own] += sweep->groups[other].at;
          sweep->degree[own]++;
        }
      sweep_row (sweep, row, down);
    }
}

/* How far cables lead to the side, in all. */
static double
length_of (const Sweep *sweep)
{
  double length = 0;

  for (guint i = 0; i < sweep->n_cables; i++)
    length += fabs (sweep->groups[sweep->cables[i][0]].at - sweep->groups[sweep->cables[i][1]].at);
  return length;
}

static guint32 *
sort_ends (const Sweep *sweep, guint32 *first_end)
{
  guint32 *ends = g_new (guint32, MAX (1, 2 * sweep->n_cables));
  g_autofree guint32 *next = g_new (guint32, sweep->n_rows + 1);

  for (guint i = 0; i < 2 * sweep->n_cables; i++)
    first_end[sweep->groups[sweep->cables[i / 2][i % 2]].row + 1]++;
  for (guint row = 0; row < sweep->n_rows; row++)
    first_end[row + 1] += first_end[row];
  memcpy (next, first_end, (sweep->n_rows + 1) * sizeof *next);
  for (guint i = 0; i < 2 * sweep->n_cables; i++)
    ends[next[sweep->groups[sweep->cables[i / 2][i % 2]].row]++] = i;
  return ends;
}

static void
place_all (Sweep *sweep)
{
  for (guint row = 0; row < sweep->n_rows; row++)
    place_groups (sweep->groups, sweep->sequence + sweep->first[row],
                  sweep->first[row + 1] - sweep->first[row]);
}

/* @sequence (n_groups): the groups, which are by row and then by number, in the better order. */
static void
order_groups (const DlFabricRows *rows, GArray *groups, const guint32 *group, guint32 *sequence)
{
  const guint n = groups->len;
  Sweep sweep = { .groups = (Group *) groups->data, .n_groups = n, .n_rows = rows->n_rows };
  g_autofree guint32 *first = g_new0 (guint32, rows->n_rows + 1);
  g_autofree guint32 *first_end = g_new0 (guint32, rows->n_rows + 1);
  g_autofree guint32 *own = g_new (guint32, n);
  g_autofree double *sum = g_new0 (double, n);
  g_autofree guint32 *degree = g_new0 (guint32, n);
  g_autofree Mean *means = g_new (Mean, n);
  g_autofree guint32 (*cables)[2] = find_cables (rows, group, &sweep.n_cables);
  double best;

  for (guint i = 0; i < n; i++)
    {
      own[i] = sequence[i] = i;
      first[sweep.groups[i].row + 1]++;
    }
  for (guint row = 0; row < rows->n_rows; row++)
    first[row + 1] += first[row];
  sweep.first = first;
  sweep.sequence = own;
  sweep.cables = cables;
  sweep.sum = sum;
  sweep.degree = degree;
  sweep.means = means;
  place_all (&sweep);
  best = length_of (&sweep);
  g_autofree guint32 *ends = sort_ends (&sweep, first_end);
  for (guint i = 0; i < MOST_SWEEPS; i++)
    {
      sweep_all (&sweep, i % 2 == 0, ends, first_end);
      const double length = length_of (&sweep);

      if (length >= best * (1 - 1e-9))
        continue;
      best = length;
      memcpy (sequence, own, n * sizeof *own);
    }
}

/* Folds ---------------------------------------------------------------------------------------- */

/* @pairs (n_rows): of a group of the row and one below it that cables connect. */
static void
count_pairs (const DlFabricRows *rows, const Switch *switches, const GArray *groups,
             const guint32 *group_of, guint32 *pairs)
{
  const DlFabric *fabric = rows->fabric;
  const guint H = fabric->n_hosts;
  g_autofree guint32 *seen = g_new0 (guint32, groups->len);

  for (guint i = 0; i < groups->len; i++)
    {
      const Group *group = &g_array_index (groups, Group, i);

      for (guint k = group->first; k < group->first + group->n; k++)
        for (guint c = fabric->first[H + switches[k].number];
             c < fabric->first[H + switches[k].number + 1]; c++)
          {
            const guint32 to = fabric->channel_to[c];

            if (to < H || rows->row[to - H] <= group->row || seen[group_of[to - H]] == i + 1)
              continue;
            seen[group_of[to - H]] = i + 1;
            pairs[group->row]++;
          }
    }
}

/* How many of @n groups are folded together so that there are no more than @most, in runs of equal
 * length if that leaves not many fewer. */
static guint
run_length (guint n, guint most)
{
  const guint run = (n + most - 1) / most;

  for (guint longer = run; run > 1 && 2 * longer < 3 * run; longer++)
    if (n % longer == 0)
      return longer;
  return MAX (run, 1);
}

/* Groups side by side, in runs where a row has too many of them. */
static void
close_groups (DlFabricRows *rows, const Switch *switches, GArray *groups, const guint32 *sequence,
              const guint32 *group_of)
{
  const guint S = rows->fabric->n_switches;
  g_autofree guint32 *in_row = g_new0 (guint32, rows->n_rows);
  g_autofree guint32 *pairs = g_new0 (guint32, rows->n_rows);
  guint at = 0, last_row = G_MAXUINT, k = 0, run = 1, folded;
  const guint most = most_open (rows, &folded);

  for (guint i = 0; i < groups->len; i++)
    in_row[g_array_index (groups, Group, i).row]++;
  count_pairs (rows, switches, groups, group_of, pairs);
  rows->group = g_new (guint32, S);
  rows->group_first = g_new (guint32, S + 1);
  for (guint i = 0; i < groups->len; i++)
    {
      const Group *group = &g_array_index (groups, Group, sequence[i]);

      if (group->row != last_row)
        {
          const guint n = in_row[group->row];
          /* Pairs go down with the groups, or they do not, and then it is not useful. */
          const guint fewer = MAX (1, n * (guint64) MOST_PAIRS / MAX (1, pairs[group->row]));
          const gboolean dense = pairs[group->row] > MOST_PAIRS && pairs[group->row] > 2 * n;

          last_row = group->row;
          k = 0;
          run = rows->row_first[last_row + 1] - rows->row_first[last_row] <= most
                    ? 1
                    : run_length (n, dense ? MIN (fewer, folded) : folded);
        }
      if (k++ % run == 0)
        rows->group_first[rows->n_groups++] = at;
      for (guint s = group->first; s < group->first + group->n; s++)
        {
          rows->order[at] = switches[s].number;
          rows->group[switches[s].number] = rows->n_groups - 1;
          rows->place[switches[s].number] = at++;
        }
    }
  rows->group_first[rows->n_groups] = at;
}

static void
find_hosts (DlFabricRows *rows)
{
  const DlFabric *fabric = rows->fabric;
  const guint S = fabric->n_switches;
  g_autofree guint32 *next = g_new (guint32, S + 1);

  rows->host_first = g_new0 (guint32, S + 1);
  rows->hosts = g_new (guint32, MAX (1, fabric->n_hosts));
  for (guint h = 0; h < fabric->n_hosts; h++)
    if (fabric->host_switch[h] != DL_FABRIC_NONE)
      rows->host_first[rows->place[fabric->host_switch[h] - fabric->n_hosts] + 1]++;
  for (guint i = 0; i < S; i++)
    rows->host_first[i + 1] += rows->host_first[i];
  memcpy (next, rows->host_first, (S + 1) * sizeof *next);
  for (guint h = 0; h < fabric->n_hosts; h++)
    if (fabric->host_switch[h] != DL_FABRIC_NONE)
      rows->hosts[next[rows->place[fabric->host_switch[h] - fabric->n_hosts]]++] = h;
}

/* Machines ------------------------------------------------------------------------------------- */

#define NO_RAIL DL_FABRIC_NO_RAIL

/* The rail that all hosts of a switch are on. */
static void
find_rails (DlFabricRows *rows)
{
  const DlFabric *fabric = rows->fabric;
  g_autofree guint8 *mixed = g_new0 (guint8, fabric->n_switches);

  if (fabric->machines == NULL || !rows->by_hosts)
    return;
  rows->rail = g_new (guint16, fabric->n_switches);
  memset (rows->rail, 0xff, fabric->n_switches * sizeof *rows->rail);
  for (guint h = 0; h < fabric->n_hosts; h++)
    if (fabric->host_switch[h] != DL_FABRIC_NONE)
      {
        const guint s = fabric->host_switch[h] - fabric->n_hosts;
        const guint16 own = fabric->machines->rail[h];

        mixed[s] |= rows->rail[s] != NO_RAIL && rows->rail[s] != own;
        rows->rail[s] = own;
      }
  for (guint s = 0; s < fabric->n_switches; s++)
    if (mixed[s])
      rows->rail[s] = NO_RAIL;
}

typedef struct
{
  guint64 alike; /* the same for machines at the same switches */
  double at;     /* of these the mean place */
  guint32 machine;
} Machine;

static int
compare_machines (gconstpointer a, gconstpointer b)
{
  const Machine *x = a, *y = b;

  if (x->at != y->at)
    return x->at < y->at ? -1 : 1;
  if (x->alike != y->alike)
    return x->alike < y->alike ? -1 : 1;
  return x->machine < y->machine ? -1 : 1;
}

static gboolean
has_cable (const DlFabric *fabric, guint host)
{
  return fabric->host_switch[host] != DL_FABRIC_NONE;
}

/* FALSE: none of its ports has a cable. */
static gboolean
look_at (const DlFabricRows *rows, guint machine, Machine *found)
{
  const DlFabric *fabric = rows->fabric;
  const DlFabricMachines *machines = fabric->machines;
  guint n = 0;

  *found = (Machine) { 0, 0, machine };
  for (guint i = machines->first[machine]; i < machines->first[machine + 1]; i++)
    if (has_cable (fabric, machines->hosts[i]))
      {
        const guint s = fabric->host_switch[machines->hosts[i]] - fabric->n_hosts;

        found->alike += dl_rng_mix (0x7261696c73, s);
        found->at += rows->place[s];
        n++;
      }
  found->at /= MAX (1, n);
  return n > 0;
}

/* Runs of machines that are alike, several together where there would be too many. */
static void
close_blocks (DlFabricRows *rows, const Machine *found, guint n)
{
  guint blocks = 0, run, k = 0;

  for (guint i = 0; i < n; i++)
    blocks += i == 0 || found[i].alike != found[i - 1].alike;
  run = run_length (blocks, MOST_OPEN);
  rows->block_first = g_new0 (guint32, n + 1);
  for (guint i = 0; i < n; i++)
    if ((i == 0 || found[i].alike != found[i - 1].alike) && k++ % run == 0)
      rows->block_first[rows->n_blocks++] = i;
  rows->block_first[rows->n_blocks] = n;
}

/* Hosts machine by machine. */
static void
find_machines (DlFabricRows *rows)
{
  const DlFabric *fabric = rows->fabric;
  const DlFabricMachines *machines = fabric->machines;
  g_autofree Machine *found = NULL;
  guint n = 0, at = 0;

  if (rows->rail == NULL)
    return;
  found = g_new (Machine, machines->n_machines);
  for (guint m = 0; m < machines->n_machines; m++)
    n += look_at (rows, m, &found[n]);
  qsort (found, n, sizeof *found, compare_machines);
  close_blocks (rows, found, n);
  rows->n_machines = n;
  rows->machine = g_new (guint32, MAX (1, n));
  rows->machine_first = g_new0 (guint32, n + 1);
  for (guint i = 0; i < n; i++)
    {
      const guint m = rows->machine[i] = found[i].machine;

      for (guint k = machines->first[m]; k < machines->first[m + 1]; k++)
        if (has_cable (fabric, machines->hosts[k]))
          rows->hosts[at++] = machines->hosts[k];
      rows->machine_first[i + 1] = at;
    }
}

guint
dl_fabric_rows_machine (const DlFabricRows *rows, guint i)
{
  guint low = 0, high = rows->n_machines;

  while (high - low > 1)
    {
      const guint middle = low + (high - low) / 2;

      if (rows->machine_first[middle] <= i)
        low = middle;
      else
        high = middle;
    }
  return low;
}

/* Switches with the hosts of a rail are alike: a column of it. */
static guint64
likeness_of (const DlFabricRows *rows, guint s, guint32 *seen)
{
  return has_rail (rows, s) ? rows->rail[s] : neighbors_of (rows, s, seen);
}

DlFabricRows *
dl_fabric_rows_new (DlFabric *fabric)
{
  const guint S = fabric->n_switches;
  DlFabricRows *rows = g_new0 (DlFabricRows, 1);
  g_autofree Switch *switches = g_new (Switch, S);
  g_autofree guint32 *seen = g_new0 (guint32, S);
  g_autofree guint32 *group = g_new (guint32, S);
  g_autofree guint32 *sequence = NULL;
  g_autoptr (GArray) groups = NULL;

  rows->fabric = dl_fabric_ref (fabric);
  rows->row = g_new (guint8, S);
  rows->order = g_new (guint32, S);
  rows->place = g_new (guint32, S);
  find_rows (rows);
  close_rows (rows);
  find_rails (rows);
  for (guint s = 0; s < S; s++)
    switches[s] = (Switch) { rows->row[s], s, likeness_of (rows, s, seen) };
  if (fabric->structure != NULL && fabric->structure->shape == DL_FABRIC_HYPERX)
    {
      guint folded;

      most_open (rows, &folded);
      qsort (switches, S, sizeof *switches, compare_switches);
      mark_lattice (rows, switches, folded);
    }
  qsort (switches, S, sizeof *switches, compare_switches);
  groups = find_groups (rows, switches);
  for (guint i = 0; i < groups->len; i++)
    for (guint k = 0; k < g_array_index (groups, Group, i).n; k++)
      group[switches[g_array_index (groups, Group, i).first + k].number] = i;
  sequence = g_new (guint32, groups->len);
  order_groups (rows, groups, group, sequence);
  close_groups (rows, switches, groups, sequence, group);
  find_hosts (rows);
  find_machines (rows);
  rows->n_folds = rows->n_groups + S + rows->n_blocks + 1;
  return rows;
}

void
dl_fabric_rows_free (DlFabricRows *rows)
{
  if (rows == NULL)
    return;
  dl_fabric_unref (rows->fabric);
  g_free (rows->row);
  g_free (rows->order);
  g_free (rows->place);
  g_free (rows->row_first);
  g_free (rows->host_first);
  g_free (rows->hosts);
  g_free (rows->machine_first);
  g_free (rows->machine);
  g_free (rows->block_first);
  g_free (rows->rail);
  g_free (rows->group);
  g_free (rows->group_first);
  g_free (rows);
}

/* Are the lines between the top row and those below it, with these folds, so many that none is seen
 * for itself? Not if it has cables of its own, which a box would hide. */
static gboolean
is_dense (const DlFabricRows *rows, const guint8 *open)
{
  g_autoptr (DlFabricLayout) layout = dl_fabric_layout_new (rows, open);
  const guint end = layout->row_first[1];
  guint n = 0;

  for (guint i = 0; i < layout->n_bundles && layout->bundles[i].a < end; i++)
    {
      if (layout->bundles[i].b < end)
        return FALSE;
      n++;
    }
  return n > MOST_LINES;
}

/* The top row as one box, which opens to boxes of its similar groups. */
static void
fold_top (const DlFabricRows *rows, guint8 *open)
{
  const guint top = dl_fabric_rows_top (rows);
  const guint last = rows->group[rows->order[rows->row_first[1] - 1]];

  open[top] = TRUE;
  if (!rows->by_hosts || rows->n_rows < 2 || !is_dense (rows, open))
    return;
  open[top] = FALSE;
  for (guint i = 0; i <= last; i++)
    open[i] = last == 0;
}

guint8 *
dl_fabric_rows_open (const DlFabricRows *rows)
{
  guint8 *open = g_new0 (guint8, rows->n_folds);
  guint folded;
  const guint most = most_open (rows, &folded), S = rows->fabric->n_switches;
  const gboolean few_hosts = rows->host_first[S] <= MOST_OPEN_HOSTS;

  for (guint i = 0; i < rows->n_groups; i++)
    {
      const guint row = rows->row[rows->order[rows->group_first[i]]];

      open[i] = rows->row_first[row + 1] - rows->row_first[row] <= most;
    }
  for (guint s = 0; s < S; s++)
    open[rows->n_groups + s] = few_hosts;
  for (guint block = 0; block < rows->n_blocks; block++)
    open[dl_fabric_rows_block (rows, block)] = rows->host_first[S] <= MOST_OPEN_PORTS;
  fold_top (rows, open);
  return open;
}

/* Folded and open boxes, and the bundles of cables between them. */
#include "dl-fabric-layout.h"

#include "dl-fabric-private.h"

#include <stdlib.h>
#include <string.h>

/* Hops between switches, and what follows from them: levels, roots, diameter. */

#define FAR DL_FABRIC_FAR

guint
dl_fabric_distances (const DlFabric *fabric, guint to, gboolean forward, guint16 *hops,
                     guint32 *queue)
{
  const guint H = fabric->n_hosts;
  const guint32 *first = forward ? fabric->first : fabric->arrive_first;
  guint head = 0, tail = 0, most = 0;

  memset (hops, 0xff, fabric->n_switches * sizeof *hops);
  if (!fabric->switch_up[to])
    return 0;
  for (guint s = 0; s < fabric->n_switches; s++)
    most += fabric->switch_up[s] != 0;
  hops[to] = 0;
  queue[tail++] = to;
  /* In a network of few hops, most switches are found in the last one. */
  while (head < tail && tail < most)
    {
      const guint at = queue[head++];

      for (guint i = first[H + at]; i < first[H + at + 1]; i++)
        {
          const guint32 channel = forward ? i : fabric->arrive[i];
          const guint32 next
              = forward ? fabric->channel_to[channel] : fabric->channel_from[channel];

          if (next < H || hops[next - H] != FAR || fabric->link_state[channel] != DL_LINK_UP)
            continue;
          hops[next - H] = hops[at] + 1;
          queue[tail++] = next - H;
        }
    }
  return tail;
}

/* Does a host that works hear and tell this switch something? */
static gboolean
has_host (const DlFabric *fabric, guint s)
{
  const guint vertex = fabric->n_hosts + s;

  for (guint c = fabric->first[vertex]; c < fabric->first[vertex + 1]; c++)
    if (fabric->channel_to[c] < fabric->n_hosts && fabric->link_state[c] == DL_LINK_UP)
      return TRUE;
  return FALSE;
}

/* From all of @sources at once, over cables in either direction; returns the most hops. */
static guint
spread (const DlFabric *fabric, const guint32 *sources, guint n, guint16 *hops, guint32 *queue)
{
  const guint H = fabric->n_hosts;
  guint head = 0, tail = 0, most = 0;

  memset (hops, 0xff, fabric->n_switches * sizeof *hops);
  for (guint i = 0; i < n; i++)
    {
      hops[sources[i]] = 0;
      queue[tail++] = sources[i];
    }
  while (head < tail)
    {
      const guint at = queue[head++];

      most = hops[at];
      for (guint slot = fabric->port_first[H + at]; slot < fabric->port_first[H + at + 1]; slot++)
        {
          const guint32 next = dl_fabric_far_switch (fabric, slot);

          if (next == DL_FABRIC_NONE || hops[next] != FAR)
            continue;
          hops[next] = hops[at] + 1;
          queue[tail++] = next;
        }
    }
  return most;
}

/* Visits of channels by which something is looked for that each switch with hosts has a say in: a
 * moment. Of a larger fabric some of these switches, evenly spread, stand for all. */
#define MOST_VISITS 200000000

/* Go from the switches marked in @reached over cables to the next level, upwards or down, as far as
 * they lead; @hops is the level. */
static void
climb (const DlFabric *fabric, const guint16 *hops, gboolean up, guint8 *reached, guint32 *queue,
       guint n)
{
  const guint H = fabric->n_hosts;

  for (guint head = 0; head < n; head++)
    {
      const guint at = queue[head];

      for (guint slot = fabric->port_first[H + at]; slot < fabric->port_first[H + at + 1]; slot++)
        {
          const guint32 next = dl_fabric_far_switch (fabric, slot);

          if (next == DL_FABRIC_NONE || reached[next]
              || hops[next] != (guint16) (up ? hops[at] + 1 : hops[at] - 1))
            continue;
          reached[next] = TRUE;
          queue[n++] = next;
        }
    }
}

/* Do the switches with hosts, @leaves, reach each other up, then down, by cables between levels? */
static gboolean
is_tree (const DlFabric *fabric, const guint16 *hops, const guint32 *leaves, guint n)
{
  const guint S = fabric->n_switches;
  const guint step = (guint) ((guint64) n * fabric->n_channels / MOST_VISITS) + 1;
  g_autofree guint8 *reached = g_new (guint8, S);
  g_autofree guint32 *queue = g_new (guint32, S);

  for (guint i = 0; i < n; i += step)
    {
      guint n_reached = 0;

      memset (reached, FALSE, S);
      reached[leaves[i]] = TRUE;
      queue[0] = leaves[i];
      climb (fabric, hops, TRUE, reached, queue, 1);
      for (guint s = 0; s < S; s++)
        if (reached[s])
          queue[n_reached++] = s;
      climb (fabric, hops, FALSE, reached, queue, n_reached);
      for (guint k = 0; k < n; k++)
        if (!reached[leaves[k]])
          return FALSE;
    }
  return TRUE;
}

gboolean
dl_fabric_level_from (const DlFabric *fabric, const guint32 *leaves, guint n, guint16 *hops,
                      guint *n_beside)
{
  const guint H = fabric->n_hosts;
  g_autofree guint32 *queue = g_new (guint32, fabric->n_switches + 1);

  spread (fabric, leaves, n, hops, queue);
  *n_beside = 0;
  for (guint c = 0; c < fabric->n_channels; c++)
    if (fabric->channel_from[c] >= H && fabric->channel_to[c] >= H
        && hops[fabric->channel_from[c] - H] == hops[fabric->channel_to[c] - H])
      *n_beside += fabric->channel_back[c] == DL_FABRIC_NONE || fabric->channel_back[c] > c;
  return *n_beside == 0 || is_tree (fabric, hops, leaves, n);
}

/* The switch whose farthest switch with hosts is nearest, then with the least sum; DL_FABRIC_NONE
 * if none works and reaches a host. */
static guint
find_center (const DlFabric *fabric)
{
  g_autofree guint16 *hops = g_new (guint16, fabric->n_switches);
  g_autofree guint32 *queue = g_new (guint32, fabric->n_switches);
  g_autofree guint32 *farthest = g_new0 (guint32, fabric->n_switches);
  g_autofree guint32 *reached = g_new0 (guint32, fabric->n_switches);
  g_autofree guint64 *sum = g_new0 (guint64, fabric->n_switches);
  guint best = DL_FABRIC_NONE, n_leaves = 0, step, k = 0;

  for (guint leaf = 0; leaf < fabric->n_switches; leaf++)
    n_leaves += fabric->switch_up[leaf] && has_host (fabric, leaf);
  step = (guint) ((guint64) n_leaves * fabric->n_channels / MOST_VISITS) + 1;
  for (guint leaf = 0; leaf < fabric->n_switches; leaf++)
    {
      if (!fabric->switch_up[leaf] || !has_host (fabric, leaf) || k++ % step != 0)
        continue;
      const guint n = dl_fabric_distances (fabric, leaf, FALSE, hops, queue);
      for (guint i = 0; i < n; i++)
        {
          const guint s = queue[i];

          reached[s]++;
          farthest[s] = MAX (farthest[s], hops[s]);
          sum[s] += hops[s];
        }
    }
  for (guint s = 0; s < fabric->n_switches; s++)
    if (reached[s] > 0
        && (best == DL_FABRIC_NONE || reached[s] > reached[best]
            || (reached[s] == reached[best]
                && (farthest[s] < farthest[best]
                    || (farthest[s] == farthest[best] && sum[s] < sum[best])))))
      best = s;
  return best;
}

void
dl_fabric_find_levels (DlFabric *fabric)
{
  const guint S = fabric->n_switches;
  g_autofree guint16 *hops = g_new (guint16, S);
  g_autofree guint32 *queue = g_new (guint32, S), *sources = g_new (guint32, S);
  guint8 *level = g_new (guint8, S);
  guint n = 0, n_beside, most = 0;

  for (guint s = 0; s < S; s++)
    if (has_host (fabric, s))
      sources[n++] = s;
  fabric->leveled = dl_fabric_level_from (fabric, sources, n, hops, &n_beside);
  for (guint s = 0; s < S; s++)
    {
      fabric->leveled = fabric->leveled && hops[s] != FAR;
      most = hops[s] != FAR ? MAX (most, hops[s]) : most;
    }
  fabric->n_level_cables = fabric->leveled ? n_beside : 0;
  if (!fabric->leveled)
    {
      const guint center = find_center (fabric);

      if (center != DL_FABRIC_NONE)
        sources[0] = center;
      most = spread (fabric, sources, center != DL_FABRIC_NONE ? 1 : 0, hops, queue);
      for (guint s = 0; s < S; s++)
        hops[s] = hops[s] == FAR ? 0 : most - hops[s];
    }
  for (guint s = 0; s < S; s++)
    level[s] = (guint8) MIN (hops[s], G_MAXUINT8);
  fabric->level = level;
  fabric->n_levels = MIN (most, G_MAXUINT8) + 1;
}

guint
dl_fabric_find_roots (const DlFabric *fabric, guint32 *roots)
{
  guint n = 0;

  if (fabric->leveled)
    for (guint s = 0; s < fabric->n_switches; s++)
      if (fabric->level[s] + 1u == fabric->n_levels && fabric->switch_up[s])
        roots[n++] = s;
  if (n == 0)
    {
      const guint center = find_center (fabric);

      if (center != DL_FABRIC_NONE)
        roots[n++] = center;
    }
  return n;
}

guint
dl_fabric_diameter (const DlFabric *fabric, guint *pieces)
{
  const guint S = fabric->n_switches;
  g_autofree guint16 *hops = g_new (guint16, S);
  g_autofree guint32 *queue = g_new (guint32, S);
  g_autofree guint32 *piece = g_new (guint32, S);
  guint diameter = 0, n_pieces = 0;

  for (guint s = 0; s < S; s++)
    {
      const guint n = dl_fabric_distances (fabric, s, FALSE, hops, queue);

      if (n > 0)
        diameter = MAX (diameter, hops[queue[n - 1]]);
    }
  if (pieces == NULL)
    return diameter;
  /* Union by cables of which a direction works. */
  for (guint s = 0; s < S; s++)
    {
      piece[s] = s;
      n_pieces += fabric->switch_up[s];
    }
  for (guint c = 0; c < fabric->n_channels; c++)
    {
      guint a = fabric->channel_from[c] - fabric->n_hosts;
      guint b = fabric->channel_to[c] - fabric->n_hosts;

      if (a >= S || b >= S || fabric->link_state[c] != DL_LINK_UP)
        continue;
      while (piece[a] != a)
        a = piece[a] = piece[piece[a]];
      while (piece[b] != b)
        b = piece[b] = piece[piece[b]];
      if (a != b)
        {
          piece[MAX (a, b)] = MIN (a, b);
          n_pieces--;
        }
    }
  *pieces = n_pieces;
  return diameter;
}

/* Boxes ---------------------------------------------------------------------------------------- */

static void
add_box (GArray *boxes, DlFabricLayout *layout, const DlFabricRows *rows, const DlFabricBox *box)
{
  const gboolean of_hosts = box->kind == DL_FABRIC_BOX_HOST || box->kind == DL_FABRIC_BOX_HOSTS;
  guint first = box->first, end = box->first + box->n;

  if (!of_hosts)
    {
      for (guint i = first; i < end; i++)
        layout->vertex_box[rows->fabric->n_hosts + rows->order[i]] = boxes->len;
      first = rows->host_first[box->first];
      end = rows->by_hosts ? first : rows->host_first[box->first + box->n];
    }
  for (guint i = first; i < end; i++)
    layout->vertex_box[rows->hosts[i]] = boxes->len;
  g_array_append_val (boxes, *box);
}

/* Switches at places @first up to @end. */
static void
add_switches (GArray *boxes, DlFabricLayout *layout, const DlFabricRows *rows, guint first,
              guint end, guint fold)
{
  const DlFabricBox box = {
    .kind = end - first > 1 ? DL_FABRIC_BOX_GROUP : DL_FABRIC_BOX_SWITCH,
    .row = rows->row[rows->order[first]],
    .fold = fold,
    .first = first,
    .n = end - first,
    .n_hosts = rows->host_first[end] - rows->host_first[first],
  };

  add_box (boxes, layout, rows, &box);
}

/* Their hosts, from @first up to @end. */
static void
add_hosts (GArray *boxes, DlFabricLayout *layout, const DlFabricRows *rows, guint first, guint end,
           guint fold, gboolean open)
{
  const gboolean one_each = open || end - first == 1;

  for (guint i = first; i < end; i += one_each ? 1 : end - first)
    {
      const DlFabricBox box = {
        .kind = one_each ? DL_FABRIC_BOX_HOST : DL_FABRIC_BOX_HOSTS,
        .row = rows->n_rows,
        .fold = end - first > 1 ? fold : DL_FABRIC_NONE,
        .first = i,
        .n = one_each ? 1 : end - first,
        .n_hosts = one_each ? 1 : end - first,
      };
      add_box (boxes, layout, rows, &box);
    }
}

/* A row's boxes; of @hosts those of the hosts below it. */
static void
add_row (GArray *boxes, DlFabricLayout *layout, const DlFabricRows *rows, guint row,
         const guint8 *open, gboolean hosts)
{
  const guint first = rows->row_first[row], last = rows->row_first[row + 1];
  const guint top = dl_fabric_rows_top (rows);

  if (row == 0 && rows->n_rows > 1 && last - first > 1 && !open[top])
    {
      add_switches (boxes, layout, rows, first, last, top);
      return;
    }
  for (guint i = first; i < last;)
    {
      const guint group = rows->group[rows->order[i]];
      const guint end = rows->group_first[group + 1];
      const gboolean folded = end - i > 1 && !open[group];

      if (folded && hosts)
        add_hosts (boxes, layout, rows, rows->host_first[i], rows->host_first[end], group, FALSE);
      else if (folded)
        add_switches (boxes, layout, rows, i, end, group);
      for (guint k = i; k < end && !folded; k++)
        if (hosts)
          {
            const guint fold = rows->n_groups + rows->order[k];

            add_hosts (boxes, layout, rows, rows->host_first[k], rows->host_first[k + 1], fold,
                       open[fold]);
          }
        else
          add_switches (boxes, layout, rows, k, k + 1, end - i > 1 ? group : DL_FABRIC_NONE);
      i = end;
    }
}

static void
add_machines (GArray *boxes, DlFabricLayout *layout, const DlFabricRows *rows, const guint8 *open)
{
  for (guint block = 0; block < rows->n_blocks; block++)
    {
      const guint fold = dl_fabric_rows_block (rows, block);

      add_hosts (boxes, layout, rows, rows->machine_first[rows->block_first[block]],
                 rows->machine_first[rows->block_first[block + 1]], fold, open[fold]);
    }
}

static void
find_boxes (DlFabricLayout *layout, const DlFabricRows *rows, const guint8 *open)
{
  const guint n_vertices = rows->fabric->n_vertices;
  GArray *boxes = g_array_new (FALSE, FALSE, sizeof (DlFabricBox));

  layout->vertex_box = g_new (guint32, n_vertices);
  for (guint v = 0; v < n_vertices; v++)
    layout->vertex_box[v] = DL_FABRIC_NONE;
  layout->row_first = g_new0 (guint32, rows->n_rows + 2);
  for (guint row = 0; row < rows->n_rows; row++)
    {
      add_row (boxes, layout, rows, row, open, FALSE);
      layout->row_first[row + 1] = boxes->len;
    }
  if (rows->n_machines > 0)
    add_machines (boxes, layout, rows, open);
  else if (rows->by_hosts)
    add_row (boxes, layout, rows, rows->n_rows - 1, open, TRUE);
  layout->row_first[rows->n_rows + 1] = boxes->len;
  layout->n_boxes = boxes->len;
  layout->boxes = (DlFabricBox *) g_array_free (boxes, FALSE);
}

/* Bundles -------------------------------------------------------------------------------------- */

typedef struct
{
  guint32 b, channel;
  gboolean back;
} End;

static int
compare_ends (gconstpointer a, gconstpointer b)
{
  const End *x = a, *y = b;

  if (x->b != y->b)
    return x->b < y->b ? -1 : 1;
  if (x->back != y->back)
    return x->back ? 1 : -1;
  return x->channel < y->channel ? -1 : x->channel > y->channel;
}

static void
add_bundles (GArray *bundles, DlFabricLayout *layout, guint a, const End *ends, guint n, guint at)
{
  for (guint i = 0; i < n; i++)
    {
      if (i == 0 || ends[i].b != ends[i - 1].b)
        {
          const DlFabricBundle bundle = { a, ends[i].b, at + i, 0, 0 };
          g_array_append_val (bundles, bundle);
        }
      DlFabricBundle *last = &g_array_index (bundles, DlFabricBundle, bundles->len - 1);

      if (ends[i].back)
        last->n_back++;
      else
        last->n_there++;
      layout->channels[at + i] = ends[i].channel;
      layout->channel_bundle[ends[i].channel] = bundles->len - 1;
    }
}

static void
find_bundles (DlFabricLayout *layout, const DlFabric *fabric)
{
  const guint32 *box = layout->vertex_box;
  GArray *bundles = g_array_new (FALSE, FALSE, sizeof (DlFabricBundle));
  g_autofree guint32 *first = g_new0 (guint32, layout->n_boxes + 1);
  g_autofree guint32 *next = g_new (guint32, layout->n_boxes + 1);
  g_autofree End *ends = g_new (End, MAX (1, fabric->n_channels));

  layout->channels = g_new (guint32, MAX (1, fabric->n_channels));
  layout->channel_bundle = g_new (guint32, MAX (1, fabric->n_channels));
  for (guint c = 0; c < fabric->n_channels; c++)
    first[MIN (box[fabric->channel_from[c]], box[fabric->channel_to[c]]) + 1]++;
  for (guint a = 0; a < layout->n_boxes; a++)
    first[a + 1] += first[a];
  memcpy (next, first, (layout->n_boxes + 1) * sizeof *next);
  for (guint c = 0; c < fabric->n_channels; c++)
    {
      const guint32 from = box[fabric->channel_from[c]], to = box[fabric->channel_to[c]];
      const End end = { MAX (from, to), c, from > to };

      ends[next[MIN (from, to)]++] = end;
    }
  for (guint a = 0; a < layout->n_boxes; a++)
    {
      qsort (ends + first[a], first[a + 1] - first[a], sizeof *ends, compare_ends);
      add_bundles (bundles, layout, a, ends + first[a], first[a + 1] - first[a], first[a]);
    }
  layout->n_bundles = bundles->len;
  layout->bundles = (DlFabricBundle *) g_array_free (bundles, FALSE);
}

DlFabricLayout *
dl_fabric_layout_new (const DlFabricRows *rows, const guint8 *open)
{
  DlFabricLayout *layout = g_new0 (DlFabricLayout, 1);

  find_boxes (layout, rows, open);
  find_bundles (layout, rows->fabric);
  return layout;
}

void
dl_fabric_layout_free (DlFabricLayout *layout)
{
  if (layout == NULL)
    return;
  g_free (layout->boxes);
  g_free (layout->row_first);
  g_free (layout->vertex_box);
  g_free (layout->bundles);
  g_free (layout->channels);
  g_free (layout->channel_bundle);
  g_free (layout);
}

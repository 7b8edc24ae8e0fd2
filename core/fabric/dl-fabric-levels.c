/* Hops between switches, and what follows from them: levels, roots, diameter. */
#include "dl-fabric.h"
#include "dl-fabric-private.h"

#include <string.h>

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
  /* Of a network of few hops most switches are found in the last one. */
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

/* Go from what is marked in @reached over cables to the next level, upwards or down, as far as they
 * lead; @hops is the level. */
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

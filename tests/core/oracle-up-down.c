#include "oracle-up-down.h"

static int
index_of (const UpDownOracle *o, const int at[3])
{
  return (at[0] * o->radix[1] + at[1]) * o->radix[2] + at[2];
}

static void
coord_of (const UpDownOracle *o, int node, int at[3])
{
  at[2] = node % o->radix[2];
  at[1] = node / o->radix[2] % o->radix[1];
  at[0] = node / o->radix[2] / o->radix[1];
}

static int
index_of_coord (const UpDownOracle *o, DlTorusCoord coord)
{
  return index_of (o, (const int[]) { coord.at[0], coord.at[1], coord.at[2] });
}

int
up_down_oracle_far_end (const UpDownOracle *o, int node, int port)
{
  const int dim = port / 2, k = o->radix[dim];
  int at[3];

  coord_of (o, node, at);
  at[dim] += port % 2 == 0 ? 1 : -1;
  if (at[dim] < 0 || at[dim] >= k)
    {
      if (!o->wrap[dim] || k <= 2)
        return -1;
      at[dim] = (at[dim] + k) % k;
    }
  return index_of (o, at);
}

static int
back (int port)
{
  return port % 2 == 0 ? port + 1 : port - 1;
}

gboolean
up_down_oracle_is_whole (const UpDownOracle *o, int node, int port)
{
  const int far = up_down_oracle_far_end (o, node, port);

  return far >= 0 && o->link_up[6 * node + port] && o->link_up[6 * far + back (port)];
}

/* The group's lowest node, by whole cables only: everyone takes the lower of two names until nobody
 * changes. */
static void
name_groups (UpDownOracle *o)
{
  gboolean changed = TRUE;

  for (int node = 0; node < o->n; node++)
    o->group[node] = node;
  while (changed)
    {
      changed = FALSE;
      for (int node = 0; node < o->n; node++)
        for (int port = 0; port < 6; port++)
          {
            if (!up_down_oracle_is_whole (o, node, port))
              continue;
            const int other = o->group[up_down_oracle_far_end (o, node, port)];
            if (other < o->group[node])
              {
                o->group[node] = other;
                changed = TRUE;
              }
          }
    }
}

UpDownOracle *
up_down_oracle_new (const DlTorusSpec *spec)
{
  UpDownOracle *o = g_new0 (UpDownOracle, 1);

  o->n = 1;
  for (int dim = 0; dim < 3; dim++)
    {
      o->radix[dim] = spec->radix[dim];
      o->wrap[dim] = spec->wrap[dim];
      o->n *= spec->radix[dim];
    }
  o->node_up = g_new (gboolean, o->n);
  o->link_up = g_new0 (gboolean, 6 * o->n);
  o->group = g_new (int, o->n);
  o->up = g_new0 (gboolean, 6 * o->n);

  for (int node = 0; node < o->n; node++)
    o->node_up[node] = TRUE;
  for (guint i = 0; i < spec->broken_nodes->len; i++)
    o->node_up[index_of_coord (o, g_array_index (spec->broken_nodes, DlTorusCoord, i))] = FALSE;
  for (int node = 0; node < o->n; node++)
    for (int port = 0; port < 6; port++)
      {
        const int far = up_down_oracle_far_end (o, node, port);
        o->link_up[6 * node + port] = far >= 0 && o->node_up[node] && o->node_up[far];
      }
  for (guint i = 0; i < spec->broken_channels->len; i++)
    {
      const DlTorusLinkAt link = g_array_index (spec->broken_channels, DlTorusLinkAt, i);
      o->link_up[6 * index_of_coord (o, link.from) + link.port] = FALSE;
    }
  for (guint i = 0; i < spec->broken_cables->len; i++)
    {
      const DlTorusLinkAt link = g_array_index (spec->broken_cables, DlTorusLinkAt, i);
      const int node = index_of_coord (o, link.from);

      o->link_up[6 * node + link.port] = FALSE;
      o->link_up[6 * up_down_oracle_far_end (o, node, link.port) + back (link.port)] = FALSE;
    }
  name_groups (o);
  return o;
}

void
up_down_oracle_free (UpDownOracle *o)
{
  if (o == NULL)
    return;
  g_free (o->node_up);
  g_free (o->link_up);
  g_free (o->group);
  g_free (o->up);
  g_free (o);
}

/* The one node of @group that nothing leads up from. */
static int
root_of (const UpDownOracle *o, int group)
{
  int root = -1;

  for (int node = 0; node < o->n; node++)
    {
      gboolean any = FALSE;

      if (o->group[node] != group)
        continue;
      for (int port = 0; port < 6; port++)
        any |= o->up[6 * node + port];
      if (any)
        continue;
      if (root >= 0)
        g_error ("two roots, %d and %d", root, node);
      root = node;
    }
  g_assert_cmpint (root, >=, 0);
  return root;
}

/* Hops from @root, by going over all nodes until nothing gets nearer; others keep theirs. */
static void
measure (const UpDownOracle *o, int root, int *level)
{
  gboolean changed = TRUE;

  level[root] = 0;
  while (changed)
    {
      changed = FALSE;
      for (int node = 0; node < o->n; node++)
        for (int port = 0; port < 6; port++)
          {
            if (!up_down_oracle_is_whole (o, node, port))
              continue;
            const int far = level[up_down_oracle_far_end (o, node, port)];
            if (far >= 0 && (level[node] < 0 || far + 1 < level[node]))
              {
                level[node] = far + 1;
                changed = TRUE;
              }
          }
    }
}

void
up_down_oracle_check_levels (const UpDownOracle *o)
{
  g_autofree int *level = g_new (int, o->n);

  for (int node = 0; node < o->n; node++)
    level[node] = -1;
  for (int node = 0; node < o->n; node++)
    if (o->node_up[node] && o->group[node] == node)
      measure (o, root_of (o, node), level);
  for (int node = 0; node < o->n; node++)
    for (int port = 0; port < 6; port++)
      {
        if (!up_down_oracle_is_whole (o, node, port))
          {
            g_assert_false (o->up[6 * node + port]);
            continue;
          }
        const int far = up_down_oracle_far_end (o, node, port);
        const gboolean up = level[far] < level[node] || (level[far] == level[node] && far < node);
        if (up != o->up[6 * node + port])
          g_error ("from %d on level %d to %d on level %d is called %s", node, level[node], far,
                   level[far], up ? "down" : "up");
      }
}

/* Lower hops[node] to one more than @onward has behind a hop up, or down, from there, until that
 * changes nothing. */
static void
relax (const UpDownOracle *o, gboolean up, const int *onward, int *hops)
{
  gboolean changed = TRUE;

  while (changed)
    {
      changed = FALSE;
      for (int node = 0; node < o->n; node++)
        for (int port = 0; port < 6; port++)
          {
            if (!up_down_oracle_is_whole (o, node, port) || o->up[6 * node + port] != up)
              continue;
            const int far = onward[up_down_oracle_far_end (o, node, port)];
            if (far >= 0 && (hops[node] < 0 || far + 1 < hops[node]))
              {
                hops[node] = far + 1;
                changed = TRUE;
              }
          }
    }
}

int *
up_down_oracle_shortest (const UpDownOracle *o, int dest)
{
  int *hops = g_new (int, o->n);

  /* Only down first, then up any number of hops before that. */
  for (int node = 0; node < o->n; node++)
    hops[node] = node == dest ? 0 : -1;
  relax (o, FALSE, hops, hops);
  relax (o, TRUE, hops, hops);
  return hops;
}

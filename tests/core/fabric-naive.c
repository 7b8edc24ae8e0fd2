#include "fabric-naive.h"

#include <string.h>

typedef struct
{
  const DlFabricRoutes *routes;
  const DlFabric *fabric;
  Naive *naive;
  guint *hops; /* between switches */
} Walk;

static gboolean
works (const DlFabric *fabric, guint channel)
{
  return channel < fabric->n_channels && fabric->link_state[channel] == DL_LINK_UP;
}

guint *
naive_hops (const DlFabric *fabric)
{
  const guint S = fabric->n_switches, H = fabric->n_hosts;
  guint *hops = g_new (guint, S * S);

  for (guint i = 0; i < S * S; i++)
    hops[i] = i % (S + 1) == 0 ? (fabric->switch_up[i / (S + 1)] ? 0 : G_MAXUINT) : G_MAXUINT;
  for (guint c = 0; c < fabric->n_channels; c++)
    if (works (fabric, c) && fabric->channel_from[c] >= H && fabric->channel_to[c] >= H
        && fabric->channel_from[c] != fabric->channel_to[c])
      hops[(fabric->channel_from[c] - H) * S + fabric->channel_to[c] - H] = 1;
  for (guint k = 0; k < S; k++)
    for (guint i = 0; i < S; i++)
      for (guint j = 0; j < S; j++)
        if (hops[i * S + k] != G_MAXUINT && hops[k * S + j] != G_MAXUINT)
          hops[i * S + j] = MIN (hops[i * S + j], hops[i * S + k] + hops[k * S + j]);
  return hops;
}

/* The channel of @vertex's port, whatever its state. */
static guint
channel_at (const DlFabric *fabric, guint vertex, guint port)
{
  for (guint c = 0; c < fabric->n_channels; c++)
    if (fabric->channel_from[c] == vertex && fabric->channel_from_port[c] == port)
      return c;
  return DL_FABRIC_NONE;
}

static void
follow (Naive *naive, guint layer, guint before, guint c)
{
  if (before != DL_FABRIC_NONE)
    naive->follows[((gsize) layer * naive->n_channels + before) * naive->n_channels + c] = TRUE;
}

/* Walk by the table from switch @s to vertex @row; the channels between switches that are passed
 * are added to @path. TRUE if it is delivered. Dependencies count as far as it comes. */
static gboolean
by_table (Walk *w, guint s, guint row, guint layer, GArray *path)
{
  const DlFabric *fabric = w->fabric;
  const guint S = fabric->n_switches, H = fabric->n_hosts;
  guint before = DL_FABRIC_NONE;

  for (guint steps = 0; steps < 2 * S + 2; steps++)
    {
      const guint port = w->routes->port[row * S + s];
      guint c;

      if (port == 0)
        return row == H + s;
      c = port == DL_FABRIC_NO_PORT ? DL_FABRIC_NONE : channel_at (fabric, H + s, port);
      if (c == DL_FABRIC_NONE || !works (fabric, c))
        return FALSE;
      if (fabric->channel_to[c] < H)
        return fabric->channel_to[c] == row;
      follow (w->naive, layer, before, c);
      g_array_append_val (path, c);
      before = c;
      s = fabric->channel_to[c] - H;
    }
  return FALSE; /* it goes round */
}

static void
add_path (Walk *w, const GArray *path, guint layer, double weight)
{
  for (guint i = 0; i < path->len; i++)
    w->naive->load[layer * w->naive->n_channels + g_array_index (path, guint, i)] += weight;
  w->naive->hops += weight * path->len;
}

/* All ways that choices leave, with their shares; the longest. */
static guint
by_choice (Walk *w, guint s, guint last, guint before, double weight)
{
  const DlFabric *fabric = w->fabric;
  const guint S = fabric->n_switches, H = fabric->n_hosts, W = w->routes->n_words;
  const guint64 *words = w->routes->choices + (last * S + s) * W;
  guint n = 0, longest = 0;

  if (s == last)
    return 0;
  for (guint port = 1; port <= 64 * W; port++)
    n += words[(port - 1) / 64] >> (port - 1) % 64 & 1;
  g_assert_cmpuint (n, >, 0);
  for (guint port = 1; port <= 64 * W; port++)
    if ((words[(port - 1) / 64] >> (port - 1) % 64 & 1) != 0)
      {
        const guint c = channel_at (fabric, H + s, port);

        g_assert_true (works (fabric, c));
        follow (w->naive, 0, before, c);
        w->naive->load[c] += weight / n;
        w->naive->hops += weight / n;
        const guint length = 1 + by_choice (w, fabric->channel_to[c] - H, last, c, weight / n);
        longest = MAX (longest, length);
      }
  return longest;
}

static gboolean
may_begin (const Walk *w, guint s, guint last)
{
  const guint64 *words
      = w->routes->choices + (last * w->fabric->n_switches + s) * w->routes->n_words;
  gboolean any = s == last;

  for (guint i = 0; i < w->routes->n_words; i++)
    any |= words[i] != 0;
  return any;
}

static gboolean
both_ways (const Walk *w, guint a, guint b)
{
  const guint S = w->fabric->n_switches;

  return w->hops[a * S + b] != G_MAXUINT && w->hops[b * S + a] != G_MAXUINT;
}

/* Detours by each switch that both ends reach and are reached from, and the direct route. */
static gboolean
by_detours (Walk *w, guint s, guint to, guint last, double weight, double share, guint *longest,
            guint *first_layer)
{
  const guint S = w->fabric->n_switches, H = w->fabric->n_hosts;
  g_autoptr (GArray) path = g_array_new (FALSE, FALSE, sizeof (guint));
  guint n = 0;

  *first_layer = both_ways (w, s, last) ? 0 : 1;
  if (*first_layer == 1)
    {
      if (!by_table (w, s, to, 1, path))
        return FALSE;
      add_path (w, path, 1, weight);
      *longest = path->len;
      return TRUE;
    }
  for (guint m = 0; m < S; m++)
    n += both_ways (w, s, m);
  for (guint m = 0; m < S; m++)
    {
      guint length;

      if (!both_ways (w, s, m))
        continue;
      g_array_set_size (path, 0);
      g_assert_true (by_table (w, s, H + m, 0, path));
      add_path (w, path, 0, weight * share / n);
      length = path->len;
      g_array_set_size (path, 0);
      g_assert_true (by_table (w, m, to, 1, path));
      add_path (w, path, 1, weight * share / n);
      *longest = MAX (*longest, length + path->len);
    }
  g_array_set_size (path, 0);
  g_assert_true (by_table (w, s, to, 1, path));
  add_path (w, path, 1, weight * (1 - share));
  return TRUE;
}

/* Walk from host @from to host @to; @weight 0: for its dependencies. */
static void
walk_pair (Walk *w, guint from, guint to, double weight, double share, gboolean counts)
{
  const DlFabric *fabric = w->fabric;
  Naive *naive = w->naive;
  const guint H = fabric->n_hosts;
  const guint out = channel_at (fabric, from, 1);
  guint in = DL_FABRIC_NONE, layer = 0, last_layer = 0, longest = 0, s, last;
  gboolean delivered = FALSE;

  for (guint c = 0; c < fabric->n_channels; c++)
    if (fabric->channel_to[c] == to)
      in = c;
  naive->n_pairs += counts;
  if (out != DL_FABRIC_NONE && in != DL_FABRIC_NONE && works (fabric, out) && works (fabric, in))
    {
      s = fabric->channel_to[out] - H;
      last = fabric->channel_from[in] - H;
      if (w->routes->kind == DL_FABRIC_TABLES)
        {
          g_autoptr (GArray) path = g_array_new (FALSE, FALSE, sizeof (guint));

          if (w->routes->host_layer != NULL)
            layer = last_layer = w->routes->host_layer[to * H + from];
          else if (w->routes->layer != NULL)
            layer = last_layer = w->routes->layer[to * fabric->n_switches + s];
          delivered = by_table (w, s, to, layer, path);
          longest = path->len;
          if (delivered)
            add_path (w, path, layer, weight);
        }
      else if (w->routes->kind == DL_FABRIC_CHOICES)
        {
          delivered = may_begin (w, s, last);
          longest = delivered ? by_choice (w, s, last, DL_FABRIC_NONE, weight) : 0;
        }
      else
        {
          last_layer = 1;
          delivered = by_detours (w, s, to, last, weight, share, &longest, &layer);
        }
    }
  if (!counts)
    return;
  if (!delivered)
    {
      naive->n_unreachable++;
      return;
    }
  naive->weight += weight;
  naive->max_hops = MAX (naive->max_hops, longest);
  naive->load[layer * naive->n_channels + out] += weight;
  naive->load[last_layer * naive->n_channels + in] += weight;
}

Naive *
naive_new (const DlFabricRoutes *routes, const GArray *flows, double share)
{
  const DlFabric *fabric = routes->fabric;
  const guint C = fabric->n_channels;
  Naive *naive = g_new0 (Naive, 1);
  Walk w = { .routes = routes, .fabric = fabric, .naive = naive, .hops = naive_hops (fabric) };

  naive->n_layers = routes->n_layers;
  naive->n_channels = C;
  naive->load = g_new0 (double, routes->n_layers *C);
  naive->follows = g_new0 (guint8, (gsize) routes->n_layers * C * C);
  for (guint a = 0; a < fabric->n_hosts; a++)
    for (guint b = 0; b < fabric->n_hosts; b++)
      if (a != b && dl_fabric_host_works (fabric, a) && dl_fabric_host_works (fabric, b))
        walk_pair (&w, a, b, flows == NULL, share, flows == NULL);
  for (guint i = 0; flows != NULL && i < flows->len; i++)
    {
      const DlFlow *flow = &g_array_index (flows, DlFlow, i);
      walk_pair (&w, flow->source, flow->dest, flow->weight, share, TRUE);
    }
  g_free (w.hops);
  return naive;
}

void
naive_free (Naive *naive)
{
  g_free (naive->load);
  g_free (naive->follows);
  g_free (naive);
}

guint
naive_cycle (const Naive *naive, guint layer)
{
  const guint C = naive->n_channels;
  const guint8 *follows = naive->follows + (gsize) layer * C * C;
  g_autofree guint *hops = g_new (guint, C), *queue = g_new (guint, C);
  guint best = 0;

  for (guint start = 0; start < C; start++)
    {
      guint head = 0, tail = 0;

      memset (hops, 0xff, C * sizeof *hops);
      hops[start] = 0;
      queue[tail++] = start;
      while (head < tail)
        {
          const guint c = queue[head++];

          for (guint d = 0; d < C; d++)
            {
              if (!follows[(gsize) c * C + d])
                continue;
              if (d == start && (best == 0 || hops[c] + 1 < best))
                best = hops[c] + 1;
              if (hops[d] == G_MAXUINT)
                {
                  hops[d] = hops[c] + 1;
                  queue[tail++] = d;
                }
            }
        }
    }
  return best;
}

#include "dl-spread.h"

#include <math.h>

/* Packets of the pair that stand alike. */
typedef struct
{
  guint32 link; /* that brought them; DL_NO_LINK: they are at their node */
  guint32 channel;
  guint64 state;
  double share;
} Standing;

void
dl_spread_init (DlSpread *spread, const DlNext *next)
{
  *spread = (DlSpread) {
    .next = next,
    .passed = g_array_new (FALSE, FALSE, sizeof (DlPassed)),
    .here = g_array_new (FALSE, FALSE, sizeof (Standing)),
    .there = g_array_new (FALSE, FALSE, sizeof (Standing)),
    .choices = g_new (DlChoice, next->max_choices),
  };
}

void
dl_spread_clear (DlSpread *spread)
{
  g_clear_pointer (&spread->passed, g_array_unref);
  g_clear_pointer (&spread->here, g_array_unref);
  g_clear_pointer (&spread->there, g_array_unref);
  g_clear_pointer (&spread->choices, g_free);
}

static gint
compare_standing (gconstpointer a, gconstpointer b)
{
  const Standing *x = a, *y = b;

  if (x->channel != y->channel)
    return x->channel < y->channel ? -1 : 1;
  return x->state < y->state ? -1 : x->state > y->state;
}

/* Merge packets by different paths that are in the same state. */
static void
merge (GArray *standing)
{
  guint n = 0;

  g_array_sort (standing, compare_standing);
  for (guint i = 0; i < standing->len; i++)
    {
      const Standing *from = &g_array_index (standing, Standing, i);
      Standing *last = n > 0 ? &g_array_index (standing, Standing, n - 1) : NULL;

      if (last != NULL && compare_standing (last, from) == 0)
        last->share += from->share;
      else
        g_array_index (standing, Standing, n++) = *from;
    }
  g_array_set_size (standing, n);
}

/* Where those of @from go on that take @choice, of @n. @hops: between routers, so far. */
static void
take (DlSpread *spread, const Standing *from, const DlChoice *choice, guint n, guint hops)
{
  const DlNext *next = spread->next;
  const double share = from->share * (isnan (choice->share) ? 1.0 / n : choice->share);
  guint32 channel = DL_NO_CHANNEL;

  if (choice->link != DL_NO_LINK)
    {
      channel = choice->link * next->n_vcs + choice->vc;
      g_array_append_val (spread->passed, ((DlPassed) { channel, from->channel, share }));
    }
  if (dl_choice_arrives (next, choice))
    {
      spread->hops_mean += share * hops;
      spread->hops_max = hops;
    }
  else
    g_array_append_val (spread->there,
                        ((Standing) { choice->link, channel, choice->state, share }));
}

static guint
ask (const DlNext *next, const Standing *standing, guint from, guint to, DlChoice *choices)
{
  return standing->link == DL_NO_LINK
             ? dl_next_first (next, from, to, choices)
             : dl_next_on (next, standing->link, to, standing->state, choices);
}

gboolean
dl_spread_pair (DlSpread *spread, guint from, guint to)
{
  const DlNext *next = spread->next;
  gboolean lost = FALSE;
  guint hops = 0;

  g_array_set_size (spread->passed, 0);
  g_array_set_size (spread->here, 0);
  g_array_append_val (spread->here, ((Standing) { DL_NO_LINK, DL_NO_CHANNEL, from, 1 }));
  spread->hops_mean = 0;
  spread->hops_max = 0;
  while (spread->here->len > 0 && hops <= next->max_hops)
    {
      GArray *before = spread->here;

      g_array_set_size (spread->there, 0);
      for (guint i = 0; i < before->len; i++)
        {
          const Standing *standing = &g_array_index (before, Standing, i);
          const guint n = ask (next, standing, from, to, spread->choices);

          lost |= n == 0;
          for (guint k = 0; k < n; k++)
            take (spread, standing, &spread->choices[k], n, hops);
        }
      spread->here = spread->there;
      spread->there = before;
      merge (spread->here);
      /* All have come as far: those whose first hop is by a link of their node, all of them. */
      if (spread->here->len > 0)
        hops
            += dl_graph_joins_routers (next->graph, g_array_index (spread->here, Standing, 0).link);
    }
  return !lost && spread->here->len == 0;
}

/* One packet ----------------------------------------------------------------------------------- */

gboolean
dl_next_walk (const DlNext *next, guint from, guint to, guint pick, GArray *channels)
{
  g_autofree DlChoice *choices = g_new (DlChoice, next->max_choices);
  Standing at = { DL_NO_LINK, DL_NO_CHANNEL, from, 1 };

  for (guint hops = 0; hops <= next->max_hops + 1; hops++)
    {
      const guint n = ask (next, &at, from, to, choices);
      const DlChoice *choice = &choices[n > 0 ? pick % n : 0];

      if (n == 0)
        return FALSE;
      pick /= n;
      if (choice->link != DL_NO_LINK)
        g_array_append_val (channels, ((guint32) { choice->link * next->n_vcs + choice->vc }));
      if (dl_choice_arrives (next, choice))
        return TRUE;
      at = (Standing) { .link = choice->link, .state = choice->state };
    }
  return FALSE;
}

guint
dl_next_count_hops (const DlNext *next, const GArray *channels)
{
  guint n = 0;

  for (guint i = 0; i < channels->len; i++)
    n += dl_graph_joins_routers (next->graph, g_array_index (channels, guint32, i) / next->n_vcs);
  return n;
}

/* Deadlock ------------------------------------------------------------------------------------- */

typedef struct
{
  GArray *turns; /* guint64: channel << 32 | the one after it; sorted, each once */
  guint32 *first;
} Turns;

static gint
compare_turns (gconstpointer a, gconstpointer b)
{
  const guint64 x = *(const guint64 *) a, y = *(const guint64 *) b;

  return x < y ? -1 : x > y;
}

static void
keep_once (GArray *turns)
{
  guint n = 0;

  g_array_sort (turns, compare_turns);
  for (guint i = 0; i < turns->len; i++)
    if (n == 0 || g_array_index (turns, guint64, i) != g_array_index (turns, guint64, n - 1))
      g_array_index (turns, guint64, n++) = g_array_index (turns, guint64, i);
  g_array_set_size (turns, n);
}

static void
add_pair (DlSpread *spread, guint from, guint to, GArray *turns)
{
  if (!dl_spread_pair (spread, from, to))
    return; /* it sends nothing */
  for (guint i = 0; i < spread->passed->len; i++)
    {
      const DlPassed *passed = &g_array_index (spread->passed, DlPassed, i);
      const guint64 turn = (guint64) passed->before << 32 | passed->channel;

      if (passed->before != DL_NO_CHANNEL)
        g_array_append_val (turns, turn);
    }
}

static guint
next_channels (gconstpointer data, guint channel, guint32 *targets)
{
  const Turns *turns = data;
  const guint n = turns->first[channel + 1] - turns->first[channel];

  for (guint i = 0; i < n; i++)
    targets[i] = (guint32) g_array_index (turns->turns, guint64, turns->first[channel] + i);
  return n;
}

static DlVerdict *
judge_turns (const DlNext *next, GArray *list, GCancellable *cancellable)
{
  const guint n = next->graph->n_links * next->n_vcs;
  g_autofree guint32 *first = g_new (guint32, n + 1);
  const Turns turns = { list, first };
  DlCycleGraph graph = { .n = n, .data = &turns, .next = next_channels };
  guint i = 0;

  for (guint channel = 0; channel < n; channel++)
    {
      first[channel] = i;
      while (i < list->len && g_array_index (list, guint64, i) >> 32 == channel)
        i++;
      graph.max_next = MAX (graph.max_next, i - first[channel]);
    }
  first[n] = i;
  return dl_verdict_new_found (&graph, cancellable);
}

DlVerdict *
dl_next_judge (const DlNext *next, GCancellable *cancellable)
{
  const DlGraph *graph = next->graph;
  g_autoptr (GArray) turns = g_array_new (FALSE, FALSE, sizeof (guint64));
  g_auto (DlSpread) spread = { 0 };

  dl_spread_init (&spread, next);
  for (guint from = 0; from < graph->n_nodes; from++)
    {
      for (guint to = 0; to < graph->n_nodes; to++)
        if (from != to && graph->node_up[from] && graph->node_up[to])
          add_pair (&spread, from, to, turns);
      keep_once (turns);
      if (g_cancellable_is_cancelled (cancellable))
        return NULL;
    }
  return judge_turns (next, turns, cancellable);
}

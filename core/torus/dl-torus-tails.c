#include "dl-torus-tails.h"

/* An open hash table from where a tail begins to its index: there are few tails for the many times
 * they are asked for. */
struct _DlTorusTails
{
  const DlTorusRoutes *routes;
  GArray *tails;  /* DlTorusTail */
  GArray *path;   /* guint32: tails under way, each leading to the next */
  guint32 *slots; /* (n_slots) index + 1 in @tails; 0: free */
  guint n_slots;  /* a power of 2, at least twice the number of tails */
};

#define FIRST_SLOTS 1024

/* A tail that is being followed has no status yet. */
#define UNDER_WAY ((DlTorusRouteStatus) -1)

DlTorusTails *
dl_torus_tails_new (const DlTorusRoutes *routes)
{
  DlTorusTails *tails = g_new (DlTorusTails, 1);

  tails->routes = routes;
  tails->tails = g_array_new (FALSE, FALSE, sizeof (DlTorusTail));
  tails->path = g_array_new (FALSE, FALSE, sizeof (guint32));
  tails->n_slots = FIRST_SLOTS;
  tails->slots = g_new0 (guint32, tails->n_slots);
  return tails;
}

void
dl_torus_tails_free (DlTorusTails *tails)
{
  if (tails == NULL)
    return;
  g_array_unref (tails->tails);
  g_array_unref (tails->path);
  g_free (tails->slots);
  g_free (tails);
}

static inline DlTorusTail *
tail_at (const DlTorusTails *tails, guint index)
{
  return &g_array_index (tails->tails, DlTorusTail, index);
}

/* The slot of a tail, or the free one where it belongs. */
static guint32 *
find_slot (const DlTorusTails *tails, guint node, DlTorusArrival arrival, guint dest)
{
  const guint64 key
      = (guint64) node << 40 | (guint64) dest << 8 | arrival.port << 1 | arrival.crossed;
  guint slot = (key * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15)) >> 32;

  for (;; slot++)
    {
      guint32 *index = &tails->slots[slot & (tails->n_slots - 1)];
      const DlTorusTail *tail;

      if (*index == 0)
        return index;
      tail = tail_at (tails, *index - 1);
      if (tail->node == node && tail->dest == dest && tail->arrival.port == arrival.port
          && tail->arrival.crossed == arrival.crossed)
        return index;
    }
}

static void
grow (DlTorusTails *tails)
{
  tails->n_slots *= 2;
  g_free (tails->slots);
  tails->slots = g_new0 (guint32, tails->n_slots);
  for (guint i = 0; i < tails->tails->len; i++)
    {
      const DlTorusTail *tail = tail_at (tails, i);
      *find_slot (tails, tail->node, tail->arrival, tail->dest) = i + 1;
    }
}

/* The index of a tail, which is new (and under way) if @is_new says so. */
static guint
find_or_add (DlTorusTails *tails, guint node, DlTorusArrival arrival, guint dest, gboolean *is_new)
{
  guint32 *index = find_slot (tails, node, arrival, dest);

  *is_new = *index == 0;
  if (*is_new)
    {
      const DlTorusTail tail = {
        .node = node,
        .dest = dest,
        .arrival = arrival,
        .status = UNDER_WAY,
        .next = DL_NO_TAIL,
      };

      g_array_append_val (tails->tails, tail);
      *index = tails->tails->len;
      if (2 * tails->tails->len > tails->n_slots)
        grow (tails);
      return tails->tails->len - 1;
    }
  return *index - 1;
}

/* All tails under way end like this. */
static void
end_path (DlTorusTails *tails, DlTorusRouteStatus status)
{
  for (guint i = 0; i < tails->path->len; i++)
    {
      DlTorusTail *tail = tail_at (tails, g_array_index (tails->path, guint32, i));

      tail->status = status;
      tail->legal = FALSE;
    }
  g_array_set_size (tails->path, 0);
}

/* All tails under way go on to @last, which is known. */
static void
join_path (DlTorusTails *tails, guint last)
{
  const DlTorusRouteStatus status = tail_at (tails, last)->status;

  if (status != DL_TORUS_ROUTE_DELIVERED)
    {
      end_path (tails, status == UNDER_WAY ? DL_TORUS_ROUTE_LOOP : status);
      return;
    }
  for (guint i = tails->path->len; i > 0; i--)
    {
      DlTorusTail *tail = tail_at (tails, g_array_index (tails->path, guint32, i - 1));
      const DlTorusTail *next = tail_at (tails, tail->next);

      tail->status = status;
      tail->n_hops = tail->first.length + next->n_hops;
      tail->legal = next->legal
                    && (next->n_hops == 0
                        || dl_torus_routes_legal_turn (tails->routes, &tail->first, &next->first));
    }
  g_array_set_size (tails->path, 0);
}

DlTorusTail *
dl_torus_tails_get (DlTorusTails *tails, guint node, DlTorusArrival arrival, guint dest)
{
  const DlTorusRoutes *routes = tails->routes;
  const gboolean by_arrival = routes->spec.engine->by_arrival;
  guint begin = DL_NO_TAIL, before = DL_NO_TAIL;

  for (;;)
    {
      gboolean is_new;
      DlTorusWalker walker;
      DlTorusTail *tail;
      guint index;

      if (!by_arrival)
        arrival = DL_TORUS_ARRIVAL_INJECTED;
      index = find_or_add (tails, node, arrival, dest, &is_new);
      if (begin == DL_NO_TAIL)
        begin = index;
      if (before != DL_NO_TAIL)
        tail_at (tails, before)->next = index;
      if (!is_new)
        {
          join_path (tails, index);
          break;
        }

      tail = tail_at (tails, index);
      dl_torus_walker_init_at (&walker, routes, node, arrival, dest);
      if (!dl_torus_walker_next (&walker, &tail->first))
        {
          tail->first.length = 0;
          tail->status = walker.status;
          tail->legal = walker.status == DL_TORUS_ROUTE_DELIVERED;
          join_path (tails, index);
          break;
        }
      g_array_append_val (tails->path, index);
      before = index;
      node = walker.node;
      arrival = walker.arrival;
    }
  return tail_at (tails, begin);
}

void
dl_torus_leg_add_load (const DlTorusNetwork *network, const DlTorusLeg *leg, double packets,
                       double *vc_load)
{
  guint node = leg->entry;

  for (guint i = 0; i < leg->length; i++)
    {
      const guint link = dl_torus_network_link (network, node, leg->port);

      vc_load[DL_TORUS_VCS * link + dl_torus_leg_vc (leg, i)] += packets;
      node = network->link_to[link];
    }
}

/* The tails that arrive by falling length, so that each comes before those it leads to. */
static guint32 *
order_by_length (const DlTorusTails *tails, guint *n)
{
  const guint n_tails = tails->tails->len;
  guint32 *order = g_new (guint32, n_tails);
  g_autofree guint32 *begin = NULL;
  guint longest = 0;

  for (guint i = 0; i < n_tails; i++)
    longest = MAX (longest, tail_at (tails, i)->n_hops);
  begin = g_new0 (guint32, longest + 1);
  for (guint i = 0; i < n_tails; i++)
    if (tail_at (tails, i)->status == DL_TORUS_ROUTE_DELIVERED)
      begin[longest - tail_at (tails, i)->n_hops]++;
  *n = 0;
  for (guint i = 0; i <= longest; i++)
    {
      const guint here = begin[i];
      begin[i] = *n;
      *n += here;
    }
  for (guint i = 0; i < n_tails; i++)
    if (tail_at (tails, i)->status == DL_TORUS_ROUTE_DELIVERED)
      order[begin[longest - tail_at (tails, i)->n_hops]++] = i;
  return order;
}

void
dl_torus_tails_flush (DlTorusTails *tails, double *vc_load, DlTorusTurns *turns)
{
  guint n;
  g_autofree guint32 *order = order_by_length (tails, &n);

  for (guint i = 0; i < n; i++)
    {
      const DlTorusTail *tail = tail_at (tails, order[i]);
      const DlTorusLeg *leg = &tail->first;
      DlTorusTail *next;

      if (tail->packets == 0 || tail->n_hops == 0)
        continue;
      dl_torus_leg_add_load (tails->routes->network, leg, tail->packets, vc_load);
      next = tail_at (tails, tail->next);
      next->packets += tail->packets;
      if (turns == NULL)
        continue;
      if (next->n_hops > 0)
        dl_torus_turns_add (turns, leg->end, dl_torus_leg_last_channel (leg),
                            dl_torus_leg_first_channel (&next->first), tail->packets);
      else
        dl_torus_turns_add_ejected (turns, leg->end, dl_torus_leg_last_channel (leg),
                                    tail->packets);
    }

  g_array_set_size (tails->tails, 0);
  memset (tails->slots, 0, tails->n_slots * sizeof *tails->slots);
}

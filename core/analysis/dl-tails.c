#include "dl-tails.h"

/* An open hash table from (node, dest) to the tail's index: there are few tails for the many times
 * they are asked for. */
struct _DlTails
{
  const DlRoutes *routes;
  GArray *tails;  /* DlTail */
  guint32 *slots; /* (n_slots) index + 1 in @tails; 0: free */
  guint n_slots;  /* a power of 2, at least twice the number of tails */
};

#define FIRST_SLOTS 1024

DlTails *
dl_tails_new (const DlRoutes *routes)
{
  DlTails *tails = g_new (DlTails, 1);

  tails->routes = routes;
  tails->tails = g_array_new (FALSE, FALSE, sizeof (DlTail));
  tails->n_slots = FIRST_SLOTS;
  tails->slots = g_new0 (guint32, tails->n_slots);
  return tails;
}

void
dl_tails_free (DlTails *tails)
{
  if (tails == NULL)
    return;
  g_array_unref (tails->tails);
  g_free (tails->slots);
  g_free (tails);
}

/* The slot of (@node, @dest), or the free one where it belongs. */
static guint32 *
find_slot (const DlTails *tails, guint node, guint dest)
{
  const guint64 key = (guint64) node << 32 | dest;
  guint slot = (key * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15)) >> 32;

  for (;; slot++)
    {
      guint32 *index = &tails->slots[slot & (tails->n_slots - 1)];
      const DlTail *tail;

      if (*index == 0)
        return index;
      tail = &g_array_index (tails->tails, DlTail, *index - 1);
      if (tail->node == node && tail->dest == dest)
        return index;
    }
}

static void
grow (DlTails *tails)
{
  tails->n_slots *= 2;
  g_free (tails->slots);
  tails->slots = g_new0 (guint32, tails->n_slots);
  for (guint i = 0; i < tails->tails->len; i++)
    {
      const DlTail *tail = &g_array_index (tails->tails, DlTail, i);
      *find_slot (tails, tail->node, tail->dest) = i + 1;
    }
}

static DlTail
follow (const DlRoutes *routes, guint node, guint dest)
{
  DlTail tail = { .node = node, .dest = dest, .legal = TRUE };
  DlRun before, run;
  DlWalker walker;

  dl_walker_init (&walker, routes, node, dest);
  while (dl_walker_next (&walker, &run))
    {
      if (walker.n_hops == run.length)
        tail.first = run;
      else
        tail.legal &= dl_routes_legal_turn (routes, &before, &run);
      before = run;
    }
  tail.status = walker.status;
  tail.n_hops = walker.n_hops;
  return tail;
}

DlTail *
dl_tails_get (DlTails *tails, guint node, guint dest)
{
  guint32 *index = find_slot (tails, node, dest);

  if (*index == 0)
    {
      const DlTail tail = follow (tails->routes, node, dest);

      g_array_append_val (tails->tails, tail);
      *index = tails->tails->len;
      if (2 * tails->tails->len > tails->n_slots)
        {
          grow (tails);
          index = find_slot (tails, node, dest);
        }
    }
  return &g_array_index (tails->tails, DlTail, *index - 1);
}

void
dl_run_add_load (const DlNetwork *network, const DlRun *run, double packets, double *vc_load)
{
  guint node = run->entry;

  for (guint i = 0; i < run->length; i++)
    {
      const guint link = dl_network_link (network, node, run->port);

      vc_load[DL_TORUS_VCS * link + dl_run_vc (run, i)] += packets;
      node = network->link_to[link];
    }
}

void
dl_tails_add_loads (const DlTails *tails, double *vc_load)
{
  for (guint i = 0; i < tails->tails->len; i++)
    {
      const DlTail *tail = &g_array_index (tails->tails, DlTail, i);
      DlWalker walker;
      DlRun run;

      if (tail->packets == 0)
        continue;
      dl_walker_init (&walker, tails->routes, tail->node, tail->dest);
      while (dl_walker_next (&walker, &run))
        dl_run_add_load (tails->routes->network, &run, tail->packets, vc_load);
    }
}

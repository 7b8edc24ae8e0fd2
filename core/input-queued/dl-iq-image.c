/* The state of a simulation as one block of memory (dl-sim-image.h). Not in it: the plan's values,
 * values found again in each cycle, and the watched router. */
#include "dl-iq-private.h"
#include "dl-iq-watch.h"
#include "dl-sim-image.h"

/* Packets ------------------------------------------------------------------------------------ */

static void
mark_free (const DlIqList *list, guint8 *live)
{
  for (guint i = 0; i < list->n; i++)
    live[list->items[i]] = FALSE;
}

/* (n_chunks x DL_IQ_CHUNK) gboolean: the packet is in the network. */
static guint8 *
find_live (const DlIq *iq)
{
  const gsize n = (gsize) iq->n_chunks * DL_IQ_CHUNK;
  guint8 *live = g_malloc (n + 1);

  memset (live, TRUE, n);
  mark_free (&iq->spare_packets, live);
  for (guint i = 0; i < iq->n_workers; i++)
    mark_free (&iq->workers[i].free_packets, live);
  return live;
}

/* Make at least as many chunks as the image has; all their packets that are not @live are free. */
static void
set_live (DlIq *iq, guint n_chunks, const guint8 *live)
{
  for (guint i = 0; i < iq->n_workers; i++)
    iq->workers[i].free_packets.n = 0;
  while (iq->n_chunks < n_chunks)
    dl_iq_chunk_add (iq);
  iq->spare_packets.n = 0;
  for (guint32 packet = iq->n_chunks * DL_IQ_CHUNK; packet-- > 0;)
    if (packet >= n_chunks * DL_IQ_CHUNK || !live[packet])
      dl_iq_list_add (&iq->spare_packets, packet);
}

/* Chunks up to the last packet that is @live. */
static guint
count_chunks (const DlIq *iq, const guint8 *live)
{
  guint n = iq->n_chunks;

  while (n > 0 && memchr (live + (n - 1) * (gsize) DL_IQ_CHUNK, TRUE, DL_IQ_CHUNK) == NULL)
    n--;
  return n;
}

static void
walk_packets (DlIq *iq, DlSimWalk *walk)
{
  g_autofree guint8 *live = dl_sim_walk_loads (walk) ? NULL : find_live (iq);
  guint n_chunks = live != NULL ? count_chunks (iq, live) : 0;

  dl_sim_walk_value (walk, &n_chunks);
  if (live == NULL)
    live = g_malloc ((gsize) n_chunks * DL_IQ_CHUNK + 1);
  dl_sim_walk_bytes (walk, live, (gsize) n_chunks * DL_IQ_CHUNK);
  if (dl_sim_walk_loads (walk))
    set_live (iq, n_chunks, live);
  for (guint32 packet = 0; packet < n_chunks * DL_IQ_CHUNK; packet++)
    if (live[packet])
      dl_sim_walk_value (walk, dl_iq_packet (iq, packet));
}

/* Routers ------------------------------------------------------------------------------------ */

static void
walk_batches (DlIq *iq, DlSimWalk *walk)
{
  for (guint router = 0; iq->batches != NULL && router < iq->plan->options.graph->n_routers;
       router++)
    {
      DlIqBatches *batches = &iq->batches[router];
      const DlIqBatches own = *batches;

      dl_sim_walk_value (walk, batches);
      batches->routing = own.routing;
      batches->vc = own.vc;
      batches->sent = own.sent;
      dl_sim_walk_bytes (walk, batches->routing, iq->n_words * sizeof *batches->routing);
      dl_sim_walk_bytes (walk, batches->vc, iq->n_ports * sizeof *batches->vc);
      dl_sim_walk_bytes (walk, batches->sent, iq->n_ports * sizeof *batches->sent);
    }
}

static void
walk_routers (DlIq *iq, DlSimWalk *walk)
{
  const gsize n_routers = iq->plan->options.graph->n_routers;
  const gsize n_ports = n_routers * iq->n_ports, n = n_routers * iq->n_places;

  dl_sim_walk_bytes (walk, iq->routers, n_routers * iq->router_bytes);
  dl_sim_walk_bytes (walk, iq->in, n * sizeof *iq->in);
  dl_sim_walk_bytes (walk, iq->out, n * sizeof *iq->out);
  dl_sim_walk_bytes (walk, iq->counts, n_ports * sizeof *iq->counts);
  dl_sim_walk_bytes (walk, iq->queued, n * iq->plan->queued_packets * sizeof *iq->queued);
  dl_sim_walk_bytes (walk, iq->choices, n * iq->most_choices * sizeof *iq->choices);
  dl_sim_walk_sparse (walk, iq->flits, iq->flit_ring * iq->row_stride);
  dl_sim_walk_sparse (walk, iq->credits, iq->credit_ring * iq->row_stride);
  walk_batches (iq, walk);
  if (iq->port_free != NULL)
    dl_sim_walk_bytes (walk, iq->port_free, n_ports * sizeof *iq->port_free);
  if (iq->node_free != NULL)
    dl_sim_walk_bytes (walk, iq->node_free,
                       iq->plan->options.graph->n_nodes * sizeof *iq->node_free);
}

static void
walk_nodes (DlIq *iq, DlSimWalk *walk)
{
  for (guint node = 0; node < iq->plan->options.graph->n_nodes; node++)
    {
      DlIqNode *state = &iq->nodes[node];
      DlSimBirths births = state->births;

      dl_sim_walk_value (walk, state);
      dl_sim_births_walk (&births, walk);
      state->births = births;
    }
}

static void
walk_list (DlIqList *list, DlSimWalk *walk)
{
  guint n = list->n;

  dl_sim_walk_value (walk, &n);
  if (dl_sim_walk_loads (walk))
    for (list->n = 0; list->n < n;)
      dl_iq_list_add (list, 0);
  dl_sim_walk_bytes (walk, list->items, n * sizeof *list->items);
}

static void
walk_block (DlIqBlock *block, DlSimWalk *walk)
{
  const DlIq *iq = block->iq;

  dl_sim_walk_bytes (walk, block->busy, (block->n_nodes / 64 + 1) * sizeof *block->busy);
  dl_sim_walk_bytes (walk, block->wheel, DL_IQ_WHEEL * sizeof *block->wheel);
  dl_sim_walk_bytes (walk, block->node_credits,
                     (block->node_row << MIN (iq->shift, 3)) * sizeof *block->node_credits);
  dl_sim_walk_bytes (walk, block->node_rows, iq->node_ring * block->node_row);
  for (guint slot = 0; slot < iq->eject_ring; slot++)
    walk_list (&block->ejected[slot], walk);
  dl_sim_walk_value (walk, &block->flit_hops);
  dl_sim_walk_value (walk, &block->waits);
  dl_sim_choices_walk (&block->choices, walk);
}

static void
walk_swap (DlIq *iq, DlSimWalk *walk)
{
  const gsize n_routers = iq->plan->options.graph->n_routers;
  DlIqSwap *swap = &iq->swap;

  dl_sim_walk_object (walk, (gpointer *) &swap->plan);
  dl_sim_walk_value (walk, &swap->progress);
  dl_sim_walk_value (walk, &swap->progress_at);
  dl_sim_walk_perhaps (walk, (gpointer *) &swap->dead, n_routers * sizeof *swap->dead);
  dl_sim_walk_perhaps (walk, (gpointer *) &swap->sinking,
                       n_routers * iq->n_words * sizeof *swap->sinking);
}

void
dl_iq_walk (DlIq *iq, DlSimWalk *walk)
{
  dl_sim_walk_object (walk, (gpointer *) &iq->plan);
  dl_sim_walk_value (walk, &iq->now);
  dl_sim_walk_value (walk, &iq->sources_stopped);
  walk_swap (iq, walk);
  dl_sim_tallies_walk (&iq->tallies, walk, iq->plan->options.graph->n_nodes);
  walk_packets (iq, walk);
  walk_routers (iq, walk);
  walk_nodes (iq, walk);
  if (iq->ranks != NULL)
    dl_sim_ranks_walk (iq->ranks, walk);
  for (guint i = 0; i < iq->n_blocks; i++)
    walk_block (&iq->blocks[i], walk);
  if (!dl_sim_walk_loads (walk))
    return;
  dl_iq_set_birth_rate (iq);
  for (guint i = 0; i < iq->n_blocks; i++)
    iq->blocks[i].now = iq->now;
  if (iq->watch != NULL) /* earlier grants belong to another time */
    dl_iq_watch (iq, iq->watch->router);
}

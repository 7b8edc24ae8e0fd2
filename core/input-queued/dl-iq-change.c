/* Another plan while the network is at work. Traffic changes at once. New routes wait: a packet on
 * its way by the old ones could meet one by the new ones in a circle that neither allows, so the
 * sources pause, the network drains, and the routes are swapped when it is empty. */
#include "dl-iq-private.h"

#include <string.h>

/* In cycles that are a multiple of this it is looked at whether the network is empty. */
#define LOOK_EVERY 64
/* Without any progress for so long it is asked whether packets wait for each other for ever. */
#define PATIENCE 2048

gboolean
dl_iq_fits (const DlIq *iq, const DlIqPlan *plan)
{
  const DlIqPlanOptions *a = &iq->plan->options, *b = &plan->options;

  /* Ranks cannot take up another's work, or leave theirs. */
  return a->workload == NULL && b->workload == NULL && a->routing == b->routing
         && a->most_choices == b->most_choices && a->packet_flits == b->packet_flits
         && memcmp (&a->spec, &b->spec, sizeof a->spec) == 0
         && memcmp (a->class_cycles, b->class_cycles, sizeof a->class_cycles) == 0
         && dl_graph_same_wires (a->graph, b->graph);
}

/* Changing at once --------------------------------------------------------------------------- */

/* Packets that wait at @node and have no way by the routes now are given up. */
static void
forget_births (DlIq *iq, guint node)
{
  const DlIqPlanOptions *options = &iq->plan->options;
  DlSimBirths *births = &iq->nodes[node].births;
  guint n = 0;

  for (guint i = 0; i < births->n; i++)
    {
      const DlSimBirth birth = *dl_sim_births_at (births, i);

      if (options->graph->node_up[node]
          && (options->routing->fate == NULL
              || options->routing->fate (options->routing_data, node, birth.dest)
                     == DL_IQ_DELIVERED))
        *dl_sim_births_at (births, n++) = birth;
    }
  iq->tallies.of[0].counters.dropped_source += births->n - n;
  births->n = n;
}

static void
take_plan (DlIq *iq, DlIqPlan *plan)
{
  dl_iq_plan_ref (plan);
  dl_iq_plan_unref (iq->plan);
  iq->plan = plan;
  dl_iq_set_birth_rate (iq);
  for (guint i = 0; i < iq->n_blocks; i++)
    {
      DlIqBlock *block = &iq->blocks[i];

      block->now = iq->now;
      for (guint slot = 0; slot < DL_IQ_WHEEL; slot++)
        block->wheel[slot] = DL_IQ_NONE;
      for (guint place = 0; place < block->n_nodes; place++)
        dl_iq_node_start (block, iq->node_order[block->first_node + place]);
    }
}

/* Draining ----------------------------------------------------------------------------------- */

void
dl_iq_change (DlIq *iq, DlIqPlan *plan)
{
  const DlIqPlanOptions *options = &iq->plan->options;

  g_assert (dl_iq_fits (iq, plan));
  dl_iq_plan_ref (plan);
  g_clear_pointer (&iq->swap.plan, dl_iq_plan_unref);
  if (iq->swap.dead == NULL
      && options->routing->same (options->routing_data, plan->options.routing_data))
    {
      take_plan (iq, plan);
      dl_iq_plan_unref (plan);
      return;
    }
  iq->swap.plan = plan;
  iq->swap.progress = 0;
  iq->swap.progress_at = iq->now;
  dl_iq_mark_dead (iq, plan);
}

/* Packets wait for each other for ever: all that is in the network is gone, and buffers are empty.
 */
static void
clear_network (DlIq *iq)
{
  for (guint i = 0; i < iq->n_blocks; i++)
    for (guint slot = 0; slot < iq->eject_ring; slot++)
      {
        DlIqList *list = &iq->blocks[i].ejected[slot];

        while (list->n > 0)
          dl_iq_list_add (&iq->spare_packets, list->items[--list->n]);
      }
  dl_iq_clear_routers (iq);
}

static void
swap (DlIq *iq, guint64 in_network)
{
  g_autoptr (DlIqPlan) plan = g_steal_pointer (&iq->swap.plan);

  dl_iq_forget_dead (iq);
  if (in_network > 0)
    {
      iq->tallies.of[0].counters.dropped_deadlock += in_network;
      clear_network (iq);
    }
  take_plan (iq, plan);
  for (guint node = 0; node < plan->options.graph->n_nodes; node++)
    forget_births (iq, node);
}

/* Whether packets wait for each other in a circle, looked at when nothing has moved for long. */
static gboolean
is_locked (DlIq *iq, guint64 progress)
{
  g_autoptr (GArray) waits = NULL;

  if (progress != iq->swap.progress)
    {
      iq->swap.progress = progress;
      iq->swap.progress_at = iq->now;
    }
  if (iq->now - iq->swap.progress_at < PATIENCE)
    return FALSE;
  iq->swap.progress_at = iq->now;
  waits = dl_iq_find_deadlock (iq);
  return waits != NULL;
}

/* Swap the routes if the network is empty, or will never be. */
static void
try_swap (DlIq *iq)
{
  DlSimCounters counters;
  guint64 out, in_network;

  dl_iq_get_counters (iq, &counters);
  out = counters.delivered + counters.dropped_link + counters.dropped_deadlock;
  in_network = counters.injected - out;
  if (in_network == 0 || is_locked (iq, out + counters.flit_hops))
    swap (iq, in_network);
}

guint64
dl_iq_drain (DlIq *iq, guint64 cycles)
{
  guint64 done = 0;

  while (done < cycles && dl_iq_is_draining (iq))
    {
      const guint64 stretch = MIN (cycles - done, LOOK_EVERY - iq->now % LOOK_EVERY);

      dl_iq_run_cycles (iq, stretch);
      done += stretch;
      if (iq->now % LOOK_EVERY == 0)
        try_swap (iq);
    }
  return done;
}

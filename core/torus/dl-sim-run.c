/* Runs: blocks shared out among threads, which meet after each window, and what blocks do to each
 * other. Blocks of the same thread do it at once; what goes to another thread's waits in a mailbox
 * until that one begins its next window. */
#include "dl-sim-private.h"

#include <math.h>

void
dl_sim_mail (DlSimBlock *from, DlSimPlace place, guint64 cycle, DlSimEvent event)
{
  DlSim *sim = from->sim;
  DlSimMail *mail
      = dl_sim_post_add (&sim->post, from->parity, from->worker, sim->blocks[place.block].worker);

  *mail = (DlSimMail) { .cycle = cycle, .block = place.block, .event = event };
  if (event.kind != DL_SIM_ARRIVE)
    return;
  mail->packet = from->packets[event.packet];
  dl_sim_packet_give_back (from, event.packet);
}

static void
receive (DlSimBlock *block, const DlSimMail *mail)
{
  DlSimEvent event = mail->event;

  if (event.kind == DL_SIM_ARRIVE)
    {
      event.packet = dl_sim_packet_take (block);
      block->packets[event.packet] = mail->packet;
    }
  dl_sim_schedule (block, mail->cycle, event);
}

static void
take_mail (gpointer data, guint worker, guint parity)
{
  DlSim *sim = data;

  for (guint from = 0; from < sim->post.n_threads; from++)
    {
      DlSimMailbox *box = dl_sim_post_box (&sim->post, parity, from, worker);
      const DlSimMail *mails = box->items;

      for (guint i = 0; i < box->n; i++)
        receive (&sim->blocks[mails[i].block], &mails[i]);
      box->n = 0;
    }
}

static void
give_block (gpointer data, guint block, guint worker)
{
  DlSim *sim = data;

  sim->blocks[block].worker = worker;
  sim->blocks[block].tally = &sim->tallies.of[worker];
}

static void
advance (gpointer data, guint i, guint64 from, guint64 to, guint parity)
{
  DlSimBlock *block = &((DlSim *) data)->blocks[i];

  block->parity = parity;
  block->plain = block->sim->links == NULL && block->sim->swap.dead == NULL
                 && block->sim->watch.node == DL_NO_NODE;
  block->eager = isinf (block->sim->birth_rate) || block->sim->ranks != NULL;
  block->threshold = block->sim->threshold;
  block->packet_flits = block->sim->plan->packet_flits;
  for (block->now = from; block->now < to; block->now++)
    dl_sim_block_run_cycle (block);
}

void
dl_sim_run (DlSim *sim, guint64 cycles)
{
  cycles -= dl_sim_drain (sim, cycles);
  if (cycles > 0)
    dl_sim_run_cycles (sim, cycles);
}

void
dl_sim_run_cycles (DlSim *sim, guint64 cycles)
{
  const DlSimWork work = {
    .sim = sim,
    .n_blocks = sim->n_blocks,
    .window = sim->plan->router.link_cycles,
    .give = give_block,
    .take_mail = take_mail,
    .advance = advance,
  };

  dl_sim_crew_run (sim->crew, &work, sim->now, sim->now + cycles);
  sim->now += cycles;
}

void
dl_sim_set_threads (DlSim *sim, guint n_threads)
{
  g_assert (n_threads >= 1);
  n_threads = MIN (n_threads, sim->n_blocks); /* more would have nothing to do */
  dl_sim_crew_set_threads (sim->crew, n_threads);
  dl_sim_post_set_threads (&sim->post, n_threads);
  dl_sim_tallies_grow (&sim->tallies, n_threads, sim->plan->routes->network->n_nodes);
}

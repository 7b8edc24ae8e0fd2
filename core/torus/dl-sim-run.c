/* Runs: blocks shared out among threads, which meet after each window, and what blocks do to each
 * other. Blocks of the same thread do it at once; what goes to another thread's waits in a mailbox
 * until that one begins its next window. */
#include "dl-sim-private.h"

static void
receive (DlSimBlock *block, guint64 cycle, DlSimEvent event, guint node, const DlSimPacket *packet)
{
  event.node = node - block->first_node;
  if (event.kind == DL_SIM_ARRIVE)
    {
      event.packet = dl_sim_packet_take (block);
      block->packets[event.packet] = *packet;
    }
  dl_sim_schedule (block, cycle, event);
}

void
dl_sim_send (DlSimBlock *from, guint node, guint64 cycle, DlSimEvent event,
             const DlSimPacket *packet)
{
  DlSim *sim = from->sim;
  DlSimBlock *to = dl_sim_block_of (sim, node);
  DlSimMail *mail;

  if (to->worker == from->worker)
    {
      receive (to, cycle, event, node, packet);
      return;
    }
  mail = dl_sim_post_add (&sim->post, from->parity, from->worker, to->worker);
  mail->cycle = cycle;
  mail->node = node;
  mail->event = event;
  if (event.kind == DL_SIM_ARRIVE)
    mail->packet = *packet;
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
        {
          const DlSimMail *mail = &mails[i];
          receive (dl_sim_block_of (sim, mail->node), mail->cycle, mail->event, mail->node,
                   &mail->packet);
        }
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
  const DlSimCrew crew = {
    .sim = sim,
    .n_blocks = sim->n_blocks,
    .window = sim->plan->router.link_cycles,
    .name = "dl-sim",
    .give = give_block,
    .take_mail = take_mail,
    .advance = advance,
  };

  dl_sim_crew_run (&crew, sim->post.n_threads, sim->now, sim->now + cycles);
  sim->now += cycles;
}

void
dl_sim_set_threads (DlSim *sim, guint n_threads)
{
  g_assert (n_threads >= 1);
  n_threads = MIN (n_threads, sim->n_blocks); /* more would have nothing to do */
  dl_sim_post_set_threads (&sim->post, n_threads);
  dl_sim_tallies_grow (&sim->tallies, n_threads, sim->plan->routes->network->n_nodes);
}

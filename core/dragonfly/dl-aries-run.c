/* Runs: blocks shared out among threads, and what blocks do to each other. */
#include "dl-aries-private.h"

static void
receive (DlAriesBlock *block, guint64 cycle, DlSimEvent event, guint router,
         const DlAriesPacket *packet)
{
  if (event.kind == DL_ARIES_ARRIVE)
    {
      const guint32 index = dl_aries_packet_take (block);

      block->packets[index] = *packet;
      event.packet32 = index;
    }
  event.node = router - block->first_router;
  dl_aries_schedule (block, cycle, event);
}

void
dl_aries_send_away (DlAriesBlock *from, guint router, guint64 cycle, DlSimEvent event,
                    const DlAriesPacket *packet)
{
  DlAries *sim = from->sim;
  DlAriesBlock *to = dl_aries_block_of (sim, router);
  DlAriesMail *mail;

  if (to->worker == from->worker)
    {
      receive (to, cycle, event, router, packet);
      return;
    }
  mail = dl_sim_post_add (&sim->post, from->parity, from->worker, to->worker);
  mail->cycle = cycle;
  mail->router = router;
  mail->event = event;
  if (event.kind == DL_ARIES_ARRIVE)
    mail->packet = *packet;
}

static void
take_mail (gpointer data, guint worker, guint parity)
{
  DlAries *sim = data;

  for (guint from = 0; from < sim->post.n_threads; from++)
    {
      DlSimMailbox *box = dl_sim_post_box (&sim->post, parity, from, worker);
      const DlAriesMail *mails = box->items;

      for (guint i = 0; i < box->n; i++)
        {
          const DlAriesMail *mail = &mails[i];
          receive (dl_aries_block_of (sim, mail->router), mail->cycle, mail->event, mail->router,
                   &mail->packet);
        }
      box->n = 0;
    }
}

static void
give_block (gpointer data, guint block, guint worker)
{
  DlAries *sim = data;

  sim->blocks[block].worker = worker;
  sim->blocks[block].tally = &sim->tallies.of[worker];
}

static void
advance (gpointer data, guint i, guint64 from, guint64 to, guint parity)
{
  DlAries *sim = data;
  DlAriesBlock *block = &sim->blocks[i];

  block->parity = parity;
  block->published = dl_aries_published (sim, from);
  for (block->now = from; block->now < to; block->now++)
    dl_aries_block_run_cycle (block);
  if (to % sim->link_cycles == 0)
    dl_aries_publish (block, to);
}

void
dl_aries_run_cycles (DlAries *sim, guint64 cycles)
{
  const DlSimWork work = {
    .sim = sim,
    .n_blocks = sim->n_blocks,
    .window = sim->link_cycles,
    .aligned = TRUE, /* at a window's end, neighbors are told */
    .give = give_block,
    .take_mail = take_mail,
    .advance = advance,
  };

  dl_sim_crew_run (sim->crew, &work, sim->now, sim->now + cycles);
  sim->now += cycles;
  for (guint i = 0; i < sim->n_blocks; i++)
    sim->blocks[i].published = dl_aries_published (sim, sim->now);
}

void
dl_aries_get_stats (const DlAries *sim, DlSimStats *stats)
{
  dl_sim_tallies_get_stats (&sim->tallies, 0, stats);
  dl_latency_merge (&stats->network, &stats->minimal);
  dl_latency_merge (&stats->network, &stats->nonminimal);
}

void
dl_aries_set_threads (DlAries *sim, guint n_threads)
{
  g_assert (n_threads >= 1);
  n_threads = MIN (n_threads, sim->n_blocks); /* more would have nothing to do */
  dl_sim_crew_set_threads (sim->crew, n_threads);
  dl_sim_post_set_threads (&sim->post, n_threads);
  dl_sim_tallies_grow (&sim->tallies, n_threads, 0);
}

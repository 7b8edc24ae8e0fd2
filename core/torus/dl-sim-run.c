/* Runs: blocks shared out among threads, which meet after each window. */
#include "dl-sim-private.h"

static void
give_block (gpointer data, guint block, guint worker)
{
  DlSim *sim = data;

  sim->blocks[block].worker = worker;
  sim->blocks[block].tally = &sim->tallies[worker];
}

static void
take_mail (gpointer data, guint worker, guint parity)
{
  dl_sim_take_mail (data, worker, parity);
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
dl_sim_threads_init (DlSim *sim, guint n_threads)
{
  dl_sim_post_init (&sim->post, n_threads, sizeof (DlSimMail));
  if (n_threads <= sim->n_tallies)
    return;
  sim->tallies = g_renew (DlSimTally, sim->tallies, n_threads);
  for (guint i = sim->n_tallies; i < n_threads; i++)
    {
      sim->tallies[i] = (DlSimTally) { 0 };
      sim->tallies[i].stats.sources = g_new0 (guint64, sim->plan->routes->network->n_nodes);
    }
  sim->n_tallies = n_threads;
}

void
dl_sim_threads_clear (DlSim *sim)
{
  dl_sim_post_clear (&sim->post);
  for (guint i = 0; i < sim->n_tallies; i++)
    dl_sim_stats_clear (&sim->tallies[i].stats);
  g_free (sim->tallies);
}

void
dl_sim_set_threads (DlSim *sim, guint n_threads)
{
  g_assert (n_threads >= 1);
  n_threads = MIN (n_threads, sim->n_blocks); /* more would have nothing to do */
  if (n_threads == sim->post.n_threads)
    return;
  dl_sim_post_clear (&sim->post);
  dl_sim_threads_init (sim, n_threads);
}

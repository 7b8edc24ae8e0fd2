/* What blocks do to each other. Blocks of the same thread do it at once; what goes to another
 * thread's waits in a mailbox until that one begins its next window. */
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

void
dl_sim_take_mail (DlSim *sim, guint worker, guint parity)
{
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

/* The allocator of virtual channels: iSLIP (McKeown 1999; Dally & Towles 2004, 19.4). Outputs'
 * virtual channels grant the first request at or after their pointer, inputs' accept the first
 * grant at or after theirs, and both pointers move past each other's, only if that was in the first
 * iteration (allocators/islip.cpp of BookSim 2). That of the switch is in dl-iq-here.h. */
#include "dl-iq-private.h"

/* Is @a before @b, in a round of @n that begins at @from? */
static inline gboolean
is_before (guint a, guint b, guint from, guint n)
{
  const guint a_after = a >= from ? a - from : a + n - from;
  const guint b_after = b >= from ? b - from : b + n - from;

  return a_after < b_after;
}

static inline guint
next_in_round (guint at, guint n)
{
  return at + 1 < n ? at + 1 : 0;
}

/* The input's virtual channel @number requests all that is free of @choice; each output's virtual
 * channel keeps the request that it would grant. */
static inline guint
request_vcs (const DlIq *iq, DlIqWorker *worker, guint router, guint number, DlIqChoice choice,
             guint n_requested)
{
  const guint n = iq->n_ports * iq->vcs, first = choice.port * iq->vcs;
  const guint32 range = (G_MAXUINT32 >> (32 - choice.n_vcs)) << choice.first_vc;
  guint32 open = iq->ports[router * iq->n_ports + choice.port].free & range;

  for (; open != 0; open &= open - 1)
    {
      const guint to = first + __builtin_ctz (open);
      guint16 *by = &worker->granted_by[to];

      if (*by == DL_IQ_NO_VC)
        {
          *by = number;
          worker->requested[n_requested++] = to;
        }
      else if (is_before (number, *by, iq->out[router * n + to].grant, n))
        *by = number;
    }
  return n_requested;
}

static guint
gather_vc_requests (const DlIq *iq, DlIqWorker *worker, guint router)
{
  const guint n = iq->n_ports * iq->vcs;
  guint n_requested = 0;

  for (guint64 ports = iq->routers[router].waiting; ports != 0; ports &= ports - 1)
    {
      const guint port = __builtin_ctzll (ports);
      guint32 waiting = iq->ports[router * iq->n_ports + port].waiting;

      for (; waiting != 0; waiting &= waiting - 1)
        {
          const guint number = port * iq->vcs + __builtin_ctz (waiting);
          const DlIqIn *in = &iq->in[router * n + number];
          const DlIqChoice *choices = &iq->choices[(router * n + number) * iq->most_choices];

          if (in->out != DL_IQ_NO_VC) /* matched in an iteration before */
            continue;
          for (guint i = 0; i < in->n_choices; i++)
            n_requested = request_vcs (iq, worker, router, number, choices[i], n_requested);
        }
    }
  return n_requested;
}

/* Each input's virtual channel accepts one of its grants. */
static guint
accept_vcs (DlIq *iq, DlIqWorker *worker, guint router, guint n_requested, guint16 *winners)
{
  const guint n = iq->n_ports * iq->vcs;
  guint n_winners = 0;

  for (guint i = 0; i < n_requested; i++)
    {
      const guint16 from = worker->requested[i];
      const guint16 by = worker->granted_by[from];
      DlIqIn *in = &iq->in[router * n + by];

      worker->granted_by[from] = DL_IQ_NO_VC;
      if (in->out == DL_IQ_NO_VC)
        {
          in->out = from;
          winners[n_winners++] = by;
        }
      else if (is_before (from, in->out, in->accept, n))
        in->out = from;
    }
  return n_winners;
}

guint
dl_iq_allocate_vcs (DlIqBlock *block, guint router, guint16 *winners)
{
  DlIq *iq = block->iq;
  const guint n = iq->n_ports * iq->vcs;
  guint n_winners = 0;

  for (guint iteration = 0; iteration < iq->n_iterations; iteration++)
    {
      const guint n_requested = gather_vc_requests (iq, block->worker, router);
      const guint n_more = accept_vcs (iq, block->worker, router, n_requested, winners + n_winners);

      for (guint i = n_winners; i < n_winners + n_more; i++)
        {
          DlIqIn *in = &iq->in[router * n + winners[i]];

          in->port = in->out / iq->vcs;
          /* Taken now, which nobody sees before the stage is over. */
          iq->ports[router * iq->n_ports + in->port].free &= ~(1u << in->out % iq->vcs);
          if (iteration > 0)
            continue;
          in->accept = next_in_round (in->out, n);
          iq->out[router * n + in->out].grant = next_in_round (winners[i], n);
        }
      n_winners += n_more;
      if (n_more == 0)
        break;
    }
  return n_winners;
}

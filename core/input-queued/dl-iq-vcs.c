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

/* Outputs' virtual channels that are free, of @choice, bits of a word of @router's masks. */
static inline guint64
find_open (const DlIq *iq, guint router, const DlIqChoice *choice)
{
  const guint first = (guint) choice->port << iq->shift;
  const guint64 range = (G_MAXUINT64 >> (64 - choice->n_vcs)) << choice->first_vc;

  return dl_iq_router (iq, router).masks[first / 64].free & range << first % 64;
}

/* The input's virtual channel at @at requests all that is free of @choice; each output's virtual
 * channel keeps the request that it would grant. */
static inline guint
request_vcs (const DlIq *iq, DlIqWorker *worker, guint router, guint at, const DlIqChoice *choice,
             guint n_requested)
{
  const guint n = iq->n_places, word = ((guint) choice->port << iq->shift) / 64;
  guint64 open = find_open (iq, router, choice);

  for (; open != 0; open &= open - 1)
    {
      const guint to = word * 64 + __builtin_ctzll (open);
      guint16 *by = &worker->granted_by[to];

      if (*by == DL_IQ_NO_VC)
        {
          *by = at;
          worker->requested[n_requested++] = to;
        }
      else if (is_before (at, *by, iq->out[(gsize) router * n + to].grant, n))
        *by = at;
    }
  return n_requested;
}

static guint
gather_vc_requests (const DlIq *iq, DlIqWorker *worker, guint router)
{
  const DlIqRouter state = dl_iq_router (iq, router);
  const gsize first = (gsize) router * iq->n_places;
  guint n_requested = 0;

  for (guint word = 0; word < iq->n_words; word++)
    for (guint64 waiting = state.masks[word].waiting; waiting != 0; waiting &= waiting - 1)
      {
        const guint at = word * 64 + __builtin_ctzll (waiting);
        const DlIqChoice *choices = &iq->choices[(first + at) * iq->most_choices];

        if (state.hold[at].out != DL_IQ_NO_VC) /* matched in an iteration before */
          continue;
        for (guint i = 0; i < iq->in[first + at].n_choices; i++)
          n_requested = request_vcs (iq, worker, router, at, &choices[i], n_requested);
      }
  return n_requested;
}

/* Each input's virtual channel accepts one of its grants. */
static guint
accept_vcs (DlIq *iq, DlIqWorker *worker, guint router, guint n_requested, guint16 *winners)
{
  const DlIqRouter state = dl_iq_router (iq, router);
  const gsize first = (gsize) router * iq->n_places;
  guint n_winners = 0;

  for (guint i = 0; i < n_requested; i++)
    {
      const guint16 from = worker->requested[i];
      const guint16 by = worker->granted_by[from];
      DlIqHold *hold = &state.hold[by];

      worker->granted_by[from] = DL_IQ_NO_VC;
      if (hold->out == DL_IQ_NO_VC)
        {
          hold->out = from;
          winners[n_winners++] = by;
        }
      else if (is_before (from, hold->out, iq->in[first + by].accept, iq->n_places))
        hold->out = from;
    }
  return n_winners;
}

/* The winner's output's virtual channel is taken now, which nobody sees before the stage is over.
 * Pointers @move in the first iteration only. */
static inline void
take_vc (DlIq *iq, guint router, guint at, gboolean move)
{
  const DlIqRouter state = dl_iq_router (iq, router);
  const gsize first = (gsize) router * iq->n_places;
  const guint out = state.hold[at].out;

  state.masks[out / 64].free &= ~(G_GUINT64_CONSTANT (1) << out % 64);
  if (!move)
    return;
  iq->in[first + at].accept = next_in_round (out, iq->n_places);
  iq->out[first + out].grant = next_in_round (at, iq->n_places);
}

/* All that an input's virtual channel requests, where places are bits of one word. */
static inline guint64
find_requests (const DlIq *iq, guint router, guint at)
{
  const gsize number = (gsize) router * iq->n_places + at;
  guint64 requests = 0;

  for (guint i = 0; i < iq->in[number].n_choices; i++)
    requests |= find_open (iq, router, &iq->choices[number * iq->most_choices + i]);
  return requests;
}

/* Where no two request the same, whoever requests is granted all of it, and accepts the first in
 * its round. FALSE, and nothing is done, if there are two. */
static inline gboolean
give_apart (DlIq *iq, guint router, guint16 *winners, guint *n_winners)
{
  const DlIqRouter state = dl_iq_router (iq, router);
  guint64 requests[64];
  guint64 requested = 0, left;
  guint n = 0;

  for (left = state.masks->waiting; left != 0; left &= left - 1)
    {
      const guint at = __builtin_ctzll (left);

      requests[n] = find_requests (iq, router, at);
      if ((requests[n] & requested) != 0)
        return FALSE;
      requested |= requests[n];
      winners[n] = at;
      n += requests[n] != 0;
    }
  for (guint i = 0; i < n; i++)
    {
      const guint at = winners[i];

      state.hold[at].out
          = dl_iq_first_from (requests[i], iq->in[(gsize) router * iq->n_places + at].accept);
      take_vc (iq, router, at, TRUE);
    }
  *n_winners = n;
  return TRUE;
}

guint
dl_iq_allocate_vcs (DlIqBlock *block, guint router, guint16 *winners)
{
  DlIq *iq = block->iq;
  guint n_winners = 0;

  if (iq->one_word && give_apart (iq, router, winners, &n_winners))
    return n_winners;
  for (guint iteration = 0; iteration < iq->n_iterations; iteration++)
    {
      const guint n_requested = gather_vc_requests (iq, block->worker, router);
      const guint n_more = accept_vcs (iq, block->worker, router, n_requested, winners + n_winners);

      for (guint i = n_winners; i < n_winners + n_more; i++)
        take_vc (iq, router, winners[i], iteration == 0);
      n_winners += n_more;
      if (n_more == 0)
        break;
    }
  return n_winners;
}

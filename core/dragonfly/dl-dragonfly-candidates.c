#include "dl-dragonfly-candidates.h"

#include "dl-rng.h"

#include <math.h>

/* Different ones at most, of either kind. */
#define MAX_DRAWN (DL_DRAGONFLY_CANDIDATES / 2)

/* Up to @wanted different ones of @n roots, each set of them as likely as any other. Returns how
 * many. */
static guint
draw_roots (guint64 random, guint n, guint wanted, guint drawn[MAX_DRAWN])
{
  g_assert (wanted <= MAX_DRAWN);
  wanted = MIN (wanted, n);
  if (wanted > 0)
    drawn[0] = dl_rng_pick (random, n);
  if (wanted > 1)
    {
      drawn[1] = dl_rng_pick (dl_rng_mix (random, 0), n - 1);
      drawn[1] += drawn[1] >= drawn[0];
    }
  return wanted;
}

static void
add (DlDragonflyCandidates *candidates, DlDragonflyHop hop, gboolean nonminimal)
{
  candidates->at[candidates->n++] = (DlDragonflyCandidate) { hop, nonminimal };
}

static void
add_minimal (const DlDragonflyRoutes *self, guint router, const DlDragonflyPacket *packet,
             guint wanted, guint64 random, DlDragonflyCandidates *candidates)
{
  DlDragonflyWay *ways = g_newa (DlDragonflyWay, self->max_candidates);
  const guint n = dl_dragonfly_next (self, router, packet, ways);
  guint taken = n;

  g_assert (wanted <= MAX_DRAWN);
  candidates->n_ways = n;
  for (guint i = 0; i < MIN (wanted, n); i++)
    {
      /* The first one goes by @random itself. */
      taken = dl_dragonfly_pick (ways, n, taken, i > 0 ? dl_rng_mix (random, 0) : random);
      add (candidates, ways[taken].hop, FALSE);
    }
}

/* A first link of a route through each of @wanted roots. */
static void
add_nonminimal (const DlDragonflyRoutes *self, guint source, guint dest, guint wanted, guint64 hash,
                DlDragonflyCandidates *candidates)
{
  DlDragonflyWay *ways = g_newa (DlDragonflyWay, self->max_candidates);
  guint drawn[MAX_DRAWN];

  candidates->n_roots = dl_dragonfly_n_roots (self, source, dest);
  wanted = draw_roots (dl_rng_mix (hash, 0), candidates->n_roots, wanted, drawn);
  for (guint i = 0; i < wanted; i++)
    {
      const guint root = dl_dragonfly_root (self, source, dest, drawn[i]);
      const DlDragonflyPacket packet = { dest, root, 0, DL_TURN_NONE };
      const guint64 random = dl_rng_mix (hash, 1);
      guint n, taken;

      if (!dl_dragonfly_root_fits (self, source, root, dest))
        {
          candidates->n_unfit++;
          continue;
        }
      n = dl_dragonfly_next (self, source, &packet, ways);
      if (n == 0)
        continue;
      taken = dl_dragonfly_pick (ways, n, n, i > 0 ? dl_rng_mix (random, i) : random);
      add (candidates, ways[taken].hop, TRUE);
    }
}

void
dl_dragonfly_candidates_draw (const DlDragonflyRoutes *self, const DlDragonflyMode *mode,
                              guint source, guint dest, guint64 hash,
                              DlDragonflyCandidates *candidates)
{
  DlDragonflyPacket packet;

  *candidates = (DlDragonflyCandidates) { 0 };
  if (source == dest
      || !dl_dragonfly_inject (self, source, dest, FALSE, dl_rng_mix (hash, 0), &packet))
    return;
  if (!mode->by_load && mode->nonminimal > 0)
    add_nonminimal (self, source, dest, 1, hash, candidates);
  if (mode->by_load || candidates->n == 0)
    add_minimal (self, source, &packet, mode->by_load ? mode->minimal : 1, dl_rng_mix (hash, 1),
                 candidates);
  if (mode->by_load)
    add_nonminimal (self, source, dest, mode->nonminimal, hash, candidates);
}

void
dl_dragonfly_candidates_draw_next (const DlDragonflyRoutes *self, const DlDragonflyMode *mode,
                                   guint router, const DlDragonflyPacket *packet, guint64 random,
                                   DlDragonflyCandidates *candidates)
{
  *candidates = (DlDragonflyCandidates) { 0 };
  add_minimal (self, router, packet, mode->by_load ? mode->minimal : 1, random, candidates);
}

guint
dl_dragonfly_candidates_lightest (const DlDragonflyCandidates *candidates, DlDragonflyBias bias,
                                  const double *load)
{
  guint best = 0;
  double least = INFINITY;

  g_assert (candidates->n > 0);
  for (guint i = 0; i < candidates->n; i++)
    {
      const double value = dl_dragonfly_biased (bias, &candidates->at[i], load[i]);

      if (value < least)
        {
          least = value;
          best = i;
        }
    }
  return best;
}

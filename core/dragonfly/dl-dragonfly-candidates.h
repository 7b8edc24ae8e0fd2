/* What a packet chooses from under a routing mode, drawn at random, and which of them it takes
 * (Cascade paper 3). The simulation and the explanation of a route draw by this. */
#pragma once

#include "dl-dragonfly-modes.h"
#include "dl-dragonfly-routes.h"

G_BEGIN_DECLS

#define DL_DRAGONFLY_CANDIDATES 4 /* two minimal, two non-minimal (Cascade paper 3) */

typedef struct
{
  DlDragonflyHop hop;  /* the first link, and the root from there on */
  gboolean nonminimal; /* through a root that was drawn for it */
} DlDragonflyCandidate;

typedef struct
{
  guint n;       /* 0: there is no way, or none is needed */
  guint n_ways;  /* minimal first links that there are to draw from */
  guint n_roots; /* roots that there are to draw from; 0 where none was drawn */
  guint n_unfit; /* roots drawn that damage leaves without plain ways: no candidates */
  DlDragonflyCandidate at[DL_DRAGONFLY_CANDIDATES]; /* (n) minimal ones first */
} DlDragonflyCandidates;

/* At the source of the packet that @hash stands for: mode->minimal different first links of minimal
 * routes, and one of a route through each of mode->nonminimal different roots, as far as there are
 * so many. A mode that does not look at the load has one candidate: the first hop of
 * dl_dragonfly_walk with the same hash. */
void dl_dragonfly_candidates_draw (const DlDragonflyRoutes *routes, const DlDragonflyMode *mode,
                                   guint source, guint dest, guint64 hash,
                                   DlDragonflyCandidates *candidates);
/* At a router after the source, where @packet stands: minimal ones only. @random is uniform; with
 * dl_rng_mix (hash, 1 + i) for hop i it goes on as dl_dragonfly_walk. */
void dl_dragonfly_candidates_draw_next (const DlDragonflyRoutes *routes,
                                        const DlDragonflyMode *mode, guint router,
                                        const DlDragonflyPacket *packet, guint64 random,
                                        DlDragonflyCandidates *candidates);

/* The bias that holds between @source and @dest. */
static inline DlDragonflyBias
dl_dragonfly_bias (const DlDragonflyRoutes *routes, const DlDragonflyMode *mode, guint source,
                   guint dest)
{
  return dl_dragonfly_group (routes, source) == dl_dragonfly_group (routes, dest) ? mode->local
                                                                                  : mode->global;
}

/* What a candidate's @load, in flits, counts as. */
static inline double
dl_dragonfly_biased (DlDragonflyBias bias, const DlDragonflyCandidate *candidate, double load)
{
  return candidate->nonminimal ? load * (1u << bias.shift) + bias.add : load;
}

/* The one to take, of one at least: the lightest, of equals the first. @load (n) in flits. */
guint dl_dragonfly_candidates_lightest (const DlDragonflyCandidates *candidates,
                                        DlDragonflyBias bias, const double *load);

G_END_DECLS

/* A choice between candidates: their loads, the weights of these, the one that is taken and why
 * (Cascade paper 3). */
#pragma once

#include "dl-dragonfly-modes.h"
#include "dl-dragonfly-routes.h"
#include "dl-sim-choices.h"

G_BEGIN_DECLS

/* Candidates of a packet under a routing mode, drawn at random, and which of them it takes (Cascade
 * paper 3). The simulation and the explanation of a route draw by this. */

#define DL_DRAGONFLY_CANDIDATES 4 /* two minimal, two non-minimal (Cascade paper 3) */

typedef struct
{
  DlDragonflyHop hop;  /* the first link, and the root from there on */
  gboolean nonminimal; /* through a root that was drawn for it */
} DlDragonflyCandidate;

typedef struct
{
  guint n;       /* 0: there is no path, or none is needed */
  guint n_ways;  /* minimal first links that there are to draw from */
  guint n_roots; /* roots that there are to draw from; 0 where none was drawn */
  guint n_unfit; /* roots drawn that damage leaves without plain paths: no candidates */
  DlDragonflyCandidate at[DL_DRAGONFLY_CANDIDATES]; /* (n) minimal ones first */
} DlDragonflyCandidates;

/* At the source of the packet that @hash stands for: mode->minimal different first links of minimal
 * routes, and one of a route through each of mode->nonminimal different roots, as far as there are
 * so many. A mode that does not look at the load has one candidate: the first hop of
 * dl_dragonfly_walk with the same hash. */
void dl_dragonfly_candidates_draw (const DlDragonflyRoutes *routes, const DlDragonflyMode *mode,
                                   guint source, guint dest, guint64 hash,
                                   DlDragonflyCandidates *candidates);
/* At a router after the source, where @packet is: minimal ones only. @random is uniform; with
 * dl_rng_mix (hash, 1 + i) for hop i it continues like dl_dragonfly_walk. */
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

/* Biased @load of a candidate, in flits. */
static inline double
dl_dragonfly_biased (DlDragonflyBias bias, const DlDragonflyCandidate *candidate, double load)
{
  return candidate->nonminimal ? load * (1u << bias.shift) + bias.add : load;
}

/* The same, as simulators keep it; @load in flits. */
static inline DlSimCandidate
dl_dragonfly_told (DlDragonflyBias bias, const DlDragonflyCandidate *candidate, guint load)
{
  return (DlSimCandidate) { .link = candidate->hop.link,
                            .queue = load,
                            .factor = candidate->nonminimal ? 1u << bias.shift : 1,
                            .add = candidate->nonminimal ? bias.add : 0,
                            .nonminimal = candidate->nonminimal };
}

/* The one to take, of one at least: the lightest, of equals the first. @load (n) in flits. */
guint dl_dragonfly_candidates_lightest (const DlDragonflyCandidates *candidates,
                                        DlDragonflyBias bias, const double *load);

/* The load that adaptive routing sees for a first link, in flits: flits that wait for it here,
 * flits on their way over it or in the buffers at its far end, and flits that wait downstream of
 * that. */
typedef struct
{
  double near_end, far_end, downstream;
} DlDragonflyLoad;

typedef DlDragonflyLoad (*DlDragonflyLoadFunc) (guint link, gpointer data);

typedef enum
{
  DL_CHOICE_ONLY,     /* there is no other candidate */
  DL_CHOICE_HASH,     /* the mode does not look at the load */
  DL_CHOICE_LIGHTEST, /* every other one counts more */
  DL_CHOICE_FIRST     /* of several that count the same, less than the others, it was drawn first */
} DlDragonflyWhy;

typedef struct
{
  const DlDragonflyMode *mode;
  guint router;         /* where it is made */
  DlDragonflyBias bias; /* 0 where no candidate is non-minimal */
  DlDragonflyCandidates candidates;
  guint fewest[DL_DRAGONFLY_CANDIDATES];         /* (candidates.n) hops of its routes from here */
  guint hops[DL_DRAGONFLY_CANDIDATES];           /* (n) of the longest of these */
  DlDragonflyLoad load[DL_DRAGONFLY_CANDIDATES]; /* (n) of its first link */
  double value[DL_DRAGONFLY_CANDIDATES];         /* (n) what its load counts as */
  guint winner;                                  /* below n, unless that is 0 */
  DlDragonflyWhy why;
} DlDragonflyChoice;

/* At the source, and at a router after it: as dl_dragonfly_candidates_draw and _draw_next draw.
 * @load NULL: of an idle network. */
void dl_dragonfly_choose (const DlDragonflyRoutes *routes, const DlDragonflyMode *mode,
                          guint source, guint dest, guint64 hash, DlDragonflyLoadFunc load,
                          gpointer data, DlDragonflyChoice *choice);
void dl_dragonfly_choose_next (const DlDragonflyRoutes *routes, const DlDragonflyMode *mode,
                               guint router, const DlDragonflyPacket *packet, guint64 random,
                               DlDragonflyLoadFunc load, gpointer data, DlDragonflyChoice *choice);

/* Near end, far end and downstream together, flits. */
double dl_dragonfly_choice_load (const DlDragonflyChoice *choice, guint i);
/* Hops of candidate @i, "4" or "3–5" where its routes differ. Free with g_free. */
char *dl_dragonfly_choice_hops (const DlDragonflyChoice *choice, guint i);
/* Why candidate @i was taken, or was not; translated. */
const char *dl_dragonfly_choice_why (const DlDragonflyChoice *choice, guint i);
/* How it was made, one sentence, translated: "the lightest of 4 candidates wins; a non-minimal one
 * counts 2 times its load and 16 flits". */
char *dl_dragonfly_choice_summary (const DlDragonflyChoice *choice);
/* A line per candidate, after one of headings; translated. */
char *dl_dragonfly_choice_to_text (const DlDragonflyChoice *choice,
                                   const DlDragonflyRoutes *routes);

G_END_DECLS

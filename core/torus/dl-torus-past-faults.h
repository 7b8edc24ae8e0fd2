/* Datelines past the faults: positions at which the XT's detours (VC paper 2.2) serve every pair on
 * legal routes, or an engine that does. */
#pragma once

#include "dl-optimize-datelines.h"

G_BEGIN_DECLS

/* Obstacles to the papers' scheme; a set of bits. */
typedef enum
{
  DL_TORUS_OBSTACLE_MESH_X = 1 << DL_X, /* the dimension is not a ring */
  DL_TORUS_OBSTACLE_MESH_Y = 1 << DL_Y,
  DL_TORUS_OBSTACLE_MESH_Z = 1 << DL_Z, /* detours leave by Z+: there must be a path around */
  DL_TORUS_OBSTACLE_NO_DATELINES = 1
                                   << 3, /* the engine does without: no position changes anything */
  DL_TORUS_OBSTACLE_NOTHING_BROKEN = 1 << 4, /* there is no fault to go past */
} DlTorusObstacles;

/* All pairs count, whatever the demand, as in the verdict on deadlock: of the candidates the
 * numbers of pairs are of all, balance and loads of the demand. */
typedef struct
{
  DlDatelineCandidate current;     /* where the datelines are now */
  DlDatelineCandidate best;        /* the best one found; the current one if nothing is better */
  gboolean served;                 /* by @best: every pair delivered, legal, free of deadlock */
  guint obstacles;                 /* DlTorusObstacles, whether they mattered or not */
  guint combinations;              /* positions that there are */
  guint tried;                     /* of them */
  const DlTorusEngine *engine;     /* if not served, the first other engine of the table under which
                                 every pair is delivered and nothing can deadlock; or NULL */
  DlDatelineCandidate with_engine; /* the result with it */
} DlTorusPastFaults;

/* Search for the datelines of @spec: first one past the faults (the node at y+1, z+1; X stays, as
 * no detour asks for its dateline), then everywhere. Where none serves every pair, the best is free
 * of deadlock if one of those is that leave the fewest pairs undelivered, and then has the fewest
 * undelivered and illegal pairs. Of @options the number of candidates is not looked at. NULL if
 * @cancellable was canceled. */
DlTorusPastFaults *dl_datelines_past_faults (DlTorusNetwork *network, const DlTorusRouting *spec,
                                             const DlDemand *demand, DlDatelineOptions options,
                                             GCancellable *cancellable);
void dl_torus_past_faults_free (DlTorusPastFaults *past);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlTorusPastFaults, dl_torus_past_faults_free)

/* Do the positions found differ from those of @past->current? */
gboolean dl_torus_past_faults_moves (const DlTorusPastFaults *past);
/* A sentence or two for people, translated: the result, or why there is none and the remedy. Free
 * with g_free. */
char *dl_torus_past_faults_to_text (const DlTorusPastFaults *past);

G_END_DECLS

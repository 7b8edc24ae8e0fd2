/* What a channel dependency graph says about deadlock, whatever the network: routes cannot deadlock
 * if it has no cycle (VC paper 2.2.1). */
#pragma once

#include "dl-cycles.h"
#include "dl-shared.h"

G_BEGIN_DECLS

/* Immutable once built, shared by reference between threads. */
typedef struct _DlVerdict
{
  DlShared shared;
  gboolean deadlock_free;
  gboolean layers_unknown; /* not deadlock-free in one layer; the routes do not state theirs, which
                              may break the cycle */
  guint cyclic_components; /* strongly connected components with a cycle */
  guint n_cycle;           /* channels of a shortest cycle; 0 without one */
  guint32 *cycle;          /* (n_cycle) channels, each depending on the next and the last on the
                              first; the first is the smallest */
  guint broken_step;       /* the step from cycle[i] to the next that is outside the legality
                              relation; n_cycle if all are inside (without datelines) */
} DlVerdict;

/* Of any graph of channels; no step is outside a legality relation. NULL if canceled. */
DlVerdict *dl_verdict_new_found (const DlCycleGraph *graph, GCancellable *cancellable);
/* Of what was found, whose cycle is taken over. */
DlVerdict *dl_verdict_new_of (const DlCycles *found);
DL_SHARED (DlVerdict, dl_verdict)

G_END_DECLS

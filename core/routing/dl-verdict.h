/* Verdict of a channel dependency graph on deadlock, whatever the network: routes cannot deadlock
 * if it has no cycle (VC paper 2.2.1). */
#pragma once

#include "dl-shared.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* Cycles of a directed graph: how many parts of it have one, and a shortest. What a verdict on
 * deadlock rests on, whatever the network. */

/* A graph of nodes 0 .. n - 1. */
typedef struct
{
  guint n;
  guint max_next; /* most targets of a node */
  gconstpointer data;
  /* The nodes that @node leads to, in ascending order and each once; returns how many. */
  guint (*next) (gconstpointer data, guint node, guint32 *targets);
} DlCycleGraph;

/* Cycles found. Start zeroed. */
typedef struct
{
  guint components; /* strongly connected, with a cycle */
  guint n;          /* nodes of a shortest cycle; 0 without one */
  guint32 *cycle;   /* (n) each leads to the next and the last to the first, the smallest */
} DlCycles;

/* FALSE if canceled. Free found->cycle with g_free. */
gboolean dl_cycles_find (const DlCycleGraph *graph, DlCycles *found, GCancellable *cancellable);

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
  const char *why;         /* it is deadlock-free, a sentence, translatable; NULL: there is no
                              cycle, or as the family says */
  guint broken_step;       /* the step from cycle[i] to the next that is outside the legality
                              relation; n_cycle if all are inside (without datelines) */
} DlVerdict;

/* Verdict on any graph of channels; no step is outside a legality relation. NULL if canceled. */
DlVerdict *dl_verdict_new_found (const DlCycleGraph *graph, GCancellable *cancellable);
/* Verdict on @found, whose cycle is taken over. */
DlVerdict *dl_verdict_new_of (const DlCycles *found);
DL_SHARED (DlVerdict, dl_verdict)

G_END_DECLS

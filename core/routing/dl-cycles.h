/* Cycles of a directed graph: how many parts of it have one, and a shortest. What a verdict on
 * deadlock rests on, whatever the network. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* A graph of nodes 0 .. n - 1. */
typedef struct
{
  guint n;
  guint max_next; /* most targets of a node */
  gconstpointer data;
  /* The nodes that @node leads to, in ascending order and each once; returns how many. */
  guint (*next) (gconstpointer data, guint node, guint32 *targets);
} DlCycleGraph;

/* What was found. Start zeroed. */
typedef struct
{
  guint components; /* strongly connected, with a cycle */
  guint n;          /* nodes of a shortest cycle; 0 without one */
  guint32 *cycle;   /* (n) each leads to the next and the last to the first, the smallest */
} DlCycles;

/* FALSE if canceled. Free found->cycle with g_free. */
gboolean dl_cycles_find (const DlCycleGraph *graph, DlCycles *found, GCancellable *cancellable);

G_END_DECLS

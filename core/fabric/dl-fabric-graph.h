/* What works of a fabric, laid out for routing: channels between switches as edges, grouped by the
 * switch that they leave and by the one that they lead to, and which hosts are where. Immutable. */
#pragma once

#include "dl-fabric.h"

G_BEGIN_DECLS

#define DL_FABRIC_FAR G_MAXUINT16

typedef struct
{
  const DlFabric *fabric; /* borrowed */
  guint S, n_edges;
  guint n_leaving;        /* switches that an edge leaves: all that others can be reached from */
  guint32 *first;         /* (S + 1) edges that leave a switch, by port */
  guint32 *to;            /* (n_edges) switch */
  guint8 *port;           /* (n_edges) that it leaves by */
  guint32 *channel;       /* (n_edges) */
  guint32 *in_first, *in; /* (S + 1), (n_edges) edges that lead to a switch, by its ports */
  guint32 *from;          /* (n_edges) switch */
  guint32 *takes, *gives; /* (n_hosts) the switch that a host sends to, hears; NONE: none */
  guint32 *dest_first, *dests; /* (S + 1), hosts that hear a switch, ascending */
  guint32 *n_sources;          /* (S) working hosts that send to a switch */
  guint32 *key; /* (S) of up and down: less is above; NULL until dl_fabric_graph_rank */
} DlFabricGraph;

DlFabricGraph *dl_fabric_graph_new (const DlFabric *fabric);
/* The same without cables between switches of one level. */
DlFabricGraph *dl_fabric_graph_new_of_levels (const DlFabric *fabric);
void dl_fabric_graph_free (DlFabricGraph *graph);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlFabricGraph, dl_fabric_graph_free)

/* Rank the switches by hops from @roots (numbers of switches), ties by GUID as OpenSM has it, then
 * by number, so that each cable has an upper end. Roots that do not work are left out; a piece that
 * none is in gets its first switch with a host as one. */
void dl_fabric_graph_rank (DlFabricGraph *graph, const guint32 *roots, guint n_roots);

/* The way to one switch from all others, as breadth-first search finds it. */
typedef struct
{
  guint16 *hops;  /* (S) DL_FABRIC_FAR: none */
  guint8 *ups;    /* (S) gboolean, of legal waves: the way begins upwards, as no shortest one only
                     goes down */
  guint32 *queue; /* (S) switches in ascending order of hops */
  guint n;        /* in queue */
} DlFabricWave;

void dl_fabric_wave_init (DlFabricWave *wave, guint S);
void dl_fabric_wave_clear (DlFabricWave *wave);
/* Of least hops. */
void dl_fabric_wave_min (DlFabricWave *wave, const DlFabricGraph *graph, guint to);
/* The same with the edges by which the ways begin, those that dl_fabric_wave_takes, as bits from
 * the first that leaves a switch: @takes (S x @n_words) is zero for @to itself and what no way
 * leads from. Costs little more where there are few of them. */
void dl_fabric_wave_min_takes (DlFabricWave *wave, const DlFabricGraph *graph, guint to,
                               guint64 *takes, guint n_words);
/* Up, then down, by the ranks: of the least hops such that each switch on the way has the rest of
 * it as its own way, as tables by destination need it. */
void dl_fabric_wave_legal (DlFabricWave *wave, const DlFabricGraph *graph, guint to);

/* Is @edge of @s the first step of its way? */
static inline gboolean
dl_fabric_wave_takes (const DlFabricWave *wave, const DlFabricGraph *graph, guint s, guint edge)
{
  return wave->hops[graph->to[edge]] + 1u == wave->hops[s];
}

/* The same of a legal wave. */
static inline gboolean
dl_fabric_wave_takes_legal (const DlFabricWave *wave, const DlFabricGraph *graph, guint s,
                            guint edge)
{
  const guint t = graph->to[edge];
  const gboolean up = graph->key[t] < graph->key[s];

  return wave->hops[t] + 1u == wave->hops[s] && up == wave->ups[s] && (up || !wave->ups[t]);
}

G_END_DECLS

/* Working fabric laid out for routing: channels between switches as edges, grouped by the switch
 * that they leave and by the one that they lead to, and which hosts are where. Immutable. */
#pragma once

#include "dl-fabric-file.h"
#include "dl-fabric.h"
#include "dl-next.h"
#include "dl-progress.h"

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

/* The path to one switch from all others, as breadth-first search finds it. */
typedef struct
{
  guint16 *hops;  /* (S) DL_FABRIC_FAR: none */
  guint8 *ups;    /* (S) gboolean, of legal waves: the path begins upwards, as no shortest one only
                     goes down */
  guint32 *queue; /* (S) switches in ascending order of hops */
  guint n;        /* in queue */
} DlFabricWave;

void dl_fabric_wave_init (DlFabricWave *wave, guint S);
void dl_fabric_wave_clear (DlFabricWave *wave);
/* The wave of fewest hops. */
void dl_fabric_wave_min (DlFabricWave *wave, const DlFabricGraph *graph, guint to);
/* The same with the first edges of the paths (dl_fabric_wave_takes), as bits from the first that
 * leaves a switch: @takes (S x @n_words) is zero for @to itself and switches without a path. Costs
 * little more where there are few of them. */
void dl_fabric_wave_min_takes (DlFabricWave *wave, const DlFabricGraph *graph, guint to,
                               guint64 *takes, guint n_words);
/* Up, then down, by the ranks: the fewest hops such that each switch on the path has the rest of it
 * as its own path, as tables by destination need it. */
void dl_fabric_wave_legal (DlFabricWave *wave, const DlFabricGraph *graph, guint to);

/* Is @edge of @s the first step of its path? */
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

/* Routes of a fabric as a routing engine makes them: one table for the analysis, the simulator and
 * explanations. Immutable once made, shared by reference between threads.
 *
 * Deterministic engines have one port for each switch and destination, as forwarding tables have,
 * and perhaps a layer (virtual lane) for each source switch and destination. The others have all
 * ports that a packet may take. */

typedef struct _DlFabricEngine DlFabricEngine;

typedef enum
{
  DL_FABRIC_TABLES,  /* deterministic */
  DL_FABRIC_CHOICES, /* each of several ports of the shortest legal paths */
  DL_FABRIC_DETOURS  /* by a switch at random in layer 0, from there in layer 1; both by tables */
} DlFabricRouteKind;

#define DL_FABRIC_NO_RING G_MAXUINT8

typedef struct
{
  DlRouted head;
  DlFabric *fabric;
  const DlFabricEngine *engine;
  DlFabricRouteKind kind;
  guint32 *roots; /* (n_roots) as asked for */
  guint n_roots;
  guint most_layers;      /* likewise */
  DlFabricTables *tables; /* likewise, nullable */
  guint n_layers;         /* in use */
  guint n_rows;           /* destinations: n_hosts, or n_vertices with those of switches */
  guint8 *port;       /* (n_rows x n_switches) DL_FABRIC_NO_PORT: lost there; NULL for choices */
  guint8 *layer;      /* (n_hosts x n_switches) by destination and source switch; NULL: 0 */
  guint8 *host_layer; /* (n_hosts x n_hosts) by destination and source host, of path records that
                         were read; NULL: as @layer has it */
  guint8 *ring;       /* (n_channels) of tables whose packets change layers at datelines: twice the
                         dimension of the channel's ring, and 1 more where it crosses the ring's
                         dateline; DL_FABRIC_NO_RING: of a host. NULL: layers stay */
  guint n_words;      /* of choices: 64 ports each */
  guint64 *choices;   /* (n_switches x n_switches x n_words) by the destination's switch, then by
                         switch: bit port - 1; between switches only */
  guint32 *key;       /* of choices: (n_switches) which of two is above: the less (DlFabricGraph) */
  gboolean compares_all; /* of choices by queues: all ports are compared, else two at random */
  guint32 *part;      /* of detours: (n_switches) which part of the fabric a switch is in, of whose
                         switches each reaches each other; detours stay inside; NONE: broken */
  guint32 *part_size; /* (n_switches) by part */
} DlFabricRoutes;

/* The working channel by which switch @s leaves for @row; DL_FABRIC_NONE: packets end there. */
static inline guint32
dl_fabric_next_channel (const DlFabricRoutes *routes, guint row, guint s)
{
  const DlFabric *fabric = routes->fabric;
  const guint port = routes->port[(gsize) row * fabric->n_switches + s];
  const guint32 c = port != DL_FABRIC_NO_PORT
                        ? dl_fabric_port_channel (fabric, fabric->n_hosts + s, port)
                        : DL_FABRIC_NONE;

  return c != DL_FABRIC_NONE && fabric->link_state[c] == DL_LINK_UP ? c : DL_FABRIC_NONE;
}

DL_SHARED (DlFabricRoutes, dl_fabric_routes)

/* The layer of packets from @source, a host at switch @s, to host @dest; of tables. */
static inline guint
dl_fabric_routes_layer (const DlFabricRoutes *routes, guint source, guint s, guint dest)
{
  if (routes->host_layer != NULL)
    return routes->host_layer[(gsize) dest * routes->fabric->n_hosts + source];
  return routes->layer != NULL ? routes->layer[(gsize) dest * routes->fabric->n_switches + s] : 0;
}

/* The layer in which a packet takes channel @out that took @in in @layer: 0 in each ring until it
 * has crossed the ring's dateline, then 1 (Dally & Seitz 1987). */
static inline guint
dl_fabric_routes_next_layer (const DlFabricRoutes *routes, guint layer, guint in, guint out)
{
  if (routes->ring == NULL || routes->ring[out] == DL_FABRIC_NO_RING)
    return layer;
  return (routes->ring[in] / 2 == routes->ring[out] / 2 ? layer : 0) | (routes->ring[out] & 1);
}

/* Are the layers of routes known? Tables as read have them only with path records. */
gboolean dl_fabric_routes_layers_known (const DlFabricRoutes *routes);
/* Caveat about a cycle where they are not known, translated; else NULL. */
const char *dl_fabric_routes_caveat (const DlFabricRoutes *routes);

/* How a route ends. */
typedef enum
{
  DL_FABRIC_DELIVERED,
  DL_FABRIC_NO_CABLE, /* a host without a cable that works */
  DL_FABRIC_NO_ENTRY, /* a switch does not know the destination */
  DL_FABRIC_DEAD_END, /* the port leads to nothing, or to a broken part */
  DL_FABRIC_LOOP      /* a switch is passed twice */
} DlFabricFate;

/* The channels (room for 2 n_switches + 4) of the route between two hosts, injection and ejection
 * included; returns how it ends, *@n: how many channels there are, as far as it comes. Of choices,
 * those that @pick makes, whose digits they are: at each switch the pick modulo their number, then
 * the quotient, so that successive picks go through all routes; of detours, by switch @pick modulo
 * their number of the part that both are in, if they are in one. *@layer: nullable: of
 * tables the layer of the first one; of detours how many of the channels, the first ones, are in
 * layer 0. */
DlFabricFate dl_fabric_routes_walk (const DlFabricRoutes *routes, guint from, guint to, guint pick,
                                    guint32 *channels, guint *n, guint *layer);

/* The answers as all families give them; the links of hosts are hops. @routes is borrowed. */
DlNext dl_fabric_next (const DlFabricRoutes *routes);

/* Count the pairs of hosts working @after whose path differs from the one @before, or is lost or
 * restored; with choices, pairs with different ports to choose from anywhere on the way. Both
 * fabrics have the same numbers. FALSE if canceled, for detours, which are drawn, and if kinds
 * differ. */
gboolean dl_fabric_count_rerouted (const DlFabricRoutes *before, const DlFabricRoutes *after,
                                   guint64 *pairs, GCancellable *cancellable);

/* The tables that an engine made, in the form that files have. NULL for choices. */
DlFabricTables *dl_fabric_routes_tables (const DlFabricRoutes *routes);

G_END_DECLS

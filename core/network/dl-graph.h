/* The one topology of a network: a directed multigraph of routers, with nodes at their ports.
 * Analysis, window and all routers read it. Immutable once built, shared by reference between
 * threads; with other faults it is a copy that shares the wires. */
#pragma once

#include "dl-place.h"
#include "dl-rate.h"
#include "dl-shared.h"

G_BEGIN_DECLS

typedef struct _DlGraph DlGraph;
struct _DlGraph
{
  DlShared shared;
  DlGraph *whole;                    /* the graph that owns the wires; NULL: itself */
  guint n_nodes, n_routers, n_links; /* broken ones included */
  guint n_ports;                     /* more than the number of any port */

  /* Links, by the router that they leave; links that leave nodes come before all of these. A link's
   * place may be without one (DL_LINK_ABSENT): it has a link_from then, and no link_to. */
  guint32 *link_from, *link_to;   /* (n_links) routers; DL_NO_NODE at the node's end */
  guint16 *link_port, *peer_port; /* (n_links) of these routers */
  guint16 *link_cycles;           /* (n_links) that a flit takes; 0: as its class does */
  guint8 *link_class;             /* (n_links) index into the family's classes */
  guint32 *first_link;            /* (n_routers + 1) */
  guint32 *router_group;          /* (n_routers) NULL: there are no groups */

  /* Nodes, which may hear another router than the one that they send to. */
  guint32 *inject_router, *eject_router; /* (n_nodes) DL_NO_NODE: it has no cable */
  guint16 *inject_port, *eject_port;     /* (n_nodes) */
  guint16 *node_cycles;                  /* (n_nodes) that a flit takes to or from its router */

  /* Rates, which copies may have changed by hand (dl_graph_set_rates). */
  double *link_capacity; /* (n_links) flits/cycle, at most 1; NULL: 1 each */
  DlRate *link_rate;     /* (n_links) as stated; NULL: not stated */

  /* Changed by faults. */
  guint8 *link_state; /* (n_links) DlLinkState */
  guint8 *router_up;  /* (n_routers) gboolean */
  guint8 *node_up;    /* (n_nodes) gboolean */
};

/* For a family to fill: all links absent, all nodes without a cable, all that is there works. */
DlGraph *dl_graph_new (guint n_nodes, guint n_routers, guint n_links, guint n_ports);
/* The same wires, and the states of @graph, for a family to change. */
DlGraph *dl_graph_new_states (DlGraph *graph);
DL_SHARED (DlGraph, dl_graph)

/* Filling one: a node at a port; a link between two ports, which works; and at the end, where each
 * router's links are. */
void dl_graph_set_node (DlGraph *graph, guint node, guint router, guint port);
void dl_graph_set_link (DlGraph *graph, guint link, guint from, guint out, guint to, guint in);
void dl_graph_index (DlGraph *graph);

/* A link or its own cycles and rate, by hand. A plain value. */
typedef struct
{
  guint32 link;
  guint cycles; /* 0: as before */
  DlRate rate;  /* Gb/s of 0: as before */
  double share; /* of the rate that it has otherwise, above 0 and at most 1 */
} DlLinkChange;

/* For a family, before the network is used: the rates of all links (nullable: none is stated), and
 * after that changes (n) of single ones. Capacities are shares of @reference, Gb/s; 0: of the
 * fastest rate. Links without a rate are as fast as the reference. FALSE: that link is faster than
 * @reference, *@link. */
gboolean dl_graph_set_rates (DlGraph *graph, const DlRate *rates, const DlLinkChange *changes,
                             guint n, double reference, guint *link);

/* Flits/cycle that @link takes. */
static inline double
dl_graph_capacity (const DlGraph *graph, guint link)
{
  return graph->link_capacity != NULL ? graph->link_capacity[link] : 1;
}

/* Are the same ports joined in the same way, whatever works? */
gboolean dl_graph_same_wires (const DlGraph *a, const DlGraph *b);

/* The other direction of @link's cable; DL_NO_LINK: it has none. */
guint dl_graph_back (const DlGraph *graph, guint link);

/* The same of nodes' cables, too, where these are links. */
guint dl_graph_cable_back (const DlGraph *graph, guint link);

/* Between two routers, not at a node or absent. */
static inline gboolean
dl_graph_joins_routers (const DlGraph *graph, guint link)
{
  return graph->link_from[link] != DL_NO_NODE && graph->link_to[link] != DL_NO_NODE;
}

G_END_DECLS

/* Up*, down* routing over a spanning tree (manual, faults): safe without datelines whatever the
 * faults, at the price of a crowded root. */
#pragma once

#include "dl-torus-engine.h"
#include "dl-torus-routes.h"

G_BEGIN_DECLS

/* Up to so many nodes the shortest paths are in tables, as many as a router's local table has
 * entries (VC paper 2.2); beyond, paths follow the tree. */
#define DL_UP_DOWN_TABLE_NODES 4096

extern const DlTorusEngine dl_engine_up_down;

/* Dimension order as a destination sees it: the paths of all nodes to it are a tree. */

/* The path of each node to one destination in dimension order (VC paper 2.2 and 3). */
typedef struct
{
  guint8 *port;    /* (n_nodes) DlTorusPort; DL_TORUS_PORT_PROCESSOR at the destination */
  guint16 *hops;   /* (n_nodes) */
  guint8 *crosses; /* (n_nodes) gboolean: the run that begins here leaves the dateline node */
  guint8 *clear;   /* (n_nodes) gboolean: no bad link on the path */
  gpointer steps;  /* room to work */
} DlTorusOrderTree;

void dl_torus_order_tree_init (DlTorusOrderTree *tree, const DlTorusNetwork *network);
void dl_torus_order_tree_clear (DlTorusOrderTree *tree);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (DlTorusOrderTree, dl_torus_order_tree_clear)

/* Fill @tree for @dest; @bad (n_links) gboolean says which links are not clear. Looks only at the
 * network and the spec of @routes. */
void dl_torus_order_tree_build (DlTorusOrderTree *tree, const DlTorusRoutes *routes,
                                const guint8 *bad, guint dest);

/* The port of dimension order at @node towards @dest, another node. */
guint dl_torus_order_port (const DlTorusRoutes *routes, guint node, guint dest);
/* Are all links of that path intact? */
gboolean dl_torus_order_is_clear (const DlTorusRoutes *routes, guint node, guint dest);
/* Hops between two nodes of the network with nothing broken. */
guint dl_torus_order_distance (const DlTorus *torus, guint a, guint b);

/* Destinations to which dimension order leads over some link of a set. */
typedef struct
{
  guint8 *plane; /* (kx) gboolean: all of that x */
  guint8 *line;  /* (kx x ky) gboolean: all of that x and y */
  guint8 *node;  /* (n_nodes) gboolean */
} DlTorusOrderMarks;

void dl_torus_order_marks_init (DlTorusOrderMarks *marks, const DlTorusNetwork *network);
void dl_torus_order_marks_clear (DlTorusOrderMarks *marks);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (DlTorusOrderMarks, dl_torus_order_marks_clear)

/* Add the destinations to which the node that @link leaves sends over it. */
void dl_torus_order_marks_add (DlTorusOrderMarks *marks, const DlTorusRoutes *routes, guint link);

static inline gboolean
dl_torus_order_marks_has (const DlTorusOrderMarks *marks, const DlTorus *torus, guint dest)
{
  return marks->plane[dest / torus->stride[DL_X]] || marks->line[dest / torus->stride[DL_Y]]
         || marks->node[dest];
}

G_END_DECLS

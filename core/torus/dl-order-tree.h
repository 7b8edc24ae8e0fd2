/* Dimension order as a destination sees it: the ways of all nodes to it are a tree. */
#pragma once

#include "dl-routes.h"

G_BEGIN_DECLS

/* The way of each node to one destination in dimension order (VC paper 2.2 and 3). */
typedef struct
{
  guint8 *port;    /* (n_nodes) DlPort; DL_PORT_PROCESSOR at the destination */
  guint16 *hops;   /* (n_nodes) */
  guint8 *crosses; /* (n_nodes) gboolean: the run that begins here leaves the dateline node */
  guint8 *clear;   /* (n_nodes) gboolean: no bad link on the way */
  gpointer steps;  /* room to work */
} DlOrderTree;

void dl_order_tree_init (DlOrderTree *tree, const DlNetwork *network);
void dl_order_tree_clear (DlOrderTree *tree);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (DlOrderTree, dl_order_tree_clear)

/* Fill @tree for @dest; @bad (n_links) gboolean says which links are not clear. Looks only at the
 * network and the spec of @routes. */
void dl_order_tree_build (DlOrderTree *tree, const DlRoutes *routes, const guint8 *bad, guint dest);

/* The port of dimension order at @node towards @dest, another node. */
guint dl_order_port (const DlRoutes *routes, guint node, guint dest);
/* Is no link broken on that way? */
gboolean dl_order_is_clear (const DlRoutes *routes, guint node, guint dest);
/* Hops between two nodes of the network with nothing broken. */
guint dl_order_distance (const DlTorus *torus, guint a, guint b);

/* Destinations to which dimension order leads over some link of a set. */
typedef struct
{
  guint8 *plane; /* (kx) gboolean: all of that x */
  guint8 *line;  /* (kx x ky) gboolean: all of that x and y */
  guint8 *node;  /* (n_nodes) gboolean */
} DlOrderMarks;

void dl_order_marks_init (DlOrderMarks *marks, const DlNetwork *network);
void dl_order_marks_clear (DlOrderMarks *marks);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (DlOrderMarks, dl_order_marks_clear)

/* Add the destinations to which the node that @link leaves sends over it. */
void dl_order_marks_add (DlOrderMarks *marks, const DlRoutes *routes, guint link);

static inline gboolean
dl_order_marks_has (const DlOrderMarks *marks, const DlTorus *torus, guint dest)
{
  return marks->plane[dest / torus->stride[DL_X]] || marks->line[dest / torus->stride[DL_Y]]
         || marks->node[dest];
}

G_END_DECLS

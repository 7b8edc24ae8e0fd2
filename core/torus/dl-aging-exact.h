/* What the age paper's equations approximate, exactly: distances and last dimensions of uniform
 * traffic in dimension order, and the M/D/1 queue. */
#pragma once

#include "dl-torus.h"

G_BEGIN_DECLS

/* The shape alone: what all of this depends on. */
typedef struct
{
  guint radix[DL_N_DIMS];
  gboolean ring[DL_N_DIMS]; /* a torus dimension of radix 3 or more; else a mesh */
  gboolean tie_parity;      /* ties at k/2 by the parity of the entry coordinate, else positive */
} DlAgingShape;

guint dl_aging_n_nodes (const DlAgingShape *shape);

/* Mean and mean square of the hops in dimension @dim over all ordered pairs of nodes, a node and
 * itself included: dimensions are independent of each other then. */
double dl_aging_hops_mean (const DlAgingShape *shape, guint dim);
double dl_aging_hops_square (const DlAgingShape *shape, guint dim);

/* What makes a mean over all pairs one over pairs of distinct nodes: N / (N - 1); NAN for one node.
 */
double dl_aging_distinct (const DlAgingShape *shape);

/* The share of pairs of distinct nodes whose last hop is in dimension @dim; @share_plus (nullable)
 * gets that of those that travel in the plus direction. NAN for one node. */
double dl_aging_exit_share (const DlAgingShape *shape, guint dim, double *share_plus);

/* Packets on a channel of dimension @dim if every node sends one to a node other than itself: the
 * mean of all channels, and those of a mesh's middle. NAN without channels. */
double dl_aging_load_mean (const DlAgingShape *shape, guint dim);
double dl_aging_load_middle (const DlAgingShape *shape, guint dim);

/* The wait in an M/D/1 queue, in services: rho / (2 (1 - rho)) for a utilization below 1, INFINITY
 * from there on. The time in the system is one service more. */
double dl_aging_md1_wait (double utilisation);

G_END_DECLS

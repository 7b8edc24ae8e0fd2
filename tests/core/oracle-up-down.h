/* Oracle of up*, down* routing, written from model 3 and sharing no code with core/: which nodes
 * are connected by cables whole in both directions, whether the directions called up can be those
 * of a breadth-first tree, and how short a way up, then down can be. */
#pragma once

#include "dl-torus.h"

G_BEGIN_DECLS

typedef struct
{
  int radix[3];
  gboolean wrap[3];
  int n;             /* nodes, by x, then y, then z */
  gboolean *node_up; /* (n) */
  gboolean *link_up; /* (n x 6) */
  int *group;        /* (n) the lowest node that hangs together with this one */
  gboolean *up;      /* (n x 6) hops called up; the test fills it in */
} UpDownOracle;

UpDownOracle *up_down_oracle_new (const DlTorusSpec *spec);
void up_down_oracle_free (UpDownOracle *oracle);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (UpDownOracle, up_down_oracle_free)

/* -1 at the edge of a mesh. */
int up_down_oracle_far_end (const UpDownOracle *oracle, int node, int port);
/* Is the cable whole, both ways? */
gboolean up_down_oracle_is_whole (const UpDownOracle *oracle, int node, int port);

/* Is oracle->up that of breadth-first levels, ties by index, with one root for each group? */
void up_down_oracle_check_levels (const UpDownOracle *oracle);
/* Hops of the shortest path up, then down to @dest, from each node (n); -1 without one. */
int *up_down_oracle_shortest (const UpDownOracle *oracle, int dest);

G_END_DECLS

/* Shortest routes to one switch after the other, each the least loaded one so far: what engines
 * that balance by weights share (Domke et al., Deadlock-free oblivious routing for arbitrary
 * topologies, IPDPS 2011). */
#pragma once

#include "dl-fabric-graph.h"

G_BEGIN_DECLS

typedef struct
{
  const DlFabricGraph *graph; /* borrowed */
  DlFabricWave wave;          /* of the switch that routes lead to */
  guint64 *weight;            /* (n_edges) routes that take it so far */
  guint32 *choice;            /* (S) edge that each switch of the wave but the first takes */
  guint64 *through;           /* (S) routes from a switch and through it, of those added last */
  guint64 *sum;               /* (S) of weights to the destination */
} DlFabricLightest;

void dl_fabric_lightest_init (DlFabricLightest *lightest, const DlFabricGraph *graph);
void dl_fabric_lightest_clear (DlFabricLightest *lightest);
/* From each switch that wave reaches, of its shortest routes the one with the least sum of weights;
 * of equal ones, that by the lowest port. */
void dl_fabric_lightest_choose (DlFabricLightest *lightest);
/* Add what was chosen to the weights: as many routes from each switch as there are sources at it,
 * @times each. */
void dl_fabric_lightest_add (DlFabricLightest *lightest, guint times);
/* What was chosen as a row (S) of a table; other entries stay. */
void dl_fabric_lightest_set_ports (const DlFabricLightest *lightest, guint8 *row);

G_END_DECLS

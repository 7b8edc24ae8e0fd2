/* Shared by tests of dateline positions: each position evaluated by itself. */
#pragma once

#include "oracle.h"
#include "test-rounds.h"

#define DATELINES_N_SCENARIOS TEST_ROUNDS (150)

/* A position and its figures, found out without the search. */
typedef struct
{
  int dateline[3];
  guint64 undelivered, illegal;
  gboolean cyclic;
  double balance;
  int edge;  /* 0: one-plane region, 1: edge, 2: inside */
  int moved; /* datelines that are elsewhere now */
} PlainDatelines;

/* PlainDatelines of all positions, the best first; the datelines of now are those of @at. */
GArray *datelines_rank_plainly (const OracleTorus *torus, DlTorusRoutes *at,
                                const DlDemand *demand);
/* Is the network small enough for that? */
gboolean datelines_are_few (const OracleTorus *torus);
DlDemand *datelines_demand (const DlTorusNetwork *network, const char *pattern, guint64 seed);

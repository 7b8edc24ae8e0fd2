/* Loads of a fabric's routes, found by walking every pair step by step: the oracle of the analysis,
 * which shares no code with it. */
#pragma once

#include "dl-fabric-analysis.h"

typedef struct
{
  guint n_layers, n_channels;
  double *load;    /* (n_layers x n_channels) */
  guint8 *follows; /* (n_layers x n_channels x n_channels) gboolean */
  guint64 n_pairs, n_unreachable;
  double weight, hops;
  guint max_hops;
} Naive;

/* @flows: NULL: uniform. @share: of packets that take the detours which they may. */
Naive *naive_new (const DlFabricRoutes *routes, const GArray *flows, double share);
void naive_free (Naive *naive);
/* Length of a shortest cycle of a layer, 0: there is none. */
guint naive_cycle (const Naive *naive, guint layer);
/* Hops between all switches over what works (n_switches x n_switches), G_MAXUINT: not reached. */
guint *naive_hops (const DlFabric *fabric);

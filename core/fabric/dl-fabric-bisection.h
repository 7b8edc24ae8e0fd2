/* Effective bisection bandwidth (Hoefler, Schneider & Lumsdaine, Multistage switches are not
 * crossbars, CLUSTER 2008). */
#pragma once

#include "dl-fabric-routes.h"

G_BEGIN_DECLS

typedef struct
{
  double mean;      /* share of a cable's bandwidth that a pair gets; 0 for pairs that are lost */
  double least, sd; /* of the means of bisections */
  double half;      /* of the 95% interval of the mean, by Student's t; NAN for one bisection */
  guint n_trials;   /* bisections */
} DlFabricBisection;

/* @n_trials times: the working hosts, but one if their number is odd, are halved at random, each
 * host of one half sends to one of the other, all at the same time; a pair gets 1 over the number
 * of packets on the busiest channel of its route, those of hosts included. Where packets choose,
 * each draws its route. FALSE if canceled. */
gboolean dl_fabric_bisection (const DlFabricRoutes *routes, guint n_trials, guint64 seed,
                              DlFabricBisection *bisection, GCancellable *cancellable);

G_END_DECLS

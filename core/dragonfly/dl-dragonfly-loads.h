/* Exact expected packets on each link and virtual channel of a dragonfly, minimal or Valiant, and
 * the throughput that follows (manual, dragonfly). No randomness: each choice of a route counts
 * with its probability. */
#pragma once

#include "dl-dragonfly-demand.h"
#include "dl-dragonfly-routes.h"
#include "dl-findings.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* Rates of links and nodes. */
typedef struct
{
  double class_GBps[DL_N_LINK_CLASSES]; /* raw, one direction */
  double efficiency;                    /* payload of what a link carries */
  double injection_GBps;                /* payload of a node at load 1 */
  gboolean alike; /* of the input-queued router: whatever these say, links and nodes carry a flit
                     per cycle each */
} DlDragonflyRates;

/* Raw, of a link of @class and of a node at load 1, in the same unit. */
static inline double
dl_dragonfly_link_rate (const DlDragonflyRates *rates, guint class)
{
  return rates->alike ? 1 : rates->class_GBps[class];
}

static inline double
dl_dragonfly_node_rate (const DlDragonflyRates *rates)
{
  return rates->alike ? 1 : rates->injection_GBps / rates->efficiency;
}

/* Green and black 5.25 GB/s, blue 4.6875 GB/s, 64% payload, 10 GB/s per node (manual,
 * dragonfly). */
DlDragonflyRates dl_dragonfly_rates_default (void);
/* The same of an Aries network. Of a generic one, in flits/cycle: 1 of each link and node, all of
 * it payload. */
DlDragonflyRates dl_dragonfly_rates_for (const DlDragonfly *dragonfly);

typedef struct
{
  guint links;      /* working, each direction */
  double load_mean; /* packets a working link; NAN if there are none */
  double load_max;  /* NAN if there are none */
  guint32 busiest;  /* the first link with that; G_MAXUINT32 without packets */
} DlLinkClassStats;

/* Immutable once built. */
typedef struct
{
  DlDragonflyRoutes *routes;
  gboolean nonminimal;
  double *vc_load; /* (n_links x DL_DRAGONFLY_VCS) packets of delivered pairs */
  double **beside; /* private */
  guint64 pairs;   /* ordered pairs of working nodes with weight */
  guint64 unreachable_pairs;
  DlPairCounts all;    /* of all ordered pairs of working nodes, whatever the demand */
  double delivered;    /* packets */
  double hops_mean;    /* of delivered packets, between routers; NAN if there are none */
  guint hops_max;      /* of any route that a pair with weight may take */
  double node_packets; /* of the node that sends the most */
  DlLinkClassStats classes[DL_N_LINK_CLASSES];
} DlDragonflyLoads;

/* Minimal, each pair of nodes on the one route that its hash takes in a simulation with @seed. Only
 * of a demand pair by pair with at most four pairs for each node, on average. */
gboolean dl_dragonfly_loads_can_hash (const DlDragonflyDemand *demand);
DlDragonflyLoads *dl_dragonfly_loads_new_hashed (DlDragonflyRoutes *routes,
                                                 const DlDragonflyDemand *demand, guint64 seed);
/* NULL-safe. */
void dl_dragonfly_loads_free (DlDragonflyLoads *loads);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlDragonflyLoads, dl_dragonfly_loads_free)

static inline double
dl_dragonfly_link_load (const DlDragonflyLoads *loads, guint link)
{
  const double *load = loads->vc_load + (gsize) link * DL_DRAGONFLY_VCS;

  return load[0] + load[1] + load[2] + load[3];
}

/* Bound of the busiest link on the node that sends the most: raw GB/s on the links, INFINITY
 * without traffic. @link (nullable) gets that link. */
double dl_dragonfly_loads_bound_GBps (const DlDragonflyLoads *loads, const DlDragonflyRates *rates,
                                      guint *link);

G_END_DECLS

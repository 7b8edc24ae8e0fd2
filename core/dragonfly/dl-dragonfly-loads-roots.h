/* How many hops routes between groups have, over all pairs of routers and all roots that fit (model
 * 5). No randomness: each choice of a route counts with its probability. */
#pragma once

#include "dl-dragonfly-routes.h"

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct
{
  double minimal[DL_DRAGONFLY_MAX_HOPS + 1];    /* share of the packets with so many hops */
  double nonminimal[DL_DRAGONFLY_MAX_HOPS + 1]; /* of those through roots; all 0 without any */
  guint spread; /* the most that two minimal routes of one pair differ by, hops */
} DlDragonflyLengths;

/* Lengths under uniform traffic between different groups, on minimal routes. FALSE if canceled. */
gboolean dl_dragonfly_lengths (const DlDragonflyRoutes *routes, DlDragonflyLengths *lengths,
                               GCancellable *cancellable);

G_END_DECLS

/* How many packets take each leg: routes for one destination soon run together, so that a leg is
 * followed once for all sources that share it. */
#pragma once

#include <gio/gio.h>

#include "dl-pattern.h"
#include "dl-progress.h"
#include "dl-routes.h"

G_BEGIN_DECLS

/* @packets of the demand, a packet a pair whatever its weight, all of which arrive, take @leg
 * towards @dest. */
typedef void (*DlWeightedLegFunc) (const DlLeg *leg, guint dest, guint packets, gpointer data);

/* Hands each leg that packets take to @func, destination by destination in ascending order; each
 * once for every way in which it can be entered. @progress is nullable. FALSE if canceled. */
gboolean dl_leg_weights_foreach (const DlRoutes *routes, const DlDemand *demand,
                                 DlWeightedLegFunc func, gpointer data, DlProgressFunc progress,
                                 gpointer progress_data, GCancellable *cancellable);

G_END_DECLS

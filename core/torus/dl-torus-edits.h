/* Edits of a torus that need more than one key, or a look at the network. */
#pragma once

#include "dl-edit.h"
#include "dl-torus-scenario.h"

G_BEGIN_DECLS

/* New radices or wraps: datelines at k - 1 stay there, others are moved inside; faults and a target
 * that the new shape does not have go (a target that the pattern needs is moved inside). */
GPtrArray *dl_edits_reshape (const DlScenario *scenario, const guint radix[DL_N_DIMS],
                             const gboolean wrap[DL_N_DIMS]);
/* Break a cable (or only one direction, or a node), or restore it if it is broken; restoring one
 * also takes it out of whichever list holds it (one direction of a broken cable: the other one
 * stays broken). No edits for a link or node that is not in the network. */
GPtrArray *dl_edits_toggle_link (const DlScenario *scenario, DlLinkAt link, gboolean one_direction);
GPtrArray *dl_edits_toggle_node (const DlScenario *scenario, DlCoord node);

G_END_DECLS

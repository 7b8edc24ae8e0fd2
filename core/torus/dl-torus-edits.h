/* Edits of a torus that need more than one key, or a look at the network. */
#pragma once

#include "dl-edit.h"
#include "dl-torus-scenario.h"

G_BEGIN_DECLS

/* New radices or wraps: datelines at k - 1 stay there, others are moved inside; faults and a target
 * that the new shape does not have go (a target that the pattern needs is moved inside). */
GPtrArray *dl_torus_edits_reshape (const DlScenario *scenario, const guint radix[DL_TORUS_N_DIMS],
                                   const gboolean wrap[DL_TORUS_N_DIMS]);
/* Datelines in the words of files. Free with g_free. */
char *dl_datelines_text (const gint position[DL_TORUS_N_DIMS]);

G_END_DECLS

/* Edits of a dragonfly that need more than one key. */
#pragma once

#include "dl-dragonfly-scenario.h"
#include "dl-edit.h"

G_BEGIN_DECLS

/* DlFamily's reshape. Reduces a number of cables that is too large. Removes faults, target and
 * placement that the new shape does not have. A value that the check will refuse is the only edit.
 */
GPtrArray *dl_edits_reshape_dragonfly (const DlScenario *scenario, const DlField *field,
                                       const char *value, char **label);

G_END_DECLS

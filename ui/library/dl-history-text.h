/* The states of a history in words. */
#pragma once

#include "dl-history.h"

G_BEGIN_DECLS

/* "Step 12 of 40: Broke the cable X+ of (3,4,5), 14:05", and whether it was undone. @position as in
 * dl_history_scenario_at. */
char *dl_history_describe (const DlHistory *history, guint position);

G_END_DECLS

/* The page on differences between A, the scenario, and B, the pin: the links that changed most, and
 * values of the whole network. */
#pragma once

#include "dl-pane.h"

G_BEGIN_DECLS

#define DL_TYPE_DIFFERENCE_PANE (dl_difference_pane_get_type ())
G_DECLARE_FINAL_TYPE (DlDifferencePane, dl_difference_pane, DL, DIFFERENCE_PANE, DlPane)

/* All of it as CSV, with lines after "#" that say what A and B are, as its Copy button copies it;
 * NULL while nothing is pinned. Free with g_free. */
char *dl_difference_pane_to_csv (DlDifferencePane *self);

G_END_DECLS

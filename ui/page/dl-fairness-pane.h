/* How evenly the simulated network serves its sources: a chart, Jain's index, and each source in a
 * table. It follows the simulation. */
#pragma once

#include "dl-pane.h"

G_BEGIN_DECLS

#define DL_TYPE_FAIRNESS_PANE (dl_fairness_pane_get_type ())
G_DECLARE_FINAL_TYPE (DlFairnessPane, dl_fairness_pane, DL, FAIRNESS_PANE, DlPane)

GtkWidget *dl_fairness_pane_new (DlView *view);

G_END_DECLS

/* Measured: the counters of a real machine beside what is computed for the scenario. */
#pragma once

#include "dl-pane.h"

G_BEGIN_DECLS

#define DL_TYPE_MEASURED_PANE (dl_measured_pane_get_type ())
G_DECLARE_FINAL_TYPE (DlMeasuredPane, dl_measured_pane, DL, MEASURED_PANE, DlPane)

GtkWidget *dl_measured_pane_new (DlView *view);

G_END_DECLS

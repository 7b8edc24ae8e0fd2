/* The page of evidence about the live simulation: what it counts, its latency, its charts. */
#pragma once

#include "dl-pane.h"

G_BEGIN_DECLS

#define DL_TYPE_SIMULATION_PANE (dl_simulation_pane_get_type ())
G_DECLARE_FINAL_TYPE (DlSimulationPane, dl_simulation_pane, DL, SIMULATION_PANE, DlPane)

GtkWidget *dl_simulation_pane_new (DlView *view);

G_END_DECLS

/* Arbitration: which grants go by age, how fast packets age, and the bias of each hop; beside the
 * age clock, the equations' recommendation. */
#pragma once

#include "dl-settings.h"

G_BEGIN_DECLS

#define DL_TYPE_ARBITRATION_PANEL (dl_arbitration_panel_get_type ())
G_DECLARE_FINAL_TYPE (DlArbitrationPanel, dl_arbitration_panel, DL, ARBITRATION_PANEL, DlSettings)

/* The age bias of each input port: four values, or seven where directions are told apart. */

#define DL_TYPE_BIAS_GRID (dl_bias_grid_get_type ())
G_DECLARE_FINAL_TYPE (DlBiasGrid, dl_bias_grid, DL, BIAS_GRID, DlSettings)

/* The field of an input port. */
GtkWidget *dl_bias_grid_get_field (DlBiasGrid *self, guint port);

G_END_DECLS

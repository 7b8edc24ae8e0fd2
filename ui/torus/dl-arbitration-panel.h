/* Arbitration: which grants go by age, how fast packets age, and what is added at each hop; beside
 * the age clock, what the equations expect of it. */
#pragma once

#include "dl-settings.h"

G_BEGIN_DECLS

#define DL_TYPE_ARBITRATION_PANEL (dl_arbitration_panel_get_type ())
G_DECLARE_FINAL_TYPE (DlArbitrationPanel, dl_arbitration_panel, DL, ARBITRATION_PANEL, DlSettings)

G_END_DECLS

/* Who sends to whom, and how much. */
#pragma once

#include "dl-settings.h"

G_BEGIN_DECLS

#define DL_TYPE_TRAFFIC_PANEL (dl_traffic_panel_get_type ())
G_DECLARE_FINAL_TYPE (DlTrafficPanel, dl_traffic_panel, DL, TRAFFIC_PANEL, DlSettings)

GtkWidget *dl_traffic_panel_new (void);

G_END_DECLS

/* Traffic: pattern, offered load. */
#pragma once

#include "dl-settings.h"

G_BEGIN_DECLS

#define DL_TYPE_TRAFFIC_PANEL (dl_traffic_panel_get_type ())
G_DECLARE_FINAL_TYPE (DlTrafficPanel, dl_traffic_panel, DL, TRAFFIC_PANEL, DlSettings)

GtkWidget *dl_traffic_panel_new (void);

/* How much is sent: offered load, packets, bursts, responses. Part of the card of the traffic. */

#define DL_TYPE_LOAD_BOX (dl_load_box_get_type ())
G_DECLARE_FINAL_TYPE (DlLoadBox, dl_load_box, DL, LOAD_BOX, DlSettings)

G_END_DECLS

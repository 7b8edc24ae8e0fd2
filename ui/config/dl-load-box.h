/* How much is sent: offered load, packets, bursts, responses. Part of the card of the traffic. */
#pragma once

#include "dl-settings.h"

G_BEGIN_DECLS

#define DL_TYPE_LOAD_BOX (dl_load_box_get_type ())
G_DECLARE_FINAL_TYPE (DlLoadBox, dl_load_box, DL, LOAD_BOX, DlSettings)

GtkWidget *dl_load_box_new (void);

G_END_DECLS

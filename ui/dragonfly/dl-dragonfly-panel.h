/* The configuration of a dragonfly: topology, routing, faults, traffic, router and simulation. */
#pragma once

#include "dl-settings.h"
#include "dl-view.h"

G_BEGIN_DECLS

#define DL_TYPE_DRAGONFLY_PANEL (dl_dragonfly_panel_get_type ())
G_DECLARE_FINAL_TYPE (DlDragonflyPanel, dl_dragonfly_panel, DL, DRAGONFLY_PANEL, DlSettings)

/* A panel for the session of @view. */
GtkWidget *dl_dragonfly_panel_new (DlView *view);

/* The cabling of a machine: open it, its summary, its irregular lines, and back to the generated
 * network. Part of the card of the topology. */

#define DL_TYPE_MACHINE_BOX (dl_machine_box_get_type ())
G_DECLARE_FINAL_TYPE (DlMachineBox, dl_machine_box, DL, MACHINE_BOX, DlSettings)

G_END_DECLS

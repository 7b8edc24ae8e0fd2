/* The cabling of a machine: open it, what it holds, what is irregular in it, and the way back to
 * the generated network. Part of the card of the topology. */
#pragma once

#include "dl-settings.h"

G_BEGIN_DECLS

#define DL_TYPE_MACHINE_BOX (dl_machine_box_get_type ())
G_DECLARE_FINAL_TYPE (DlMachineBox, dl_machine_box, DL, MACHINE_BOX, DlSettings)

GtkWidget *dl_machine_box_new (void);

G_END_DECLS

/* Settings of a fabric: its structure and sizes, or a machine's own files, and its routing. */
#pragma once

#include "dl-settings.h"

G_BEGIN_DECLS

GtkWidget *dl_fabric_box_new (void);

G_END_DECLS

/* The shape of a dragonfly: groups, chassis, blades and cables; or a, p and h of a generic one; or
 * the cabling of a machine. */
#pragma once

#include "dl-settings.h"

G_BEGIN_DECLS

#define DL_TYPE_SHAPE_BOX (dl_shape_box_get_type ())
G_DECLARE_FINAL_TYPE (DlShapeBox, dl_shape_box, DL, SHAPE_BOX, DlSettings)

GtkWidget *dl_shape_box_new (void);

G_END_DECLS

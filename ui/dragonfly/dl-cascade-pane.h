/* A page of evidence: the Cascade paper's configuration arithmetic for a dragonfly, and what the
 * machine can grow to without rewiring. */
#pragma once

#include "dl-pane.h"

G_BEGIN_DECLS

#define DL_TYPE_CASCADE_PANE (dl_cascade_pane_get_type ())
G_DECLARE_FINAL_TYPE (DlCascadePane, dl_cascade_pane, DL, CASCADE_PANE, DlPane)

GtkWidget *dl_cascade_pane_new (DlView *view);

G_END_DECLS

/* A page of evidence: the Cascade paper's configuration arithmetic for a dragonfly, and what the
 * machine can grow to without rewiring. */
#pragma once

#include "dl-cascade-model.h"
#include "dl-pane.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define DL_TYPE_CASCADE_PANE (dl_cascade_pane_get_type ())
G_DECLARE_FINAL_TYPE (DlCascadePane, dl_cascade_pane, DL, CASCADE_PANE, DlPane)

GtkWidget *dl_cascade_pane_new (DlView *view);

/* The Cascade's configuration arithmetic, a row each: its name, its value, and where that is
 * different the value in the current network. */

#define DL_TYPE_CASCADE_LIST (dl_cascade_list_get_type ())
G_DECLARE_FINAL_TYPE (DlCascadeList, dl_cascade_list, DL, CASCADE_LIST, GtkBox)

G_END_DECLS

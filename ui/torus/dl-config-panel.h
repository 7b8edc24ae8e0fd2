/* The configuration: everything about the scenario that is set by controls, in groups. Each takes
 * effect while it is being moved; the steps of one movement are one undo step. */
#pragma once

#include "dl-session.h"
#include "dl-view.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define DL_TYPE_CONFIG_PANEL (dl_config_panel_get_type ())
G_DECLARE_FINAL_TYPE (DlConfigPanel, dl_config_panel, DL, CONFIG_PANEL, GtkWidget)

/* Properties:
 *   session (DlSession)  what the controls show and edit; may be NULL
 * Activates win.break-random and win.restore-all. What the session refuses is told by its "failed";
 * the control goes back to what the session has. */

GtkWidget *dl_config_panel_new (DlSession *session);

/* The slider that moves the cut of an isometric map. */

GtkWidget *dl_cut_scale_new (DlView *view);

G_END_DECLS

/* Break at random: how many, of what, drawn with which seed. */
#pragma once

#include "dl-session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define DL_TYPE_RANDOM_DIALOG (dl_random_dialog_get_type ())
G_DECLARE_FINAL_TYPE (DlRandomDialog, dl_random_dialog, DL, RANDOM_DIALOG, GtkWindow)

/* A modal window over @parent that breaks cables, nodes or other parts of @session's network as one
 * step. The last choice is there again if the settings' schema is installed. */
GtkWindow *dl_random_dialog_present (GtkWindow *parent, DlSession *session);

G_END_DECLS

/* Disk use of the library, scenario by scenario, and cleaning up. */
#pragma once

#include "dl-library.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define DL_TYPE_SPACE_DIALOG (dl_space_dialog_get_type ())
G_DECLARE_FINAL_TYPE (DlSpaceDialog, dl_space_dialog, DL, SPACE_DIALOG, GtkWindow)

GtkWindow *dl_space_dialog_present (GtkWindow *parent, DlLibrary *library);

G_END_DECLS

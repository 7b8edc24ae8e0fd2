/* The library: every scenario that was kept, to find, open, rename, duplicate and delete. */
#pragma once

#include "dl-session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define DL_TYPE_LIBRARY_VIEW (dl_library_view_get_type ())
G_DECLARE_FINAL_TYPE (DlLibraryView, dl_library_view, DL, LIBRARY_VIEW, GtkWidget)

/* Properties:
 *   session (DlSession)  whose library is shown and which opens what is chosen
 * Signals:
 *   done ()                             something was opened, or the user wants no more
 *   deleted (int64 id, string name)     to tell with an Undo: dl_library_unremove
 * Activates win.open-file and win.save-copy. */

GtkWidget *dl_library_view_new (DlSession *session);

/* A modal window that holds one, with toasts of its own. @parent has the actions above. */
GtkWindow *dl_library_window_present (GtkWindow *parent, DlSession *session);

G_END_DECLS

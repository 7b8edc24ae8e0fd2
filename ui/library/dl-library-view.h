/* The library: every scenario that was kept, to find, open, rename, duplicate and delete, with its
 * tags, its note and its results. */
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
 *   sweep-removed (int64 id, string what)  likewise: dl_library_unhide_sweep
 *   told (string message)               something to tell the user in passing
 * Activates win.new, win.open-file and win.save-copy; win.sweep-open and win.compare-scenario of an
 * int64 id; win.compare-run of that of a run and a string, how it differs from its scenario. */

GtkWidget *dl_library_view_new (DlSession *session);

/* Import the library @file into the library; told by a toast of the window. */
void dl_library_view_import (DlLibraryView *self, GFile *file);

/* A modal window that holds one, with toasts of its own. @parent has the actions above. */
GtkWindow *dl_library_window_present (GtkWindow *parent, DlSession *session);

G_END_DECLS

/* Scenarios with all their results from the library into a file, and back: off the main loop, with
 * a window that says so and can stop it if it takes its time. */
#pragma once

#include "dl-library.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Error, for the user; not called for stopped work, or if @owner, a GObject, has gone. */
typedef void (*DlTransferFailed) (gpointer owner, const char *message);

/* The one scenario that was in the file is @id here. */
typedef void (*DlTransferOpen) (gpointer owner, gint64 id);

/* Is @file what @library (nullable) has open, or its log, under whatever name? A toast of @parent
 * then says so. To be asked before anything else opens it: closing it again would take away the
 * locks that SQLite holds on it for the whole program. */
gboolean dl_transfer_refuse_open_library (GtkWindow *parent, DlLibrary *library, GFile *file);

/* Results are told by a toast of @parent. Work belongs to @parent: when that is closed, it is
 * stopped. */
void dl_transfer_export (GtkWindow *parent, DlLibrary *library, gint64 id, GFile *file,
                         DlTransferFailed failed, gpointer owner);
/* @open (nullable) is for a file of one scenario, to show what came. */
void dl_transfer_import (GtkWindow *parent, DlLibrary *library, GFile *file,
                         DlTransferFailed failed, DlTransferOpen open, gpointer owner);

/* A name for the file of a scenario of that name; free with g_free. */
char *dl_transfer_file_name (const char *scenario_name);
/* For dialogs that choose such a file; the caller owns it. */
GtkFileFilter *dl_transfer_filter (void);

G_END_DECLS

/* A scenario of the library as it is listed. */
#pragma once

#include <gio/gio.h>

#include "dl-store-thread.h"

G_BEGIN_DECLS

#define DL_TYPE_LIBRARY_ITEM (dl_library_item_get_type ())
G_DECLARE_FINAL_TYPE (DlLibraryItem, dl_library_item, DL, LIBRARY_ITEM, GObject)

/* Properties, read-only: id (int64), name, summary (string), modified-us (int64, wall clock),
 * thumbnail (GBytes, a PNG; NULL until it is there: reading it asks for it), tags (GStrv, in the
 * order of their letters), n-runs, n-sweeps (uint). */
gint64 dl_library_item_get_id (DlLibraryItem *self);
const char *dl_library_item_get_name (DlLibraryItem *self);
const char *dl_library_item_get_summary (DlLibraryItem *self);
gint64 dl_library_item_get_modified_us (DlLibraryItem *self);
GBytes *dl_library_item_get_thumbnail (DlLibraryItem *self);
const char *const *dl_library_item_get_tags (DlLibraryItem *self);
guint dl_library_item_get_n_runs (DlLibraryItem *self);
guint dl_library_item_get_n_sweeps (DlLibraryItem *self);

/* Current state of @entry; its thumbnail is asked of @thread. */
DlLibraryItem *dl_library_item_new (DlStoreThread *thread, const DlStoreEntry *entry);
/* The thread is about to go: it is asked for nothing any more. */
void dl_library_item_forget_thread (DlLibraryItem *self);

G_END_DECLS

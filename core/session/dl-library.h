/* The library as a list to show: a GListModel of DlLibraryItem over the store's thread. */
#pragma once

#include "dl-library-item.h"

G_BEGIN_DECLS

#define DL_TYPE_LIBRARY (dl_library_get_type ())
G_DECLARE_FINAL_TYPE (DlLibrary, dl_library, DL, LIBRARY, GObject)

/* Properties:
 *   search (string)   read-write: words to look for; the list follows
 *   tag (string)      read-write: only scenarios that have it; NULL: all
 *   problem (string)  why the library cannot be read or written, or NULL
 * Signals:
 *   failed (string message)  something asked for could not be done
 *   notice (string message)  something worth knowing, e.g. that an older library was migrated
 *   replaced (string message)  another file has taken the library's place, which now is the
 * library; even while closing results-changed ()       sweeps or runs have come or gone, or what of
 * them is hidden
 */

/* @path NULL: dl_store_default_path. Nothing waits for the disk. */
DlLibrary *dl_library_new (const char *path);
/* Where its database is. */
const char *dl_library_get_path (DlLibrary *self);
/* Another list of the same library, with a search of its own; empty until it is refreshed. It is
 * closed with @library. */
DlLibrary *dl_library_new_list (DlLibrary *library);
/* Finish writing and close; waits for it. FALSE if something could not be saved. Every DlLibrary is
 * closed before its last reference goes. */
gboolean dl_library_close (DlLibrary *self, GError **error);

DlStoreThread *dl_library_get_thread (DlLibrary *self);
const char *dl_library_get_search (DlLibrary *self);
void dl_library_set_search (DlLibrary *self, const char *search);
const char *dl_library_get_tag (DlLibrary *self);
void dl_library_set_tag (DlLibrary *self, const char *tag);
const char *dl_library_get_problem (DlLibrary *self);
/* Read the list again. */
void dl_library_refresh (DlLibrary *self);
/* Read the list and results again if another program has changed the library since this was last
 * asked. */
void dl_library_look_elsewhere (DlLibrary *self);

/* Each refreshes the list when it is done. */
void dl_library_rename (DlLibrary *self, gint64 id, const char *name);
void dl_library_duplicate (DlLibrary *self, gint64 id);
/* Hidden, not gone: dl_library_unremove brings it back. */
void dl_library_remove (DlLibrary *self, gint64 id);
void dl_library_unremove (DlLibrary *self, gint64 id);
void dl_library_add_tag (DlLibrary *self, gint64 id, const char *tag);
void dl_library_remove_tag (DlLibrary *self, gint64 id, const char *tag);

/* Hide a sweep, which is deleted when dl_library_delete_hidden says so, or the library closes. A
 * program that is ended by force has lost nothing. */
void dl_library_hide_sweep (DlLibrary *self, gint64 sweep_id);
void dl_library_unhide_sweep (DlLibrary *self, gint64 sweep_id);
gboolean dl_library_is_hidden (DlLibrary *self, gint64 sweep_id);
void dl_library_delete_hidden (DlLibrary *self);
/* Results have come or gone: what shows them, and the list, are read again. */
void dl_library_results_changed (DlLibrary *self);

/* @png is kept with the scenario. */
void dl_library_set_thumbnail (DlLibrary *self, gint64 id, GBytes *png);

G_END_DECLS

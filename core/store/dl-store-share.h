/* Scenarios with all that belongs to them from one library into another: into a file of their own
 * to be carried elsewhere, and back. Such a file is a library itself. */
#pragma once

#include "dl-store.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* Scenario @id with history, tags, note, sweeps, runs and recordings, as a library of its own at
 * @path, which appears whole or not at all, and never in the place of @store or of a library in
 * use. Thumbnails stay behind: they are made again. Errors: those of dl-store.h, about either
 * library; G_IO_ERROR_CANCELLED. */
gboolean dl_store_export (DlStore *store, gint64 id, const char *path, GCancellable *cancellable,
                          GError **error);

/* Does the file begin like a library? By its content, whatever its name. */
gboolean dl_store_is_library (const char *path);

/* How much was new. */
typedef struct
{
  guint n_scenarios, n_sweeps, n_runs;
  gint64 first;     /* the number here of the first scenario in the file; 0: there is none */
  GPtrArray *names; /* char *: of all scenarios in the file, as they are called here */
} DlStoreImported;

void dl_store_imported_clear (DlStoreImported *imported);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (DlStoreImported, dl_store_imported_clear)

/* Everything in the library @path, which may come from anybody: nothing of it is believed before it
 * has been looked at, and all of it comes or nothing. A scenario that is there already (the same
 * name and values) gets the sweeps, runs, recordings and tags that it lacks, and a note if it had
 * none; one whose name is another's gets a number. Runs that are there stay. @imported must be
 * cleared. Errors: those of dl-store.h; OPEN, NEWER and DAMAGED about either library. */
gboolean dl_store_import (DlStore *store, const char *path, GCancellable *cancellable,
                          DlStoreImported *imported, GError **error);

/* Remarks on a scenario of the library: tags and a note. Not edits: they are not part of the
 * scenario. They are searched by dl_store_list. */

#define DL_STORE_MAX_TAG_CHARS  64
#define DL_STORE_MAX_NOTE_BYTES (1024 * 1024)

/* In the order of their letters. */
GStrv dl_store_tags (DlStore *store, gint64 id, GError **error);
/* "" if there is none. */
char *dl_store_note (DlStore *store, gint64 id, GError **error);
/* All tags of the library, each once. */
GStrv dl_store_all_tags (DlStore *store, GError **error);

/* Each of these is one transaction and durable when it returns TRUE. Errors: those of dl-store.h;
 * VALUE for a tag that is empty, too long or of more than one line, and for a note that is too
 * long. */

/* Tags that differ in case alone are the same; the last one's case stays. */
gboolean dl_store_add_tag (DlStore *store, gint64 id, const char *tag, GError **error);
/* No error if it has no such tag. */
gboolean dl_store_remove_tag (DlStore *store, gint64 id, const char *tag, GError **error);
/* "": none. */
gboolean dl_store_set_note (DlStore *store, gint64 id, const char *note, GError **error);

G_END_DECLS

/* The library: scenarios with their edit log in SQLite. The only place that speaks SQL. Not
 * thread-safe: a store belongs to one thread (dl-store-thread.h gives it one). */
#pragma once

#include <gio/gio.h>

#include "dl-store-error.h"
#include "dl-store-write.h"

G_BEGIN_DECLS

typedef struct _DlStore DlStore;

/* Entry of a list. */
typedef struct
{
  gint64 id;
  char *name;
  char *summary; /* in the user's language: "11x12x16 torus · Output crossing · 1 fault" */
  gint64 created_us;
  gint64 modified_us;
  gint64 opened_us; /* 0: never */
  guint n_steps;
  GStrv tags;   /* in the order of their letters */
  guint n_runs; /* that are the scenario's own */
  guint n_sweeps;
} DlStoreEntry;

void dl_store_entry_free (DlStoreEntry *entry);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlStoreEntry, dl_store_entry_free)

/* A scenario in its last state. */
typedef struct
{
  gint64 id;
  gint64 revision; /* for the first dl_store_change_new */
  DlScenario *scenario;
  DlHistory *history; /* sealed: the next step starts a new one */
  char *warning;      /* notice to the user on damage that could be mended, or NULL */
} DlStoreRecord;

void dl_store_record_free (DlStoreRecord *record);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlStoreRecord, dl_store_record_free)

/* $XDG_DATA_HOME/dateline/library.db */
char *dl_store_default_path (void);

/* Open or create, with the folder; migrates an older library after a backup beside it. Errors:
 * OPEN, NEWER, READ_ONLY, FULL, LOCKED. */
DlStore *dl_store_open (const char *path, GError **error);
/* Open for reading only; never creates or migrates. NOT_FOUND if there is no library,
 * OLDER for one that must be migrated first. */
DlStore *dl_store_open_read_only (const char *path, GError **error);
void dl_store_close (DlStore *store);
/* After what it was opened for has failed: closing removes a library that this store has made if
 * nothing is in it. */
void dl_store_drop_unused (DlStore *store);
/* The same; returns what the user should know: that another file has taken the library's place, and
 * where what it held is (dl_database_leave). NULL: nothing. Free with g_free. */
char *dl_store_leave (DlStore *store);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlStore, dl_store_close)

/* Is the file gone or another one since? Nothing can be saved any more then; open it again. */
gboolean dl_store_has_moved (DlStore *store);
/* After its file was removed: the whole library at its path again, in a new file; then close this
 * one and open that. */
gboolean dl_store_restore (DlStore *store, GError **error);
/* Notice for the user about opening it ("was brought up to date, a copy is in ..."), or NULL. */
const char *dl_store_notice (DlStore *store);

/* Last modified first; @search (nullable): words, each of which name, summary, note or a tag must
 * contain in whatever case. GPtrArray of DlStoreEntry. @warning (nullable) gets NULL, or what to
 * tell the user if damage keeps some scenarios from being listed. */
GPtrArray *dl_store_list (DlStore *store, const char *search, char **warning, GError **error);
/* The scenario of that name (if there is none, the one with that number). NOT_FOUND, AMBIGUOUS. */
gboolean dl_store_find (DlStore *store, const char *name, gint64 *id, GError **error);
/* The scenario opened last, or 0. */
gint64 dl_store_last_opened (DlStore *store);
/* Has another instance written since this was last asked? */
gboolean dl_store_changed_elsewhere (DlStore *store);

/* NOT_FOUND; DAMAGED if this scenario cannot be read; NEWER if a newer version wrote it. */
DlStoreRecord *dl_store_load (DlStore *store, gint64 id, GError **error);
/* PNG; NULL without an error if there is none. */
GBytes *dl_store_thumbnail (DlStore *store, gint64 id, GError **error);

/* Each of these is one transaction and durable when it returns TRUE, and changes nothing when it
 * returns FALSE. All may give READ_ONLY, FULL, LOCKED and DAMAGED; those with an @id NOT_FOUND. */

gboolean dl_store_add (DlStore *store, const DlScenario *scenario, gint64 *id, GError **error);
/* CONFLICT if the scenario is no longer at the state that @change was made from. */
gboolean dl_store_write (DlStore *store, const DlStoreChange *change, GError **error);
/* A step of the scenario's history. Not for one that is open: there, an edit of its own. */
gboolean dl_store_rename (DlStore *store, gint64 id, const char *name, GError **error);
/* The state of @id as a new scenario without history. @name NULL: "... (copy)". */
gboolean dl_store_duplicate (DlStore *store, gint64 id, const char *name, gint64 *copy_id,
                             GError **error);
/* Hidden from the list, kept until dl_store_purge; may not be loaded or written meanwhile. */
gboolean dl_store_remove (DlStore *store, gint64 id, GError **error);
gboolean dl_store_unremove (DlStore *store, gint64 id, GError **error);
/* Deletes for good the scenarios removed before @before_us. */
gboolean dl_store_purge (DlStore *store, gint64 before_us, GError **error);
/* @png NULL: none. */
gboolean dl_store_set_thumbnail (DlStore *store, gint64 id, GBytes *png, GError **error);
gboolean dl_store_mark_opened (DlStore *store, gint64 id, GError **error);

G_END_DECLS

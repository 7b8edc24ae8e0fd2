/* The library: scenarios with their edit log in SQLite. The only place that speaks SQL. Not
 * thread-safe: a store belongs to one thread (dl-store-thread.h gives it one). */
#pragma once

#include <gio/gio.h>

#include "dl-history.h"

G_BEGIN_DECLS

typedef enum
{
  DL_STORE_ERROR_OPEN,       /* not a database, damaged, no permission */
  DL_STORE_ERROR_NEWER,      /* made by a newer version of the program */
  DL_STORE_ERROR_READ_ONLY,
  DL_STORE_ERROR_FULL,       /* the disk */
  DL_STORE_ERROR_LOCKED,     /* another instance holds it */
  DL_STORE_ERROR_CONFLICT,   /* another instance changed this scenario meanwhile */
  DL_STORE_ERROR_NOT_FOUND,
  DL_STORE_ERROR_DAMAGED,    /* this scenario's record is no good; the others are */
  DL_STORE_ERROR_FAILED
} DlStoreError;

#define DL_STORE_ERROR (dl_store_error_quark ())
GQuark dl_store_error_quark (void);

typedef struct _DlStore DlStore;

/* What a list shows. */
typedef struct
{
  gint64 id;
  char *name;
  char *summary;        /* "11x12x16 torus, output-crossing, 1 fault" */
  gint64 created_us;
  gint64 modified_us;
  gint64 opened_us;     /* 0: never */
  guint n_steps;
  GBytes *thumbnail;    /* PNG, or NULL */
} DlStoreEntry;

void dl_store_entry_free (DlStoreEntry *entry);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlStoreEntry, dl_store_entry_free)

/* $XDG_DATA_HOME/dateline/library.db */
char *dl_store_default_path (void);

/* Open or create; migrates an older library after a backup beside it. */
DlStore *dl_store_open (const char *path, GError **error);
/* Open for reading only; never creates or migrates. */
DlStore *dl_store_open_read_only (const char *path, GError **error);
void dl_store_close (DlStore *store);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlStore, dl_store_close)

/* Newest first; @search (nullable): words that name or summary must contain. GPtrArray of
 * DlStoreEntry. */
GPtrArray *dl_store_list (DlStore *store, const char *search, GError **error);

/* Each of these is one transaction and durable when it returns TRUE. */
gboolean dl_store_add (DlStore *store, const DlScenario *scenario, gint64 *id, GError **error);
/* @history gets the log. */
DlScenario *dl_store_load (DlStore *store, gint64 id, DlHistory **history, GError **error);
/* The scenario's state after an edit, undo or redo: its text, the history's position and the steps
 * that differ from what is stored (from @first_changed on). CONFLICT if another instance was
 * faster. */
gboolean dl_store_save (DlStore *store, gint64 id, const DlScenario *scenario,
                        const DlHistory *history, guint first_changed, GError **error);
gboolean dl_store_duplicate (DlStore *store, gint64 id, const char *name, gint64 *copy_id, GError **error);
/* Hidden from the list, kept until dl_store_purge. */
gboolean dl_store_remove (DlStore *store, gint64 id, GError **error);
gboolean dl_store_unremove (DlStore *store, gint64 id, GError **error);
/* Deletes what was removed before @before_us for good. */
gboolean dl_store_purge (DlStore *store, gint64 before_us, GError **error);
gboolean dl_store_set_thumbnail (DlStore *store, gint64 id, GBytes *png, GError **error);
gboolean dl_store_mark_opened (DlStore *store, gint64 id, GError **error);
/* The scenario opened last, or 0. */
gint64 dl_store_last_opened (DlStore *store);

G_END_DECLS

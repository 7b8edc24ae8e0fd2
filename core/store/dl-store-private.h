/* The store's inside, for its own files and tests. */
#pragma once

#include "dl-database.h"
#include "dl-migrations.h"
#include "dl-store.h"

G_BEGIN_DECLS

struct _DlStore
{
  DlDatabase *db;
  char *notice;
  gint64 data_version;
  gboolean index_checked;  /* that of words, since it was opened */
  GHashTable *broken_logs; /* gint64 *: scenarios loaded without their damaged log; the next write
                              starts a new one */
  GHashTable *sweeps_held; /* (nullable) gint64 *: those that this store is at work on */
  int sweeps_fd;           /* of their locks; -1: there are none */
};

typedef struct
{
  const DlMigration *migrations;
  guint n_migrations;
  gboolean read_only;
  gboolean foreign; /* it may come from anybody: who opens it looks at its tables himself */
  guint busy_ms;
} DlStoreOptions;

DlStoreOptions dl_store_options_default (void);
DlStore *dl_store_open_with (const char *path, DlStoreOptions options, GError **error);

/* Inside a transaction of the caller. */
DlStoreRecord *dl_store_read_record (DlStore *store, gint64 id, GError **error);
/* The steps of @change, as those of scenario @id. */
gboolean dl_store_write_steps (DlStore *store, gint64 id, const DlStoreChange *change,
                               GError **error);
gboolean dl_store_insert (DlStore *store, const DlScenario *scenario, gint64 *id, GError **error);

/* Bring the index of words up to date after a change of the scenario's name, summary, tags or note;
 * after scenarios have been deleted. Inside a transaction of the caller. */
gboolean dl_store_index (DlStore *store, gint64 id, GError **error);
gboolean dl_store_index_purge (DlStore *store, GError **error);
/* Does it find what it should? A look at one scenario, which damage to all of it does not pass: it
 * need not show in any other way. */
gboolean dl_store_index_works (DlStore *store);
/* What to ask the index for those of @words that are long enough for it; NULL if none is. */
char *dl_store_match_text (char **words);
/* Leave those that it has not been asked for. */
void dl_store_drop_matched (char **words);

/* Tags and notes (dl-store-remarks.h), inside a transaction of the caller. */
gboolean dl_store_put_tag (DlStore *store, gint64 id, const char *tag, GError **error);
gboolean dl_store_put_note (DlStore *store, gint64 id, const char *note, GError **error);
gboolean dl_store_check_tag (const char *tag, GError **error);
gboolean dl_store_check_note (const char *note, GError **error);

/* At the end: nothing is at work on a sweep any more. */
void dl_store_release_sweeps (DlStore *store);

/* Has a scenario that is not removed this name? */
gboolean dl_store_is_taken (DlStore *store, const char *name);
/* Is it there and not removed? */
gboolean dl_store_has (DlStore *store, gint64 id);
/* Always FALSE, for return. */
gboolean dl_store_fail_not_found (DlStore *store, gint64 id, GError **error);

G_END_DECLS

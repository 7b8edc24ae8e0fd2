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
  GHashTable *broken_logs; /* gint64 *: scenarios loaded without their damaged log; the next write
                              starts a new one */
};

typedef struct
{
  const DlMigration *migrations;
  guint n_migrations;
  gboolean read_only;
  guint busy_ms;
} DlStoreOptions;

DlStoreOptions dl_store_options_default (void);
DlStore *dl_store_open_with (const char *path, DlStoreOptions options, GError **error);

/* Inside a transaction of the caller. */
DlStoreRecord *dl_store_read_record (DlStore *store, gint64 id, GError **error);
gboolean dl_store_write_change (DlStore *store, const DlStoreChange *change, GError **error);
gboolean dl_store_insert (DlStore *store, const DlScenario *scenario, gint64 *id, GError **error);

/* Is it there and not removed? */
gboolean dl_store_has (DlStore *store, gint64 id);
/* Always FALSE, for return. */
gboolean dl_store_fail_not_found (DlStore *store, gint64 id, GError **error);

G_END_DECLS

/* The library's schema and how it became what it is: a list of steps, run from wherever a file is.
 * New files take the same path as old ones, from version 0. */
#pragma once

#include "dl-database.h"

G_BEGIN_DECLS

/* In the file's header, so that a Dateline library can be told from another database: "Dtln". */
#define DL_STORE_APPLICATION_ID 0x44746c6e

typedef struct
{
  int version;     /* PRAGMA user_version after this step; rising */
  const char *sql; /* a script; runs with foreign keys unchecked until the end */
} DlMigration;

const DlMigration *dl_migrations (guint *n_migrations);

/* Is @db a library that this version can read (or, unless @read_only, make or bring up to date)?
 * Only looks. Errors: OPEN for another program's database, NEWER; OLDER for an older library
 * that would have to be migrated. */
gboolean dl_migrations_check (DlDatabase *db, const DlMigration *migrations, guint n_migrations,
                              gboolean read_only, GError **error);

/* Bring @db up to date, all or nothing. An older library is copied first: @backup (nullable) gets
 * the name of the copy, or NULL if nothing had to be copied. */
gboolean dl_migrations_run (DlDatabase *db, const DlMigration *migrations, guint n_migrations,
                            char **backup, GError **error);

G_END_DECLS

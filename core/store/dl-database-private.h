/* The connection's inside, shared with its statements. */
#pragma once

#include <sqlite3.h>

#include "dl-database.h"

G_BEGIN_DECLS

struct _DlDatabase
{
  sqlite3 *handle;
  char *path;
  char *name;
  GHashTable *statements; /* const char * by address -> DlStatement */
  guint busy_ms;
  gboolean read_only;
  gboolean suspect; /* something looked wrong: check before writing */
  gboolean damaged; /* the check has failed: do not write */
};

/* Tell @code and what SQLite knows about it, and remember if it means damage. Always FALSE, for
 * return. */
gboolean dl_database_fail (DlDatabase *db, int code, GError **error);
/* A GDestroyNotify. */
void dl_statement_free (gpointer data);

G_END_DECLS

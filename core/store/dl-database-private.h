/* The connection's inside, shared with its statements. */
#pragma once

#include <sqlite3.h>

#include "dl-database-owner.h"
#include "dl-database.h"

G_BEGIN_DECLS

/* How far the log was written into the file. */
typedef struct
{
  guint32 salt[2]; /* the log's */
  guint32 written; /* frames */
} DlCheckpoints;

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
  gboolean wrote;   /* it has changed something */
  gboolean created; /* there was no file before */
  const char *used; /* a query: is anything in it that is worth to be kept? NULL: any table is */
  int n_changes;    /* SQLite's count of them at the last look */
  char *notice;     /* notice to the user about opening it, or NULL */

  DlDatabaseFiles files; /* that it has open; the log may come later */

  gboolean watched;          /* it has a log, and so is only written in checkpoints */
  gboolean overwritten;      /* the file's content is not this library's any more */
  DlCheckpoints checkpoints; /* at the last look, and then: */
  struct timespec changed;   /* when the file was written */
  char *content;             /* its digest; NULL: not known */
};

/* Tell @code and what SQLite knows about it, and remember if it means damage. Always FALSE, for
 * return. */
gboolean dl_database_fail (DlDatabase *db, int code, GError **error);

/* A GDestroyNotify. */
void dl_statement_free (gpointer data);

G_END_DECLS

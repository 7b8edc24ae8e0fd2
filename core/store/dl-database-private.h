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
  char *notice;     /* what the user should know about opening it, or NULL */

  DlDatabaseFiles files; /* that it has open; the log may come later */

  gboolean watched;          /* it has a log, and so is only written in checkpoints */
  gboolean overwritten;      /* what the file has now is somebody else's */
  DlCheckpoints checkpoints; /* at the last look, and then: */
  struct timespec changed;   /* when the file was written */
  char *content;             /* its digest; NULL: not known */
};

/* Tell @code and what SQLite knows about it, and remember if it means damage. Always FALSE, for
 * return. */
gboolean dl_database_fail (DlDatabase *db, int code, GError **error);
/* Before the handle is closed: if another file has taken the library's place, part with what now
 * lies there, and keep what was in the library if something was written to it. Returns what to tell
 * the user, or NULL. */
char *dl_database_leave_files (DlDatabase *db);

/* Was the content of the file replaced since the last look? Looks again: before anything is
 * written, and after everything that was, so that its own checkpoints are told from others'
 * writing. */
gboolean dl_database_is_overwritten (DlDatabase *db);

gboolean dl_database_make_folder (const char *folder, const char *name, GError **error);
void dl_database_sync_folder (const char *folder);

/* A GDestroyNotify. */
void dl_statement_free (gpointer data);

G_END_DECLS

/* Copies of a library: backups, what is left of one that was replaced, one made again. */
#include "dl-database-private.h"
#include "dl-output.h"
#include "dl-safe-text.h"

#include <errno.h>

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <sqlite3.h>

#define BACKUP_PAGES_A_STEP 1024

static int
copy_pages (sqlite3 *from, sqlite3 *to)
{
  sqlite3_backup *backup = sqlite3_backup_init (to, "main", from, "main");
  int code;

  if (backup == NULL)
    return sqlite3_extended_errcode (to);
  do
    code = sqlite3_backup_step (backup, BACKUP_PAGES_A_STEP);
  while (code == SQLITE_OK);
  sqlite3_backup_finish (backup);
  return code == SQLITE_DONE ? SQLITE_OK : code;
}

/* @from: what to copy from; NULL: by a connection of its own to @from_path. */
static int
copy_file (sqlite3 *from, const char *from_path, const char *to_path, GError **error)
{
  g_autofree char *name = dl_file_name_show (to_path);
  sqlite3 *own = NULL, *to = NULL;
  int code = SQLITE_OK;

  if (from == NULL)
    {
      code = sqlite3_open_v2 (from_path, &own,
                              SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE,
                              NULL);
      from = own;
    }
  if (code == SQLITE_OK)
    code = sqlite3_open_v2 (to_path, &to,
                            SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
                                | SQLITE_OPEN_EXRESCODE,
                            NULL);
  if (code == SQLITE_OK)
    code = copy_pages (from, to);
  if (code != SQLITE_OK)
    dl_store_error_set_sqlite (error, name, code, sqlite3_system_errno (to), sqlite3_errstr (code));
  sqlite3_close (own);
  sqlite3_close (to);
  return code;
}

static gboolean
copy_to (DlDatabase *db, sqlite3 *from, const char *path, GError **error)
{
  g_autoptr (DlOutput) output = NULL;
  int number = dl_output_begin (path, &output);

  if (number == 0
      && copy_file (from, db->path, dl_output_database_path (output), error) != SQLITE_OK)
    return FALSE;
  if (number == 0)
    number = dl_output_end (output, TRUE);
  if (number != 0)
    dl_store_error_set_system (error, db->name, number);
  return number == 0;
}

/* By a connection of its own: one that is inside a transaction for writing cannot be copied from,
 * and this is the way to see what has been committed. */
gboolean
dl_database_backup (DlDatabase *db, const char *path, GError **error)
{
  return copy_to (db, NULL, path, error);
}

/* Replaced while it was open ------------------------------------------------------------------- */

/* Bytes in the log of the open connection, wherever that is. */
static gint64
log_size (DlDatabase *db)
{
  sqlite3_file *log = NULL;
  sqlite3_int64 size = 0;

  if (sqlite3_file_control (db->handle, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log) != SQLITE_OK
      || log == NULL || log->pMethods == NULL || log->pMethods->xFileSize (log, &size) != SQLITE_OK)
    return 0;
  return size;
}

/* A renamed file has all that was in the library if its log lies beside it. */
static gboolean
is_whole (DlDatabase *db, const char *renamed)
{
  DlDatabaseFiles there;

  dl_database_files_look (renamed, &there);
  return log_size (db) == 0 || dl_file_id_equal (&there.log, &db->files.log);
}

/* Part from the new file, and see to it that what was in the library is somewhere if something was
 * written to it. Returns where, or NULL. @aside gets what to tell the user of a log put aside. */
static char *
keep_content (DlDatabase *db, char **aside)
{
  g_autofree char *renamed = dl_database_find_renamed (db->path, &db->files.file);
  g_autofree char *copy = NULL;

  if (renamed != NULL)
    {
      dl_database_files_part (db->path, &db->files, FALSE, aside, NULL);
      if (is_whole (db, renamed))
        return g_steal_pointer (&renamed);
    }
  if (db->wrote || log_size (db) > 0)
    {
      copy = dl_database_replaced_path (db->path);
      if (!copy_to (db, db->handle, copy, NULL))
        g_clear_pointer (&copy, g_free);
    }
  if (renamed == NULL)
    dl_database_files_part (db->path, &db->files, copy != NULL, aside, NULL);
  return g_steal_pointer (&copy);
}

char *
dl_database_leave_files (DlDatabase *db)
{
  g_autofree char *kept = NULL;
  g_autofree char *aside = NULL;
  int persist = 1;

  if (!dl_database_has_moved (db))
    return NULL;
  /* Whatever SQLite would write or delete by name is another library's. */
  sqlite3_db_config (db->handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
  sqlite3_file_control (db->handle, "main", SQLITE_FCNTL_PERSIST_WAL, &persist);
  if (!g_file_test (db->path, G_FILE_TEST_EXISTS))
    return NULL; /* it may come back, to its log */

  if (db->overwritten)
    dl_database_files_part_log (db->path, &db->files, &aside); /* the rest of it is gone */
  else
    kept = keep_content (db, &aside);
  if (kept != NULL)
    return dl_database_files_tell (db->path, kept);
  return aside != NULL ? g_steal_pointer (&aside)
                       : g_strdup_printf (_ ("The library “%s” was replaced by another file while "
                                             "it was open."),
                                          db->name);
}

gboolean
dl_database_restore (DlDatabase *db, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (db->path);
  g_autofree char *copy = NULL;

  if (!dl_database_make_folder (folder, db->name, error))
    return FALSE;
  copy = dl_database_replaced_path (db->path);
  if (!copy_to (db, db->handle, copy, error))
    return FALSE;
  /* All that is in the log is in the copy. */
  if (dl_database_files_drop_log (db->path, &db->files, error)
      && dl_database_files_move (copy, db->path))
    {
      dl_database_sync_folder (folder);
      return TRUE;
    }
  if (error != NULL && *error == NULL)
    dl_store_error_set_system (error, db->name, errno);
  g_unlink (copy);
  return FALSE;
}

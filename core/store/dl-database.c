#include "dl-database.h"

#include "dl-database-private.h"
#include "dl-store-error-private.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <sqlite3.h>

/* The log file is cut back to this after a checkpoint. */
#define MAX_IDLE_WAL_BYTES "4194304"
/* The smallest page. SQLite takes a file of a single byte for an empty one. */
#define MIN_FILE_BYTES      512
#define BACKUP_PAGES_A_STEP 1024
/* Checking a file of this size takes some 10 ms: it is always done before the first write. */
#define SMALL_FILE_BYTES (16 * 1024 * 1024)

/* SQLite's word on why it could not open a file is often that of its last try, not of the one that
 * mattered. */
static gboolean
may_not_write (DlDatabase *db)
{
  g_autofree char *folder = g_path_get_dirname (db->path);

  return faccessat (AT_FDCWD, folder, W_OK, AT_EACCESS) != 0
         || (faccessat (AT_FDCWD, db->path, W_OK, AT_EACCESS) != 0 && errno != ENOENT);
}

gboolean
dl_database_fail (DlDatabase *db, int code, GError **error)
{
  const int kind = code & 0xff;

  if (kind == SQLITE_CORRUPT || kind == SQLITE_NOTADB)
    db->suspect = TRUE;
  if (kind == SQLITE_CANTOPEN && db->read_only)
    dl_store_error_set_unreadable (error, db->name);
  else if (kind == SQLITE_CANTOPEN && may_not_write (db))
    dl_store_error_set_read_only (error, db->name);
  else
    dl_store_error_set_sqlite (error, db->name, code, sqlite3_system_errno (db->handle),
                               sqlite3_errmsg (db->handle));
  return FALSE;
}

/* Opening -------------------------------------------------------------------------------------- */

static void
sync_folder (const char *folder)
{
  int fd = g_open (folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0);

  if (fd < 0)
    return;
  fsync (fd);
  close (fd);
}

/* A new folder must survive a power loss as much as the file in it. */
static gboolean
make_folder (const char *folder, const char *name, GError **error)
{
  g_autofree char *parent = NULL;

  if (g_file_test (folder, G_FILE_TEST_IS_DIR))
    return TRUE;

  parent = g_path_get_dirname (folder);
  if (!make_folder (parent, name, error))
    return FALSE;
  if (g_mkdir (folder, 0700) != 0 && errno != EEXIST)
    {
      dl_store_error_set_system (error, name, errno);
      return FALSE;
    }
  sync_folder (parent);
  return TRUE;
}

/* Is there a file, and one that can be a database at all? */
static gboolean
check_file (const char *path, const char *name, gboolean read_only, GError **error)
{
  g_autofree char *folder = NULL;
  GStatBuf info;

  if (g_stat (path, &info) == 0)
    {
      if (S_ISDIR (info.st_mode))
        g_set_error (error, DL_STORE_ERROR, DL_STORE_ERROR_OPEN,
                     _ ("“%s” is a folder, not a library: name a file in it instead."), name);
      else if (!S_ISREG (info.st_mode))
        g_set_error (error, DL_STORE_ERROR, DL_STORE_ERROR_OPEN,
                     _ ("“%s” is not an ordinary file: use another one for the library."), name);
      else if (info.st_size > 0 && info.st_size < MIN_FILE_BYTES)
        dl_store_error_set_sqlite (error, name, SQLITE_NOTADB, 0, NULL);
      else
        return TRUE;
      return FALSE;
    }
  if (errno != ENOENT)
    {
      dl_store_error_set_system (error, name, errno);
      return FALSE;
    }
  if (read_only)
    {
      g_set_error (error, DL_STORE_ERROR, DL_STORE_ERROR_NOT_FOUND,
                   _ ("There is no library “%s” yet: save a scenario to make it."), name);
      return FALSE;
    }
  folder = g_path_get_dirname (path);
  return make_folder (folder, name, error);
}

static guint64
file_size (const char *path, const char *suffix)
{
  g_autofree char *name = g_strconcat (path, suffix, NULL);
  GStatBuf info;

  return g_stat (name, &info) == 0 ? (guint64) info.st_size : 0;
}

static gboolean
connect_handle (DlDatabase *db, const char *file_name, int flags, GError **error)
{
  int code;

  g_clear_pointer (&db->handle, sqlite3_close);
  code = sqlite3_open_v2 (file_name, &db->handle,
                          flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, NULL);
  if (code != SQLITE_OK)
    return dl_database_fail (db, code, error);

  sqlite3_busy_timeout (db->handle, (int) db->busy_ms);
  /* The file may come from anywhere: nothing that its schema says is to be run. */
  sqlite3_db_config (db->handle, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
  sqlite3_db_config (db->handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
  sqlite3_db_config (db->handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
  sqlite3_db_config (db->handle, SQLITE_DBCONFIG_ENABLE_VIEW, 0, NULL);
  sqlite3_limit (db->handle, SQLITE_LIMIT_LENGTH, DL_STORE_MAX_VALUE_BYTES);
  return dl_database_exec (db, "PRAGMA cell_size_check = ON", error);
}

/* SQLite cannot read a database with a write-ahead log in a folder where it cannot make its own
 * files, for want of permission or of space. If the log has been written back, the file alone is
 * the whole truth. */
static gboolean
read_alone (DlDatabase *db, int code, GError **error)
{
  g_autofree char *uri = NULL;
  g_autofree char *immutable = NULL;

  if ((code & 0xff) == SQLITE_NOTADB || (code & 0xff) == SQLITE_CORRUPT
      || (code & 0xff) == SQLITE_BUSY || file_size (db->path, "-wal") > 0)
    return dl_database_fail (db, code, error);

  uri = g_filename_to_uri (db->path, NULL, error);
  if (uri == NULL)
    return FALSE;
  immutable = g_strconcat (uri, "?immutable=1", NULL);
  if (!connect_handle (db, immutable, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, error))
    return FALSE;
  code = sqlite3_exec (db->handle, "SELECT count(*) FROM sqlite_schema", NULL, NULL, NULL);
  return code == SQLITE_OK || dl_database_fail (db, code, error);
}

/* Damage found while opening is the whole library's. */
static gboolean
open_handle (DlDatabase *db, GError **error)
{
  int code;

  if (!connect_handle (
          db, db->path,
          db->read_only ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, error))
    return FALSE;

  /* The first look into the file. */
  code = sqlite3_exec (db->handle, "SELECT count(*) FROM sqlite_schema", NULL, NULL, NULL);
  if (code != SQLITE_OK)
    return db->read_only ? read_alone (db, code, error) : dl_database_fail (db, code, error);

  /* SQLite is content with reading where it may not write. */
  if (!db->read_only && sqlite3_db_readonly (db->handle, "main") == 1)
    {
      dl_store_error_set_read_only (error, db->name);
      return FALSE;
    }
  return TRUE;
}

DlDatabase *
dl_database_open (const char *path, gboolean read_only, guint busy_ms, GError **error)
{
  g_autoptr (DlDatabase) db = g_new0 (DlDatabase, 1);
  g_autoptr (GError) local = NULL;

  /* Absolute, and so never taken for a URI. */
  db->path = g_canonicalize_filename (path, NULL);
  db->name = g_filename_display_name (db->path);
  db->busy_ms = busy_ms;
  db->read_only = read_only;
  db->statements = g_hash_table_new_full (NULL, NULL, NULL, dl_statement_free);

  if (!check_file (db->path, db->name, read_only, error))
    return NULL;
  /* Cheap to be sure of, or a log left behind by a crash (or another instance is running). */
  db->suspect = file_size (db->path, "") < SMALL_FILE_BYTES || file_size (db->path, "-wal") > 0;

  if (!open_handle (db, &local))
    {
      if (g_error_matches (local, DL_STORE_ERROR, DL_STORE_ERROR_DAMAGED))
        local->code = DL_STORE_ERROR_OPEN;
      g_propagate_error (error, g_steal_pointer (&local));
      return NULL;
    }
  return g_steal_pointer (&db);
}

void
dl_database_close (DlDatabase *db)
{
  if (db == NULL)
    return;
  g_hash_table_unref (db->statements);
  sqlite3_close (db->handle);
  g_free (db->path);
  g_free (db->name);
  g_free (db);
}

const char *
dl_database_name (DlDatabase *db)
{
  return db->name;
}

const char *
dl_database_path (DlDatabase *db)
{
  return db->path;
}

/* Switching a new file to the write-ahead log needs it alone, and SQLite does not wait for that. */
static gboolean
switch_to_wal (DlDatabase *db, gboolean *is_wal, GError **error)
{
  gint64 deadline = g_get_monotonic_time () + db->busy_ms * G_TIME_SPAN_MILLISECOND;

  for (;;)
    {
      g_autoptr (GError) local = NULL;
      g_autoptr (DlStatement) statement
          = dl_database_query (db, &local, "PRAGMA journal_mode = WAL", "");

      if (statement != NULL && dl_statement_next (statement, &local))
        {
          *is_wal = g_strcmp0 (dl_statement_text (statement, 0, NULL), "wal") == 0;
          return TRUE;
        }
      if (!g_error_matches (local, DL_STORE_ERROR, DL_STORE_ERROR_LOCKED)
          || g_get_monotonic_time () > deadline)
        {
          g_propagate_error (error, g_steal_pointer (&local));
          return FALSE;
        }
      g_usleep (5000);
    }
}

gboolean
dl_database_make_durable (DlDatabase *db, GError **error)
{
  gboolean is_wal = FALSE;

  if (db->read_only)
    return TRUE;
  /* Some file systems cannot share memory: there the old journal stays, which needs EXTRA to be
   * as durable. */
  return switch_to_wal (db, &is_wal, error)
         && dl_database_exec (
             db, is_wal ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = EXTRA", error)
         && dl_database_exec (db, "PRAGMA journal_size_limit = " MAX_IDLE_WAL_BYTES, error)
         && dl_database_exec (db, "PRAGMA foreign_keys = ON", error);
}

/* Transactions --------------------------------------------------------------------------------- */

static gboolean
is_sound (DlDatabase *db)
{
  g_autoptr (DlStatement) statement = dl_database_query (db, NULL, "PRAGMA quick_check(1)", "");

  return statement != NULL && dl_statement_next (statement, NULL)
         && g_strcmp0 (dl_statement_text (statement, 0, NULL), "ok") == 0;
}

/* A value that is wrong is a scenario's own affair; pages that are mixed up are everybody's. */
static void
check_pages (DlDatabase *db)
{
  dl_database_exec (db, "PRAGMA ignore_check_constraints = ON", NULL);
  db->damaged = !is_sound (db);
  dl_database_exec (db, "PRAGMA ignore_check_constraints = OFF", NULL);
  db->suspect = FALSE;
}

gboolean
dl_database_has_moved (DlDatabase *db)
{
  int moved = 0;

  return sqlite3_file_control (db->handle, "main", SQLITE_FCNTL_HAS_MOVED, &moved) == SQLITE_OK
         && moved != 0;
}

gboolean
dl_database_begin (DlDatabase *db, GError **error)
{
  if (db->read_only)
    {
      dl_store_error_set_read_only (error, db->name);
      return FALSE;
    }
  if (dl_database_has_moved (db))
    {
      g_set_error (error, DL_STORE_ERROR, DL_STORE_ERROR_OPEN,
                   _ ("The library “%s” was moved or removed while it was open: nothing was saved; "
                      "put it back, or save the scenario as a copy."),
                   db->name);
      return FALSE;
    }
  if (!db->damaged && !dl_database_run (db, error, "BEGIN IMMEDIATE", ""))
    return FALSE;
  if (!db->damaged && db->suspect)
    {
      check_pages (db);
      if (db->damaged)
        dl_database_end (db, FALSE, NULL);
    }
  return !db->damaged || dl_database_fail (db, SQLITE_CORRUPT, error);
}

gboolean
dl_database_begin_read (DlDatabase *db, GError **error)
{
  return dl_database_run (db, error, "BEGIN", "");
}

gboolean
dl_database_end (DlDatabase *db, gboolean ok, GError **error)
{
  ok = ok && dl_database_run (db, error, "COMMIT", "");
  /* Some errors have rolled back already. */
  if (!ok && !sqlite3_get_autocommit (db->handle))
    dl_database_run (db, NULL, "ROLLBACK", "");
  return ok;
}

/* Copies --------------------------------------------------------------------------------------- */

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

static int
copy_file (const char *from_path, const char *to_path, GError **error)
{
  g_autofree char *name = g_filename_display_name (to_path);
  sqlite3 *from = NULL, *to = NULL;
  int code;

  code = sqlite3_open_v2 (from_path, &from,
                          SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, NULL);
  if (code == SQLITE_OK)
    code = sqlite3_open_v2 (to_path, &to,
                            SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
                                | SQLITE_OPEN_EXRESCODE,
                            NULL);
  if (code == SQLITE_OK)
    code = copy_pages (from, to);
  if (code != SQLITE_OK)
    dl_store_error_set_sqlite (error, name, code, sqlite3_system_errno (to), sqlite3_errstr (code));
  sqlite3_close (from);
  sqlite3_close (to);
  return code;
}

/* By a connection of its own: one that is inside a transaction for writing cannot be copied from,
 * and this is the way to see what has been committed. */
gboolean
dl_database_backup (DlDatabase *db, const char *path, GError **error)
{
  g_autofree char *part = g_strconcat (path, ".part", NULL);
  g_autofree char *folder = g_path_get_dirname (path);
  gboolean ok;

  g_unlink (part);
  ok = copy_file (db->path, part, error) == SQLITE_OK;
  if (ok && g_rename (part, path) != 0)
    {
      dl_store_error_set_system (error, db->name, errno);
      ok = FALSE;
    }
  if (ok)
    sync_folder (folder);
  else
    g_unlink (part);
  return ok;
}

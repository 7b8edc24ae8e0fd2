#include "dl-database.h"

#include "dl-store-error-private.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
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

struct _DlStatement
{
  DlDatabase *db;
  sqlite3_stmt *handle;
  gboolean in_use;
};

/* SQLite's word on why it could not open a file is often that of its last try, not of the one that
 * mattered. */
static gboolean
may_not_write (DlDatabase *db)
{
  g_autofree char *folder = g_path_get_dirname (db->path);

  return faccessat (AT_FDCWD, folder, W_OK, AT_EACCESS) != 0
         || (faccessat (AT_FDCWD, db->path, W_OK, AT_EACCESS) != 0 && errno != ENOENT);
}

/* Always FALSE, for return. */
static gboolean
fail (DlDatabase *db, int code, GError **error)
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
    return fail (db, code, error);

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
    return fail (db, code, error);

  uri = g_filename_to_uri (db->path, NULL, error);
  if (uri == NULL)
    return FALSE;
  immutable = g_strconcat (uri, "?immutable=1", NULL);
  if (!connect_handle (db, immutable, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, error))
    return FALSE;
  code = sqlite3_exec (db->handle, "SELECT count(*) FROM sqlite_schema", NULL, NULL, NULL);
  return code == SQLITE_OK || fail (db, code, error);
}

static void
statement_free (gpointer data)
{
  DlStatement *statement = data;

  sqlite3_finalize (statement->handle);
  g_free (statement);
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
    return db->read_only ? read_alone (db, code, error) : fail (db, code, error);

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
  db->statements = g_hash_table_new_full (NULL, NULL, NULL, statement_free);

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

/* Statements ----------------------------------------------------------------------------------- */

gboolean
dl_database_exec (DlDatabase *db, const char *sql, GError **error)
{
  int code = sqlite3_exec (db->handle, sql, NULL, NULL, NULL);

  return code == SQLITE_OK || fail (db, code, error);
}

static DlStatement *
get_statement (DlDatabase *db, const char *sql, GError **error)
{
  DlStatement *statement = g_hash_table_lookup (db->statements, sql);
  sqlite3_stmt *handle = NULL;
  int code;

  if (statement != NULL)
    {
      g_assert (!statement->in_use);
      return statement;
    }

  code = sqlite3_prepare_v3 (db->handle, sql, -1, SQLITE_PREPARE_PERSISTENT, &handle, NULL);
  if (code != SQLITE_OK)
    {
      fail (db, code, error);
      return NULL;
    }
  statement = g_new0 (DlStatement, 1);
  statement->db = db;
  statement->handle = handle;
  g_hash_table_insert (db->statements, (gpointer) sql, statement);
  return statement;
}

static int
bind_bytes (sqlite3_stmt *handle, int index, GBytes *bytes)
{
  gsize size;
  gconstpointer data;

  if (bytes == NULL)
    return sqlite3_bind_null (handle, index);
  data = g_bytes_get_data (bytes, &size);
  return sqlite3_bind_blob64 (handle, index, data != NULL ? data : "", size, SQLITE_STATIC);
}

static DlStatement *
query_valist (DlDatabase *db, GError **error, const char *sql, const char *types, va_list values)
{
  DlStatement *statement = get_statement (db, sql, error);
  int code = SQLITE_OK;

  if (statement == NULL)
    return NULL;
  g_assert (sqlite3_bind_parameter_count (statement->handle) == (int) strlen (types));

  statement->in_use = TRUE;
  for (int i = 0; types[i] != '\0' && code == SQLITE_OK; i++)
    switch (types[i])
      {
      case 'i':
        code = sqlite3_bind_int64 (statement->handle, i + 1, va_arg (values, gint64));
        break;
      case 's':
        code = sqlite3_bind_text (statement->handle, i + 1, va_arg (values, const char *), -1,
                                  SQLITE_STATIC);
        break;
      case 'b':
        code = bind_bytes (statement->handle, i + 1, va_arg (values, GBytes *));
        break;
      default:
        g_assert_not_reached ();
      }
  if (code != SQLITE_OK)
    {
      fail (db, code, error);
      dl_statement_end (statement);
      return NULL;
    }
  return statement;
}

DlStatement *
dl_database_query (DlDatabase *db, GError **error, const char *sql, const char *types, ...)
{
  DlStatement *statement;
  va_list values;

  va_start (values, types);
  statement = query_valist (db, error, sql, types, values);
  va_end (values);
  return statement;
}

gboolean
dl_database_run (DlDatabase *db, GError **error, const char *sql, const char *types, ...)
{
  g_autoptr (DlStatement) statement = NULL;
  g_autoptr (GError) local = NULL;
  va_list values;

  va_start (values, types);
  statement = query_valist (db, error, sql, types, values);
  va_end (values);
  if (statement == NULL)
    return FALSE;

  while (dl_statement_next (statement, &local))
    ;
  if (local == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&local));
  return FALSE;
}

gboolean
dl_database_get_int (DlDatabase *db, const char *sql, gint64 *value, GError **error)
{
  g_autoptr (DlStatement) statement = dl_database_query (db, error, sql, "");
  g_autoptr (GError) local = NULL;

  if (statement == NULL)
    return FALSE;
  if (dl_statement_next (statement, &local))
    {
      *value = dl_statement_int (statement, 0);
      return TRUE;
    }
  if (local == NULL)
    return fail (db, SQLITE_CORRUPT, error);
  g_propagate_error (error, g_steal_pointer (&local));
  return FALSE;
}

gboolean
dl_statement_next (DlStatement *statement, GError **error)
{
  int code = sqlite3_step (statement->handle);

  if (code == SQLITE_ROW)
    return TRUE;
  if (code != SQLITE_DONE)
    fail (statement->db, code, error);
  return FALSE;
}

gint64
dl_statement_int (DlStatement *statement, int column)
{
  return sqlite3_column_int64 (statement->handle, column);
}

const char *
dl_statement_text (DlStatement *statement, int column, gsize *length)
{
  const char *text = (const char *) sqlite3_column_text (statement->handle, column);

  if (length != NULL)
    *length = text != NULL ? (gsize) sqlite3_column_bytes (statement->handle, column) : 0;
  return text;
}

GBytes *
dl_statement_bytes (DlStatement *statement, int column)
{
  gconstpointer data = sqlite3_column_blob (statement->handle, column);

  return g_bytes_new (data, (gsize) sqlite3_column_bytes (statement->handle, column));
}

void
dl_statement_end (DlStatement *statement)
{
  if (statement == NULL)
    return;
  sqlite3_reset (statement->handle);
  sqlite3_clear_bindings (statement->handle);
  statement->in_use = FALSE;
}

int
dl_database_changes (DlDatabase *db)
{
  return sqlite3_changes (db->handle);
}

gint64
dl_database_last_id (DlDatabase *db)
{
  return sqlite3_last_insert_rowid (db->handle);
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
  return !db->damaged || fail (db, SQLITE_CORRUPT, error);
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

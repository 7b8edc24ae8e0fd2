#include "dl-database.h"

#include "dl-database-private.h"
#include "dl-output.h"

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <sqlite3.h>

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Copies of a library: backups, the rest of a replaced one, one made again. */

#define BACKUP_PAGES_A_STEP 1024

static gboolean make_folder (const char *folder, const char *name, GError **error);
static void sync_folder (const char *folder);

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

/* Back up by a separate connection: one inside a write transaction cannot be copied from, and only
 * a separate one reads the committed state. */
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

/* Part from the new file, and keep the library's content in a file if something was written to it.
 * Returns where, or NULL. @aside gets a notice to the user on a log put aside. */
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

/* Before the handle is closed: if another file has taken the library's place, part with that file,
 * and keep the library's content if something was written to it. Returns a notice to the user, or
 * NULL. */
static char *
leave_files (DlDatabase *db)
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

  if (!make_folder (folder, db->name, error))
    return FALSE;
  copy = dl_database_replaced_path (db->path);
  if (!copy_to (db, db->handle, copy, error))
    return FALSE;
  /* All that is in the log is in the copy. */
  if (dl_database_files_drop_log (db->path, &db->files, error)
      && dl_database_files_move (copy, db->path))
    {
      sync_folder (folder);
      return TRUE;
    }
  if (error != NULL && *error == NULL)
    dl_store_error_set_system (error, db->name, errno);
  g_unlink (copy);
  return FALSE;
}

/* Another file's content in the place of the library's, while the library is open ("cp backup.db
 * library.db"): the inode stays, so that the file has not moved, and SQLite continues to apply the
 * log, which it still has, to the new content. With a log SQLite writes the file only in a
 * checkpoint, and the log's index counts those. So content that has changed without a checkpoint is
 * another program's. An id inside the library would not tell: a backup has the same. */

/* The index of the log, as SQLite's "WAL-mode File Format" lays it out. */
#define INDEX_BYTES     32768
#define INDEX_SALT      (32 / 4) /* two words: another log */
#define INDEX_WRITTEN   (96 / 4) /* frames that are in the file */
#define INDEX_ATTEMPTED (128 / 4)

/* A library up to so large is compared as a whole, a larger one in places. */
#define MOST_BYTES  (4 * 1024 * 1024)
#define PLACE_BYTES 65536

static sqlite3_file *
file_of (DlDatabase *db)
{
  sqlite3_file *file = NULL;

  if (sqlite3_file_control (db->handle, "main", SQLITE_FCNTL_FILE_POINTER, &file) != SQLITE_OK)
    return NULL;
  return file != NULL && file->pMethods != NULL ? file : NULL;
}

/* How far the log has been written into the file; FALSE if that is not known, or just being done.
 */
static gboolean
look_at_checkpoints (DlDatabase *db, DlCheckpoints *checkpoints)
{
  sqlite3_file *file = file_of (db);
  void volatile *map = NULL;
  const volatile guint32 *words;

  if (file == NULL || file->pMethods->iVersion < 2 || file->pMethods->xShmMap == NULL
      || file->pMethods->xShmMap (file, 0, INDEX_BYTES, 0, &map) != SQLITE_OK || map == NULL)
    return FALSE;
  file->pMethods->xShmBarrier (file);
  words = map;
  *checkpoints = (DlCheckpoints) {
    .salt = { words[INDEX_SALT], words[INDEX_SALT + 1] },
    .written = words[INDEX_WRITTEN],
  };
  return words[INDEX_ATTEMPTED] == checkpoints->written;
}

/* Digest of the file itself, not of SQLite's cache. It reads by SQLite's own handle: to open and
 * close the file again would release SQLite's locks. NULL if it cannot be read. Free with
 * g_free. */
static char *
digest (DlDatabase *db)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA1);
  g_autofree guchar *bytes = g_malloc (PLACE_BYTES);
  sqlite3_file *file = file_of (db);
  sqlite3_int64 size = 0, step = PLACE_BYTES;

  if (file == NULL || file->pMethods->xFileSize (file, &size) != SQLITE_OK)
    return NULL;
  if (size > MOST_BYTES)
    step = size / (MOST_BYTES / PLACE_BYTES);
  g_checksum_update (checksum, (const guchar *) &size, sizeof size);
  for (sqlite3_int64 at = 0; at < size; at += step)
    {
      const int n = (int) MIN (size - at, PLACE_BYTES);

      if (file->pMethods->xRead (file, bytes, n, at) != SQLITE_OK)
        return NULL;
      g_checksum_update (checksum, bytes, n);
    }
  return g_strdup (g_checksum_get_string (checksum));
}

static gboolean
is_same (const DlCheckpoints *a, const DlCheckpoints *b)
{
  return memcmp (a, b, sizeof *a) == 0;
}

/* Remember what the file has now: all of it is this library's. */
static void
remember (DlDatabase *db, const DlCheckpoints *now, const GStatBuf *info)
{
  DlCheckpoints after;
  char *content = digest (db);

  g_free (db->content);
  db->content = NULL;
  if (content != NULL && look_at_checkpoints (db, &after) && is_same (now, &after))
    {
      db->content = content;
      db->checkpoints = *now;
      db->changed = info->st_mtim;
    }
  else
    g_free (content);
}

/* Was the content of the file replaced since the last look? Looks again: before anything is
 * written, and after everything that was, so that its own checkpoints are told from others'
 * writing. */
static gboolean
is_overwritten (DlDatabase *db)
{
  g_autofree char *content = NULL;
  DlCheckpoints now, after;
  GStatBuf info;

  if (db->overwritten || !db->watched || !look_at_checkpoints (db, &now)
      || g_stat (db->path, &info) != 0)
    return db->overwritten;
  if (db->content == NULL || !is_same (&now, &db->checkpoints))
    {
      remember (db, &now, &info);
      return FALSE;
    }
  if (memcmp (&info.st_mtim, &db->changed, sizeof db->changed) == 0)
    return FALSE;
  /* Somebody has touched it, and no checkpoint has. */
  content = digest (db);
  if (content == NULL || !look_at_checkpoints (db, &after) || !is_same (&now, &after))
    return FALSE;
  if (strcmp (content, db->content) == 0)
    db->changed = info.st_mtim;
  else
    db->overwritten = TRUE;
  return db->overwritten;
}

/* The log file is cut back to this after a checkpoint. */
#define MAX_IDLE_WAL_BYTES "4194304"
/* The smallest page. SQLite takes a file of a single byte for an empty one. */
#define MIN_FILE_BYTES 512
/* Checking a file of this size takes some 10 ms: it is always done before the first write. */
#define SMALL_FILE_BYTES (16 * 1024 * 1024)
/* While it is being opened. */
#define MOST_REPLACEMENTS 8

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
check_file (const char *path, const char *name, gboolean read_only, gboolean *exists,
            GError **error)
{
  g_autofree char *folder = NULL;
  GStatBuf info;

  *exists = TRUE;
  if (g_stat (path, &info) == 0)
    {
      if (S_ISDIR (info.st_mode))
        g_set_error (error, DL_STORE_ERROR, DL_STORE_ERROR_OPEN,
                     _ ("“%s” is a folder, not a library: name a file in it instead."), name);
      else if (!S_ISREG (info.st_mode))
        g_set_error (error, DL_STORE_ERROR, DL_STORE_ERROR_OPEN,
                     _ ("“%s” is not a regular file: use a different file for the library."), name);
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
  *exists = FALSE;
  if (read_only)
    {
      g_set_error (error, DL_STORE_ERROR, DL_STORE_ERROR_NOT_FOUND,
                   _ ("The library “%s” does not exist yet: save a scenario to create it."), name);
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

  /* Not before it is known that file and log belong together. */
  sqlite3_db_config (db->handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
  sqlite3_busy_timeout (db->handle, (int) db->busy_ms);
  /* The file may come from anywhere: nothing that its schema says is to be run. */
  sqlite3_db_config (db->handle, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
  sqlite3_db_config (db->handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
  sqlite3_db_config (db->handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
  sqlite3_db_config (db->handle, SQLITE_DBCONFIG_ENABLE_VIEW, 0, NULL);
  sqlite3_limit (db->handle, SQLITE_LIMIT_LENGTH, DL_STORE_MAX_VALUE_BYTES);
  return dl_database_exec (db, "PRAGMA cell_size_check = ON", error);
}

/* The file alone, whatever log lies beside it. */
static gboolean
read_without_log (DlDatabase *db, GError **error)
{
  g_autofree char *uri = g_filename_to_uri (db->path, NULL, error);
  g_autofree char *immutable = NULL;
  int code;

  if (uri == NULL)
    return FALSE;
  immutable = g_strconcat (uri, "?immutable=1", NULL);
  if (!connect_handle (db, immutable, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, error))
    return FALSE;
  code = sqlite3_exec (db->handle, "SELECT count(*) FROM sqlite_schema", NULL, NULL, NULL);
  return code == SQLITE_OK || dl_database_fail (db, code, error);
}

/* SQLite cannot read a database with a write-ahead log in a folder where it cannot make its own
 * files, for want of permission or of space. If the log has been written back, the file alone is
 * the whole truth. */
static gboolean
read_alone (DlDatabase *db, int code, GError **error)
{
  if ((code & 0xff) == SQLITE_NOTADB || (code & 0xff) == SQLITE_CORRUPT
      || (code & 0xff) == SQLITE_BUSY || file_size (db->path, "-wal") > 0)
    return dl_database_fail (db, code, error);
  return read_without_log (db, error);
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

/* Open it, and be sure that the file was not replaced meanwhile, so that the log that SQLite has
 * found beside it is its own. */
static gboolean
open_unmixed (DlDatabase *db, GError **error)
{
  for (guint n = 0; n < MOST_REPLACEMENTS; n++)
    {
      DlDatabaseFiles before;
      g_autoptr (GError) local = NULL;
      g_autofree char *notice = NULL;

      dl_database_files_look (db->path, &before);
      if (!dl_database_files_part (db->path, NULL, FALSE, &notice, &local))
        {
          /* A reader can do without any log. */
          if (db->read_only)
            return read_without_log (db, error);
          g_propagate_error (error, g_steal_pointer (&local));
          return FALSE;
        }
      if (notice != NULL)
        {
          g_free (db->notice);
          db->notice = g_steal_pointer (&notice);
        }
      if (!open_handle (db, error))
        {
          dl_database_files_look (db->path, &before);
          db->files.file = before.file;
          return FALSE;
        }
      dl_database_files_look (db->path, &db->files);
      if (!dl_database_has_moved (db)
          && (before.file.inode == 0 || dl_file_id_equal (&before.file, &db->files.file)))
        {
          sqlite3_db_config (db->handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 0, NULL);
          return TRUE;
        }
      g_clear_pointer (&db->handle, sqlite3_close);
    }
  dl_store_error_set_sqlite (error, db->name, SQLITE_BUSY, 0, NULL);
  return FALSE;
}

/* SQLite follows symbolic links, also to a file that does not exist yet: the log lies beside the
 * file itself. */
static char *
resolve (const char *path)
{
  g_autofree char *resolved = realpath (path, NULL);
  g_autofree char *followed = NULL;
  int number;

  if (resolved != NULL)
    return g_strdup (resolved);
  followed = dl_output_resolve (path, &number);
  return g_canonicalize_filename (followed != NULL ? followed : path, NULL);
}

DlDatabase *
dl_database_open (const char *path, gboolean read_only, guint busy_ms, GError **error)
{
  g_autoptr (DlDatabase) db = g_new0 (DlDatabase, 1);
  g_autoptr (GError) local = NULL;
  g_autofree char *canonical = NULL;
  gboolean exists;

  /* Absolute, and so never taken for a URI. */
  canonical = g_canonicalize_filename (path, NULL);
  db->name = dl_file_name_show (canonical);
  db->path = resolve (canonical);
  db->busy_ms = busy_ms;
  db->read_only = read_only;
  db->statements = g_hash_table_new_full (NULL, NULL, NULL, dl_statement_free);

  if (!check_file (db->path, db->name, read_only, &exists, error))
    return NULL;
  db->created = !exists;
  /* Cheap to be sure of, or a log left behind by a crash (or another instance is running). */
  db->suspect = file_size (db->path, "") < SMALL_FILE_BYTES || file_size (db->path, "-wal") > 0;

  if (!open_unmixed (db, &local))
    {
      if (g_error_matches (local, DL_STORE_ERROR, DL_STORE_ERROR_DAMAGED))
        local->code = DL_STORE_ERROR_OPEN;
      g_propagate_error (error, g_steal_pointer (&local));
      return NULL;
    }
  return g_steal_pointer (&db);
}

/* Result of the query @sql; -1: that cannot be told. */
static int
count (sqlite3 *handle, const char *sql)
{
  sqlite3_stmt *statement = NULL;
  int n = -1;

  if (sqlite3_prepare_v2 (handle, sql, -1, &statement, NULL) == SQLITE_OK
      && sqlite3_step (statement) == SQLITE_ROW)
    n = sqlite3_column_int (statement, 0);
  sqlite3_finalize (statement);
  return n;
}

/* How much is in it, as above. */
static int
count_used (const DlDatabase *db, sqlite3 *handle)
{
  const int n_tables = count (handle, "SELECT count(*) FROM sqlite_schema");

  return n_tables > 0 && db->used != NULL ? count (handle, db->used) : n_tables;
}

/* Remove the file that @db has made, and has closed, if nothing is in it. The lock keeps others
 * out, and is not given while they have it open. It must need no space: SQLite prepares a header
 * for a file without a byte, and would keep a journal of that. */
static void
remove_unused (const DlDatabase *db)
{
  const char *lock = file_size (db->path, "") == 0
                         ? "PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE"
                         : "PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE";
  sqlite3 *handle = NULL;
  DlDatabaseFiles now;

  if (sqlite3_open_v2 (db->path, &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL)
          == SQLITE_OK
      && sqlite3_db_config (handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL) == SQLITE_OK
      && sqlite3_exec (handle, lock, NULL, NULL, NULL) == SQLITE_OK && count_used (db, handle) == 0)
    {
      dl_database_files_look (db->path, &now);
      if (dl_file_id_equal (&now.file, &db->files.file))
        dl_database_files_remove (db->path);
    }
  sqlite3_close (handle);
}

char *
dl_database_leave (DlDatabase *db)
{
  char *notice = NULL;
  gboolean unused;

  if (db == NULL)
    return NULL;
  g_hash_table_unref (db->statements);
  unused
      = db->created && !db->read_only && (db->handle == NULL || count_used (db, db->handle) <= 0);
  if (db->handle != NULL && !db->read_only)
    notice = leave_files (db);
  sqlite3_close (db->handle);
  if (!db->read_only && db->files.log.inode != 0)
    {
      /* It may have been replaced just now; SQLite then leaves the log where it is. */
      dl_database_files_part (db->path, &db->files, FALSE, notice == NULL ? &notice : NULL, NULL);
      dl_database_files_disclaim (db->path, &db->files);
    }
  if (unused)
    remove_unused (db);
  g_free (db->path);
  g_free (db->name);
  g_free (db->notice);
  g_free (db->content);
  g_free (db);
  return notice;
}

void
dl_database_close (DlDatabase *db)
{
  g_free (dl_database_leave (db));
}

void
dl_database_set_used (DlDatabase *db, const char *used)
{
  db->used = used;
}

const char *
dl_database_notice (DlDatabase *db)
{
  return db->notice;
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

/* The log is there from the first look into the file, and stays as long as there is a connection.
 */
static void
claim (DlDatabase *db)
{
  DlDatabaseFiles files;

  if (!dl_database_exec (db, "SELECT count(*) FROM sqlite_schema", NULL))
    return;
  dl_database_files_look (db->path, &files);
  if (!dl_file_id_equal (&files.file, &db->files.file))
    return; /* replaced meanwhile */
  db->files = files;
  if (files.log.inode == 0)
    return;
  dl_database_files_claim (db->path, &files);
  db->watched = TRUE;
  is_overwritten (db);
}

gboolean
dl_database_make_durable (DlDatabase *db, GError **error)
{
  gboolean is_wal = FALSE;

  if (db->read_only)
    return TRUE;
  /* Some file systems cannot share memory: there the old journal stays, which needs EXTRA to be
   * as durable. */
  if (!switch_to_wal (db, &is_wal, error)
      || !dl_database_exec (db, is_wal ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = EXTRA",
                            error)
      || !dl_database_exec (db, "PRAGMA journal_size_limit = " MAX_IDLE_WAL_BYTES, error)
      || !dl_database_exec (db, "PRAGMA foreign_keys = ON", error))
    return FALSE;
  if (is_wal)
    claim (db);
  return TRUE;
}

gboolean
dl_database_drop_log (DlDatabase *db, GError **error)
{
  if (!dl_database_exec (db, "PRAGMA journal_mode = DELETE", error))
    return FALSE;
  /* To look at the log's index now would map it for a connection that never lets it go. */
  db->watched = FALSE;
  return TRUE;
}

/* Transactions --------------------------------------------------------------------------------- */

/* From 3.44 on SQLite checks the index of words along with the pages, and gives it one row. That
 * index is made again where it is damaged. */
#define CHECK_ROWS  "(2)"
#define INDEX_WORDS " inverted index "

gboolean
dl_database_check_pages (DlDatabase *db, gboolean thoroughly, gboolean *fit, GError **error)
{
  g_autoptr (DlStatement) row = dl_database_query (
      db, error, thoroughly ? "PRAGMA integrity_check" CHECK_ROWS : "PRAGMA quick_check" CHECK_ROWS,
      "");
  g_autoptr (GError) local = NULL;

  if (row == NULL)
    return FALSE;
  *fit = TRUE;
  while (*fit && dl_statement_next (row, &local))
    {
      const char *text = dl_statement_text (row, 0, NULL);
      *fit = text != NULL && (g_str_equal (text, "ok") || strstr (text, INDEX_WORDS) != NULL);
    }
  if (local == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&local));
  return FALSE;
}

static gboolean
is_sound (DlDatabase *db)
{
  gboolean fit = FALSE;

  return dl_database_check_pages (db, FALSE, &fit, NULL) && fit;
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

  if (is_overwritten (db))
    return TRUE;
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
      if (g_file_test (db->path, G_FILE_TEST_EXISTS))
        g_set_error (error, DL_STORE_ERROR, DL_STORE_ERROR_OPEN,
                     _ ("The library “%s” was replaced by another file while it was open: nothing "
                        "was saved; try again to use the new file, or save the scenario as a "
                        "copy."),
                     db->name);
      else
        g_set_error (error, DL_STORE_ERROR, DL_STORE_ERROR_OPEN,
                     _ ("The library “%s” was moved or removed while it was open: nothing was "
                        "saved; put it back, or save the scenario as a copy."),
                     db->name);
      return FALSE;
    }
  /* The last of other connections may have taken it along. */
  if (db->files.log.inode != 0 && !dl_database_files_are_claimed (db->path))
    dl_database_files_claim (db->path, &db->files);
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
  const int n_changes = sqlite3_total_changes (db->handle);

  ok = ok && dl_database_run (db, error, "COMMIT", "");
  if (ok && n_changes != db->n_changes)
    db->wrote = TRUE;
  db->n_changes = n_changes;
  /* Some errors have rolled back already. */
  if (!ok && !sqlite3_get_autocommit (db->handle))
    dl_database_run (db, NULL, "ROLLBACK", "");
  is_overwritten (db);
  return ok;
}

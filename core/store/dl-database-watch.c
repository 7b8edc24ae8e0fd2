/* Another file's content in the place of the library's, while the library is open ("cp backup.db
 * library.db"): the inode stays, so that the file has not moved, and SQLite goes on to apply the
 * log, which it still has, to what is there now. With a log SQLite writes the file only in a
 * checkpoint, and the log's index counts those. So content that has changed while no checkpoint was
 * made is somebody else's. An id inside the library would not tell: a backup has the same. */
#include "dl-database-private.h"

#include <string.h>

#include <glib/gstdio.h>
#include <sqlite3.h>

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

/* Of the file itself, not of what SQLite thinks of it. By SQLite's own handle: to open the file and
 * close it again would take away SQLite's locks. NULL if it cannot be read. Free with g_free. */
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

gboolean
dl_database_is_overwritten (DlDatabase *db)
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

#include "dl-database-owner.h"

#include "dl-output.h"
#include "dl-store-error.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>

#define LOG     "-wal"
#define INDEX   "-shm"
#define JOURNAL "-journal"
#define OWNER   "-owner"

/* Files ---------------------------------------------------------------------------------------- */

static DlFileId
look (const char *path, const char *suffix, guint64 *size)
{
  g_autofree char *name = g_strconcat (path, suffix, NULL);
  struct statx info;

  if (statx (AT_FDCWD, name, 0, STATX_INO | STATX_BTIME | STATX_SIZE, &info) != 0)
    return (DlFileId) { 0 };
  if (size != NULL)
    *size = info.stx_size;
  return (DlFileId) {
    .inode = info.stx_ino,
    .born_ns = (info.stx_mask & STATX_BTIME) != 0
                   ? (gint64) info.stx_btime.tv_sec * 1000000000 + info.stx_btime.tv_nsec
                   : 0,
  };
}

gboolean
dl_file_id_equal (const DlFileId *a, const DlFileId *b)
{
  return a->inode == b->inode && a->born_ns == b->born_ns;
}

void
dl_database_files_look (const char *path, DlDatabaseFiles *files)
{
  *files = (DlDatabaseFiles) {
    .file = look (path, "", NULL),
    .log = look (path, LOG, NULL),
    .index = look (path, INDEX, NULL),
  };
}

gboolean
dl_database_files_in_use (const char *path)
{
  static const char *const logs[] = { LOG, JOURNAL };

  for (guint i = 0; i < G_N_ELEMENTS (logs); i++)
    {
      guint64 size = 0;

      if (look (path, logs[i], &size).inode != 0 && size > 0)
        return TRUE;
    }
  return FALSE;
}

void
dl_database_files_remove (const char *path)
{
  static const char *const suffixes[] = { "", LOG, INDEX, JOURNAL, OWNER };

  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    {
      g_autofree char *name = g_strconcat (path, suffixes[i], NULL);

      g_unlink (name);
    }
}

/* The owner file ------------------------------------------------------------------------------- */

static char *
describe (const DlDatabaseFiles *files)
{
  return g_strdup_printf ("dateline-owner 1 %" PRIu64 " %" PRId64 " %" PRIu64 " %" PRId64
                          " %" PRIu64 " %" PRId64 "\n",
                          files->file.inode, files->file.born_ns, files->log.inode,
                          files->log.born_ns, files->index.inode, files->index.born_ns);
}

static char *
read_owner (const char *path)
{
  g_autofree char *name = g_strconcat (path, OWNER, NULL);
  char *text;

  return g_file_test (name, G_FILE_TEST_IS_REGULAR) && g_file_get_contents (name, &text, NULL, NULL)
             ? text
             : NULL;
}

static gboolean
read_claim (const char *path, DlDatabaseFiles *files)
{
  g_autofree char *text = read_owner (path);

  return text != NULL
         && sscanf (text,
                    "dateline-owner 1 %" SCNu64 " %" SCNd64 " %" SCNu64 " %" SCNd64 " %" SCNu64
                    " %" SCNd64,
                    &files->file.inode, &files->file.born_ns, &files->log.inode,
                    &files->log.born_ns, &files->index.inode, &files->index.born_ns)
                == 6;
}

void
dl_database_files_claim (const char *path, const DlDatabaseFiles *files)
{
  g_autofree char *name = g_strconcat (path, OWNER, NULL);
  g_autofree char *text = describe (files);
  g_autofree char *there = read_owner (path);

  if (g_strcmp0 (text, there) != 0)
    g_file_set_contents_full (name, text, -1, G_FILE_SET_CONTENTS_CONSISTENT, 0666, NULL);
}

gboolean
dl_database_files_are_claimed (const char *path)
{
  return look (path, OWNER, NULL).inode != 0;
}

void
dl_database_files_disclaim (const char *path, const DlDatabaseFiles *files)
{
  g_autofree char *name = g_strconcat (path, OWNER, NULL);
  g_autofree char *text = describe (files);
  g_autofree char *there = read_owner (path);

  /* Another program may have opened it since, and made a log of its own. */
  if (look (path, LOG, NULL).inode == 0 && g_strcmp0 (text, there) == 0)
    g_unlink (name);
}

/* Parting -------------------------------------------------------------------------------------- */

/* Does @path hold another file than the log beside it was made for? @own: (nullable) the true
 * files. */
static gboolean
are_mixed (const char *path, const DlDatabaseFiles *own)
{
  DlDatabaseFiles claimed, now;

  dl_database_files_look (path, &now);
  if (own == NULL && now.log.inode != 0 && now.file.inode == 0)
    return TRUE; /* of a library that is gone: a new one is about to be made */
  if (own == NULL && (now.log.inode != 0 || now.index.inode != 0) && read_claim (path, &claimed))
    own = &claimed;
  return own != NULL && now.file.inode != 0 && !dl_file_id_equal (&now.file, &own->file)
         && ((now.log.inode != 0 && dl_file_id_equal (&now.log, &own->log))
             || (now.index.inode != 0 && dl_file_id_equal (&now.index, &own->index)));
}

char *
dl_database_find_renamed (const char *path, const DlFileId *id)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *candidate = g_build_filename (folder, name, NULL);
      const DlFileId there = look (candidate, "", NULL);

      if (id->inode != 0 && dl_file_id_equal (&there, id) && strcmp (candidate, path) != 0)
        return g_steal_pointer (&candidate);
    }
  return NULL;
}

/* @stem with the time and @ending: a name that nothing has. */
static char *
unused_name (const char *stem, const char *ending)
{
  g_autoptr (GDateTime) now = g_date_time_new_now_local ();
  g_autofree char *time = g_date_time_format (now, "%Y%m%d-%H%M%S");
  char *name = g_strdup_printf ("%s-replaced-%s%s", stem, time, ending);

  for (guint n = 2; g_file_test (name, G_FILE_TEST_EXISTS); n++)
    {
      g_free (name);
      name = g_strdup_printf ("%s-replaced-%s-%u%s", stem, time, n, ending);
    }
  return name;
}

char *
dl_database_replaced_path (const char *path)
{
  g_autofree char *stem
      = g_str_has_suffix (path, ".db") ? g_strndup (path, strlen (path) - 3) : g_strdup (path);

  return unused_name (stem, ".db");
}

/* Not all file systems can do it in one step. */
gboolean
dl_database_files_move (const char *from, const char *to)
{
  return renameat2 (AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0
         || ((errno == EINVAL || errno == ENOSYS) && !g_file_test (to, G_FILE_TEST_EXISTS)
             && g_rename (from, to) == 0);
}

/* The log and its index go to the file that they were made for. */
static gboolean
follow (const char *path, const char *renamed)
{
  g_autofree char *log = g_strconcat (path, LOG, NULL);
  g_autofree char *index = g_strconcat (path, INDEX, NULL);
  g_autofree char *log_there = g_strconcat (renamed, LOG, NULL);
  g_autofree char *index_there = g_strconcat (renamed, INDEX, NULL);
  DlDatabaseFiles there;

  dl_database_files_look (renamed, &there);
  if (there.log.inode != 0 || there.index.inode != 0 || !dl_database_files_move (log, log_there))
    return FALSE;
  /* SQLite makes a new one where it is missing. */
  if (!dl_database_files_move (index, index_there))
    g_unlink (index);
  return TRUE;
}

char *
dl_database_files_tell (const char *path, const char *earlier)
{
  g_autofree char *name = dl_file_name_show (path);
  g_autofree char *earlier_name = dl_file_base_show (earlier);

  return g_strdup_printf (_ ("The library “%s” was replaced by another file while it was open. The "
                             "earlier library is “%s” in the same folder."),
                          name, earlier_name);
}

static char *
tell_log (const char *path, const char *log)
{
  g_autofree char *name = dl_file_name_show (path);
  g_autofree char *log_name = dl_file_base_show (log);

  return g_strdup_printf (_ ("The library “%s” was replaced by another file while it was open. The "
                             "log of the earlier library is kept as “%s” in the same folder."),
                          name, log_name);
}

static gboolean
put_aside (const char *path, char **notice, GError **error)
{
  g_autofree char *log = g_strconcat (path, LOG, NULL);
  g_autofree char *aside = unused_name (log, "");

  if (!dl_database_files_move (log, aside))
    {
      const int number = errno;
      g_autofree char *name = dl_file_name_show (path);

      dl_store_error_set_system (error, name, number);
      return FALSE;
    }
  if (notice != NULL)
    *notice = tell_log (path, aside);
  return TRUE;
}

static gboolean
drop (const char *path, const char *suffix, GError **error)
{
  g_autofree char *name = g_strconcat (path, suffix, NULL);

  if (g_unlink (name) != 0 && errno != ENOENT)
    {
      const int number = errno;
      g_autofree char *display = dl_file_name_show (path);

      dl_store_error_set_system (error, display, number);
      return FALSE;
    }
  return TRUE;
}

gboolean
dl_database_files_part (const char *path, const DlDatabaseFiles *own, gboolean kept, char **notice,
                        GError **error)
{
  DlDatabaseFiles now, claimed = { 0 };
  g_autofree char *renamed = NULL;
  guint64 log_size = 0;

  if (notice != NULL)
    *notice = NULL;
  if (!are_mixed (path, own))
    return TRUE;
  if (own == NULL && read_claim (path, &claimed))
    own = &claimed;
  dl_database_files_look (path, &now);
  /* A log that was made for the new file stays. */
  if (now.file.inode != 0 && (own == NULL || !dl_file_id_equal (&now.log, &own->log)))
    return drop (path, INDEX, error);

  if (look (path, LOG, &log_size).inode != 0 && log_size > 0)
    {
      renamed = own != NULL ? dl_database_find_renamed (path, &own->file) : NULL;
      if (renamed != NULL && follow (path, renamed))
        {
          if (notice != NULL)
            *notice = dl_database_files_tell (path, renamed);
          return TRUE;
        }
      if (!kept && !put_aside (path, notice, error))
        return FALSE;
    }
  return drop (path, LOG, error) && drop (path, INDEX, error);
}

gboolean
dl_database_files_part_log (const char *path, const DlDatabaseFiles *own, char **notice)
{
  DlFileId log;
  guint64 size = 0;

  *notice = NULL;
  log = look (path, LOG, &size);
  if (log.inode == 0 || !dl_file_id_equal (&log, &own->log))
    return TRUE; /* another program was here before, and has made a new one */
  if (size > 0 && !put_aside (path, notice, NULL))
    return FALSE;
  return drop (path, LOG, NULL) && drop (path, INDEX, NULL);
}

gboolean
dl_database_files_drop_log (const char *path, const DlDatabaseFiles *own, GError **error)
{
  DlDatabaseFiles now;

  dl_database_files_look (path, &now);
  return (!dl_file_id_equal (&now.log, &own->log) || drop (path, LOG, error))
         && (!dl_file_id_equal (&now.index, &own->index) || drop (path, INDEX, error));
}

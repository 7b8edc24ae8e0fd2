/* The owner file of a library's log: the file that the log belongs to. SQLite finds a write-ahead
 * log and its index by name alone and applies them to whatever file has that name: if another file
 * takes the place of a library, the log of the earlier one destroys it. A small file beside a
 * library, its owner file, therefore says which log was made for which file, by inodes and times of
 * birth. It accuses only the very log that it names: it says nothing of a folder that was copied.
 *
 * What remains: a log that a foreign program, plain SQLite for instance, left while no Dateline had
 * the library open has no owner file. If another file then takes the library's place, nothing tells
 * that the log is not its own: SQLite keeps no mark of the file in a log. To refuse every log
 * without an owner would lose the writes of such a program to the right file, and copied logs. The
 * manual (library, "Safety") tells users to remove such a log first. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  guint64 inode;  /* 0: there is no file */
  gint64 born_ns; /* since 1970; 0: the file system does not tell */
} DlFileId;

typedef struct
{
  DlFileId file;  /* the library */
  DlFileId log;   /* "-wal" */
  DlFileId index; /* "-shm" */
} DlDatabaseFiles;

gboolean dl_file_id_equal (const DlFileId *a, const DlFileId *b);

/* Files at @path now. Opens nothing: closing a file would drop the locks that SQLite holds on
 * it. */
void dl_database_files_look (const char *path, DlDatabaseFiles *files);

/* Write down that @files belong together. A folder that cannot be written does without. */
void dl_database_files_claim (const char *path, const DlDatabaseFiles *files);
/* Is that written down? */
gboolean dl_database_files_are_claimed (const char *path);
/* After closing: remove what @files were claimed by if its log has gone, as it does with the last
 * connection. */
void dl_database_files_disclaim (const char *path, const DlDatabaseFiles *files);

/* Before @path is opened, and after it was left: put a log aside that belongs to another file. If
 * that file has only been renamed, its log goes with it. @own: the true files; NULL: those in the
 * owner file. @kept: nothing in the log is needed any more. @notice (nullable) gets NULL, or where
 * the log is, for the user. FALSE if it could not be put aside: do not open @path then. */
gboolean dl_database_files_part (const char *path, const DlDatabaseFiles *own, gboolean kept,
                                 char **notice, GError **error);

/* Put the log of @own aside, whatever file it was made for: another file's content is there now.
 * @notice: as above. */
gboolean dl_database_files_part_log (const char *path, const DlDatabaseFiles *own, char **notice);

/* Tell the user that @path was replaced, and where the earlier library is. Free with g_free. */
char *dl_database_files_tell (const char *path, const char *earlier);
/* Delete the log of @own at @path, all of which is somewhere else, if it is there. */
gboolean dl_database_files_drop_log (const char *path, const DlDatabaseFiles *own, GError **error);
/* A rename that puts nothing in the place of a file; FALSE with errno. */
gboolean dl_database_files_move (const char *from, const char *to);

/* The file with that identity in the folder of @path, under whatever name; NULL if there is none.
 * Free with g_free. */
char *dl_database_find_renamed (const char *path, const DlFileId *id);
/* "library-replaced-20260131-235959.db" for "library.db", in the same folder; there is no such file
 * yet. Free with g_free. */
char *dl_database_replaced_path (const char *path);

/* Would a file put in the place of @path meet the log of another library, which then is in use or
 * was not closed? */
gboolean dl_database_files_in_use (const char *path);
/* Delete @path and all that belongs to it. */
void dl_database_files_remove (const char *path);

G_END_DECLS

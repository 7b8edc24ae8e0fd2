/* One SQLite connection: opening it safely, statements that are prepared once, transactions, and
 * SQLite's result codes told as DL_STORE_ERROR. Knows nothing of scenarios. Belongs to one thread.
 */
#pragma once

#include "dl-store-error.h"

G_BEGIN_DECLS

/* How long to wait for another instance before DL_STORE_ERROR_LOCKED. */
#define DL_DATABASE_BUSY_MS 2000

typedef struct _DlDatabase DlDatabase;
typedef struct _DlStatement DlStatement;

/* Open @path; unless @read_only, create it and its folder (mode 0700) if they are missing. Nothing
 * is written to a file that is there already. Errors: OPEN, READ_ONLY, FULL, LOCKED; NOT_FOUND for
 * a missing file with @read_only. */
DlDatabase *dl_database_open (const char *path, gboolean read_only, guint busy_ms, GError **error);
/* A file that this connection created, in which there is no table yet and which is not open
 * elsewhere, is removed: on a full disk it would be all that is left of the attempt. */
void dl_database_close (DlDatabase *db);
/* Query @used, a literal: closing removes a file that this connection created if it gives 0. */
void dl_database_set_used (DlDatabase *db, const char *used);
/* The same; returns a notice to the user, or NULL: another file has taken the library's place since
 * it was opened. Nothing is written to that file then, its log stays, the log of this library is
 * parted from it, and the content of this library is kept in a file of its own if it has changed.
 * Free with g_free. */
char *dl_database_leave (DlDatabase *db);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlDatabase, dl_database_close)

/* For messages: absolute, valid UTF-8. */
const char *dl_database_name (DlDatabase *db);
const char *dl_database_path (DlDatabase *db);

/* Notice for the user about opening it: that another file had been put in the place of a library in
 * use. NULL: none. */
const char *dl_database_notice (DlDatabase *db);

/* Write-ahead log, durable commits, foreign keys: for a file that is known to be ours. */
gboolean dl_database_make_durable (DlDatabase *db, GError **error);
/* All in one file, without a log beside it: for a copy that is complete. */
gboolean dl_database_drop_log (DlDatabase *db, GError **error);

/* Run a script without parameters. */
gboolean dl_database_exec (DlDatabase *db, const char *sql, GError **error);
/* The first column of the first row; an error if there is none. */
gboolean dl_database_get_int (DlDatabase *db, const char *sql, gint64 *value, GError **error);

/* A statement with its parameters bound, at its start. @types has a letter per parameter: i gint64,
 * d double (NAN is NULL), s char * (nullable), b GBytes * (nullable); what the pointers point at
 * must outlive the statement's use. @sql must be a literal: statements are kept by its address. */
DlStatement *dl_database_query (DlDatabase *db, GError **error, const char *sql, const char *types,
                                ...);
/* The same for a statement that returns nothing. */
gboolean dl_database_run (DlDatabase *db, GError **error, const char *sql, const char *types, ...);

/* FALSE at the end and on error, which then is set. */
gboolean dl_statement_next (DlStatement *statement, GError **error);
gint64 dl_statement_int (DlStatement *statement, int column);
gboolean dl_statement_is_null (DlStatement *statement, int column);
/* NAN for a NULL. */
double dl_statement_double (DlStatement *statement, int column);
/* NULL for a NULL. Valid until the next row. @length (nullable) in bytes. */
const char *dl_statement_text (DlStatement *statement, int column, gsize *length);
/* For people: "" for a NULL, and valid UTF-8 whatever is there. Free with g_free. */
char *dl_statement_valid_text (DlStatement *statement, int column);
/* The same on one line, as it may be shown (dl_text_printable). */
char *dl_statement_shown_text (DlStatement *statement, int column);
GBytes *dl_statement_bytes (DlStatement *statement, int column);
/* Done with it for now; it stays prepared. NULL-safe. */
void dl_statement_end (DlStatement *statement);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlStatement, dl_statement_end)

/* Rows changed by the last dl_database_run, and the rowid it inserted. */
int dl_database_changes (DlDatabase *db);
gint64 dl_database_last_id (DlDatabase *db);

/* Whether the pages of the file fit together (@fit); @thoroughly: its indexes, too. Damage to the
 * index of words does not count. */
gboolean dl_database_check_pages (DlDatabase *db, gboolean thoroughly, gboolean *fit,
                                  GError **error);
/* Is the file no longer where it was opened, or is its content another file's? A write now would be
 * lost, or destroy that. */
gboolean dl_database_has_moved (DlDatabase *db);

/* A transaction for writing, which waits for other instances here rather than at its end. A
 * small file is checked before it is first written to, a large one if something has looked wrong; a
 * damaged one is not written to (DAMAGED), so that it gets no worse. OPEN if the file has moved. */
gboolean dl_database_begin (DlDatabase *db, GError **error);
/* A transaction for reading: one moment of the database. */
gboolean dl_database_begin_read (DlDatabase *db, GError **error);
/* Commit if @ok, otherwise (and on error) roll back. Returns whether it is committed: durable. */
gboolean dl_database_end (DlDatabase *db, gboolean ok, GError **error);

/* A copy of all that is committed at @path, complete and on the disk or not there at all. */
gboolean dl_database_backup (DlDatabase *db, const char *path, GError **error);

/* After its file was removed: all that was in it at its path again, in a new file, which is to be
 * opened then instead of this one. Fails if there is a file by now. */
gboolean dl_database_restore (DlDatabase *db, GError **error);

G_END_DECLS

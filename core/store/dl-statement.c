/* Statements, prepared once and used again. */
#include "dl-database-private.h"
#include "dl-output.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

struct _DlStatement
{
  DlDatabase *db;
  sqlite3_stmt *handle;
  gboolean in_use;
};

void
dl_statement_free (gpointer data)
{
  DlStatement *statement = data;

  sqlite3_finalize (statement->handle);
  g_free (statement);
}

gboolean
dl_database_exec (DlDatabase *db, const char *sql, GError **error)
{
  int code = sqlite3_exec (db->handle, sql, NULL, NULL, NULL);

  return code == SQLITE_OK || dl_database_fail (db, code, error);
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
      dl_database_fail (db, code, error);
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
      case 'd':
        /* NAN becomes NULL. */
        code = sqlite3_bind_double (statement->handle, i + 1, va_arg (values, double));
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
      dl_database_fail (db, code, error);
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
    return dl_database_fail (db, SQLITE_CORRUPT, error);
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
    dl_database_fail (statement->db, code, error);
  return FALSE;
}

gint64
dl_statement_int (DlStatement *statement, int column)
{
  return sqlite3_column_int64 (statement->handle, column);
}

gboolean
dl_statement_is_null (DlStatement *statement, int column)
{
  return sqlite3_column_type (statement->handle, column) == SQLITE_NULL;
}

double
dl_statement_double (DlStatement *statement, int column)
{
  return dl_statement_is_null (statement, column)
             ? NAN
             : sqlite3_column_double (statement->handle, column);
}

const char *
dl_statement_text (DlStatement *statement, int column, gsize *length)
{
  const char *text = (const char *) sqlite3_column_text (statement->handle, column);

  if (length != NULL)
    *length = text != NULL ? (gsize) sqlite3_column_bytes (statement->handle, column) : 0;
  return text;
}

char *
dl_statement_valid_text (DlStatement *statement, int column)
{
  const char *text = dl_statement_text (statement, column, NULL);

  return g_utf8_make_valid (text != NULL ? text : "", -1);
}

char *
dl_statement_shown_text (DlStatement *statement, int column)
{
  const char *text = dl_statement_text (statement, column, NULL);

  return dl_text_printable (text != NULL ? text : "", -1, FALSE);
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

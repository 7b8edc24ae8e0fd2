#include "dl-counters-reader.h"

#include "dl-family.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define MAX_NOTES 100

G_DEFINE_QUARK (dl - counters - error - quark, dl_counters_error)

/* Messages */

void
dl_counters_fail (const DlCountersReader *reader, GError **error, DlCountersError code,
                  const char *format, ...)
{
  g_autofree char *message = NULL;
  va_list args;

  va_start (args, format);
  message = g_strdup_vprintf (format, args);
  va_end (args);
  dl_text_lines_error (&reader->lines, error, DL_COUNTERS_ERROR, code, "%s", message);
}

void
dl_counters_note (DlCounters *counters, guint line, const char *format, ...)
{
  g_autofree char *message = NULL;
  va_list args;

  counters->n_notes++;
  if (counters->notes->len >= MAX_NOTES)
    return;
  va_start (args, format);
  message = g_strdup_vprintf (format, args);
  va_end (args);
  g_ptr_array_add (counters->notes,
                   g_strdup_printf ("%s:%u: %s", counters->file_name, line, message));
}

/* Columns and rows */

gboolean
dl_counters_next (DlCountersReader *reader)
{
  while (dl_text_lines_next (&reader->lines, reader->line))
    if (reader->line->len > 0)
      return TRUE;
  return FALSE;
}

static gboolean
is_column (const char *field, const DlCountersColumn *column)
{
  return g_ascii_strcasecmp (field, column->name) == 0
         || (column->other != NULL && g_ascii_strcasecmp (field, column->other) == 0);
}

static char *
join_needed (const DlCountersColumn *columns, guint n)
{
  GString *names = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    if (columns[i].needed)
      g_string_append_printf (names, "%s%s", names->len > 0 ? "," : "", columns[i].name);
  return g_string_free (names, FALSE);
}

gboolean
dl_counters_find_columns (DlCountersReader *reader, const DlCountersColumn *columns, guint n,
                          gint *at, GError **error)
{
  g_autofree char *needed = join_needed (columns, n);
  guint n_known = 0;

  if (reader->n_fields > DL_COUNTERS_MAX_COLUMNS)
    {
      dl_counters_fail (reader, error, DL_COUNTERS_ERROR_LIMIT, _ ("too many columns (at most %u)"),
                        DL_COUNTERS_MAX_COLUMNS);
      return FALSE;
    }
  for (guint i = 0; i < n; i++)
    {
      at[i] = -1;
      for (guint field = 0; field < reader->n_fields; field++)
        {
          if (!is_column (reader->field[field], &columns[i]))
            continue;
          if (at[i] >= 0)
            {
              dl_counters_fail (reader, error, DL_COUNTERS_ERROR_TWICE,
                                _ ("column “%s” occurs twice (use each column once)"),
                                columns[i].name);
              return FALSE;
            }
          at[i] = field;
          n_known++;
        }
      if (at[i] < 0 && columns[i].needed)
        {
          dl_counters_fail (reader, error, DL_COUNTERS_ERROR_FORMAT,
                            _ ("column “%s” is missing (expected %s)"), columns[i].name, needed);
          return FALSE;
        }
    }
  reader->n_columns = reader->n_fields;
  reader->counters->n_unknown = reader->n_columns - n_known;
  return TRUE;
}

gboolean
dl_counters_begin_row (DlCountersReader *reader, GError **error)
{
  if (reader->n_fields != reader->n_columns)
    {
      dl_counters_fail (reader, error, DL_COUNTERS_ERROR_SYNTAX,
                        reader->n_fields > reader->n_columns
                            ? _ ("a row has too many fields (expected %u, one per column)")
                            : _ ("a row has too few fields (expected %u, one per column)"),
                        reader->n_columns);
      return FALSE;
    }
  if (reader->counters->n_rows++ == DL_COUNTERS_MAX_ROWS)
    {
      dl_counters_fail (reader, error, DL_COUNTERS_ERROR_LIMIT, _ ("too many rows (at most %u)"),
                        DL_COUNTERS_MAX_ROWS);
      return FALSE;
    }
  return TRUE;
}

gboolean
dl_counters_uint (const DlCountersReader *reader, const char *name, gint at, guint64 max,
                  guint64 *value, GError **error)
{
  g_autofree char *excerpt = NULL;

  if (dl_text_to_uint (reader->field[at], max, value))
    return TRUE;
  excerpt = dl_text_excerpt (reader->field[at]);
  dl_counters_fail (reader, error, DL_COUNTERS_ERROR_SYNTAX,
                    /* Translators: a column's name, then what is in it */
                    _ ("%s: “%s” is not a whole number from 0 to %lu"), name, excerpt,
                    (gulong) max);
  return FALSE;
}

gboolean
dl_counters_add (const DlCountersReader *reader, const char *name, guint64 value, guint64 *total,
                 GError **error)
{
  if (value <= DL_COUNTERS_MAX - *total)
    {
      *total += value;
      return TRUE;
    }
  dl_counters_fail (reader, error, DL_COUNTERS_ERROR_LIMIT,
                    _ ("%s: the sum of the rows is too large (at most %lu)"), name,
                    (gulong) DL_COUNTERS_MAX);
  return FALSE;
}

/* Files */

/* The kind of the file whose first line was read, or NULL. */
static const DlCountersKind *
find_kind (DlCountersReader *reader)
{
  guint n;
  const DlFamily *const *families = dl_families (&n);

  for (guint i = 0; i < n; i++)
    for (const DlCountersKind *const *kind = families[i]->counters; kind != NULL && *kind != NULL;
         kind++)
      if ((*kind)->begins (reader))
        return *kind;
  return NULL;
}

static gboolean
read_all (DlCountersReader *reader, GError **error)
{
  DlCounters *counters = reader->counters;

  if (!dl_counters_next (reader))
    {
      dl_counters_fail (reader, error, DL_COUNTERS_ERROR_EMPTY,
                        _ ("the file is empty (expected "
                           "counters)"));
      return FALSE;
    }
  counters->kind = find_kind (reader);
  if (counters->kind == NULL)
    {
      g_autofree char *excerpt = dl_text_excerpt (reader->line->str);

      dl_counters_fail (reader, error, DL_COUNTERS_ERROR_FORMAT,
                        _ ("“%s” is not the start of a file of counters (expected "
                           "sg,sr,sc,dg,dr,dc,color,flits,... or g,r,c,n,jobid, or --- and the "
                           "table of a torus)"),
                        excerpt);
      return FALSE;
    }
  if (!counters->kind->read (reader, error))
    return FALSE;
  if (counters->n_rows > 0)
    return TRUE;
  dl_counters_fail (reader, error, DL_COUNTERS_ERROR_EMPTY,
                    _ ("the file has no rows (expected one per link or one per node)"));
  return FALSE;
}

static void
counters_free (gpointer data)
{
  DlCounters *counters = data;

  g_free (counters->file_name);
  if (counters->data != NULL)
    counters->kind->free_data (counters->data);
  g_ptr_array_unref (counters->notes);
  g_free (counters);
}

DlCounters *
dl_counters_read (const char *text, gssize length, const char *file_name, GError **error)
{
  const gsize size = length < 0 ? strlen (text) : (gsize) length;
  g_autoptr (DlCounters) counters = g_new0 (DlCounters, 1);
  g_autofree DlCountersReader *reader = g_new0 (DlCountersReader, 1);
  gboolean done;

  dl_shared_init (&counters->shared, counters_free);
  counters->file_name = g_strdup (file_name);
  counters->notes = g_ptr_array_new_with_free_func (g_free);
  if (size > DL_COUNTERS_MAX_BYTES)
    {
      g_set_error (error, DL_COUNTERS_ERROR, DL_COUNTERS_ERROR_LIMIT,
                   _ ("%s: the file is larger than %u MiB"), file_name,
                   DL_COUNTERS_MAX_BYTES / 1024 / 1024);
      return NULL;
    }
  reader->counters = counters;
  reader->line = g_string_new (NULL);
  dl_text_lines_init (&reader->lines, text, size, file_name);
  done = read_all (reader, error);
  g_string_free (reader->line, TRUE);
  return done ? g_steal_pointer (&counters) : NULL;
}

gboolean
dl_counters_probe (const char *text, gsize length)
{
  g_autofree DlCountersReader *reader = g_new0 (DlCountersReader, 1);
  const DlCountersKind *kind = NULL;
  gboolean found;

  reader->line = g_string_new (NULL);
  dl_text_lines_init (&reader->lines, text, MIN (length, G_MAXSSIZE), "");
  if (dl_counters_next (reader))
    kind = find_kind (reader);
  found = kind != NULL && kind->probe (reader);
  g_string_free (reader->line, TRUE);
  return found;
}

guint
dl_counters_one_sided (const DlCounters *counters)
{
  return counters->kind->one_sided != NULL ? counters->kind->one_sided (counters) : 0;
}

gboolean
dl_counters_has_region (const DlCounters *counters, gint32 region)
{
  const GArray *regions
      = counters->kind->regions != NULL ? counters->kind->regions (counters) : NULL;

  for (guint i = 0; regions != NULL && i < regions->len; i++)
    if (g_array_index (regions, gint32, i) == region)
      return TRUE;
  return FALSE;
}

gboolean
dl_counters_are_jobs (const DlCounters *counters)
{
  return counters->kind->jobs != NULL;
}

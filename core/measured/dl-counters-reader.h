/* What the readers of counter files share. */
#pragma once

#include "dl-counters.h"
#include "dl-text-lines.h"

G_BEGIN_DECLS

/* A column that a reader knows. */
typedef struct
{
  const char *name, *other; /* another name for it; nullable */
  gboolean needed;
} DlCountersColumn;

typedef struct
{
  DlTextLines lines;
  GString *line;
  char *field[DL_COUNTERS_MAX_COLUMNS + 1];
  guint n_fields;  /* of the line, in it */
  guint n_columns; /* of the file */
  DlCounters *counters;
} DlCountersReader;

void dl_counters_fail (const DlCountersReader *reader, GError **error, DlCountersError code,
                       const char *format, ...) G_GNUC_PRINTF (4, 5);
void dl_counters_note (DlCounters *counters, guint line, const char *format, ...)
    G_GNUC_PRINTF (3, 4);
/* The next line that says something. */
gboolean dl_counters_next (DlCountersReader *reader);
/* Where each of @columns (n) is among the fields that name the file's columns: @at (n), -1 for one
 * that is not there. Counts those that are not known. */
gboolean dl_counters_find_columns (DlCountersReader *reader, const DlCountersColumn *columns,
                                   guint n, gint *at, GError **error);
/* Another row: it has a field for each column, and there are not too many. */
gboolean dl_counters_begin_row (DlCountersReader *reader, GError **error);
/* Field @at of the row, called @name: a whole number of at most @max. */
gboolean dl_counters_uint (const DlCountersReader *reader, const char *name, gint at, guint64 max,
                           guint64 *value, GError **error);
/* *@total grows by @value, but not past DL_COUNTERS_MAX. */
gboolean dl_counters_add (const DlCountersReader *reader, const char *name, guint64 value,
                          guint64 *total, GError **error);

/* A kind of files. */
struct _DlCountersKind
{
  /* Of a file whose first line was read: is it one of this kind? The line is as it was after. */
  gboolean (*begins) (DlCountersReader *reader);
  /* Does what there is of it have all the columns? */
  gboolean (*probe) (DlCountersReader *reader);
  /* The rest of the file, into counters->data. */
  gboolean (*read) (DlCountersReader *reader, GError **error);
  guint (*one_sided) (const DlCounters *counters);
  /* Of what dl_counters_read made, or of the half of it. */
  void (*free_data) (gpointer data);
};

G_END_DECLS

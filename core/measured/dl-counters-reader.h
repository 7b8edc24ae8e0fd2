/* Common parts of counter file readers. */
#pragma once

#include "dl-counters.h"
#include "dl-measured.h"
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

/* Unit of counts. */
typedef enum
{
  DL_COUNTS_FLITS,
  DL_COUNTS_PACKETS,
  DL_COUNTS_WORDS /* of 4 bytes */
} DlCountsOf;

/* A kind of files. */
struct _DlCountersKind
{
  /* Is the file, whose first line was read, one of this kind? The line does not change. */
  gboolean (*begins) (DlCountersReader *reader);
  /* Does what there is of it have all the columns? */
  gboolean (*probe) (DlCountersReader *reader);
  /* The rest of the file, into counters->data. */
  gboolean (*read) (DlCountersReader *reader, GError **error);
  guint (*one_sided) (const DlCounters *counters);
  /* Frees data of dl_counters_read, or a half of it. */
  void (*free_data) (gpointer data);
  /* Summary of the rows, a sentence or two, translated. */
  char *(*say) (const DlCounters *counters);
  /* (nullable) Does a file that begins so describe a machine of these counters? */
  gboolean (*probe_machine) (const char *text, gsize length);
  /* (nullable) A scenario of such a machine; NULL on error. */
  DlScenario *(*scenario) (const DlCounters *counters);

  /* Traffic that links carried. */
  const char *foreign; /* "%s: counters of a torus; the scenario is not one."; translatable */
  DlCountsOf counts;
  DlMeasured *(*measure) (const DlCounters *counters, const gint32 *region, gconstpointer analysis,
                          const DlLinkUse *simulated, GError **error); /* dl_measured_new */
  const char *(*part_name) (guint part);
  const char *(*part_title) (guint part);
  const GArray *(*regions) (const DlCounters *counters); /* gint32, sorted; nullable */
  /* (nullable: its machines have no files of jobs) dl_measured_link_jobs. */
  GArray *(*link_jobs) (const DlJobs *jobs, const DlScenario *scenario, gconstpointer analysis,
                        guint link, GCancellable *cancellable);

  /* Or, instead, of the jobs that had nodes: those on the network @shape (dl_measured_jobs). */
  DlJobs *(*jobs) (const DlCounters *counters, gconstpointer shape, GError **error);
};

G_END_DECLS

/* Counters measured on a real machine: traffic of its links, or jobs on its nodes. Kinds of files
 * are told apart by their content; a family of networks brings those of its machines
 * (DlFamily.counters). Columns that are not known are left aside; a file of a part of a machine is
 * as good as any. */
#pragma once

#include "dl-shared.h"

#include <glib.h>

G_BEGIN_DECLS

/* Files beyond are refused, and so are more rows: the largest machine has 925,440 directed links.
 */
#define DL_COUNTERS_MAX_BYTES   (512 * 1024 * 1024)
#define DL_COUNTERS_MAX_ROWS    4194304
#define DL_COUNTERS_MAX_COLUMNS 256
/* The largest count, and sum of all counts of a kind. */
#define DL_COUNTERS_MAX G_MAXINT64

typedef enum
{
  DL_COUNTERS_ERROR_FORMAT,  /* none of the kinds, or a column that is missing */
  DL_COUNTERS_ERROR_SYNTAX,  /* a row that is not of its kind */
  DL_COUNTERS_ERROR_OUTSIDE, /* no such link in a machine of this kind */
  DL_COUNTERS_ERROR_TWICE,   /* more rows for the same than there can be */
  DL_COUNTERS_ERROR_LIMIT,   /* more than there can be */
  DL_COUNTERS_ERROR_EMPTY,   /* no row */
  DL_COUNTERS_ERROR_MACHINE  /* of another machine */
} DlCountersError;

#define DL_COUNTERS_ERROR (dl_counters_error_quark ())
GQuark dl_counters_error_quark (void);

/* The code region of the whole program. */
#define DL_COUNTERS_WHOLE (-2)

typedef struct _DlCountersKind DlCountersKind;

/* Read with dl_counters_read, then constant but for its notes; shared by reference. */
typedef struct
{
  DlShared shared;
  const DlCountersKind *kind;
  gpointer data; /* values of the rows, of the kind's own type */
  char *file_name;
  guint n_rows;
  guint n_unknown; /* columns */

  guint n_notes;    /* rows that say what does not fit */
  GPtrArray *notes; /* (up to 100 of them) char, translated, FILE:LINE: first */
} DlCounters;

/* Read @length bytes of @text (-1: to its end); @file_name is for messages, FILE:LINE: first.
 * Errors: DL_COUNTERS_ERROR. */
DlCounters *dl_counters_read (const char *text, gssize length, const char *file_name,
                              GError **error);
DL_SHARED (DlCounters, dl_counters)

/* Is @text, or the first @length bytes of a file, the beginning of one of the kinds? Its columns
 * decide, not its rows. Safe on any bytes. */
gboolean dl_counters_probe (const char *text, gsize length);

/* Do they say which jobs had the nodes of a machine, not what its links carried? */
gboolean dl_counters_are_jobs (const DlCounters *counters);
/* Are they of a code region? FALSE for a kind that does not tell regions apart. */
gboolean dl_counters_has_region (const DlCounters *counters, gint32 region);
/* Links that were measured in one direction only. */
guint dl_counters_one_sided (const DlCounters *counters);

G_END_DECLS

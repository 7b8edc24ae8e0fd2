/* Independent pieces of work on a few threads. Results do not depend on their number, as long as
 * each piece writes only its own data. */
#pragma once

#include <gio/gio.h>

#include "dl-progress.h"

G_BEGIN_DECLS

/* Piece @i of the work. */
typedef void (*DlPieceFunc) (guint i, gpointer data);

typedef struct
{
  guint n_threads;         /* at least 1; the caller's is one of them */
  DlProgressFunc progress; /* nullable */
  gpointer progress_data;
  double from, to;           /* the fractions of the whole that this work goes from and to */
  GCancellable *cancellable; /* nullable */
} DlParallel;

/* Call @func for 0..@n - 1, in any order. FALSE if canceled, with some pieces left undone. */
gboolean dl_parallel_run (const DlParallel *parallel, guint n, DlPieceFunc func, gpointer data);

G_END_DECLS

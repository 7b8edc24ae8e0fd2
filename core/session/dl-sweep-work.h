/* A sweep under way on threads of its own, and its points on their way to the library: the inside
 * of DlSweepJob. */
#pragma once

#include "dl-difference.h"
#include "dl-library.h"
#include "dl-shared.h"

#include <glib-object.h>

G_BEGIN_DECLS

/* A sweep as far as it is known: what came of each point, and what all runs of one combination of
 * values say together. */

/* Points of a sweep. The owner fills them in, in one thread; another thread gets a copy. */
typedef struct
{
  DlShared shared;
  DlSweepSpec *spec;
  guint n_points;
  DlSweepResult *results; /* (n_points) */
  gboolean *known;        /* (n_points) which of them are there */
  guint n_known;
} DlSweepPoints;

#define DL_TYPE_SWEEP_POINTS (dl_sweep_points_get_type ())
GType dl_sweep_points_get_type (void);

/* None is known yet of @spec, which is checked, and copied. */
DlSweepPoints *dl_sweep_points_new (const DlSweepSpec *spec);
/* A copy of the current points. */
DlSweepPoints *dl_sweep_points_copy (const DlSweepPoints *points);
/* NULL-safe. */
DL_SHARED (DlSweepPoints, dl_sweep_points)
/* Take in what came of a point; the first result of it stays. */
void dl_sweep_points_add (DlSweepPoints *points, const DlSweepResult *result);

/* The runs of one combination of values are a cell: those of point cell * n_seeds and the seeds
 * that follow it. */
guint dl_sweep_points_n_cells (const DlSweepPoints *points);
/* The cell that has the @at[key]-th value of each key (n_keys). */
guint dl_sweep_points_cell_at (const DlSweepPoints *points, const guint *at);
/* Index of the cell's value among those of @key. */
guint dl_sweep_points_value_at (const DlSweepPoints *points, guint cell, guint key);

typedef struct
{
  guint n;            /* runs that are there, and have a value */
  double mean;        /* NAN: there is none */
  double reach;       /* how far the 95% confidence interval goes to either side: over runs, or over
                         batches of a single one; NAN: there is none, or the value is exact */
  double least, most; /* of the runs; NAN */
  guint n_in[DL_SIM_SATURATED + 1]; /* runs that were simulated, by DlSimState */
  guint n_deadlocked;
  gboolean bound;        /* as dl_measure_is_bound; FALSE without a value */
  DlShortfall shortfall; /* of any of the runs that are there, with a value or not */
} DlSweepCell;

/* Runs of @cell that have not converged. */
guint dl_sweep_cell_n_not_converged (const DlSweepCell *cell);
DlSweepCell dl_sweep_points_get (const DlSweepPoints *points, guint cell, const DlMeasure *measure);
/* Is a value of one of @measures, as far as they are known, a bound? */
gboolean dl_sweep_points_any_bound (const DlSweepPoints *points, const DlMeasure *const *measures,
                                    guint n_measures);
/* Varied keys of @cell's combination, as they would be given: "router.age-clock-period=8,
 * traffic.load=0.2". Free with g_free. */
char *dl_sweep_points_settings (const DlSweepPoints *points, guint cell);
/* Shortfall of @cell, for people; NULL: nothing is known of it, or it delivers all. Free with
 * g_free. */
char *dl_sweep_points_shortfall_to_text (const DlSweepPoints *points, guint cell);
/* The measures that are shown of such a sweep before the user chooses: some that suit it, and
 * measures of undelivered traffic where points differ in it, as far as they are known. Free the
 * array with g_free. */
const DlMeasure **dl_sweep_points_measures (const DlSweepPoints *points, guint *n);
/* All points that are known, in their order, a row each with a column for each key, the seed and
 * every measure there is: as `dateline-cli sweep` writes, but for the digests. Free with g_free. */
char *dl_sweep_points_to_csv (const DlSweepPoints *points);

typedef struct _DlSweepWork DlSweepWork;

/* In the main context, after everything else of it. */
typedef void (*DlSweepWorkDone) (DlSweepWork *work, gpointer user_data);

/* Run what @points lacks. @thread: of the library, nullable, and @scenario_id the scenario there
 * (0: it is to be found or added). Free with dl_sweep_work_close. */
DlSweepWork *dl_sweep_work_start (const DlSweepPoints *points, DlStoreThread *thread,
                                  gint64 scenario_id, DlSweepWorkDone done, gpointer user_data);
/* Move what has come into @points; TRUE if something has. */
gboolean dl_sweep_work_take (DlSweepWork *work, DlSweepPoints *points);
/* Stand still, or go on. */
void dl_sweep_work_pause (DlSweepWork *work, gboolean pause);
void dl_sweep_work_cancel (DlSweepWork *work);
/* Cancel it, and use the library no more: nothing is waited for, and done is not called. NULL-safe.
 */
void dl_sweep_work_close (DlSweepWork *work);

/* 0..1, of the missing points. */
double dl_sweep_work_get_progress (DlSweepWork *work);
/* 0 before it is known, and without a library. */
gint64 dl_sweep_work_get_sweep_id (DlSweepWork *work);
/* Why points are not kept; NULL: they are. Free with g_free. */
char *dl_sweep_work_dup_library_problem (DlSweepWork *work);
/* When it is done: why it ended early, NULL if it did not or was canceled. Of the work. */
const GError *dl_sweep_work_get_error (DlSweepWork *work);

G_END_DECLS

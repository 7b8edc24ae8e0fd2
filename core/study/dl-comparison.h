/* Scenarios beside each other: what each of them comes to, in the measures of dl-measure.h, and how
 * they differ. A plain value of one thread; what fills it runs on others (dl_comparison_run). */
#pragma once

#include "dl-difference.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* One of the scenarios. */
typedef struct
{
  guint id; /* stays the same while others come and go */
  char *name;
  char *origin; /* where it is from: "preset:ring-8", a file's name; NULL: not known */
  DlScenario *scenario;
  gboolean evaluated;
  DlSweepResult state; /* static results, if it is evaluated */
  GArray *runs;        /* DlSweepResult, by seed: those there are so far */
  char *problem;       /* why it cannot be evaluated or simulated, translated; NULL */
} DlComparisonRow;

typedef struct
{
  GPtrArray *rows; /* DlComparisonRow * */
  guint next_id;
} DlComparison;

DlComparison *dl_comparison_new (void);
void dl_comparison_free (DlComparison *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlComparison, dl_comparison_free)

/* Add a row, of which nothing is known yet; @scenario is copied. Returns its id, which is never 0.
 */
guint dl_comparison_add (DlComparison *self, const char *name, const char *origin,
                         const DlScenario *scenario);
void dl_comparison_remove (DlComparison *self, guint id);
/* The row has a different scenario now: its results are gone, unless only the name differs. TRUE if
 * they are gone. */
gboolean dl_comparison_change (DlComparison *self, guint id, const char *name,
                               const DlScenario *scenario);
/* NULL if there is none. */
DlComparisonRow *dl_comparison_find (const DlComparison *self, guint id);
static inline DlComparisonRow *
dl_comparison_row (const DlComparison *self, guint row)
{
  return (DlComparisonRow *) g_ptr_array_index (self->rows, row);
}

/* Values and texts ----------------------------------------------------------------------------- */

/* A value of a row: that of the static analysis, or the mean of all simulation runs. */
typedef struct
{
  double mean;  /* NAN: there is none */
  double reach; /* how far its 95% confidence interval reaches to either side: over the runs, or
                   over batches of the only one; NAN: there is none, as it is exact */
  guint n;      /* runs with a value; 1 of the static analysis */
} DlEstimate;

/* @measure of @row over its runs, as far as they are known. */
DlEstimate dl_comparison_get (const DlComparisonRow *row, const DlMeasure *measure);

typedef enum
{
  DL_DIFFERS_UNKNOWN, /* one of them has no value, or another unit; or their only run has no
                         interval */
  DL_DIFFERS_NOT,     /* equal, or the interval of the difference includes 0 */
  DL_DIFFERS_YES
} DlDiffers;

/* A row's value less that of another. Runs are paired, the first with the first, and so on: the
 * interval is that of the mean of their differences, by Student's t; of a single pair it is that of
 * two independent means, each with its interval over batches. */
typedef struct
{
  double absolute; /* NAN: there is none */
  double reach;    /* of its 95% interval; NAN as DlEstimate */
  double relative; /* share of the other one's value; NAN where that is 0 */
  DlDiffers differs;
  gint better; /* 1: the row is the better one, -1: the other is; 0: neither, or they do not differ
                */
} DlRowDifference;

DlRowDifference dl_comparison_difference (const DlComparisonRow *row, const DlComparisonRow *base,
                                          const DlMeasure *measure);
/* The state of all runs of @row together, and why (dl_sweep_results_state). */
DlSimState dl_comparison_state (const DlComparisonRow *row, DlSimReason *reason);
/* Shortfall of @row, as far as it is known. */
DlShortfall dl_comparison_shortfall (const DlComparisonRow *row);
/* Does @measure count undelivered traffic (DlMeasure.tells_delivery), and have rows different
 * values of it? Such a measure is shown, whichever others were chosen. */
gboolean dl_comparison_must_show (const DlComparison *self, const DlMeasure *measure);
/* Is @row better than every row without a shortfall that is not the same, with intervals that part
 * them (dl_comparison_difference)? FALSE for a row that has a shortfall, where all are the same,
 * and where units differ. */
gboolean dl_comparison_is_best (const DlComparison *self, const DlComparisonRow *row,
                                const DlMeasure *measure);
/* Unit of @measure in all rows that have it, translated; NULL: none, or not the same. */
const char *dl_comparison_unit (const DlComparison *self, const DlMeasure *measure);
/* "Mean latency (cycles)", translated, where all rows that have it are in one unit; else without.
 * Free with g_free. */
char *dl_comparison_title (const DlComparison *self, const DlMeasure *measure);
/* The rule by which rows differ, for people: translated. */
const char *dl_comparison_rule (void);

/* Finding it out ------------------------------------------------------------------------------- */

/* A piece of that: the static analysis of a row, or one of its runs. */
typedef struct
{
  guint id; /* of the row */
  DlScenario *scenario;
  gboolean simulate;
  guint run; /* 0: with the scenario's seed, and so on */
} DlComparisonTask;

/* Tasks left to do, with the first @n_seeds runs of each row (0: the static analysis alone): first
 * the quick ones, then all rows' first runs, then all second ones. DlComparisonTask *; rows with a
 * problem are left out. Free with g_ptr_array_unref. */
GPtrArray *dl_comparison_tasks (const DlComparison *self, guint n_seeds);

/* @result NULL: it cannot be found out, for @problem. One at a time, on whatever thread. */
typedef void (*DlComparisonFunc) (const DlComparisonTask *task, const DlSweepResult *result,
                                  const GError *problem, gpointer data);

typedef struct
{
  guint n_jobs; /* tasks at once, a thread each; at least 1 */
  DlComparisonFunc on_result;
  gpointer on_result_data;
  DlProgressFunc progress; /* nullable; any thread, one at a time */
  gpointer progress_data;
} DlComparisonOptions;

/* Do @tasks, on any thread. FALSE if canceled; what came before was handed out. */
gboolean dl_comparison_run (const GPtrArray *tasks, const DlComparisonOptions *options,
                            GCancellable *cancellable);
/* Add a task's result. Rows that are gone, or another scenario by now, do not take it. */
void dl_comparison_take (DlComparison *self, const DlComparisonTask *task,
                         const DlSweepResult *result, const GError *problem);

/* Writing -------------------------------------------------------------------------------------- */

typedef struct
{
  const DlMeasure *const *measures; /* (n_measures) written for each row */
  guint n_measures;
  guint base;        /* row that the others' differences are from; G_MAXUINT: none */
  const char *title; /* nullable: above a table */
} DlComparisonWrite;

/* Measures that any of the rows can have, in the order of their table; free with g_free. */
const DlMeasure **dl_comparison_measures (const DlComparison *self, gboolean simulated, guint *n);

/* A line per row: scenario, from, kind, runs; then of each measure its value, and where there are
 * several runs its interval (ID_interval); with a base also ID_difference, ID_difference_interval,
 * ID_relative and ID_differs (1, 0, or nothing where that is not known); last, of runs, their state
 * and reason. Numbers read back the
 * same. Free with g_free, as all these. */
char *dl_comparison_to_csv (const DlComparison *self, const DlComparisonWrite *write);
/* For people: measures as columns, or as rows if there are more of them than scenarios. The best
 * value is marked, and what differs from the base; a sentence below says how. Numbers have a point
 * in every locale. */
char *dl_comparison_to_markdown (const DlComparison *self, const DlComparisonWrite *write);
/* A table of the booktabs package, with nothing around it. */
char *dl_comparison_to_latex (const DlComparison *self, const DlComparisonWrite *write);
char *dl_comparison_to_text (const DlComparison *self, const DlComparisonWrite *write);

/* A comparison as a table, before any syntax: what its texts and reports have in their cells. */

/* "478.6 ± 12.0 (+3.1 %*)" */
typedef struct
{
  char *text;
  gboolean best; /* of all scenarios */
} DlComparisonCell;

typedef struct
{
  guint n_lines, n_columns; /* a head line and a head column included */
  DlComparisonCell *cells;  /* (n_lines x n_columns) */
  gboolean any_best, any_star, any_bound, intervals;
  DlShortfall shortfall; /* of any scenario, whose names are marked */
} DlComparisonGrid;

/* The row that the others' differences are from; NULL if there is none. */
const DlComparisonRow *dl_comparison_base (const DlComparison *self,
                                           const DlComparisonWrite *write);
/* @measures_down: a measure per line, a scenario per column; or the reverse. Numbers have a point
 * in every locale. */
DlComparisonGrid *dl_comparison_grid_new (const DlComparison *self, const DlComparisonWrite *write,
                                          gboolean measures_down);
void dl_comparison_grid_free (DlComparisonGrid *grid);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlComparisonGrid, dl_comparison_grid_free)
const DlComparisonCell *dl_comparison_grid_at (const DlComparisonGrid *grid, guint line,
                                               guint column);
/* Meaning of the marks: a sentence for each that is needed. @best: how the best is marked. Free
 * with g_free. */
char *dl_comparison_grid_notes (const DlComparisonGrid *grid, const DlComparison *self,
                                const DlComparisonWrite *write, const char *best);

G_END_DECLS

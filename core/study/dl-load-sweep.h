/* Latency against offered load: the sweep that asks for it, and what its points say together. */
#pragma once

#include "dl-evaluate.h"
#include "dl-sweep.h"
#include "dl-shared.h"

G_BEGIN_DECLS

typedef struct
{
  guint n_seeds;
  guint64 cycles; /* of a run at most; a short one, since there are many. It stops before at the
                     scenario's precision */
  gboolean keeps; /* a canceled sweep counts as far as it came: DlLoadCurve.n_runs */
} DlLoadSweepOptions;

/* Options for @scenario's family. */
DlLoadSweepOptions dl_load_sweep_options_for (const DlScenario *scenario);

/* Is the scenario's value of the key among those that every sweep of its family has? */
gboolean dl_load_sweep_has (const DlScenario *scenario);

/* Loads in steps from 0 to the one that nothing gets past, and every one of them under each value
 * of the key that the family's curves are of (DlFamilyCurve). Errors: DL_SCENARIO_ERROR_CONFLICT
 * for a program, which sends as fast as it can; those of dl_evaluation_new. */
DlSweepSpec *dl_load_sweep_new (const DlEvaluation *result, const DlLoadSweepOptions *options,
                                GCancellable *cancellable, GError **error);

/* The runs of one load; figures are means over them, those called reach say how far the 95%
 * confidence interval goes to either side: over the runs, or over batches of a single one; NAN:
 * there is none. */
typedef struct
{
  double load; /* as set */
  guint n_runs, n_deadlocked;
  guint n_in[DL_SIM_SATURATED + 1]; /* runs by DlSimState */
  DlSimState state;                 /* of all runs; not converged if they differ */
  DlSimReason reason;               /* of the first run in that state */
  double offered;                   /* as measured */
  double accepted, accepted_reach;
  double latency, latency_reach;   /* cycles from leaving the source queue */
  double latency_min, latency_max; /* of the means of the runs */
  double p99;
  double total_latency, total_latency_reach; /* cycles from creation */
  double cycles, warmup_cycles; /* of a run, and those of them that were left out; means */
} DlLoadPoint;

typedef struct
{
  const DlFamilyCurve *of; /* NULL: of no key, but of a program */
  char *value;             /* of its key, as files write it */
  char *label;             /* translated: "Round robin" */
  GArray *points;          /* DlLoadPoint, by load: those with a run */
  double saturation; /* the load from which on runs are saturated, or accept less than 0.97 of the
                        offered load; NAN if they do that at no load */
  double carried;    /* the largest tried load below it; 0: none */
} DlLoadSeries;

/* Label of @series in the current language of messages; free with g_free. */
char *dl_load_series_title (const DlLoadSeries *series);

/* Not changed any more once it is made; shared by reference between threads. */
typedef struct
{
  DlShared shared;
  guint n_series;
  DlLoadSeries *series;  /* (n_series) */
  double max_load;       /* the largest of the sweep, run or not */
  const char *load_unit; /* as DlFamily has it; NULL: flits/node/cycle */
  guint n_loads, n_seeds;
  guint64 cycles; /* of a run at most */
  double precision;
  guint n_runs, n_all_runs; /* done, and of the sweep */
} DlLoadCurve;

/* Curve of @results (DlSweepResult, in any order, not all there yet) of @spec. */
DlLoadCurve *dl_load_curve_new (const DlSweepSpec *spec, const GArray *results);
/* Both in one call, @n_jobs points at once: the sweep that @options ask for, run to its end, or, if
 * they say to keep it, to where it was canceled.
 * Errors: those of dl_load_sweep_new and dl_sweep_run. Any thread. */
DlLoadCurve *dl_load_curve_run (const DlEvaluation *result, const DlLoadSweepOptions *options,
                                guint n_jobs, DlProgressFunc progress, gpointer progress_data,
                                GCancellable *cancellable, GError **error);
/* NULL-safe. */
DL_SHARED (DlLoadCurve, dl_load_curve)
/* All zero, with its first reference, for others' results than those of a sweep. */
DlLoadCurve *dl_load_curve_alloc (void);

/* Have all runs of @point converged? */
gboolean dl_load_point_converged (const DlLoadPoint *point);

G_END_DECLS

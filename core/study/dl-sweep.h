/* Sweeps: a simulation for every combination of values that some of a scenario's keys take, and for
 * every seed; several at once. */
#pragma once

#include "dl-evaluate.h"
#include "dl-field.h"
#include "dl-simulate.h"

G_BEGIN_DECLS

/* Limits of a sweep, and of one key. */
#define DL_SWEEP_MAX_POINTS 100000
#define DL_SWEEP_MAX_VALUES 100000
#define DL_SWEEP_MAX_SEEDS  1000
#define DL_SWEEP_MAX_JOBS   256

/* A key and the values it takes. */
typedef struct
{
  const DlField *field;
  GPtrArray *values;     /* char *, as they were given */
  GPtrArray *contents;   /* char *, the values; of a file its content */
  GPtrArray *file_names; /* char *, what messages call that file, or NULL */
} DlSweepKey;

/* Points are numbered from 0: the values of the last key change fastest, and seeds even faster. */
typedef struct
{
  DlScenario *scenario; /* with the values of all other keys */
  GPtrArray *keys;      /* DlSweepKey *, in the order they were varied in */
  guint n_seeds;        /* the scenario's seed, and the following ones */
  gboolean only_static; /* analyzed, and not simulated */
} DlSweepSpec;

/* The scenario itself, with one seed; @scenario is copied. */
DlSweepSpec *dl_sweep_spec_new (const DlScenario *scenario);
DlSweepSpec *dl_sweep_spec_copy (const DlSweepSpec *spec);
void dl_sweep_spec_free (DlSweepSpec *spec);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlSweepSpec, dl_sweep_spec_free)

/* Vary another key: "GROUP.KEY=A,B,C", where an item is a value ("\," for a comma inside of it) or
 * FROM:TO:STEP or FROM:TO:*FACTOR, which are numbers, TO included where the steps lead there; of a
 * file its name.
 * Errors: DL_SCENARIO_ERROR and those of dl_scenario_take_in, with messages that begin with the
 * key.
 */
gboolean dl_sweep_spec_vary (DlSweepSpec *spec, const char *text, GError **error);
/* The same for a key that is varied, as a line: "router.age-clock-period=2,4,8". Free with g_free.
 */
char *dl_sweep_spec_assignment (const DlSweepSpec *spec, guint key);
/* Every point is a scenario, and no two are the same. Errors: as before; @field (nullable) gets the
 * key that must change. */
gboolean dl_sweep_spec_check (const DlSweepSpec *spec, const DlField **field, GError **error);

guint dl_sweep_n_points (const DlSweepSpec *spec);
/* Scenario of @point. Errors: those of dl_scenario_apply, none after dl_sweep_spec_check. */
DlScenario *dl_sweep_point (const DlSweepSpec *spec, guint point, const DlField **field,
                            GError **error);
/* The edits that make that of the scenario. */
GPtrArray *dl_sweep_point_edits (const DlSweepSpec *spec, guint point);
guint64 dl_sweep_point_seed (const DlSweepSpec *spec, const DlScenario *scenario, guint point);
/* The text of a value, as it was given; owned by the spec. */
const char *dl_sweep_value (const DlSweepSpec *spec, guint point, guint key);
/* Digest of all that a run's result depends on: the values of @scenario, @seed and the version of
 * the program. 32 hexadecimal digits; free with g_free. */
char *dl_sweep_digest (const DlScenario *scenario, guint64 seed);
/* The same for each point of @spec, in their order; one that is only analyzed has another than one
 * that is simulated. */
GStrv dl_sweep_digests (const DlSweepSpec *spec);

/* Result of a point, or of any scenario. dl-measure.h names its figures. */
typedef struct
{
  guint point;
  const DlFamily *family;
  guint64 seed;
  double offered, accepted;                                               /* as DlSimulation */
  double latency_mean, latency_sd, latency_p50, latency_p99, latency_max; /* cycles; NAN */
  double total_latency_mean;                                              /* from creation */
  double accepted_half, latency_half, total_latency_half; /* half of the 95% confidence intervals
                                                             within the run; NAN: there is none */
  DlSimState state;
  DlSimReason reason;
  gboolean converged;    /* @state is; of older runs of a library, of which nothing else is known */
  guint64 warmup_cycles; /* that the results exclude */
  gboolean deadlocked;
  guint64 cycles; /* simulated; 0: it was not */
  guint64 digest;

  DlFindings found; /* by the static analysis of the same scenario */

  /* Results of a dragonfly. */
  double minimal_share;  /* of the packets that were injected after the warm-up; NAN */
  double bandwidth_GBps; /* as dl_simulation_bandwidth_GBps */

  /* Results of a program of messages (DlProgramResult). */
  double completion_ns, algorithm_GBps, bus_GBps, contention;
} DlSweepResult;

/* Nothing is known yet of a scenario of @family. */
void dl_sweep_result_init (DlSweepResult *result, const DlFamily *family);
/* Fill in the static analysis; NAN for all that is simulated. */
void dl_scalars_of_result (DlSweepResult *scalars, const DlEvaluation *result);
/* Fill in the state of a run, why, and its intervals. */
void dl_sweep_result_set_verdict (DlSweepResult *result, const DlSimVerdict *verdict);
/* Fill in what a run of @scenario says, and its seed. */
void dl_sweep_result_set_simulated (DlSweepResult *result, const DlScenario *scenario,
                                    const DlSimulation *simulation);

/* "12 of 57 runs are finished", translated. Free with g_free. */
char *dl_sweep_runs_finished (guint n_done, guint n);
/* The state of all @results (n, at least 1) together, and why: of the first one, or not converged
 * where they differ. */
DlSimState dl_sweep_results_state (const DlSweepResult *const *results, guint n,
                                   DlSimReason *reason);

/* Takes a result, one at a time, on whatever thread; FALSE with an error ends the sweep. */
typedef gboolean (*DlSweepFunc) (const DlSweepResult *result, gpointer data, GError **error);

/* Is @point still to be run, just before it would be? One at a time with DlSweepFunc, on whatever
 * thread. */
typedef gboolean (*DlSweepWanted) (guint point, gpointer data);

typedef struct
{
  guint n_jobs;         /* points at once, a thread each; at least 1 */
  const gboolean *skip; /* nullable; (n_points) points that are known already */
  DlSweepWanted wanted; /* nullable */
  gpointer wanted_data;
  gboolean seeds_last; /* all points with one seed before those with the next */
  DlSweepFunc on_point;
  gpointer on_point_data;
  DlProgressFunc progress; /* nullable; any thread, one at a time */
  gpointer progress_data;
} DlSweepOptions;

/* Run the points of @spec, which is checked, as they are numbered (but see seeds_last); with
 * several jobs they end in another order. Points that differ in traffic, router or length alone
 * share network and routes. Errors: those of dl_simulate, that of on_point, G_IO_ERROR_CANCELLED;
 * earlier points were handed out. */
gboolean dl_sweep_run (const DlSweepSpec *spec, const DlSweepOptions *options,
                       GCancellable *cancellable, GError **error);

G_END_DECLS

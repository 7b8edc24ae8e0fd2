/* The simulations of a curve: rows with five seeds each, the saturation load by bisection, and
 * packets that are alone; several at once. */
#include "dl-validation-private.h"

#include "dl-parallel.h"
#include "dl-simulate.h"

#include <math.h>

/* Pieces of work beside the runs of the rows. */
enum
{
  BISECTION,
  ALONE,
  N_OTHERS
};

/* Of the bisection, and about as many times five seeds after it: their part of the progress. */
#define BISECTION_RUNS 8
#define SEARCH_STEPS   2

typedef struct
{
  const DlScenario *scenario;
  const DlBooksimCurve *curve;
  const DlPaperOptions *options;
  gpointer routes;
  DlValidationResult *result;
  double (*accepted)[DL_BOOKSIM_SEEDS]; /* (DL_BOOKSIM_STEPS + 1) at multiples of a step; NAN: not
                                           simulated */
  guint bisected;            /* the step that the first seed led to; 0: none is accepted */
  GCancellable *cancellable; /* of this check: the caller's, or an error's */
  GMutex lock;               /* of what follows */
  double progress, all;      /* runs */
  GError *error;             /* the first */
} Work;

/* One run ---------------------------------------------------------------------------------------
 */

typedef struct
{
  Work *work;
  double progress;
} Piece;

static void
note_progress (double fraction, gpointer data)
{
  Piece *piece = data;
  Work *work = piece->work;

  g_mutex_lock (&work->lock);
  work->progress += fraction - piece->progress;
  piece->progress = fraction;
  /* How many runs the search takes is not known before. */
  if (work->options->progress != NULL)
    work->options->progress (MIN (work->progress / work->all, 1), work->options->progress_data);
  g_mutex_unlock (&work->lock);
}

static void
take_error (Work *work, GError *error)
{
  g_mutex_lock (&work->lock);
  if (work->error == NULL)
    work->error = error;
  else
    g_error_free (error);
  g_mutex_unlock (&work->lock);
  g_cancellable_cancel (work->cancellable);
}

/* FALSE: with an error, which the work has. */
static gboolean
run_one (Work *work, gboolean of_latency, double load, guint seed, DlValidationValue *value)
{
  const DlBooksimCurve *curve = work->curve;
  const gboolean stated = dl_field_is_set (dl_field_find ("simulation", "cycles"), work->scenario);
  g_autoptr (DlScenario) scenario = dl_scenario_copy (work->scenario);
  DlSimulateOptions options = dl_simulate_options (scenario);
  Piece piece = { work, 0 };
  g_autoptr (DlSimulation) simulation = NULL;
  GError *error = NULL;

  scenario->traffic.load = load;
  options.seed += seed;
  options.threads = 1;
  options.stop = DL_STOP_CYCLES;
  options.routes = work->routes;
  options.progress = note_progress;
  options.progress_data = &piece;
  if (!stated)
    {
      options.warmup_cycles = curve->warmup_cycles;
      options.cycles
          = curve->warmup_cycles + (of_latency ? curve->latency_cycles : curve->throughput_cycles);
    }
  simulation = dl_simulate (scenario, &options, work->cancellable, &error);
  if (simulation == NULL)
    {
      take_error (work, error);
      return FALSE;
    }
  value->packet_latency = dl_latency_mean (&simulation->stats.total);
  value->accepted = simulation->accepted_load;
  note_progress (1, &piece);
  return TRUE;
}

/* The saturation load ---------------------------------------------------------------------------
 */

static double
load_of (guint step)
{
  return (double) step / DL_BOOKSIM_STEPS;
}

static gboolean
run_step (Work *work, guint step, guint seed)
{
  DlValidationValue value;

  if (!isnan (work->accepted[step][seed]))
    return TRUE;
  if (!run_one (work, FALSE, load_of (step), seed, &value))
    return FALSE;
  work->accepted[step][seed] = value.accepted;
  return TRUE;
}

/* Where the first seed puts it. */
static void
bisect (Work *work)
{
  guint low = 0, high = DL_BOOKSIM_STEPS + 1;

  while (high - low > 1)
    {
      const guint step = (low + high) / 2;

      if (!run_step (work, step, 0))
        return;
      if (work->accepted[step][0] >= DL_BOOKSIM_ACCEPTED * load_of (step))
        low = step;
      else
        high = step;
    }
  work->bisected = low;
}

typedef struct
{
  Work *work;
  guint step;
} Step;

static void
do_seed (guint seed, gpointer data)
{
  const Step *step = data;

  run_step (step->work, step->step, seed);
}

/* Is it accepted in the mean over the seeds? @all: FALSE if they could not all be run. */
static gboolean
is_accepted (Work *work, guint step, gboolean *all)
{
  const DlParallel parallel
      = { .n_threads = work->options->threads, .cancellable = work->cancellable };
  Step it = { work, step };
  double sum = 0;

  *all = dl_parallel_run (&parallel, DL_BOOKSIM_SEEDS, do_seed, &it) && *all;
  for (guint seed = 0; seed < DL_BOOKSIM_SEEDS; seed++)
    sum += work->accepted[step][seed];
  return sum / DL_BOOKSIM_SEEDS >= DL_BOOKSIM_ACCEPTED * load_of (step);
}

/* From there up or down to the largest load that is accepted, while the next one is not. FALSE: not
 * all was run. */
static gboolean
find_saturation (Work *work)
{
  guint step = MAX (work->bisected, 1);
  gboolean all = TRUE;

  while (step > 1 && !is_accepted (work, step, &all) && all)
    step--;
  while (all && step < DL_BOOKSIM_STEPS && is_accepted (work, step + 1, &all))
    step++;
  if (all)
    work->result->saturation = load_of (step);
  return all;
}

/* All -------------------------------------------------------------------------------------------
 */

static void
do_row (Work *work, guint row, guint seed)
{
  const DlBooksimRow *it = &g_array_index (work->curve->rows, DlBooksimRow, row);

  if (it->kind == DL_BOOKSIM_LATENCY || it->kind == DL_BOOKSIM_PAST)
    run_one (work, it->kind == DL_BOOKSIM_LATENCY, it->load, seed, &work->result->rows[row][seed]);
}

static void
do_alone (Work *work)
{
  GError *error = NULL;

  if (!dl_validation_measure_alone (work->scenario, &work->result->alone, work->cancellable,
                                    &error))
    take_error (work, error);
}

static void
do_piece (guint i, gpointer data)
{
  Work *work = data;

  /* The longest one first. */
  if (i == BISECTION)
    bisect (work);
  else if (i == ALONE)
    do_alone (work);
  else
    do_row (work, (i - N_OTHERS) / DL_BOOKSIM_SEEDS, (i - N_OTHERS) % DL_BOOKSIM_SEEDS);
}

static void
pass_on (GCancellable *from, GCancellable *to)
{
  g_cancellable_cancel (to);
}

static gboolean
measure (Work *work, GCancellable *cancellable, GError **error)
{
  const DlParallel parallel
      = { .n_threads = work->options->threads, .cancellable = work->cancellable };
  gulong connection = 0;

  if (cancellable != NULL)
    connection = g_cancellable_connect (cancellable, G_CALLBACK (pass_on), work->cancellable, NULL);
  if (dl_parallel_run (&parallel, N_OTHERS + work->curve->rows->len * DL_BOOKSIM_SEEDS, do_piece,
                       work))
    find_saturation (work);
  g_cancellable_disconnect (cancellable, connection);
  if (work->error == NULL)
    g_cancellable_set_error_if_cancelled (work->cancellable, &work->error);
  if (work->error == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&work->error));
  return FALSE;
}

gboolean
dl_validation_measure (const DlScenario *scenario, const DlBooksimCurve *curve,
                       const DlPaperOptions *options, DlValidationResult *result,
                       GCancellable *cancellable, GError **error)
{
  g_autoptr (GCancellable) own = g_cancellable_new ();
  g_autofree double *accepted = g_new (double, (DL_BOOKSIM_STEPS + 1) * DL_BOOKSIM_SEEDS);
  Work work = {
    .scenario = scenario,
    .curve = curve,
    .options = options,
    .result = result,
    .accepted = (double (*)[DL_BOOKSIM_SEEDS]) accepted,
    .cancellable = own,
    .all = BISECTION_RUNS + SEARCH_STEPS * DL_BOOKSIM_SEEDS,
  };
  gboolean done;

  for (guint i = 0; i < (DL_BOOKSIM_STEPS + 1) * DL_BOOKSIM_SEEDS; i++)
    accepted[i] = NAN;
  for (guint i = 0; i < curve->rows->len; i++)
    {
      const DlBooksimKind kind = g_array_index (curve->rows, DlBooksimRow, i).kind;

      if (kind == DL_BOOKSIM_LATENCY || kind == DL_BOOKSIM_PAST)
        work.all += DL_BOOKSIM_SEEDS;
    }
  work.routes = scenario->family->route (scenario, cancellable, error);
  if (work.routes == NULL)
    return FALSE;
  g_mutex_init (&work.lock);
  done = measure (&work, cancellable, error);
  g_mutex_clear (&work.lock);
  scenario->family->unref_routes (work.routes);
  return done;
}

void
dl_validation_result_init (DlValidationResult *result, const DlBooksimCurve *curve)
{
  result->rows = g_malloc_n (curve->rows->len, sizeof result->rows[0]);
  result->saturation = result->alone = NAN;
  for (guint row = 0; row < curve->rows->len; row++)
    for (guint seed = 0; seed < DL_BOOKSIM_SEEDS; seed++)
      result->rows[row][seed] = (DlValidationValue) { NAN, NAN };
}

void
dl_validation_result_clear (DlValidationResult *result)
{
  g_free (result->rows);
}

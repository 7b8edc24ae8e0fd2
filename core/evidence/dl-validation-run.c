/* The simulations of a curve: rows with five seeds each, the saturation load by bisection, and
 * packets that are alone; several at once. */
#include "dl-validation-private.h"

#include "dl-paper-team.h"
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
  gpointer routes;
  DlValidationResult *result;
  double (*accepted)[DL_BOOKSIM_SEEDS]; /* (DL_BOOKSIM_STEPS + 1) at multiples of a step; NAN: not
                                           simulated */
  guint bisected; /* the step that the first seed led to; 0: none is accepted */
  DlPaperTeam team;
} Work;

/* One run ---------------------------------------------------------------------------------------
 */

/* FALSE: with an error, which the team has. */
static gboolean
run_one (Work *work, gboolean of_latency, double load, guint seed, DlValidationValue *value)
{
  const DlBooksimCurve *curve = work->curve;
  const gboolean stated = dl_field_is_set (dl_field_find ("simulation", "cycles"), work->scenario);
  g_autoptr (DlScenario) scenario = dl_scenario_copy (work->scenario);
  DlSimulateOptions options = dl_simulate_options (scenario);
  DlPaperPiece piece = { &work->team };
  g_autoptr (DlSimulation) simulation = NULL;
  GError *error = NULL;

  scenario->traffic.load = load;
  options.seed += seed;
  options.threads = 1;
  options.stop = DL_STOP_CYCLES;
  options.routes = work->routes;
  options.progress = dl_paper_piece_progress;
  options.progress_data = &piece;
  if (!stated)
    {
      options.warmup_cycles = curve->warmup_cycles;
      options.cycles
          = curve->warmup_cycles + (of_latency ? curve->latency_cycles : curve->throughput_cycles);
    }
  simulation = dl_simulate (scenario, &options, work->team.cancellable, &error);
  if (simulation == NULL)
    {
      dl_paper_team_fail (&work->team, error);
      return FALSE;
    }
  value->packet_latency = dl_latency_mean (&simulation->stats.total);
  value->accepted = simulation->accepted_load;
  dl_paper_piece_progress (1, &piece);
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
  const DlParallel parallel = dl_paper_team_parallel (&work->team);
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

  if (!dl_validation_measure_alone (work->scenario, &work->result->alone, work->team.cancellable,
                                    &error))
    dl_paper_team_fail (&work->team, error);
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

gboolean
dl_validation_measure (const DlScenario *scenario, const DlBooksimCurve *curve,
                       const DlPaperOptions *options, DlValidationResult *result,
                       GCancellable *cancellable, GError **error)
{
  g_autofree double *accepted = g_new (double, (DL_BOOKSIM_STEPS + 1) * DL_BOOKSIM_SEEDS);
  Work work = {
    .scenario = scenario,
    .curve = curve,
    .result = result,
    .accepted = (double (*)[DL_BOOKSIM_SEEDS]) accepted,
  };
  guint n_runs = BISECTION_RUNS + SEARCH_STEPS * DL_BOOKSIM_SEEDS;
  DlParallel parallel;
  gboolean done;

  for (guint i = 0; i < (DL_BOOKSIM_STEPS + 1) * DL_BOOKSIM_SEEDS; i++)
    accepted[i] = NAN;
  for (guint i = 0; i < curve->rows->len; i++)
    {
      const DlBooksimKind kind = g_array_index (curve->rows, DlBooksimRow, i).kind;

      if (kind == DL_BOOKSIM_LATENCY || kind == DL_BOOKSIM_PAST)
        n_runs += DL_BOOKSIM_SEEDS;
    }
  work.routes = scenario->family->route (scenario, cancellable, error);
  if (work.routes == NULL)
    return FALSE;
  dl_paper_team_begin (&work.team, options, n_runs, cancellable);
  parallel = dl_paper_team_parallel (&work.team);
  if (dl_parallel_run (&parallel, N_OTHERS + curve->rows->len * DL_BOOKSIM_SEEDS, do_piece, &work))
    find_saturation (&work);
  done = dl_paper_team_end (&work.team, error);
  dl_shared_unref (work.routes);
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

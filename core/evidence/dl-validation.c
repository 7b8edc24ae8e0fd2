#include "dl-validation.h"

#include "dl-iq-machine.h"
#include "dl-load-sweep.h"
#include "dl-numerals.h"
#include "dl-paper-list.h"
#include "dl-simulate.h"

#include <glib/gi18n-lib.h>

#include <math.h>
#include <string.h>

static DlPaperResult *validation_run (const DlPaperCheck *check, const DlPaperOptions *options,
                                      GCancellable *cancellable, GError **error);
static DlPaperResult *validation_plan (const DlPaperCheck *check);
static const char *validation_section (const DlPaperCheck *check);

/* Packets that are alone in the network: how long each pair takes, and how long it should. */

/* Cycles at a time: often enough to see the packet arrive, before the next one is sent. */
#define SLICE 16
/* A packet counts as lost after this many times the expected latency. */
#define PATIENCE 20

/* @delays: (routers + 1) of the channels on its way, from node to node. */
static guint64
cycles_over (const guint16 *delays, guint routers, guint flits, guint buffer_flits)
{
  /* (flits x routers) when a flit is granted the switch of each router on its way. */
  g_autofree guint64 *granted = g_new (guint64, (gsize) flits * routers);
  guint64 sent = 0;

  for (guint flit = 0; flit < flits; flit++)
    {
      guint64 *own = granted + (gsize) flit * routers;
      const guint64 *before = flit > 0 ? own - routers : NULL;
      const guint64 *freed = flit >= buffer_flits ? own - (gsize) buffer_flits * routers : NULL;

      /* The node sends a flit per cycle while it has credits, which take a cycle and their
       * channel's delay. */
      if (flit > 0)
        sent = MAX (sent + 1, freed != NULL ? freed[0] + 1 + delays[0] : 0);
      for (guint i = 0; i < routers; i++)
        {
          const guint next = delays[i + 1];

          /* Received a cycle and the delay after the node sent it, or one more after the router
           * upstream switched it; a head then takes two more stages. */
          own[i] = (i == 0 ? sent + 1 : own[i - 1] + 2) + delays[i] + (flit == 0 ? 2 : 0);
          if (before != NULL)
            own[i] = MAX (own[i], before[i] + 1);
          /* A credit of the next router, or of the node. */
          if (freed != NULL)
            own[i]
                = MAX (own[i], i + 1 < routers ? freed[i + 1] + 1 + next : freed[i] + 3 + 2 * next);
        }
    }
  return granted[(gsize) flits * routers - 1] + 2 + delays[routers];
}

guint64
dl_validation_alone_cycles (guint routers, guint flits, guint buffer_flits)
{
  g_autofree guint16 *delays = g_new (guint16, routers + 1);

  for (guint i = 0; i <= routers; i++)
    delays[i] = 1;
  return cycles_over (delays, routers, flits, buffer_flits);
}

/* @scenario with unit delays and only packets sent by hand. */
static DlScenario *
quiet (const DlScenario *scenario)
{
  DlScenario *other = dl_scenario_copy (scenario);
  DlInputQueuedSpec *spec = &other->input_queued;

  spec->routing_delay = spec->vc_allocation_delay = 1;
  spec->switch_allocation_delay = spec->switch_traversal_delay = 1;
  spec->channel_delay = spec->global_channel_delay = 1;
  spec->credit_delay = 0;
  other->traffic.load = 0;
  return other;
}

/* FALSE: a file states cycles of channels, which stay. */
static gboolean
has_unit_delays (const DlIq *iq)
{
  const DlGraph *graph = dl_iq_graph (iq);
  gboolean unit = TRUE;

  for (guint link = 0; link < graph->n_links; link++)
    unit &= !dl_graph_joins_routers (graph, link) || dl_iq_link_cycles (iq, link) == 1;
  for (guint node = 0; node < graph->n_nodes; node++)
    unit &= graph->node_cycles[node] == 1;
  return unit;
}

/* Flits that each router link has sent so far. */
static void
count_sent (const DlIq *iq, guint64 *sent)
{
  const DlGraph *graph = dl_iq_graph (iq);
  DlIqPortCounters counters;

  for (guint link = 0; link < graph->n_links; link++)
    if (dl_graph_joins_routers (graph, link))
      {
        dl_iq_get_port (iq, graph->link_from[link], graph->link_port[link], &counters);
        sent[link] = counters.flits;
      }
}

/* The delays on the way of a packet, as the links tell that have sent since @before. @delays has
 * room for one more than there are routers. */
static void
find_delays (const DlIq *iq, guint source, guint dest, const guint64 *before, guint64 *after,
             guint16 *delays)
{
  const DlGraph *graph = dl_iq_graph (iq);
  guint router = graph->inject_router[source], n = 0;

  count_sent (iq, after);
  delays[n++] = graph->node_cycles[source];
  while (router != graph->eject_router[dest])
    {
      guint link = graph->first_link[router];

      while (after[link] == before[link])
        link++;
      g_assert (n < graph->n_routers && link < graph->first_link[router + 1]);
      delays[n++] = (guint16) dl_iq_link_cycles (iq, link);
      router = graph->link_to[link];
    }
  delays[n] = graph->node_cycles[dest];
}

/* Room for what links have sent, and for delays. */
typedef struct
{
  gboolean unit;           /* no delay is other than 1: nothing else is used */
  guint64 *before, *after; /* (n_links) */
  guint16 *delays;         /* (n_routers + 1) */
} Way;

/* Send a packet, and wait for it: how many cycles it took more or less than expected. */
static double
try_pair (DlIq *iq, guint source, guint dest, guint flits, guint buffer_flits, const Way *way)
{
  DlSimCounters before, after;
  guint64 cycles = 0, expected, took;
  guint routers;

  dl_iq_get_counters (iq, &before);
  if (!way->unit)
    count_sent (iq, way->before);
  dl_iq_send (iq, source, dest);
  do
    {
      dl_iq_run (iq, SLICE);
      dl_iq_get_counters (iq, &after);
      cycles += SLICE;
      if (cycles > PATIENCE * dl_validation_alone_cycles (64, flits, buffer_flits))
        return INFINITY;
    }
  while (after.delivered == before.delivered);
  routers = (after.flit_hops - before.flit_hops) / flits + 1;
  if (!way->unit)
    find_delays (iq, source, dest, way->before, way->after, way->delays);
  expected = way->unit ? dl_validation_alone_cycles (routers, flits, buffer_flits)
                       : cycles_over (way->delays, routers, flits, buffer_flits);
  took = after.latency_sum - before.latency_sum;
  return fabs ((double) took - (double) expected);
}

/* DlValidationResult.alone of @scenario at unit delays. */
static gboolean
measure_alone (const DlScenario *scenario, double *most, GCancellable *cancellable, GError **error)
{
  g_autoptr (DlScenario) alone = quiet (scenario);
  g_autoptr (DlMachinePlan) plan = dl_scenario_plan (alone, 1, NULL, cancellable, error);
  g_autoptr (DlMachineRun) run = NULL;
  g_autofree guint64 *first = NULL, *second = NULL;
  g_autofree guint16 *delays = NULL;
  const DlGraph *graph;
  DlIq *iq;
  Way way;

  if (plan == NULL)
    return FALSE;
  run = dl_machine_run_new (plan);
  iq = dl_iq_of (run);
  graph = dl_iq_graph (iq);
  way.unit = has_unit_delays (iq);
  way.before = first = g_new0 (guint64, graph->n_links);
  way.after = second = g_new0 (guint64, graph->n_links);
  way.delays = delays = g_new (guint16, graph->n_routers + 1);
  *most = 0;
  for (guint source = 0; source < plan->n_nodes; source++)
    for (guint dest = 0; dest < plan->n_nodes; dest++)
      {
        if (g_cancellable_set_error_if_cancelled (cancellable, error))
          return FALSE;
        *most = MAX (*most, try_pair (iq, source, dest, plan->packet_flits,
                                      alone->input_queued.buffer_flits, &way));
      }
  return TRUE;
}

/* The simulations of a curve: rows with five seeds each, the saturation load by bisection, and
 * packets that are alone; several at once. */

/* Pieces of work beside the runs of the rows. */
enum
{
  BISECTION,
  ALONE,
  N_OTHERS
};

/* Runs of the bisection, and rounds of five seeds after it, about: their part of the progress. */
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

  if (!measure_alone (work->scenario, &work->result->alone, work->team.cancellable, &error))
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

/* Simulate @scenario, which is @curve's, as @curve says, or for as many cycles as the scenario says
 * where it does. Errors: those of dl_simulate, G_IO_ERROR_CANCELLED. */
static gboolean
validation_measure (const DlScenario *scenario, const DlBooksimCurve *curve,
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

static void
result_init (DlValidationResult *result, const DlBooksimCurve *curve)
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

/* How close both programs must be (model 7): mean latency, where it is not inside the joint
 * interval, saturation load and accepted throughput past it, as shares of BookSim's. */
#define LATENCY_SHARE    0.01
#define SATURATION_SHARE 0.02
#define PAST_SHARE       0.03
/* Loads are multiples of a step: so much of one is none. */
#define HAIR 1e-9
/* Cycles of a curve's runs that take about a second of one processor, on the computer where this
 * was written. */
#define CYCLES_A_SECOND 200000
/* Runs of the search for the saturation load, about. */
#define SEARCH_RUNS 18

/* Checks ----------------------------------------------------------------------------------------
 */

static guint
count_rows (const DlBooksimCurve *curve, DlBooksimKind kind)
{
  guint n = 0;

  for (guint i = 0; i < curve->rows->len; i++)
    n += g_array_index (curve->rows, DlBooksimRow, i).kind == kind;
  return n;
}

static guint
estimate_seconds (const DlBooksimCurve *curve)
{
  const guint64 latency = count_rows (curve, DL_BOOKSIM_LATENCY) * DL_BOOKSIM_SEEDS;
  const guint64 throughput = count_rows (curve, DL_BOOKSIM_PAST) * DL_BOOKSIM_SEEDS + SEARCH_RUNS;

  return 1
         + (latency * (curve->warmup_cycles + curve->latency_cycles)
            + throughput * (curve->warmup_cycles + curve->throughput_cycles))
               / CYCLES_A_SECOND;
}

static GPtrArray *
make_checks (void)
{
  const GPtrArray *curves = dl_booksim_curves ();
  GPtrArray *checks = g_ptr_array_new ();

  for (guint i = 0; i < curves->len; i++)
    {
      const DlBooksimCurve *curve = g_ptr_array_index (curves, i);
      DlPaperCheck *check = g_new0 (DlPaperCheck, 1);

      check->paper = DL_PAPER_BOOKSIM;
      check->seconds = estimate_seconds (curve);
      check->id = check->title = curve->name;
      check->settings = (const char *const *) dl_booksim_settings (curve);
      check->curve = curve;
      check->run = validation_run;
      check->plan = validation_plan;
      check->describe = validation_section;
      g_ptr_array_add (checks, check);
    }
  return checks;
}

const DlPaperCheck *const *
dl_validation_checks (guint *n_checks)
{
  static GPtrArray *checks;

  if (g_once_init_enter (&checks))
    g_once_init_leave (&checks, make_checks ());
  *n_checks = checks->len;
  return (const DlPaperCheck *const *) checks->pdata;
}

const DlPaperCheck *
dl_validation_find (const char *name)
{
  guint n;
  const DlPaperCheck *const *checks = dl_validation_checks (&n);

  for (guint i = 0; i < n; i++)
    if (strcmp (checks[i]->id, name) == 0)
      return checks[i];
  return NULL;
}

const DlBooksimCurve *
dl_validation_curve (const DlPaperCheck *check)
{
  return check->curve;
}

const char *
dl_validation_group_title (const char *group)
{
  static const struct
  {
    const char *id, *title;
  } groups[] = {
    { "mesh", N_ ("Mesh") },
    { "torus-2d", N_ ("Torus in 2D") },
    { "torus-3d", N_ ("Torus in 3D") },
    { "odd", N_ ("Odd radices") },
    { "dragonfly-min", N_ ("Dragonfly, minimal routes") },
    { "dragonfly-ugal", N_ ("Dragonfly, UGAL") },
    { "fat-tree", N_ ("Fat tree, random up") },
    { "anynet", N_ ("Network file, Dijkstra") },
    { "butterfly", N_ ("Butterfly, destination tag") },
  };

  for (guint i = 0; i < G_N_ELEMENTS (groups); i++)
    if (strcmp (groups[i].id, group) == 0)
      return _ (groups[i].title);
  return group;
}

/* Simulations ---------------------------------------------------------------------------------- */

/* Takes @part. */
static void
add_part (GString *text, char *part)
{
  g_string_append_printf (text, "%s%s", text->len > 0 ? ", " : "", part);
  g_free (part);
}

/* Delays other than 1. */
static void
add_delays (GString *text, const DlInputQueuedSpec *spec)
{
  if (spec->routing_delay != 1)
    add_part (text, g_strdup_printf (_ ("routing delay %u"), spec->routing_delay));
  if (spec->switch_traversal_delay != 1)
    add_part (text,
              g_strdup_printf (_ ("switch traversal delay %u"), spec->switch_traversal_delay));
  if (spec->global_channel_delay != 1)
    add_part (text, g_strdup_printf (_ ("channel delays %u and %u"), spec->channel_delay,
                                     spec->global_channel_delay));
  else if (spec->channel_delay != 1)
    add_part (text, g_strdup_printf (_ ("channel delay %u"), spec->channel_delay));
  if (spec->credit_delay != 0)
    add_part (text, g_strdup_printf (_ ("credit delay %u"), spec->credit_delay));
}

static char *
describe (const DlScenario *scenario)
{
  const DlInputQueuedSpec *spec = &scenario->input_queued;
  const guint flits = scenario->traffic.packet_flits;
  GString *text = g_string_new (NULL);

  add_part (text, scenario->family->line (scenario, TRUE));
  add_part (text, g_strdup (_ (scenario->traffic.pattern->title)));
  add_part (text,
            g_strdup_printf (
                g_dngettext (GETTEXT_PACKAGE, "%u flit/packet", "%u flits/packet", flits), flits));
  /* Translators: virtual channels per port, and flits that each of them holds */
  add_part (text, g_strdup_printf (_ ("%u VCs of %u flits"), spec->vcs, spec->buffer_flits));
  add_delays (text, spec);
  return g_string_free (text, FALSE);
}

/* "8×8 mesh, uniform, 4 flits/packet, 4 VCs of 8 flits", translated; stays. */
static const char *
validation_section (const DlPaperCheck *check)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (DlScenario) scenario = dl_paper_scenario (check, NULL, NULL, &error);
  g_autofree char *text = NULL;

  g_assert_no_error (error);
  text = describe (scenario);
  /* A few sentences in a few languages. */
  return g_intern_string (text);
}

/* Rows ------------------------------------------------------------------------------------------
 */

static void
take_values (const DlValidationValue *values, gboolean of_latency, double *numbers)
{
  for (guint seed = 0; seed < DL_BOOKSIM_SEEDS; seed++)
    numbers[seed] = of_latency ? values[seed].packet_latency : values[seed].accepted;
}

/* @agrees and @differs: the reasons, translatable. */
static void
add_row (DlPaperResult *result, DlPaperRow *row, const char *agrees, const char *differs)
{
  row->why = dl_paper_verdict (row) == DL_PAPER_AGREES ? agrees
             : isfinite (row->computed) || isinf (row->computed)
                 ? differs
                 : N_ ("The run is too short for a measurement.");
  dl_paper_result_add (result, *row);
}

static void
add_alone (DlPaperResult *result, const DlValidationResult *measured)
{
  const DlScenario *scenario = result->scenario;
  const gboolean fits = scenario->traffic.packet_flits <= scenario->input_queued.buffer_flits;
  DlPaperRow row = {
    .group = g_strdup (_ ("Pair alone, unit delays")),
    .what = g_strdup (fits ? _ ("most that one differs from 5 h + 1 + L")
                           : _ ("most that one differs from 5 h + 1 + L and its wait for credits")),
    .unit = N_ ("cycles"),
    .kind = DL_PAPER_DERIVED,
    .expected = 0,
    .rule = DL_PAPER_VALUE,
    .computed = measured->alone,
  };

  add_row (result, &row, N_ ("Every pair takes exactly as many cycles."),
           N_ ("At least one pair takes more or fewer cycles, or does not arrive."));
}

static void
add_latency (DlPaperResult *result, const DlBooksimRow *reference, const DlValidationValue *values)
{
  double own[DL_BOOKSIM_SEEDS];
  g_autofree char *load = g_strdup_printf ("%.3f", reference->load);
  DlPaperRow row = {
    .group = g_strdup (_ ("Mean packet latency")),
    /* Translators: an offered load */
    .what = g_strdup_printf (_ ("load %s"), load),
    .unit = N_ ("cycles"),
    .kind = DL_PAPER_REFERENCE,
    .rule = DL_PAPER_JOINT,
    .n_seeds = DL_BOOKSIM_SEEDS,
  };
  gboolean inside;

  take_values (values, TRUE, own);
  dl_mean_interval (reference->packet_latency, DL_BOOKSIM_SEEDS, &row.expected,
                    &row.expected_reach);
  dl_mean_interval (own, DL_BOOKSIM_SEEDS, &row.computed, &row.reach);
  row.precision = LATENCY_SHARE * row.expected;
  row.joint = dl_welch_reach (own, DL_BOOKSIM_SEEDS, reference->packet_latency, DL_BOOKSIM_SEEDS);
  inside = fabs (row.computed - row.expected) <= row.joint;
  add_row (result, &row,
           inside ? /* xgettext:no-c-format */ N_ (
               "Inside the joint 95% confidence interval of both programs.")
                  : N_ ("Within 1%, though outside the joint 95% confidence interval."),
           /* xgettext:no-c-format */
           N_ ("More than 1% apart, and outside the joint 95% confidence interval. The cause is "
               "not known."));
}

static void
add_saturation (DlPaperResult *result, const DlBooksimRow *reference,
                const DlValidationResult *measured)
{
  const double step = 1. / DL_BOOKSIM_STEPS;
  const gboolean coarse = SATURATION_SHARE * reference->load < step;
  DlPaperRow row = {
    .group = g_strdup (_ ("Saturation load")),
    .what = g_strdup (/* xgettext:no-c-format */ _ ("98% is accepted")),
    .unit = N_ ("flits/node/cycle"),
    .kind = DL_PAPER_REFERENCE,
    .expected = reference->load,
    .precision = MAX (SATURATION_SHARE * reference->load, step) + HAIR,
    .rule = DL_PAPER_WITHIN,
    .computed = measured->saturation,
    .n_seeds = DL_BOOKSIM_SEEDS,
  };
  const double apart = fabs (row.computed - row.expected);

  add_row (result, &row,
           apart < HAIR ? N_ ("The same step of the grid of 0.005.")
           : coarse     ? /* xgettext:no-c-format */ N_ (
                     "One step of the grid of 0.005 apart, which is more than 2% of so low a "
                         "load.")
                    : N_ ("Within 2%."),
           /* xgettext:no-c-format */
           N_ ("More than 2% and more than one step of the grid of 0.005 apart. The cause is not "
               "known."));
}

static void
add_past (DlPaperResult *result, const DlBooksimRow *reference, const DlValidationValue *values)
{
  double own[DL_BOOKSIM_SEEDS];
  g_autofree char *load = g_strdup_printf ("%.3f", reference->load);
  DlPaperRow row = {
    .group = g_strdup (_ ("Accepted past saturation")),
    .what = g_strdup_printf (_ ("load %s"), load),
    .unit = N_ ("flits/node/cycle"),
    .kind = DL_PAPER_REFERENCE,
    .rule = DL_PAPER_WITHIN,
    .n_seeds = DL_BOOKSIM_SEEDS,
  };

  take_values (values, FALSE, own);
  dl_mean_interval (reference->accepted, DL_BOOKSIM_SEEDS, &row.expected, &row.expected_reach);
  dl_mean_interval (own, DL_BOOKSIM_SEEDS, &row.computed, &row.reach);
  row.precision = PAST_SHARE * row.expected;
  add_row (result, &row, N_ ("Within 3%."),
           /* xgettext:no-c-format */ N_ ("More than 3% apart. The cause is not known."));
}

static void
add_rows (DlPaperResult *result, const DlValidationResult *measured)
{
  const DlBooksimCurve *curve = result->check->curve;

  add_alone (result, measured);
  for (guint i = 0; i < curve->rows->len; i++)
    {
      const DlBooksimRow *row = &g_array_index (curve->rows, DlBooksimRow, i);

      if (row->kind == DL_BOOKSIM_LATENCY)
        add_latency (result, row, measured->rows[i]);
      else if (row->kind == DL_BOOKSIM_SATURATION)
        add_saturation (result, row, measured);
      else if (row->kind == DL_BOOKSIM_PAST)
        add_past (result, row, measured->rows[i]);
    }
}

/* Curves ----------------------------------------------------------------------------------------
 */

/* BookSim's curve, and this program's as far as simulated. */
static DlLoadCurve *
make_loads (const DlBooksimCurve *curve, const DlValidationResult *measured)
{
  DlLoadCurve *loads = dl_load_curve_alloc ();
  double latency[DL_BOOKSIM_SEEDS], accepted[DL_BOOKSIM_SEEDS];

  loads->n_series = isnan (measured->saturation) ? 1 : 2;
  loads->series = g_new0 (DlLoadSeries, loads->n_series);
  loads->n_seeds = DL_BOOKSIM_SEEDS;
  loads->cycles = curve->warmup_cycles + curve->latency_cycles;
  loads->precision = NAN;
  dl_booksim_begin_series (&loads->series[0], "booksim", "BookSim 2",
                           dl_booksim_saturation (curve)->load);
  if (loads->n_series > 1)
    dl_booksim_begin_series (&loads->series[1], "dateline", "Dateline", measured->saturation);
  for (guint i = 0; i < curve->rows->len; i++)
    {
      const DlBooksimRow *row = &g_array_index (curve->rows, DlBooksimRow, i);

      if (row->kind != DL_BOOKSIM_LATENCY && row->kind != DL_BOOKSIM_PAST)
        continue;
      loads->max_load = row->load;
      dl_booksim_add_point (&loads->series[0], row, row->packet_latency, row->accepted);
      if (loads->n_series == 1)
        continue;
      take_values (measured->rows[i], TRUE, latency);
      take_values (measured->rows[i], FALSE, accepted);
      dl_booksim_add_point (&loads->series[1], row, latency, accepted);
    }
  loads->n_loads = loads->series[0].points->len;
  loads->n_runs = loads->n_all_runs = loads->n_loads * DL_BOOKSIM_SEEDS;
  return loads;
}

/* Results ---------------------------------------------------------------------------------------
 */

static DlPaperResult *
make_result (const DlPaperCheck *check, const DlScenario *scenario,
             const DlValidationResult *measured)
{
  DlPaperResult *result = dl_paper_result_new (check, scenario);
  DlPlainNumerals *plain;

  add_rows (result, measured);
  result->loads = make_loads (check->curve, measured);
  plain = dl_plain_text_new ();
  result->untranslated = dl_paper_result_new (check, scenario);
  add_rows (result->untranslated, measured);
  dl_plain_numerals_free (plain);
  return result;
}

/* Implement dl_paper_check_run and dl_paper_check_plan for @check's curve. */
static DlPaperResult *
validation_run (const DlPaperCheck *check, const DlPaperOptions *options, GCancellable *cancellable,
                GError **error)
{
  g_autoptr (DlScenario) scenario = dl_paper_scenario (check, NULL, options->settings, error);
  g_auto (DlValidationResult) measured = { NULL };

  if (scenario == NULL)
    return NULL;
  result_init (&measured, check->curve);
  if (!validation_measure (scenario, check->curve, options, &measured, cancellable, error))
    return NULL;
  return make_result (check, scenario, &measured);
}

static void
set_not_run (DlPaperResult *result)
{
  for (guint i = 0; i < result->rows->len; i++)
    {
      DlPaperRow *row = &g_array_index (result->rows, DlPaperRow, i);

      row->verdict = DL_PAPER_NOT_RUN;
      row->reach = 0;
      row->why = NULL;
    }
}

static DlPaperResult *
validation_plan (const DlPaperCheck *check)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (DlScenario) scenario = dl_paper_scenario (check, NULL, NULL, &error);
  g_auto (DlValidationResult) measured = { NULL };
  DlPaperResult *result;

  g_assert_no_error (error);
  result_init (&measured, check->curve);
  result = make_result (check, scenario, &measured);
  set_not_run (result);
  set_not_run (result->untranslated);
  return result;
}

static DlPaperResult *
run_all (const DlPaperCheck *check, const DlPaperOptions *options, GCancellable *cancellable,
         GError **error)
{
  guint n;
  const DlPaperCheck *const *checks = dl_validation_checks (&n);

  return dl_paper_collect (check, checks, n, options, cancellable, error);
}

const DlPaperCheck dl_validation_check_all = {
  .paper = DL_PAPER_BOOKSIM,
  .seconds = 1,
  .id = "booksim",
  .title = N_ ("The input-queued router and BookSim 2"),
  .section = N_ ("BookSim 2 at commit 28f4329"),
  .choices
  = N_ ("The same networks, settings, seeds 1 to 5 and numbers of cycles in both programs; "
        "nothing is tuned to match."),
  .run = run_all,
};

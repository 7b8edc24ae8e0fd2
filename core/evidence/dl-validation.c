#include "dl-validation-private.h"

#include "dl-load-sweep.h"
#include "dl-numerals.h"
#include "dl-simulate.h"

#include <glib/gi18n-lib.h>

#include <math.h>
#include <string.h>

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
      check->run = dl_validation_run;
      check->plan = dl_validation_plan;
      check->describe = dl_validation_section;
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

/* What is simulated -----------------------------------------------------------------------------
 */

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

const char *
dl_validation_section (const DlPaperCheck *check)
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

/* BookSim's, and this program's as far as it was simulated. */
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

DlPaperResult *
dl_validation_run (const DlPaperCheck *check, const DlPaperOptions *options,
                   GCancellable *cancellable, GError **error)
{
  g_autoptr (DlScenario) scenario = dl_paper_scenario (check, NULL, options->settings, error);
  g_auto (DlValidationResult) measured = { NULL };

  if (scenario == NULL)
    return NULL;
  dl_validation_result_init (&measured, check->curve);
  if (!dl_validation_measure (scenario, check->curve, options, &measured, cancellable, error))
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

DlPaperResult *
dl_validation_plan (const DlPaperCheck *check)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (DlScenario) scenario = dl_paper_scenario (check, NULL, NULL, &error);
  g_auto (DlValidationResult) measured = { NULL };
  DlPaperResult *result;

  g_assert_no_error (error);
  dl_validation_result_init (&measured, check->curve);
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

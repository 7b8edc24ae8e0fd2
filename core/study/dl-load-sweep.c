#include "dl-load-sweep.h"

#include "dl-edit.h"
#include "dl-evaluate.h"
#include "dl-interval.h"
#include "dl-simulate.h"
#include "dl-value.h"

#include <glib/gi18n-lib.h>

#include <math.h>

/* Loads that are about as many. */
#define N_LOADS 11
/* Accepted less than that of what is offered: saturated. */
#define ACCEPTS 0.97
/* Of a run, as in the scenario's default. */
#define WARMUP_SHARE 0.3

#define LOAD_KEY   0
#define SELECT_KEY 1

DlLoadSweepOptions
dl_load_sweep_options_default (void)
{
  return (DlLoadSweepOptions) { .n_seeds = 3, .cycles = 15000 };
}

DlLoadSweepOptions
dl_load_sweep_options_for (const DlScenario *scenario)
{
  if (dl_scenario_kind (scenario) == DL_KIND_TORUS)
    return dl_load_sweep_options_default ();
  return (DlLoadSweepOptions) { .n_seeds = 1, .cycles = 3000 };
}

/* Cycles of a run of @cycles before loads and latencies count. */
static guint64
warmup_of (guint64 cycles)
{
  return WARMUP_SHARE * cycles;
}

/* Loads ---------------------------------------------------------------------------------------- */

/* Packets of the demand. */
typedef struct
{
  double mean; /* that a working node sends, delivered or not */
  double sent; /* by the node that sends the most */
  double got;  /* by the processor that takes the most */
} Packets;

static Packets
count_packets (const DlScenario *scenario, const DlAnalysis *analysis)
{
  const DlNetwork *network = analysis->network;
  const double others = MAX (network->n_working_nodes, 1) - 1;
  g_autoptr (DlDemand) demand = dl_scenario_demand (scenario, network);
  g_autofree double *sent = g_new0 (double, MAX (network->n_nodes, 1));
  g_autofree double *got = g_new0 (double, MAX (network->n_nodes, 1));
  Packets packets = { 0 };

  if (demand->uniform)
    return (Packets) { others, others, others };
  for (guint i = 0; i < demand->flows->len; i++)
    {
      const DlFlow *flow = &g_array_index (demand->flows, DlFlow, i);

      sent[flow->source] += flow->weight;
      got[flow->dest] += flow->weight;
      packets.mean += flow->weight / MAX (network->n_working_nodes, 1);
      packets.sent = MAX (packets.sent, sent[flow->source]);
      packets.got = MAX (packets.got, got[flow->dest]);
    }
  return packets;
}

double
dl_load_bound (const DlScenario *scenario, const DlAnalysis *analysis)
{
  const Packets packets = count_packets (scenario, analysis);
  const double peak = dl_analysis_peak_load (analysis);
  double bound = 1;

  if (!(packets.mean > 0))
    return bound;
  if (peak > 0)
    bound = MIN (bound, packets.mean / peak);
  bound = MIN (bound, packets.mean / packets.sent);
  return MIN (bound, scenario->router.ejection_rate * packets.mean / packets.got);
}

/* The modes that a dragonfly is swept under: minimal, Valiant, adaptive, and its own. */
static GPtrArray *
modes_of (const DlScenario *scenario)
{
  static const char *const ids[] = { "min-hash", "valiant", "adaptive-0" };
  GPtrArray *modes = g_ptr_array_new ();

  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    g_ptr_array_add (modes, (gpointer) dl_dragonfly_mode_find (ids[i]));
  if (!g_ptr_array_find (modes, dl_dragonfly_options (scenario)->mode, NULL))
    g_ptr_array_add (modes, (gpointer) dl_dragonfly_options (scenario)->mode);
  return modes;
}

/* The load that no mode gets past, at most 1; NAN on error. */
static double
dragonfly_bound (const DlScenario *scenario, const GPtrArray *modes, GError **error)
{
  g_autoptr (DlScenario) other = dl_scenario_copy (scenario);
  g_autoptr (DlDragonflyAnalysis) before = NULL;
  double bound = 0;

  for (guint i = 0; i < modes->len; i++)
    {
      g_autoptr (DlDragonflyAnalysis) analysis = NULL;

      dl_dragonfly_options (other)->mode = g_ptr_array_index (modes, i);
      analysis = dl_dragonfly_evaluate (other, before, NULL, error);
      if (analysis == NULL)
        return NAN;
      bound = MAX (bound, analysis->bound_load);
      g_clear_pointer (&before, dl_dragonfly_analysis_unref);
      before = g_steal_pointer (&analysis);
    }
  return MIN (bound, 1);
}

/* A step that people count in, of which about N_LOADS go up to @bound. */
static double
load_step (double bound)
{
  static const double mantissas[] = { 1, 2, 2.5, 4, 5, 10 };
  const double power = pow (10, floor (log10 (bound / N_LOADS)));

  for (guint i = 0; i < G_N_ELEMENTS (mantissas); i++)
    if (mantissas[i] * power * N_LOADS >= bound * (1 - 1e-9))
      return mantissas[i] * power;
  g_assert_not_reached ();
}

/* "traffic.load=0.04:0.44:0.04": one load past the bound, which is saturated for sure. */
static char *
vary_load (double bound)
{
  const double step = load_step (bound);
  const double last = MIN (ceil (bound / step * (1 - 1e-9)) * step, 1);
  char from[G_ASCII_DTOSTR_BUF_SIZE], to[G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_formatd (from, sizeof from, "%.6g", MIN (step, last));
  g_ascii_formatd (to, sizeof to, "%.6g", last);
  return g_strdup_printf ("traffic.load=%s:%s:%s", from, to, from);
}

static char *
vary_select (const DlScenario *scenario)
{
  const guint64 own = scenario->router.age_rr_select;
  const char *both = "router.age-rr-select=0,0xffffffffffffffff";

  if (own == 0 || own == G_MAXUINT64)
    return g_strdup (both);
  return g_strdup_printf ("%s,0x%" G_GINT64_MODIFIER "x", both, own);
}

static char *
vary_mode (const GPtrArray *modes)
{
  GString *text = g_string_new ("dragonfly.routing=");

  for (guint i = 0; i < modes->len; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? "," : "",
                            ((const DlDragonflyMode *) g_ptr_array_index (modes, i))->id);
  return g_string_free (text, FALSE);
}

static void
set_length (DlScenario *scenario, const char *key, guint64 cycles)
{
  g_autofree char *text = g_strdup_printf ("%" G_GUINT64_FORMAT, cycles);
  const gboolean set = dl_field_set (dl_field_find ("simulation", key), scenario, text, NULL);

  g_assert (set);
}

/* FALSE with an error for a program. */
static gboolean
check_load (const DlScenario *scenario, GError **error)
{
  const DlTrafficOptions *traffic = &scenario->traffic;

  if (dl_scenario_kind (scenario) == DL_KIND_TORUS
          ? *traffic->message_bytes == '\0'
                && (traffic->pattern->uniform || !traffic->pattern->program)
          : !scenario->family->is_program (scenario))
    return TRUE;
  g_set_error (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_CONFLICT,
               _ ("traffic.pattern: %s is a program, which sends as fast as it can (a pattern "
                  "with a load, such as uniform)"),
               traffic->pattern->id);
  return FALSE;
}

DlSweepSpec *
dl_load_sweep_new (const DlScenario *scenario, const DlAnalysis *analysis,
                   const DlLoadSweepOptions *options, GError **error)
{
  const gboolean torus = dl_scenario_kind (scenario) == DL_KIND_TORUS;
  g_autoptr (DlSweepSpec) spec = dl_sweep_spec_new (scenario);
  g_autoptr (GPtrArray) modes = modes_of (scenario);
  g_autofree char *load = NULL;
  g_autofree char *select = torus ? vary_select (scenario) : vary_mode (modes);
  double bound;

  if (!check_load (scenario, error))
    return NULL;
  bound = torus ? dl_load_bound (scenario, analysis) : dragonfly_bound (scenario, modes, error);
  if (isnan (bound))
    return NULL;
  load = vary_load (bound);
  set_length (spec->scenario, "cycles", options->cycles);
  set_length (spec->scenario, "warmup-cycles", warmup_of (options->cycles));
  spec->n_seeds = options->n_seeds;
  if (!dl_sweep_spec_vary (spec, load, error) || !dl_sweep_spec_vary (spec, select, error)
      || !dl_sweep_spec_check (spec, NULL, error))
    return NULL;
  return g_steal_pointer (&spec);
}

/* Curves --------------------------------------------------------------------------------------- */

gboolean
dl_load_point_settled (const DlLoadPoint *point)
{
  return point->n_settled == point->n_runs;
}

static gboolean
is_saturated (const DlLoadPoint *point)
{
  return point->accepted < ACCEPTS * point->offered || !dl_load_point_settled (point);
}

/* A short run may fail to settle where few packets are under way; what comes after it tells. */
static double
find_saturation (const GArray *points)
{
  double saturation = NAN;

  for (guint i = points->len; i-- > 0;)
    {
      const DlLoadPoint *point = &g_array_index (points, DlLoadPoint, i);

      if (!is_saturated (point))
        break;
      saturation = point->load;
    }
  return saturation;
}

static char *
make_label (guint64 age_rr_select)
{
  guint ages = 0;

  for (guint bit = 0; bit < 64; bit++)
    ages += age_rr_select >> bit & 1;
  if (ages == 0)
    return g_strdup (_ ("Round robin"));
  if (ages == 64)
    return g_strdup (_ ("Age-based"));
  return g_strdup_printf (_ ("%u of 64 by age"), ages);
}

char *
dl_load_series_title (const DlLoadSeries *series)
{
  return series->mode != NULL ? g_strdup (_ (series->mode->title))
                              : make_label (series->age_rr_select);
}

/* One figure of each of @runs (n DlSweepResult *). */
static double
mean_of (const DlSweepResult *const *runs, guint n, gsize offset, double *reach)
{
  double values[DL_SWEEP_MAX_SEEDS], mean, unused;

  for (guint i = 0; i < n; i++)
    values[i] = *(const double *) G_STRUCT_MEMBER_P (runs[i], offset);
  dl_mean_interval (values, n, &mean, reach != NULL ? reach : &unused);
  return mean;
}

#define MEAN(member, reach) mean_of (runs, n, G_STRUCT_OFFSET (DlSweepResult, member), reach)

static DlLoadPoint
make_point (double load, const DlSweepResult *const *runs, guint n)
{
  DlLoadPoint point = { .load = load, .n_runs = n, .latency_min = NAN, .latency_max = NAN };

  for (guint i = 0; i < n; i++)
    {
      point.n_settled += runs[i]->settled;
      point.n_deadlocked += runs[i]->deadlocked;
      /* One that is no number gives way. */
      point.latency_min = fmin (point.latency_min, runs[i]->latency_mean);
      point.latency_max = fmax (point.latency_max, runs[i]->latency_mean);
    }
  point.offered = MEAN (offered, NULL);
  point.accepted = MEAN (accepted, &point.accepted_reach);
  point.latency = MEAN (latency_mean, &point.latency_reach);
  point.p99 = MEAN (latency_p99, NULL);
  point.total_latency = MEAN (total_latency_mean, NULL);
  return point;
}

static const GPtrArray *
values_of (const DlSweepSpec *spec, guint key)
{
  return ((const DlSweepKey *) g_ptr_array_index (spec->keys, key))->values;
}

/* Those of @by_point (a DlSweepResult * a point, or NULL) of one load and arbitration. */
static void
add_point (DlLoadSeries *series, const DlSweepSpec *spec, const DlSweepResult *const *by_point,
           guint first)
{
  g_autofree const DlSweepResult **runs = g_new (const DlSweepResult *, spec->n_seeds);
  const double load = g_ascii_strtod (dl_sweep_value (spec, first, LOAD_KEY), NULL);
  guint n = 0;

  for (guint i = first; i < first + spec->n_seeds; i++)
    if (by_point[i] != NULL)
      runs[n++] = by_point[i];
  if (n > 0)
    {
      const DlLoadPoint point = make_point (load, runs, n);

      g_array_append_val (series->points, point);
    }
}

/* What it is under, by the value of its key. */
static void
name_series (DlLoadSeries *series, DlKind kind, const char *value)
{
  gboolean read;

  if (kind == DL_KIND_DRAGONFLY)
    {
      series->mode = dl_dragonfly_mode_find (value);
      series->label = dl_load_series_title (series);
      return;
    }
  read = dl_value_parse_uint (value, 0, G_MAXUINT64, &series->age_rr_select, NULL);
  g_assert (read);
  series->label = dl_load_series_title (series);
}

DlLoadCurve *
dl_load_curve_new (const DlSweepSpec *spec, const GArray *results)
{
  const GPtrArray *loads = values_of (spec, LOAD_KEY), *selects = values_of (spec, SELECT_KEY);
  const guint n_points = dl_sweep_n_points (spec);
  g_autofree const DlSweepResult **by_point = g_new0 (const DlSweepResult *, n_points);
  DlLoadCurve *curve = g_new0 (DlLoadCurve, 1);

  g_atomic_ref_count_init (&curve->refs);
  curve->n_series = selects->len;
  curve->series = g_new0 (DlLoadSeries, selects->len);
  curve->n_loads = loads->len;
  curve->of_payload = dl_scenario_kind (spec->scenario) == DL_KIND_DRAGONFLY
                      && dl_dragonfly_options (spec->scenario)->spec.shape == DL_DRAGONFLY_ARIES;
  curve->n_seeds = spec->n_seeds;
  curve->max_load = g_ascii_strtod (g_ptr_array_index (loads, loads->len - 1), NULL);
  curve->cycles = spec->scenario->simulation.cycles;
  curve->warmup_cycles = spec->scenario->simulation.warmup_cycles;
  curve->n_runs = results->len;
  curve->n_all_runs = n_points;
  for (guint i = 0; i < results->len; i++)
    {
      const DlSweepResult *result = &g_array_index (results, DlSweepResult, i);

      by_point[result->point] = result;
    }
  for (guint i = 0; i < selects->len; i++)
    {
      DlLoadSeries *series = &curve->series[i];

      name_series (series, dl_scenario_kind (spec->scenario), g_ptr_array_index (selects, i));
      series->points = g_array_new (FALSE, FALSE, sizeof (DlLoadPoint));
      for (guint load = 0; load < loads->len; load++)
        add_point (series, spec, by_point, (load * selects->len + i) * spec->n_seeds);
      series->saturation = find_saturation (series->points);
    }
  return curve;
}

static gboolean
add_result (const DlSweepResult *result, gpointer data, GError **error)
{
  g_array_append_val ((GArray *) data, *result);
  return TRUE;
}

DlLoadCurve *
dl_load_curve_run (const DlScenario *scenario, const DlAnalysis *analysis,
                   const DlLoadSweepOptions *options, guint n_jobs, DlProgressFunc progress,
                   gpointer progress_data, GCancellable *cancellable, GError **error)
{
  g_autoptr (DlSweepSpec) spec = dl_load_sweep_new (scenario, analysis, options, error);
  g_autoptr (GArray) results = g_array_new (FALSE, FALSE, sizeof (DlSweepResult));
  const DlSweepOptions run = { .n_jobs = n_jobs,
                               .on_point = add_result,
                               .on_point_data = results,
                               .progress = progress,
                               .progress_data = progress_data };

  if (spec == NULL || !dl_sweep_run (spec, &run, cancellable, error))
    return NULL;
  return dl_load_curve_new (spec, results);
}

DlLoadCurve *
dl_load_curve_ref (DlLoadCurve *curve)
{
  g_atomic_ref_count_inc (&curve->refs);
  return curve;
}

void
dl_load_curve_unref (DlLoadCurve *curve)
{
  if (curve == NULL || !g_atomic_ref_count_dec (&curve->refs))
    return;
  for (guint i = 0; i < curve->n_series; i++)
    {
      g_free (curve->series[i].label);
      g_array_unref (curve->series[i].points);
    }
  g_free (curve->series);
  g_free (curve);
}

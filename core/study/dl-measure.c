#include "dl-measure.h"

#include "dl-family.h"
#include "dl-sim-counters.h"

#include <glib/gi18n-lib.h>

#include <math.h>
#include <string.h>

#define AT(member)                                                                                 \
  G_STRUCT_OFFSET (DlSweepResult, member), sizeof (((DlSweepResult *) NULL)->member)

#define HALF(member) .half = G_STRUCT_OFFSET (DlSweepResult, member)

#define LOAD_UNIT N_ ("flits/node/cycle")

/* Measures of all families; a family names the ones that it lacks (DlFamily.lacks). */
/* One more, something said of a scenario in one number, is a member of DlSweepResult and a row
 * here: columns of sweeps and comparisons follow. */
static const DlMeasure common[] = {
  { "offered_load", N_ ("Offered load"), LOAD_UNIT, DL_MEASURE_REAL, TRUE, DL_BETTER_NEITHER,
    AT (offered) },
  { "accepted_load", N_ ("Accepted throughput"), LOAD_UNIT, DL_MEASURE_REAL, TRUE, DL_BETTER_HIGHER,
    AT (accepted), HALF (accepted_half) },
  { "latency_mean", N_ ("Mean network latency"), N_ ("cycles"), DL_MEASURE_REAL, TRUE,
    DL_BETTER_LOWER, AT (latency_mean), HALF (latency_half) },
  { "latency_sd", N_ ("Standard deviation of network latency"), N_ ("cycles"), DL_MEASURE_REAL,
    TRUE, DL_BETTER_LOWER, AT (latency_sd) },
  { "latency_p50", N_ ("Median network latency"), N_ ("cycles"), DL_MEASURE_REAL, TRUE,
    DL_BETTER_LOWER, AT (latency_p50) },
  { "latency_p99", N_ ("p99 network latency"), N_ ("cycles"), DL_MEASURE_REAL, TRUE,
    DL_BETTER_LOWER, AT (latency_p99) },
  { "latency_max", N_ ("Maximum network latency"), N_ ("cycles"), DL_MEASURE_REAL, TRUE,
    DL_BETTER_LOWER, AT (latency_max) },
  { "total_latency_mean", N_ ("Mean packet latency"), N_ ("cycles"), DL_MEASURE_REAL, TRUE,
    DL_BETTER_LOWER, AT (total_latency_mean), HALF (total_latency_half) },
  { "minimal_share", N_ ("Packets on minimal routes"), NULL, DL_MEASURE_SHARE, TRUE,
    DL_BETTER_NEITHER, AT (minimal_share) },
  { "bandwidth_GBps_per_node", N_ ("Payload bandwidth per node"), N_ ("GB/s"), DL_MEASURE_REAL,
    TRUE, DL_BETTER_HIGHER, AT (bandwidth_GBps) },
  { "completion_ns", N_ ("Completion"), N_ ("ns"), DL_MEASURE_REAL, TRUE, DL_BETTER_LOWER,
    AT (completion_ns), .of_messages = TRUE },
  { "algorithm_bandwidth_GBps", N_ ("Algorithm bandwidth"), N_ ("GB/s"), DL_MEASURE_REAL, TRUE,
    DL_BETTER_HIGHER, AT (algorithm_GBps), .of_messages = TRUE },
  { "bus_bandwidth_GBps", N_ ("Bus bandwidth"), N_ ("GB/s"), DL_MEASURE_REAL, TRUE,
    DL_BETTER_HIGHER, AT (bus_GBps), .of_messages = TRUE },
  { "contention_share", N_ ("Beyond both bounds"), NULL, DL_MEASURE_SHARE, TRUE, DL_BETTER_LOWER,
    AT (contention), .of_messages = TRUE },
  { "settled", N_ ("Converged"), NULL, DL_MEASURE_FLAG, TRUE, DL_BETTER_HIGHER, AT (converged) },
  { "warmup_cycles", N_ ("Warm-up left out"), N_ ("cycles"), DL_MEASURE_WHOLE, TRUE,
    DL_BETTER_NEITHER, AT (warmup_cycles) },
  { "deadlocked", N_ ("Deadlocked"), NULL, DL_MEASURE_FLAG, TRUE, DL_BETTER_LOWER,
    AT (deadlocked) },
  { "cycles", N_ ("Simulated cycles"), N_ ("cycles"), DL_MEASURE_WHOLE, TRUE, DL_BETTER_NEITHER,
    AT (cycles) },
  { "pairs", N_ ("Pairs of nodes"), NULL, DL_MEASURE_WHOLE, FALSE, DL_BETTER_NEITHER,
    AT (found.pairs) },
  { "unreachable_pairs", N_ ("Unreachable pairs"), NULL, DL_MEASURE_WHOLE, FALSE, DL_BETTER_LOWER,
    AT (found.unreachable_pairs), .tells_delivery = TRUE },
  { "illegal_pairs", N_ ("Pairs on illegal turns"), NULL, DL_MEASURE_WHOLE, FALSE, DL_BETTER_LOWER,
    AT (found.illegal_pairs) },
  { "dropped_pairs", N_ ("Pairs dropped at a dateline"), NULL, DL_MEASURE_WHOLE, FALSE,
    DL_BETTER_LOWER, AT (found.dropped_pairs), .tells_delivery = TRUE },
  { "mean_hops", N_ ("Mean hops"), NULL, DL_MEASURE_REAL, FALSE, DL_BETTER_LOWER,
    AT (found.hops_mean), .by_share = TRUE },
  { "deadlock_free", N_ ("Deadlock-free"), NULL, DL_MEASURE_FLAG, FALSE, DL_BETTER_HIGHER,
    AT (found.deadlock_free), .tells_delivery = TRUE },
};

/* Between the balances and loads of the first family that has it. */
static const DlMeasure bound
    = { "bound_load",     N_ ("Saturation load"), LOAD_UNIT,        DL_MEASURE_REAL, FALSE,
        DL_BETTER_HIGHER, AT (found.bound_load),  .by_share = TRUE, .by_class = TRUE };

gboolean
dl_measure_is_for (const DlMeasure *measure, const DlFamily *family)
{
  return (measure->family == NULL || measure->family == family)
         && !g_strv_contains (family->missing, measure->id);
}

gboolean
dl_measure_suits (const DlMeasure *measure, const DlScenario *scenario)
{
  return dl_measure_is_for (measure, scenario->family)
         && (!measure->of_messages || scenario->traffic.pattern->needs_program);
}

const DlMeasure **
dl_sweep_spec_measures (const DlSweepSpec *spec, guint *n)
{
  const DlField *pattern = dl_field_find ("traffic", "pattern");
  const DlMeasure **measures = dl_measures (spec->scenario->family, n);
  gboolean any = spec->scenario->traffic.pattern->needs_program;
  guint n_all = *n;

  for (guint key = 0; key < spec->keys->len; key++)
    any |= ((const DlSweepKey *) spec->keys->pdata[key])->field == pattern;
  *n = 0;
  for (guint i = 0; i < n_all; i++)
    if (any || !measures[i]->of_messages)
      measures[(*n)++] = measures[i];
  return measures;
}

gboolean
dl_family_has_measure (const DlFamily *family, const char *id)
{
  return dl_measure_is_for (dl_measure_find (id), family);
}

static void
add_class (GArray *all, const DlFamily *family, guint class, gboolean load)
{
  const DlLinkClassDef *def = &family->classes[class];
  const char *title = load ? def->load_title : def->balance_title;
  DlMeasure row = {
    .title = title,
    .unit = load ? N_ ("packets") : NULL,
    .type = DL_MEASURE_REAL,
    .better = DL_BETTER_LOWER,
    .offset = (load ? G_STRUCT_OFFSET (DlSweepResult, found.class_load_max)
                    : G_STRUCT_OFFSET (DlSweepResult, found.class_balance_mean))
              + class * sizeof (double),
    .size = sizeof (double),
    .by_class = TRUE,
    .family = family,
    .class = class,
    .by_share = load,
  };

  if (title == NULL)
    return;
  row.id = g_strconcat (load ? "max_load_" : "vc_balance_mean_", def->id, NULL);
  g_array_append_val (all, row);
}

const DlMeasure *
dl_measure_table (guint *n)
{
  static GArray *all;
  static gsize made;

  if (g_once_init_enter (&made))
    {
      guint n_families;
      const DlFamily *const *families = dl_families (&n_families);
      gboolean has_bound = FALSE;

      all = g_array_new (FALSE, FALSE, sizeof (DlMeasure));
      g_array_append_vals (all, common, G_N_ELEMENTS (common));
      for (guint f = 0; f < n_families; f++)
        {
          for (guint class = 0; class < families[f]->n_classes; class ++)
            add_class (all, families[f], class, FALSE);
          if (!has_bound && dl_measure_is_for (&bound, families[f]))
            {
              g_array_append_val (all, bound);
              has_bound = TRUE;
            }
          for (guint class = 0; class < families[f]->n_classes; class ++)
            add_class (all, families[f], class, TRUE);
        }
      g_once_init_leave (&made, 1);
    }
  *n = all->len;
  return (const DlMeasure *) (gpointer) all->data;
}

const DlMeasure **
dl_measures (const DlFamily *family, guint *n)
{
  guint n_all;
  const DlMeasure *all = dl_measure_table (&n_all);
  const DlMeasure **measures = g_new (const DlMeasure *, n_all);

  *n = 0;
  for (guint i = 0; i < n_all; i++)
    if (dl_measure_is_for (&all[i], family))
      measures[(*n)++] = &all[i];
  return measures;
}

const DlMeasure *
dl_measure_find (const char *id)
{
  guint n;
  const DlMeasure *all = dl_measure_table (&n);

  for (guint i = 0; i < n; i++)
    if (strcmp (all[i].id, id) == 0)
      return &all[i];
  return NULL;
}

const DlFamily *
dl_measure_family (const DlMeasure *measure)
{
  const DlFamily *only = NULL;
  guint n;
  const DlFamily *const *families = dl_families (&n);

  for (guint i = 0; i < n; i++)
    {
      if (!dl_measure_is_for (measure, families[i]))
        continue;
      if (only != NULL)
        return NULL;
      only = families[i];
    }
  return only;
}

gboolean
dl_measure_is_bound (const DlMeasure *measure, const DlScenario *scenario)
{
  const DlFamily *family = scenario->family;

  return measure->by_share && family->is_bound != NULL && family->is_bound (scenario);
}

const char *
dl_measure_bound_note (void)
{
  return _ (
      "§ A bound. Of an adaptive mode it is the value at the best common share of non-minimal "
      "packets for all pairs; simulate to see the mode’s own share. Of a hashed mode it is the "
      "expected value over all hashes; in a run the busiest link carries more.");
}

double
dl_measure_get (const DlMeasure *measure, const DlSweepResult *result)
{
  const gconstpointer at = G_STRUCT_MEMBER_P (result, measure->offset);

  if (!dl_measure_is_for (measure, result->family) || (measure->simulated && result->cycles == 0))
    return NAN;
  switch (measure->type)
    {
    case DL_MEASURE_WHOLE:
      return *(const guint64 *) at;
    case DL_MEASURE_FLAG:
      return *(const gboolean *) at != FALSE;
    case DL_MEASURE_REAL:
    case DL_MEASURE_SHARE:
      return *(const double *) at;
    }
  g_return_val_if_reached (NAN);
}

double
dl_measure_half_width (const DlMeasure *measure, const DlSweepResult *result)
{
  if (measure->half == 0 || isnan (dl_measure_get (measure, result)))
    return NAN;
  return *(const double *) G_STRUCT_MEMBER_P (result, measure->half);
}

char *
dl_measure_half_id (const DlMeasure *measure)
{
  return measure->half != 0 ? g_strconcat (measure->id, DL_MEASURE_HALF_SUFFIX, NULL) : NULL;
}

guint
dl_measure_mean (const DlMeasure *measure, const DlSweepResult *const *results, guint n,
                 double *mean, double *reach)
{
  g_autofree double *values = g_new (double, MAX (n, 1));
  guint n_values = 0, last = 0;

  for (guint i = 0; i < n; i++)
    {
      values[i] = dl_measure_get (measure, results[i]);
      if (isnan (values[i]))
        continue;
      n_values++;
      last = i;
    }
  dl_mean_interval (values, n, mean, reach);
  if (n_values == 1)
    *reach = dl_measure_half_width (measure, results[last]);
  return n_values;
}

void
dl_measure_set (const DlMeasure *measure, DlSweepResult *result, double value)
{
  const gpointer at = G_STRUCT_MEMBER_P (result, measure->offset);

  switch (measure->type)
    {
    case DL_MEASURE_WHOLE:
      /* Values come from files, too. */
      *(guint64 *) at = value >= 0 && value < (double) G_MAXINT64 ? (guint64) value : 0;
      break;
    case DL_MEASURE_FLAG:
      *(gboolean *) at = value != 0;
      break;
    case DL_MEASURE_REAL:
    case DL_MEASURE_SHARE:
      *(double *) at = value;
      break;
    }
}

const char *
dl_measure_unit (const DlMeasure *measure, const DlScenario *scenario)
{
  const char *unit = NULL;

  if (measure->unit == NULL)
    return NULL;
  if (strcmp (measure->unit, LOAD_UNIT) == 0)
    unit = dl_scenario_load_unit (scenario);
  return _ (unit != NULL ? unit : measure->unit);
}

/* @digits after the point. */
static char *
format_fixed (double value, int digits, gboolean plain)
{
  char format[8], buffer[G_ASCII_DTOSTR_BUF_SIZE + 330];

  if (!plain)
    return g_strdup_printf ("%'.*f", digits, value);
  g_snprintf (format, sizeof format, "%%.%df", digits);
  return g_strdup (g_ascii_formatd (buffer, sizeof buffer, format, value));
}

/* Decimals that show @value to four figures, none from a thousand: more is noise, fewer hides a
 * difference. */
static int
digits_of (double value)
{
  int digits = 0;

  for (double limit = 1000; digits < 4 && fabs (value) < limit; limit /= 10)
    digits++;
  return digits;
}

static char *
format_real (double value, gboolean plain)
{
  const double size = fabs (value);
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  if (size > 0 && size < 1e-4)
    return plain ? g_strdup (g_ascii_formatd (buffer, sizeof buffer, "%.3g", value))
                 : g_strdup_printf ("%.3g", value);
  return format_fixed (value, digits_of (value), plain);
}

static char *
format (const DlMeasure *measure, double value, gboolean plain)
{
  g_autofree char *number = NULL;

  if (isnan (value))
    return g_strdup ("–");
  if (isinf (value))
    return g_strdup (value > 0 ? "∞" : "−∞");
  switch (measure->type)
    {
    case DL_MEASURE_FLAG:
      if (value == 0 || value == 1)
        return g_strdup (value == 1 ? _ ("yes") : _ ("no"));
      G_GNUC_FALLTHROUGH; /* yes in some runs */
    case DL_MEASURE_SHARE:
      number = format_fixed (100 * value, 1, plain);
      return g_strdup_printf (_ ("%s%%"), number);
    case DL_MEASURE_WHOLE:
      return value == trunc (value) ? format_fixed (value, 0, plain) : format_real (value, plain);
    case DL_MEASURE_REAL:
      return format_real (value, plain);
    }
  g_return_val_if_reached (NULL);
}

char *
dl_measure_format (const DlMeasure *measure, double value)
{
  return format (measure, value, FALSE);
}

char *
dl_measure_format_plain (const DlMeasure *measure, double value)
{
  return format (measure, value, TRUE);
}

char *
dl_measure_format_interval (const DlMeasure *measure, double mean, double reach, gboolean plain)
{
  g_autofree char *of_mean = format (measure, mean, plain);
  g_autofree char *of_reach = NULL;

  if (!isfinite (reach) || measure->type == DL_MEASURE_FLAG)
    return g_steal_pointer (&of_mean);
  of_reach = measure->type == DL_MEASURE_REAL || measure->type == DL_MEASURE_WHOLE
                 ? format_fixed (reach, digits_of (mean), plain)
                 : format_fixed (100 * reach, 1, plain);
  /* Translators: a mean, and how far its interval reaches to either side */
  return g_strdup_printf (_ ("%s ± %s"), of_mean, of_reach);
}

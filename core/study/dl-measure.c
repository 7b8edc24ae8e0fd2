#include "dl-measure.h"

#include <glib/gi18n-lib.h>

#include <math.h>
#include <string.h>

#define TORUS     (1 << DL_KIND_TORUS)
#define DRAGONFLY (1 << DL_KIND_DRAGONFLY)
#define BOTH      (TORUS | DRAGONFLY)

#define AT(member)                                                                                 \
  G_STRUCT_OFFSET (DlSweepResult, member), sizeof (((DlSweepResult *) NULL)->member)

#define LOAD_UNIT N_ ("flits a node a cycle")

static const DlMeasure table[] = {
  { "offered_load", N_ ("Offered load"), LOAD_UNIT, DL_MEASURE_REAL, BOTH, TRUE, DL_BETTER_NEITHER,
    AT (offered) },
  { "accepted_load", N_ ("Accepted load"), LOAD_UNIT, DL_MEASURE_REAL, BOTH, TRUE, DL_BETTER_HIGHER,
    AT (accepted) },
  { "latency_mean", N_ ("Mean latency"), N_ ("cycles"), DL_MEASURE_REAL, BOTH, TRUE,
    DL_BETTER_LOWER, AT (latency_mean) },
  { "latency_sd", N_ ("Standard deviation of latency"), N_ ("cycles"), DL_MEASURE_REAL, BOTH, TRUE,
    DL_BETTER_LOWER, AT (latency_sd) },
  { "latency_p50", N_ ("Median latency"), N_ ("cycles"), DL_MEASURE_REAL, BOTH, TRUE,
    DL_BETTER_LOWER, AT (latency_p50) },
  { "latency_p99", N_ ("p99 latency"), N_ ("cycles"), DL_MEASURE_REAL, BOTH, TRUE, DL_BETTER_LOWER,
    AT (latency_p99) },
  { "latency_max", N_ ("Largest latency"), N_ ("cycles"), DL_MEASURE_REAL, BOTH, TRUE,
    DL_BETTER_LOWER, AT (latency_max) },
  { "total_latency_mean", N_ ("Mean latency from creation"), N_ ("cycles"), DL_MEASURE_REAL, BOTH,
    TRUE, DL_BETTER_LOWER, AT (total_latency_mean) },
  { "minimal_share", N_ ("Packets on minimal routes"), NULL, DL_MEASURE_SHARE, DRAGONFLY, TRUE,
    DL_BETTER_NEITHER, AT (minimal_share) },
  { "bandwidth_GBps_per_node", N_ ("Bandwidth of payload a node"), N_ ("GB/s"), DL_MEASURE_REAL,
    DRAGONFLY, TRUE, DL_BETTER_HIGHER, AT (bandwidth_GBps) },
  { "settled", N_ ("Settled"), NULL, DL_MEASURE_FLAG, BOTH, TRUE, DL_BETTER_HIGHER, AT (settled) },
  { "deadlocked", N_ ("Deadlocked"), NULL, DL_MEASURE_FLAG, TORUS, TRUE, DL_BETTER_LOWER,
    AT (deadlocked) },
  { "cycles", N_ ("Simulated cycles"), N_ ("cycles"), DL_MEASURE_WHOLE, BOTH, TRUE,
    DL_BETTER_NEITHER, AT (cycles) },
  { "pairs", N_ ("Pairs of nodes"), NULL, DL_MEASURE_WHOLE, BOTH, FALSE, DL_BETTER_NEITHER,
    AT (pairs) },
  { "unreachable_pairs", N_ ("Unreachable pairs"), NULL, DL_MEASURE_WHOLE, BOTH, FALSE,
    DL_BETTER_LOWER, AT (unreachable_pairs), .tells_delivery = TRUE },
  { "illegal_pairs", N_ ("Pairs on illegal turns"), NULL, DL_MEASURE_WHOLE, TORUS, FALSE,
    DL_BETTER_LOWER, AT (illegal_pairs) },
  { "dropped_pairs", N_ ("Pairs dropped at a dateline"), NULL, DL_MEASURE_WHOLE, TORUS, FALSE,
    DL_BETTER_LOWER, AT (dropped_pairs), .tells_delivery = TRUE },
  { "mean_hops", N_ ("Mean hops"), NULL, DL_MEASURE_REAL, BOTH, FALSE, DL_BETTER_LOWER,
    AT (hops_mean), .by_share = TRUE },
  { "deadlock_free", N_ ("Deadlock-free"), NULL, DL_MEASURE_FLAG, BOTH, FALSE, DL_BETTER_HIGHER,
    AT (deadlock_free), .tells_delivery = TRUE },
  { "vc_balance_mean_x", N_ ("Mean VC balance in X"), NULL, DL_MEASURE_REAL, TORUS, FALSE,
    DL_BETTER_LOWER, AT (balance_mean[DL_X]) },
  { "vc_balance_mean_y", N_ ("Mean VC balance in Y"), NULL, DL_MEASURE_REAL, TORUS, FALSE,
    DL_BETTER_LOWER, AT (balance_mean[DL_Y]) },
  { "vc_balance_mean_z", N_ ("Mean VC balance in Z"), NULL, DL_MEASURE_REAL, TORUS, FALSE,
    DL_BETTER_LOWER, AT (balance_mean[DL_Z]) },
  { "max_load_x", N_ ("Largest channel load in X"), N_ ("packets"), DL_MEASURE_REAL, TORUS, FALSE,
    DL_BETTER_LOWER, AT (load_max[DL_X]) },
  { "max_load_y", N_ ("Largest channel load in Y"), N_ ("packets"), DL_MEASURE_REAL, TORUS, FALSE,
    DL_BETTER_LOWER, AT (load_max[DL_Y]) },
  { "max_load_z", N_ ("Largest channel load in Z"), N_ ("packets"), DL_MEASURE_REAL, TORUS, FALSE,
    DL_BETTER_LOWER, AT (load_max[DL_Z]) },
  { "bound_load", N_ ("Load that saturates a link"), LOAD_UNIT, DL_MEASURE_REAL, DRAGONFLY, FALSE,
    DL_BETTER_HIGHER, AT (bound_load), .by_share = TRUE },
  { "max_load_green", N_ ("Largest load of a green link"), N_ ("packets"), DL_MEASURE_REAL,
    DRAGONFLY, FALSE, DL_BETTER_LOWER, AT (class_load_max[DL_LINK_GREEN]), .by_share = TRUE },
  { "max_load_black", N_ ("Largest load of a black link"), N_ ("packets"), DL_MEASURE_REAL,
    DRAGONFLY, FALSE, DL_BETTER_LOWER, AT (class_load_max[DL_LINK_BLACK]), .by_share = TRUE },
  { "max_load_blue", N_ ("Largest load of a blue link"), N_ ("packets"), DL_MEASURE_REAL, DRAGONFLY,
    FALSE, DL_BETTER_LOWER, AT (class_load_max[DL_LINK_BLUE]), .by_share = TRUE },
};

const DlMeasure *
dl_measure_table (guint *n)
{
  *n = G_N_ELEMENTS (table);
  return table;
}

gboolean
dl_measure_is_for (const DlMeasure *measure, DlKind kind)
{
  return (measure->kinds & 1u << kind) != 0;
}

const DlMeasure **
dl_measures (DlKind kind, guint *n)
{
  const DlMeasure **measures = g_new (const DlMeasure *, G_N_ELEMENTS (table));

  *n = 0;
  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    if (dl_measure_is_for (&table[i], kind))
      measures[(*n)++] = &table[i];
  return measures;
}

const DlMeasure *
dl_measure_find (const char *id)
{
  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    if (strcmp (table[i].id, id) == 0)
      return &table[i];
  return NULL;
}

gboolean
dl_measure_is_bound (const DlMeasure *measure, DlKind kind, const DlDragonflyMode *mode)
{
  return measure->by_share && kind == DL_KIND_DRAGONFLY && mode != NULL
         && dl_dragonfly_mode_mixes (mode);
}

const char *
dl_measure_bound_note (void)
{
  return _ (
      "§ A bound: the value at the best single share of non-minimal packets for all pairs, not "
      "at the share that the adaptive mode takes. Simulate to see that.");
}

double
dl_measure_get (const DlMeasure *measure, const DlSweepResult *result)
{
  const gconstpointer at = G_STRUCT_MEMBER_P (result, measure->offset);

  if (!dl_measure_is_for (measure, result->kind) || (measure->simulated && result->cycles == 0))
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
  if (measure->unit == NULL)
    return NULL;
  if (strcmp (measure->unit, LOAD_UNIT) == 0 && dl_scenario_kind (scenario) == DL_KIND_DRAGONFLY
      && dl_dragonfly_options (scenario)->spec.shape == DL_DRAGONFLY_ARIES)
    return _ ("of 10 GB/s of payload a node");
  return _ (measure->unit);
}

/* @digits behind the point. */
static char *
format_fixed (double value, int digits, gboolean plain)
{
  char format[8], buffer[G_ASCII_DTOSTR_BUF_SIZE + 330];

  if (!plain)
    return g_strdup_printf ("%'.*f", digits, value);
  g_snprintf (format, sizeof format, "%%.%df", digits);
  return g_strdup (g_ascii_formatd (buffer, sizeof buffer, format, value));
}

/* To four figures, and whole above a thousand: more is noise, fewer hides a difference. */
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
      return g_strdup_printf (_ ("%s %%"), number);
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

#include "dl-palette.h"

#include "dl-families.h"

#include <glib/gi18n-lib.h>

#include <math.h>
#include <string.h>

#define RGB(hex)                                                                                   \
  {                                                                                                \
    ((hex) >> 16 & 255) / 255.0, ((hex) >> 8 & 255) / 255.0, ((hex) &255) / 255.0                  \
  }

/* VC0 is blue and VC1 orange, as at the ends of the signed scale. The series are chosen for the
 * largest distance between any two of them under protanopia, deuteranopia and in gray. */
static const DlTheme light = {
  .background = RGB (0xffffff),
  .foreground = RGB (0x2a2a2e),
  .muted = RGB (0x66646b),
  .grid = RGB (0xd6d5d9),
  .accent = RGB (0x1c71d8),
  .broken = RGB (0xc01c28),
  .path = RGB (0xa3138f),
  .idle = { RGB (0xdcdbde), RGB (0xaeadb3) },
  .absent = RGB (0xf3f3f5),
  .node = RGB (0x8f8e96),
  .vc = { RGB (0x12549e), RGB (0xd08022) },
  .series = { RGB (0x1b549b), RGB (0xce811e), RGB (0x12867c), RGB (0x5a0633) },
  .classes = { RGB (0x1f8a3b), RGB (0x2a2a2e), RGB (0x1c71d8) },
  .over = RGB (0x1ea7f5),
};

static const DlTheme dark = {
  .background = RGB (0x1e1e1e),
  .foreground = RGB (0xf2f1f0),
  .muted = RGB (0xa8a6a3),
  .grid = RGB (0x4a4a4c),
  .accent = RGB (0x78aeed),
  .broken = RGB (0xff7b63),
  .path = RGB (0xffee3b),
  .idle = { RGB (0x4a4a4d), RGB (0x77777c) },
  .absent = RGB (0x282829),
  .node = RGB (0x85858b),
  .vc = { RGB (0x4081d2), RGB (0xf8ba6b) },
  .series = { RGB (0x5c95ea), RGB (0xeca851), RGB (0x99f7da), RGB (0xb93780) },
  .classes = { RGB (0x62d062), RGB (0xf2f1f0), RGB (0x78aeed) },
  .over = RGB (0x48c4ff),
  .is_dark = TRUE,
};

static const DlTheme paper = {
  .background = RGB (0xffffff),
  .foreground = RGB (0x141414),
  .muted = RGB (0x505052),
  .grid = RGB (0xcacaca),
  .accent = RGB (0x1a5fb4),
  .broken = RGB (0xb3101e),
  .path = RGB (0x8f117a),
  .idle = { RGB (0xdcdcdc), RGB (0xacacac) },
  .absent = RGB (0xf3f3f3),
  .node = RGB (0x8a8a8a),
  .vc = { RGB (0x12549e), RGB (0xd08022) },
  .series = { RGB (0x1b549b), RGB (0xce811e), RGB (0x12867c), RGB (0x5a0633) },
  .classes = { RGB (0x14702c), RGB (0x141414), RGB (0x1a5fb4) },
  .over = RGB (0x1ea7f5),
  .is_paper = TRUE,
};

const DlTheme *
dl_theme_light (void)
{
  return &light;
}

const DlTheme *
dl_theme_dark (void)
{
  return &dark;
}

const DlTheme *
dl_theme_paper (void)
{
  return &paper;
}

void
dl_color_set (cairo_t *cr, const DlColor *color)
{
  cairo_set_source_rgb (cr, color->r, color->g, color->b);
}

void
dl_color_set_alpha (cairo_t *cr, const DlColor *color, double alpha)
{
  cairo_set_source_rgba (cr, color->r, color->g, color->b, alpha);
}

static const DlMetricInfo metrics[DL_N_ALL_METRICS] = {
  [DL_METRIC_BALANCE] = { "balance", N_ ("VC balance"), "|VC0 − VC1| / (VC0 + VC1)" },
  [DL_METRIC_SIGNED] = { "signed", N_ ("Signed VC balance"), "(VC0 − VC1) / (VC0 + VC1)" },
  [DL_METRIC_LOAD] = { "load", N_ ("Channel load"), N_ ("VC0 + VC1, in packets"), N_ ("packets") },
  [DL_METRIC_CRITICAL] = { "critical", N_ ("Critical cables"), N_ ("if the cable breaks") },
  [DL_METRIC_SIM_LOAD]
  = { "sim-load", N_ ("Simulated load"), N_ ("flits/cycle"), N_ ("flits/cycle") },
  [DL_METRIC_SIM_STALLS]
  = { "sim-stalls", N_ ("Simulated stalls"), N_ ("stalled cycles/packet"), N_ ("cycles/packet") },
  [DL_METRIC_SIM_OCCUPANCY]
  = { "sim-occupancy", N_ ("Simulated buffer occupancy"), N_ ("share of the downstream buffers") },
  [DL_METRIC_MEASURED]
  = { "measured", N_ ("Measured packets"), N_ ("share of the busiest link’s") },
  [DL_METRIC_USE] = { "use", N_ ("Link utilization"), N_ ("utilization") },
  [DL_METRIC_VC_SHARE]
  = { "vc-share", N_ ("Share of one VC"), N_ ("largest of the VCs / all of them") },
  [DL_METRIC_MEASURED_FLITS]
  = { "measured-flits", N_ ("Measured flits"), N_ ("share of the busiest link’s") },
  [DL_METRIC_MEASURED_STALLS]
  = { "measured-stalls", N_ ("Measured stalls"), N_ ("share of the most stalled link’s") },
};

gboolean
dl_metric_is_simulated (DlMetric metric)
{
  return metric >= DL_METRIC_SIM_LOAD && metric <= DL_METRIC_SIM_OCCUPANCY;
}

gboolean
dl_metric_is_measured (DlMetric metric)
{
  return metric == DL_METRIC_MEASURED || metric == DL_METRIC_MEASURED_FLITS
         || metric == DL_METRIC_MEASURED_STALLS;
}

const DlMetricInfo *
dl_metric_info (DlMetric metric)
{
  g_assert (metric < DL_N_ALL_METRICS);
  return &metrics[metric];
}

const char *
dl_metric_id (DlMetric metric)
{
  return dl_metric_info (metric)->id;
}

const char *
dl_metric_title (DlMetric metric)
{
  return _ (dl_metric_info (metric)->title);
}

const char *
dl_metric_formula (DlMetric metric)
{
  return _ (dl_metric_info (metric)->formula);
}

guint
dl_family_metrics (const DlFamily *family, DlMetric metrics_of_family[DL_N_ALL_METRICS])
{
  const DlFeature *shown;
  guint n = 0;

  for (; (shown = dl_family_feature (family, DL_FEATURE_METRIC, n)) != NULL; n++)
    for (guint i = 0; i < DL_N_ALL_METRICS; i++)
      if (strcmp (metrics[i].id, shown->id) == 0)
        metrics_of_family[n] = i;
  return n;
}

gboolean
dl_family_metric_find (const DlFamily *family, const char *id, DlMetric *metric)
{
  DlMetric all[DL_N_ALL_METRICS];
  const guint n = dl_family_metrics (family, all);

  for (guint i = 0; i < n; i++)
    if (strcmp (metrics[all[i]].id, id) == 0)
      {
        *metric = all[i];
        return TRUE;
      }
  return FALSE;
}

const char *
dl_family_metric_formula (const DlFamily *family, DlMetric metric)
{
  const char *own
      = family->metric_formula != NULL ? family->metric_formula (dl_metric_id (metric)) : NULL;

  return own != NULL ? _ (own) : dl_metric_formula (metric);
}

static void
critical_values (const DlNetwork *network, const DlCritical *critical, float *values)
{
  const gboolean fits
      = critical != NULL && critical->family->same_places (critical->net.shape, network);

  if (fits)
    dl_critical_values (critical, values);
  for (guint link = 0; link < network->n_links; link++)
    if (!fits || network->link_state[link] != DL_LINK_UP)
      values[link] = NAN;
}

/* Of working links, as shares of the largest that any link has, working or not. */
static void
counted_values (const DlNetwork *network, const DlCounters *counters, const gint32 *region,
                float *values)
{
  const gboolean fits = counters != NULL && counters->kind == &dl_counters_kind_torus
                        && memcmp (dl_torus_counters (counters)->radix, network->torus.radix,
                                   sizeof dl_torus_counters (counters)->radix)
                               == 0;
  g_autofree guint64 *packets = g_new0 (guint64, MAX (1, network->n_links));
  g_autofree guint8 *covered = g_new0 (guint8, MAX (1, network->n_links));
  guint64 most = 0;

  if (fits)
    dl_counters_torus_packets (counters, region, packets, covered);
  for (guint link = 0; link < network->n_links; link++)
    most = MAX (most, packets[link]);
  for (guint link = 0; link < network->n_links; link++)
    values[link] = network->link_state[link] != DL_LINK_UP || !fits ? NAN
                   : !covered[link]                                 ? DL_VALUE_UNKNOWN
                   : packets[link] > 0 ? (float) ((double) packets[link] / most)
                                       : NAN;
}

/* Those of working links that carried anything. */
static void
measured_values (DlMetric metric, const DlNetwork *network, const DlLinkUse *measured,
                 float *values)
{
  const gboolean fits = measured != NULL && measured->n_links == network->n_links;
  const float *from = !fits                            ? NULL
                      : metric == DL_METRIC_SIM_LOAD   ? measured->load
                      : metric == DL_METRIC_SIM_STALLS ? measured->stalls
                                                       : measured->occupancy;

  for (guint link = 0; link < network->n_links; link++)
    values[link] = fits && network->link_state[link] == DL_LINK_UP && measured->load[link] > 0
                       ? from[link]
                       : NAN;
}

static void
load_values (DlMetric metric, const DlAnalysis *analysis, float *values)
{
  for (guint link = 0; link < analysis->network->n_links; link++)
    {
      const double p0 = analysis->vc_load[2 * link], p1 = analysis->vc_load[2 * link + 1];

      if (analysis->network->link_state[link] != DL_LINK_UP || p0 + p1 <= 0)
        values[link] = NAN;
      else if (metric == DL_METRIC_LOAD)
        values[link] = p0 + p1;
      else
        {
          const double balance = (p0 - p1) / (p0 + p1);
          values[link] = metric == DL_METRIC_SIGNED ? balance : fabs (balance);
        }
    }
}

void
dl_metric_values (DlMetric metric, const DlMetricInput *input, float *values)
{
  const DlNetwork *network = input->analysis->network;

  if (metric == DL_METRIC_CRITICAL)
    critical_values (network, input->critical, values);
  else if (dl_metric_is_simulated (metric))
    measured_values (metric, network, input->measured, values);
  else if (metric == DL_METRIC_MEASURED)
    counted_values (network, input->counters, input->region, values);
  else
    load_values (metric, input->analysis, values);
}

double
dl_metric_max (DlMetric metric, const DlMetricInput *input)
{
  double max = 0;

  if (metric == DL_METRIC_LOAD)
    return dl_analysis_max_channel_load (input->analysis);
  if (metric != DL_METRIC_SIM_STALLS || input->measured == NULL)
    return 0;
  for (guint link = 0; link < input->measured->n_links; link++)
    if (input->measured->stalls[link] > max)
      max = input->measured->stalls[link];
  return max;
}

/* Colors: contrast, eyes of several kinds, the scales and their legend; text. */
#include "dl-contrast.h"
#include "dl-families.h"
#include "dl-palette.h"
#include "dl-text.h"
#include "metric-fixture.h"

#include <math.h>
#include <string.h>

/* Seeing -------------------------------------------------------------------------------------- */

typedef struct
{
  double r, g, b;
} Linear;

static double
linear (double srgb)
{
  return srgb <= 0.04045 ? srgb / 12.92 : pow ((srgb + 0.055) / 1.055, 2.4);
}

static Linear
linear_of (DlColor color)
{
  return (Linear) { linear (color.r), linear (color.g), linear (color.b) };
}

static DlColor
color_of (guint32 rgb)
{
  return (DlColor) { (rgb >> 16 & 255) / 255.0, (rgb >> 8 & 255) / 255.0, (rgb & 255) / 255.0 };
}

static double
luminance (Linear c)
{
  return 0.2126 * c.r + 0.7152 * c.g + 0.0722 * c.b;
}

/* WCAG 2.1 */
static double
contrast (DlColor a, DlColor b)
{
  const double la = luminance (linear_of (a)), lb = luminance (linear_of (b));

  return (MAX (la, lb) + 0.05) / (MIN (la, lb) + 0.05);
}

typedef enum
{
  EYE_NORMAL,
  EYE_PROTANOPIA,
  EYE_DEUTERANOPIA,
  EYE_GREY, /* a printer's */
  N_EYES
} Eye;

/* Machado, Oliveira, Fernandes 2009, severity 1. */
static Linear
seen (Linear c, Eye eye)
{
  static const double machado[2][9] = {
    { .152286, 1.052583, -.204868, .114503, .786281, .099216, -.003882, -.048116, 1.051998 },
    { .367322, .860646, -.227968, .280085, .672501, .047413, -.011820, .042940, .968881 },
  };
  const double y = luminance (c);

  if (eye == EYE_NORMAL)
    return c;
  if (eye == EYE_GREY)
    return (Linear) { y, y, y };
  const double *m = machado[eye - EYE_PROTANOPIA];
  return (Linear) { CLAMP (m[0] * c.r + m[1] * c.g + m[2] * c.b, 0, 1),
                    CLAMP (m[3] * c.r + m[4] * c.g + m[5] * c.b, 0, 1),
                    CLAMP (m[6] * c.r + m[7] * c.g + m[8] * c.b, 0, 1) };
}

typedef struct
{
  double lightness, a, b;
} OkLab;

static OkLab
oklab (DlColor color, Eye eye)
{
  const Linear c = seen (linear_of (color), eye);
  const double l = cbrt (.4122214708 * c.r + .5363325363 * c.g + .0514459929 * c.b);
  const double m = cbrt (.2119034982 * c.r + .6806995451 * c.g + .1073969566 * c.b);
  const double s = cbrt (.0883024619 * c.r + .2817188376 * c.g + .6299787005 * c.b);

  return (OkLab) { .2104542553 * l + .7936177850 * m - .0040720468 * s,
                   1.9779984951 * l - 2.4285922050 * m + .4505937099 * s,
                   .0259040371 * l + .7827717662 * m - .8086757660 * s };
}

static double
distance (DlColor a, DlColor b, Eye eye)
{
  const OkLab p = oklab (a, eye), q = oklab (b, eye);

  return sqrt (pow (p.lightness - q.lightness, 2) + pow (p.a - q.a, 2) + pow (p.b - q.b, 2));
}

/* A just noticeable difference is about 0.02. */
static void
assert_apart (DlColor a, DlColor b, double colored, double grey)
{
  for (guint eye = 0; eye < N_EYES; eye++)
    g_assert_cmpfloat (distance (a, b, eye), >=, eye == EYE_GREY ? grey : colored);
}

/* Themes -------------------------------------------------------------------------------------- */

static const DlTheme *
theme_at (guint i)
{
  return i == 0 ? dl_theme_light () : i == 1 ? dl_theme_dark () : dl_theme_paper ();
}

static void
test_contrast (void)
{
  for (guint i = 0; i < 3; i++)
    {
      const DlTheme *theme = theme_at (i);

      g_assert_cmpfloat (contrast (theme->foreground, theme->background), >=, 7);
      g_assert_cmpfloat (contrast (theme->muted, theme->background), >=, 4.5);
      /* Graphics (WCAG 1.4.11); the dateline's number is text. */
      g_assert_cmpfloat (contrast (theme->accent, theme->background), >=, 4.5);
      g_assert_cmpfloat (contrast (theme->broken, theme->background), >=, 4.5);
      g_assert_cmpfloat (contrast (theme->node, theme->background), >=, 3);
      /* Names of nodes stand in their bodies. */
      g_assert_cmpfloat (contrast (theme->foreground, theme->absent), >=, 7);
      for (guint vc = 0; vc < 2; vc++)
        g_assert_cmpfloat (contrast (theme->vc[vc], theme->background), >=, 3);
      for (guint s = 0; s < 4; s++)
        g_assert_cmpfloat (contrast (theme->series[s], theme->background), >=, 3);
      for (guint c = 0; c < G_N_ELEMENTS (theme->classes); c++)
        g_assert_cmpfloat (contrast (theme->classes[c], theme->background), >=, 3);
    }
  g_assert_cmpfloat (contrast (dl_theme_paper ()->background, color_of (0xffffff)), ==, 1);
}

static void
test_theme_apart (void)
{
  for (guint i = 0; i < 3; i++)
    {
      const DlTheme *theme = theme_at (i);

      assert_apart (theme->vc[0], theme->vc[1], 0.25, 0.2);
      assert_apart (theme->idle[0], theme->idle[1], 0.1, 0.1);
      for (guint a = 0; a < 4; a++)
        for (guint b = 0; b < a; b++)
          assert_apart (theme->series[a], theme->series[b], 0.12, 0.08);
    }
}

/* Scales -------------------------------------------------------------------------------------- */

static DlColor
color_at (const DlScale *scale, double value)
{
  return color_of (dl_scale_rgb (scale, value));
}

static void
test_cividis (void)
{
  /* Colors of the table published with Nuñez et al. 2018. */
  static const struct
  {
    guint step;
    guint32 rgb;
  } published[] = {
    { 0, 0x00224e },   { 10, 0x002a5f },  { 50, 0x34456c },  { 100, 0x656870 }, { 125, 0x7a7a78 },
    { 155, 0x969077 }, { 175, 0xaaa073 }, { 200, 0xc4b468 }, { 240, 0xf0d846 }, { 255, 0xfee838 },
  };

  /* From its yellow to its blue; on dark, where heavy is light, in these hues alone. */
  for (guint theme = 0; theme < 3; theme++)
    {
      DlScale scale;

      dl_scale_init (&scale, torus_metric ("balance"), 17, theme_at (theme));
      g_assert_cmpfloat (scale.min, ==, 0);
      g_assert_cmpfloat (scale.max, ==, 1);
      g_assert_cmpfloat (oklab (color_at (&scale, 0.05), EYE_NORMAL).b, >, 0.05);
      g_assert_cmpfloat (oklab (color_at (&scale, 0.95), EYE_NORMAL).b, <, -0.05);
      for (guint i = 0; i < G_N_ELEMENTS (published) && !theme_at (theme)->is_dark; i++)
        for (guint shift = 0; shift < 24; shift += 8)
          {
            const guint step = DL_SCALE_STEPS - 1 - published[i].step;

            g_assert_cmpint (ABS ((gint) (scale.rgb[step] >> shift & 255)
                                  - (gint) (published[i].rgb >> shift & 255)),
                             <=, 1);
          }
    }
}

/* Lightness tells the order even in gray, in even steps. */
static void
test_monotonous (void)
{
  const DlMetric *metrics[]
      = { torus_metric ("balance"), torus_metric ("load"), dragonfly_metric ("use") };

  for (guint i = 0; i < 3 * G_N_ELEMENTS (metrics); i++)
    {
      const DlTheme *theme = theme_at (i % 3);
      DlScale scale;

      dl_scale_init (&scale, metrics[i / 3], 1, theme);
      for (guint step = 8; step < DL_SCALE_STEPS; step += 8)
        for (guint eye = 0; eye < N_EYES; eye++)
          {
            const double rise = (theme->is_dark ? 1 : -1)
                                * (oklab (color_of (scale.rgb[step]), eye).lightness
                                   - oklab (color_of (scale.rgb[step - 8]), eye).lightness);
            g_assert_cmpfloat (rise, >, 0.005);
            g_assert_cmpfloat (rise, <, 0.05);
          }
    }
}

static void
check_signed (const DlTheme *theme)
{
  DlScale scale;

  dl_scale_init (&scale, torus_metric ("signed"), 0, theme);
  g_assert_cmpfloat (scale.min, ==, -1);
  g_assert_cmpfloat (scale.max, ==, 1);
  /* Neutral in the middle, which is nearest to the background, and as light on both sides. */
  const OkLab middle = oklab (color_at (&scale, 0), EYE_NORMAL);
  g_assert_cmpfloat (hypot (middle.a, middle.b), <, 0.01);
  for (double v = 0.1; v <= 1; v += 0.1)
    for (guint eye = 0; eye <= EYE_DEUTERANOPIA; eye++)
      {
        const OkLab minus = oklab (color_at (&scale, -v), eye),
                    plus = oklab (color_at (&scale, v), eye);
        g_assert_cmpfloat (fabs (minus.lightness - plus.lightness), <, 0.08);
        g_assert_cmpfloat (minus.b, >, 0);
        g_assert_cmpfloat (plus.b, <, 0);
      }
  /* The ends are the hues of the channels, and all of it is seen on the background. */
  g_assert_cmpfloat (oklab (theme->vc[0], EYE_NORMAL).b, <, -0.05);
  g_assert_cmpfloat (oklab (theme->vc[1], EYE_NORMAL).b, >, 0.05);
  for (double v = -1; v <= 1; v += 0.25)
    g_assert_cmpfloat (distance (color_at (&scale, v), theme->background, EYE_GREY), >, 0.05);
}

static void
test_signed (void)
{
  for (guint i = 0; i < 3; i++)
    check_signed (theme_at (i));
}

/* A - B: symmetric around a neutral middle, its sides told apart by every eye that sees colors,
 * and not taken for those of the virtual channels. */
static void
check_difference (const DlTheme *theme)
{
  DlScale scale, channels;

  dl_scale_init_difference (&scale, torus_metric ("load"), 170, theme);
  dl_scale_init (&channels, torus_metric ("signed"), 0, theme);
  g_assert_cmpfloat (scale.max, ==, 200);
  g_assert_cmpfloat (scale.min, ==, -200);
  const OkLab middle = oklab (color_at (&scale, 0), EYE_NORMAL);
  g_assert_cmpfloat (hypot (middle.a, middle.b), <, 0.01);
  for (double v = 20; v <= 200; v += 20)
    for (guint eye = 0; eye < N_EYES; eye++)
      {
        const OkLab minus = oklab (color_at (&scale, -v), eye),
                    plus = oklab (color_at (&scale, v), eye);
        const OkLab before = oklab (color_at (&scale, v - 20), eye);

        g_assert_cmpfloat (fabs (minus.lightness - plus.lightness), <, 0.08);
        g_assert_cmpfloat ((theme->is_dark ? -1 : 1) * (before.lightness - plus.lightness), >, 0);
        if (eye != EYE_GREY && v >= 60)
          g_assert_cmpfloat (distance (color_at (&scale, -v), color_at (&scale, v), eye), >, 0.1);
        if (eye != EYE_GREY)
          {
            g_assert_cmpfloat (minus.b, >, 0);
            g_assert_cmpfloat (plus.b, <, 0);
          }
      }
  for (double v = -200; v <= 200; v += 50)
    g_assert_cmpfloat (distance (color_at (&scale, v), theme->background, EYE_GREY), >, 0.05);
  for (gint side = -1; side <= 1; side += 2)
    for (gint other = -1; other <= 1; other += 2)
      g_assert_cmpfloat (
          distance (color_at (&scale, 200 * side), color_at (&channels, other), EYE_NORMAL), >,
          0.1);
  dl_scale_init_difference (&scale, torus_metric ("load"), 0, theme);
  g_assert_cmpfloat (scale.max, ==, 1);
}

static void
test_difference (void)
{
  for (guint i = 0; i < 3; i++)
    check_difference (theme_at (i));
}

/* The fifth of the scale that a step belongs to. */
static guint
kind_of (guint step)
{
  return step * DL_N_CRITICAL / DL_SCALE_STEPS;
}

/* Each kind heavier than the one before, with a step between them that every eye sees; severities
 * of a kind never get the color of another. */
static void
check_critical (const DlTheme *theme)
{
  DlScale scale;

  dl_scale_init (&scale, torus_metric ("critical"), 0, theme);
  for (guint step = 1; step < DL_SCALE_STEPS; step++)
    for (guint eye = 0; eye < N_EYES; eye++)
      {
        const double fall = (theme->is_dark ? -1 : 1)
                            * (oklab (color_of (scale.rgb[step - 1]), eye).lightness
                               - oklab (color_of (scale.rgb[step]), eye).lightness);
        if (kind_of (step) != kind_of (step - 1))
          g_assert_cmpfloat (fall, >, 0.04);
        else
          g_assert_cmpfloat (fall, >=, -0.005);
      }
  for (guint kind = 0; kind < DL_N_CRITICAL; kind++)
    for (guint share = 1; share <= 1000; share++)
      {
        const double severity = (kind + 0.01 + 0.98 * share / 1000) / DL_N_CRITICAL;
        const guint step = severity * (DL_SCALE_STEPS - 1) + 0.5;

        g_assert_cmphex (dl_scale_rgb (&scale, severity), ==, scale.rgb[step]);
        g_assert_cmpuint (kind_of (step), ==, kind);
      }
  for (double v = 0.1; v < 1; v += 0.2)
    g_assert_cmpfloat (distance (color_at (&scale, v), theme->background, EYE_GREY), >, 0.04);
}

static void
test_critical (void)
{
  for (guint i = 0; i < 3; i++)
    check_critical (theme_at (i));
}

/* Links that are offered more than they carry are told from full ones by every eye. */
static void
test_overload (void)
{
  for (guint i = 0; i < 3; i++)
    {
      DlScale scale;

      dl_scale_init (&scale, dragonfly_metric ("use"), 10.67, theme_at (i));
      g_assert_cmpfloat (scale.max, ==, 1);
      g_assert_cmpfloat (scale.over_max, ==, 12);
      g_assert_true (scale.marks & DL_MARK_OVER);
      dl_scale_init (&scale, dragonfly_metric ("use"), 1, theme_at (i));
      g_assert_false (scale.marks & DL_MARK_OVER); /* the legend has what there is */
      dl_scale_init (&scale, dragonfly_metric ("use"), 10.67, theme_at (i));
      g_assert_cmphex (dl_scale_rgb (&scale, 1), ==, scale.rgb[DL_SCALE_STEPS - 1]);
      g_assert_cmphex (dl_scale_rgb (&scale, 1.01), ==, scale.over_rgb[0]);
      g_assert_cmphex (dl_scale_rgb (&scale, 12), ==, scale.over_rgb[DL_OVER_STEPS - 1]);
      g_assert_cmphex (dl_scale_rgb (&scale, 1000), ==, scale.over_rgb[DL_OVER_STEPS - 1]);
      for (guint step = 0; step < DL_OVER_STEPS; step++)
        {
          const DlColor over = color_of (scale.over_rgb[step]);

          for (guint eye = 0; eye < N_EYES; eye++)
            for (double v = 0; v <= 1 && eye != EYE_GREY; v += 0.05)
              g_assert_cmpfloat (distance (color_at (&scale, v), over, eye), >, 0.06);
          g_assert_cmpfloat (distance (over, theme_at (i)->background, EYE_GREY), >, 0.1);
        }
      /* Ten times is seen to be more than one and a half, by every eye, and is further from the
       * background. */
      for (guint eye = 0; eye < N_EYES; eye++)
        g_assert_cmpfloat (distance (color_at (&scale, 1.41), color_at (&scale, 10.67), eye), >,
                           0.15);
      g_assert_cmpfloat (distance (color_at (&scale, 10.67), theme_at (i)->background, EYE_GREY), >,
                         distance (color_at (&scale, 1.41), theme_at (i)->background, EYE_GREY));
    }
}

/* Numbered steps of the legend can be told apart. */
static void
test_steps_apart (void)
{
  for (guint i = 0; dl_family_metric (&dl_family_torus, i) != NULL; i++)
    {
      const DlMetric *metric = dl_family_metric (&dl_family_torus, i);
      DlScale scale;
      dl_scale_init (&scale, metric, 1, dl_theme_light ());
      for (guint tick = 0; tick < 4; tick++)
        {
          const double width = (scale.max - scale.min) / 4;
          assert_apart (color_at (&scale, scale.min + tick * width),
                        color_at (&scale, scale.min + (tick + 1) * width), 0.1,
                        metric == torus_metric ("signed") ? 0 : 0.1);
        }
      for (guint step = 1; step < DL_SCALE_STEPS; step++)
        if (metric != torus_metric ("critical") || kind_of (step) == kind_of (step - 1))
          g_assert_cmpfloat (
              distance (color_of (scale.rgb[step]), color_of (scale.rgb[step - 1]), EYE_NORMAL), <,
              0.02);
    }
}

/* Load is never taken for balance: where one is bluish the other is yellowish, for all eyes. */
static void
test_scales_differ (void)
{
  DlScale balance, load;

  dl_scale_init (&balance, torus_metric ("balance"), 0, dl_theme_dark ());
  dl_scale_init (&load, torus_metric ("load"), 1, dl_theme_dark ());
  for (guint eye = 0; eye <= EYE_DEUTERANOPIA; eye++)
    {
      g_assert_cmpfloat (oklab (color_at (&balance, 0.05), eye).b, >, 0.04);
      g_assert_cmpfloat (oklab (color_at (&load, 0.05), eye).b, <, 0);
      g_assert_cmpfloat (oklab (color_at (&balance, 0.95), eye).b, <, -0.03);
      g_assert_cmpfloat (oklab (color_at (&load, 0.95), eye).b, >, 0);
    }
  for (double v = 0; v <= 1; v += 0.05)
    g_assert_cmpfloat (distance (color_at (&balance, v), color_at (&load, v), EYE_NORMAL), >, 0.07);
}

static void
test_range (void)
{
  DlScale scale;

  dl_scale_init (&scale, torus_metric ("load"), 200, dl_theme_light ());
  g_assert_cmpfloat (scale.max, ==, 200);
  g_assert_cmphex (dl_scale_rgb (&scale, 0), ==, scale.rgb[0]);
  g_assert_cmphex (dl_scale_rgb (&scale, 200), ==, scale.rgb[255]);
  g_assert_cmphex (dl_scale_rgb (&scale, 100), ==, scale.rgb[128]);
  g_assert_cmphex (dl_scale_rgb (&scale, -1e300), ==, scale.rgb[0]);
  g_assert_cmphex (dl_scale_rgb (&scale, 1e300), ==, scale.rgb[255]);
  g_assert_cmphex (dl_scale_rgb (&scale, NAN), ==, scale.rgb[0]);
  dl_scale_init (&scale, torus_metric ("load"), 0, dl_theme_light ());
  g_assert_cmpfloat (scale.max, ==, 1);
  dl_scale_init (&scale, torus_metric ("load"), NAN, dl_theme_light ());
  g_assert_cmpfloat (scale.max, ==, 1);
}

static void
test_nice_max (void)
{
  static const double cases[][2] = {
    { 0, 1 },       { -3, 1 },      { 1, 1 },       { 4752, 5000 },   { 5000, 5000 },
    { 5001, 6000 }, { 0.13, 0.15 }, { 99.5, 100 },  { 8.1, 10 },      { 1e-9, 1e-9 },
    { 2880, 3000 }, { 1.01, 1.2 },  { 1e15, 1e15 }, { 2.4e7, 2.5e7 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    g_assert_cmpfloat_with_epsilon (dl_scale_nice_max (cases[i][0]), cases[i][1],
                                    cases[i][1] * 1e-9);
  g_assert_cmpfloat (dl_scale_nice_max (NAN), ==, 1);
  g_assert_cmpfloat (dl_scale_nice_max (INFINITY), ==, 1);
}

enum
{
  BALANCE,
  SIGNED,
  LOAD,
  CRITICAL,
  SIM_LOAD,
  SIM_STALLS,
  SIM_OCCUPANCY,
  MEASURED,
  N_METRICS
};

static const char *const metrics_of_tori[N_METRICS]
    = { "balance",  "signed",     "load",          "critical",
        "sim-load", "sim-stalls", "sim-occupancy", "measured" };

static void
test_metrics (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (metrics_of_tori); i++)
    {
      const DlMetric *metric = dl_family_metric (&dl_family_torus, i);

      g_assert_cmpstr (metric->id, ==, metrics_of_tori[i]);
      g_assert_true (dl_family_metric_find (&dl_family_torus, metric->id) == metric);
      g_assert_cmpuint (strlen (dl_metric_title (metric)), >, 0);
      g_assert_cmpuint (strlen (dl_metric_formula (metric)), >, 0);
    }
  g_assert_null (dl_family_metric (&dl_family_torus, G_N_ELEMENTS (metrics_of_tori)));
  g_assert_null (dl_family_metric_find (&dl_family_torus, "colour"));
}

/* An 8-node ring with a broken cable and one sender. */
static void
test_metric_values (void)
{
  g_autoptr (GError) error = NULL;
  const DlTorusLinkAt cable = { { { 5, 0, 0 } }, DL_TORUS_PORT_X_PLUS };
  float values[N_METRICS][48], load[48], stalls[48], occupancy[48];
  DlTorusSpec spec;

  dl_torus_spec_init (&spec);
  spec.radix[DL_Y] = spec.radix[DL_Z] = 1;
  g_array_append_val (spec.broken_cables, cable);
  g_autoptr (DlTorusNetwork) network = dl_torus_network_new (&spec, &error);
  g_assert_no_error (error);
  const DlTorusRouting routing = {
    .engine = dl_torus_engine_find ("xt"),
    .vc_policy = dl_vc_policy_find ("output-crossing"),
    .dateline = { 7, DL_NO_DATELINE, DL_NO_DATELINE },
  };
  g_autoptr (DlTorusRoutes) routes = dl_torus_routes_new (network, &routing);
  const DlTorusTraffic traffic = { dl_pattern_find ("all-to-one"), 2, 0 };
  g_autoptr (DlDemand) demand = dl_torus_demand_new (network, &traffic);
  g_autoptr (DlTorusAnalysis) analysis = dl_torus_analysis_new (routes, demand, NULL);

  /* Something was measured of each link, but of one nothing. */
  for (guint link = 0; link < 48; link++)
    {
      load[link] = link == 6 ? 0 : 0.01f * (link + 1);
      stalls[link] = link == 6 ? NAN : link;
      occupancy[link] = 1 - 0.01f * link;
    }
  const DlLinkUse measured = { 48, load, stalls, occupancy };
  DlMetricInput input = dl_metric_input (&dl_family_torus, analysis);

  input.simulated = &measured;
  g_assert_cmpuint (network->n_links, ==, 48);
  for (guint i = 0; i < N_METRICS; i++)
    dl_metric_values (dl_family_metric (&dl_family_torus, i), &input, values[i]);
  guint idle = 0, busy = 0;
  for (guint link = 0; link < network->n_links; link++)
    {
      const double p0 = analysis->vc_load[2 * link], p1 = analysis->vc_load[2 * link + 1];
      const gboolean works = network->link_state[link] == DL_LINK_UP;

      if (!works || p0 + p1 == 0)
        {
          idle += works;
          for (guint metric = 0; metric < N_METRICS; metric++)
            if (metric < SIM_LOAD || metric > SIM_OCCUPANCY || !works || link == 6)
              g_assert_true (isnan (values[metric][link]));
          continue;
        }
      busy++;
      g_assert_true (isnan (values[CRITICAL][link])); /* nobody has looked */
      if (link != 6)
        {
          g_assert_cmpfloat (values[SIM_LOAD][link], ==, load[link]);
          g_assert_cmpfloat (values[SIM_STALLS][link], ==, stalls[link]);
          g_assert_cmpfloat (values[SIM_OCCUPANCY][link], ==, occupancy[link]);
        }
      g_assert_cmpfloat (values[LOAD][link], ==, (float) (p0 + p1));
      g_assert_cmpfloat (values[SIGNED][link], ==, (float) ((p0 - p1) / (p0 + p1)));
      g_assert_cmpfloat (values[BALANCE][link], ==,
                         (float) dl_torus_analysis_link_balance (analysis, link));
    }
  g_assert_cmpuint (idle, >, 0);
  g_assert_cmpuint (busy, >, 0);
  g_assert_cmpfloat (dl_metric_max (torus_metric ("sim-stalls"), &input), ==, 47);
  g_assert_cmpfloat (dl_metric_max (torus_metric ("sim-load"), &input), ==, 0);
  g_assert_cmpfloat (dl_metric_max (torus_metric ("load"), &input), ==,
                     dl_torus_analysis_max_channel_load (analysis));
  dl_torus_spec_clear (&spec);
}

/* Drawing ------------------------------------------------------------------------------------- */

/* Nothing is drawn outside of the legend's rectangle. */
static void
test_legend (void)
{
  static const double widths[] = { 330, 400, 640, 1200 };

  for (guint metric = 0; metric < N_METRICS; metric++)
    for (guint i = 0; i < G_N_ELEMENTS (widths); i++)
      {
        cairo_surface_t *surface = cairo_recording_surface_create (CAIRO_CONTENT_COLOR_ALPHA, NULL);
        cairo_t *cr = cairo_create (surface);
        DlScale scale;
        double x, y, width, height;

        dl_scale_init (&scale, dl_family_metric (&dl_family_torus, metric), 10000,
                       dl_theme_light ());
        dl_scale_draw_legend (&scale, cr, 20, 30, widths[i], dl_theme_dark ());
        cairo_destroy (cr);
        cairo_recording_surface_ink_extents (surface, &x, &y, &width, &height);
        g_assert_cmpfloat (x, >=, 19);
        g_assert_cmpfloat (x + width, <=, 20 + widths[i] + 1);
        g_assert_cmpfloat (y, >=, 29);
        g_assert_cmpfloat (y + height, <=, 30 + dl_scale_legend_height (&scale, widths[i]) + 1);
        g_assert_cmpfloat (height, >, dl_scale_legend_height (&scale, widths[i]) / 2);
        cairo_surface_destroy (surface);
      }
}

/* Any axis, and any width, gets its legend. */
static void
test_legend_any (void)
{
  static const double ends[] = { 0, 1e-6, 0.7, 1.2, 3, 7, 1234567, 4752, 1e12 };
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 400, 60);
  cairo_t *cr = cairo_create (surface);

  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    for (double width = 1; width < 400; width += 37)
      {
        DlScale scale;
        dl_scale_init (&scale, torus_metric ("load"), ends[i], dl_theme_light ());
        dl_scale_draw_legend (&scale, cr, 0, 0, width, dl_theme_light ());
        dl_scale_init (&scale, torus_metric ("signed"), 0, dl_theme_light ());
        dl_scale_draw_legend (&scale, cr, 0, 0, width, dl_theme_light ());
      }
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

static void
test_text (void)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 400, 60);
  cairo_t *cr = cairo_create (surface);
  double small, width, height, bold, scaled, narrow, wide;

  dl_text_measure (cr, "VC balance", DL_TEXT_SMALL, FALSE, &small, &height);
  dl_text_measure (cr, "VC balance", DL_TEXT_TITLE, FALSE, &width, &height);
  dl_text_measure (cr, "VC balance", DL_TEXT_TITLE, TRUE, &bold, &height);
  g_assert_cmpfloat (width, >, small);
  g_assert_cmpfloat (bold, >, width);
  g_assert_cmpfloat (height, >, 11);
  g_assert_cmpfloat (height, <, 30);

  /* The same width at any scale, so that a layout for the screen holds on paper. */
  cairo_scale (cr, 3.7, 3.7);
  dl_text_measure (cr, "VC balance", DL_TEXT_TITLE, TRUE, &scaled, &height);
  g_assert_cmpfloat_with_epsilon (scaled, bold, 0.01);

  /* Digits are as wide as each other. */
  dl_text_measure (cr, "1111", DL_TEXT_NORMAL, FALSE, &narrow, &height);
  dl_text_measure (cr, "0808", DL_TEXT_NORMAL, FALSE, &wide, &height);
  g_assert_cmpfloat_with_epsilon (narrow, wide, 0.01);

  g_assert_cmpfloat_with_epsilon (
      dl_text_draw (cr, 5, 5, "VC balance", DL_TEXT_TITLE, TRUE, DL_ALIGN_END, 0), bold, 0.01);
  g_assert_cmpfloat (
      dl_text_draw (cr, 5, 5, "VC balance", DL_TEXT_TITLE, TRUE, DL_ALIGN_CENTER, 40), <=, 40);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

/* Values near each other begin the scale at a round value below them, which the legend tells; it is
 * the same for a scale that begins there already. Fixed scales stay. */
static void
test_begins (void)
{
  static const struct
  {
    double max, min, from;
  } cases[] = {
    { 5000, 4000, 4000 }, { 5000, 4100, 4000 },   { 5000, 4999, 4500 }, { 5000, 3100, 3000 },
    { 5000, 2900, 0 },    { 5000, 0, 0 },         { 150, 150, 135 },    { 1.2, 1.19, 1.075 },
    { 1, .62, .6 },       { 10000, 10000, 9000 }, { 5000, NAN, 0 },
  };
  DlScale scale, again;

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      dl_scale_init (&scale, torus_metric ("load"), cases[i].max, dl_theme_light ());
      dl_scale_begin_at (&scale, cases[i].min);
      g_assert_cmpfloat_with_epsilon (scale.min, cases[i].from, 1e-6 * cases[i].max);
      g_assert_cmpfloat (scale.max, ==, cases[i].max);
      g_assert_cmphex (dl_scale_rgb (&scale, scale.min), ==, scale.rgb[0]);
      g_assert_cmphex (dl_scale_rgb (&scale, scale.max), ==, scale.rgb[DL_SCALE_STEPS - 1]);
      again = scale;
      again.min = 0;
      dl_scale_begin_at (&again, scale.min);
      g_assert_cmpfloat_with_epsilon (again.min, scale.min, 1e-6 * cases[i].max);
    }
  dl_scale_init (&scale, torus_metric ("sim-load"), 1, dl_theme_light ());
  dl_scale_begin_at (&scale, .9);
  g_assert_cmpfloat (scale.min, ==, 0);
}

/* A uniform torus: all links of a ring alike; one that is idle begins at 0. */
static void
test_ranges (void)
{
  const DlMetricRange alike = { 80, 100 }, low = { 0, 50 };
  DlScale scale;

  dl_contrast_shared_scale (&scale, torus_metric ("load"), alike, DL_NO_RANGE, dl_theme_light ());
  g_assert_cmpfloat (scale.min, ==, 80);
  dl_contrast_shared_scale (&scale, torus_metric ("load"), alike, (DlMetricRange) { 90, 100 },
                            dl_theme_light ());
  g_assert_cmpfloat (scale.min, ==, 80);
  dl_contrast_shared_scale (&scale, torus_metric ("load"), alike, low, dl_theme_light ());
  g_assert_cmpfloat (scale.min, ==, 0);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/palette/contrast", test_contrast);
  g_test_add_func ("/palette/theme-apart", test_theme_apart);
  g_test_add_func ("/palette/cividis", test_cividis);
  g_test_add_func ("/palette/monotonous", test_monotonous);
  g_test_add_func ("/palette/signed", test_signed);
  g_test_add_func ("/palette/difference", test_difference);
  g_test_add_func ("/palette/critical", test_critical);
  g_test_add_func ("/palette/overload", test_overload);
  g_test_add_func ("/palette/steps-apart", test_steps_apart);
  g_test_add_func ("/palette/scales-differ", test_scales_differ);
  g_test_add_func ("/palette/range", test_range);
  g_test_add_func ("/palette/nice-max", test_nice_max);
  g_test_add_func ("/palette/begins", test_begins);
  g_test_add_func ("/palette/ranges", test_ranges);
  g_test_add_func ("/palette/metrics", test_metrics);
  g_test_add_func ("/palette/metric-values", test_metric_values);
  g_test_add_func ("/palette/legend", test_legend);
  g_test_add_func ("/palette/legend-any", test_legend_any);
  g_test_add_func ("/palette/text", test_text);
  return g_test_run ();
}

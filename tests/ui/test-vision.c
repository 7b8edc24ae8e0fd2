/* All palettes as eyes see them that lack one kind of cone: what is side by side stays apart.
 *
 * Eyes: G. Machado, M. Oliveira, L. Fernandes, "A physiologically-based model for simulation of
 * color vision deficiency" (2009), the matrices of severity 1. Differences: CIEDE2000 as in G.
 * Sharma, W. Wu, E. Dalal, "The CIEDE2000 color-difference formula: implementation notes,
 * supplementary test data, and mathematical observations" (2005), whose data are tested here. One
 * unit is about what can just be seen of two patches that touch. */
#include "dl-palette.h"
#include "metric-fixture.h"

#include <math.h>

/* Least distances of colors with different meanings: in a legend's steps, and as categories. */
#define APART_STEPS      5.0
#define APART_CATEGORIES 10.0

typedef struct
{
  double l, a, b;
} Lab;

typedef enum
{
  EYE_NORMAL,
  EYE_PROTAN,
  EYE_DEUTAN,
  EYE_TRITAN,
  N_EYES
} Eye;

static const char *const eye_names[N_EYES] = { "normal", "protan", "deutan", "tritan" };

/* Colors -------------------------------------------------------------------------------------- */

static double
linear (double srgb)
{
  return srgb <= 0.04045 ? srgb / 12.92 : pow ((srgb + 0.055) / 1.055, 2.4);
}

static double
lab_curve (double t)
{
  return t > 216.0 / 24389 ? cbrt (t) : (24389.0 / 27 * t + 16) / 116;
}

static void
see (double rgb[3], Eye eye)
{
  static const double machado[N_EYES][9] = {
    { 1, 0, 0, 0, 1, 0, 0, 0, 1 },
    { .152286, 1.052583, -.204868, .114503, .786281, .099216, -.003882, -.048116, 1.051998 },
    { .367322, .860646, -.227968, .280085, .672501, .047413, -.011820, .042940, .968881 },
    { 1.255528, -.076749, -.178779, -.078411, .930809, .147602, .004733, .691367, .303900 },
  };
  const double from[3] = { rgb[0], rgb[1], rgb[2] };

  for (guint i = 0; i < 3; i++)
    {
      const double *row = &machado[eye][3 * i];

      rgb[i] = CLAMP (row[0] * from[0] + row[1] * from[1] + row[2] * from[2], 0, 1);
    }
}

/* CIE Lab of an sRGB color, D65. */
static Lab
lab (DlColor color, Eye eye)
{
  double rgb[3] = { linear (color.r), linear (color.g), linear (color.b) };
  double x, y, z;

  see (rgb, eye);
  x = lab_curve ((.4124564 * rgb[0] + .3575761 * rgb[1] + .1804375 * rgb[2]) / .95047);
  y = lab_curve (.2126729 * rgb[0] + .7151522 * rgb[1] + .0721750 * rgb[2]);
  z = lab_curve ((.0193339 * rgb[0] + .1191920 * rgb[1] + .9503041 * rgb[2]) / 1.08883);
  return (Lab) { 116 * y - 16, 500 * (x - y), 200 * (y - z) };
}

static double
radians (double degrees)
{
  return degrees * G_PI / 180;
}

static double
hue_degrees (double a, double b)
{
  const double hue = atan2 (b, a) * 180 / G_PI;

  return a == 0 && b == 0 ? 0 : hue < 0 ? hue + 360 : hue;
}

/* Sharma et al., equations 2 to 22. */
static double
ciede2000 (Lab p, Lab q)
{
  const double c_mean = (hypot (p.a, p.b) + hypot (q.a, q.b)) / 2;
  const double g = 0.5 * (1 - sqrt (pow (c_mean, 7) / (pow (c_mean, 7) + pow (25, 7))));
  const double ap = (1 + g) * p.a, aq = (1 + g) * q.a;
  const double cp = hypot (ap, p.b), cq = hypot (aq, q.b);
  const double hp = hue_degrees (ap, p.b), hq = hue_degrees (aq, q.b);
  const gboolean grey = cp * cq == 0;
  double dh = grey ? 0 : hq - hp, h = hp + hq;

  if (dh > 180)
    dh -= 360;
  else if (dh < -180)
    dh += 360;
  if (!grey && fabs (hp - hq) > 180)
    h += h < 360 ? 360 : -360;
  if (!grey)
    h /= 2;

  const double l = (p.l + q.l) / 2, c = (cp + cq) / 2;
  const double t = 1 - 0.17 * cos (radians (h - 30)) + 0.24 * cos (radians (2 * h))
                   + 0.32 * cos (radians (3 * h + 6)) - 0.20 * cos (radians (4 * h - 63));
  const double s_l = 1 + 0.015 * (l - 50) * (l - 50) / sqrt (20 + (l - 50) * (l - 50));
  const double s_c = 1 + 0.045 * c, s_h = 1 + 0.015 * c * t;
  const double r_c = 2 * sqrt (pow (c, 7) / (pow (c, 7) + pow (25, 7)));
  const double r_t = -sin (radians (60 * exp (-pow ((h - 275) / 25, 2)))) * r_c;
  const double by_l = (q.l - p.l) / s_l, by_c = (cq - cp) / s_c;
  const double by_h = 2 * sqrt (cp * cq) * sin (radians (dh / 2)) / s_h;

  return sqrt (by_l * by_l + by_c * by_c + by_h * by_h + r_t * by_c * by_h);
}

/* Some of the published data, one for each case of hue and chroma. */
static void
test_formula (void)
{
  static const struct
  {
    Lab p, q;
    double difference;
  } published[] = {
    { { 50, 2.6772, -79.7751 }, { 50, 0, -82.7485 }, 2.0425 },
    { { 50, 3.1571, -77.2803 }, { 50, 0, -82.7485 }, 2.8615 },
    { { 50, 2.8361, -74.0200 }, { 50, 0, -82.7485 }, 3.4412 },
    { { 50, -1.3802, -84.2814 }, { 50, 0, -82.7485 }, 1.0000 },
    { { 50, 0, 0 }, { 50, -1, 2 }, 2.3669 },
    { { 50, 2.4900, -0.0010 }, { 50, -2.4900, 0.0009 }, 7.1792 },
    { { 50, 2.4900, -0.0010 }, { 50, -2.4900, 0.0011 }, 7.2195 },
    { { 50, 2.5, 0 }, { 50, 0, -2.5 }, 4.3065 },
    { { 50, 2.5, 0 }, { 73, 25, -18 }, 27.1492 },
    { { 50, 2.5, 0 }, { 61, -5, 29 }, 22.8977 },
    { { 50, 2.5, 0 }, { 56, -27, -3 }, 31.9030 },
    { { 50, 2.5, 0 }, { 58, 24, 15 }, 19.4535 },
    { { 60.2574, -34.0099, 36.2677 }, { 60.4626, -34.1751, 39.4387 }, 1.2644 },
    { { 22.7233, 20.0904, -46.6940 }, { 23.0331, 14.9730, -42.5619 }, 2.0373 },
    { { 2.0776, 0.0795, -1.1350 }, { 0.9033, -0.0636, -0.5514 }, 0.9082 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (published); i++)
    {
      g_assert_cmpfloat_with_epsilon (ciede2000 (published[i].p, published[i].q),
                                      published[i].difference, 6e-5);
      g_assert_cmpfloat_with_epsilon (ciede2000 (published[i].q, published[i].p),
                                      published[i].difference, 6e-5);
    }
}

/* The matrices leave greys alone, and take from each eye what it cannot see. */
static void
test_eyes (void)
{
  static const DlColor pairs[N_EYES][2] = {
    [EYE_PROTAN] = { { 0.55, 0.45, 0 }, { 0.15, 0.51, 0.03 } },
    [EYE_DEUTAN] = { { 0.75, 0.30, 0.1 }, { 0.45, 0.45, 0.1 } },
    [EYE_TRITAN] = { { 0.45, 0.45, 0.75 }, { 0.42, 0.52, 0.45 } },
  };

  for (Eye eye = EYE_PROTAN; eye < N_EYES; eye++)
    {
      for (double v = 0; v <= 1; v += 0.125)
        {
          const DlColor grey = { v, v, v };
          g_assert_cmpfloat (ciede2000 (lab (grey, EYE_NORMAL), lab (grey, eye)), <, 0.5);
        }
      g_assert_cmpfloat (
          ciede2000 (lab (pairs[eye][0], eye), lab (pairs[eye][1], eye)), <,
          0.7 * ciede2000 (lab (pairs[eye][0], EYE_NORMAL), lab (pairs[eye][1], EYE_NORMAL)));
    }
}

/* Palettes ------------------------------------------------------------------------------------- */

static guint n_close;

static void
check_apart (DlColor a, DlColor b, double least, const char *what, guint i, guint j)
{
  for (Eye eye = 0; eye < N_EYES; eye++)
    {
      const double difference = ciede2000 (lab (a, eye), lab (b, eye));

      if (difference >= least)
        continue;
      g_test_message ("%s, %u and %u, %s eyes: %.2f", what, i, j, eye_names[eye], difference);
      n_close++;
    }
}

/* Each of @colors beside each. */
static void
check_categories (const DlColor *colors, guint n, const char *what)
{
  for (guint i = 0; i < n; i++)
    for (guint j = 0; j < i; j++)
      check_apart (colors[i], colors[j], APART_CATEGORIES, what, j, i);
}

static void
test_themes (void)
{
  const DlTheme *const themes[] = { dl_theme_light (), dl_theme_dark (), dl_theme_paper () };

  n_close = 0;
  for (guint i = 0; i < G_N_ELEMENTS (themes); i++)
    {
      const DlTheme *theme = themes[i];

      check_categories (theme->vc, G_N_ELEMENTS (theme->vc), "virtual channels");
      check_categories (theme->series, G_N_ELEMENTS (theme->series), "series");
      check_categories (theme->classes, G_N_ELEMENTS (theme->classes), "classes of links");
      check_categories (theme->idle, G_N_ELEMENTS (theme->idle), "hatching");
      /* Marks that lie on the same map. */
      check_categories ((DlColor[]) { theme->accent, theme->broken, theme->path }, 3, "marks");
    }
  g_assert_cmpuint (n_close, ==, 0);
}

static DlColor
color_at (const DlScale *scale, guint step)
{
  const guint32 rgb = scale->rgb[step];

  return (DlColor) { (rgb >> 16 & 255) / 255.0, (rgb >> 8 & 255) / 255.0, (rgb & 255) / 255.0 };
}

/* Steps of an eighth of a scale: half of what its legend numbers. */
static void
check_scale (const DlScale *scale, const char *what)
{
  for (guint step = 0; step + 1 < 8; step++)
    check_apart (color_at (scale, step * (DL_SCALE_STEPS - 1) / 8),
                 color_at (scale, (step + 1) * (DL_SCALE_STEPS - 1) / 8), APART_STEPS, what, step,
                 step + 1);
}

static void
check_scales (const DlTheme *theme)
{
  const DlMetric *metric;
  DlScale scale;

  for (guint i = 0; (metric = any_metric (i)) != NULL; i++)
    if (!dl_metric_is_critical (metric))
      {
        dl_scale_init (&scale, metric, 1, theme);
        check_scale (&scale, metric->id);
      }
  dl_scale_init_difference (&scale, torus_metric ("load"), 1, theme);
  check_scale (&scale, "difference");
  /* Its steps are its kinds; the middle of each. */
  dl_scale_init (&scale, torus_metric ("critical"), 1, theme);
  for (guint kind = 1; kind < DL_N_CRITICAL; kind++)
    check_apart (color_at (&scale, (2 * kind - 1) * DL_SCALE_STEPS / (2 * DL_N_CRITICAL)),
                 color_at (&scale, (2 * kind + 1) * DL_SCALE_STEPS / (2 * DL_N_CRITICAL)),
                 APART_STEPS, "critical", kind - 1, kind);
}

static void
test_scales (void)
{
  n_close = 0;
  check_scales (dl_theme_light ());
  check_scales (dl_theme_dark ());
  g_assert_cmpuint (n_close, ==, 0);
}

/* A way through the network is on no scale. */
static void
test_path (void)
{
  const DlTheme *const themes[] = { dl_theme_light (), dl_theme_dark (), dl_theme_paper () };

  for (guint i = 0; i < G_N_ELEMENTS (themes); i++)
    for (guint m = 0; m == 0 || any_metric (m - 1) != NULL; m++)
      {
        const DlMetric *metric = any_metric (m);
        double least = INFINITY;
        DlScale scale;

        if (metric != NULL)
          dl_scale_init (&scale, metric, 1, themes[i]);
        else
          dl_scale_init_difference (&scale, torus_metric ("load"), 1, themes[i]);
        for (guint step = 0; step < DL_SCALE_STEPS; step++)
          least = MIN (least, ciede2000 (lab (color_at (&scale, step), EYE_NORMAL),
                                         lab (themes[i]->path, EYE_NORMAL)));
        g_test_message ("%s, theme %u: %.1f", metric != NULL ? metric->id : "difference", i, least);
        g_assert_cmpfloat (least, >=, APART_CATEGORIES);
      }
}

/* Severity ---------------------------------------------------------------------------------------
 */

/* Relative luminance of WCAG 2. */
static double
luminance (DlColor color)
{
  return .2126 * linear (color.r) + .7152 * linear (color.g) + .0722 * linear (color.b);
}

static double
contrast (DlColor a, DlColor b)
{
  const double one = luminance (a) + 0.05, other = luminance (b) + 0.05;

  return MAX (one, other) / MIN (one, other);
}

/* Worse is heavier: from the value @from on to either end the contrast with the background grows, a
 * step of an eighth by a tenth at least. */
static void
check_grows (const DlScale *scale, const DlTheme *theme, double from, const char *what)
{
  const guint start = lround ((from - scale->min) / (scale->max - scale->min) * 8);

  for (int way = -1; way <= 1; way += 2)
    for (int at = (int) start; at + way >= 0 && at + way <= 8; at += way)
      {
        const double before
            = contrast (color_at (scale, at * (DL_SCALE_STEPS - 1) / 8), theme->background);
        const double after
            = contrast (color_at (scale, (at + way) * (DL_SCALE_STEPS - 1) / 8), theme->background);

        if (after < 1.05 * before)
          g_error ("%s: contrast %.2f at %d, %.2f at %d", what, before, at, after, at + way);
      }
}

static void
scale_of (DlScale *scale, const DlMetric *metric, const DlTheme *theme)
{
  if (metric != NULL)
    dl_scale_init (scale, metric, 1, theme);
  else
    dl_scale_init_difference (scale, torus_metric ("load"), 1, theme);
}

static void
test_severity (void)
{
  const DlTheme *const themes[] = { dl_theme_light (), dl_theme_dark (), dl_theme_paper () };

  for (guint i = 0; i < G_N_ELEMENTS (themes); i++)
    for (guint m = 0; m == 0 || any_metric (m - 1) != NULL; m++)
      {
        const DlMetric *metric = any_metric (m);
        DlScale scale;

        scale_of (&scale, metric, themes[i]);
        check_grows (&scale, themes[i], MAX (scale.min, 0),
                     metric != NULL ? metric->id : "difference");
      }
}

/* And a color means the same on each background: where it is no grey its hue differs by less than
 * that of two names of colors. */
#define MOST_HUE     40.0
#define LEAST_CHROMA 10.0

static void
test_same_hues (void)
{
  for (guint m = 0; m == 0 || any_metric (m - 1) != NULL; m++)
    {
      const DlMetric *metric = any_metric (m);
      DlScale scales[2];

      scale_of (&scales[0], metric, dl_theme_light ());
      scale_of (&scales[1], metric, dl_theme_dark ());
      for (guint step = 0; step <= 8; step++)
        {
          double hues[2];
          gboolean grey = FALSE;

          for (guint i = 0; i < 2; i++)
            {
              const Lab it
                  = lab (color_at (&scales[i], step * (DL_SCALE_STEPS - 1) / 8), EYE_NORMAL);

              hues[i] = hue_degrees (it.a, it.b);
              grey |= hypot (it.a, it.b) < LEAST_CHROMA;
            }
          const double apart = fabs (hues[0] - hues[1]);

          if (!grey && MIN (apart, 360 - apart) > MOST_HUE)
            g_error ("%s, step %u: hue %.0f on light, %.0f on dark",
                     metric != NULL ? metric->id : "difference", step, hues[0], hues[1]);
        }
    }
}

/* The two sides of what is centred on 0. */
static void
check_sides (const DlTheme *theme)
{
  DlScale scales[2];

  dl_scale_init (&scales[0], torus_metric ("signed"), 0, theme);
  dl_scale_init_difference (&scales[1], torus_metric ("load"), 1, theme);
  for (guint i = 0; i < 2; i++)
    for (guint step = DL_SCALE_STEPS / 4; step < DL_SCALE_STEPS / 2; step += 8)
      check_apart (color_at (&scales[i], DL_SCALE_STEPS / 2 - step),
                   color_at (&scales[i], DL_SCALE_STEPS / 2 + step - 1), APART_CATEGORIES,
                   i == 0 ? "signed sides" : "difference sides", step, step);
}

static void
test_sides (void)
{
  n_close = 0;
  check_sides (dl_theme_light ());
  check_sides (dl_theme_dark ());
  g_assert_cmpuint (n_close, ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/vision/formula", test_formula);
  g_test_add_func ("/vision/eyes", test_eyes);
  g_test_add_func ("/vision/themes", test_themes);
  g_test_add_func ("/vision/scales", test_scales);
  g_test_add_func ("/vision/path", test_path);
  g_test_add_func ("/vision/severity", test_severity);
  g_test_add_func ("/vision/same-hues", test_same_hues);
  g_test_add_func ("/vision/sides", test_sides);
  return g_test_run ();
}

/* The scales from values to colors, and their legend. */
#include "dl-chart-private.h"
#include "dl-map-marks.h"
#include "dl-numerals.h"
#include "dl-text.h"

#include <glib/gi18n-lib.h>

#include <math.h>
#include <string.h>

/* Cividis (Nuñez, Anderton, Renslow: Optimizing colormaps with consideration for color vision
 * deficiency, PLOS ONE 2018) by control points of its 256 colors; between them it is straight to
 * 1/255 in each channel. */
static const struct
{
  guint8 step;
  guint32 rgb;
} cividis[] = {
  { 0, 0x00224e },   { 20, 0x003070 },  { 23, 0x013271 },  { 28, 0x123570 },  { 39, 0x263d6e },
  { 60, 0x3f4c6c },  { 97, 0x62656f },  { 134, 0x828079 }, { 171, 0xa69c74 }, { 204, 0xc8b866 },
  { 229, 0xe4ce53 }, { 246, 0xf7de3e }, { 251, 0xfde334 }, { 255, 0xfee838 },
};

/* A color in OKLab (B. Ottosson, 2020), by lightness, chroma and hue. Equal distances in it look
 * about equal, so a quadratic Bézier curve with its middle point in the middle makes even steps. */
typedef struct
{
  double lightness, chroma, hue_degrees;
} OkColor;

/* All go from light values to heavy ones, and away from the background: from pale to dark on a
 * light one and on paper, from dim to bright on a dark one. The hues are the same on both, so that
 * a color keeps its meaning when the style changes, and in a figure, which is always on white. */

/* VC balance on a dark background: cividis from its yellow to its blue, as on a light one, but
 * growing lighter. */
static const OkColor balance_dark[3]
    = { { .33, .065, 105 }, { .61, .01, 265 }, { .92, .075, 262 } };

/* Packets, between few and many: ice, mauve, brown. For every kind of eye the hue goes the
 * other way than that of VC balance (from yellow to blue), so that the two cannot be taken for each
 * other. */
static const OkColor load_curve[3] = { { .93, .04, 235 }, { .59, .22, 345 }, { .24, .07, 30 } };
static const OkColor load_dark[3] = { { .26, .05, 235 }, { .58, .24, 345 }, { .95, .045, 50 } };

/* Shares of what a link can carry, between idle and full: yellow, red, violet. */
static const OkColor use_curve[3] = { { .93, .16, 102 }, { .62, .25, 28 }, { .26, .09, 295 } };
static const OkColor use_dark[3] = { { .26, .05, 105 }, { .61, .30, 28 }, { .95, .045, 300 } };

/* Overload, from just more than a link can carry to many times that: blue, which nothing of the
 * scale before it is. */
static const OkColor over_curve[3] = { { .71, .145, 240 }, { .53, .17, 252 }, { .36, .15, 264 } };
static const OkColor over_dark[3] = { { .52, .18, 262 }, { .64, .17, 258 }, { .79, .12, 250 } };
/* The least end of its scale: a little more than can be carried is told from much more. */
#define LEAST_OVER 2

/* From balance to one side: all on VC1 (orange), all on VC0 (blue). Balance is near the
 * background. */
static const OkColor vc1_curve[3] = { { .94, 0, 62 }, { .70, .14, 62 }, { .45, .1215, 48 } };
static const OkColor vc0_curve[3] = { { .94, 0, 245 }, { .70, .14, 245 }, { .45, .135, 255 } };
static const OkColor vc1_dark[3] = { { .30, 0, 62 }, { .56, .14, 62 }, { .83, .13, 72 } };
static const OkColor vc0_dark[3] = { { .30, 0, 245 }, { .52, .16, 255 }, { .79, .12, 240 } };

/* From no change to less (green) and to more (purple) in A than in B: the two hues go to yellow and
 * blue for eyes that do not tell red from green, and neither is that of a virtual channel. */
static const OkColor less_curve[3] = { { .94, 0, 140 }, { .70, .15, 140 }, { .43, .12, 148 } };
static const OkColor more_curve[3] = { { .94, 0, 308 }, { .70, .16, 308 }, { .43, .17, 305 } };
static const OkColor less_dark[3] = { { .30, 0, 140 }, { .56, .14, 142 }, { .84, .16, 140 } };
static const OkColor more_dark[3] = { { .30, 0, 308 }, { .55, .18, 306 }, { .82, .14, 308 } };

/* Effects of breaking a cable, mild to bad: straw, gold, red. Each kind has a fifth of the scale,
 * told from the next by a step in lightness. */
static const OkColor critical_curve[3] = { { .94, .04, 100 }, { .72, .17, 70 }, { .36, .16, 20 } };
static const OkColor critical_dark[3] = { { .33, .05, 100 }, { .58, .18, 72 }, { .85, .11, 24 } };
#define CRITICAL_STEP .45 /* of a fifth */

static guint
srgb_byte (double linear)
{
  const double v = linear <= 0.0031308 ? 12.92 * linear : 1.055 * pow (linear, 1 / 2.4) - 0.055;

  return CLAMP (v, 0, 1) * 255 + 0.5;
}

static guint32
curve_rgb (const OkColor curve[3], double t)
{
  const double weight[3] = { (1 - t) * (1 - t), 2 * t * (1 - t), t * t };
  double lightness = 0, a = 0, b = 0;

  for (guint i = 0; i < 3; i++)
    {
      const double hue = curve[i].hue_degrees * G_PI / 180;
      lightness += weight[i] * curve[i].lightness;
      a += weight[i] * curve[i].chroma * cos (hue);
      b += weight[i] * curve[i].chroma * sin (hue);
    }

  const double l = pow (lightness + 0.3963377774 * a + 0.2158037573 * b, 3);
  const double m = pow (lightness - 0.1055613458 * a - 0.0638541728 * b, 3);
  const double s = pow (lightness - 0.0894841775 * a - 1.2914855480 * b, 3);
  return srgb_byte (4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s) << 16
         | srgb_byte (-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s) << 8
         | srgb_byte (-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s);
}

static guint32
mix_rgb (guint32 from, guint32 to, double t)
{
  guint32 mixed = 0;

  for (guint shift = 0; shift < 24; shift += 8)
    {
      const double a = from >> shift & 255, b = to >> shift & 255;
      mixed |= (guint32) (a + (b - a) * t + 0.5) << shift;
    }
  return mixed;
}

static void
fill_curve (DlScale *scale, const OkColor curve[3])
{
  for (guint step = 0; step < DL_SCALE_STEPS; step++)
    scale->rgb[step] = curve_rgb (curve, step / (DL_SCALE_STEPS - 1.0));
}

/* From yellow to blue. */
static void
fill_cividis (DlScale *scale)
{
  guint point = 0;

  for (guint step = 0; step < DL_SCALE_STEPS; step++)
    {
      if (step > cividis[point + 1].step)
        point++;
      const double length = cividis[point + 1].step - cividis[point].step;
      scale->rgb[DL_SCALE_STEPS - 1 - step] = mix_rgb (cividis[point].rgb, cividis[point + 1].rgb,
                                                       (step - cividis[point].step) / length);
    }
}

static void
fill_balance (DlScale *scale, gboolean is_dark)
{
  if (is_dark)
    fill_curve (scale, balance_dark);
  else
    fill_cividis (scale);
}

static void
fill_critical (DlScale *scale, gboolean is_dark)
{
  for (guint step = 0; step < DL_SCALE_STEPS; step++)
    {
      const double at = step * (double) DL_N_CRITICAL / DL_SCALE_STEPS;
      const double within = (at - floor (at)) * (1 - CRITICAL_STEP);
      const double t = (floor (at) + within) / (DL_N_CRITICAL - CRITICAL_STEP);

      scale->rgb[step] = curve_rgb (is_dark ? critical_dark : critical_curve, t);
    }
}

static void
fill_diverging (DlScale *scale, const OkColor low[3], const OkColor high[3])
{
  for (guint step = 0; step < DL_SCALE_STEPS; step++)
    {
      const double t = 2.0 * step / (DL_SCALE_STEPS - 1) - 1;
      scale->rgb[step] = curve_rgb (t < 0 ? low : high, fabs (t));
    }
}

void
dl_scale_init_difference (DlScale *scale, const DlMetric *metric, double extent,
                          const DlTheme *theme)
{
  const double end = extent > 0 ? dl_scale_nice_max (extent) : 1;

  *scale = (DlScale) { .metric = metric,
                       .kind = metric->scale,
                       .is_difference = TRUE,
                       .min = -end,
                       .max = end,
                       .marks = DL_MARK_BROKEN | DL_MARK_BROKEN_B | DL_MARK_IDLE | DL_MARK_UNKNOWN
                                | DL_MARK_OUTLIER };
  fill_diverging (scale, theme->is_dark ? less_dark : less_curve,
                  theme->is_dark ? more_dark : more_curve);
}

void
dl_scale_init_kind (DlScale *scale, DlScaleKind kind, const DlTheme *theme)
{
  *scale = (DlScale) { .kind = kind, .max = 1 };
  switch (kind)
    {
    case DL_SCALE_BALANCE:
      fill_balance (scale, theme->is_dark);
      break;
    case DL_SCALE_SHARE:
      scale->min = 0.25;
      fill_balance (scale, theme->is_dark);
      break;
    case DL_SCALE_SIGNED:
      scale->min = -1;
      fill_diverging (scale, theme->is_dark ? vc1_dark : vc1_curve,
                      theme->is_dark ? vc0_dark : vc0_curve);
      break;
    case DL_SCALE_COUNT:
      fill_curve (scale, theme->is_dark ? load_dark : load_curve);
      break;
    case DL_SCALE_PART:
    case DL_SCALE_CAPACITY:
      fill_curve (scale, theme->is_dark ? use_dark : use_curve);
      scale->has_over = kind == DL_SCALE_CAPACITY;
      scale->over_max = LEAST_OVER;
      for (guint step = 0; step < DL_OVER_STEPS; step++)
        scale->over_rgb[step]
            = curve_rgb (theme->is_dark ? over_dark : over_curve, step / (DL_OVER_STEPS - 1.0));
      break;
    case DL_SCALE_CRITICAL:
      fill_critical (scale, theme->is_dark);
      break;
    }
}

void
dl_scale_init (DlScale *scale, const DlMetric *metric, double max, const DlTheme *theme)
{
  const DlScaleKind kind = metric->scale;

  dl_scale_init_kind (scale, kind, theme);
  scale->metric = metric;
  scale->marks = DL_MARK_BROKEN | DL_MARK_IDLE
                 | (dl_metric_is_measured (metric) ? DL_MARK_UNKNOWN : 0)
                 | (scale->has_over && max > 1 ? DL_MARK_OVER : 0);
  if (max > 0 && (kind == DL_SCALE_COUNT || kind == DL_SCALE_PART))
    scale->max = max;
  if (scale->has_over)
    scale->over_max = fmax (LEAST_OVER, dl_scale_nice_max (max));
}

guint32
dl_scale_over_rgb (const DlScale *scale, double value)
{
  const double t = log (value / scale->max) / log (scale->over_max / scale->max);

  return scale->over_rgb[(guint) (CLAMP (t, 0, 1) * (DL_OVER_STEPS - 1) + 0.5)];
}

/* @value is one of @mantissas times a power of ten. */
static gboolean
is_round (double value, const double *mantissas, guint n_mantissas)
{
  const double mantissa = value / pow (10, floor (log10 (value) + 1e-9));

  for (guint i = 0; i < n_mantissas; i++)
    if (fabs (mantissa - mantissas[i]) < 1e-6)
      return TRUE;
  return FALSE;
}

double
dl_scale_nice_max (double max)
{
  static const double ends[] = { 1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10 };

  if (!(max > 0) || !isfinite (max))
    return 1;
  const double power = pow (10, floor (log10 (max)));
  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    if (max <= ends[i] * power * (1 + 1e-9))
      return ends[i] * power;
  return 10 * power;
}

/* Values are near each other that are no less than this share of the scale's end. */
#define NEAR .6
/* A scale that does not begin at 0 has at least this share of it: else small differences look
 * large. */
#define LEAST_SPAN .1

void
dl_scale_begin_at (DlScale *scale, double min)
{
  static const double mantissas[] = { 1, 2, 2.5, 5 };
  double best = 0;

  if (scale->kind != DL_SCALE_COUNT || scale->min != 0 || !isfinite (min)
      || !(min >= NEAR * scale->max))
    return;
  const double power = pow (10, floor (log10 (scale->max)) - 2);
  /* So many round steps before the end. */
  for (double unit = power; unit <= 100 * power; unit *= 10)
    for (guint i = 0; i < G_N_ELEMENTS (mantissas); i++)
      for (guint n = 2; n <= 5; n++)
        {
          const double from = scale->max - n * mantissas[i] * unit;

          if (from >= NEAR * scale->max && from <= min * (1 + 1e-9)
              && from <= (1 - LEAST_SPAN) * scale->max + 1e-9 * scale->max)
            best = fmax (best, from);
        }
  scale->min = best;
}

/* How many equal intervals give round ticks. */
static guint
tick_intervals (double max)
{
  static const guint intervals[] = { 4, 5, 3, 2 };
  static const double steps[] = { 1, 1.5, 2, 2.5, 3, 4, 5 };

  for (guint i = 0; i < G_N_ELEMENTS (intervals); i++)
    if (is_round (max / intervals[i], steps, G_N_ELEMENTS (steps)))
      return intervals[i];
  return 4;
}

#define BAR_HEIGHT  12
#define TICK_LENGTH 3
#define LINE_HEIGHT 14
#define KEY_GAP     12 /* between keys */
#define KEYS_GAP    16 /* between bar and keys */
#define SIGN_WIDTH  16 /* width of a key's sign */
#define MOST_BAR    260
#define FROM_LENGTH 96 /* bytes of “scale from 4,000”, in any language */
/* Lines of keys that are as high as the bar with its ticks. */
#define LINES_BESIDE 3

/* Where texts of one line lie already. */
typedef struct
{
  double start[8], end[8];
  guint n;
} Line;

/* Center @text on @center but inside the bar, unless it would touch another text. */
static void
draw_label (cairo_t *cr, Line *line, double center, double low, double high, double y,
            const char *text)
{
  double width, height;

  dl_text_measure (cr, text, DL_TEXT_SMALL, FALSE, &width, &height);
  const double x = CLAMP (center - width / 2, low, MAX (low, high - width));
  for (guint i = 0; i < line->n; i++)
    if (x < line->end[i] + 5 && line->start[i] < x + width + 5)
      return;
  g_assert (line->n < G_N_ELEMENTS (line->start));
  line->start[line->n] = x;
  line->end[line->n++] = x + width;
  dl_text_draw (cr, x, y, text, DL_TEXT_SMALL, FALSE, DL_ALIGN_START, 0);
}

typedef struct
{
  double value;
  const char *tick; /* "0.25", as in a file, or as it is to be read */
  const char *ratio;
} Mark;

/* The ends first: they stay where there is little room. 5:3 is a balance of (5 - 3) / (5 + 3). */
static const Mark balance_marks[] = {
  { 0, "0", "1:1" },      { 1, "1.00", N_ ("one VC") }, { .5, "0.50", "3:1" },
  { .25, "0.25", "5:3" }, { .75, "0.75", "7:1" },
};
static const Mark signed_marks[] = {
  { -1, "−1.0", N_ ("all on VC1") },
  { 1, "1.0", N_ ("all on VC0") },
  { 0, "0", "1:1" },
  { -.5, "−0.5", "1:3" },
  { .5, "0.5", "3:1" },
};

static const Mark use_marks[] = {
  { 0, "0", NULL },      { 1, "1.00", N_ ("saturated") }, { .5, "0.50", NULL },
  { .25, "0.25", NULL }, { .75, "0.75", NULL },
};
static const Mark share_marks[] = {
  { .25, "0.25", N_ ("4 alike") },
  { 1, "1.00", N_ ("one VC") },
  { .5, "0.50", N_ ("2 alike") },
  { .75, "0.75", NULL },
};

static void
draw_marks (const DlScale *scale, cairo_t *cr, DlColor foreground, DlColor muted, double x,
            double y, double width, const Mark *marks, guint n_marks)
{
  Line ticks = { .n = 0 }, ratios = { .n = 0 };

  for (guint i = 0; i < n_marks; i++)
    {
      const double at = x + (marks[i].value - scale->min) / (scale->max - scale->min) * width;
      const double tick_x = CLAMP (at, x + 0.5, x + width - 0.5);

      dl_color_set (cr, &muted);
      cairo_set_line_width (cr, 1);
      cairo_move_to (cr, tick_x, y + BAR_HEIGHT);
      cairo_line_to (cr, tick_x, y + BAR_HEIGHT + TICK_LENGTH);
      cairo_stroke (cr);
      dl_color_set (cr, &foreground);
      if (marks[i].tick != NULL)
        draw_label (cr, &ticks, at, x, x + width, y + BAR_HEIGHT + TICK_LENGTH, marks[i].tick);
      dl_color_set (cr, &muted);
      if (marks[i].ratio != NULL)
        draw_label (cr, &ratios, at, x, x + width, y + BAR_HEIGHT + TICK_LENGTH + LINE_HEIGHT,
                    _ (marks[i].ratio));
    }
}

/* @marks with ticks as files have them. */
static void
draw_fixed_marks (const DlScale *scale, cairo_t *cr, const DlTheme *theme, double x, double y,
                  double width, const Mark *marks, guint n_marks)
{
  Mark shown[8] = { { 0 } };
  char *texts[8];

  g_assert (n_marks <= G_N_ELEMENTS (shown));
  for (guint i = 0; i < n_marks; i++)
    {
      shown[i] = marks[i];
      shown[i].tick = texts[i] = dl_numerals_show_all (marks[i].tick);
    }
  draw_marks (scale, cr, theme->foreground, theme->muted, x, y, width, shown, n_marks);
  for (guint i = 0; i < n_marks; i++)
    g_free (texts[i]);
}

static void
draw_load_marks (const DlScale *scale, cairo_t *cr, const DlTheme *theme, double x, double y,
                 double width)
{
  const double span = scale->max - scale->min;
  const guint n = tick_intervals (span);
  Mark marks[8] = { { 0 } };
  char *texts[8];

  /* The end before what lies between. */
  for (guint i = 0; i <= n; i++)
    {
      const guint tick = i == 0 ? 0 : i == 1 ? n : i - 1;
      const double value = scale->min + span * tick / n;
      texts[i] = dl_chart_tick (value, span / n);
      marks[i] = (Mark) { value, texts[i], NULL };
    }
  draw_marks (scale, cr, theme->foreground, theme->muted, x, y, width, marks, n + 1);
  for (guint i = 0; i <= n; i++)
    g_free (texts[i]);
}

/* Both ends and the middle first: they say which sign is which. */
static void
draw_difference_marks (const DlScale *scale, cairo_t *cr, const DlTheme *theme, double x, double y,
                       double width)
{
  const gboolean is_signed = scale->kind == DL_SCALE_SIGNED;
  const Mark order[] = {
    { -1, NULL, is_signed ? _ ("A more on VC1") : _ ("less in A") },
    { 1, NULL, is_signed ? _ ("A more on VC0") : _ ("more in A") },
    { 0, NULL, _ ("same") },
    { -.5, NULL, NULL },
    { .5, NULL, NULL },
  };
  Mark marks[G_N_ELEMENTS (order)];
  char *texts[G_N_ELEMENTS (order)];

  for (guint i = 0; i < G_N_ELEMENTS (order); i++)
    {
      const double value = order[i].value * scale->max;
      g_autofree char *text = dl_chart_tick (value, scale->max / 2);

      texts[i] = value > 0 ? g_strconcat ("+", text, NULL) : g_steal_pointer (&text);
      marks[i] = (Mark) { value, texts[i], order[i].ratio };
    }
  draw_marks (scale, cr, theme->foreground, theme->foreground, x, y, width, marks,
              G_N_ELEMENTS (marks));
  for (guint i = 0; i < G_N_ELEMENTS (order); i++)
    g_free (texts[i]);
}

/* The name of each kind under its fifth, on two lines in turn, so that there is room. */
static void
draw_critical_marks (const DlScale *scale, cairo_t *cr, const DlTheme *theme, double x, double y,
                     double width)
{
  static const guint order[DL_N_CRITICAL]
      = { DL_CRITICAL_CUT, DL_CRITICAL_MILD, DL_CRITICAL_ILLEGAL, DL_CRITICAL_DEADLOCK,
          DL_CRITICAL_LOAD };
  Mark marks[DL_N_CRITICAL];

  for (guint i = 0; i < DL_N_CRITICAL; i++)
    {
      const char *title = dl_critical_class_title (order[i]);
      const gboolean second = order[i] % 2 == 1;
      marks[i] = (Mark) { (order[i] + 0.5) / DL_N_CRITICAL, second ? NULL : title,
                          second ? title : NULL };
    }
  draw_marks (scale, cr, theme->foreground, theme->foreground, x, y, width, marks, DL_N_CRITICAL);
}

#define OVER_PART  .36 /* of the bar, where there is overload */
#define OVER_SPACE 4

/* Draw the part that a link can carry, or the part @over it. */
static void
draw_gradient (const DlScale *scale, cairo_t *cr, double x, double y, double width, gboolean over)
{
  const guint n_stops = 64;
  cairo_pattern_t *gradient = cairo_pattern_create_linear (x, 0, x + width, 0);

  for (guint i = 0; i < n_stops; i++)
    {
      const double t = i / (n_stops - 1.0);
      const guint32 rgb = over ? scale->over_rgb[(guint) (t * (DL_OVER_STEPS - 1) + 0.5)]
                               : dl_scale_rgb (scale, scale->min + t * (scale->max - scale->min));

      cairo_pattern_add_color_stop_rgb (gradient, t, (rgb >> 16 & 255) / 255.0,
                                        (rgb >> 8 & 255) / 255.0, (rgb & 255) / 255.0);
    }
  cairo_set_source (cr, gradient);
  cairo_rectangle (cr, x, y, width, BAR_HEIGHT);
  cairo_fill (cr);
  cairo_pattern_destroy (gradient);
}

/* Past the scale's end: as many times what a link can carry. */
static void
draw_over_part (const DlScale *scale, cairo_t *cr, const DlTheme *theme, double x, double y,
                double width)
{
  static const double ticks[] = { 2, 5, 10, 20, 50, 100, 200, 500, 1000 };
  const DlScale unit = { .max = 1 };
  Mark marks[8] = { { 0 } };
  char *texts[8];
  guint n = 0;

  draw_gradient (scale, cr, x, y, width, TRUE);
  for (guint i = G_N_ELEMENTS (ticks) + 1; i-- > 0 && n < G_N_ELEMENTS (marks);)
    {
      /* The end before what lies between. */
      const double value = i == G_N_ELEMENTS (ticks) ? scale->over_max : ticks[i];

      if (value > scale->over_max || (value == scale->over_max && i < G_N_ELEMENTS (ticks)))
        continue;
      texts[n] = dl_chart_tick (value, value < 10 && value != floor (value) ? 0.1 : 1);
      marks[n] = (Mark) { log (value / scale->max) / log (scale->over_max / scale->max), texts[n],
                          NULL };
      n++;
    }
  draw_marks (&unit, cr, theme->foreground, theme->muted, x, y, width, marks, n);
  for (guint i = 0; i < n; i++)
    g_free (texts[i]);
}

static void
draw_cross_key (cairo_t *cr, double x, double y, const DlTheme *theme)
{
  dl_color_set (cr, &theme->broken);
  cairo_set_line_width (cr, 2);
  cairo_move_to (cr, x + 2, y + 2);
  cairo_line_to (cr, x + 9, y + 9);
  cairo_move_to (cr, x + 9, y + 2);
  cairo_line_to (cr, x + 2, y + 9);
  cairo_stroke (cr);
}

static void
draw_stroke_a_key (cairo_t *cr, double x, double y, const DlTheme *theme)
{
  dl_map_draw_broken_stroke (cr, x + 5.5, y + 5.5, 3.5, FALSE);
  dl_color_set (cr, &theme->broken);
  cairo_set_line_width (cr, 2);
  cairo_stroke (cr);
}

static void
draw_stroke_b_key (cairo_t *cr, double x, double y, const DlTheme *theme)
{
  dl_map_draw_broken_stroke (cr, x + 5.5, y + 5.5, 3.5, TRUE);
  dl_color_set (cr, &theme->broken);
  cairo_set_line_width (cr, 2);
  cairo_stroke (cr);
}

static void
draw_outlier_key (cairo_t *cr, double x, double y, const DlTheme *theme)
{
  dl_color_set (cr, &theme->foreground);
  cairo_set_line_width (cr, 1.5);
  cairo_new_sub_path (cr);
  cairo_arc (cr, x + 5.5, y + 5.5, 4, 0, 2 * G_PI);
  cairo_stroke (cr);
}

static void
draw_idle_key (cairo_t *cr, double x, double y, const DlTheme *theme)
{
  cairo_save (cr);
  cairo_rectangle (cr, x, y, 11, 11);
  cairo_clip (cr);
  dl_color_set (cr, &theme->idle[0]);
  cairo_paint (cr);
  dl_color_set (cr, &theme->idle[1]);
  cairo_set_line_width (cr, 1.5);
  for (gint i = 3; i < 22; i += 5)
    {
      cairo_move_to (cr, x + i + 1, y - 1);
      cairo_line_to (cr, x + i - 12, y + 12);
    }
  cairo_stroke (cr);
  cairo_restore (cr);
}

static void
draw_unknown_key (cairo_t *cr, double x, double y, const DlTheme *theme)
{
  dl_color_set (cr, &theme->absent);
  cairo_rectangle (cr, x + .5, y + .5, 10, 10);
  cairo_fill_preserve (cr);
  dl_color_set (cr, &theme->node);
  cairo_set_line_width (cr, 1);
  cairo_stroke (cr);
}

static void
draw_overload_key (cairo_t *cr, double x, double y, const DlTheme *theme)
{
  dl_color_set (cr, &theme->over); /* as at the beginning of its part */
  cairo_rectangle (cr, x, y, 11, 11);
  cairo_fill (cr);
  dl_color_set (cr, &(DlColor) { 0, 0, 0 });
  cairo_move_to (cr, x + 3, y + 8.5);
  cairo_line_to (cr, x + 5.5, y + 3.5);
  cairo_line_to (cr, x + 8, y + 8.5);
  cairo_close_path (cr);
  cairo_fill (cr);
}

static void
draw_dateline_key (cairo_t *cr, double x, double y, const DlTheme *theme)
{
  dl_color_set (cr, &theme->accent);
  cairo_move_to (cr, x, y + 2);
  cairo_line_to (cr, x + 11, y + 2);
  cairo_line_to (cr, x + 5.5, y + 9.5);
  cairo_close_path (cr);
  cairo_fill (cr);
}

/* Keys of @scale, the formula first. */
typedef struct
{
  const char *text; /* NULL: left out */
  void (*draw) (cairo_t *cr, double x, double y, const DlTheme *theme);
} Key;

#define N_KEYS 9

/* Entries of the key of @scale; @from holds a text of them. */
static void
list_keys (const DlScale *scale, Key keys[N_KEYS], char from[FROM_LENGTH])
{
  const gboolean begins = scale->kind == DL_SCALE_COUNT && !scale->is_difference && scale->min > 0;
  const gboolean both = scale->is_difference;
  const guint marks = scale->marks;
  const gboolean broken = marks & DL_MARK_BROKEN;
  const Key all[N_KEYS] = {
    { both ? _ ("A − B of each link") : dl_metric_formula (scale->metric), NULL },
    { begins ? from : NULL, NULL },
    { marks & DL_MARK_OUTLIER ? _ ("outlier") : NULL, draw_outlier_key },
    { !broken ? NULL
      : both  ? _ ("broken in A")
              : _ ("broken"),
      both ? draw_stroke_a_key : draw_cross_key },
    { !(marks & DL_MARK_BROKEN_B) ? NULL
      : broken                    ? _ ("in B")
                                  : _ ("broken in B"),
      draw_stroke_b_key },
    { marks & DL_MARK_OVER ? _ ("overloaded") : NULL, draw_overload_key },
    { !(marks & DL_MARK_IDLE)            ? NULL
      : scale->kind == DL_SCALE_CRITICAL ? _ ("not known")
                                         : _ ("no traffic"),
      draw_idle_key },
    { !(marks & DL_MARK_UNKNOWN)              ? NULL
      : both                                  ? _ ("in one alone")
      : dl_metric_is_measured (scale->metric) ? _ ("not measured")
                                              : _ ("not known"),
      draw_unknown_key },
    { marks & DL_MARK_DATELINE ? _ ("dateline") : NULL, draw_dateline_key },
  };

  if (begins)
    {
      g_autofree char *least = dl_chart_tick (scale->min, scale->max - scale->min);

      /* Translators: of a legend whose colors do not begin at 0: “scale from 4,000” */
      g_snprintf (from, FROM_LENGTH, _ ("scale from %s"), least);
    }
  memcpy (keys, all, sizeof all);
}

/* The keys in as many lines as they need at @width, one that is wider alone on a line and smaller.
 * Returns how many; draws them if @theme. */
static guint
lay_keys (const DlScale *scale, cairo_t *cr, double x, double y, double width, const DlTheme *theme)
{
  Key keys[N_KEYS];
  char from[FROM_LENGTH];
  double at = 0;
  guint n_lines = 1;

  list_keys (scale, keys, from);
  for (guint i = 0; i < N_KEYS; i++)
    {
      const double sign = keys[i].draw != NULL ? SIGN_WIDTH : 0;
      double text_width, text_height;

      if (keys[i].text == NULL)
        continue;
      dl_text_measure (cr, keys[i].text, DL_TEXT_SMALL, FALSE, &text_width, &text_height);
      if (at > 0 && at + sign + text_width > width)
        {
          at = 0;
          n_lines++;
        }
      const double shrink = MIN (1, width / (sign + text_width));
      if (theme != NULL)
        {
          cairo_save (cr);
          cairo_translate (cr, x + at, y + (n_lines - 1) * LINE_HEIGHT);
          cairo_scale (cr, shrink, shrink);
          if (keys[i].draw != NULL)
            keys[i].draw (cr, 0, text_height / 2 - 5.5, theme);
          dl_color_set (cr, &theme->muted);
          dl_text_draw (cr, sign, 0, keys[i].text, DL_TEXT_SMALL, FALSE, DL_ALIGN_START, 0);
          cairo_restore (cr);
        }
      at += shrink * (sign + text_width) + KEY_GAP;
    }
  return n_lines;
}

/* Where the parts of a legend are. */
typedef struct
{
  double bar; /* width of its colors */
  double keys_x, keys_y, keys_width;
  double height; /* of all */
} Legend;

static Legend
lay_legend (const DlScale *scale, cairo_t *cr, double width)
{
  const double height = BAR_HEIGHT + TICK_LENGTH + 2 * LINE_HEIGHT + 1;
  Key keys[N_KEYS];
  char from[FROM_LENGTH];
  double formula_width, formula_height;
  Legend legend = { .height = height };

  list_keys (scale, keys, from);
  dl_text_measure (cr, keys[0].text, DL_TEXT_SMALL, FALSE, &formula_width, &formula_height);
  legend.bar = CLAMP (width - KEYS_GAP - formula_width - 10, MIN (width, 90), MOST_BAR);
  legend.keys_x = legend.bar + KEYS_GAP;
  legend.keys_y = -1;
  legend.keys_width = width - legend.keys_x;
  if (legend.keys_width >= formula_width
      && lay_keys (scale, cr, 0, 0, legend.keys_width, NULL) <= LINES_BESIDE)
    return legend;
  legend = (Legend) {
    .bar = MIN (width, MOST_BAR), .keys_y = height, .keys_width = width, .height = height
  };
  legend.height += lay_keys (scale, cr, 0, 0, width, NULL) * LINE_HEIGHT;
  return legend;
}

double
dl_scale_legend_height (const DlScale *scale, double width)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_A8, 1, 1);
  cairo_t *cr = cairo_create (surface);
  const Legend legend = lay_legend (scale, cr, MAX (1, width));

  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  return legend.height;
}

void
dl_scale_draw_legend (const DlScale *scale, cairo_t *cr, double x, double y, double width,
                      const DlTheme *theme)
{
  const Legend legend = lay_legend (scale, cr, MAX (1, width));
  const gboolean over = scale->has_over && !scale->is_difference && (scale->marks & DL_MARK_OVER);
  const double bar_width = over ? (1 - OVER_PART) * legend.bar - OVER_SPACE : legend.bar;

  cairo_save (cr);
  draw_gradient (scale, cr, x, y, bar_width, FALSE);
  if (over)
    draw_over_part (scale, cr, theme, x + bar_width + OVER_SPACE, y, OVER_PART * legend.bar);
  if (scale->is_difference)
    draw_difference_marks (scale, cr, theme, x, y, bar_width);
  else
    switch (scale->kind)
      {
      case DL_SCALE_BALANCE:
        draw_fixed_marks (scale, cr, theme, x, y, bar_width, balance_marks,
                          G_N_ELEMENTS (balance_marks));
        break;
      case DL_SCALE_SIGNED:
        draw_fixed_marks (scale, cr, theme, x, y, bar_width, signed_marks,
                          G_N_ELEMENTS (signed_marks));
        break;
      case DL_SCALE_CRITICAL:
        draw_critical_marks (scale, cr, theme, x, y, bar_width);
        break;
      case DL_SCALE_CAPACITY:
        draw_fixed_marks (scale, cr, theme, x, y, bar_width, use_marks, G_N_ELEMENTS (use_marks));
        break;
      case DL_SCALE_SHARE:
        draw_fixed_marks (scale, cr, theme, x, y, bar_width, share_marks,
                          G_N_ELEMENTS (share_marks));
        break;
      case DL_SCALE_COUNT:
      case DL_SCALE_PART:
        draw_load_marks (scale, cr, theme, x, y, bar_width);
      }
  lay_keys (scale, cr, x + legend.keys_x, y + legend.keys_y, legend.keys_width, theme);
  cairo_restore (cr);
}

guint
dl_scale_marks_of (const DlScale *scale, guint state, double value)
{
  return state == DL_LINK_ABSENT                 ? 0
         : state == DL_LINK_BROKEN               ? DL_MARK_BROKEN
         : isnan (value)                         ? DL_MARK_IDLE
         : dl_value_is_unknown (value)           ? DL_MARK_UNKNOWN
         : scale->has_over && value > scale->max ? DL_MARK_OVER
                                                 : 0;
}

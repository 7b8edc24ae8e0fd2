/* Colors: the themes of screen and paper, and the scales from values to colors. A scale is shared
 * by map, legend and export, so that they cannot disagree. */
#pragma once

#include "dl-metric.h"

#include <cairo.h>

G_BEGIN_DECLS

typedef struct
{
  double r, g, b; /* 0..1 */
} DlColor;

typedef struct
{
  DlColor background; /* behind a figure */
  DlColor foreground; /* text and axes: at least 7:1 on the background */
  DlColor muted;      /* secondary text: at least 4.5:1 */
  DlColor grid;       /* thin rules */
  DlColor accent;     /* selection, dateline markers */
  DlColor broken;     /* crosses */
  DlColor path;       /* a way through the network: at least 4.5:1, and on no scale */
  DlColor idle[2];    /* hatching of links without traffic */
  DlColor absent;     /* where a mesh has no link */
  DlColor node;       /* outlines of nodes */
  DlColor vc[2];      /* VC0, VC1: apart for color-blind eyes and in gray */
  DlColor series[4];  /* dimensions, policies: likewise */
  DlColor classes[3]; /* frames of green, black and blue links: at least 3:1 */
  DlColor over;       /* links that are offered more than they carry: on no scale */
  gboolean is_dark;   /* heavy values are light, and dark elsewhere */
  gboolean is_paper;  /* lines lie where they belong, on no grid of pixels */
  gboolean no_titles; /* charts leave out what they are called; the names of axes stay */
  gboolean no_keys;   /* and what their marks and fills stand for */
} DlTheme;

const DlTheme *dl_theme_light (void);
const DlTheme *dl_theme_dark (void);
const DlTheme *dl_theme_paper (void); /* on white */

void dl_color_set (cairo_t *cr, const DlColor *color);
void dl_color_set_alpha (cairo_t *cr, const DlColor *color, double alpha);

/* Set in each pixel of a dense layer, so that the image may be taken for one with alpha too. */
#define DL_OPAQUE 0xff000000u

static inline guint32
dl_color_rgb (const DlColor *color)
{
  return DL_OPAQUE | (guint32) (color->r * 255 + 0.5) << 16 | (guint32) (color->g * 255 + 0.5) << 8
         | (guint32) (color->b * 255 + 0.5);
}

#define DL_SCALE_STEPS 256
#define DL_OVER_STEPS  64

/* Marks on the links of a map that no color of its scale says. */
typedef enum
{
  DL_MARK_BROKEN = 1 << 0,   /* crosses; for A - B, strokes over links broken in A */
  DL_MARK_BROKEN_B = 1 << 1, /* of A - B */
  DL_MARK_IDLE = 1 << 2,     /* hatched */
  DL_MARK_UNKNOWN = 1 << 3,  /* not measured; of A - B, in one alone */
  DL_MARK_OVER = 1 << 4,     /* past the end of the scale */
  DL_MARK_DATELINE = 1 << 5,
  DL_MARK_OUTLIER = 1 << 6, /* of A - B */
} DlMarks;

typedef struct
{
  const DlMetric *metric; /* NULL: of none, for its colors alone */
  DlScaleKind kind;
  gboolean is_difference; /* of two values of @metric, A - B */
  double min, max;
  guint32 rgb[DL_SCALE_STEPS]; /* 0x00rrggbb */
  /* Values above @max, which no link carries, have a part of their own, logarithmic. */
  gboolean has_over;
  double over_max;
  guint32 over_rgb[DL_OVER_STEPS]; /* 0x00rrggbb */
  /* For the legend: marks that it explains, at first all that maps of the metric can have but
   * datelines. */
  guint marks;
} DlScale;

/* The scale of @metric, up to @max where it is not fixed (0: an empty scale of 0..1), on @theme's
 * background: heavy values are dark on light and light on dark. One of what a link can carry ends
 * there, at 1, and its part for overload goes to @max. */
void dl_scale_init (DlScale *scale, const DlMetric *metric, double max, const DlTheme *theme);
/* A scale without a metric: the colors of @kind on its own range. */
void dl_scale_init_kind (DlScale *scale, DlScaleKind kind, const DlTheme *theme);
/* The scale of A - B of @metric: diverging, symmetric around 0, up to @extent rounded up (0: an
 * empty scale of -1..1) on either side. */
void dl_scale_init_difference (DlScale *scale, const DlMetric *metric, double extent,
                               const DlTheme *theme);
/* Where all values are at least @min, and near each other, begin at a round value below them
 * instead of at 0: after dl_scale_init with a round largest value, of a metric whose scale is not
 * fixed. */
void dl_scale_begin_at (DlScale *scale, double min);
/* Round a largest load up to a pleasant end of the axis; 1 if there is no load. */
double dl_scale_nice_max (double max);

/* 0x00rrggbb of a value above the scale's end. */
guint32 dl_scale_over_rgb (const DlScale *scale, double value);
/* Values outside the scale get the color of its end. */
static inline guint32
dl_scale_rgb (const DlScale *scale, double value)
{
  if (scale->has_over && value > scale->max)
    return dl_scale_over_rgb (scale, value);
  const double step = (value - scale->min) / (scale->max - scale->min) * (DL_SCALE_STEPS - 1) + 0.5;
  return scale->rgb[!(step > 0) ? 0 : step >= DL_SCALE_STEPS ? DL_SCALE_STEPS - 1 : (guint) step];
}

/* The marks that a map of @scale puts on a link of @state (DlLinkState) and @value. Of A - B these
 * are A's and the difference's; B's own are the caller's to add. */
guint dl_scale_marks_of (const DlScale *scale, guint state, double value);

/* The legend of a map: a horizontal color bar with its ticks, in values and in ratios (1:1, 5:3,
 * 3:1, 7:1, one VC), the formula, and the scale's marks, each with its sign. What has no room
 * beside the bar is below it, at any width. */
double dl_scale_legend_height (const DlScale *scale, double width);
void dl_scale_draw_legend (const DlScale *scale, cairo_t *cr, double x, double y, double width,
                           const DlTheme *theme);

/* A metric's values in words: one text for the details line, tooltips, tables and comparisons. */

/* "97.5%", "2,880"; "no traffic" of NAN, "not known" of infinite values; of a utilization above 1,
 * which no link carries, "1.41 times its bandwidth". Free with g_free. */
char *dl_metric_form_text (DlMetricForm form, double value);
char *dl_metric_value_text (const DlMetric *metric, double value);
/* The same with its unit: "2,880 packets". Free with g_free. */
char *dl_metric_value_with_unit (const DlMetric *metric, double value);
/* The same of A - B, with its sign: "+1.5%". */
char *dl_metric_difference_text (const DlMetric *metric, double difference);

G_END_DECLS

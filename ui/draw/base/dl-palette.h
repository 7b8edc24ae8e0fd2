/* Colors: the themes of screen and paper, and the scales from values to colors. A scale is shared
 * by map, legend and export, so that they cannot disagree. */
#pragma once

#include <cairo.h>

#include <math.h>

#include "dl-families.h"
#include "dl-analysis.h"
#include "dl-counters.h"
#include "dl-critical.h"
#include "dl-link-use.h"

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
  gboolean is_dark;   /* what is heavy is light, and dark elsewhere */
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

/* What a map shows of each link. */
typedef enum
{
  DL_METRIC_BALANCE,       /* |P0 - P1| / (P0 + P1), cividis on 0..1 */
  DL_METRIC_SIGNED,        /* (P0 - P1) / (P0 + P1), diverging on -1..1, centred on 0 */
  DL_METRIC_LOAD,          /* packets, sequential on 0..max */
  DL_METRIC_CRITICAL,      /* severity of breaking the cable (dl-critical.h), 0..1, a step a kind */
  DL_METRIC_SIM_LOAD,      /* simulated: flits a cycle, sequential on 0..1 */
  DL_METRIC_SIM_STALLS,    /* simulated: cycles a packet in which the output could not send
                              (equation 17 of the age paper), sequential on 0..max */
  DL_METRIC_SIM_OCCUPANCY, /* simulated: share of the buffers behind the link that is taken,
                              sequential on 0..1 */
  DL_METRIC_MEASURED,      /* counters of a real machine: packets as a share of the busiest link's,
                              sequential on 0..1 */
  DL_N_METRICS,            /* those of a torus; of a dragonfly are some of these, and: */

  DL_METRIC_USE = DL_N_METRICS, /* share of what the link carries that the load takes, sequential on
                                   0..1; what is above 1 is saturated */
  DL_METRIC_VC_SHARE,           /* largest share of one virtual channel, cividis on 1/4..1 */
  DL_METRIC_MEASURED_FLITS,     /* counters of a real machine: share of the busiest link's flits */
  DL_METRIC_MEASURED_STALLS,    /* share of the most stalled link's stalls */
  DL_N_ALL_METRICS
} DlMetric;

typedef struct
{
  const char *id;      /* in files and settings */
  const char *title;   /* translatable */
  const char *formula; /* translatable */
  const char *unit;    /* translatable; NULL: none, or in the number, as that of a share */
} DlMetricInfo;

const DlMetricInfo *dl_metric_info (DlMetric metric);
const char *dl_metric_id (DlMetric metric);
const char *dl_metric_title (DlMetric metric);   /* translated: "VC balance" */
const char *dl_metric_formula (DlMetric metric); /* "|VC0 − VC1| / (VC0 + VC1)" */

/* Those of @family in the order in which they are offered, the first the default; returns how many.
 */
guint dl_family_metrics (const DlFamily *family, DlMetric metrics[DL_N_ALL_METRICS]);
/* One of @family, by its name in files. */
gboolean dl_family_metric_find (const DlFamily *family, const char *id, DlMetric *metric);
/* What it says of @family's links, translated. */
const char *dl_family_metric_formula (const DlFamily *family, DlMetric metric);

/* Is it of a simulation, of a real machine's counters? */
gboolean dl_metric_is_simulated (DlMetric metric);
gboolean dl_metric_is_measured (DlMetric metric);

/* The value of a link that counters do not cover, where they cover others: neither traffic nor none
 * is known of it. NAN is a link without traffic. */
#define DL_VALUE_UNKNOWN (-INFINITY)

static inline gboolean
dl_value_is_unknown (double value)
{
  return isinf (value) && value < 0;
}

/* Where the values of links come from. */
typedef struct
{
  const DlAnalysis *analysis;
  const DlCritical *critical; /* of a torus, for DL_METRIC_CRITICAL; NULL: not known */
  const DlLinkUse *measured;  /* for those of a simulation; NULL: there is none */
  const DlCounters *counters; /* for those of a real machine, a torus; NULL: there are none */
  const gint32 *region;       /* of @counters; NULL: all code regions together */
} DlMetricInput;

/* (n_links) each link's value; NAN without traffic, where the link does not work, and where nothing
 * is known: what is of a network of another shape does not count. Of counters, DL_VALUE_UNKNOWN
 * where they do not cover the link. */
void dl_metric_values (DlMetric metric, const DlMetricInput *input, float *values);
/* The largest value that a scale must reach, for dl_scale_init; 0 for those whose scale is fixed.
 */
double dl_metric_max (DlMetric metric, const DlMetricInput *input);

#define DL_SCALE_STEPS 256

/* Marks on the links of a map that no color of its scale says. */
typedef enum
{
  DL_MARK_BROKEN = 1 << 0,   /* crosses; of A - B, strokes of what is broken in A */
  DL_MARK_BROKEN_B = 1 << 1, /* of A - B */
  DL_MARK_IDLE = 1 << 2,     /* hatched */
  DL_MARK_UNKNOWN = 1 << 3,  /* not measured; of A - B, in one alone */
  DL_MARK_OVER = 1 << 4,     /* past the end of the scale */
  DL_MARK_DATELINE = 1 << 5,
  DL_MARK_OUTLIER = 1 << 6, /* of A - B */
} DlMarks;

typedef struct
{
  DlMetric metric;
  gboolean is_difference; /* of two values of @metric, A - B */
  double min, max;
  guint32 rgb[DL_SCALE_STEPS]; /* 0x00rrggbb */
  gboolean has_over;           /* values above @max have a color of their own: */
  guint32 over;                /* 0x00rrggbb */
  /* For the legend: marks that it explains, at first all that maps of the metric can have but
   * datelines, and the family whose links they are on; NULL: a torus. */
  guint marks;
  const DlFamily *family;
} DlScale;

/* The scale of @metric, up to @max where it is not fixed (0: an empty scale of 0..1), on @theme's
 * background: heavy values are dark on light and light on dark. */
void dl_scale_init (DlScale *scale, DlMetric metric, double max, const DlTheme *theme);
/* The scale of A - B of @metric: diverging, symmetric around 0, up to @extent rounded up (0: an
 * empty scale of -1..1) on either side. */
void dl_scale_init_difference (DlScale *scale, DlMetric metric, double extent,
                               const DlTheme *theme);
/* Round a largest load up to a pleasant end of the axis; 1 if there is no load. */
double dl_scale_nice_max (double max);

/* Values outside the scale get the color of its end, or that of overload. */
static inline guint32
dl_scale_rgb (const DlScale *scale, double value)
{
  if (scale->has_over && value > scale->max)
    return scale->over;
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

G_END_DECLS

/* A plot: the part of a chart within two axes. Its frame is the heading, the axes, the key and the
 * notes; its marks are drawn from series of data, or one by one, and are found again under a point.
 * Sizes are units of a 96 dpi screen. */
#pragma once

#include "dl-chart-private.h"

G_BEGIN_DECLS

/* Lengths common to all charts. */
#define DL_PLOT_NUMBERS 4.0  /* between a plot and the numbers on its left */
#define DL_PLOT_TICK    3.0  /* length, and the gap above the numbers below it */
#define DL_PLOT_WORDS   8.0  /* between the parts of a heading */
#define DL_PLOT_SAMPLE  24.0 /* of a line in a key */
#define DL_PLOT_SWATCH  10.0 /* width of a fill in a key */
#define DL_PLOT_INDENT  14.0 /* of the text beside a swatch, and the gap after an entry */

typedef enum
{
  DL_AXIS_LINEAR, /* from low to high in steps */
  DL_AXIS_DECADES /* from 1 at its end down to 10^-high */
} DlAxisKind;

/* The most decades of an axis of shares. */
#define DL_AXIS_MOST_DECADES 8

typedef struct _DlAxis DlAxis;
struct _DlAxis
{
  DlAxisKind kind;
  double low, high, step;
  char *(*text) (const DlAxis *axis, double value); /* of a number; NULL: as dl_chart_tick */
  gconstpointer data;                               /* for @text */
};

/* Values from 0 on that hold @max, in at most @n_most pleasant steps. */
DlAxis dl_axis_from_zero (double max, guint n_most);
/* An axis from @low to @high exactly, with numbers at multiples of a step of which @max has at most
 * @n_most. */
DlAxis dl_axis_between (double low, double high, double max, guint n_most);
/* Shares from 1 down to @least, and one decade more rather than a bar without height; within
 * @fewest and @most decades. */
DlAxis dl_axis_shares (double least, guint fewest, guint most);

typedef struct
{
  cairo_t *cr;
  const DlTheme *theme;
  DlRect rect; /* of the chart, or of one of its panels */
  DlRect area; /* within the axes */
  DlAxis x, y;
} DlPlot;

/* The area: what margins leave of the rectangle. */
void dl_plot_set_margins (DlPlot *plot, double left, double top, double right, double bottom);
/* Steps of an upright axis that the area has room for, at most @n_most. */
guint dl_plot_most_steps (const DlPlot *plot, guint n_most);
/* Where a value lies. */
double dl_plot_x (const DlPlot *plot, double value);
double dl_plot_y (const DlPlot *plot, double value);

/* "Title  unit        value": each part is nullable, and left out where it has no room. */
typedef struct
{
  const char *title;
  const char *unit;  /* beside the title, muted */
  const char *value; /* at the end */
  const char *note;  /* likewise, muted */
} DlHeading;

/* At @y, the top of its line. Returns where the free room between its parts ends. */
double dl_plot_heading (const DlPlot *plot, double y, DlHeading heading);
/* Rules across the area, and numbers on its left. */
void dl_plot_draw_y (const DlPlot *plot);
/* A number below the area, which stays within the rectangle; a tick, with one (nullable). */
void dl_plot_number (const DlPlot *plot, double value, const char *text);
void dl_plot_tick (const DlPlot *plot, double value, const char *text);
void dl_plot_draw_x (const DlPlot *plot);
/* A line of text below the area, @line lines after the numbers. */
void dl_plot_note (const DlPlot *plot, double line, const DlColor *color, const char *text);

/* How a series looks. */
typedef struct
{
  const DlColor *color;
  guint dash;    /* as dl_chart_set_dash */
  guint shape;   /* of its marks, of which there are DL_N_SHAPES */
  double width;  /* of its line; 0: it has none */
  double radius; /* of its marks; 0: it has none */
} DlMarkStyle;

#define DL_N_SHAPES 7

typedef enum
{
  DL_MARK_FILLED = 0,
  DL_MARK_HOLLOW = 1 << 0,
  DL_MARK_DOTTED = 1 << 1,  /* a point in a hollow one */
  DL_MARK_CROSSED = 1 << 2, /* over it */
  DL_MARK_HOVERED = 1 << 3
} DlMarkFlags;

typedef struct
{
  double x, y;  /* values; @y NAN: there is none */
  double reach; /* of an interval around @y; NAN: none */
  DlMarkFlags flags;
} DlDatum;

typedef struct
{
  guint n;
  DlDatum (*get) (gconstpointer data, guint series, guint i);
  gconstpointer data;
  guint series;
  gboolean bridged; /* the line continues over data without a value; else it has a gap there */
  DlMarkStyle style;
} DlPlotSeries;

/* The largest of its values; 0 without any. */
double dl_plot_series_max (const DlPlotSeries *series);
void dl_plot_line (const DlPlot *plot, const DlPlotSeries *series);
/* Marks, with their intervals. */
void dl_plot_points (const DlPlot *plot, const DlPlotSeries *series);
void dl_plot_mark (const DlPlot *plot, const DlMarkStyle *style, double x, double y,
                   DlMarkFlags flags);
/* The datum that is nearer to a point than @near, which is then its distance. */
gboolean dl_plot_hit (const DlPlot *plot, const DlPlotSeries *series, double x, double y,
                      double *near, guint *i);

/* The name of a line, at its end. */
typedef struct
{
  guint series;
  double y, label_y; /* of the line's end, and of the name's middle */
} DlLineEnd;

/* Order @ends from the top, and set label_y: @pitch apart, and not below @foot but where the end
 * itself is. */
void dl_plot_spread (DlLineEnd *ends, guint n, double pitch, double foot);

/* A bar from the foot of the area up to a value, between two units of x. */
DlRect dl_plot_bar (const DlPlot *plot, double from_x, double to_x, double value);
/* A bar with caps at @x units between two values, without caps off the axis. */
void dl_plot_interval (const DlPlot *plot, double x, double low, double high, double half,
                       const DlColor *color);
/* A line at a value, across the area, or from @top units down to its foot. */
void dl_plot_rule_y (const DlPlot *plot, double value, guint dash, const DlColor *color);
void dl_plot_rule_x (const DlPlot *plot, double value, double top, double bottom, guint dash,
                     const DlColor *color);
/* Band between two values of x, however close, from the area's top to @bottom units. */
void dl_plot_band (const DlPlot *plot, double from, double to, double bottom, const DlColor *color,
                   double alpha);

/* Entries of a key at @x, @y, the top of their line. Each returns its width, with the gap to the
 * next; nothing is drawn where there is no room for a word. */
double dl_plot_key_line (const DlPlot *plot, double x, double y, const DlMarkStyle *style,
                         const char *text);
double dl_plot_key_mark (const DlPlot *plot, double x, double y, const DlMarkStyle *style,
                         DlMarkFlags flags, const char *text);
double dl_plot_key_fill (const DlPlot *plot, double x, double y, DlFill fill, const DlColor *color,
                         const char *text, double max_width);

/* Groups of bars side by side, a group a column of the area. */
typedef struct
{
  double left, cell, pitch, width;
} DlBars;

/* @share of a column is bars, with a little between two of them. */
DlBars dl_plot_bars (const DlPlot *plot, guint n_groups, guint n_bars, double share);

/* The left edge of a bar. */
static inline double
dl_bars_x (const DlBars *bars, guint group, guint bar)
{
  return bars->left + group * bars->cell + bar * bars->pitch + (bars->pitch - bars->width) / 2;
}

/* A number on a bar that ends at @x, @y, its middle: level, or upright where bars are narrow. */
void dl_plot_bar_text (const DlPlot *plot, double x, double y, const char *text, gboolean upright);
/* A name below the area, in the middle of a column. */
void dl_plot_column_name (const DlPlot *plot, guint n, guint column, const DlColor *color,
                          const char *text);
/* The column at @x units, of @n with equal width that share the area; FALSE beside them. */
gboolean dl_plot_column_at (const DlPlot *plot, guint n, double x, guint *column);

G_END_DECLS

/* Parts of all charts: marks, numbers, axes. Positions and sizes are units of a 96 dpi screen. */
#pragma once

#include "dl-palette.h"
#include "dl-rect.h"
#include "dl-text.h"

#include <math.h>

G_BEGIN_DECLS

/* Heights of a line, fixed so that hit tests need no font. */
#define DL_LINE_SMALL  15.0
#define DL_LINE_NORMAL 18.0
#define DL_LINE_TITLE  20.0

/* Widest digit of DL_TEXT_SMALL, and of the condensed ".27" with its point. */
#define DL_DIGIT_WIDTH 7.8

/* Fills beside color, so that bars are told apart in gray and by color-blind eyes. */
typedef enum
{
  DL_FILL_SOLID,
  DL_FILL_RISING,  /* diagonals */
  DL_FILL_FALLING, /* diagonals */
  DL_FILL_LEVEL,   /* horizontal lines */
  DL_FILL_CROSSED, /* both diagonals */
  DL_N_FILLS
} DlFill;

/* Lines of @color over @rect, @pitch apart; clipped to it. Nothing for DL_FILL_SOLID. */
void dl_chart_hatch (cairo_t *cr, DlRect rect, DlFill fill, double pitch, const DlColor *color);
/* @rect filled with @color and hatched with lines that stand out from it. */
void dl_chart_fill (cairo_t *cr, DlRect rect, DlFill fill, const DlColor *color);
void dl_chart_cross (cairo_t *cr, double x, double y, double radius, const DlColor *color);

/* Text in @color at @y, the top of its line. Returns its width. */
double dl_chart_text (cairo_t *cr, const DlColor *color, double x, double y, const char *text,
                      DlTextSize size, gboolean bold, DlAlign align, double max_width);
/* The same reading upwards: @x is the middle of its line, @y where it starts (bottom). */
void dl_chart_text_up (cairo_t *cr, const DlColor *color, double x, double y, const char *text,
                       DlTextSize size);
double dl_chart_text_width (cairo_t *cr, const char *text, DlTextSize size, gboolean bold);
/* A line in the middle of @rect, for a chart that has nothing to show. */
void dl_chart_message (cairo_t *cr, DlRect rect, const char *text, const DlTheme *theme);

/* Black or white, whichever is read better on @fill. */
DlColor dl_chart_ink (const DlColor *fill);
DlColor dl_chart_mix (const DlColor *a, const DlColor *b, double share_of_b);
/* A color of the scale. */
DlColor dl_chart_scale_color (const DlScale *scale, double value);

/* A rule of an axis or a grid, one unit thick, in the source that is set: level if @height is 0,
 * else upright, with @width 0. On screen it fills whole device pixels, whatever the chart's scale
 * and origin are; on paper, whose rules are as far apart as their values, it is right there. */
void dl_chart_rule (cairo_t *cr, const DlTheme *theme, double x, double y, double width,
                    double height);

/* "12,672" as the locale has it; with decimals only where @value, below 100, has them. */
char *dl_chart_count (double value);
/* A number of an axis, all of which have the digits that @step needs: "0", "0.05", "0.10". */
char *dl_chart_tick (double value, double step);
/* ".27", "0", "1"; "–" for NAN. */
char *dl_chart_balance (double balance);
/* "X", "Y", "Z"; "X+" for ports, with a true minus. */
const char *dl_chart_dim_name (guint dim);
const char *dl_chart_port_name (guint port);

/* Where an axis from 0 that holds @max ends: a whole number, at most @n_most, of pleasant steps. */
double dl_chart_axis_end (double max, guint n_most, double *step);
/* Line style of the i-th series. */
void dl_chart_set_dash (cairo_t *cr, guint series);
/* Every how many positions of @pitch units a label of @width fits. */
guint dl_chart_label_stride (double pitch, double width);

G_END_DECLS

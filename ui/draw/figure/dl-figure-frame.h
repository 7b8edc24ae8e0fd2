/* Lines of text in a figure, one below the other: measured and drawn by the same code. */
#pragma once

#include "dl-figure-private.h"

G_BEGIN_DECLS

typedef struct
{
  cairo_t *cr;
  const DlTheme *theme; /* NULL: nothing is drawn, all is measured */
  double x, y, width;   /* @y: the top of what comes next */
} DlPen;

/* One line of DL_TEXT_SMALL at @y. */
void dl_pen_text (const DlPen *pen, const DlColor *color, double x, const char *text, gboolean bold,
                  DlAlign align, double width);
/* In as many lines as it takes; returns their height. */
double dl_pen_wrapped (const DlPen *pen, const DlColor *color, double x, const char *text,
                       double width);
/* A thin rule from side to side, just above @y. */
void dl_pen_rule (const DlPen *pen);
/* Colors of the theme. */
const DlColor *dl_pen_foreground (const DlPen *pen);
const DlColor *dl_pen_muted (const DlPen *pen);

typedef void (*DlPenFunc) (DlPen *pen, gconstpointer data);
/* The height of what @draw draws in @width. */
double dl_pen_measure (double width, DlPenFunc draw, gconstpointer data);

G_END_DECLS

/* A slider for a number over a range that is not linear, in the steps that make sense there. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* How values lie along it. */
typedef struct
{
  double least, most;
  double (*position) (double value);
  double (*value) (double position); /* the other way round, to the nearest that can be chosen */
  double (*step) (double value);     /* of an arrow key */
  double page;                       /* of Page Up and Page Down, in positions */
} DlSliderRange;

/* Whole numbers up to 2^32 - 1 by their logarithm: Page Up doubles. */
extern const DlSliderRange dl_slider_log2;
/* 0..1 by its root, in hundredths, and below .1 in thousandths. */
extern const DlSliderRange dl_slider_root;

#define DL_TYPE_SLIDER (dl_slider_get_type ())
G_DECLARE_FINAL_TYPE (DlSlider, dl_slider, DL, SLIDER, GtkScale)

/* Signals:
 *   moved (double value)  somebody wants another value; what comes of it is told by
 *                         dl_slider_follow
 *   settled ()            the end of a movement: steps until then belong together
 */

/* @range outlives it. */
GtkWidget *dl_slider_new (const DlSliderRange *range);
/* @markup may be NULL. */
void dl_slider_add_mark (DlSlider *self, double value, const char *markup);
/* Show @value; @text is what it is called for assistive technology. */
void dl_slider_follow (DlSlider *self, double value, const char *text);

G_END_DECLS

/* The curves of a sweep: pointed at, walked over with the arrow keys, and a menu at each point. */
#pragma once

#include "dl-sweep-chart.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define DL_TYPE_SWEEP_CURVES (dl_sweep_curves_get_type ())
G_DECLARE_FINAL_TYPE (DlSweepCurves, dl_sweep_curves, DL, SWEEP_CURVES, GtkWidget)

/* The menu at a point activates sweep.open-point and sweep.pin-point with its cell (uint32). */
GtkWidget *dl_sweep_curves_new (void);

/* A reference is taken; NULL: nothing. Call it again when points have come. */
void dl_sweep_curves_set_points (DlSweepCurves *self, DlSweepPoints *points);
/* @measures (n) are copied. */
void dl_sweep_curves_set_measures (DlSweepCurves *self, const DlMeasure *const *measures, guint n);
/* Whose values are marked; copied. */
void dl_sweep_curves_set_now (DlSweepCurves *self, const DlScenario *now);
/* What is drawn, of the widget; its points are NULL if there are none. */
const DlSweepChart *dl_sweep_curves_get_chart (DlSweepCurves *self);

G_END_DECLS

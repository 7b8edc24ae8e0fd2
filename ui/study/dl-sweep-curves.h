/* The curves of a sweep: pointed at, walked over with the arrow keys, and a menu at each point. */
#pragma once

#include "dl-sweep-chart.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define DL_TYPE_SWEEP_CURVES (dl_sweep_curves_get_type ())
G_DECLARE_FINAL_TYPE (DlSweepCurves, dl_sweep_curves, DL, SWEEP_CURVES, GtkWidget)

/* A reference is taken; NULL: nothing. Call it again when points have come. */
void dl_sweep_curves_set_points (DlSweepCurves *self, DlSweepPoints *points);
/* @measures (n) are copied. */
void dl_sweep_curves_set_measures (DlSweepCurves *self, const DlMeasure *const *measures, guint n);
/* The scenario whose values are marked; copied. */
void dl_sweep_curves_set_now (DlSweepCurves *self, const DlScenario *now);
/* The widget's chart; its points are NULL if there are none. */
const DlSweepChart *dl_sweep_curves_get_chart (DlSweepCurves *self);

G_END_DECLS

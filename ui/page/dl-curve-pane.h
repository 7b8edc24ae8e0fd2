/* Latency against offered load: a page of evidence that fills in. */
#pragma once

#include "dl-pane.h"

G_BEGIN_DECLS

#define DL_TYPE_CURVE_PANE (dl_curve_pane_get_type ())
G_DECLARE_FINAL_TYPE (DlCurvePane, dl_curve_pane, DL, CURVE_PANE, DlPane)

GtkWidget *dl_curve_pane_new (DlView *view);

G_END_DECLS

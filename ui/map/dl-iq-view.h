/* An input-queued router from inside, of any network, stepped by cycle or by grant: the one that is
 * selected. */
#pragma once

#include "dl-iq-chart.h"
#include "dl-pane.h"

G_BEGIN_DECLS

#define DL_TYPE_IQ_VIEW (dl_iq_view_get_type ())
G_DECLARE_FINAL_TYPE (DlIqView, dl_iq_view, DL, IQ_VIEW, DlPane)

GtkWidget *dl_iq_view_new (DlView *view);
/* Spot of the keyboard's cursor. */
DlIqSpot dl_iq_view_get_cursor (DlIqView *self);

G_END_DECLS

/* The charts of the live simulation: over time, and by age and direction, both also as a table, or,
 * of input-queued routers, by what flits wait for. */
#pragma once

#include "dl-live.h"
#include "dl-session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define DL_TYPE_SIMULATION_CHARTS (dl_simulation_charts_get_type ())
G_DECLARE_FINAL_TYPE (DlSimulationCharts, dl_simulation_charts, DL, SIMULATION_CHARTS, GtkWidget)

/* Charts of @live, which keep the data from before the last change of @session's scenario. */
GtkWidget *dl_simulation_charts_new (DlSession *session, DlLive *live);
/* There is a new picture: note what changed, and if @shown, show it. */
void dl_simulation_charts_follow (DlSimulationCharts *self, gboolean shown);
/* In two columns where @scroll, which they are in, is wide. */
void dl_simulation_charts_set_scroll (DlSimulationCharts *self, GtkWidget *scroll);

G_END_DECLS

/* Measured counters by group, router, link or job, the hottest first, with the jobs that are there
 * or whose routes use a link. A row that is chosen is selected in the maps; of a job its routers
 * are marked there. */
#pragma once

#include "dl-measured.h"
#include "dl-view.h"

G_BEGIN_DECLS

#define DL_TYPE_MEASURED_LIST (dl_measured_list_get_type ())
G_DECLARE_FINAL_TYPE (DlMeasuredList, dl_measured_list, DL, MEASURED_LIST, GtkWidget)

/* A list that follows the counters and jobs of @view. */
GtkWidget *dl_measured_list_new (DlView *view);
void dl_measured_list_set_level (DlMeasuredList *self, DlHeatLevel level);
/* Choose the first place of the ranking, once it is there. */
void dl_measured_list_choose_first (DlMeasuredList *self);
/* NULL before it is there. */
const DlHeat *dl_measured_list_get_heat (DlMeasuredList *self);

G_END_DECLS

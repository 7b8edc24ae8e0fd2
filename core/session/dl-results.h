/* The results below a scenario of the library as a list to show: its sweeps, the last first, then
 * its own runs, the last first; and below a sweep the runs of its points. Read in the background,
 * runs a page at a time as the list is looked at. Lives in the main context. */
#pragma once

#include "dl-library.h"
#include "dl-result-item.h"

G_BEGIN_DECLS

#define DL_TYPE_RESULTS (dl_results_get_type ())
G_DECLARE_FINAL_TYPE (DlResults, dl_results, DL, RESULTS, GObject)

/* A GListModel of DlResultItem. It follows the library's "results-changed".
 * Properties, read-only and notified:
 *   loading (boolean)  nothing is known yet
 *   problem (string)   why the results cannot be read, or NULL
 */
DlResults *dl_results_new (DlLibrary *library, gint64 scenario_id);
/* The points of a sweep that are there. */
DlResults *dl_results_new_points (DlLibrary *library, gint64 sweep_id);

gboolean dl_results_is_loading (DlResults *self);
const char *dl_results_get_problem (DlResults *self);

G_END_DECLS

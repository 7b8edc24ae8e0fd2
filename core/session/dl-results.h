/* The results below a scenario of the library as a list to show: its sweeps, the last first, then
 * its own runs, the last first; and below a sweep the runs of its points. Read in the background,
 * runs a page at a time as the list is looked at. Lives in the main context. */
#pragma once

#include "dl-library.h"
#include "dl-store-runs.h"

#include <glib-object.h>

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

/* A sweep or a run of the library, and how it is said. */

#define DL_TYPE_RESULT_ITEM (dl_result_item_get_type ())
G_DECLARE_FINAL_TYPE (DlResultItem, dl_result_item, DL, RESULT_ITEM, GObject)

/* @sweep or @run is taken, the other one is NULL. @is_point: of a sweep. */
DlResultItem *dl_result_item_new (DlStoreSweep *sweep, DlStoreRun *run, gboolean is_point);

/* One of these is NULL. */
const DlStoreSweep *dl_result_item_get_sweep (DlResultItem *self);
const DlStoreRun *dl_result_item_get_run (DlResultItem *self);
/* Is it the run of a sweep's point? */
gboolean dl_result_item_is_point (DlResultItem *self);

/* Varied keys, or how the run differs from its scenario: "traffic.load = 0.1, 0.2, … 0.9", or what
 * else it can be called. Free with g_free, as all these. */
char *dl_result_item_title (DlResultItem *self);
/* How a run differs from its scenario; NULL if it does not, and of a sweep. */
char *dl_result_item_settings (DlResultItem *self);
/* "9 of 27 points · 3 seeds · stopped · 3 March 2026, 14:05" */
char *dl_result_item_detail (DlResultItem *self);
/* The values of a run that say most, on one line; NULL of a sweep. */
char *dl_result_item_values (DlResultItem *self);
/* All values of a run below its detail, one per line; of a sweep all values that it varies. */
char *dl_result_item_everything (DlResultItem *self);

G_END_DECLS

/* A sweep or a run of the library, and how it is said. */
#pragma once

#include <glib-object.h>

#include "dl-store-runs.h"

G_BEGIN_DECLS

#define DL_TYPE_RESULT_ITEM (dl_result_item_get_type ())
G_DECLARE_FINAL_TYPE (DlResultItem, dl_result_item, DL, RESULT_ITEM, GObject)

/* @sweep or @run is taken, the other one is NULL. @is_point: of a sweep. */
DlResultItem *dl_result_item_new (DlStoreSweep *sweep, DlStoreRun *run, gboolean is_point);

/* If @other is the same sweep or run, take over what is known of it now: "changed" (no arguments)
 * is emitted if that is more. FALSE if it is another. */
gboolean dl_result_item_update (DlResultItem *self, DlResultItem *other);

/* One of these is NULL. */
const DlStoreSweep *dl_result_item_get_sweep (DlResultItem *self);
const DlStoreRun *dl_result_item_get_run (DlResultItem *self);
/* Is it the run of a sweep's point? */
gboolean dl_result_item_is_point (DlResultItem *self);

/* What is varied, or how the run differs from its scenario: "traffic.load = 0.1, 0.2, … 0.9", or
 * what else it can be called. Free with g_free, as all these. */
char *dl_result_item_title (DlResultItem *self);
/* How a run differs from its scenario; NULL if it does not, and of a sweep. */
char *dl_result_item_settings (DlResultItem *self);
/* "9 of 27 points · 3 seeds · stopped · 3 March 2026, 14:05" */
char *dl_result_item_detail (DlResultItem *self);
/* The values of a run that say most, on one line; NULL of a sweep. */
char *dl_result_item_values (DlResultItem *self);
/* All values of a run below its detail, one a line; of a sweep all values that it varies. */
char *dl_result_item_everything (DlResultItem *self);

G_END_DECLS

/* The sweeps and runs below a scenario of the library, as a tree: below a sweep are its points. */
#pragma once

#include "dl-results.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define DL_TYPE_RESULTS_VIEW (dl_results_view_get_type ())
G_DECLARE_FINAL_TYPE (DlResultsView, dl_results_view, DL, RESULTS_VIEW, GtkWidget)

/* A view of results. Its rows activate library.sweep-open, library.sweep-remove, library.run-open,
 * library.run-pin and library.run-compare with the number of a sweep or run (int64). */

/* @id 0: of nothing. */
void dl_results_view_show (DlResultsView *self, DlLibrary *library, gint64 id);
/* The list that is shown; NULL for none. */
DlResults *dl_results_view_get_results (DlResultsView *self);
/* The sweep (or run) with that number, if it can be seen; NULL if not. */
DlResultItem *dl_results_view_find (DlResultsView *self, gint64 id, gboolean is_sweep);

G_END_DECLS

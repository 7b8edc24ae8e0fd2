/* The compare page: scenarios of the library beside the one that is open, in the measures that are
 * chosen, sorted by any of them. */
#pragma once

#include "dl-compare.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define DL_TYPE_COMPARE_VIEW (dl_compare_view_get_type ())
G_DECLARE_FINAL_TYPE (DlCompareView, dl_compare_view, DL, COMPARE_VIEW, GtkWidget)

/* Actions of the widget:
 *   compare.copy (string)  csv, markdown or latex: what is shown, to the clipboard
 *   compare.export         the chart as a figure, to a file
 *   compare.add-pinned     the state that is pinned as B
 *   compare.remove         the selected scenario, from the comparison
 * Signals:
 *   told (string message)  something to tell the user in passing
 */

GtkWidget *dl_compare_view_new (DlSession *session);

DlCompare *dl_compare_view_get_compare (DlCompareView *self);
/* The row that the others' differences are from; 0: none. */
void dl_compare_view_set_base (DlCompareView *self, guint row_id);
void dl_compare_view_show_measure (DlCompareView *self, const DlMeasure *measure, gboolean show);
/* Text for compare.copy; free with g_free. */
char *dl_compare_view_to_text (DlCompareView *self, const char *format);
/* The chart as a figure of a page's width, of at least one scenario. Errors: those of
 * dl_figure_export. */
gboolean dl_compare_view_export_chart (DlCompareView *self, const char *path, GError **error);

/* A window that holds one, beside @parent: the one that is there already, or a new one. */
GtkWindow *dl_compare_window_present (GtkWindow *parent, DlSession *session);
DlCompareView *dl_compare_window_get_view (GtkWindow *window);
/* Comparison in the window beside @parent; NULL if none. */
DlCompare *dl_compare_window_find (GtkWindow *parent);

G_END_DECLS

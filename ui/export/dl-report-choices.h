/* Which scenarios a report is on: the open one, the one that is pinned, those that are compared,
 * and any of the library. */
#pragma once

#include "dl-compare.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define DL_TYPE_REPORT_CHOICES (dl_report_choices_get_type ())
G_DECLARE_FINAL_TYPE (DlReportChoices, dl_report_choices, DL, REPORT_CHOICES, GtkBox)

/* Signals:
 *   changed ()  others are chosen
 */

/* The open one is chosen. @compare (nullable): those in the window that compares. */
GtkWidget *dl_report_choices_new (DlSession *session, DlCompare *compare);
/* A scenario of the library that is not the open one. */
void dl_report_choices_choose (DlReportChoices *self, gint64 id, gboolean choose);
guint dl_report_choices_n_chosen (DlReportChoices *self);
/* As the command line calls them, in their order; NULL if it cannot, for one's current state is in
 * no library. Free with g_strfreev. */
GStrv dl_report_choices_names (DlReportChoices *self);

/* Read what is chosen. */
void dl_report_choices_collect_async (DlReportChoices *self, GCancellable *cancellable,
                                      GAsyncReadyCallback callback, gpointer user_data);
DlComparison *dl_report_choices_collect_finish (GAsyncResult *result, GError **error);

G_END_DECLS

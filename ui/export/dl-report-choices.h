/* The scenarios that a report is on: the open one, the pinned one, the compared ones, and any of
 * the library. */
#pragma once

#include "dl-compare.h"
#include "dl-live.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define DL_TYPE_REPORT_CHOICES (dl_report_choices_get_type ())
G_DECLARE_FINAL_TYPE (DlReportChoices, dl_report_choices, DL, REPORT_CHOICES, GtkBox)

/* Signals:
 *   changed ()  others are chosen
 */

/* The open one is chosen. @live (nullable): lines of its run, where there are several; @compare
 * (nullable): those in the window that compares. */
GtkWidget *dl_report_choices_new (DlSession *session, DlLive *live, DlCompare *compare);
/* A scenario of the library that is not the open one. */
void dl_report_choices_choose (DlReportChoices *self, gint64 id, gboolean choose);
guint dl_report_choices_n_chosen (DlReportChoices *self);
/* Their names on the command line, in their order; NULL if one's current state is not in a library.
 * Free with g_strfreev. */
GStrv dl_report_choices_names (DlReportChoices *self);

/* Lines of the run that the report is on too, DlReportLine; NULL: they are not chosen. Free with
 * g_array_unref. */
GArray *dl_report_choices_lines (DlReportChoices *self);

/* Read the chosen scenarios. */
void dl_report_choices_collect_async (DlReportChoices *self, GCancellable *cancellable,
                                      GAsyncReadyCallback callback, gpointer user_data);
DlComparison *dl_report_choices_collect_finish (GAsyncResult *result, GError **error);

G_END_DECLS

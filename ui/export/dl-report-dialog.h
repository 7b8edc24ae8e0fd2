/* A report from the window: which scenarios, what of them, and where to. */
#pragma once

#include "dl-compare.h"
#include "dl-live.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define DL_TYPE_REPORT_DIALOG (dl_report_dialog_get_type ())
G_DECLARE_FINAL_TYPE (DlReportDialog, dl_report_dialog, DL, REPORT_DIALOG, GtkWindow)

/* Signals:
 *   written (string path)  the report is there; the dialog closes
 */

/* @live (nullable): whose lines there are; @compare (nullable): what the window Compare shows. */
GtkWindow *dl_report_dialog_present (GtkWindow *parent, DlSession *session, DlLive *live,
                                     DlCompare *compare);

/* Make the report and write it to @file; one without an ending gets ".pdf". */
void dl_report_dialog_write (DlReportDialog *self, GFile *file);
/* The command that makes the same report; NULL if there is none, for a scenario is in no library.
 * Free with g_free. */
char *dl_report_dialog_command (DlReportDialog *self);

G_END_DECLS

/* New scenarios: the networks that the program knows, to search, each with a picture and what it
 * is. */
#pragma once

#include "dl-scenario-file.h"
#include "dl-session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define DL_TYPE_NEW_VIEW (dl_new_view_get_type ())
G_DECLARE_FINAL_TYPE (DlNewView, dl_new_view, DL, NEW_VIEW, GtkWidget)

/* Signals:
 *   done ()  a scenario was opened in @session, or the user wants none */
GtkWidget *dl_new_view_new (DlSession *session);

/* A modal window that holds one. */
GtkWindow *dl_new_window_present (GtkWindow *parent, DlSession *session);

/* A preset in the list from which a new scenario can start. */

#define DL_TYPE_NEW_ROW (dl_new_row_get_type ())
G_DECLARE_FINAL_TYPE (DlNewRow, dl_new_row, DL, NEW_ROW, GtkListBoxRow)

/* @preset is of the program and stays. */
const DlPreset *dl_new_row_get_preset (DlNewRow *self);

G_END_DECLS

/* A window beside the main one with the numbers of a chart or map in a table. */
#pragma once

#include "dl-figure-jobs.h"
#include "dl-session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* What there is to show now, for a window whose main window is @parent; NULL while there is no
 * result. @view gets what the maps show. */
typedef DlFigureData *(*DlTableSource) (GtkWindow *parent, DlFigureInput *view);

/* The one of @parent, made if there is none, with the figures of the session's kind of network;
 * @figure_id, one of those, is shown. It follows the session's result; a simulation that goes on is
 * shown as it was, until F5 asks for it again. */
GtkWindow *dl_table_window_present (GtkWindow *parent, DlSession *session, const char *figure_id,
                                    DlTableSource source);

G_END_DECLS

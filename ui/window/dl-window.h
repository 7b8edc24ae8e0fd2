/* The main window: map in the middle, configuration on the left, evidence on the right. */
#pragma once

#include "dl-view.h"

G_BEGIN_DECLS

#define DL_TYPE_WINDOW (dl_window_get_type ())
G_DECLARE_FINAL_TYPE (DlWindow, dl_window, DL, WINDOW, GtkApplicationWindow)

/* @settings (nullable) remembers size, view and colors. */
DlWindow *dl_window_new (GtkApplication *application, DlSession *session, GSettings *settings);

/* The one of @application that was used last, whatever windows lie beside it; NULL if it has none.
 */
DlWindow *dl_window_find (GtkApplication *application);
/* Close them all, with those beside them, as a person does: each keeps its size. */
void dl_window_close_all (GtkApplication *application);
/* The same without a question, for a program that is told to end: what cannot be saved gets a file
 * of its own (dl_rescue_text). */
void dl_window_end_all (GtkApplication *application);

/* View of its widgets. */
DlView *dl_window_get_view (DlWindow *self);
/* Open a scenario file, or a figure that carries one; the window tells of errors. */
void dl_window_open_file (DlWindow *self, GFile *file);
/* @files: (n). Of several lessons and hand-ins the first, and it says so. */
void dl_window_open_files (DlWindow *self, GFile *const *files, guint n);

G_END_DECLS

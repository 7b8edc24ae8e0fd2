/* What GTK 4.10 deprecates and GTK 4.8 has nothing else for, in one place. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* The colour of @widget's text. */
void dl_compat_get_color (GtkWidget *widget, GdkRGBA *color);

/* Let the user choose a file; @func gets it, and is not called if they cancel or @owner, a GObject,
 * has gone. */
typedef void (*DlFileFunc) (GFile *file, gpointer owner);

/* @filter (nullable): what is offered first; all files can be chosen, too. */
void dl_compat_open_file (GtkWindow *parent, const char *title, GtkFileFilter *filter,
                          DlFileFunc func, gpointer owner);
/* Let @chooser, of a file to write, begin in the user's documents, or at home if there is no such
 * folder. */
void dl_compat_begin_in_documents (GtkFileChooser *chooser);
/* From the documents on; @name is suggested; what cannot stand in a file name is replaced. */
void dl_compat_save_file (GtkWindow *parent, const char *title, const char *name, DlFileFunc func,
                          gpointer owner);

G_END_DECLS

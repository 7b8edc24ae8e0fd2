/* Files dragged onto a widget from another program. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* @files: (n), one at least. */
typedef void (*DlFileDropped) (GtkWidget *widget, GFile *const *files, guint n);

/* @dropped is called for each drop. */
void dl_file_drop_add (GtkWidget *widget, DlFileDropped dropped);

G_END_DECLS

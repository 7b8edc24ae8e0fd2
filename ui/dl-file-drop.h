/* Files dragged onto a widget from another program. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

typedef void (*DlFileDropped) (GtkWidget *widget, GFile *file);

/* @dropped is called for each file of a drop, in their order, before anything else happens. */
void dl_file_drop_add (GtkWidget *widget, DlFileDropped dropped);

G_END_DECLS

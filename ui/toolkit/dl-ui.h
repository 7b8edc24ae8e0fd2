/* Setup needed once before any widget is made. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Register templates and styles; after gtk_init. */
void dl_ui_init (void);

G_END_DECLS

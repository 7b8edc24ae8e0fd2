/* The choices that the selected packet of the running simulation made by queues: its candidates,
 * and what became of them. Hidden without any. */
#pragma once

#include "dl-view.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

GtkWidget *dl_choice_list_new (DlView *view);

G_END_DECLS

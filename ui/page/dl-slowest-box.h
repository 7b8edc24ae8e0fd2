/* The slowest rank of a program, and where its packets waited longest, found on request: a part of
 * the page of workloads. */
#pragma once

#include "dl-view.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Borrows @view. */
GtkWidget *dl_slowest_box_new (DlView *view);

G_END_DECLS

/* The views in the middle, of all families. */
#pragma once

#include "dl-view.h"

G_BEGIN_DECLS

/* Of the view @id, one of dl_features. */
GtkWidget *dl_family_view_new (const char *id, DlView *view);

G_END_DECLS

/* The slider that moves the cut of an isometric map. */
#pragma once

#include "dl-view.h"

G_BEGIN_DECLS

GtkWidget *dl_cut_scale_new (DlView *view);

G_END_DECLS

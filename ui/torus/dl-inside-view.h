/* A router from inside, stepped by cycle or by grant: the one that is selected. */
#pragma once

#include "dl-inside-contest.h"
#include "dl-pane.h"

G_BEGIN_DECLS

#define DL_TYPE_INSIDE_VIEW (dl_inside_view_get_type ())
G_DECLARE_FINAL_TYPE (DlInsideView, dl_inside_view, DL, INSIDE_VIEW, DlPane)

GtkWidget *dl_inside_view_new (DlView *view);
/* The output or grant that is explained. */
DlInsideLook dl_inside_view_get_look (GtkWidget *inside);

G_END_DECLS

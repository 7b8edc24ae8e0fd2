/* A simulation that is locked: the packets that wait for each other, and a button that shows them
 * in the maps. */
#pragma once

#include "dl-view.h"

G_BEGIN_DECLS

#define DL_TYPE_WAIT_LIST (dl_wait_list_get_type ())
G_DECLARE_FINAL_TYPE (DlWaitList, dl_wait_list, DL, WAIT_LIST, GtkWidget)

/* Not visible unless the view's simulation is locked. */
GtkWidget *dl_wait_list_new (DlView *view);

G_END_DECLS

/* The configuration of networks whose family has no panel of its own: a row for each of its keys,
 * then what all families have. */
#pragma once

#include "dl-view.h"

G_BEGIN_DECLS

GtkWidget *dl_plain_panel_new (DlView *view, const DlFamily *family);
/* The same with a box of settings of its own for the keys of the family. */
GtkWidget *dl_plain_panel_new_with (DlView *view, const DlFamily *family, GtkWidget *own);

G_END_DECLS

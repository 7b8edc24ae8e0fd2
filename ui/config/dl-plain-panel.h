/* The configuration of networks whose family has no panel of its own: a row for each of its keys,
 * then what all families have. */
#pragma once

#include "dl-view.h"

G_BEGIN_DECLS

GtkWidget *dl_plain_panel_new (DlView *view, const DlFamily *family);

G_END_DECLS

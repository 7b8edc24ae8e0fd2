/* A page of evidence: the packets of each rail, by what they cross. */
#pragma once

#include "dl-pane.h"

G_BEGIN_DECLS

GtkWidget *dl_rails_pane_new (DlView *view);

G_END_DECLS

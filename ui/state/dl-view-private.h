/* What dl-view.c and dl-view-describe.c share. */
#pragma once

#include "dl-view.h"

G_BEGIN_DECLS

/* Whether links and nodes of the view are numbered as @network has them. */
gboolean dl_view_is_of (DlView *self, const DlNetwork *network);
/* The latest result, if it is of such a network; or NULL. */
const DlAnalysis *dl_view_analysis (DlView *self);
DlCoord dl_view_coord (DlView *self, guint node);

G_END_DECLS

/* The actions that zoom the map that is shown: zoom-in, zoom-out, zoom-fit. */
#pragma once

#include "dl-shell.h"
#include "dl-zoom-box.h"

G_BEGIN_DECLS

/* @box says how large the map is. */
void dl_zoom_actions_add (DlShell *shell, DlZoomBox *box);

G_END_DECLS

/* What people do to a dragonfly, each as one named step (like dl-session-edits.h). Links, routers
 * and groups are those of the network of dl_session_dragonfly. */
#pragma once

#include "dl-session.h"

G_BEGIN_DECLS

/* The network of the scenario as it is: that of the latest result, or built anew while that lags
 * behind. NULL if the scenario is of a torus. Free with dl_dragonfly_unref. */
DlDragonfly *dl_session_dragonfly (DlSession *self);

G_END_DECLS

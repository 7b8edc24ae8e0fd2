/* What the files of the dragonfly share. */
#pragma once

#include "dl-dragonfly.h"

G_BEGIN_DECLS

guint dl_dragonfly_spec_group_routers (const DlDragonflySpec *spec, guint group);
/* DlDragonflyWire, for groups whose first routers are @group_first (groups + 1). */
GArray *dl_dragonfly_wire (const DlDragonflySpec *spec, guint32 *group_first);

G_END_DECLS

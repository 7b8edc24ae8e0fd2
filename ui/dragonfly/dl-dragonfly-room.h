/* What the window has for a dragonfly, with its action: the state sort-groups. */
#pragma once

#include "dl-family-room.h"

extern const DlFamilyRoom dl_dragonfly_room;

/* The window's dragonfly parts, with their action: the state sort-groups. */
#pragma once

#include "dl-family-room.h"

extern const DlFamilyRoom dl_dragonfly_room;

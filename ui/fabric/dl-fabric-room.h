/* What the window has for a fabric. */
#pragma once

#include "dl-family-room.h"

extern const DlFamilyRoom dl_fabric_room;

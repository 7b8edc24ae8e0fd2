/* The window's fabric parts. */
#pragma once

#include "dl-family-room.h"

extern const DlFamilyRoom dl_fabric_room;

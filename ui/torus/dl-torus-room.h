/* What the window has for a torus. */
#pragma once

#include "dl-family-room.h"

extern const DlFamilyRoom dl_torus_room;

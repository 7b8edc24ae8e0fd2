/* The window's torus parts. */
#pragma once

#include "dl-family-room.h"

extern const DlFamilyRoom dl_torus_room;

/* The other direction around the ring where the shorter one is broken (manual, faults). */
#pragma once

#include "dl-torus-engine.h"

extern const DlTorusEngine dl_engine_ring;

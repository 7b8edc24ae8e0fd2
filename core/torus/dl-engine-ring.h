/* The other way round the ring where the shorter one is broken (manual, faults). */
#pragma once

#include "dl-engine.h"

extern const DlEngine dl_engine_ring;

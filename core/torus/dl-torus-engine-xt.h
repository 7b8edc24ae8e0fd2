/* The Cray XT's routing around faults (VC paper, 2.2.1 to 2.2.4). */
#pragma once

#include "dl-torus-engine.h"

extern const DlTorusEngine dl_engine_xt;
/* The same, following the paper's text to the letter. */
extern const DlTorusEngine dl_engine_xt_literal;

/* Latency against load in a dragonfly: minimal, Valiant and adaptive routing. */
#pragma once

#include "dl-family.h"

G_BEGIN_DECLS

extern const DlFamilyCurve dl_dragonfly_curve;

G_END_DECLS

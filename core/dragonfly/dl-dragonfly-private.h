/* Shared parts of the dragonfly. */
#pragma once

#include "dl-dragonfly.h"

G_BEGIN_DECLS

G_END_DECLS

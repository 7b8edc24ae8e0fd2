/* The command line of networks whose family has no row of its own. */
#pragma once

#include "cli-families.h"

G_BEGIN_DECLS

extern const CliFamily cli_plain;

G_END_DECLS

/* The command line of fabrics. */
#pragma once

#include "cli-families.h"

G_BEGIN_DECLS

CliStatus cli_fabric_counters (Cli *cli, DlCounters *counters, guint top, GError **error);

G_END_DECLS

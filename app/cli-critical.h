/* The search for critical links as commands need it. */
#pragma once

#include "cli-command.h"
#include "dl-evaluate.h"

G_BEGIN_DECLS

/* The critical links of @scenario, with progress where somebody sees it. */
DlCritical *cli_find_critical (Cli *cli, const DlScenario *scenario, GError **error);

G_END_DECLS

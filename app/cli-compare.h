/* Scenarios beside each other, as compare and report take them. */
#pragma once

#include "cli-command.h"
#include "dl-comparison.h"

G_BEGIN_DECLS

/* A row for each combination of the values that --vary gives the scenario called @arg, at most
 * @most of them in all. @n_seeds gets what --seeds says. */
gboolean cli_comparison_add (Cli *cli, DlComparison *comparison, const char *arg, guint most,
                             guint *n_seeds, GError **error);

G_END_DECLS

/* dateline-cli counters: what its parts share. */
#pragma once

#include "cli-command.h"
#include "dl-counters.h"

G_BEGIN_DECLS

/* A torus' counters beside a scenario's analysis, and its simulation if that is asked for. At most
 * @top rows a list. */
CliStatus cli_counters_torus (Cli *cli, const DlCounters *counters, guint top, GError **error);
/* A Cascade's counters or jobs, of the machine whose cabling is in the file @machine_name
 * (nullable). */
CliStatus cli_counters_cascade (Cli *cli, DlCounters *counters, const char *machine_name, guint top,
                                GError **error);
/* What was noted in a file, the first of it. */
void cli_counters_warn (const char *file_name, const GPtrArray *notes, guint n_notes);

G_END_DECLS

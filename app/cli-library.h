/* dateline-cli library: its actions, a file each idea. Each takes its arguments from @cli, the
 * action's own name being the first. */
#pragma once

#include "cli-command.h"
#include "dl-store.h"

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/* For writing, but not made if it is not there. */
DlStore *cli_library_open (Cli *cli, GError **error);
/* "2026-11-22T13:21:04Z" */
char *cli_library_time (gint64 time_us);
/* Members of an object that is begun. */
void cli_library_entry_json (JsonBuilder *builder, const DlStoreEntry *entry);

CliStatus cli_library_list (Cli *cli, GError **error);
/* The scenario, or with --json, --csv or --runs what belongs to it. */
CliStatus cli_library_show (Cli *cli, GError **error);
CliStatus cli_library_show_text (Cli *cli, GError **error);
/* Sweeps and runs of a scenario. */
gboolean cli_library_show_results (Cli *cli, DlStore *store, const DlStoreEntry *entry,
                                   GError **error);
CliStatus cli_library_tag (Cli *cli, GError **error);
CliStatus cli_library_untag (Cli *cli, GError **error);
CliStatus cli_library_note (Cli *cli, GError **error);
CliStatus cli_library_clean (Cli *cli, GError **error);

G_END_DECLS

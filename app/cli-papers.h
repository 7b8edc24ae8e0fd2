/* What the commands that compare with papers and with another program share. */
#pragma once

#include "cli-command.h"
#include "dl-paper-list.h"

G_BEGIN_DECLS

/* @results (DlPaperResult) as JSON, an object with the checks, or as CSV. */
void cli_papers_append_json (Cli *cli, GPtrArray *results);
void cli_papers_append_csv (GString *out, GPtrArray *results);
/* Run @checks (DlPaperCheck); @results (DlPaperResult) come in their order. Ctrl+C leaves those
 * that were finished (cli_interrupt), whose number @how_far says of that of all. FALSE: there is
 * nothing to write. */
gboolean cli_papers_run (Cli *cli, GPtrArray *checks, guint threads, GPtrArray *results,
                         char *(*how_far) (guint n, guint n_all), GError **error);
/* Which of @checks (n_checks) @name may mean; NULL: none is like it. @all: their names, free with
 * g_free. */
const char *cli_papers_nearest (const char *name, const DlPaperCheck *const *checks, guint n_checks,
                                char **all);

G_END_DECLS

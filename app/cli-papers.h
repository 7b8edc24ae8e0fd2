/* What the commands that compare with papers and with another program share. */
#pragma once

#include "cli-command.h"
#include "dl-paper-list.h"

G_BEGIN_DECLS

/* @results (DlPaperResult) as JSON, an object with the checks, or as CSV. */
void cli_papers_append_json (GString *out, GPtrArray *results);
void cli_papers_append_csv (GString *out, GPtrArray *results);
/* A DlPaperListOptions.on_result whose data is a GPtrArray. */
void cli_papers_take (DlPaperResult *result, gpointer results);
/* Those that take the least time come first: put them into the order of @checks (n_checks). */
void cli_papers_sort (GPtrArray *results, const DlPaperCheck *const *checks, guint n_checks);
/* Which of @checks (n_checks) @name may mean; NULL: none is like it. @all: their names, free with
 * g_free. */
const char *cli_papers_nearest (const char *name, const DlPaperCheck *const *checks, guint n_checks,
                                char **all);

G_END_DECLS

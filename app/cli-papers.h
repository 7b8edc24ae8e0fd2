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
/* The check of that name, or the only one whose name begins so; of curves with @is_curve. Else NULL
 * and an error, which says what was probably meant. */
const DlPaperCheck *cli_papers_find (const char *name, gboolean is_curve, GError **error);

G_END_DECLS

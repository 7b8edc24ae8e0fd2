/* The actions that open a study beside the window: sweep, sweep-key, sweep-open, compare,
 * compare-scenario, compare-run and papers. */
#pragma once

#include "dl-shell.h"

G_BEGIN_DECLS

void dl_study_actions_add (DlShell *shell);

/* The actions on figures: export, and show-table, which has the numbers of one. They are of what
 * the window shows, with what its sweeps show. */

void dl_figure_actions_add (DlShell *shell);

/* The actions on reports: report and open-report. */

void dl_report_actions_add (DlShell *shell);

G_END_DECLS

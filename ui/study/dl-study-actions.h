/* The actions that open a study beside the window: sweep, sweep-key, sweep-open, compare,
 * compare-scenario, compare-run and papers. */
#pragma once

#include "dl-shell.h"

G_BEGIN_DECLS

void dl_study_actions_add (DlShell *shell);

G_END_DECLS

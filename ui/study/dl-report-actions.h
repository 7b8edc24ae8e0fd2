/* The actions on reports: report and open-report. */
#pragma once

#include "dl-shell.h"

G_BEGIN_DECLS

void dl_report_actions_add (DlShell *shell);

G_END_DECLS

/* The actions that fill a page of evidence: find-worst (critical cables) and open-counters. */
#pragma once

#include "dl-shell.h"

G_BEGIN_DECLS

void dl_evidence_actions_add (DlShell *shell);
/* Counters of a real machine, on their page. */
void dl_evidence_open_counters (DlShell *shell, GFile *file);

G_END_DECLS

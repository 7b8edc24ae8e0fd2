/* The actions on faults: break, break-direction, break-node, break-random, restore-all, and the
 * state break-tool. */
#pragma once

#include "dl-shell.h"

G_BEGIN_DECLS

void dl_fault_actions_add (DlShell *shell);

G_END_DECLS

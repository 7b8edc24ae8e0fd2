/* The actions on the live simulation: sim-run, sim-step, sim-grant, sim-restart, and the state
 * sim-speed. A simulation that locks is told of, and what waits for what is shown. */
#pragma once

#include "dl-shell.h"

G_BEGIN_DECLS

void dl_simulation_actions_add (DlShell *shell);

G_END_DECLS

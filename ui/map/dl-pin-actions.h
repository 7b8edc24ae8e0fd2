/* The actions on what is pinned as B: pin, pin-before, pin-step, unpin, and the state show-beside.
 */
#pragma once

#include "dl-shell.h"

G_BEGIN_DECLS

void dl_pin_actions_add (DlShell *shell);

G_END_DECLS

/* The actions on a dragonfly: the state sort-groups. */
#pragma once

#include "dl-shell.h"

G_BEGIN_DECLS

void dl_dragonfly_actions_add (DlShell *shell);

G_END_DECLS

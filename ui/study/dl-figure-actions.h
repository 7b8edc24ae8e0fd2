/* The actions on figures: export, and show-table, which has the numbers of one. They are of what
 * the window shows, with what its sweeps show. */
#pragma once

#include "dl-shell.h"

G_BEGIN_DECLS

void dl_figure_actions_add (DlShell *shell);

G_END_DECLS

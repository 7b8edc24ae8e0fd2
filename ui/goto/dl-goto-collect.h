/* What a window has to go to, of the network and the scenario that are open. */
#pragma once

#include "dl-goto-list.h"
#include "dl-shell.h"

G_BEGIN_DECLS

/* Pages, views, settings with a control in @panels, presets, and the actions of menus and keys,
 * with the keys that work around @box and whether they are possible at the moment. */
void dl_goto_collect (GPtrArray *rows, DlShell *shell, GtkStack *panels, GtkWidget *box);

G_END_DECLS

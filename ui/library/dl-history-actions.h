/* The actions on the history: undo, redo, and the state show-history. What a step did is told, with
 * a button to take it back. */
#pragma once

#include "dl-history-bar.h"
#include "dl-shell.h"

G_BEGIN_DECLS

/* @bar is hidden until it is asked for. */
void dl_history_actions_add (DlShell *shell, DlHistoryBar *bar);

G_END_DECLS

/* Actions of going anywhere:
 *   win.go-to                       the keyboard to the box
 *   win.go-to-place (string text)   select what the text names in every view; a place that is not
 *                                   a link is what the table of links lists
 *   win.go-to-setting (string key)  the keyboard to the control of a key, "torus.radix" */
#pragma once

#include "dl-goto-box.h"

G_BEGIN_DECLS

void dl_goto_actions_add (DlShell *shell, DlGotoBox *box, GtkStack *panels);

G_END_DECLS

/* The box to go anywhere: an entry, and under it what the words lead to. */
#pragma once

#include "dl-goto-list.h"
#include "dl-shell.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define DL_TYPE_GOTO_BOX (dl_goto_box_get_type ())
G_DECLARE_FINAL_TYPE (DlGotoBox, dl_goto_box, DL, GOTO_BOX, GtkWidget)

/* A line of the list under the box: what it leads to, of which kind that is, and its key. */

#define DL_TYPE_GOTO_LINE (dl_goto_line_get_type ())
G_DECLARE_FINAL_TYPE (DlGotoLine, dl_goto_line, DL, GOTO_LINE, GtkListBoxRow)

/* Actions of going anywhere:
 *   win.go-to                       the keyboard to the box
 *   win.go-to-place (string text)   select what the text names in every view; a place that is not
 *                                   a link is what the table of links lists
 *   win.go-to-setting (string key)  the keyboard to the control of a key, "torus.radix" */

void dl_goto_actions_add (DlShell *shell, DlGotoBox *box, GtkStack *panels);

G_END_DECLS

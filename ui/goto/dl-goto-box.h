/* The box to go anywhere: an entry, and under it what the words lead to. */
#pragma once

#include "dl-shell.h"

G_BEGIN_DECLS

#define DL_TYPE_GOTO_BOX (dl_goto_box_get_type ())
G_DECLARE_FINAL_TYPE (DlGotoBox, dl_goto_box, DL, GOTO_BOX, GtkWidget)

/* Once: the window that it is of, and the stack of panels that have the controls of settings. */
void dl_goto_box_set_shell (DlGotoBox *self, DlShell *shell, GtkStack *panels);
/* The keyboard to it, with all of its text selected. */
void dl_goto_box_focus (DlGotoBox *self);

G_END_DECLS

/* The actions for a class, all of them states: fullscreen, presenter, laser, freeze and black.
 * Presenting has an arrangement of its own, which is taken up again, with its lesson. */
#pragma once

#include "dl-shell.h"

G_BEGIN_DECLS

/* After those of lessons. */
void dl_presenter_actions_add (DlShell *shell);

G_END_DECLS

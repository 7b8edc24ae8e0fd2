/* Toy networks, one click away, and back to exactly the scenario that was left: the actions toy,
 * toy-back, toy-toggle and toy-keep. */
#pragma once

#include "dl-banner.h"
#include "dl-shell.h"

G_BEGIN_DECLS

/* @menu gets an entry for each toy; @banner says that one is shown, and leads back. */
void dl_toy_actions_add (DlShell *shell, GMenu *menu, DlBanner *banner);
/* Is a toy shown, for a while only? */
gboolean dl_toy_is_shown (DlShell *shell);
/* The network of a lesson is not a toy: the lesson says how to go back. */
void dl_toy_set_in_lesson (DlShell *shell, gboolean in_lesson);

G_END_DECLS

/* The actions of each family of networks. */
#pragma once

#include "dl-shell.h"
#include "dl-verdict-banner.h"

G_BEGIN_DECLS

/* @banner says what is wrong with routes, and offers some of the actions. */
void dl_family_actions_add (DlShell *shell, DlVerdictBanner *banner);
/* An edit's @effect is known. TRUE if a family's action made the edit and says itself what it did.
 */
gboolean dl_family_actions_announce (DlShell *shell, const char *effect);

G_END_DECLS

#include "dl-family-actions.h"

#include "dl-dragonfly-actions.h"
#include "dl-torus-actions.h"

void
dl_family_actions_add (DlShell *shell, DlVerdictBanner *banner)
{
  dl_torus_actions_add (shell, banner);
  dl_dragonfly_actions_add (shell);
}

gboolean
dl_family_actions_announce (DlShell *shell, const char *effect)
{
  return dl_torus_actions_announce (shell, effect);
}

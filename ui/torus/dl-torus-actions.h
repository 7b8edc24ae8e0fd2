/* The actions on a torus: what to do about a deadlock (datelines-on, datelines-past-faults,
 * cancel-search, try-engine), the searches for better settings (find-datelines, optimize-vc), and
 * the state slice. */
#pragma once

#include "dl-shell.h"
#include "dl-verdict-pane.h"

G_BEGIN_DECLS

/* All three datelines: at the last node of each dimension, or none; one step. */
void dl_torus_set_datelines (DlSession *session, gboolean on);
/* @banner shows how far the search for datelines has come. */
void dl_torus_actions_add (DlShell *shell, DlVerdictBanner *banner);
/* An edit's @effect is known: was it that of datelines that do not serve every pair? Then it is
 * said with what remains. */
gboolean dl_torus_actions_announce (DlShell *shell, const char *effect);

G_END_DECLS

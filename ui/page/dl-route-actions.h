/* The actions on routes and on the cycle of the verdict: route-from, route-to, explain-route,
 * path-next, path-previous, hide-path and show-cycle. What is shown comes with its page. */
#pragma once

#include "dl-shell.h"

G_BEGIN_DECLS

void dl_route_actions_add (DlShell *shell);

G_END_DECLS

/* A state of a session's history as a scenario of its own. */
#pragma once

#include "dl-session.h"

G_BEGIN_DECLS

/* Add the state at @position of the history (one beyond it is its end) to the library, as a new
 * scenario without history: "NAME (step 12)". What is open stays open. "branched" when it is
 * there, "failed" if it cannot be. */
void dl_session_branch (DlSession *self, guint position);

G_END_DECLS

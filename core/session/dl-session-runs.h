/* What runs of the library simulated, opened or pinned. */
#pragma once

#include "dl-session.h"

G_BEGIN_DECLS

/* Open the scenario of run @id as a new one, "NAME (WHAT)"; @what says how it differs. "failed" if
 * it cannot be read. */
void dl_session_open_run (DlSession *self, gint64 id, const char *what);
/* Pin it as B, with the same name; what is open stays. */
void dl_session_pin_run (DlSession *self, gint64 id, const char *what);

G_END_DECLS

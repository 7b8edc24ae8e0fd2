/* What runs of the library simulated, opened or pinned. */
#pragma once

#include "dl-session.h"
#include "dl-store-runs.h"

G_BEGIN_DECLS

/* Open what @run simulated as a new scenario, "NAME (WHAT)", with the run's seed; @what says how it
 * differs. "run-opened" follows if it was simulated, "failed" if it cannot be read. */
void dl_session_open_run (DlSession *self, const DlStoreRun *run, const char *what);
/* Pin it as B, with the same name; what is open stays. */
void dl_session_pin_run (DlSession *self, const DlStoreRun *run, const char *what);
/* What the scenario of a run is called: "NAME (WHAT)", "NAME (run)" if that is too long, @name if
 * @what is empty. Free with g_free. */
char *dl_leg_name (const char *name, const char *what);

G_END_DECLS

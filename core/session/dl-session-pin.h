/* Which states a session pins as B: the one that is there, an earlier or later one of its history,
 * any scenario of the library or elsewhere. */
#pragma once

#include "dl-live.h"
#include "dl-pin.h"

G_BEGIN_DECLS

/* The current state, with @picture (nullable) of what is simulated and what @critical (nullable,
 * its own) found of it: at once if its result is there, else when it is. */
void dl_session_pin_now (DlSession *self, const DlLivePicture *picture, DlCritical *critical);
/* Its state before step @position of the history, or after the last one. */
void dl_session_pin_step (DlSession *self, guint position);
/* Which state that is, in words: "XT3 11x12x16, after “Broke the cable X+ of (3,4,5)”". Free with
 * g_free. */
char *dl_session_name_step (DlSession *self, guint position);
/* What is compared with until a state is pinned, in words: "intact", the scenario without its
 * faults; "the initial state" of one that has none but was changed; NULL if nothing differs. */
const char *dl_session_base_name (DlSession *self);
/* Pin that; FALSE if nothing differs. */
gboolean dl_session_pin_base (DlSession *self);
/* A scenario of the library. "failed" if that cannot be read. */
void dl_session_pin_stored (DlSession *self, gint64 id);
/* Any scenario; @label says what it is. "failed" if it cannot be evaluated. */
void dl_session_pin_scenario (DlSession *self, const DlScenario *scenario, const char *label);

G_END_DECLS

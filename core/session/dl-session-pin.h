/* States that a session pins as B: the current one, an earlier or later one of its history, any
 * scenario of the library or elsewhere. */
#pragma once

#include "dl-live.h"
#include "dl-pin.h"

G_BEGIN_DECLS

/* Pin the current state, with @picture (nullable) of its simulation and @critical (nullable, its
 * own): at once if its result is there, else when it is. */
void dl_session_pin_now (DlSession *self, const DlLivePicture *picture, DlCritical *critical);
/* Pin the scenario's state before step @position of the history, or after the last one. */
void dl_session_pin_step (DlSession *self, guint position);
/* That state in words: "XT3 11x12x16, after “Broke the cable X+ of (3,4,5)”". Free with g_free. */
char *dl_session_name_step (DlSession *self, guint position);
/* Name of the state that is compared with until one is pinned: "intact", the scenario without its
 * faults; "the initial state" of one that has none but was changed; NULL if nothing differs. */
const char *dl_session_base_name (DlSession *self);
/* Pin that; FALSE if nothing differs. */
gboolean dl_session_pin_base (DlSession *self);
/* A scenario of the library. "failed" if that cannot be read. */
void dl_session_pin_stored (DlSession *self, gint64 id);
/* A line of a run: its scenario at its cycle, once it is evaluated. Then its values go where those
 * of DlLive's B are: the pin at hand becomes one of @picture, which only the picture of A that
 * comes with it tells of. */
void dl_session_pin_line (DlSession *self, const DlScenario *scenario, const char *label);
void dl_session_move_pin (DlSession *self, const char *label, const DlLivePicture *picture);
/* Any scenario; @label says what it is. "failed" if it cannot be evaluated. */
void dl_session_pin_scenario (DlSession *self, const DlScenario *scenario, const char *label);

G_END_DECLS

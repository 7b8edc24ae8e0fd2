/* A session leaves its scenario for a while and comes back to it: a toy network, tried and thrown
 * away. */
#pragma once

#include "dl-session.h"

G_BEGIN_DECLS

/* @scenario, taken, takes the place of what is open, with a history of its own; it is kept nowhere.
 * What was open waits with its history, and goes on being saved: it is "left-name". From one visit
 * to the next it is still the same that waits. Opening another scenario for good ends the visit,
 * unless what waits is in no library, or could not be saved. */
void dl_session_visit (DlSession *self, DlScenario *scenario);
/* Back to what was left, as it was, its result with it; nothing if nothing was left. What was
 * visited is gone. */
void dl_session_return (DlSession *self);
/* What waits; NULL if nothing does. */
const DlScenario *dl_session_get_left (DlSession *self);

G_END_DECLS

/* The time of the simulation, a row under the map: throughput and latency as small lines, marks for
 * what happened, and the cycle that is shown, which can be moved. All families and views have it.
 */
#pragma once

#include "dl-shell.h"

G_BEGIN_DECLS

#define DL_TYPE_TIMELINE (dl_timeline_get_type ())
G_DECLARE_FINAL_TYPE (DlTimeline, dl_timeline, DL, TIMELINE, GtkWidget)

/* The actions on the time of the live simulation: time-step(int), time-epoch(int), time-end,
 * time-left, time-lock, time-delivery, time-change, time-change-at(uint64), packet-journey,
 * time-drop-line(uint), time-drop-lines, time-name-line, save-recording, and the states
 * time-play-back, time-line, time-compare and show-timeline. */
void dl_timeline_actions_add (DlShell *shell, DlTimeline *timeline);

G_END_DECLS

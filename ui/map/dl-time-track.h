/* The line of time in the timeline: throughput and latency of all lines of a run, marks for what
 * happened, and the cycle that is shown, which can be moved. */
#pragma once

#include "dl-live.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* The line of time: an arrow key goes a cycle, with Ctrl an epoch of the age clock, Page Up and
 * Page Down a tenth of all, Home and End to the ends. */
#define DL_TYPE_TIME_TRACK (dl_time_track_get_type ())
G_DECLARE_FINAL_TYPE (DlTimeTrack, dl_time_track, DL, TIME_TRACK, GtkWidget)

/* @live: nullable. */
void dl_time_track_set_live (DlTimeTrack *self, DlLive *live);
/* Where @cycle is, from the left, and the other way round. */
double dl_time_track_x (DlTimeTrack *self, guint64 cycle);
guint64 dl_time_track_cycle (DlTimeTrack *self, double x);

/* In words: "Cycle 12,400 of 20,000". Free with g_free. */
char *dl_time_cycle_text (guint64 cycle, guint64 seen);
/* "X+ of (3,2,4) changes most"; and by how much: "Used 12% in the 200 cycles before cycle 8,000,
 * 97% in the 200 after". Free with g_free. */
char *dl_time_change_title (const DlFamily *family, gconstpointer shape,
                            const DlTapeChange *change);
char *dl_time_change_text (const DlTapeChange *change);
/* The line that is compared with; NULL: none. Until the next story. */
const DlLiveLine *dl_time_line_b (DlLive *live);

G_END_DECLS

/* Keeps the lines of a live run in the library, as recordings (dl-store-recordings.h), while they
 * are simulated: each edit at once, the last cycle about every second. Nothing waits for it; failed
 * writes are tried again, and the run continues. Private to DlLive. */
#pragma once

#include "dl-live.h"

G_BEGIN_DECLS

typedef struct _DlLiveKeeper DlLiveKeeper;

/* A keeper for a run of the session's scenario; it keeps nothing if the library does not have the
 * scenario. @changed is called when more of the shown line is kept, or the problem is different. */
DlLiveKeeper *dl_live_keeper_new (DlSession *session, void (*changed) (gpointer data),
                                  gpointer data);
/* Writes the lines known so far. NULL-safe. */
void dl_live_keeper_free (DlLiveKeeper *keeper);

/* The next line that comes with the edits and the end of @kept continues that row. */
void dl_live_keeper_resume (DlLiveKeeper *keeper, const DlStoreRecording *kept);
/* All lines (DlLiveLine) as they are; removed lines stay in the library. */
void dl_live_keeper_take_lines (DlLiveKeeper *keeper, GArray *lines);
/* Line @id has come to @cycle, with the edits that it was last taken with. */
void dl_live_keeper_take_end (DlLiveKeeper *keeper, guint id, guint64 cycle);

/* Up to which cycle and edit the shown line is in the library, durably. */
guint64 dl_live_keeper_get_kept (const DlLiveKeeper *keeper, guint *n_edits);
/* The cycle from which on the run is not kept, and the reason; NULL: it is kept. */
const char *dl_live_keeper_get_problem (const DlLiveKeeper *keeper);
/* Is one of the lines recording @id? */
gboolean dl_live_keeper_has (const DlLiveKeeper *keeper, gint64 id);

G_END_DECLS

/* Recordings as the library keeps them (dl-store-recordings.h). */
#pragma once

#include "dl-recording.h"
#include "dl-store-recordings.h"

G_BEGIN_DECLS

/* Recording from edit @from on; with @from 0 also the scenario that it began with, as for a new
 * row. Unref with dl_store_recording_unref. */
DlStoreRecording *dl_recording_to_store (const DlRecording *recording, gint64 scenario_id,
                                         guint from);
/* The recording that is kept as @kept, with its text and edits; @name: of its scenario, for
 * messages. Errors: those of dl_scenario_parse; DL_STORE_ERROR_DAMAGED for edits that do not fit.
 */
DlRecording *dl_recording_from_store (const DlStoreRecording *kept, const char *name,
                                      GError **error);

/* Edits in words: "Load 0.4, and 2 more edits"; "" for none. Free with g_free. */
char *dl_recording_kept_text (const DlStoreRecording *kept);

G_END_DECLS

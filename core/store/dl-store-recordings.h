/* Recordings in the library: runs of a scenario while it was edited, which can be had again by
 * simulating them again. A recording grows at its end: an edit is appended, its last cycle rises.
 * What a run is, is not the store's affair: it keeps texts and numbers. */
#pragma once

#include "dl-store.h"

G_BEGIN_DECLS

/* Recordings kept per scenario: the one that was written last, then those with edits, then the
 * others, of each kind the last written first. */
#define DL_STORE_MOST_RECORDINGS 8

typedef struct
{
  guint64 cycle; /* it was made when so many had run */
  char *label;
  char *edits; /* dl_edits_to_text */
} DlStoreRecordedEdit;

typedef struct
{
  DlShared shared;
  gint64 id; /* 0: not stored yet */
  gint64 scenario_id;
  guint results;     /* of the simulator that it was made with */
  guint64 end;       /* the last cycle */
  guint n_edits;     /* all of them */
  gint64 begun_us;   /* 0 before it is stored: now */
  gint64 changed_us; /* likewise */
  char *text;        /* the scenario in cycle 0, as a file; NULL in lists */
  char *label;       /* of the first edit; NULL: there is none, and where @edits are */
  GArray *edits;     /* DlStoreRecordedEdit; empty in lists */
} DlStoreRecording;

DlStoreRecording *dl_store_recording_new (gint64 scenario_id, guint results, const char *text);
DL_SHARED (DlStoreRecording, dl_store_recording)
/* Adds it to @edits, which is not counted in n_edits. */
void dl_store_recording_add (DlStoreRecording *recording, guint64 cycle, const char *label,
                             const char *edits);

/* A scenario's recordings, the last written first. GPtrArray of DlStoreRecording. */
GPtrArray *dl_store_list_recordings (DlStore *store, gint64 scenario_id, GError **error);
/* Load a recording with its text and its edits. NOT_FOUND. */
DlStoreRecording *dl_store_load_recording (DlStore *store, gint64 id, GError **error);

/* One transaction, durable when it returns TRUE. @recording->edits are those from edit @from on,
 * n_edits of them with those before. With an id, that recording gets them and the end, which does
 * not fall; if it is not there any more, or another program has added edits to it, nothing is
 * written and @id is 0: then it is to be stored as a new one. Without an id it is one, and @from is
 * 0; @id gets its number. Those above the limit are deleted. NOT_FOUND: the scenario. */
gboolean dl_store_keep_recording (DlStore *store, const DlStoreRecording *recording, guint from,
                                  gint64 *id, GError **error);

G_END_DECLS

/* The last run of the session's scenario, as the library has it. Private to DlLive. */
#pragma once

#include "dl-live.h"

G_BEGIN_DECLS

typedef struct _DlLiveLast DlLiveLast;

/* @changed: there is another one, or none. @read: it was read, to be simulated again. */
typedef struct
{
  void (*changed) (gpointer data);
  void (*read) (const DlRecording *recording, const DlStoreRecording *kept, gpointer data);
} DlLiveLastFuncs;

DlLiveLast *dl_live_last_new (DlSession *session, DlLiveLastFuncs funcs, gpointer data);
/* NULL-safe; nothing is called any more. */
void dl_live_last_free (DlLiveLast *last);

/* Another scenario is open: ask the library for its last run. */
void dl_live_last_look (DlLiveLast *last);
/* Drop the last run: it is the current one now. */
void dl_live_last_drop (DlLiveLast *last);
/* The last run as lists have it; NULL: there is none. */
const DlStoreRecording *dl_live_last_get (const DlLiveLast *last);
/* Read it; the session's "failed" if that cannot be. */
void dl_live_last_read (DlLiveLast *last);

G_END_DECLS

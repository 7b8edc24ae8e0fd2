#include "dl-live-last.h"

#include "dl-recording-store.h"
#include "dl-session-private.h"

struct _DlLiveLast
{
  gatomicrefcount refs; /* the owner's, and one of each question */
  DlSession *session;
  DlLiveLastFuncs funcs;
  gpointer data;
  DlStoreRecording *recording; /* nullable */
  GCancellable *asking;        /* nullable */
};

static void
last_unref (DlLiveLast *self)
{
  if (!g_atomic_ref_count_dec (&self->refs))
    return;
  dl_store_recording_unref (self->recording);
  g_clear_object (&self->asking);
  g_object_unref (self->session);
  g_free (self);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlLiveLast, last_unref)

static void
set (DlLiveLast *self, const DlStoreRecording *recording)
{
  if (self->recording == recording)
    return;
  dl_store_recording_unref (self->recording);
  self->recording = dl_store_recording_ref (recording);
  self->funcs.changed (self->data);
}

/* One question at a time: the one before is not answered any more. */
static void
ask (DlLiveLast *self, DlStoreOperation operation, gint64 id, GAsyncReadyCallback callback)
{
  DlStoreThread *thread = dl_session_get_store (self->session);

  g_cancellable_cancel (self->asking);
  g_clear_object (&self->asking);
  if (thread == NULL || id == 0)
    return;
  self->asking = g_cancellable_new ();
  g_atomic_ref_count_inc (&self->refs);
  dl_store_call_async (thread, operation, (DlStoreArgs) { .id = id }, self->asking, callback, self);
}

static void
on_found (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (DlLiveLast) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (DlStoreAnswer) answer = dl_store_call_finish (result, &error);

  /* A library that cannot be read has said so already. */
  if (answer != NULL && answer->recordings->len > 0)
    set (self, answer->recordings->pdata[0]);
}

static void
on_read (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (DlLiveLast) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (DlStoreAnswer) answer = dl_store_call_finish (result, &error);
  g_autoptr (DlRecording) recording = NULL;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  if (answer != NULL)
    recording = dl_recording_from_store (answer->recording,
                                         dl_session_get_scenario (self->session)->name, &error);
  if (recording != NULL)
    self->funcs.read (recording, answer->recording, self->data);
  else
    dl_session_fail (self->session, error->message);
}

DlLiveLast *
dl_live_last_new (DlSession *session, DlLiveLastFuncs funcs, gpointer data)
{
  DlLiveLast *self = g_new0 (DlLiveLast, 1);

  g_atomic_ref_count_init (&self->refs);
  self->session = g_object_ref (session);
  self->funcs = funcs;
  self->data = data;
  return self;
}

void
dl_live_last_free (DlLiveLast *self)
{
  if (self == NULL)
    return;
  g_cancellable_cancel (self->asking);
  last_unref (self);
}

void
dl_live_last_look (DlLiveLast *self)
{
  set (self, NULL);
  ask (self, DL_STORE_LIST_RECORDINGS, dl_session_get_scenario_id (self->session), on_found);
}

void
dl_live_last_drop (DlLiveLast *self)
{
  set (self, NULL);
}

const DlStoreRecording *
dl_live_last_get (const DlLiveLast *self)
{
  return self->recording;
}

void
dl_live_last_read (DlLiveLast *self)
{
  if (self->recording != NULL)
    ask (self, DL_STORE_LOAD_RECORDING, self->recording->id, on_read);
}

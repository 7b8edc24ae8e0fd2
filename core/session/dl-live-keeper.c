#include "dl-live-keeper.h"

#include "dl-recording-store.h"

#include <glib/gi18n-lib.h>

/* Between two writes of a line of which only the last cycle is another; and before the first one of
 * a line without edits, so that a short run leaves nothing. */
#define END_MS 1000
/* Before what could not be written is tried again. */
#define AGAIN_MS 10000

/* A recording of the library, as the last write left it. The library's thread's while one is on its
 * way. */
typedef struct
{
  DlShared shared;
  gint64 id; /* 0: none yet */
  guint n_edits;
} Row;

DL_SHARED (Row, row)

/* A line, and what of it is in the library. */
typedef struct
{
  guint id;
  Row *row;
  gint64 row_id;          /* its, when nothing was on its way */
  DlRecording *recording; /* as last taken, but for its end: */
  guint64 end;
  guint64 end_kept;
  guint n_kept; /* edits */
  gint64 due_us;
  gboolean writing;
} Kept;

struct _DlLiveKeeper
{
  gatomicrefcount refs; /* the owner's, and one of each write */
  DlSession *session;
  gint64 scenario_id; /* 0: nothing is kept */
  void (*changed) (gpointer data);
  gpointer data;
  GPtrArray *lines;          /* Kept */
  guint shown;               /* id of the line that is */
  DlStoreRecording *resumed; /* nullable */
  guint timeout;
  char *problem;
  gboolean closed;
};

static void keep (DlLiveKeeper *self);

static void
kept_free (gpointer data)
{
  Kept *line = data;

  row_unref (line->row);
  dl_recording_free (line->recording);
  g_free (line);
}

static void
keeper_unref (DlLiveKeeper *self)
{
  if (!g_atomic_ref_count_dec (&self->refs))
    return;
  g_ptr_array_unref (self->lines);
  dl_store_recording_unref (self->resumed);
  g_object_unref (self->session);
  g_free (self->problem);
  g_free (self);
}

static Kept *
find (const DlLiveKeeper *self, guint id)
{
  for (guint i = 0; i < self->lines->len; i++)
    if (((Kept *) self->lines->pdata[i])->id == id)
      return self->lines->pdata[i];
  return NULL;
}

static void
tell (DlLiveKeeper *self)
{
  if (!self->closed)
    self->changed (self->data);
}

static void
set_problem (DlLiveKeeper *self, const Kept *line, const GError *error)
{
  if ((error == NULL) == (self->problem == NULL)) /* it is told from the first cycle that fails */
    return;
  g_free (self->problem);
  self->problem
      = error != NULL
            /* Translators: a clock cycle, and why nothing can be written */
            ? g_strdup_printf (_ ("This run is not kept in the library from cycle %'lu on: %s"),
                               (gulong) line->end_kept, error->message)
            : NULL;
}

/* Writing -------------------------------------------------------------------------------------- */

/* A write on its way, to the library's thread and back. */
typedef struct
{
  Row *row;
  DlStoreRecording *recording; /* from edit @from on */
  guint from;
} Write;

typedef struct
{
  DlLiveKeeper *keeper;
  guint line;
  guint n_edits;
  guint64 end;
} Written;

static void
write_free (gpointer data)
{
  Write *write = data;

  row_unref (write->row);
  dl_store_recording_unref (write->recording);
  g_free (write);
}

/* One before it may have written some of the edits. */
static gboolean
write_recording (DlStore *store, gpointer data, GError **error)
{
  const Write *write = data;
  const guint from = write->row->id != 0 ? MAX (write->row->n_edits, write->from) : write->from;
  gint64 id;

  if (write->row->id == 0 && from > 0)
    return TRUE; /* it was gone, and its line is, too */
  g_array_remove_range (write->recording->edits, 0, from - write->from);
  write->recording->id = write->row->id;
  if (!dl_store_keep_recording (store, write->recording, from, &id, error))
    return FALSE;
  /* A row that is gone, or another program's by now, is replaced by a new one. */
  write->row->id = id;
  write->row->n_edits = id != 0 ? write->recording->n_edits : 0;
  return TRUE;
}

static gboolean
has_edits (const Kept *line)
{
  return line->recording->edits->len > line->n_kept;
}

/* A run without edits that has not begun is nothing to be kept. */
static gboolean
is_wanted (const Kept *line)
{
  return has_edits (line) || line->end > line->end_kept;
}

static void
on_kept (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autofree Written *written = user_data;
  DlLiveKeeper *self = written->keeper;
  g_autoptr (GError) error = NULL;
  Kept *line = self->closed ? NULL : find (self, written->line);

  dl_store_thread_finish (result, &error);
  if (line != NULL)
    {
      const gboolean gone = error == NULL && line->row->id == 0;

      line->writing = FALSE;
      line->due_us
          = gone ? 0 : g_get_monotonic_time () + (error != NULL ? AGAIN_MS : END_MS) * 1000;
      set_problem (self, line, error);
      if (error == NULL)
        {
          line->row_id = line->row->id;
          line->n_kept = gone ? 0 : written->n_edits;
          line->end_kept = gone ? 0 : written->end;
        }
      tell (self);
      keep (self);
    }
  keeper_unref (self);
}

static void
begin_write (DlLiveKeeper *self, Kept *line, DlStoreThread *thread)
{
  Write *write = g_new (Write, 1);
  Written *written = g_new (Written, 1);

  *write = (Write) { row_ref (line->row),
                     dl_recording_to_store (line->recording, self->scenario_id, line->n_kept),
                     line->n_kept };
  write->recording->end = line->end;
  *written = (Written) { self, line->id, write->recording->n_edits, line->end };
  g_atomic_ref_count_inc (&self->refs);
  line->writing = TRUE;
  dl_store_thread_run_async (thread, write_recording, write, write_free, NULL, on_kept, written);
}

static gboolean
on_due (gpointer user_data)
{
  DlLiveKeeper *self = user_data;

  self->timeout = 0;
  keep (self);
  return G_SOURCE_REMOVE;
}

/* More edits than a recording may have: it could not be read. */
static gboolean
is_too_long (DlLiveKeeper *self, const Kept *line)
{
  g_autoptr (GError) error = NULL;

  if (line->recording->edits->len <= DL_RECORDING_MAX_EDITS)
    return FALSE;
  if (self->problem == NULL)
    {
      error = g_error_new (DL_STORE_ERROR, DL_STORE_ERROR_VALUE,
                           _ ("A recording has at most %d edits."), DL_RECORDING_MAX_EDITS);
      set_problem (self, line, error);
      tell (self);
    }
  return TRUE;
}

/* Write the due lines, and schedule the others. */
static void
keep (DlLiveKeeper *self)
{
  DlStoreThread *thread = dl_session_get_store (self->session);
  const gint64 now = g_get_monotonic_time ();
  gint64 next = G_MAXINT64;

  g_clear_handle_id (&self->timeout, g_source_remove);
  if (self->scenario_id == 0 || thread == NULL)
    return;
  for (guint i = 0; i < self->lines->len; i++)
    {
      Kept *line = self->lines->pdata[i];

      if (is_too_long (self, line))
        continue;
      if ((line->writing && !self->closed) || !is_wanted (line))
        continue;
      if (self->closed || line->due_us <= now || (has_edits (line) && self->problem == NULL))
        begin_write (self, line, thread);
      else
        next = MIN (next, line->due_us);
    }
  if (next != G_MAXINT64)
    self->timeout = g_timeout_add ((guint) ((next - now) / 1000) + 1, on_due, self);
}

/* Taking --------------------------------------------------------------------------------------- */

static Kept *
add (DlLiveKeeper *self, const DlLiveLine *line)
{
  const DlStoreRecording *resumed = self->resumed;
  Kept *kept = g_new0 (Kept, 1);

  kept->id = line->id;
  kept->row = g_new0 (Row, 1);
  dl_shared_init (&kept->row->shared, g_free);
  kept->due_us = g_get_monotonic_time () + END_MS * 1000;
  g_ptr_array_add (self->lines, kept);
  if (resumed == NULL || line->recording->edits->len != resumed->n_edits
      || line->recording->end != resumed->end)
    return kept;
  kept->row->id = kept->row_id = resumed->id;
  kept->row->n_edits = resumed->n_edits;
  kept->n_kept = resumed->n_edits;
  kept->end_kept = resumed->end;
  g_clear_pointer (&self->resumed, dl_store_recording_unref);
  return kept;
}

static gboolean
is_among (GArray *lines, guint id)
{
  for (guint i = 0; i < lines->len; i++)
    if (g_array_index (lines, DlLiveLine, i).id == id)
      return TRUE;
  return FALSE;
}

void
dl_live_keeper_take_lines (DlLiveKeeper *self, GArray *lines)
{
  if (self->scenario_id == 0)
    return;
  for (guint i = self->lines->len; i > 0; i--)
    {
      Kept *kept = self->lines->pdata[i - 1];

      if (is_among (lines, kept->id))
        continue;
      if (is_wanted (kept) && (has_edits (kept) || kept->end_kept > 0)
          && dl_session_get_store (self->session) != NULL)
        begin_write (self, kept, dl_session_get_store (self->session));
      g_ptr_array_remove_index (self->lines, i - 1);
    }
  for (guint i = 0; i < lines->len; i++)
    {
      const DlLiveLine *line = &g_array_index (lines, DlLiveLine, i);
      Kept *kept = find (self, line->id);

      if (kept == NULL)
        kept = add (self, line);
      if (kept->recording == NULL || kept->recording->edits->len != line->recording->edits->len)
        {
          if (kept->recording != NULL)
            kept->due_us = 0; /* an edit is not put off, whatever failed before */
          dl_recording_free (kept->recording);
          kept->recording = dl_recording_copy (line->recording);
        }
      kept->end = MAX (kept->end, line->end);
      if (line->is_shown)
        self->shown = line->id;
    }
  keep (self);
}

void
dl_live_keeper_take_end (DlLiveKeeper *self, guint id, guint64 cycle)
{
  Kept *line = find (self, id);

  if (line == NULL || cycle <= line->end)
    return;
  line->end = cycle;
  if (self->timeout == 0)
    keep (self);
}

void
dl_live_keeper_resume (DlLiveKeeper *self, const DlStoreRecording *kept)
{
  g_clear_pointer (&self->resumed, dl_store_recording_unref);
  self->resumed = dl_store_recording_ref (kept);
}

guint64
dl_live_keeper_get_kept (const DlLiveKeeper *self, guint *n_edits)
{
  const Kept *line = find (self, self->shown);

  if (n_edits != NULL)
    *n_edits = line != NULL ? line->n_kept : 0;
  return line != NULL ? line->end_kept : 0;
}

const char *
dl_live_keeper_get_problem (const DlLiveKeeper *self)
{
  return self->problem;
}

gboolean
dl_live_keeper_has (const DlLiveKeeper *self, gint64 id)
{
  for (guint i = 0; i < self->lines->len; i++)
    if (((Kept *) self->lines->pdata[i])->row_id == id)
      return TRUE;
  return FALSE;
}

DlLiveKeeper *
dl_live_keeper_new (DlSession *session, void (*changed) (gpointer data), gpointer data)
{
  DlLiveKeeper *self = g_new0 (DlLiveKeeper, 1);

  g_atomic_ref_count_init (&self->refs);
  self->session = g_object_ref (session);
  self->scenario_id = dl_session_get_scenario_id (session);
  self->changed = changed;
  self->data = data;
  self->lines = g_ptr_array_new_with_free_func (kept_free);
  return self;
}

void
dl_live_keeper_free (DlLiveKeeper *self)
{
  if (self == NULL)
    return;
  self->closed = TRUE;
  keep (self);
  g_clear_handle_id (&self->timeout, g_source_remove);
  keeper_unref (self);
}

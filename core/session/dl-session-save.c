/* What is done goes into the library. */
#include "dl-session-private.h"

#include <glib/gi18n-lib.h>

DlSaveState
dl_session_get_save_state (DlSession *self)
{
  if (self->save_message != NULL)
    return DL_SAVE_FAILED;
  if (self->scenario_id == 0)
    return DL_SAVE_NOWHERE;
  return self->n_writing > 0 ? DL_SAVE_PENDING : DL_SAVE_DONE;
}

void
dl_session_set_save_message (DlSession *self, const char *message)
{
  if (g_strcmp0 (self->save_message, message) != 0)
    {
      g_free (self->save_message);
      self->save_message = g_strdup (message);
      g_object_notify (G_OBJECT (self), "save-message");
    }
  g_object_notify (G_OBJECT (self), "save-state");
}

typedef struct
{
  DlSession *session;
  gint64 scenario_id;
} Writing;

static void
on_written (GObject *source, GAsyncResult *async_result, gpointer user_data)
{
  g_autofree Writing *writing = user_data;
  g_autoptr (DlSession) self = writing->session;
  g_autoptr (GError) error = NULL;

  dl_store_thread_finish (async_result, &error);
  if (writing->scenario_id != self->scenario_id)
    {
      /* Another scenario is open by now; what became of this one must be told all the same. */
      if (error != NULL && self->left != NULL && self->left->scenario_id == writing->scenario_id)
        self->left->saved = FALSE;
      if (error != NULL)
        dl_session_fail (self, error->message);
      return;
    }
  if (self->n_writing > 0) /* it may have been left meanwhile */
    self->n_writing--;
  if (error != NULL)
    dl_session_set_save_message (self, error->message);
  else if (self->n_writing == 0)
    dl_session_set_save_message (self, NULL);
}

void
dl_session_save (DlSession *self)
{
  g_autoptr (DlStoreChange) change = NULL;
  Writing *writing;

  if (self->scenario_id == 0 || dl_session_get_store (self) == NULL)
    return;
  change = dl_store_change_new (self->scenario_id, self->revision, self->scenario, self->history,
                                dl_history_first_changed (self->history));
  dl_history_mark_stored (self->history);
  self->revision = change->revision;
  self->n_writing++;
  g_object_notify (G_OBJECT (self), "save-state");

  writing = g_new (Writing, 1);
  *writing = (Writing) { g_object_ref (self), self->scenario_id };
  dl_store_thread_write_async (dl_session_get_store (self), change, on_written, writing);
}

static void
on_flushed (GObject *source, GAsyncResult *async_result, gpointer user_data)
{
  g_autoptr (DlSession) self = user_data;
  g_autoptr (GError) error = NULL;

  dl_store_thread_finish (async_result, &error);
  if (self->left != NULL && self->left->scenario_id != 0)
    self->left->saved = error == NULL;
  if (self->scenario_id != 0) /* it may have been left meanwhile */
    dl_session_set_save_message (self, error != NULL ? error->message : NULL);
  else
    g_object_notify (G_OBJECT (self), "save-state");
}

void
dl_session_flush (DlSession *self)
{
  if (dl_session_get_store (self) != NULL)
    dl_store_call_async (dl_session_get_store (self), DL_STORE_FLUSH, (DlStoreArgs) { 0 }, NULL,
                         on_flushed, g_object_ref (self));
}

static void
on_restored (GObject *source, GAsyncResult *async_result, gpointer user_data)
{
  g_autoptr (DlSession) self = user_data;
  g_autoptr (GError) error = NULL;

  if (!dl_store_thread_finish (async_result, &error))
    dl_session_set_save_message (self, error->message);
  else if (self->scenario_id == 0 && self->left == NULL)
    dl_session_open_new (self, dl_scenario_copy (self->scenario));
  else
    dl_session_flush (self);
}

void
dl_session_retry_save (DlSession *self)
{
  if (dl_session_get_store (self) != NULL)
    dl_store_call_async (dl_session_get_store (self), DL_STORE_RESTORE, (DlStoreArgs) { 0 }, NULL,
                         on_restored, g_object_ref (self));
}

const DlScenario *
dl_session_get_unsaved (DlSession *self)
{
  if (dl_session_get_save_state (self) == DL_SAVE_FAILED)
    return self->scenario;
  return self->left != NULL && !self->left->saved ? self->left->scenario : NULL;
}

void
dl_session_discard_unsaved (DlSession *self)
{
  const gint64 id = self->left != NULL ? self->left->scenario_id : self->scenario_id;

  if (dl_session_get_store (self) != NULL && id != 0)
    dl_store_call_async (dl_session_get_store (self), DL_STORE_FORGET, (DlStoreArgs) { .id = id },
                         NULL, NULL, NULL); /* nothing can go wrong */
  if (self->left != NULL)
    self->left->saved = TRUE;
  dl_session_set_save_message (self, NULL);
}

/* A state of the history as a scenario of its own -----------------------------------------------
 */

typedef struct
{
  DlSession *session;
  char *name;
} Branching;

static void
on_added (GObject *source, GAsyncResult *async_result, gpointer user_data)
{
  g_autofree Branching *branching = user_data;
  g_autoptr (DlSession) self = branching->session;
  g_autofree char *name = branching->name;
  g_autoptr (GError) error = NULL;
  g_autoptr (DlStoreAnswer) answer = dl_store_call_finish (async_result, &error);

  if (answer == NULL)
    {
      dl_session_fail (self, error->message);
      return;
    }
  dl_library_refresh (dl_session_get_library (self));
  g_signal_emit_by_name (self, "branched", answer->id, name);
}

/* Of the state, whose name may have been another then. */
static char *
name_of (const DlScenario *scenario, guint position)
{
  if (position == 0)
    /* Translators: a scenario as it was before its first change, %s its name */
    return g_strdup_printf (_ ("%s (initial state)"), scenario->name);
  /* Translators: a scenario as it was after a step of its history, %s its name */
  return g_strdup_printf (_ ("%s (step %u)"), scenario->name, position);
}

void
dl_session_branch (DlSession *self, guint position)
{
  DlStoreThread *store = dl_session_get_store (self);
  const DlHistory *history = dl_session_get_history (self);
  const guint at = MIN (position, dl_history_n_steps (history));
  g_autoptr (DlScenario) scenario = NULL;
  g_autoptr (GPtrArray) edits = dl_edits_new ();
  g_autoptr (GError) error = NULL;
  g_autofree char *name = NULL;
  Branching *branching;

  if (store == NULL)
    {
      dl_session_fail (self, _ ("This session is not saved"));
      return;
    }
  scenario = dl_history_scenario_at (history, dl_session_get_scenario (self), at);
  if (scenario == NULL)
    {
      dl_session_step_misfits (self);
      return;
    }
  name = name_of (scenario, at);
  dl_edits_add (edits, DL_EDIT_SET, "scenario.name", name);
  if (!dl_scenario_apply (scenario, edits, NULL, NULL, &error)) /* too long */
    {
      dl_session_fail (self, error->message);
      return;
    }
  branching = g_new (Branching, 1);
  *branching = (Branching) { g_object_ref (self), g_steal_pointer (&name) };
  dl_store_call_async (store, DL_STORE_ADD, (DlStoreArgs) { .scenario = scenario }, NULL, on_added,
                       branching);
}

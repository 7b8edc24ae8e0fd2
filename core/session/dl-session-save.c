/* Edits go into the library. */
#include "dl-scenario-file.h"
#include "dl-session-private.h"
#include "dl-session.h"

#include <glib/gi18n-lib.h>

/* Another scenario takes the place of the one that is open, for good or for a while. */

static void session_flush (DlSession *self);
static void session_set_save_message (DlSession *self, const char *message);
static void session_forget_left (DlSession *self);

/* Another scenario takes the place of the one before; @scenario and @history are taken. */
static void
session_adopt (DlSession *self, gint64 id, gint64 revision, DlScenario *scenario,
               DlHistory *history)
{
  dl_session_drop_foreign (self, scenario->family);
  g_clear_pointer (&self->scenario, dl_scenario_free);
  g_clear_pointer (&self->present, dl_scenario_free);
  g_clear_pointer (&self->history, dl_history_free);
  g_clear_pointer (&self->effect_base, dl_evaluation_unref);
  g_clear_pointer (&self->announcement, g_free);
  self->scenario = scenario;
  self->history = history;
  self->scenario_id = id;
  self->revision = revision;
  self->n_writing = 0;
  self->opened_at = self->generation + 1;
  self->own = FALSE;
  dl_recompute_cancel (self->recompute);
  session_set_save_message (self, NULL);
  dl_session_changed (self);
  g_signal_emit_by_name (self, "opened");
}

/* The same for good. */
static void
adopt (DlSession *self, gint64 id, gint64 revision, DlScenario *scenario, DlHistory *history)
{
  const gboolean is_run = self->opening_run;

  self->opening_run = FALSE;
  self->is_new = self->opening_new;
  self->opening_new = FALSE;
  session_forget_left (self);
  session_adopt (self, id, revision, scenario, history);
  self->is_new = FALSE;
  if (is_run)
    g_signal_emit_by_name (self, "run-opened");
}

static void open_default (DlSession *self);

static void
on_loaded (GObject *source, GAsyncResult *async_result, gpointer user_data)
{
  g_autoptr (DlSession) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (DlStoreAnswer) answer = dl_store_call_finish (async_result, &error);
  DlStoreRecord *record;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  if (answer == NULL)
    {
      dl_session_fail (self, error->message);
      if (self->generation == 0)
        open_default (self); /* never start empty */
      return;
    }
  record = answer->record;
  adopt (self, record->id, record->revision, g_steal_pointer (&record->scenario),
         g_steal_pointer (&record->history));
  if (record->warning != NULL)
    dl_session_fail (self, record->warning);
  /* Where to start the next time is not worth a message. */
  if (dl_session_get_store (self) != NULL)
    dl_store_call_async (dl_session_get_store (self), DL_STORE_MARK_OPENED,
                         (DlStoreArgs) { .id = record->id }, NULL, NULL, NULL);
}

/* Cancel an opening under way in favor of a new one. */
static GCancellable *
begin_opening (DlSession *self)
{
  g_cancellable_cancel (self->opening);
  g_clear_object (&self->opening);
  self->opening = g_cancellable_new ();
  self->opening_run = FALSE;
  self->opening_new = FALSE;
  return self->opening;
}

void
dl_session_open (DlSession *self, gint64 id)
{
  if (dl_session_get_store (self) != NULL)
    dl_store_call_async (dl_session_get_store (self), DL_STORE_LOAD, (DlStoreArgs) { .id = id },
                         begin_opening (self), on_loaded, g_object_ref (self));
}

typedef struct
{
  DlSession *session;
  DlScenario *scenario;
  GCancellable *cancellable;
} Adding;

static void
open_on_added (GObject *source, GAsyncResult *async_result, gpointer user_data)
{
  g_autofree Adding *adding = user_data;
  g_autoptr (DlSession) self = adding->session;
  g_autoptr (GCancellable) cancellable = adding->cancellable;
  g_autoptr (DlScenario) scenario = adding->scenario;
  g_autoptr (GError) error = NULL;
  g_autoptr (DlStoreAnswer) answer = dl_store_call_finish (async_result, &error);

  if (g_cancellable_is_cancelled (cancellable))
    return;
  if (answer != NULL)
    {
      const gboolean is_run = self->opening_run;

      dl_session_open (self, answer->id);
      self->opening_run = is_run;
      self->opening_new = TRUE;
      dl_library_refresh (self->library);
      return;
    }
  /* Work on it all the same, and say that it is not saved. */
  self->opening_new = TRUE;
  if (self->generation == 0 || !dl_scenario_equal (dl_session_own_scenario (self), scenario))
    adopt (self, 0, 0, g_steal_pointer (&scenario), dl_history_new ());
  session_set_save_message (self, error->message);
}

void
dl_session_open_new (DlSession *self, DlScenario *scenario)
{
  Adding *adding;

  if (dl_session_get_store (self) == NULL)
    {
      self->opening_new = TRUE;
      adopt (self, 0, 0, scenario, dl_history_new ());
      return;
    }
  adding = g_new (Adding, 1);
  *adding = (Adding) { g_object_ref (self), scenario, g_object_ref (begin_opening (self)) };
  dl_store_call_async (dl_session_get_store (self), DL_STORE_ADD,
                       (DlStoreArgs) { .scenario = scenario }, NULL, open_on_added, adding);
}

gboolean
dl_session_is_new (DlSession *self)
{
  return self->is_new;
}

void
dl_session_open_simulated (DlSession *self, DlScenario *scenario)
{
  dl_session_open_new (self, scenario);
  self->opening_run = TRUE;
}

void
dl_session_keep_as_new (DlSession *self)
{
  /* The scenario given up lives on in the new one. */
  if (dl_session_get_store (self) != NULL && self->scenario_id != 0)
    dl_store_call_async (dl_session_get_store (self), DL_STORE_FORGET,
                         (DlStoreArgs) { .id = self->scenario_id }, NULL, NULL, NULL);
  dl_session_open_new (self, dl_scenario_copy (dl_session_own_scenario (self)));
}

static void
open_default (DlSession *self)
{
  g_autoptr (GError) error = NULL;
  DlScenario *scenario = dl_preset_load ("xt3-11x12x16", &error);

  g_assert_no_error (error); /* it is part of the program */
  dl_session_open_new (self, scenario);
}

static void
on_last_opened (GObject *source, GAsyncResult *async_result, gpointer user_data)
{
  g_autoptr (DlSession) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (DlStoreAnswer) answer = dl_store_call_finish (async_result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  if (answer != NULL && answer->id != 0)
    dl_session_open (self, answer->id);
  else
    open_default (self);
}

void
dl_session_open_last (DlSession *self)
{
  if (dl_session_get_store (self) != NULL)
    dl_store_call_async (dl_session_get_store (self), DL_STORE_LAST_OPENED, (DlStoreArgs) { 0 },
                         begin_opening (self), on_last_opened, g_object_ref (self));
  else
    open_default (self);
}

/* For a while ---------------------------------------------------------------------------------- */

void
dl_session_left_free (DlSessionLeft *left)
{
  dl_scenario_free (left->scenario);
  dl_history_free (left->history);
  g_clear_pointer (&left->result, dl_evaluation_unref);
  g_free (left);
}

/* For a scenario of @family. */
static DlSessionLeft *
leave (DlSession *self, const DlFamily *family)
{
  DlEvaluation *result = self->result != NULL ? dl_evaluation_ref (self->result) : NULL;
  const gboolean current = self->current;

  const DlSaveState state = dl_session_get_save_state (self);
  DlSessionLeft *left = g_new (DlSessionLeft, 1);

  dl_session_end_look (self);
  dl_history_seal (self->history);
  dl_session_drop_foreign (self, family);
  *left = (DlSessionLeft) {
    .scenario = g_steal_pointer (&self->scenario),
    .history = g_steal_pointer (&self->history),
    .scenario_id = self->scenario_id,
    .revision = self->revision,
    .unopened = self->generation == 0,
    .saved = state != DL_SAVE_FAILED,
    /* Even if it lags behind: selected places are of its network. */
    .result = result,
    .current = current,
  };
  return left;
}

void
dl_session_visit (DlSession *self, DlScenario *scenario)
{
  g_cancellable_cancel (self->opening); /* an earlier opening gives way */
  if (self->left == NULL)
    self->left = leave (self, scenario->family);
  session_adopt (self, 0, 0, scenario, dl_history_new ());
  g_object_notify (G_OBJECT (self), "left-name");
}

void
dl_session_return (DlSession *self)
{
  DlSessionLeft *left = g_steal_pointer (&self->left);

  if (left == NULL)
    return;
  g_cancellable_cancel (self->opening);
  session_adopt (self, left->scenario_id, left->revision, g_steal_pointer (&left->scenario),
                 g_steal_pointer (&left->history));
  if (left->result != NULL)
    dl_session_set_result (self, left->result, left->current);
  if (left->unopened)
    dl_session_open_last (self);
  else if (self->scenario_id != 0)
    session_flush (self);
  g_object_notify (G_OBJECT (self), "left-name");
  dl_session_left_free (left);
}

const DlScenario *
dl_session_get_left (DlSession *self)
{
  return self->left != NULL ? self->left->scenario : NULL;
}

/* Drop the left scenario if the library has it, to be read from there next time. */
static void
session_forget_left (DlSession *self)
{
  if (self->left == NULL
      || (!self->left->unopened && (self->left->scenario_id == 0 || !self->left->saved)))
    return;
  g_clear_pointer (&self->left, dl_session_left_free);
  g_object_notify (G_OBJECT (self), "left-name");
}

DlSaveState
dl_session_get_save_state (DlSession *self)
{
  if (self->save_message != NULL)
    return DL_SAVE_FAILED;
  if (self->scenario_id == 0)
    return DL_SAVE_NOWHERE;
  return self->n_writing > 0 ? DL_SAVE_PENDING : DL_SAVE_DONE;
}

/* Why it is not saved; NULL: it is. */
static void
session_set_save_message (DlSession *self, const char *message)
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
    session_set_save_message (self, error->message);
  else if (self->n_writing == 0)
    session_set_save_message (self, NULL);
}

void
dl_session_save (DlSession *self)
{
  g_autoptr (DlStoreChange) change = NULL;
  Writing *writing;

  if (self->scenario_id == 0 || dl_session_get_store (self) == NULL)
    return;
  change = dl_store_change_new (self->scenario_id, self->revision, dl_session_own_scenario (self),
                                self->history, dl_history_first_changed (self->history));
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
    session_set_save_message (self, error != NULL ? error->message : NULL);
  else
    g_object_notify (G_OBJECT (self), "save-state");
}

/* Ask the store for the result of the writes. */
static void
session_flush (DlSession *self)
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
    session_set_save_message (self, error->message);
  else if (self->scenario_id == 0 && self->left == NULL)
    dl_session_open_new (self, dl_scenario_copy (dl_session_own_scenario (self)));
  else
    session_flush (self);
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
    return dl_session_own_scenario (self);
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
  session_set_save_message (self, NULL);
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

/* Name of a state, in which the scenario may have had a different name. */
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

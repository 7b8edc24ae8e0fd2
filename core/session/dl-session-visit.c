#include "dl-session-visit.h"

#include "dl-session-private.h"

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

  dl_history_seal (self->history);
  dl_session_drop_foreign (self, family);
  *left = (DlSessionLeft) {
    .scenario = g_steal_pointer (&self->scenario),
    .history = g_steal_pointer (&self->history),
    .scenario_id = self->scenario_id,
    .revision = self->revision,
    .unopened = self->generation == 0,
    .saved = state != DL_SAVE_FAILED,
    /* Even if it lags behind: what is selected are places of its network. */
    .result = result,
    .current = current,
  };
  return left;
}

void
dl_session_visit (DlSession *self, DlScenario *scenario)
{
  g_cancellable_cancel (self->opening); /* what was being opened gives way */
  if (self->left == NULL)
    self->left = leave (self, scenario->family);
  dl_session_adopt (self, 0, 0, scenario, dl_history_new ());
  g_object_notify (G_OBJECT (self), "left-name");
}

void
dl_session_return (DlSession *self)
{
  DlSessionLeft *left = g_steal_pointer (&self->left);

  if (left == NULL)
    return;
  g_cancellable_cancel (self->opening);
  dl_session_adopt (self, left->scenario_id, left->revision, g_steal_pointer (&left->scenario),
                    g_steal_pointer (&left->history));
  if (left->result != NULL)
    dl_session_set_result (self, left->result, left->current);
  if (left->unopened)
    dl_session_open_last (self);
  else if (self->scenario_id != 0)
    dl_session_flush (self);
  g_object_notify (G_OBJECT (self), "left-name");
  dl_session_left_free (left);
}

const DlScenario *
dl_session_get_left (DlSession *self)
{
  return self->left != NULL ? self->left->scenario : NULL;
}

void
dl_session_forget_left (DlSession *self)
{
  if (self->left == NULL
      || (!self->left->unopened && (self->left->scenario_id == 0 || !self->left->saved)))
    return;
  g_clear_pointer (&self->left, dl_session_left_free);
  g_object_notify (G_OBJECT (self), "left-name");
}

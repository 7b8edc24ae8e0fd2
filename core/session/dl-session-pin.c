#include "dl-session-pin.h"

#include "dl-sweep.h"
#include "dl-live-picture.h"
#include "dl-session-private.h"

#include <glib/gi18n-lib.h>

/* Scenario to pin, and the answer; of the job's thread. */
typedef struct
{
  DlScenario *scenario;
  char *label;
  gboolean follows;       /* a line of a run */
  DlLivePicture *picture; /* of it; nullable */
} Request;

typedef struct
{
  DlPin *pin; /* NULL with an error */
  GError *error;
} Answer;

static void
request_free (gpointer data)
{
  Request *request = data;

  dl_scenario_free (request->scenario);
  g_free (request->label);
  g_clear_pointer (&request->picture, dl_live_picture_free);
  g_free (request);
}

static void
answer_free (gpointer data)
{
  Answer *answer = data;

  dl_pin_unref (answer->pin);
  g_clear_error (&answer->error);
  g_free (answer);
}

/* Add the simulation of @result's scenario, and fill @scalars. */
static void
add_picture (DlPinned *pinned, const DlLivePicture *picture, DlEvaluation *result,
             DlSweepResult *scalars)
{
  dl_scalars_of_result (scalars, result);
  dl_live_picture_add_scalars (picture, scalars);
  pinned->links = &picture->links;
  pinned->from = picture->cycle - MIN (picture->recent_cycles, picture->cycle);
  pinned->to = picture->cycle;
  pinned->end = picture->seen;
  pinned->scalars = scalars;
}

static gpointer
evaluate (gpointer data, DlProgressFunc progress, gpointer progress_data, GCancellable *cancellable)
{
  const Request *request = data;
  Answer *answer = g_new0 (Answer, 1);

  g_autoptr (DlEvaluation) result
      = dl_evaluation_new (request->scenario, 0, NULL, cancellable, &answer->error);

  DlPinned pinned = { .follows = request->follows };
  DlSweepResult scalars;

  if (result == NULL)
    return answer;
  if (request->picture != NULL)
    add_picture (&pinned, request->picture, result, &scalars);
  answer->pin = dl_pin_new (request->label, result, &pinned);
  return answer;
}

static void
on_evaluated (gpointer result, gpointer user_data)
{
  Answer *answer = result;

  if (answer->pin != NULL)
    dl_session_set_pin (user_data, answer->pin);
  else
    dl_session_fail (user_data, answer->error->message);
  answer_free (answer);
}

/* @picture: nullable. */
static void
pin_later (DlSession *self, const DlScenario *scenario, const char *label, gboolean follows,
           const DlLivePicture *picture)
{
  Request *request = g_new (Request, 1);

  *request = (Request) { dl_scenario_copy (scenario), g_strdup (label), follows,
                         picture != NULL ? dl_live_picture_sample (picture) : NULL };
  dl_job_start (dl_session_get_pin_job (self), evaluate, request, request_free, answer_free,
                on_evaluated, self);
}

void
dl_session_pin_scenario (DlSession *self, const DlScenario *scenario, const char *label)
{
  pin_later (self, scenario, label, FALSE, NULL);
}

void
dl_session_pin_line (DlSession *self, const DlScenario *scenario, const char *label)
{
  pin_later (self, scenario, label, TRUE, NULL);
}

void
dl_session_move_pin (DlSession *self, const char *label, const DlLivePicture *picture)
{
  DlPinned pinned = { .follows = TRUE };
  g_autoptr (DlPin) before = NULL;
  DlSweepResult scalars;

  if (self->pin == NULL || !self->pin->follows)
    return;
  add_picture (&pinned, picture, self->pin->result, &scalars);
  before = g_steal_pointer (&self->pin);
  self->pin = dl_pin_new (label, before->result, &pinned);
}

/* Name a state by its last or next step. */
char *
dl_session_name_step (DlSession *self, guint position)
{
  const DlHistory *history = dl_session_get_history (self);
  const char *name = dl_session_get_scenario (self)->name;

  if (position < dl_history_position (history))
    return g_strdup_printf (_ ("%s, before “%s”"), name,
                            dl_history_step (history, position)->label);
  if (position > 0)
    return g_strdup_printf (_ ("%s, after “%s”"), name,
                            dl_history_step (history, position - 1)->label);
  return g_strdup_printf (_ ("%s, initial state"), name);
}

void
dl_session_pin_step (DlSession *self, guint position)
{
  const DlHistory *history = dl_session_get_history (self);
  g_autoptr (DlScenario) scenario
      = dl_history_scenario_at (history, dl_session_get_scenario (self), position);
  g_autofree char *label = dl_session_name_step (self, position);

  if (scenario != NULL)
    dl_session_pin_scenario (self, scenario, label);
  else
    dl_session_step_misfits (self);
}

void
dl_session_pin_now (DlSession *self, const DlLivePicture *picture, DlCritical *critical)
{
  DlEvaluation *result = dl_session_get_result (self);
  const gboolean is_new
      = picture != NULL && picture->generation == dl_session_get_generation (self);
  /* A look back is at no step. */
  g_autofree char *label
      = dl_session_looks_back (self)
            ? g_strdup (dl_session_get_scenario (self)->name)
            : dl_session_name_step (self, dl_history_position (dl_session_get_history (self)));
  g_autoptr (DlPin) pin = NULL;
  DlSweepResult scalars;
  DlPinned pinned = { .critical = critical };

  if (result == NULL || result->generation != dl_session_get_generation (self))
    {
      pin_later (self, dl_session_get_scenario (self), label, FALSE, is_new ? picture : NULL);
      return;
    }
  if (is_new)
    add_picture (&pinned, picture, result, &scalars);
  pin = dl_pin_new (label, result, &pinned);
  dl_session_set_pin (self, pin);
}

static void
on_loaded (GObject *source, GAsyncResult *async_result, gpointer user_data)
{
  g_autoptr (DlSession) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (DlStoreAnswer) answer = dl_store_call_finish (async_result, &error);

  if (answer != NULL)
    dl_session_pin_scenario (self, answer->record->scenario, answer->record->scenario->name);
  else
    dl_session_fail (self, error->message);
}

void
dl_session_pin_stored (DlSession *self, gint64 id)
{
  DlStoreThread *store = dl_session_get_store (self);

  if (store != NULL)
    dl_store_call_async (store, DL_STORE_LOAD, (DlStoreArgs) { .id = id }, NULL, on_loaded,
                         g_object_ref (self));
}

/* Without its faults --------------------------------------------------------------------------- */

static gpointer
evaluate_intact (gpointer data, DlProgressFunc progress, gpointer progress_data,
                 GCancellable *cancellable)
{
  const DlScenario *scenario = data;
  g_autoptr (DlEvaluation) result = dl_evaluation_new (scenario, 0, NULL, cancellable, NULL);

  return result != NULL ? g_memdup2 (&result->limit, sizeof result->limit) : NULL;
}

static void
on_intact (gpointer result, gpointer user_data)
{
  DlSession *self = user_data;
  g_autofree DlLimit *limit = result;

  if (limit == NULL)
    return;
  self->intact_limit = *limit;
  self->intact_known = TRUE;
  g_object_notify (G_OBJECT (self), "intact");
}

/* @scenario without them; NULL if it has none. */
static DlScenario *
without_faults (const DlScenario *scenario)
{
  g_autoptr (GPtrArray) edits = dl_edits_restore_all (scenario);
  g_autoptr (DlScenario) intact = NULL;

  if (edits->len == 0)
    return NULL;
  intact = dl_scenario_copy (scenario);
  return dl_scenario_apply (intact, edits, NULL, NULL, NULL) ? g_steal_pointer (&intact) : NULL;
}

const char *
dl_session_base_name (DlSession *self)
{
  g_autoptr (GPtrArray) edits = dl_edits_restore_all (dl_session_get_scenario (self));

  if (edits->len > 0)
    return _ ("intact");
  return dl_history_position (dl_session_get_history (self)) > 0 ? _ ("the initial state") : NULL;
}

gboolean
dl_session_pin_base (DlSession *self)
{
  const DlScenario *scenario = dl_session_get_scenario (self);
  g_autoptr (DlScenario) intact = without_faults (scenario);
  g_autofree char *label = g_strdup_printf (_ ("%s, intact"), scenario->name);

  if (intact != NULL)
    dl_session_pin_scenario (self, intact, label);
  else if (dl_history_position (dl_session_get_history (self)) > 0)
    dl_session_pin_step (self, 0);
  else
    return FALSE;
  return TRUE;
}

/* Takes @scenario. */
static void
set_intact (DlSession *self, DlScenario *scenario, const DlLimit *limit)
{
  dl_scenario_free (self->intact);
  self->intact = scenario;
  self->intact_known = limit != NULL;
  if (limit != NULL)
    self->intact_limit = *limit;
}

void
dl_session_follow_intact (DlSession *self)
{
  g_autoptr (DlScenario) wanted = without_faults (self->result->scenario);

  self->has_faults = wanted != NULL;
  if (wanted == NULL)
    {
      dl_job_cancel (self->intact_job);
      set_intact (self, dl_scenario_copy (self->result->scenario), &self->result->limit);
      return;
    }
  /* It is known, or on its way. */
  if (self->intact != NULL && dl_scenario_same_values (self->intact, wanted))
    return;
  set_intact (self, dl_scenario_copy (wanted), NULL);
  dl_job_start (self->intact_job, evaluate_intact, g_steal_pointer (&wanted),
                (GDestroyNotify) dl_scenario_free, g_free, on_intact, self);
}

const DlLimit *
dl_session_get_intact (DlSession *self)
{
  return self->result != NULL && self->has_faults && self->intact_known ? &self->intact_limit
                                                                        : NULL;
}

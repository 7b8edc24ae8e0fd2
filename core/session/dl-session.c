#include "dl-session.h"

#include "dl-pin.h"
#include "dl-session-pin.h"
#include "dl-session-private.h"
#include "dl-store-list.h"

#include <glib/gi18n-lib.h>

/* Longer texts, a file's contents, say nothing in a name. */
#define MAX_WHAT_CHARS 80

char *
dl_leg_name (const char *name, const char *what)
{
  if (*what == '\0')
    return g_strdup (name);
  if (g_utf8_strlen (what, -1) > MAX_WHAT_CHARS)
    /* Translators: what a run simulated, %s the name of its scenario */
    return g_strdup_printf (_ ("%s (run)"), name);
  /* Translators: what a run simulated: the name of its scenario, and how it differs */
  return g_strdup_printf (_ ("%s (%s)"), name, what);
}

typedef struct
{
  DlSession *session;
  guint64 seed;
  char *what;
  gboolean pin;
  gboolean simulated; /* not only analyzed */
} Asking;

/* The run's own: its scenario has the first of several seeds. A name that is too long does not
 * change. */
static void
make_own (DlScenario *scenario, guint64 seed, const char *name)
{
  g_autoptr (GPtrArray) seeds = dl_edits_new ();
  g_autoptr (GPtrArray) names = dl_edits_new ();
  g_autofree char *text = g_strdup_printf ("%" G_GUINT64_FORMAT, seed);

  dl_edits_add (seeds, DL_EDIT_SET, "scenario.seed", text);
  dl_edits_add (names, DL_EDIT_SET, "scenario.name", name);
  dl_scenario_apply (scenario, seeds, NULL, NULL, NULL);
  dl_scenario_apply (scenario, names, NULL, NULL, NULL);
}

static void
on_read (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autofree Asking *asking = user_data;
  g_autoptr (DlSession) session = asking->session;
  g_autofree char *what = asking->what;
  g_autoptr (GError) error = NULL;
  g_autoptr (DlStoreAnswer) answer = dl_store_call_finish (result, &error);
  g_autoptr (DlScenario) scenario = NULL;
  g_autofree char *name = NULL;

  if (answer == NULL)
    {
      dl_session_fail (session, error->message);
      return;
    }
  scenario = g_steal_pointer (&answer->scenario);
  name = dl_leg_name (scenario->name, what);
  make_own (scenario, asking->seed, name);
  if (asking->pin)
    dl_session_pin_scenario (session, scenario, name);
  else if (asking->simulated)
    dl_session_open_simulated (session, g_steal_pointer (&scenario));
  else
    dl_session_open_new (session, g_steal_pointer (&scenario));
}

static void
ask (DlSession *self, const DlStoreRun *run, const char *what, gboolean pin)
{
  DlStoreThread *thread = dl_session_get_store (self);
  Asking *asking;

  if (thread == NULL)
    return;
  asking = g_new (Asking, 1);
  *asking = (Asking) { g_object_ref (self), run->seed, g_strdup (what), pin, run->outcome != NULL };
  dl_store_call_async (thread, DL_STORE_RUN_SCENARIO, (DlStoreArgs) { .id = run->id }, NULL,
                       on_read, asking);
}

void
dl_session_open_run (DlSession *self, const DlStoreRun *run, const char *what)
{
  ask (self, run, what, FALSE);
}

void
dl_session_pin_run (DlSession *self, const DlStoreRun *run, const char *what)
{
  ask (self, run, what, TRUE);
}

/* A result of before may be shown for so long, in milliseconds. */
#define MOMENT_MS 300
/* How often the progress is looked at. */
#define LOOK_EVERY_MS 100

enum
{
  NAME = 1,
  SUMMARY,
  SCENARIO_ID,
  CAN_UNDO,
  CAN_REDO,
  UNDO_LABEL,
  REDO_LABEL,
  GENERATION,
  RESULT,
  INTACT,
  STANDING,
  BUSY,
  AWAITED,
  PROGRESS,
  ANALYSIS_PROBLEM,
  SAVE_STATE,
  SAVE_MESSAGE,
  PIN,
  LEFT_NAME,
  N_PROPERTIES
};

enum
{
  ANNOUNCE,
  FAILED,
  OPENED,
  RUN_OPENED,
  BRANCHED,
  N_SIGNALS
};

static GParamSpec *properties[N_PROPERTIES];
static guint signals[N_SIGNALS];

G_DEFINE_BOXED_TYPE (DlEvaluation, dl_evaluation, dl_evaluation_ref, dl_evaluation_unref)
G_DEFINE_BOXED_TYPE (DlPin, dl_pin, dl_pin_ref, dl_pin_unref)
G_DEFINE_FINAL_TYPE (DlSession, dl_session, G_TYPE_OBJECT)

static const char *
undo_label (DlSession *self)
{
  const guint position = dl_history_position (self->history);
  return position > 0 ? dl_history_step (self->history, position - 1)->label : NULL;
}

static const char *
redo_label (DlSession *self)
{
  const guint position = dl_history_position (self->history);
  return position < dl_history_n_steps (self->history)
             ? dl_history_step (self->history, position)->label
             : NULL;
}

static void
get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  DlSession *self = DL_SESSION (object);

  switch (id)
    {
    case NAME:
      g_value_set_string (value, self->scenario->name);
      break;
    case SUMMARY:
      g_value_take_string (value, dl_store_summary (self->scenario));
      break;
    case SCENARIO_ID:
      g_value_set_int64 (value, self->scenario_id);
      break;
    case CAN_UNDO:
      g_value_set_boolean (value, undo_label (self) != NULL);
      break;
    case CAN_REDO:
      g_value_set_boolean (value, redo_label (self) != NULL);
      break;
    case UNDO_LABEL:
      g_value_set_string (value, undo_label (self));
      break;
    case REDO_LABEL:
      g_value_set_string (value, redo_label (self));
      break;
    case GENERATION:
      g_value_set_uint64 (value, self->generation);
      break;
    case RESULT:
      g_value_set_boxed (value, self->result);
      break;
    case INTACT:
      g_value_set_pointer (value, (gpointer) dl_session_get_intact (self));
      break;
    case STANDING:
      g_value_set_int (value, self->standing);
      break;
    case AWAITED:
      g_value_set_boolean (value, dl_session_is_awaited (self));
      break;
    case PROGRESS:
      g_value_set_double (value, self->progress);
      break;
    case ANALYSIS_PROBLEM:
      g_value_set_string (value, self->analysis_problem);
      break;
    case BUSY:
      g_value_set_boolean (value, dl_recompute_is_busy (self->recompute));
      break;
    case SAVE_STATE:
      g_value_set_int (value, dl_session_get_save_state (self));
      break;
    case SAVE_MESSAGE:
      g_value_set_string (value, self->save_message);
      break;
    case PIN:
      g_value_set_boxed (value, self->pin);
      break;
    case LEFT_NAME:
      g_value_set_string (value, self->left != NULL ? self->left->scenario->name : NULL);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
finalize (GObject *object)
{
  DlSession *self = DL_SESSION (object);

  g_cancellable_cancel (self->opening);
  g_clear_handle_id (&self->moment_timeout, g_source_remove);
  g_clear_handle_id (&self->look_timeout, g_source_remove);
  dl_job_cancel (self->pin_job);
  g_clear_object (&self->pin_job);
  dl_job_cancel (self->intact_job);
  g_clear_object (&self->intact_job);
  g_clear_pointer (&self->intact, dl_scenario_free);
  g_clear_pointer (&self->pin, dl_pin_unref);
  g_clear_pointer (&self->recompute, dl_recompute_free);
  g_clear_object (&self->opening);
  g_clear_object (&self->library);
  g_clear_pointer (&self->scenario, dl_scenario_free);
  g_clear_pointer (&self->present, dl_scenario_free);
  g_clear_pointer (&self->history, dl_history_free);
  g_clear_pointer (&self->left, dl_session_left_free);
  g_clear_pointer (&self->result, dl_evaluation_unref);
  g_clear_pointer (&self->effect_base, dl_evaluation_unref);
  g_free (self->save_message);
  g_free (self->analysis_problem);
  g_free (self->announcement);
  G_OBJECT_CLASS (dl_session_parent_class)->finalize (object);
}

static void
dl_session_class_init (DlSessionClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;

  object_class->get_property = get_property;
  object_class->finalize = finalize;
  properties[NAME] = g_param_spec_string ("name", NULL, NULL, NULL, flags);
  properties[SUMMARY] = g_param_spec_string ("summary", NULL, NULL, NULL, flags);
  properties[SCENARIO_ID] = g_param_spec_int64 ("scenario-id", NULL, NULL, 0, G_MAXINT64, 0, flags);
  properties[CAN_UNDO] = g_param_spec_boolean ("can-undo", NULL, NULL, FALSE, flags);
  properties[CAN_REDO] = g_param_spec_boolean ("can-redo", NULL, NULL, FALSE, flags);
  properties[UNDO_LABEL] = g_param_spec_string ("undo-label", NULL, NULL, NULL, flags);
  properties[REDO_LABEL] = g_param_spec_string ("redo-label", NULL, NULL, NULL, flags);
  properties[GENERATION] = g_param_spec_uint64 ("generation", NULL, NULL, 0, G_MAXUINT64, 0, flags);
  properties[RESULT] = g_param_spec_boxed ("result", NULL, NULL, dl_evaluation_get_type (), flags);
  properties[INTACT] = g_param_spec_pointer ("intact", NULL, NULL, flags);
  properties[BUSY] = g_param_spec_boolean ("busy", NULL, NULL, FALSE, flags);
  properties[STANDING]
      = g_param_spec_int ("standing", NULL, NULL, 0, DL_STANDING_NONE, DL_STANDING_NONE, flags);
  properties[AWAITED] = g_param_spec_boolean ("awaited", NULL, NULL, FALSE, flags);
  properties[PROGRESS] = g_param_spec_double ("progress", NULL, NULL, 0, 1, 0, flags);
  properties[ANALYSIS_PROBLEM] = g_param_spec_string ("analysis-problem", NULL, NULL, NULL, flags);
  properties[SAVE_STATE]
      = g_param_spec_int ("save-state", NULL, NULL, 0, DL_SAVE_FAILED, DL_SAVE_NOWHERE, flags);
  properties[SAVE_MESSAGE] = g_param_spec_string ("save-message", NULL, NULL, NULL, flags);
  properties[PIN] = g_param_spec_boxed ("pin", NULL, NULL, DL_TYPE_PIN, flags);
  properties[LEFT_NAME] = g_param_spec_string ("left-name", NULL, NULL, NULL, flags);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);

  signals[ANNOUNCE] = g_signal_new ("announce", DL_TYPE_SESSION, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                    NULL, G_TYPE_NONE, 2, G_TYPE_STRING, G_TYPE_STRING);
  signals[FAILED] = g_signal_new ("failed", DL_TYPE_SESSION, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[OPENED] = g_signal_new ("opened", DL_TYPE_SESSION, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 0);
  signals[RUN_OPENED] = g_signal_new ("run-opened", DL_TYPE_SESSION, G_SIGNAL_RUN_LAST, 0, NULL,
                                      NULL, NULL, G_TYPE_NONE, 0);
  signals[BRANCHED] = g_signal_new ("branched", DL_TYPE_SESSION, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                    NULL, G_TYPE_NONE, 2, G_TYPE_INT64, G_TYPE_STRING);
}

static void on_computed (DlEvaluation *result, const GError *error, gpointer user_data);

static void
dl_session_init (DlSession *self)
{
  self->scenario = dl_scenario_new ();
  self->history = dl_history_new ();
  self->recompute = dl_recompute_new (on_computed, self);
  self->pin_job = dl_job_new ();
  self->intact_job = dl_job_new ();
  self->standing = DL_STANDING_NONE;
}

DlSession *
dl_session_new (DlLibrary *library)
{
  DlSession *self = g_object_new (DL_TYPE_SESSION, NULL);

  if (library != NULL)
    self->library = g_object_ref (library);
  dl_session_open_last (self);
  return self;
}

static void
notify (DlSession *self, guint property)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[property]);
}

void
dl_session_fail (DlSession *self, const char *message)
{
  g_signal_emit (self, signals[FAILED], 0, message);
}

/* Results ------------------------------------------------------------------------------------- */

static void
announce (DlSession *self)
{
  g_autofree char *label = g_steal_pointer (&self->announcement);
  g_autofree char *effect
      = self->result->has_effect ? dl_effect_to_text (&self->result->effect) : g_strdup ("");

  g_signal_emit (self, signals[ANNOUNCE], 0, label, effect);
}

static void
set_analysis_problem (DlSession *self, const char *problem)
{
  if (g_strcmp0 (self->analysis_problem, problem) == 0)
    return;
  g_free (self->analysis_problem);
  self->analysis_problem = g_strdup (problem);
  notify (self, ANALYSIS_PROBLEM);
}

static void
set_standing (DlSession *self, DlStanding standing)
{
  if (self->standing == standing)
    return;
  self->standing = standing;
  notify (self, STANDING);
}

static void
drop_result (DlSession *self)
{
  g_clear_pointer (&self->result, dl_evaluation_unref);
  self->own = self->current = FALSE;
  set_standing (self, DL_STANDING_NONE);
  notify (self, RESULT);
}

/* The result has been of another state for too long to be shown as if it were of this one. */
static void
stand_back (DlSession *self)
{
  if (self->result == NULL || self->current)
    return;
  if (self->own)
    set_standing (self, DL_STANDING_EARLIER);
  else
    drop_result (self);
}

static gboolean
look (gpointer user_data)
{
  DlSession *self = user_data;
  const double progress = dl_recompute_get_progress (self->recompute);

  if (self->progress != progress)
    {
      self->progress = progress;
      notify (self, PROGRESS);
    }
  return G_SOURCE_CONTINUE;
}

static gboolean
on_moment (gpointer user_data)
{
  g_autoptr (DlSession) self = g_object_ref (user_data);

  self->moment_timeout = 0;
  if (self->look_timeout == 0)
    self->look_timeout = g_timeout_add (LOOK_EVERY_MS, look, self);
  look (self);
  notify (self, AWAITED);
  stand_back (self);
  return G_SOURCE_REMOVE;
}

/* Nothing is awaited any more. */
static void
stop_awaiting (DlSession *self)
{
  g_clear_handle_id (&self->moment_timeout, g_source_remove);
  if (self->look_timeout == 0)
    return;
  g_clear_handle_id (&self->look_timeout, g_source_remove);
  self->progress = 0;
  notify (self, AWAITED);
}

/* A computation begins: the shown result may stay for a moment until it is done. */
static void
await (DlSession *self)
{
  if (self->look_timeout != 0)
    return;
  g_clear_handle_id (&self->moment_timeout, g_source_remove);
  self->moment_timeout = g_timeout_add (MOMENT_MS, on_moment, self);
}

void
dl_session_drop_foreign (DlSession *self, const DlFamily *family)
{
  if (self->result != NULL && self->result->scenario->family != family)
    drop_result (self);
}

void
dl_session_set_result (DlSession *self, DlEvaluation *result, gboolean current)
{
  g_autoptr (DlEvaluation) before = g_steal_pointer (&self->result);

  self->result = dl_evaluation_ref (result);
  self->own = TRUE;
  self->current = current;
  if (current)
    stop_awaiting (self);
  set_standing (self, !current && (dl_session_is_awaited (self) || self->analysis_problem != NULL)
                          ? DL_STANDING_EARLIER
                          : DL_STANDING_CURRENT);
  dl_session_follow_intact (self);
  notify (self, RESULT);
}

/* There will be no newer result unless it is asked for again. */
static void
give_up (DlSession *self, const char *problem)
{
  stop_awaiting (self);
  set_analysis_problem (self, problem);
  stand_back (self);
}

static void
on_computed (DlEvaluation *result, const GError *error, gpointer user_data)
{
  g_autoptr (DlSession) self = g_object_ref (user_data);

  /* Results for the scenario before are dropped. */
  if (result != NULL && result->generation >= self->opened_at)
    {
      if (result->generation == self->generation)
        set_analysis_problem (self, NULL);
      dl_session_set_result (self, result, result->generation == self->generation);
      if (self->announcement != NULL && result->generation >= self->announced_generation)
        announce (self);
    }
  else if (error != NULL && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      if (!dl_recompute_is_busy (self->recompute))
        give_up (self, error->message);
      dl_session_fail (self, error->message);
    }
  if (dl_recompute_is_busy (self->recompute) && !self->current && self->analysis_problem == NULL)
    await (self);
  notify (self, BUSY);
}

void
dl_session_analyze (DlSession *self)
{
  set_analysis_problem (self, NULL);
  dl_recompute_request (self->recompute, self->scenario, self->generation, self->effect_base);
  if (self->moment_timeout == 0)
    await (self);
  notify (self, BUSY);
}

void
dl_session_cancel_analysis (DlSession *self)
{
  if (self->current)
    return;
  dl_recompute_cancel (self->recompute);
  give_up (self, _ ("The analysis was canceled"));
}

void
dl_session_changed (DlSession *self)
{
  self->generation++;
  self->current = FALSE;
  g_object_freeze_notify (G_OBJECT (self));
  for (guint property = NAME; property <= GENERATION; property++)
    notify (self, property);
  g_object_thaw_notify (G_OBJECT (self));
  dl_session_analyze (self);
}

/* Edits ---------------------------------------------------------------------------------------- */

/* After a step was done or undone: @label is told with its effect when the result is there. */
static void
step_done (DlSession *self, const char *label)
{
  g_clear_pointer (&self->effect_base, dl_evaluation_unref);
  self->undone = FALSE;
  if (label != NULL)
    {
      g_free (self->announcement);
      self->announcement = g_strdup (label);
      self->announced_generation = self->generation + 1;
      if (self->result != NULL && self->result->generation == self->generation)
        self->effect_base = dl_evaluation_ref (self->result);
    }
  dl_session_save (self);
  dl_session_changed (self);
}

void
dl_session_end_look (DlSession *self)
{
  if (self->present == NULL)
    return;
  dl_scenario_free (self->scenario);
  self->scenario = g_steal_pointer (&self->present);
}

void
dl_session_look_back (DlSession *self, const DlScenario *scenario)
{
  if (scenario == NULL && self->present == NULL)
    return;
  dl_session_end_look (self);
  if (scenario != NULL)
    {
      self->present = self->scenario;
      self->scenario = dl_scenario_copy (scenario);
    }
  dl_session_changed (self);
}

gboolean
dl_session_looks_back (DlSession *self)
{
  return self->present != NULL;
}

/* The edits that make the scenario at hand what @edits make of the one that is looked at, which
 * ends; NULL on error. Unref with g_ptr_array_unref. */
static GPtrArray *
edits_of_look (DlSession *self, const GPtrArray *edits, GError **error)
{
  g_autoptr (DlScenario) after = dl_scenario_copy (self->scenario);

  if (!dl_scenario_apply (after, edits, NULL, NULL, error))
    return NULL;
  dl_session_end_look (self);
  return dl_edits_between (self->scenario, after);
}

typedef gboolean (*DoFunc) (DlHistory *history, DlScenario *scenario, GPtrArray *edits,
                            const char *label, const char *coalesce, const DlField **field,
                            GError **error);

static gboolean
edit (DlSession *self, DoFunc func, GPtrArray *edits, const char *label, const char *coalesce,
      GError **error)
{
  g_autoptr (GError) why = NULL;
  const gboolean looks = self->present != NULL;
  g_autoptr (GPtrArray) own = looks ? edits_of_look (self, edits, &why) : g_ptr_array_ref (edits);

  if (own == NULL
      || !(looks ? dl_history_do : func) (self->history, self->scenario, own, label, coalesce, NULL,
                                          &why))
    {
      dl_session_fail (self, why->message);
      g_propagate_error (error, g_steal_pointer (&why));
      return FALSE;
    }
  step_done (self, coalesce == NULL ? label : NULL);
  return TRUE;
}

gboolean
dl_session_edit (DlSession *self, GPtrArray *edits, const char *label, const char *coalesce,
                 GError **error)
{
  return edit (self, dl_history_do, edits, label, coalesce, error);
}

gboolean
dl_session_edit_from_origin (DlSession *self, GPtrArray *edits, const char *label,
                             const char *coalesce, GError **error)
{
  return edit (self, dl_history_do_from_origin, edits, label, coalesce, error);
}

DlScenario *
dl_session_origin (DlSession *self, const char *coalesce)
{
  return self->present != NULL ? dl_scenario_copy (self->scenario)
                               : dl_history_origin (self->history, self->scenario, coalesce);
}

void
dl_session_seal (DlSession *self)
{
  dl_history_seal (self->history);
}

void
dl_session_step_misfits (DlSession *self)
{
  dl_session_fail (self, _ ("This step no longer fits the scenario"));
}

void
dl_session_undo (DlSession *self)
{
  g_autofree char *label = NULL;

  if (undo_label (self) == NULL)
    return;
  dl_session_end_look (self);
  label = g_strdup_printf (_ ("Undone: %s"), undo_label (self));
  if (dl_history_undo (self->history, self->scenario))
    {
      step_done (self, label);
      self->undone = TRUE;
    }
  else
    dl_session_step_misfits (self);
}

gboolean
dl_session_is_undone (DlSession *self)
{
  return self->undone;
}

void
dl_session_redo (DlSession *self)
{
  g_autofree char *label = NULL;

  if (redo_label (self) == NULL)
    return;
  dl_session_end_look (self);
  label = g_strdup_printf (_ ("Redone: %s"), redo_label (self));
  if (dl_history_redo (self->history, self->scenario))
    step_done (self, label);
  else
    dl_session_step_misfits (self);
}

void
dl_session_go_to (DlSession *self, guint position)
{
  const guint to = MIN (position, dl_history_n_steps (self->history));

  if (to == dl_history_position (self->history))
    return;
  dl_session_end_look (self);
  if (dl_history_go_to (self->history, self->scenario, to))
    step_done (self, NULL);
  else
    dl_session_step_misfits (self);
}

/* State --------------------------------------------------------------------------------------- */

const DlScenario *
dl_session_get_scenario (DlSession *self)
{
  return self->scenario;
}

const DlHistory *
dl_session_get_history (DlSession *self)
{
  return self->history;
}

DlEvaluation *
dl_session_get_result (DlSession *self)
{
  return self->result;
}

DlStanding
dl_session_get_standing (DlSession *self)
{
  return self->standing;
}

gboolean
dl_session_is_awaited (DlSession *self)
{
  return self->look_timeout != 0;
}

double
dl_session_get_progress (DlSession *self)
{
  return self->progress;
}

double
dl_session_get_seconds_left (DlSession *self)
{
  return dl_session_is_awaited (self) ? dl_recompute_get_seconds_left (self->recompute) : NAN;
}

const char *
dl_session_get_analysis_problem (DlSession *self)
{
  return self->analysis_problem;
}

DlEvaluation *
dl_session_get_result_of (DlSession *self, const DlFamily *family)
{
  return self->result != NULL && self->result->scenario->family == family ? self->result : NULL;
}

guint64
dl_session_get_generation (DlSession *self)
{
  return self->generation;
}

DlLibrary *
dl_session_get_library (DlSession *self)
{
  return self->library;
}

DlStoreThread *
dl_session_get_store (DlSession *self)
{
  return self->library != NULL ? dl_library_get_thread (self->library) : NULL;
}

gint64
dl_session_get_scenario_id (DlSession *self)
{
  return self->scenario_id;
}

DlPin *
dl_session_get_pin (DlSession *self)
{
  return self->pin;
}

DlJob *
dl_session_get_pin_job (DlSession *self)
{
  return self->pin_job;
}

void
dl_session_set_pin (DlSession *self, DlPin *pin)
{
  dl_job_cancel (self->pin_job);
  if (pin == self->pin)
    return;
  g_clear_pointer (&self->pin, dl_pin_unref);
  self->pin = pin != NULL ? dl_pin_ref (pin) : NULL;
  notify (self, PIN);
}

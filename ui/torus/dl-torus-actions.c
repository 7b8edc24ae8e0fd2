/* The window's actions on a torus' datelines and engines: what to do about a deadlock. */
#include "dl-window-private.h"

#include "dl-past-faults.h"
#include "dl-session-edits.h"

#include <glib/gi18n-lib.h>

static void
datelines_on (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  dl_session_set_datelines (DL_WINDOW (user_data)->session, TRUE);
}

static void
try_engine (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  dl_session_set (DL_WINDOW (user_data)->session, "torus.engine",
                  g_variant_get_string (parameter, NULL), FALSE);
}

/* A search has the result it began with, which is never changed. */
static gpointer
search_past_faults (gpointer data, DlProgressFunc progress, gpointer progress_data,
                    GCancellable *cancellable)
{
  const DlEvaluation *result = data;
  const DlAnalysis *analysis = dl_evaluation_torus (result);
  g_autoptr (DlDemand) demand = dl_scenario_demand (result->scenario, analysis->network);
  DlDatelineOptions options = dl_dateline_options_default ();

  options.progress = progress;
  options.progress_data = progress_data;
  return dl_datelines_past_faults (analysis->network, &analysis->routes->spec, demand, options,
                                   cancellable);
}

/* Said whenever the search ends without serving every pair: what remains, and what to try. @effect
 * (nullable): of the datelines that were moved. */
static void
show_past_faults (DlWindow *self, const DlPastFaults *past, const char *effect)
{
  g_autofree char *text = dl_past_faults_to_text (past);
  g_autofree char *detail = effect != NULL && *effect != '\0'
                                ? g_strdup_printf ("%s\n%s", effect, text)
                                : g_strdup (text);
  const char *title
      = past->served ? _ ("The datelines can stay") : _ ("Datelines cannot serve every pair");

  if (past->engine != NULL)
    {
      g_autofree char *button = g_strdup_printf (_ ("_Use %s"), past->engine->id);
      dl_toast_overlay_show (self->toasts, title, detail, button, "win.try-engine",
                             g_variant_new_string (past->engine->id));
    }
  else
    dl_window_toast (self, title, detail, effect != NULL);
}

gboolean
dl_window_announce_past_faults (DlWindow *self, const char *effect)
{
  g_autoptr (DlPastFaults) past = g_steal_pointer (&self->past_faults);

  if (past == NULL)
    return FALSE;
  show_past_faults (self, past, effect);
  return TRUE;
}

static void
on_past_faults (gpointer found, gpointer user_data)
{
  DlWindow *self = user_data;
  g_autoptr (DlPastFaults) past = found;
  gint dateline[DL_N_DIMS];

  g_clear_pointer (&self->past_faults, dl_past_faults_free);
  if (!dl_past_faults_moves (past))
    {
      show_past_faults (self, past, NULL);
      return;
    }
  memcpy (dateline, past->best.dateline, sizeof dateline);
  if (!past->served) /* with the effect, which comes later and would take its place */
    self->past_faults = g_steal_pointer (&past);
  dl_session_place_datelines (self->session, dateline, _ ("Datelines past the fault"));
}

static void
on_search (DlWindow *self)
{
  const gboolean running = dl_job_is_running (self->search);

  dl_verdict_banner_set_progress (self->verdict_banner,
                                  running ? dl_job_get_progress (self->search) : -1);
  dl_window_update_torus_actions (self);
}

static void
datelines_past_faults (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  DlWindow *self = user_data;
  DlEvaluation *result = dl_session_get_torus_result (self->session);

  if (result == NULL)
    return;
  if (self->search == NULL)
    {
      self->search = dl_job_new ();
      g_signal_connect_object (self->search, "notify", G_CALLBACK (on_search), self,
                               G_CONNECT_SWAPPED);
      /* What it searches for is not what is asked for any more. */
      g_signal_connect_object (self->session, "notify::generation", G_CALLBACK (dl_job_cancel),
                               self->search, G_CONNECT_SWAPPED);
    }
  dl_job_start (self->search, search_past_faults, dl_evaluation_ref (result),
                (GDestroyNotify) dl_evaluation_unref, (GDestroyNotify) dl_past_faults_free,
                on_past_faults, self);
}

static void
cancel_search (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  DlWindow *self = user_data;

  if (self->search != NULL)
    dl_job_cancel (self->search);
}

static const GActionEntry entries[] = {
  { .name = "datelines-on", .activate = datelines_on },
  { .name = "datelines-past-faults", .activate = datelines_past_faults },
  { .name = "cancel-search", .activate = cancel_search },
  { .name = "try-engine", .activate = try_engine, .parameter_type = "s" },
};

void
dl_window_add_torus_actions (DlWindow *self)
{
  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
}

void
dl_window_update_torus_actions (DlWindow *self)
{
  dl_window_set_enabled (self, "datelines-past-faults",
                         dl_session_get_torus_result (self->session) != NULL
                             && (self->search == NULL || !dl_job_is_running (self->search)));
}

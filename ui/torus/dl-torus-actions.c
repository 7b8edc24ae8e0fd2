#include "dl-torus-actions.h"

#include "dl-optimize-pane.h"
#include "dl-session-edits.h"
#include "dl-torus-edits.h"
#include "dl-torus-past-faults.h"

#include <glib/gi18n-lib.h>

#define ROOM "torus"

/* The search for datelines past the faults. */
typedef struct
{
  DlShell *shell;
  DlVerdictBanner *banner;
  DlJob *job;               /* nullable */
  DlTorusPastFaults *found; /* a move that does not serve every pair, until the edit's effect is
                               announced; nullable */
} PastFaults;

/* Deadlock remedies ---------------------------------------------------------------------------- */

void
dl_torus_set_datelines (DlSession *session, gboolean on)
{
  const guint *radix = dl_torus_options (dl_session_get_scenario (session))->spec.radix;
  gint position[DL_TORUS_N_DIMS];
  g_autofree char *text = NULL;

  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    position[dim] = on ? (gint) radix[dim] - 1 : DL_NO_DATELINE;
  text = dl_datelines_text (position);
  dl_session_set_named (session, "torus.datelines", text,
                        on ? _ ("Datelines on") : _ ("Datelines off"));
}

static void
datelines_on (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  dl_torus_set_datelines (dl_shell_get_session (user_data), TRUE);
}

static void
try_engine (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  dl_session_set (dl_shell_get_session (user_data), "torus.engine",
                  g_variant_get_string (parameter, NULL), FALSE);
}

/* A search has the result it began with, which is never changed. */
static gpointer
search_past_faults (gpointer data, DlProgressFunc progress, gpointer progress_data,
                    GCancellable *cancellable)
{
  const DlEvaluation *result = data;
  const DlTorusAnalysis *analysis = dl_evaluation_torus (result);
  g_autoptr (DlDemand) demand = dl_torus_demand (result->scenario, analysis->network);
  DlDatelineOptions options = dl_dateline_options_default ();

  options.progress = progress;
  options.progress_data = progress_data;
  return dl_datelines_past_faults (analysis->network, &analysis->routes->spec, demand, options,
                                   cancellable);
}

/* Said whenever the search ends without serving every pair: what remains, and what to try. @effect
 * (nullable): of the datelines that were moved. */
static void
show_past_faults (DlShell *self, const DlTorusPastFaults *past, const char *effect)
{
  g_autofree char *text = dl_torus_past_faults_to_text (past);
  g_autofree char *detail = effect != NULL && *effect != '\0'
                                ? g_strdup_printf ("%s · %s", text, effect)
                                : g_strdup (text);
  const char *title
      = past->served ? _ ("The datelines can stay") : _ ("Datelines cannot deliver every pair");

  if (past->engine != NULL)
    {
      g_autofree char *button = g_strdup_printf (_ ("_Use %s"), past->engine->id);
      dl_toast_show (dl_shell_get_toast (self), title, detail, button, "win.try-engine",
                     g_variant_new_string (past->engine->id));
    }
  else if (effect != NULL)
    dl_toast_show (dl_shell_get_toast (self), title, detail, _ ("_Undo"), "win.undo", NULL);
  else
    dl_shell_toast (self, title, detail);
}

gboolean
dl_torus_actions_announce (DlShell *shell, const char *effect)
{
  PastFaults *search = dl_shell_kept (shell, ROOM);
  g_autoptr (DlTorusPastFaults) past = search != NULL ? g_steal_pointer (&search->found) : NULL;

  if (past == NULL)
    return FALSE;
  show_past_faults (shell, past, effect);
  return TRUE;
}

static void
on_past_faults (gpointer found, gpointer user_data)
{
  PastFaults *search = user_data;
  g_autoptr (DlTorusPastFaults) past = found;
  g_autofree char *text = NULL;

  g_clear_pointer (&search->found, dl_torus_past_faults_free);
  if (!dl_torus_past_faults_moves (past))
    {
      show_past_faults (search->shell, past, NULL);
      return;
    }
  text = dl_datelines_text (past->best.dateline);
  if (!past->served) /* with the effect, which comes later and would take its place */
    search->found = g_steal_pointer (&past);
  dl_session_set_named (dl_shell_get_session (search->shell), "torus.datelines", text,
                        _ ("Datelines past the fault"));
}

static gboolean
is_searching (const PastFaults *search)
{
  return search->job != NULL && dl_job_is_running (search->job);
}

static void
update (DlShell *self)
{
  /* Their page is of no other family. */
  const gboolean can_search
      = dl_family_has_feature (dl_shell_get_family (self), DL_FEATURE_PAGE, "search");

  dl_shell_set_enabled (self, "find-datelines", can_search);
  dl_shell_set_enabled (self, "optimize-vc", can_search);
  dl_shell_set_enabled (self, "datelines-past-faults",
                        dl_session_get_result_of (dl_shell_get_session (self), &dl_family_torus)
                                != NULL
                            && !is_searching (dl_shell_kept (self, ROOM)));
}

static void
on_search (PastFaults *search)
{
  dl_verdict_banner_set_progress (search->banner,
                                  is_searching (search) ? dl_job_get_progress (search->job) : -1);
  update (search->shell);
}

static void
datelines_past_faults (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  DlShell *self = user_data;
  PastFaults *search = dl_shell_kept (self, ROOM);
  DlSession *session = dl_shell_get_session (self);
  DlEvaluation *result = dl_session_get_result_of (session, &dl_family_torus);

  if (result == NULL)
    return;
  if (search->job == NULL)
    {
      search->job = dl_job_new ();
      g_signal_connect_swapped (search->job, "notify", G_CALLBACK (on_search), search);
      /* The search is no longer for the current question. */
      g_signal_connect_object (session, "notify::generation", G_CALLBACK (dl_job_cancel),
                               search->job, G_CONNECT_SWAPPED);
    }
  dl_job_start (search->job, search_past_faults, dl_evaluation_ref (result),
                (GDestroyNotify) dl_evaluation_unref, (GDestroyNotify) dl_torus_past_faults_free,
                on_past_faults, search);
}

static void
cancel_search (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  const PastFaults *search = dl_shell_kept (user_data, ROOM);

  if (search->job != NULL)
    dl_job_cancel (search->job);
}

static void
past_faults_free (gpointer data)
{
  PastFaults *search = data;

  if (search->job != NULL)
    {
      g_signal_handlers_disconnect_by_data (search->job, search);
      dl_job_cancel (search->job);
      g_object_unref (search->job);
    }
  g_clear_pointer (&search->found, dl_torus_past_faults_free);
  g_free (search);
}

/* Searches for better settings: they show their page, where the result will be --------------------
 */

static DlOptimizePane *
show_page (DlShell *self)
{
  return DL_OPTIMIZE_PANE (dl_shell_show_page (self, "search"));
}

/* A second time while it runs is not a new search. */
static void
start (DlSearchBox *box)
{
  if (!dl_search_box_is_running (box))
    dl_search_box_start (box);
}

static void
find_datelines (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  start (dl_optimize_pane_get_datelines (show_page (user_data)));
}

static void
optimize_vc (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  start (dl_optimize_pane_get_vc (show_page (user_data)));
}

/* Display -------------------------------------------------------------------------------------- */

static void
change_slice (GSimpleAction *action, GVariant *state, gpointer user_data)
{
  const char *name = g_variant_get_string (state, NULL);

  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    if (g_str_equal (name, dl_torus_dim_name (dim)))
      {
        g_simple_action_set_state (action, state);
        g_object_set (dl_shell_get_view (user_data), "slice", dim, NULL);
      }
}

void
dl_torus_actions_add (DlShell *shell, DlVerdictBanner *banner)
{
  static const GActionEntry entries[] = {
    { .name = "datelines-on", .activate = datelines_on },
    { .name = "datelines-past-faults", .activate = datelines_past_faults },
    { .name = "cancel-search", .activate = cancel_search },
    { .name = "try-engine", .activate = try_engine, .parameter_type = "s" },
    { .name = "find-datelines", .activate = find_datelines },
    { .name = "optimize-vc", .activate = optimize_vc },
    { .name = "slice", .parameter_type = "s", .state = "'z'", .change_state = change_slice },
  };
  PastFaults *search = g_new0 (PastFaults, 1);
  DlSession *session = dl_shell_get_session (shell);

  search->shell = shell;
  search->banner = banner;
  dl_shell_add_actions (shell, entries, G_N_ELEMENTS (entries));
  dl_shell_keep (shell, ROOM, search, past_faults_free);
  g_signal_connect_object (session, "notify::generation", G_CALLBACK (update), shell,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "notify::result", G_CALLBACK (update), shell,
                           G_CONNECT_SWAPPED);
  update (shell);
}

/* The window's actions on routes and on the cycle of the verdict. */
#include "dl-window-private.h"

#include "dl-past-faults.h"
#include "dl-session-edits.h"

#include <glib/gi18n-lib.h>

/* Routes ----------------------------------------------------------------------------------------
 */

/* The node of the selected place of a dragonfly; DL_NO_NODE. */
static guint
selected_node (DlPlaces *places)
{
  return dl_places_node_at (places, dl_places_get_selected (places));
}

static void
route_from (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  DlWindow *self = user_data;
  DlPlaces *places = dl_view_get_places (self->view);

  if (dl_window_is_dragonfly (self))
    dl_places_set_origin (places, selected_node (places));
  else
    dl_view_set_route_origin (self->view, dl_view_get_selected_place (self->view));
}

/* Where a route of a dragonfly to the selected place would begin. */
static guint
trip_source_of (DlWindow *self)
{
  DlPlaces *places = dl_view_get_places (self->view);
  guint source = dl_places_get_origin (places);

  if (source == DL_NO_NODE && dl_places_get_trip (places, &source, NULL) == NULL)
    return DL_NO_NODE;
  return source;
}

static void
trip_to (DlWindow *self)
{
  DlPlaces *places = dl_view_get_places (self->view);
  const guint source = trip_source_of (self), dest = selected_node (places);

  if (source != DL_NO_NODE && dest != DL_NO_NODE && source != dest)
    dl_places_show_trip (places, source, dest, 0);
}

/* Where a route to the selected node would begin. */
static guint
source_of (DlWindow *self)
{
  guint source = dl_view_get_route_origin (self->view), dest;

  if (source == DL_NO_NODE && dl_view_get_route (self->view, &source, &dest) == NULL)
    return DL_NO_NODE;
  return source;
}

static void
route_to (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  DlWindow *self = user_data;
  const guint source = source_of (self), dest = dl_view_get_selected_place (self->view);

  if (dl_window_is_dragonfly (self))
    trip_to (self);
  else if (source != DL_NO_NODE && dest != DL_NO_NODE)
    dl_view_show_route (self->view, source, dest);
}

/* One key for both: first where from, then where to. */
static void
explain_route (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  DlWindow *self = user_data;

  if (dl_window_is_dragonfly (self))
    {
      DlPlaces *places = dl_view_get_places (self->view);

      if (selected_node (places) == DL_NO_NODE)
        dl_window_toast (self, _ ("Select a cell first: click it, or use the arrow keys"), NULL,
                         FALSE);
      else if (dl_places_get_origin (places) == DL_NO_NODE)
        route_from (NULL, NULL, self);
      else
        trip_to (self);
    }
  else if (dl_view_get_selected_place (self->view) == DL_NO_NODE)
    dl_window_toast (self, _ ("Select a node or a link first: click it, or use the arrow keys"),
                     NULL, FALSE);
  else if (dl_view_get_route_origin (self->view) == DL_NO_NODE)
    route_from (NULL, NULL, self);
  else
    route_to (NULL, NULL, self);
}

/* Steps -----------------------------------------------------------------------------------------
 */

static void
move_step (DlWindow *self, gint by)
{
  DlPlaces *places = dl_view_get_places (self->view);
  DlMapPath path;

  if (dl_window_is_dragonfly (self))
    dl_places_set_step (places, dl_places_get_step (places) + by);
  else if (dl_view_get_path (self->view, &path))
    dl_view_set_path_step (self->view, path.step + by);
}

static void
path_next (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  move_step (user_data, 1);
}

static void
path_previous (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  move_step (user_data, -1);
}

static void
hide_path (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  DlWindow *self = user_data;

  dl_view_hide_path (self->view);
  dl_places_hide_trip (dl_view_get_places (self->view));
}

/* Deadlock --------------------------------------------------------------------------------------
 */

static void
show_cycle (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  DlWindow *self = user_data;

  dl_view_show_cycle (self->view);
  dl_window_show_evidence (self, "deadlock");
}

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
  const DlResult *result = data;
  const DlAnalysis *analysis = dl_result_torus (result);
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
  dl_window_update_path_actions (self);
}

static void
datelines_past_faults (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  DlWindow *self = user_data;
  DlResult *result = dl_session_get_torus_result (self->session);

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
  dl_job_start (self->search, search_past_faults, dl_result_ref (result),
                (GDestroyNotify) dl_result_unref, (GDestroyNotify) dl_past_faults_free,
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
  { .name = "route-from", .activate = route_from },
  { .name = "route-to", .activate = route_to },
  { .name = "explain-route", .activate = explain_route },
  { .name = "path-next", .activate = path_next },
  { .name = "path-previous", .activate = path_previous },
  { .name = "hide-path", .activate = hide_path },
  { .name = "show-cycle", .activate = show_cycle },
};

void
dl_window_add_path_actions (DlWindow *self)
{
  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
}

void
dl_window_update_path_actions (DlWindow *self)
{
  DlPlaces *places = dl_view_get_places (self->view);
  const gboolean dragonfly = dl_window_is_dragonfly (self);
  const gboolean shown = dragonfly ? dl_places_get_trip (places, NULL, NULL) != NULL
                                   : dl_view_get_path_kind (self->view) != DL_PATH_NONE;
  const gboolean placed = dragonfly ? selected_node (places) != DL_NO_NODE
                                    : dl_view_get_selected_place (self->view) != DL_NO_NODE;
  const guint source = dragonfly ? trip_source_of (self) : source_of (self);
  const DlResult *result = dl_session_get_torus_result (self->session);

  dl_window_set_enabled (self, "route-from", placed);
  dl_window_set_enabled (self, "route-to", placed && source != DL_NO_NODE);
  dl_window_set_enabled (self, "path-next", shown);
  dl_window_set_enabled (self, "path-previous", shown);
  dl_window_set_enabled (self, "hide-path", shown);
  dl_window_set_enabled (self, "datelines-past-faults",
                         result != NULL
                             && (self->search == NULL || !dl_job_is_running (self->search)));
  dl_window_set_enabled (self, "show-cycle",
                         result != NULL && !dl_result_torus (result)->verdict->deadlock_free);
}

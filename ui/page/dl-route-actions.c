/* The window's actions on routes and on the cycle of the verdict. */
#include "dl-window-private.h"

#include <glib/gi18n-lib.h>

/* Routes ----------------------------------------------------------------------------------------
 */

static void
route_from (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  DlWindow *self = user_data;

  dl_view_set_route_origin (self->view, dl_view_get_selected_place (self->view));
}

/* Where a route to the selected node would begin. */
static guint
source_of (DlWindow *self)
{
  guint source = dl_view_get_route_origin (self->view);

  if (source == DL_NO_NODE && dl_view_get_route (self->view, &source, NULL) == NULL)
    return DL_NO_NODE;
  return source;
}

static void
route_to (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  DlWindow *self = user_data;
  const guint source = source_of (self), dest = dl_view_get_selected_place (self->view);

  if (source != DL_NO_NODE && dest != DL_NO_NODE)
    dl_view_show_route (self->view, source, dest, 0);
}

/* One key for both: first where from, then where to. */
static void
explain_route (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  DlWindow *self = user_data;

  if (dl_view_get_selected_place (self->view) == DL_NO_NODE)
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
  DlMapPath path;

  if (dl_view_get_path (self->view, &path))
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
  dl_view_hide_path (DL_WINDOW (user_data)->view);
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

static const GActionEntry entries[] = {
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
  const gboolean shown = dl_view_get_path_kind (self->view) != DL_PATH_NONE;
  const gboolean placed = dl_view_get_selected_place (self->view) != DL_NO_NODE;
  const DlEvaluation *result = dl_session_get_result (self->session);

  dl_window_set_enabled (self, "route-from", placed);
  dl_window_set_enabled (self, "route-to", placed && source_of (self) != DL_NO_NODE);
  dl_window_set_enabled (self, "path-next", shown);
  dl_window_set_enabled (self, "path-previous", shown);
  dl_window_set_enabled (self, "hide-path", shown);
  dl_window_set_enabled (self, "show-cycle",
                         result != NULL && !result->findings.deadlock_free
                             && dl_family_has_feature (self->family, DL_FEATURE_PAGE, "deadlock"));
}

/* Toy networks: one click away, and back to just what was left. */
#include "dl-window-private.h"

#include "dl-session-visit.h"
#include "dl-toy.h"

#include <glib/gi18n-lib.h>

/* Cycles a second at which eyes can follow a packet. */
#define TOY_SPEED 10

/* What was shown of what was left. */
struct _DlToyVisit
{
  gboolean begins;               /* just now */
  GVariant *view, *page, *speed; /* states of actions */
  DlMetric metric, dragonfly_metric;
  DlDim slice;
  guint cut;
  DlShow show;
  guint link, node, ring_node;
  DlDim ring_dim;
  DlPathKind path;
  guint source, dest, step; /* of a route; and the step of any path */
  DlPlace place;
  guint group;
  gboolean sorted;
  guint trip_source, trip_dest, which, trip_step; /* DL_NO_NODE: none */
  const DlScenario *left;                         /* of one that a lesson took the place of */
  guint restoring;
};

static GVariant *
get_state (DlWindow *self, const char *action)
{
  return g_action_group_get_action_state (G_ACTION_GROUP (self), action);
}

static void
set_state (DlWindow *self, const char *action, GVariant *state)
{
  g_action_group_change_action_state (G_ACTION_GROUP (self), action, state);
}

void
dl_toy_visit_free (DlToyVisit *visit)
{
  if (visit == NULL)
    return;
  g_variant_unref (visit->view);
  g_variant_unref (visit->page);
  g_variant_unref (visit->speed);
  g_clear_handle_id (&visit->restoring, g_source_remove);
  g_free (visit);
}

/* There and back ------------------------------------------------------------------------------- */

static DlToyVisit *
remember (DlWindow *self)
{
  DlPlaces *places = dl_view_get_places (self->view);
  DlToyVisit *visit = g_new0 (DlToyVisit, 1);
  DlMapPath path;

  visit->view = get_state (self, "show-view");
  visit->page = get_state (self, "evidence-page");
  visit->speed = get_state (self, "sim-speed");
  visit->metric = dl_view_get_metric (self->view);
  visit->slice = dl_view_get_slice (self->view);
  visit->cut = dl_view_get_cut (self->view);
  visit->show = dl_beside_get_show (dl_view_get_beside (self->view));
  visit->link = dl_view_get_selected_link (self->view);
  visit->node = dl_view_get_selected_node (self->view);
  dl_view_get_ring (self->view, &visit->ring_node, &visit->ring_dim);
  visit->path = dl_view_get_path_kind (self->view);
  if (visit->path == DL_PATH_ROUTE)
    dl_view_get_route (self->view, &visit->source, &visit->dest);
  visit->step = dl_view_get_path (self->view, &path) ? path.step : DL_NO_STEP;

  visit->dragonfly_metric = dl_places_get_metric (places);
  visit->place = dl_places_get_selected (places);
  visit->group = dl_places_get_group (places);
  visit->sorted = dl_places_get_sorted (places);
  visit->trip_source = visit->trip_dest = DL_NO_NODE;
  dl_places_get_trip (places, &visit->trip_source, &visit->trip_dest);
  visit->which = dl_places_get_which (places);
  visit->trip_step = dl_places_get_step (places);
  return visit;
}

/* What it shows belongs to the network that is there now. */
static void
restore_torus (DlWindow *self, const DlToyVisit *visit)
{
  DlView *view = self->view;

  g_object_set (view, "metric", visit->metric, "slice", visit->slice, NULL);
  dl_view_set_cut (view, visit->cut);
  if (dl_window_is_dragonfly (self))
    return;
  /* The ring that charts show is that of the last selected link. */
  dl_view_select_link (view, visit->ring_node * DL_N_NETWORK_PORTS + 2 * visit->ring_dim);
  dl_view_clear_selection (view);
  if (visit->link != DL_NO_LINK)
    dl_view_select_link (view, visit->link);
  else if (visit->node != DL_NO_NODE)
    dl_view_select_node (view, visit->node);
  if (visit->path == DL_PATH_ROUTE)
    dl_view_show_route (view, visit->source, visit->dest);
  else if (visit->path == DL_PATH_CYCLE)
    dl_view_show_cycle (view);
  else if (visit->path == DL_PATH_WAITS)
    dl_view_show_waits (view);
  if (dl_view_get_path_kind (view) != DL_PATH_NONE)
    dl_view_set_path_step (view, visit->step);
}

static void
restore_dragonfly (DlWindow *self, const DlToyVisit *visit)
{
  DlPlaces *places = dl_view_get_places (self->view);

  g_object_set (places, "metric", visit->dragonfly_metric, "sorted", visit->sorted, NULL);
  if (!dl_window_is_dragonfly (self))
    return;
  g_object_set (places, "group", visit->group, NULL);
  dl_places_select (places, visit->place);
  if (visit->trip_source != DL_NO_NODE)
    {
      dl_places_show_trip (places, visit->trip_source, visit->trip_dest, visit->which);
      dl_places_set_step (places, visit->trip_step);
    }
}

static void
restore (DlWindow *self, const DlToyVisit *visit)
{
  restore_torus (self, visit);
  restore_dragonfly (self, visit);
  dl_beside_set_show (dl_view_get_beside (self->view), visit->show);
  set_state (self, "sim-speed", visit->speed);
  set_state (self, "show-view", visit->view);
  set_state (self, "evidence-page", visit->page);
}

static void
leave_for (DlWindow *self, const DlToy *toy)
{
  const DlScenario *left = dl_session_get_left (self->session);
  const DlScenario *from = left != NULL ? left : dl_session_get_scenario (self->session);
  DlScenario *scenario = dl_toy_new_scenario (toy, from);

  if (self->toy == NULL)
    self->toy = remember (self);
  dl_view_hide_path (self->view);
  dl_view_clear_selection (self->view);
  dl_places_hide_trip (dl_view_get_places (self->view));
  dl_beside_set_show (dl_view_get_beside (self->view), DL_SHOW_A);
  self->toy->begins = TRUE;
  dl_session_visit (self->session, scenario);
  self->toy->begins = FALSE;
  set_state (self, "show-view",
             g_variant_new_string (dl_window_is_dragonfly (self) ? "group-packets" : "packets"));
  set_state (self, "sim-speed", g_variant_new_int32 (TOY_SPEED));
}

static void
visit_toy (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  const DlToy *toy = dl_toy_find (g_variant_get_string (parameter, NULL));

  if (toy != NULL)
    leave_for (user_data, toy);
}

static void
go_back (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  DlWindow *self = user_data;
  DlToyVisit *visit = g_steal_pointer (&self->toy);

  dl_view_hide_path (self->view);
  dl_places_hide_trip (dl_view_get_places (self->view));
  dl_session_return (self->session);
  if (visit != NULL)
    restore (self, visit);
  dl_toy_visit_free (visit);
}

/* There and back with one key: to the first toy of the same kind. */
static void
toggle (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  DlWindow *self = user_data;

  if (self->toy != NULL)
    go_back (NULL, NULL, self);
  else
    leave_for (self, dl_toy_find (dl_window_is_dragonfly (self) ? "cascade-2" : "torus-4x4"));
}

/* As it is, beside the others in the library; what is open stays open. */
static void
keep (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  DlWindow *self = user_data;

  dl_session_branch (self->session, dl_history_position (dl_session_get_history (self->session)));
}

/* What is seen of it --------------------------------------------------------------------------- */

static void
name_way_back (DlWindow *self, const char *name)
{
  g_autoptr (GString) escaped = g_string_new (name);
  g_autofree char *label = NULL;

  g_string_replace (escaped, "_", "__", 0); /* no mnemonic */
  /* Translators: %s is the name of a scenario */
  label = g_strdup_printf (_ ("_Back to %s"), escaped->str);
  gtk_button_set_label (self->toy_back_button, label);
}

static gboolean
on_restore (gpointer user_data)
{
  DlWindow *self = user_data;
  DlToyVisit *visit = g_steal_pointer (&self->toy_passed);

  visit->restoring = 0;
  restore (self, visit);
  dl_toy_visit_free (visit);
  return G_SOURCE_REMOVE;
}

/* The lesson goes back to what was left for the toy, and turns to what the toy showed: after that
 * it is as it was before both. */
static void
follow_passed (DlWindow *self, const DlScenario *left)
{
  DlToyVisit *visit = self->toy_passed;

  g_clear_handle_id (&visit->restoring, g_source_remove); /* the next lesson */
  if (left != NULL)
    return;
  if (dl_session_get_scenario (self->session) == visit->left)
    visit->restoring = g_idle_add (on_restore, self);
  else
    g_clear_pointer (&self->toy_passed, dl_toy_visit_free);
}

/* A lesson may be what the scenario was left for, or another one was opened for good. */
static void
on_left (DlWindow *self)
{
  const DlScenario *left = dl_session_get_left (self->session);

  if (self->toy_passed != NULL)
    follow_passed (self, left);
  if (self->toy != NULL && left != NULL && !self->toy->begins)
    {
      self->toy_passed = g_steal_pointer (&self->toy);
      self->toy_passed->left = left;
    }
  else if (self->toy != NULL && left == NULL)
    g_clear_pointer (&self->toy, dl_toy_visit_free);
  dl_window_set_enabled (self, "toy", left == NULL || self->toy != NULL);
  dl_window_set_enabled (self, "toy-toggle", left == NULL || self->toy != NULL);
  dl_window_set_enabled (self, "toy-back", self->toy != NULL);
  dl_window_set_enabled (self, "toy-keep",
                         self->toy != NULL && dl_session_get_library (self->session) != NULL);
  dl_banner_set_message (
      self->toy_banner,
      self->toy != NULL ? _ ("A toy network: change and break what you like, nothing of it is kept")
                        : NULL);
  if (self->toy != NULL)
    name_way_back (self, left->name);
}

static void
add_banner (DlWindow *self)
{
  GtkWidget *before = GTK_WIDGET (self->message_banner);
  GtkWidget *keep_button;

  self->toy_banner = g_object_new (DL_TYPE_BANNER, NULL);
  dl_banner_set_calm (self->toy_banner);
  gtk_widget_set_tooltip_text (
      GTK_WIDGET (self->toy_banner),
      _ ("Of a network of the same kind it takes over the router and the policy of virtual "
         "channels, "
         "or the routing mode; size, datelines, faults and traffic are its own"));
  self->toy_back_button
      = GTK_BUTTON (dl_banner_add_button (self->toy_banner, _ ("_Back"), "win.toy-back"));
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->toy_back_button),
                               _ ("To the scenario as you left it, with its history, selection and "
                                  "simulation (Shift+Ctrl+T)"));
  keep_button = dl_banner_add_button (self->toy_banner, _ ("_Keep in the Library"), "win.toy-keep");
  gtk_widget_set_tooltip_text (keep_button,
                               _ ("Add the toy as it is to the library, as a scenario of its own"));
  gtk_box_insert_child_after (GTK_BOX (gtk_widget_get_parent (before)),
                              GTK_WIDGET (self->toy_banner), before);
}

static void
fill_menu (DlWindow *self)
{
  guint n;
  const DlToy *toys = dl_toys (&n);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *action = g_strdup_printf ("win.toy::%s", toys[i].id);

      g_menu_append (self->toys_menu, _ (toys[i].title), action);
    }
}

void
dl_window_add_toy_actions (DlWindow *self)
{
  static const GActionEntry entries[] = {
    { .name = "toy", .activate = visit_toy, .parameter_type = "s" },
    { .name = "toy-back", .activate = go_back },
    { .name = "toy-toggle", .activate = toggle },
    { .name = "toy-keep", .activate = keep },
  };

  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
  add_banner (self);
  fill_menu (self);
  g_signal_connect_object (self->session, "notify::left-name", G_CALLBACK (on_left), self,
                           G_CONNECT_SWAPPED);
  on_left (self);
}

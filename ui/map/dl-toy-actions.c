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
  DlMetric *metrics;             /* (n_families) */
  DlDim slice;
  guint cut;
  DlShow show;
  guint group;
  gboolean sorted;
  guint ring_node;
  DlDim ring_dim;
  DlPlace selected;
  DlPathKind path;
  guint source, dest, which; /* of a route */
  guint step;                /* of any path */
  const DlScenario *left;    /* of one that a lesson took the place of */
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
  g_free (visit->metrics);
  g_free (visit);
}

/* There and back ------------------------------------------------------------------------------- */

static DlToyVisit *
remember (DlWindow *self)
{
  DlToyVisit *visit = g_new0 (DlToyVisit, 1);
  guint n_families;
  const DlFamily *const *families = dl_families (&n_families);
  DlMapPath path;

  visit->view = get_state (self, "show-view");
  visit->page = get_state (self, "evidence-page");
  visit->speed = get_state (self, "sim-speed");
  visit->metrics = g_new (DlMetric, n_families);
  for (guint i = 0; i < n_families; i++)
    visit->metrics[i] = dl_view_get_metric_of (self->view, families[i]);
  visit->slice = dl_view_get_slice (self->view);
  visit->cut = dl_view_get_cut (self->view);
  visit->show = dl_beside_get_show (dl_view_get_beside (self->view));
  visit->group = dl_view_get_group (self->view);
  visit->sorted = dl_view_get_sorted (self->view);
  visit->selected = dl_view_get_selected (self->view);
  dl_view_get_ring (self->view, &visit->ring_node, &visit->ring_dim);
  visit->path = dl_view_get_path_kind (self->view);
  dl_view_get_route (self->view, &visit->source, &visit->dest);
  visit->which = dl_view_get_which (self->view);
  visit->step = dl_view_get_path (self->view, &path) ? path.step : DL_NO_STEP;
  return visit;
}

/* The ring that charts show is that of the last selected link. */
static void
restore_ring (DlView *view, const DlToyVisit *visit)
{
  dl_view_select (view,
                  dl_place_link (visit->ring_node * DL_N_NETWORK_PORTS + 2 * visit->ring_dim));
  dl_view_select (view, DL_NOWHERE);
}

/* What it shows belongs to the network that is there now. */
static void
restore (DlWindow *self, const DlToyVisit *visit)
{
  DlView *view = self->view;
  guint n_families;
  const DlFamily *const *families = dl_families (&n_families);

  for (guint i = 0; i < n_families; i++)
    dl_view_set_metric_of (view, families[i], visit->metrics[i]);
  g_object_set (view, "slice", visit->slice, "sorted", visit->sorted, NULL);
  dl_view_set_cut (view, visit->cut);
  if (self->family->group_at == NULL)
    restore_ring (view, visit);
  dl_view_select (view, visit->selected);
  g_object_set (view, "group", visit->group, NULL);
  if (visit->path == DL_PATH_ROUTE)
    dl_view_show_route (view, visit->source, visit->dest, visit->which);
  else if (visit->path == DL_PATH_CYCLE)
    dl_view_show_cycle (view);
  else if (visit->path == DL_PATH_WAITS)
    dl_view_show_waits (view);
  if (dl_view_get_path_kind (view) != DL_PATH_NONE)
    dl_view_set_path_step (view, visit->step);
  dl_beside_set_show (dl_view_get_beside (self->view), visit->show);
  set_state (self, "sim-speed", visit->speed);
  set_state (self, "show-view", visit->view);
  set_state (self, "evidence-page", visit->page);
}

/* The view of the family that shows the packets on their way. */
static const char *
packets_view (const DlFamily *family)
{
  const DlFeature *view;

  for (guint i = 0; (view = dl_family_feature (family, DL_FEATURE_VIEW, i)) != NULL; i++)
    if (g_strcmp0 (view->figure, "packets") == 0)
      return view->id;
  return dl_family_feature (family, DL_FEATURE_VIEW, 0)->id;
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
  dl_view_select (self->view, DL_NOWHERE);
  dl_beside_set_show (dl_view_get_beside (self->view), DL_SHOW_A);
  self->toy->begins = TRUE;
  dl_session_visit (self->session, scenario);
  self->toy->begins = FALSE;
  set_state (self, "show-view", g_variant_new_string (packets_view (self->family)));
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
    leave_for (self, &self->family->toys[0]);
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

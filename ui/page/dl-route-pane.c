#include "dl-route-pane.h"

#include "compat.h"
#include "dl-choice-list.h"
#include "dl-family-room.h"
#include "dl-live-entry.h"

#include <glib/gi18n-lib.h>

#include <string.h>

#define ROOM "routes"

/* The way that is shown, to tell a new one from another step. */
typedef struct
{
  DlPathKind kind;
  guint source, dest;
} Shown;

/* Routes ----------------------------------------------------------------------------------------
 */

/* The node that the line of details names. */
static guint
named_node (DlView *view)
{
  return dl_view_node_at (view, dl_view_get_named (view));
}

static void
route_from (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  DlView *view = dl_shell_get_view (user_data);

  dl_view_set_route_origin (view, named_node (view));
}

/* Where a route to the named node would begin. */
static guint
source_of (DlView *view)
{
  guint source = dl_view_get_route_origin (view);

  if (source == DL_NO_NODE && dl_view_get_route (view, &source, NULL) == NULL)
    return DL_NO_NODE;
  return source;
}

static void
route_to (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  DlView *view = dl_shell_get_view (user_data);
  const guint source = source_of (view), dest = named_node (view);

  if (source != DL_NO_NODE && dest != DL_NO_NODE)
    dl_view_show_route (view, source, dest, 0);
}

/* One key for both: first where from, then where to. */
static void
explain_route (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  DlShell *self = user_data;
  DlView *view = dl_shell_get_view (self);

  if (named_node (view) == DL_NO_NODE)
    dl_shell_toast (self, _ ("Select a node or a link first: click it, or use the arrow keys"),
                    NULL);
  else if (dl_view_get_route_origin (view) == DL_NO_NODE)
    route_from (NULL, NULL, self);
  else
    route_to (NULL, NULL, self);
}

/* Steps -----------------------------------------------------------------------------------------
 */

static void
move_step (DlShell *self, gint by)
{
  DlView *view = dl_shell_get_view (self);
  DlMapPath path;

  if (dl_view_get_path (view, &path))
    dl_view_set_path_step (view, path.step + by);
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
  dl_view_hide_path (dl_shell_get_view (user_data));
}

/* Deadlock --------------------------------------------------------------------------------------
 */

static void
show_cycle (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  dl_view_show_cycle (dl_shell_get_view (user_data));
  dl_shell_show_page (user_data, "deadlock");
}

/* Updates -------------------------------------------------------------------------------------- */

static void
update (DlShell *self)
{
  DlView *view = dl_shell_get_view (self);
  const gboolean shown = dl_view_get_path_kind (view) != DL_PATH_NONE;
  const gboolean placed = dl_view_get_selected_place (view) != DL_NO_NODE;
  const DlEvaluation *result = dl_session_get_result (dl_view_get_session (view));

  dl_shell_set_enabled (self, "route-from", placed);
  dl_shell_set_enabled (self, "route-to", placed && source_of (view) != DL_NO_NODE);
  dl_shell_set_enabled (self, "path-next", shown);
  dl_shell_set_enabled (self, "path-previous", shown);
  dl_shell_set_enabled (self, "hide-path", shown);
  dl_shell_set_enabled (
      self, "show-cycle",
      result != NULL && !result->findings.deadlock_free
          && dl_family_has_feature (dl_shell_get_family (self), DL_FEATURE_PAGE, "deadlock"));
}

/* A way that is new comes with its page; another step of it does not. */
static void
actions_on_path (DlShell *self)
{
  DlView *view = dl_shell_get_view (self);
  Shown *shown = dl_shell_kept (self, ROOM);
  const DlPathKind kind = dl_view_get_path_kind (view);
  guint source = DL_NO_NODE, dest = DL_NO_NODE;

  dl_view_get_route (view, &source, &dest);
  if (kind != shown->kind || source != shown->source || dest != shown->dest)
    {
      if (kind != DL_PATH_NONE)
        dl_shell_show_page (self, kind == DL_PATH_ROUTE   ? "route"
                                  : kind == DL_PATH_CYCLE ? "deadlock"
                                                          : "simulation");
      *shown = (Shown) { kind, source, dest };
    }
  update (self);
}

void
dl_route_actions_add (DlShell *shell)
{
  static const GActionEntry entries[] = {
    { .name = "route-from", .activate = route_from },
    { .name = "route-to", .activate = route_to },
    { .name = "explain-route", .activate = explain_route },
    { .name = "path-next", .activate = path_next },
    { .name = "path-previous", .activate = path_previous },
    { .name = "hide-path", .activate = hide_path },
    { .name = "show-cycle", .activate = show_cycle },
  };
  DlSession *session = dl_shell_get_session (shell);
  DlView *view = dl_shell_get_view (shell);

  dl_shell_add_actions (shell, entries, G_N_ELEMENTS (entries));
  dl_shell_keep (shell, ROOM, g_new0 (Shown, 1), g_free);
  g_signal_connect_object (session, "notify::generation", G_CALLBACK (update), shell,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "notify::result", G_CALLBACK (update), shell,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (view, "notify::selection", G_CALLBACK (update), shell,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (view, "notify::route-origin", G_CALLBACK (actions_on_path), shell,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (view, "notify::path", G_CALLBACK (actions_on_path), shell,
                           G_CONNECT_SWAPPED);
  update (shell);
}

struct _DlStepList
{
  GtkWidget parent;
  DlView *view;
  DlPathKind kind;
  DlStepFunc func;
  gpointer user_data;
  GListStore *steps; /* plain objects: a row is known by its place */
  GtkSingleSelection *selection;
  GtkWidget *list;
  GtkWidget *scroll;
  gboolean following; /* the view, while the selection is set */
};

G_DEFINE_FINAL_TYPE (DlStepList, dl_step_list, GTK_TYPE_WIDGET)

/* Rows ----------------------------------------------------------------------------------------- */

typedef struct
{
  GtkLabel *number;
  GtkLabel *title;
  GtkLabel *place;
  GtkLabel *note;
  GtkLabel *tag;
  GtkLabel *detail;
  GtkLabel *problem;
} Row;

static GtkLabel *
add_label (GtkWidget *box, const char *css_class, gboolean wrap)
{
  GtkLabel *label = dl_pane_add_label (box, css_class, wrap);

  if (wrap)
    gtk_label_set_width_chars (label, 20);
  return label;
}

static void
setup_row (GtkListItemFactory *factory, GtkListItem *item, DlStepList *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *lines = gtk_box_new (GTK_ORIENTATION_VERTICAL, 1);
  GtkWidget *head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  Row *row = g_new0 (Row, 1);

  row->number = add_label (box, "dl-step-number", FALSE);
  gtk_label_set_width_chars (row->number, 2);
  gtk_label_set_xalign (row->number, 1);
  gtk_widget_set_valign (GTK_WIDGET (row->number), GTK_ALIGN_START);
  row->title = add_label (head, "dl-step-title", FALSE);
  row->place = add_label (head, "dl-description", FALSE);
  gtk_widget_set_hexpand (GTK_WIDGET (row->place), TRUE);
  gtk_label_set_ellipsize (row->place, PANGO_ELLIPSIZE_END);
  row->note = add_label (head, "dl-description", FALSE);
  row->tag = add_label (head, "dl-step-tag", FALSE);
  gtk_box_append (GTK_BOX (lines), head);
  row->problem = add_label (lines, "dl-error", TRUE);
  row->detail = add_label (lines, "dl-description", TRUE);
  gtk_widget_set_hexpand (lines, TRUE);
  gtk_widget_add_css_class (box, "dl-step");
  gtk_widget_add_css_class (box, "dl-number");
  gtk_box_append (GTK_BOX (box), lines);
  gtk_list_item_set_child (item, box);
  g_object_set_data_full (G_OBJECT (item), "dl-row", row, g_free);
}

static void
bind_row (GtkListItemFactory *factory, GtkListItem *item, DlStepList *self)
{
  const Row *row = g_object_get_data (G_OBJECT (item), "dl-row");
  const guint step = gtk_list_item_get_position (item);
  g_autofree char *number = g_strdup_printf ("%u", step + 1);
  g_auto (DlStepText) text = { 0 };

  self->func (step, &text, self->user_data);
  dl_pane_show_text (row->number, number);
  dl_pane_show_text (row->title, text.title);
  gtk_label_set_text (row->place, text.place != NULL ? text.place : "");
  dl_pane_show_text (row->note, text.note);
  dl_pane_show_text (row->tag, text.tag);
  dl_pane_show_text (row->problem, text.problem);
  dl_pane_show_text (row->detail, text.detail);
}

/* The step ------------------------------------------------------------------------------------- */

static void
on_selected (DlStepList *self)
{
  const guint step = dl_step_list_get_selected (self);

  if (self->following || dl_step_list_get_n (self) == 0)
    return;
  if (dl_view_get_path_kind (self->view) != self->kind)
    {
      if (self->kind == DL_PATH_ROUTE || step == DL_NO_STEP)
        return;
      if (self->kind == DL_PATH_CYCLE)
        dl_view_show_cycle (self->view);
      else
        dl_view_show_waits (self->view);
    }
  dl_view_set_path_step (self->view, step);
}

static void
follow_step (DlStepList *self)
{
  const guint n_steps = dl_step_list_get_n (self);
  guint step = DL_NO_STEP;
  DlMapPath path;

  if (n_steps > 0 && dl_view_get_path_kind (self->view) == self->kind
      && dl_view_get_path (self->view, &path) && path.step < n_steps)
    step = path.step;
  if (step == dl_step_list_get_selected (self))
    return;
  self->following = TRUE;
  gtk_single_selection_set_selected (self->selection,
                                     step != DL_NO_STEP ? step : GTK_INVALID_LIST_POSITION);
  self->following = FALSE;
  if (step != DL_NO_STEP)
    gtk_widget_activate_action (self->list, "list.scroll-to-item", "u", step);
}

void
dl_step_list_set_n (DlStepList *self, guint n_steps)
{
  const guint before = dl_step_list_get_n (self);
  g_autoptr (GPtrArray) objects = g_ptr_array_new_full (n_steps, g_object_unref);

  for (guint i = 0; i < n_steps; i++)
    g_ptr_array_add (objects, g_object_new (G_TYPE_OBJECT, NULL));
  self->following = TRUE;
  g_list_store_splice (self->steps, 0, before, objects->pdata, n_steps);
  gtk_single_selection_set_selected (self->selection, GTK_INVALID_LIST_POSITION);
  self->following = FALSE;
  /* Without a row there is nothing to see of the keyboard. */
  gtk_widget_set_can_focus (self->scroll, n_steps > 0);
  follow_step (self);
}

guint
dl_step_list_get_n (DlStepList *self)
{
  return g_list_model_get_n_items (G_LIST_MODEL (self->steps));
}

guint
dl_step_list_get_selected (DlStepList *self)
{
  const guint selected = gtk_single_selection_get_selected (self->selection);

  return selected == GTK_INVALID_LIST_POSITION ? DL_NO_STEP : selected;
}

char *
dl_step_list_describe (DlStepList *self, guint step)
{
  g_auto (DlStepText) text = { 0 };
  GString *line = g_string_new (NULL);

  self->func (step, &text, self->user_data);
  const char *const parts[]
      = { text.title, text.place, text.note, text.tag, text.problem, text.detail };
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    if (parts[i] != NULL && *parts[i] != '\0')
      g_string_append_printf (line, "%s%s", line->len > 0 ? " | " : "", parts[i]);
  return g_string_free (line, FALSE);
}

/* Object ----------------------------------------------------------------------------------------
 */

static void
list_dispose (GObject *object)
{
  DlStepList *self = DL_STEP_LIST (object);

  g_clear_pointer (&self->scroll, gtk_widget_unparent);
  g_clear_object (&self->selection);
  g_clear_object (&self->steps);
  g_clear_object (&self->view);
  G_OBJECT_CLASS (dl_step_list_parent_class)->dispose (object);
}

static void
dl_step_list_class_init (DlStepListClass *class)
{
  G_OBJECT_CLASS (class)->dispose = list_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (class), GTK_TYPE_BIN_LAYOUT);
}

static void
dl_step_list_init (DlStepList *self)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();

  self->steps = g_list_store_new (G_TYPE_OBJECT);
  self->selection = gtk_single_selection_new (G_LIST_MODEL (g_object_ref (self->steps)));
  gtk_single_selection_set_autoselect (self->selection, FALSE);
  gtk_single_selection_set_can_unselect (self->selection, TRUE);
  g_signal_connect_object (factory, "setup", G_CALLBACK (setup_row), self, 0);
  g_signal_connect_object (factory, "bind", G_CALLBACK (bind_row), self, 0);
  g_signal_connect_object (self->selection, "notify::selected", G_CALLBACK (on_selected), self,
                           G_CONNECT_SWAPPED);
  self->list = gtk_list_view_new (GTK_SELECTION_MODEL (g_object_ref (self->selection)), factory);
  gtk_widget_add_css_class (self->list, "dl-steps");
  self->scroll = dl_pane_scrolled (self->list);
  gtk_widget_set_parent (self->scroll, GTK_WIDGET (self));
  gtk_widget_set_can_focus (self->scroll, FALSE);
}

GtkWidget *
dl_step_list_new (DlView *view, DlPathKind kind, const char *label, DlStepFunc func,
                  gpointer user_data)
{
  DlStepList *self = g_object_new (DL_TYPE_STEP_LIST, "vexpand", TRUE, NULL);

  self->view = g_object_ref (view);
  self->kind = kind;
  self->func = func;
  self->user_data = user_data;
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                  -1);
  g_signal_connect_object (view, "notify::path", G_CALLBACK (follow_step), self, G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}

enum
{
  FROM,
  TO,
  N_ENDS
};

struct _DlRoutePane
{
  DlPane parent;
  DlView *view;       /* the pane's */
  DlExplained *shown; /* nullable */
  guint ends[N_ENDS]; /* of it */
  DlLiveEntry *typed; /* being typed in: left alone */

  GtkWidget *box;
  DlLiveEntry *entries[N_ENDS];
  gboolean has_ends; /* the entries are of a route that was shown */
  GtkLabel *summary;
  GtkLabel *line;
  GtkWidget *buttons, *another;
  DlStepList *list;
};

G_DEFINE_FINAL_TYPE (DlRoutePane, dl_route_pane, DL_TYPE_PANE)

/* Display -------------------------------------------------------------------------------------- */

static void
describe_hop (guint i, DlStepText *text, gpointer user_data)
{
  DlRoutePane *self = user_data;
  const DlExplained *route = dl_view_get_route (self->view, NULL, NULL);

  if (route != NULL && i < route->n_hops)
    dl_step_text_copy (&route->steps[i], text);
}

static void
show_route (DlRoutePane *self, const DlExplained *route)
{
  const DlEvaluation *result = dl_session_get_result (dl_view_get_session (self->view));
  const DlFamily *family = result->scenario->family;
  const DlSites sites = family->sites (result->net.shape);
  GtkWidget *summary = GTK_WIDGET (self->summary);

  for (guint end = 0; end < N_ENDS; end++)
    {
      g_autofree char *text = sites.name (sites.network, self->ends[end]);

      if (self->entries[end] != self->typed)
        dl_live_entry_follow (self->entries[end], text);
      dl_live_entry_set_problem (self->entries[end], NULL);
    }
  dl_pane_show_text (self->summary, route->summary);
  gtk_widget_remove_css_class (summary, route->good ? "dl-error" : "dl-good");
  gtk_widget_add_css_class (summary, route->good ? "dl-good" : "dl-error");
  dl_pane_show_text (self->line, route->line);
  gtk_widget_set_visible (self->buttons, TRUE);
  gtk_widget_set_visible (self->another, family->routes_vary || route->n_routes > 1);
}

static void
show_hint (DlRoutePane *self)
{
  gtk_widget_remove_css_class (GTK_WIDGET (self->summary), "dl-error");
  gtk_widget_remove_css_class (GTK_WIDGET (self->summary), "dl-good");
  dl_pane_show_text (
      self->summary,
      _ ("Click a place in the map, then Shift+click a second one, to see the route between them, "
         "hop by hop, with reasons. Or press E at each, or type two nodes here."));
  dl_pane_show_text (self->line, "");
  gtk_widget_set_visible (self->buttons, FALSE);
}

/* Empty the ends of a route no longer shown; text typed for the next one stays. */
static void
empty_ends (DlRoutePane *self)
{
  for (guint end = 0; end < N_ENDS && self->has_ends; end++)
    dl_live_entry_follow (self->entries[end], "");
  self->has_ends = FALSE;
}

static void
on_path (DlRoutePane *self)
{
  guint ends[N_ENDS];
  DlExplained *route = dl_view_get_route (self->view, &ends[FROM], &ends[TO]);

  if (route == NULL)
    {
      g_clear_pointer (&self->shown, dl_explained_unref);
      if (dl_step_list_get_n (self->list) > 0)
        dl_step_list_set_n (self->list, 0);
      show_hint (self);
      if (dl_view_get_path_kind (self->view) == DL_PATH_NONE)
        empty_ends (self);
      return;
    }
  self->has_ends = TRUE;
  if (self->shown == route)
    return; /* another step */
  g_clear_pointer (&self->shown, dl_explained_unref);
  self->shown = dl_explained_ref (route);
  memcpy (self->ends, ends, sizeof ends);
  show_route (self, route);
  dl_step_list_set_n (self->list, route->n_hops);
}

/* The form of a node's name is the family's. */
static void
on_generation (DlRoutePane *self)
{
  const DlFamily *family = dl_session_get_scenario (dl_view_get_session (self->view))->family;
  g_autofree char *tooltip = g_strdup_printf (_ ("A node: %s"), _ (family->node_form));

  for (guint end = 0; end < N_ENDS; end++)
    gtk_widget_set_tooltip_text (GTK_WIDGET (self->entries[end]), tooltip);
}

/* Input ---------------------------------------------------------------------------------------- */

/* The node in an entry; DL_NO_NODE with its problem told (an empty one has none). */
static guint
read_entry (DlRoutePane *self, guint end)
{
  const DlEvaluation *result = dl_session_get_result (dl_view_get_session (self->view));
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->entries[end]));
  g_autoptr (GError) error = NULL;
  guint node;

  dl_live_entry_set_problem (self->entries[end], NULL);
  if (*text == '\0' || result == NULL)
    return DL_NO_NODE;
  const DlFamily *family = result->scenario->family;
  const DlSites sites = family->sites (result->net.shape);

  if (!sites.parse (sites.network, text, &node, &error))
    {
      dl_live_entry_set_problem (self->entries[end], error->message);
      return DL_NO_NODE;
    }
  if (!sites.is_up (sites.network, node))
    {
      g_autofree char *name = dl_view_name_node (self->view, node);
      g_autofree char *problem = g_strdup_printf (_ ("The node %s is broken"), name);

      dl_live_entry_set_problem (self->entries[end], problem);
      return DL_NO_NODE;
    }
  return node;
}

static void
on_typed (DlLiveEntry *entry, const char *text, DlRoutePane *self)
{
  const guint from = read_entry (self, FROM), to = read_entry (self, TO);

  if (from == DL_NO_NODE || to == DL_NO_NODE)
    return;
  self->typed = entry;
  dl_view_show_route (self->view, from, to, 0);
  self->typed = NULL;
}

static void
on_settled (DlLiveEntry *entry, DlRoutePane *self)
{
  /* A number becomes the node's name. */
  if (self->shown != NULL)
    show_route (self, self->shown);
}

static void
on_swap (DlRoutePane *self)
{
  if (self->shown != NULL)
    {
      dl_view_show_route (self->view, self->ends[TO], self->ends[FROM], 0);
      return;
    }

  g_autofree char *from = g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->entries[FROM])));
  g_autofree char *to = g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->entries[TO])));
  gtk_editable_set_text (GTK_EDITABLE (self->entries[FROM]), to);
  gtk_editable_set_text (GTK_EDITABLE (self->entries[TO]), from);
}

static void
on_another (DlRoutePane *self)
{
  dl_view_show_route (self->view, self->ends[FROM], self->ends[TO],
                      dl_view_get_which (self->view) + 1);
}

static void
on_copy (DlRoutePane *self)
{
  if (self->shown != NULL)
    gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), self->shown->text);
}

static void
on_hide (DlRoutePane *self)
{
  dl_view_hide_path (self->view);
}

/* Object ----------------------------------------------------------------------------------------
 */

static void
dispose (GObject *object)
{
  g_clear_pointer (&DL_ROUTE_PANE (object)->shown, dl_explained_unref);
  G_OBJECT_CLASS (dl_route_pane_parent_class)->dispose (object);
}

static void
dl_route_pane_class_init (DlRoutePaneClass *class)
{
  G_OBJECT_CLASS (class)->dispose = dispose;
}

static void
add_ends (DlRoutePane *self, GtkWidget *box)
{
  static const char *const labels[N_ENDS] = { N_ ("F_rom"), N_ ("T_o") };
  static const char *const names[N_ENDS]
      = { N_ ("Source of the route"), N_ ("Destination of the route") };
  GtkWidget *grid = gtk_grid_new ();
  GtkWidget *swap = gtk_button_new_from_icon_name ("object-flip-vertical-symbolic");

  gtk_grid_set_row_spacing (GTK_GRID (grid), 4);
  gtk_grid_set_column_spacing (GTK_GRID (grid), 8);
  for (guint end = 0; end < N_ENDS; end++)
    {
      GtkWidget *label = gtk_label_new_with_mnemonic (_ (labels[end]));
      DlLiveEntry *entry
          = g_object_new (DL_TYPE_LIVE_ENTRY, "hexpand", TRUE, "width-chars", 8, NULL);

      self->entries[end] = entry;
      gtk_label_set_xalign (GTK_LABEL (label), 0);
      dl_compat_set_mnemonic_widget (GTK_LABEL (label), GTK_WIDGET (entry));
      gtk_widget_add_css_class (GTK_WIDGET (entry), "dl-entry");
      gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                      _ (names[end]), -1);
      g_signal_connect (entry, "typed", G_CALLBACK (on_typed), self);
      g_signal_connect (entry, "settled", G_CALLBACK (on_settled), self);
      gtk_grid_attach (GTK_GRID (grid), label, 0, end, 1, 1);
      gtk_grid_attach (GTK_GRID (grid), GTK_WIDGET (entry), 1, end, 1, 1);
    }
  gtk_widget_add_css_class (swap, "dl-pill");
  gtk_widget_set_tooltip_text (swap, _ ("The reverse route, which may differ"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (swap), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Swap source and destination"), -1);
  g_signal_connect_swapped (swap, "clicked", G_CALLBACK (on_swap), self);
  gtk_grid_attach (GTK_GRID (grid), swap, 2, 1, 1, 1); /* Tab comes to both ends first */
  gtk_box_append (GTK_BOX (box), grid);
  for (guint end = 0; end < N_ENDS; end++)
    {
      GtkLabel *problem = dl_pane_add_label (box, "dl-error", TRUE);

      gtk_widget_set_visible (GTK_WIDGET (problem), FALSE);
      dl_live_entry_set_problem_label (self->entries[end], problem);
    }
}

static void
dl_route_pane_init (DlRoutePane *self)
{
  GtkWidget *head = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);
  GtkWidget *button;

  add_ends (self, head);
  self->summary = dl_pane_add_label (head, NULL, TRUE);
  self->line = dl_pane_add_label (head, "dl-route-line", TRUE);
  gtk_label_set_selectable (self->line, TRUE);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->line), _ ("Port and virtual channel of each hop"));
  self->buttons = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  button = dl_pane_add_button (self->buttons, _ ("_Copy as Text"),
                               _ ("The same text as “dateline-cli route” gives"));
  g_signal_connect_swapped (button, "clicked", G_CALLBACK (on_copy), self);
  button = dl_pane_add_button (self->buttons, _ ("_Hide"), _ ("Hide the route (Esc)"));
  g_signal_connect_swapped (button, "clicked", G_CALLBACK (on_hide), self);
  self->another = dl_pane_add_button (self->buttons, _ ("_Another Packet"),
                                      _ ("The same pair, other candidates"));
  g_signal_connect_swapped (self->another, "clicked", G_CALLBACK (on_another), self);
  gtk_box_append (GTK_BOX (head), self->buttons);
  gtk_widget_add_css_class (head, "dl-evidence");

  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_box_append (GTK_BOX (self->box), head);
  dl_pane_set_child (DL_PANE (self), self->box);
  dl_pane_hide_path_on_escape (DL_PANE (self));
}

static GtkWidget *
create (DlView *view)
{
  DlRoutePane *self = dl_pane_new (DL_TYPE_ROUTE_PANE, view, _ ("Route"));

  self->view = view;
  self->list = DL_STEP_LIST (
      dl_step_list_new (view, DL_PATH_ROUTE, _ ("Hops of the route"), describe_hop, self));
  gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (self->list));
  gtk_box_append (GTK_BOX (self->box), dl_choice_list_new (view));
  g_signal_connect_object (view, "notify::path", G_CALLBACK (on_path), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (dl_view_get_session (view), "notify::generation",
                           G_CALLBACK (on_generation), self, G_CONNECT_SWAPPED);
  on_generation (self);
  on_path (self);
  return GTK_WIDGET (self);
}

const DlMaker dl_page_route = {
  .id = "route",
  .create = create,
  .title = N_ ("Route"),
  .description = N_ ("The route of one packet, hop by hop, with reasons"),
  .topic = "evidence#route",
  .key = '2',
};

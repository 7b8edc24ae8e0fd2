#include "dl-route-pane.h"

#include "compat.h"
#include "dl-live-entry.h"
#include "dl-step-list.h"

#include <glib/gi18n-lib.h>

#include <string.h>

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

/* What is shown ---------------------------------------------------------------------------------
 */

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

/* Those of a route that is not shown any more; what is being typed for the next one stays. */
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

/* What a node's name looks like is the family's. */
static void
on_generation (DlRoutePane *self)
{
  const DlFamily *family = dl_session_get_scenario (dl_view_get_session (self->view))->family;
  g_autofree char *tooltip = g_strdup_printf (_ ("A node: %s"), _ (family->node_form));

  for (guint end = 0; end < N_ENDS; end++)
    gtk_widget_set_tooltip_text (GTK_WIDGET (self->entries[end]), tooltip);
}

/* What is asked for -----------------------------------------------------------------------------
 */

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

GtkWidget *
dl_route_pane_new (DlView *view)
{
  DlRoutePane *self = dl_pane_new (DL_TYPE_ROUTE_PANE, view, _ ("Route"));

  self->view = view;
  self->list = DL_STEP_LIST (
      dl_step_list_new (view, DL_PATH_ROUTE, _ ("Hops of the route"), describe_hop, self));
  gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (self->list));
  g_signal_connect_object (view, "notify::path", G_CALLBACK (on_path), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (dl_view_get_session (view), "notify::generation",
                           G_CALLBACK (on_generation), self, G_CONNECT_SWAPPED);
  on_generation (self);
  on_path (self);
  return GTK_WIDGET (self);
}

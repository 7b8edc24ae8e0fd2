#include "dl-route-pane.h"

#include "compat.h"
#include "dl-explain.h"
#include "dl-live-entry.h"
#include "dl-session-edits.h"
#include "dl-step-list.h"

#include <glib/gi18n-lib.h>

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
  DlResult *shown;    /* the one that the rows belong to, or NULL */
  guint ends[N_ENDS]; /* of the route in the rows */
  DlLiveEntry *typed; /* being typed in: left alone */

  GtkWidget *box;
  DlLiveEntry *entries[N_ENDS];
  gboolean has_ends; /* the entries are of a route that was shown */
  GtkLabel *summary;
  GtkLabel *line;
  GtkWidget *buttons;
  DlStepList *list;
};

G_DEFINE_FINAL_TYPE (DlRoutePane, dl_route_pane, DL_TYPE_PANE)

/* What is shown ---------------------------------------------------------------------------------
 */

/* FALSE if no route is. */
static gboolean
get_trip (DlRoutePane *self, DlTrip *trip)
{
  const DlResult *result = dl_session_get_torus_result (dl_view_get_session (self->view));
  guint source, dest;
  const DlRoute *route = dl_view_get_route (self->view, &source, &dest);

  if (route == NULL || result == NULL)
    return FALSE;
  *trip = (DlTrip) { dl_result_torus (result)->routes, route, source, dest };
  return TRUE;
}

static char *
link_port_text (const DlTrip *trip, guint i)
{
  const DlHop *hop = &trip->route->hops[i];
  return g_strdup_printf ("%s.%u", dl_port_label (hop->link % trip->routes->network->n_ports),
                          hop->vc);
}

/* Does hop @i go on as the one before, by the same rules, with nothing passed over? */
static gboolean
is_like_before (const DlTrip *trip, guint i, const char *rejected)
{
  const DlHop *hops = trip->route->hops;
  const guint n_ports = trip->routes->network->n_ports;

  return i > 0 && *rejected == '\0' && hops[i].rule == hops[i - 1].rule
         && hops[i].vc_rule == hops[i - 1].vc_rule
         && hops[i].link % n_ports == hops[i - 1].link % n_ports;
}

/* The hop whose rules hop @i repeats. */
static guint
first_alike (const DlTrip *trip, guint i)
{
  g_autofree char *rejected = dl_trip_rejected (trip, i);

  while (is_like_before (trip, i, rejected))
    {
      g_free (rejected);
      rejected = dl_trip_rejected (trip, --i);
    }
  return i;
}

/* The row of hop @i. */
static void
describe_hop (guint i, DlStepText *text, gpointer user_data)
{
  DlTrip trip;

  if (!get_trip (user_data, &trip) || i >= dl_trip_n_hops (&trip))
    return;

  const DlHop *hop = &trip.route->hops[i];
  const DlIllegal why = dl_trip_illegal (&trip, i);
  g_autofree char *rejected = dl_trip_rejected (&trip, i);
  g_autoptr (GString) detail = g_string_new (NULL);

  text->title = link_port_text (&trip, i);
  text->place = dl_node_label (trip.routes->network->torus.coord[dl_trip_node (&trip, i)]);
  if (dl_trip_crosses (&trip, i))
    text->tag = g_strdup (_ ("dateline"));
  if (why != DL_LEGAL)
    /* Translators: what is wrong, and where that is written */
    text->problem = g_strdup_printf (_ ("⚠ illegal turn: %s (%s)"), dl_illegal_text (why),
                                     dl_illegal_section (why));
  if (is_like_before (&trip, i, rejected))
    {
      /* Translators: by the same rules as hop number 3 */
      text->note = g_strdup_printf (_ ("as hop %u"), first_alike (&trip, i) + 1);
      return;
    }
  /* Translators: a rule, and where it is written */
  g_string_append_printf (detail, _ ("%s (%s)"), dl_rule_text (hop->rule),
                          dl_rule_section (hop->rule));
  g_string_append_c (detail, '\n');
  g_string_append_printf (detail, _ ("%s (%s)"), dl_vc_rule_text (hop->vc_rule),
                          dl_vc_rule_section (hop->vc_rule));
  if (*rejected != '\0')
    g_string_append_printf (detail, "\n%s", rejected);
  text->detail = g_strdup (detail->str);
}

static void
show_trip (DlRoutePane *self, const DlTrip *trip)
{
  const DlCoord *coord = trip->routes->network->torus.coord;
  const guint ends[N_ENDS] = { trip->source, trip->dest };
  g_autofree char *summary = dl_trip_summary (trip);
  g_autofree char *line = dl_trip_to_line (trip);
  const gboolean good = trip->route->status == DL_ROUTE_DELIVERED && trip->route->legal;

  for (guint end = 0; end < N_ENDS; end++)
    {
      g_autofree char *text = dl_coord_to_string (coord[ends[end]]);

      if (self->entries[end] != self->typed)
        dl_live_entry_follow (self->entries[end], text);
      dl_live_entry_set_problem (self->entries[end], NULL);
    }
  if (trip->route->status == DL_ROUTE_UNREACHABLE)
    {
      g_autofree char *rejected = dl_trip_rejected (trip, dl_trip_n_hops (trip));
      g_autofree char *all = g_strjoin ("\n", summary, *rejected != '\0' ? rejected : NULL, NULL);
      dl_pane_show_text (self->summary, all);
    }
  else
    dl_pane_show_text (self->summary, summary);
  gtk_widget_remove_css_class (GTK_WIDGET (self->summary), good ? "dl-error" : "dl-good");
  gtk_widget_add_css_class (GTK_WIDGET (self->summary), good ? "dl-good" : "dl-error");
  dl_pane_show_text (self->line, line);
  gtk_widget_set_visible (self->buttons, TRUE);
}

static void
show_hint (DlRoutePane *self)
{
  gtk_widget_remove_css_class (GTK_WIDGET (self->summary), "dl-error");
  gtk_widget_remove_css_class (GTK_WIDGET (self->summary), "dl-good");
  dl_pane_show_text (
      self->summary,
      _ ("Click a node or a link in the map, then Shift+click another: the route from the "
         "one to the other, hop by hop, and why. Or press E at each, or type them here."));
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
  DlResult *result = dl_session_get_torus_result (dl_view_get_session (self->view));
  DlTrip trip;

  if (!get_trip (self, &trip))
    {
      g_clear_pointer (&self->shown, dl_result_unref);
      if (dl_step_list_get_n (self->list) > 0)
        dl_step_list_set_n (self->list, 0);
      show_hint (self);
      if (dl_view_get_path_kind (self->view) == DL_PATH_NONE)
        empty_ends (self);
      return;
    }
  self->has_ends = TRUE;
  if (self->shown == result && self->ends[FROM] == trip.source && self->ends[TO] == trip.dest)
    return; /* another step */
  g_clear_pointer (&self->shown, dl_result_unref);
  self->shown = dl_result_ref (result);
  self->ends[FROM] = trip.source;
  self->ends[TO] = trip.dest;
  show_trip (self, &trip);
  dl_step_list_set_n (self->list, dl_trip_n_hops (&trip));
}

/* What is asked for -----------------------------------------------------------------------------
 */

/* The node in an entry; DL_NO_NODE with its problem told (an empty one has none). */
static guint
read_entry (DlRoutePane *self, guint end)
{
  const DlScenario *scenario = dl_session_get_scenario (dl_view_get_session (self->view));
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->entries[end]));
  const DlResult *result = dl_session_get_torus_result (dl_view_get_session (self->view));
  g_autoptr (GError) error = NULL;
  DlCoord coord;
  guint node;

  dl_live_entry_set_problem (self->entries[end], NULL);
  if (*text == '\0' || result == NULL)
    return DL_NO_NODE;
  if (!dl_torus_spec_parse_node (&dl_torus_options (scenario)->spec, text, &coord, &error))
    {
      dl_live_entry_set_problem (self->entries[end], error->message);
      return DL_NO_NODE;
    }
  if (!dl_network_has_coord (dl_result_torus (result)->network, coord))
    return DL_NO_NODE; /* of a shape whose result is not there yet */
  node = dl_network_node_at (dl_result_torus (result)->network, coord);
  if (!dl_result_torus (result)->network->node_up[node])
    {
      g_autofree char *name = dl_node_label (coord);
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
  dl_view_show_route (self->view, from, to);
  self->typed = NULL;
}

static void
on_settled (DlLiveEntry *entry, DlRoutePane *self)
{
  DlTrip trip;

  /* An NID becomes the node's coordinates. */
  if (get_trip (self, &trip))
    show_trip (self, &trip);
}

static void
on_swap (DlRoutePane *self)
{
  DlTrip trip;

  if (get_trip (self, &trip))
    {
      dl_view_show_route (self->view, trip.dest, trip.source);
      return;
    }

  g_autofree char *from = g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->entries[FROM])));
  g_autofree char *to = g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->entries[TO])));
  gtk_editable_set_text (GTK_EDITABLE (self->entries[FROM]), to);
  gtk_editable_set_text (GTK_EDITABLE (self->entries[TO]), from);
}

static void
on_copy (DlRoutePane *self)
{
  DlTrip trip;
  g_autofree char *text = NULL;

  if (!get_trip (self, &trip))
    return;
  text = dl_trip_to_text (&trip);
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
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
  DlRoutePane *self = DL_ROUTE_PANE (object);

  g_clear_pointer (&self->shown, dl_result_unref);
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
      DlLiveEntry *entry = g_object_new (DL_TYPE_LIVE_ENTRY, "hexpand", TRUE, "width-chars", 8,
                                         "placeholder-text", _ ("x,y,z or number"), NULL);

      self->entries[end] = entry;
      gtk_label_set_xalign (GTK_LABEL (label), 0);
      dl_compat_set_mnemonic_widget (GTK_LABEL (label), GTK_WIDGET (entry));
      gtk_widget_add_css_class (GTK_WIDGET (entry), "dl-entry");
      gtk_widget_set_tooltip_text (
          GTK_WIDGET (entry), _ ("A node: its coordinates x,y,z, or its NID (VC paper, section "
                                 "2.2)"));
      gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                      _ (names[end]), -1);
      g_signal_connect (entry, "typed", G_CALLBACK (on_typed), self);
      g_signal_connect (entry, "settled", G_CALLBACK (on_settled), self);
      gtk_grid_attach (GTK_GRID (grid), label, 0, end, 1, 1);
      gtk_grid_attach (GTK_GRID (grid), GTK_WIDGET (entry), 1, end, 1, 1);
    }
  gtk_widget_add_css_class (swap, "dl-pill");
  gtk_widget_set_tooltip_text (swap, _ ("The way back: it need not be the same (VC paper 2.2)"));
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
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->line),
                               _ ("Port and virtual channel of each hop (VC paper 2.2, 3)"));
  self->buttons = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  button = dl_pane_add_button (self->buttons, _ ("_Copy as Text"),
                               _ ("The same text as “dateline-cli route” gives"));
  g_signal_connect_swapped (button, "clicked", G_CALLBACK (on_copy), self);
  button = dl_pane_add_button (self->buttons, _ ("_Hide"), _ ("Hide the route (Esc)"));
  g_signal_connect_swapped (button, "clicked", G_CALLBACK (on_hide), self);
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
  on_path (self);
  return GTK_WIDGET (self);
}

#include "dl-trip-pane.h"

#include "dl-dragonfly-name.h"
#include "dl-live-entry.h"

#include <glib/gi18n-lib.h>

enum
{
  FROM,
  TO,
  N_ENDS
};

struct _DlTripPane
{
  DlPane parent;
  DlPlaces *places;   /* the view's */
  DlLiveEntry *typed; /* being typed in: left alone */
  gboolean filling;

  DlLiveEntry *entries[N_ENDS];
  GtkLabel *summary;
  GtkLabel *line;
  GtkWidget *buttons;
  GtkLabel *choice;
  GtkWidget *candidates; /* a box with a label a candidate */
  GtkListBox *hops;
};

G_DEFINE_FINAL_TYPE (DlTripPane, dl_trip_pane, DL_TYPE_PANE)

/* What is shown -------------------------------------------------------------------------------- */

static GtkWidget *
new_line (const char *text, const char *css_class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_width_chars (GTK_LABEL (label), 10);
  if (css_class != NULL)
    gtk_widget_add_css_class (label, css_class);
  return label;
}

/* "minimal, by 0.0.0-0.0.4#0": what candidate @i is. */
static char *
candidate_title (const DlDragonflyTrip *trip, const DlDragonflyChoice *choice, guint i)
{
  const DlDragonfly *net = trip->routes->dragonfly;
  const DlDragonflyCandidate *candidate = &choice->candidates.at[i];
  g_autofree char *link = dl_dragonfly_link_to_string (net, candidate->hop.link);
  g_autofree char *root = NULL;

  if (!candidate->nonminimal)
    /* Translators: a link's name */
    return g_strdup_printf (_ ("minimal, by %s"), link);
  root = dl_dragonfly_router_to_string (net, candidate->hop.root);
  /* Translators: a router's name, a link's name */
  return g_strdup_printf (_ ("through root %s, by %s"), root, link);
}

static void
add_candidate (DlTripPane *self, const DlDragonflyTrip *trip, guint i)
{
  const DlDragonflyChoice *choice = &trip->choices[0];
  const DlDragonflyLoad *load = &choice->load[i];
  const gboolean wins = i == choice->winner;
  g_autofree char *title = candidate_title (trip, choice, i);
  /* Translators: a check mark or nothing, then a candidate */
  g_autofree char *marked = g_strdup_printf (wins ? "✓ %s" : "%s", title);
  g_autofree char *number = dl_dragonfly_choice_hops (choice, i);
  /* Translators: a number, or a range such as 3–5 */
  g_autofree char *hops = g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "%s hop", "%s hops", choice->hops[i]), number);
  g_autofree char *detail = NULL;
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  if (choice->mode->by_load)
    detail = g_strdup_printf (
        /* Translators: hops; loads in flits, their sum, what it counts as, and why */
        _ ("%s · %.1f near + %.1f far + %.1f behind = %.1f flits, counts %.1f: %s"), hops,
        load->near_end, load->far_end, load->downstream, dl_dragonfly_choice_load (choice, i),
        choice->value[i], dl_dragonfly_choice_why (choice, i));
  else
    detail = g_strdup_printf (_ ("%s · %s"), hops, dl_dragonfly_choice_why (choice, i));
  gtk_box_append (GTK_BOX (box), new_line (marked, wins ? "dl-step-title" : NULL));
  gtk_box_append (GTK_BOX (box), new_line (detail, "dl-description"));
  gtk_box_append (GTK_BOX (self->candidates), box);
}

static void
clear_box (GtkWidget *box)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (box)) != NULL)
    gtk_box_remove (GTK_BOX (box), child);
}

static void
show_choice (DlTripPane *self, const DlDragonflyTrip *trip)
{
  g_autofree char *summary = NULL;

  clear_box (self->candidates);
  if (trip->route.n_steps == 0)
    {
      dl_pane_show_text (self->choice, NULL);
      return;
    }
  summary = dl_dragonfly_choice_summary (&trip->choices[0]);
  dl_pane_show_text (self->choice, summary);
  for (guint i = 0; i < trip->choices[0].candidates.n; i++)
    add_candidate (self, trip, i);
}

static GtkWidget *
new_hop (const DlDragonflyTrip *trip, guint i)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  g_autofree char *from
      = dl_dragonfly_router_to_string (trip->routes->dragonfly, dl_dragonfly_trip_router (trip, i));
  g_autofree char *port = dl_dragonfly_trip_port (trip, i);
  g_autofree char *leg = dl_dragonfly_trip_leg (trip, i);
  g_autofree char *rule = dl_dragonfly_trip_rule (trip, i);
  g_autofree char *vc_rule = dl_dragonfly_trip_vc_rule (trip, i);
  g_autofree char *rejected = dl_dragonfly_trip_rejected (trip, i);
  /* Translators: a hop's number, its router, its port, its virtual channel */
  g_autofree char *title
      = g_strdup_printf (_ ("%u. %s: %s, VC%u"), i + 1, from, port, trip->route.steps[i].vc);
  /* Translators: what a part of the route is for, the rule of a hop, and where it is written */
  g_autofree char *why
      = g_strdup_printf (_ ("%s: %s (%s)"), leg, rule, dl_dragonfly_trip_section (trip, i));
  /* Translators: a rule, and where it is written */
  g_autofree char *channel
      = g_strdup_printf (_ ("%s (%s)"), vc_rule, dl_dragonfly_trip_vc_section ());

  gtk_box_append (GTK_BOX (box), new_line (title, "dl-step-title"));
  gtk_box_append (GTK_BOX (box), new_line (why, NULL));
  gtk_box_append (GTK_BOX (box), new_line (channel, "dl-description"));
  if (*rejected != '\0')
    gtk_box_append (GTK_BOX (box), new_line (rejected, "dl-description"));
  return box;
}

static void
show_hops (DlTripPane *self, const DlDragonflyTrip *trip)
{
  GtkListBoxRow *row;

  while ((row = gtk_list_box_get_row_at_index (self->hops, 0)) != NULL)
    gtk_list_box_remove (self->hops, GTK_WIDGET (row));
  for (guint i = 0; i < trip->route.n_steps; i++)
    gtk_list_box_append (self->hops, new_hop (trip, i));
}

static void
show_ends (DlTripPane *self, const DlDragonflyTrip *trip, guint source, guint dest)
{
  const guint ends[N_ENDS] = { source, dest };

  for (guint end = 0; end < N_ENDS; end++)
    {
      g_autofree char *text = dl_dragonfly_node_to_string (trip->routes->dragonfly, ends[end]);

      if (self->entries[end] != self->typed)
        dl_live_entry_follow (self->entries[end], text);
      dl_live_entry_set_problem (self->entries[end], NULL);
    }
}

static void
show_trip (DlTripPane *self, const DlDragonflyTrip *trip)
{
  g_autofree char *summary = dl_dragonfly_trip_summary (trip);
  g_autofree char *reason = dl_dragonfly_trip_reason (trip);
  g_autofree char *line = dl_dragonfly_trip_to_line (trip);
  const gboolean good = trip->route.delivered;

  dl_pane_show_text (self->summary, reason != NULL ? reason : summary);
  gtk_widget_remove_css_class (GTK_WIDGET (self->summary), good ? "dl-error" : "dl-good");
  gtk_widget_add_css_class (GTK_WIDGET (self->summary), good ? "dl-good" : "dl-error");
  dl_pane_show_text (self->line, line);
  show_choice (self, trip);
  show_hops (self, trip);
}

static void
show_nothing (DlTripPane *self)
{
  GtkListBoxRow *row;

  dl_pane_show_text (self->summary,
                     _ ("Type two nodes (group.chassis.blade.node, or their numbers), or select a "
                        "cell, press E, select another one and press E again."));
  gtk_widget_remove_css_class (GTK_WIDGET (self->summary), "dl-good");
  gtk_widget_remove_css_class (GTK_WIDGET (self->summary), "dl-error");
  dl_pane_show_text (self->line, NULL);
  dl_pane_show_text (self->choice, NULL);
  clear_box (self->candidates);
  while ((row = gtk_list_box_get_row_at_index (self->hops, 0)) != NULL)
    gtk_list_box_remove (self->hops, GTK_WIDGET (row));
}

static void
select_step (DlTripPane *self)
{
  const guint step = dl_places_get_step (self->places);

  gtk_list_box_select_row (
      self->hops, step != DL_NO_STEP ? gtk_list_box_get_row_at_index (self->hops, step) : NULL);
}

static void
on_trip (DlTripPane *self)
{
  guint source, dest;
  const DlDragonflyTrip *trip = dl_places_get_trip (self->places, &source, &dest);

  self->filling = TRUE;
  gtk_widget_set_visible (self->buttons, trip != NULL);
  if (trip != NULL)
    {
      show_ends (self, trip, source, dest);
      show_trip (self, trip);
      select_step (self);
    }
  else
    show_nothing (self);
  self->filling = FALSE;
}

/* What is asked for ---------------------------------------------------------------------------- */

static void
on_typed (DlLiveEntry *entry, const char *text, DlTripPane *self)
{
  const DlDragonfly *net = dl_places_get_network (self->places);
  guint nodes[N_ENDS];
  gboolean whole = net != NULL;

  for (guint end = 0; end < N_ENDS && net != NULL; end++)
    {
      g_autoptr (GError) error = NULL;
      const char *now = self->entries[end] == entry
                            ? text
                            : gtk_editable_get_text (GTK_EDITABLE (self->entries[end]));

      if (!dl_dragonfly_parse_node (net, now, &nodes[end], &error))
        {
          whole = FALSE;
          if (self->entries[end] == entry)
            dl_live_entry_set_problem (entry, error->message);
        }
      else if (!dl_dragonfly_node_up (net, nodes[end]))
        {
          whole = FALSE;
          if (self->entries[end] == entry)
            dl_live_entry_set_problem (entry, _ ("its router is broken"));
        }
      else if (self->entries[end] == entry)
        dl_live_entry_set_problem (entry, NULL);
    }
  if (!whole)
    return;
  self->typed = entry;
  dl_places_show_trip (self->places, nodes[FROM], nodes[TO], 0);
  self->typed = NULL;
}

static void
on_another (DlTripPane *self)
{
  guint source, dest;

  if (dl_places_get_trip (self->places, &source, &dest) != NULL)
    dl_places_show_trip (self->places, source, dest, dl_places_get_which (self->places) + 1);
}

static void
on_back (DlTripPane *self)
{
  guint source, dest;

  if (dl_places_get_trip (self->places, &source, &dest) != NULL)
    dl_places_show_trip (self->places, dest, source, 0);
}

static void
on_row (GtkListBox *list, GtkListBoxRow *row, DlTripPane *self)
{
  if (!self->filling)
    dl_places_set_step (self->places,
                        row != NULL ? (guint) gtk_list_box_row_get_index (row) : DL_NO_STEP);
}

/* Object --------------------------------------------------------------------------------------- */

static void
dispose (GObject *object)
{
  DL_TRIP_PANE (object)->filling = TRUE; /* rows that go away select nothing any more */
  g_clear_object (&DL_TRIP_PANE (object)->places);
  G_OBJECT_CLASS (dl_trip_pane_parent_class)->dispose (object);
}

static void
dl_trip_pane_class_init (DlTripPaneClass *class)
{
  G_OBJECT_CLASS (class)->dispose = dispose;
}

static DlLiveEntry *
add_entry (DlTripPane *self, GtkWidget *grid, int row, const char *title, GtkLabel *problem)
{
  DlLiveEntry *entry = g_object_new (DL_TYPE_LIVE_ENTRY, "hexpand", TRUE, NULL);
  GtkWidget *label = gtk_label_new_with_mnemonic (title);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_mnemonic_widget (GTK_LABEL (label), GTK_WIDGET (entry));
  gtk_editable_set_width_chars (GTK_EDITABLE (entry), 8);
  gtk_widget_add_css_class (GTK_WIDGET (entry), "dl-entry");
  gtk_widget_set_tooltip_text (GTK_WIDGET (entry),
                               _ ("A node: group.chassis.blade.node, or its number (Cascade paper, "
                                  "section II)"));
  dl_live_entry_set_problem_label (entry, problem);
  g_signal_connect (entry, "typed", G_CALLBACK (on_typed), self);
  gtk_grid_attach (GTK_GRID (grid), label, 0, row, 1, 1);
  gtk_grid_attach (GTK_GRID (grid), GTK_WIDGET (entry), 1, row, 1, 1);
  return entry;
}

static void
dl_trip_pane_init (DlTripPane *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *grid = gtk_grid_new ();
  GtkWidget *another, *back;
  GtkLabel *problem;

  gtk_widget_add_css_class (box, "dl-evidence");
  gtk_grid_set_row_spacing (GTK_GRID (grid), 4);
  gtk_grid_set_column_spacing (GTK_GRID (grid), 8);
  gtk_box_append (GTK_BOX (box), grid);
  problem = dl_pane_add_label (box, "dl-error", TRUE);
  dl_pane_show_text (problem, NULL);
  self->entries[FROM] = add_entry (self, grid, 0, _ ("_From"), problem);
  self->entries[TO] = add_entry (self, grid, 1, _ ("_To"), problem);
  self->summary = dl_pane_add_label (box, NULL, TRUE);
  self->line = dl_pane_add_label (box, "dl-route-line", TRUE);
  self->buttons = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  gtk_box_append (GTK_BOX (box), self->buttons);
  another = dl_pane_add_button (self->buttons, _ ("_Another Packet"),
                                _ ("The same pair, other candidates"));
  back = dl_pane_add_button (self->buttons, _ ("_Way Back"), _ ("From there to here"));
  g_signal_connect_object (another, "clicked", G_CALLBACK (on_another), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (back, "clicked", G_CALLBACK (on_back), self, G_CONNECT_SWAPPED);
  self->choice = dl_pane_add_label (box, "dl-step-title", TRUE);
  self->candidates = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  gtk_box_append (GTK_BOX (box), self->candidates);
  self->hops = GTK_LIST_BOX (gtk_list_box_new ());
  gtk_widget_add_css_class (GTK_WIDGET (self->hops), "dl-steps");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->hops), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Hops of the route"), -1);
  g_signal_connect (self->hops, "row-selected", G_CALLBACK (on_row), self);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->hops));
  dl_pane_set_child (DL_PANE (self), dl_pane_scrolled (box));
}

GtkWidget *
dl_trip_pane_new (DlView *view)
{
  DlTripPane *self = dl_pane_new (DL_TYPE_TRIP_PANE, view, _ ("Route of a packet"));

  self->places = g_object_ref (dl_view_get_places (view));
  g_signal_connect_object (self->places, "notify::trip", G_CALLBACK (on_trip), self,
                           G_CONNECT_SWAPPED);
  on_trip (self);
  return GTK_WIDGET (self);
}

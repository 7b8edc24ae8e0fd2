/* What of the window belongs to a torus and what to a dragonfly: views, metrics, the panel on the
 * left, and what the actions on links, nodes and routes do. */
#include "dl-window-private.h"

#include "dl-choices.h"
#include "dl-config-panel.h"
#include "dl-cut-scale.h"
#include "dl-dragonfly-panel.h"
#include "dl-dragonfly-table.h"
#include "dl-dragonfly-view.h"
#include "dl-flight-view.h"
#include "dl-group-picker.h"
#include "dl-inside-view.h"
#include "dl-legend.h"
#include "dl-link-table.h"
#include "dl-map-view.h"
#include "dl-ring-view.h"

#include <glib/gi18n-lib.h>

/* Views, in the order of their buttons; the first of a kind is its default. */
static const struct
{
  const char *id;
  const char *title; /* in the menu, translatable */
  DlKind kind;
  gboolean is_map; /* with a legend and a metric */
  const char *figure;
} views[] = {
  { "ring-matrix", N_ ("_Ring Matrix"), DL_KIND_TORUS, TRUE, "ring-matrix" },
  { "planes", N_ ("_Planes"), DL_KIND_TORUS, TRUE, "planes" },
  { "isometric", N_ ("I_sometric"), DL_KIND_TORUS, TRUE, "isometric" },
  { "ring", N_ ("R_ing"), DL_KIND_TORUS, FALSE, "ring-balance" },
  { "table", N_ ("_Table"), DL_KIND_TORUS, FALSE, "ring-matrix" },
  { "router", N_ ("R_outer"), DL_KIND_TORUS, FALSE, "router" },
  { "packets", N_ ("P_ackets"), DL_KIND_TORUS, FALSE, "packets" },
  { "groups", N_ ("_Groups"), DL_KIND_DRAGONFLY, TRUE, "groups" },
  { "group", N_ ("_Inside of a Group"), DL_KIND_DRAGONFLY, TRUE, "group" },
  { "chord", N_ ("C_hord"), DL_KIND_DRAGONFLY, TRUE, "chord" },
  { "links", N_ ("_Table"), DL_KIND_DRAGONFLY, FALSE, "groups" },
  { "group-packets", N_ ("P_ackets"), DL_KIND_DRAGONFLY, FALSE, "packets" },
};

static gint
find_view (const char *id)
{
  for (guint i = 0; i < G_N_ELEMENTS (views); i++)
    if (g_str_equal (views[i].id, id))
      return i;
  return -1;
}

static const char *
default_view (DlKind kind)
{
  guint i = 0;

  while (views[i].kind != kind)
    i++;
  return views[i].id;
}

gboolean
dl_window_is_dragonfly (DlWindow *self)
{
  return self->kind == DL_KIND_DRAGONFLY;
}

const char *
dl_window_view_figure (const char *view)
{
  const gint i = view != NULL ? find_view (view) : -1;

  return views[MAX (i, 0)].figure;
}

/* Views ---------------------------------------------------------------------------------------- */

static void
on_note (DlWindow *self)
{
  if (self->view != NULL) /* it is being closed */
    dl_window_update_details (self);
}

static void
add_packets (DlWindow *self, const char *id)
{
  GtkWidget *packets = dl_flight_view_new (self->view);

  g_signal_connect_object (packets, "note-changed", G_CALLBACK (on_note), self, G_CONNECT_SWAPPED);
  gtk_stack_add_named (self->views, packets, id);
}

void
dl_window_add_views (DlWindow *self)
{
  GtkWidget *matrix = dl_map_view_new (DL_MAP_RING_MATRIX);
  GtkWidget *planes = dl_map_view_new (DL_MAP_PLANES);
  GtkWidget *isometric = dl_map_view_new (DL_MAP_ISOMETRIC);
  GtkWidget *ring = dl_ring_view_new ();
  GtkWidget *table = dl_link_table_new ();

  dl_map_view_set_view (DL_MAP_VIEW (matrix), self->view);
  dl_map_view_set_view (DL_MAP_VIEW (planes), self->view);
  dl_map_view_set_view (DL_MAP_VIEW (isometric), self->view);
  dl_ring_view_set_view (DL_RING_VIEW (ring), self->view);
  dl_link_table_set_view (DL_LINK_TABLE (table), self->view);
  gtk_stack_add_named (self->views, matrix, "ring-matrix");
  gtk_stack_add_named (self->views, planes, "planes");
  gtk_stack_add_named (self->views, isometric, "isometric");
  gtk_stack_add_named (self->views, ring, "ring");
  gtk_stack_add_named (self->views, table, "table");
  gtk_stack_add_named (self->views, dl_inside_view_new (self->view), "router");
  add_packets (self, "packets");
  self->cut_scale = dl_cut_scale_new (self->view);
  gtk_box_append (GTK_BOX (self->slices), self->cut_scale);

  gtk_stack_add_named (self->views, dl_dragonfly_view_new (self->view, DL_DRAGONFLY_MAP_GROUPS),
                       "groups");
  gtk_stack_add_named (self->views, dl_dragonfly_view_new (self->view, DL_DRAGONFLY_MAP_GROUP),
                       "group");
  gtk_stack_add_named (self->views, dl_dragonfly_view_new (self->view, DL_DRAGONFLY_MAP_CHORD),
                       "chord");
  gtk_stack_add_named (self->views, dl_dragonfly_table_new (self->view), "links");
  add_packets (self, "group-packets");
  self->group_picker = dl_group_picker_new (self->view);
  gtk_widget_insert_after (self->group_picker, gtk_widget_get_parent (self->dragonfly_views),
                           self->dragonfly_views);
  gtk_stack_add_named (self->panels, dl_dragonfly_panel_new (self->view), "dragonfly");
}

void
dl_window_share_height (DlWindow *self)
{
  const char *view = gtk_stack_get_visible_child_name (self->views);

  if (g_strcmp0 (view, "router") == 0
      || (self->history != NULL && gtk_widget_get_visible (GTK_WIDGET (self->history))))
    gtk_widget_add_css_class (self->centre, "dl-low");
  else
    gtk_widget_remove_css_class (self->centre, "dl-low");
}

void
dl_window_show_group_picker (DlWindow *self)
{
  const char *view = gtk_stack_get_visible_child_name (self->views);
  const DlDragonfly *net = dl_places_get_network (dl_view_get_places (self->view));
  const gboolean shows_group
      = g_strcmp0 (view, "group") == 0
        || (g_strcmp0 (view, "chord") == 0 && net != NULL
            && dl_dragonfly_map_shows_group (DL_DRAGONFLY_MAP_CHORD, net->n_groups));

  gtk_widget_set_visible (self->group_picker, shows_group);
}

void
dl_window_show_view (DlWindow *self, const char *name)
{
  const gint found = find_view (name);
  const guint view = found >= 0 && views[found].kind == self->kind
                         ? (guint) found
                         : (guint) find_view (default_view (self->kind));
  const char *id = views[view].id;
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));
  const gboolean focused
      = focus != NULL && gtk_widget_is_ancestor (focus, GTK_WIDGET (self->views));
  const gboolean isometric = g_str_equal (id, "isometric");

  gtk_stack_set_visible_child_name (self->views, id);
  dl_window_share_height (self);
  if (focused) /* the keys go on where they were */
    gtk_widget_child_focus (gtk_stack_get_visible_child (self->views), GTK_DIR_TAB_FORWARD);
  gtk_widget_set_visible (self->slices, isometric || g_str_equal (id, "planes"));
  gtk_widget_set_visible (self->cut_scale, isometric);
  gtk_widget_set_visible (self->legend, views[view].is_map);
  gtk_widget_set_visible (GTK_WIDGET (self->metric_dropdown), views[view].is_map);
  gtk_widget_set_visible (self->sort_button, g_str_equal (id, "groups"));
  dl_window_show_group_picker (self);
  dl_window_update_details (self);
  if (self->settings != NULL && self->toy == NULL) /* a toy is shown for a while only */
    g_settings_set_string (self->settings, self->kind == DL_KIND_TORUS ? "view" : "dragonfly-view",
                           id);
}

void
dl_window_show_default_view (DlWindow *self)
{
  g_action_group_change_action_state (G_ACTION_GROUP (self), "show-view",
                                      g_variant_new_string (default_view (self->kind)));
}

static void
nth_view (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  DlWindow *self = user_data;
  gint n = g_variant_get_int32 (parameter);

  for (guint i = 0; i < G_N_ELEMENTS (views); i++)
    if (views[i].kind == self->kind && n-- == 0)
      g_action_group_change_action_state (G_ACTION_GROUP (self), "show-view",
                                          g_variant_new_string (views[i].id));
}

static void
fill_view_menu (DlWindow *self)
{
  g_menu_remove_all (self->view_menu);
  for (guint i = 0; i < G_N_ELEMENTS (views); i++)
    if (views[i].kind == self->kind)
      {
        g_autofree char *action = g_strdup_printf ("win.show-view::%s", views[i].id);

        g_menu_append (self->view_menu, _ (views[i].title), action);
      }
}

/* Pages of evidence ---------------------------------------------------------------------------- */

static void
nth_page (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  DlWindow *self = user_data;
  gint n = g_variant_get_int32 (parameter);
  guint n_pages;
  const DlEvidencePage *pages = dl_evidence_page_table (&n_pages);

  for (guint i = 0; i < n_pages; i++)
    if ((pages[i].kinds >> self->kind & 1) && n-- == 0)
      dl_window_show_evidence (self, pages[i].id);
}

static void
fill_evidence_menu (DlWindow *self)
{
  guint n_pages;
  const DlEvidencePage *pages = dl_evidence_page_table (&n_pages);

  g_menu_remove_all (self->evidence_menu);
  for (guint i = 0; i < n_pages; i++)
    if (pages[i].kinds >> self->kind & 1)
      {
        g_autofree char *action = g_strdup_printf ("win.evidence-page::%s", pages[i].id);

        g_menu_append (self->evidence_menu, _ (pages[i].title), action);
      }
}

/* Ten keys there are: 1 to 9, and 0 for the tenth. */
static void
add_page_keys (DlWindow *self)
{
  GtkApplication *application = gtk_window_get_application (GTK_WINDOW (self));

  for (guint i = 0; i < 10; i++)
    {
      g_autofree char *action = g_strdup_printf ("win.nth-page(%u)", i);
      g_autofree char *key = g_strdup_printf ("<Alt>%u", (i + 1) % 10);
      const char *const keys[] = { key, NULL };

      gtk_application_set_accels_for_action (application, action, keys);
    }
}

static void
change_sorting (GSimpleAction *action, GVariant *state, gpointer user_data)
{
  g_simple_action_set_state (action, state);
  g_object_set (dl_view_get_places (DL_WINDOW (user_data)->view), "sorted",
                g_variant_get_boolean (state), NULL);
}

void
dl_window_add_kind_actions (DlWindow *self)
{
  static const GActionEntry entries[] = {
    { .name = "nth-view", .activate = nth_view, .parameter_type = "i" },
    { .name = "nth-page", .activate = nth_page, .parameter_type = "i" },
    { .name = "sort-groups", .state = "false", .change_state = change_sorting },
  };

  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
  add_page_keys (self);
  fill_view_menu (self);
  fill_evidence_menu (self);
}

/* Which kind ----------------------------------------------------------------------------------- */

static void
show_kind (DlWindow *self)
{
  const gboolean dragonfly = self->kind == DL_KIND_DRAGONFLY;
  g_autofree char *view = NULL;

  gtk_widget_set_visible (self->torus_views, !dragonfly);
  gtk_widget_set_visible (self->dragonfly_views, dragonfly);
  gtk_stack_set_visible_child_name (self->panels, dragonfly ? "dragonfly" : "torus");
  dl_window_fill_metrics (self);
  fill_view_menu (self);
  fill_evidence_menu (self);
  dl_evidence_pages_set_kind (self->evidence, self->kind);
  if (self->settings != NULL)
    view = g_settings_get_string (self->settings, dragonfly ? "dragonfly-view" : "view");
  g_action_group_change_action_state (
      G_ACTION_GROUP (self), "show-view",
      g_variant_new_string (view != NULL ? view : default_view (self->kind)));
}

void
dl_window_follow_kind (DlWindow *self)
{
  const DlKind kind = dl_scenario_kind (dl_session_get_scenario (self->session));

  if (kind == self->kind)
    return;
  self->kind = kind;
  show_kind (self);
  dl_window_settle_metric (self);
}

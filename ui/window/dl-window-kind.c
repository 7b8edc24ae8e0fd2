/* What of the window belongs to one family of networks: views, pages, metrics, and the panel on the
 * left. */
#include "dl-window-private.h"

#include "dl-beside-bar.h"
#include "dl-canvas.h"
#include "dl-family-rooms.h"
#include "dl-figure.h"
#include "dl-lesson-actions.h"
#include "dl-standing.h"
#include "dl-sweep-menu.h"
#include "dl-toy-actions.h"

#include <glib/gi18n-lib.h>

static const char *
default_view (DlWindow *self)
{
  return dl_family_feature (self->family, DL_FEATURE_VIEW, 0)->id;
}

/* Views ---------------------------------------------------------------------------------------- */

static void
on_note (DlWindow *self)
{
  if (self->view != NULL) /* it is being closed */
    dl_window_update_details (self);
}

/* Below the banner, which comes and goes with the states: what is dragged stays in its place. */
static void
add_history (DlWindow *self)
{
  GtkWidget *banner = GTK_WIDGET (self->verdict_banner);
  GtkWidget *bar = dl_history_bar_new (self->view);

  self->history = DL_HISTORY_BAR (bar);
  gtk_box_insert_child_after (GTK_BOX (gtk_widget_get_parent (banner)), bar, banner);
  g_signal_connect_object (bar, "notify::visible", G_CALLBACK (dl_window_share_height), self,
                           G_CONNECT_SWAPPED);
}

/* Does the view show a simulation, not the result? */
static gboolean
shows_own (const char *id)
{
  return g_str_equal (id, "router") || g_str_equal (id, "packets");
}

static void
add_tools (DlWindow *self)
{
  const DlViewTool *tool;

  self->tools = g_ptr_array_new ();
  for (guint i = 0; (tool = dl_family_tool (i)) != NULL; i++)
    {
      GtkWidget *widget = tool->create (self->view);

      g_ptr_array_add (self->tools, widget);
      if (tool->cuts)
        gtk_box_append (GTK_BOX (self->slices), widget);
      else
        gtk_widget_insert_after (widget, gtk_widget_get_parent (self->view_bar), self->view_bar);
    }
}

void
dl_window_add_views (DlWindow *self)
{
  guint n;
  const DlFeature *views = dl_features (DL_FEATURE_VIEW, &n);

  for (guint i = 0; i < n; i++)
    {
      GtkWidget *view = dl_family_view_new (views[i].id, self->view);

      if (DL_IS_CANVAS (view))
        g_signal_connect_object (view, "story-changed", G_CALLBACK (on_note), self,
                                 G_CONNECT_SWAPPED);
      if (!shows_own (views[i].id))
        dl_standing_follow (view, self->session, DL_STANDING_HIDES);
      gtk_stack_add_named (self->views, view, views[i].id);
    }
  add_tools (self);
  dl_family_panels_add (self->panels, self->view);
  dl_sweep_menu_add (gtk_revealer_get_child (self->configuration_revealer));
  gtk_box_insert_child_after (GTK_BOX (self->centre), dl_beside_bar_new (self->view), self->slices);
  add_history (self);
}

void
dl_window_share_height (DlWindow *self)
{
  const char *view = gtk_stack_get_visible_child_name (self->views);

  if (g_strcmp0 (view, "router") == 0 || gtk_widget_get_visible (GTK_WIDGET (self->history)))
    gtk_widget_add_css_class (self->centre, "dl-low");
  else
    gtk_widget_remove_css_class (self->centre, "dl-low");
}

void
dl_window_show_tools (DlWindow *self)
{
  const char *id = gtk_stack_get_visible_child_name (self->views);

  for (guint i = 0; i < self->tools->len; i++)
    gtk_widget_set_visible (self->tools->pdata[i], dl_family_tool (i)->is_of (self->view, id));
}

void
dl_window_show_view (DlWindow *self, const char *name)
{
  const DlFeature *view = dl_feature_find (
      DL_FEATURE_VIEW,
      dl_family_has_feature (self->family, DL_FEATURE_VIEW, name) ? name : default_view (self));
  const char *id = view->id;
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));
  const gboolean focused
      = focus != NULL && gtk_widget_is_ancestor (focus, GTK_WIDGET (self->views));
  const DlFigure *figure
      = view->figure != NULL ? dl_family_figure_find (self->family, view->figure) : NULL;

  gtk_stack_set_visible_child_name (self->views, id);
  dl_window_share_height (self);
  if (focused) /* the keys go on where they were */
    gtk_widget_child_focus (gtk_stack_get_visible_child (self->views), GTK_DIR_TAB_FORWARD);
  gtk_widget_set_visible (self->slices,
                          g_str_equal (id, "isometric") || g_str_equal (id, "planes"));
  gtk_widget_set_visible (self->legend, view->is_map);
  gtk_widget_set_visible (self->metric_box, view->is_map);
  gtk_widget_set_visible (self->sort_button, figure != NULL && figure->uses_order);
  dl_window_show_tools (self);
  dl_window_update_details (self);
  /* A toy is shown for a while only. */
  if (dl_window_get_memory (self) != NULL && !dl_toy_is_shown (DL_SHELL (self)))
    dl_window_keep (self, "view", id);
}

static void
nth_view (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  DlWindow *self = user_data;
  const DlFeature *view
      = dl_family_feature (self->family, DL_FEATURE_VIEW, g_variant_get_int32 (parameter));

  if (view != NULL)
    dl_shell_show_view (DL_SHELL (self), view->id);
}

static void
fill_view_menu (DlWindow *self)
{
  const DlFeature *view;

  g_menu_remove_all (self->view_menu);
  for (guint i = 0; (view = dl_family_feature (self->family, DL_FEATURE_VIEW, i)) != NULL; i++)
    {
      g_autofree char *action = g_strdup_printf ("win.show-view::%s", view->id);

      g_menu_append (self->view_menu, _ (view->title), action);
    }
}

/* As wide as they are in bold type, which the chosen one is in: it moves none of the others. */
static void
reserve_bold (GtkWidget *root)
{
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (GTK_IS_TOGGLE_BUTTON (child) && GTK_IS_LABEL (gtk_button_get_child (GTK_BUTTON (child))))
      {
        GtkWidget *label = gtk_button_get_child (GTK_BUTTON (child));
        g_autoptr (PangoLayout) layout
            = gtk_widget_create_pango_layout (label, gtk_label_get_text (GTK_LABEL (label)));
        PangoAttrList *bold = pango_attr_list_new ();
        int width;

        pango_attr_list_insert (bold, pango_attr_weight_new (PANGO_WEIGHT_BOLD));
        pango_layout_set_attributes (layout, bold);
        pango_attr_list_unref (bold);
        pango_layout_get_pixel_size (layout, &width, NULL);
        gtk_widget_set_size_request (label, width + 1, -1);
      }
}

void
dl_window_reserve_bold (DlWindow *self)
{
  reserve_bold (self->view_bar);
}

/* A button for each view. */
static void
fill_bar (DlWindow *self)
{
  GtkWidget *child;
  const DlFeature *view;

  self->packets_button = NULL;
  while ((child = gtk_widget_get_first_child (self->view_bar)) != NULL)
    gtk_box_remove (GTK_BOX (self->view_bar), child);
  for (guint i = 0; (view = dl_family_feature (self->family, DL_FEATURE_VIEW, i)) != NULL; i++)
    {
      GtkWidget *button = gtk_toggle_button_new_with_label (_ (view->label));

      /* Translators: what a view shows, and the key that it has */
      g_autofree char *tooltip = g_strdup_printf (_ ("%s (Ctrl+%u)"), _ (view->description), i + 1);

      gtk_widget_set_tooltip_text (button, tooltip);
      gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "win.show-view");
      gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "s", view->id);
      gtk_box_append (GTK_BOX (self->view_bar), button);
      if (g_str_equal (view->id, "packets"))
        self->packets_button = GTK_TOGGLE_BUTTON (button);
    }
  dl_window_reserve_bold (self);
}

static void
fill_menus (DlWindow *self)
{
  fill_bar (self);
  fill_view_menu (self);
  dl_window_fill_page_menu (self);
}

void
dl_window_add_kind_actions (DlWindow *self)
{
  static const GActionEntry entries[] = {
    { .name = "nth-view", .activate = nth_view, .parameter_type = "i" },
  };

  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
  fill_menus (self);
}

/* Which family --------------------------------------------------------------------------------- */

/* What settings of before were called, which knew two families: "metric", "dragonfly-metric". */
static char *
former_setting (DlWindow *self, const DlFamily *family, const char *setting)
{
  g_autofree char *name = dl_family_index (family) == 0
                              ? g_strdup (setting)
                              : g_strdup_printf ("%s-%s", family->id, setting);
  g_autoptr (GSettingsSchema) schema = NULL;

  g_object_get (self->settings, "settings-schema", &schema, NULL);
  return g_settings_schema_has_key (schema, name) ? g_settings_get_string (self->settings, name)
                                                  : g_strdup ("");
}

/* The setting's value for each family, by its id. */
static GVariantDict *
read_setting (DlWindow *self, const char *setting)
{
  g_autofree char *name = g_strdup_printf ("%ss", setting);
  g_autoptr (GVariant) value = g_settings_get_value (self->settings, name);

  return g_variant_dict_new (value);
}

char *
dl_window_kept (DlWindow *self, const DlFamily *family, const char *setting)
{
  g_autoptr (GVariantDict) dict = read_setting (self, setting);
  char *value;

  return g_variant_dict_lookup (dict, family->id, "s", &value)
             ? value
             : former_setting (self, family, setting);
}

/* What a lesson turns to is not what the user left the window at. */
GSettings *
dl_window_get_memory (DlWindow *self)
{
  return dl_lesson_desk_is_turning (DL_SHELL (self)) ? NULL : self->settings;
}

void
dl_window_keep (DlWindow *self, const char *setting, const char *value)
{
  g_autofree char *name = g_strdup_printf ("%ss", setting);
  g_autoptr (GVariantDict) dict = read_setting (self, setting);

  g_variant_dict_insert (dict, self->family->id, "s", value);
  g_settings_set_value (self->settings, name, g_variant_dict_end (dict));
}

static void
show_family (DlWindow *self)
{
  g_autofree char *view = NULL;

  gtk_stack_set_visible_child_name (self->panels, self->family->id);
  dl_window_fill_metrics (self);
  fill_menus (self);
  dl_evidence_pages_set_family (self->evidence, self->family);
  dl_window_follow_page (self);
  if (self->settings != NULL)
    view = dl_window_kept (self, self->family, "view");
  dl_shell_show_view (DL_SHELL (self), view != NULL ? view : default_view (self));
}

void
dl_window_follow_kind (DlWindow *self)
{
  const DlFamily *family = dl_session_get_scenario (self->session)->family;

  if (family == self->family)
    return;
  self->family = family;
  show_family (self);
  dl_window_settle_metric (self);
}

/* Views in the middle and pages on the right: those of the family that is shown, their keys and
 * menus, and how wide the page is. */
#include "dl-beside-bar.h"
#include "dl-canvas.h"
#include "dl-family-rooms.h"
#include "dl-figure-family.h"
#include "dl-figure.h"
#include "dl-lesson-actions.h"
#include "dl-place-text.h"
#include "dl-row-layout.h"
#include "dl-sweep-menu.h"
#include "dl-toy-actions.h"
#include "dl-two-maps.h"
#include "dl-window-private.h"

#include <glib/gi18n-lib.h>

#include <string.h>

static void window_share_height (DlWindow *self);
static void window_follow_page (DlWindow *self);
static void window_fill_page_menu (DlWindow *self);

/* Parts of the window of one family of networks: views, pages, metrics, and the panel on the
 * left. */

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

static void
add_history (DlWindow *self)
{
  GtkWidget *bar = dl_history_bar_new (self->view);

  self->history = DL_HISTORY_BAR (bar);
  gtk_widget_insert_before (bar, gtk_widget_get_parent (self->stage), self->stage);
  g_signal_connect_object (bar, "notify::visible", G_CALLBACK (window_share_height), self,
                           G_CONNECT_SWAPPED);
}

/* Does the view show a simulation, not the result? */
static gboolean
shows_own (const char *id)
{
  return g_str_equal (id, "router") || g_str_equal (id, "packets");
}

/* Has that view, which there may be none of, a B? Packets have one if it is simulated, too. */
static gboolean
has_b (DlWindow *self, const char *id)
{
  return id != NULL
         && (!shows_own (id)
             || (g_str_equal (id, "packets")
                 && dl_live_get_picture_b (dl_view_get_live (self->view)) != NULL));
}

/* When @child is left out of its row. */
static void
set_drop (GtkWidget *child, guint drop)
{
  GtkLayoutManager *row = gtk_widget_get_layout_manager (gtk_widget_get_parent (child));

  g_object_set (gtk_layout_manager_get_layout_child (row, child), "drop", drop, NULL);
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
        {
          gtk_widget_insert_after (widget, gtk_widget_get_parent (self->view_bar), self->view_bar);
          set_drop (widget, DL_ROW_LATE + 1);
        }
    }
}

void
dl_window_add_views (DlWindow *self)
{
  guint n;
  const DlFeature *views = dl_features (DL_FEATURE_VIEW, &n);

  for (guint i = 0; i < n; i++)
    {
      GtkWidget *view = dl_maker_find (DL_FEATURE_VIEW, views[i].id)->create (self->view);

      if (DL_IS_CANVAS (view))
        g_signal_connect_object (view, "story-changed", G_CALLBACK (on_note), self,
                                 G_CONNECT_SWAPPED);
      if (!shows_own (views[i].id))
        dl_standing_follow (view, self->session, DL_STANDING_HIDES);
      gtk_stack_add_named (self->views, view, views[i].id);
    }
  dl_two_maps_insert (self->views, self->view);
  g_signal_connect_object (self->session, "notify::pin", G_CALLBACK (window_share_height), self,
                           G_CONNECT_SWAPPED);
  add_tools (self);
  dl_sweep_menu_add (gtk_revealer_get_child (self->configuration_revealer));
  gtk_box_append (GTK_BOX (self->state_bar), dl_beside_bar_new (self->view));
  add_history (self);
}

/* Where much is above or below the details line, less is kept free for it. */
static void
window_share_height (DlWindow *self)
{
  const char *view = gtk_stack_get_visible_child_name (self->views);

  /* The history names the states that there are. */
  gtk_widget_set_visible (
      self->state_bar, has_b (self, view) && !gtk_widget_get_visible (GTK_WIDGET (self->history)));
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

const char *
dl_window_show_view (DlWindow *self, const char *name)
{
  const DlMaker *view = dl_maker_find (
      DL_FEATURE_VIEW,
      dl_family_has_feature (self->family, DL_FEATURE_VIEW, name) ? name : default_view (self));
  const char *id = view->id;
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));
  const gboolean focused
      = focus != NULL && gtk_widget_is_ancestor (focus, GTK_WIDGET (self->views));
  const DlFigure *figure
      = view->figure != NULL ? dl_family_figure_find (self->family, view->figure) : NULL;

  gtk_stack_set_visible_child_name (self->views, id);
  window_share_height (self);
  if (focused) /* the keys go on where they were */
    gtk_widget_child_focus (gtk_stack_get_visible_child (self->views), GTK_DIR_TAB_FORWARD);
  gtk_widget_set_visible (self->slices,
                          g_str_equal (id, "isometric") || g_str_equal (id, "planes"));
  gtk_widget_set_visible (self->legend, view->is_map);
  gtk_widget_set_visible (GTK_WIDGET (self->metric_dropdown), view->is_map);
  gtk_widget_queue_resize (self->view_bar); /* the chosen button has its place there */
  gtk_widget_set_visible (self->sort_button, figure != NULL && figure->uses_order);
  dl_window_show_tools (self);
  dl_window_update_details (self);
  /* A toy is shown for a while only. */
  if (dl_window_get_memory (self) != NULL && !dl_toy_is_shown (DL_SHELL (self)))
    dl_window_keep (self, "view", id);
  return id;
}

static void
view_by_key (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  DlWindow *self = user_data;
  const DlMaker *view = dl_family_maker_by_key (self->family, DL_FEATURE_VIEW,
                                                (char) ('0' + g_variant_get_int32 (parameter)));

  if (view != NULL)
    dl_shell_show_view (DL_SHELL (self), view->id);
}

/* A map of links in the middle: the one that is there, or the family's first. */
static void
show_map (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  DlWindow *self = user_data;
  const char *id = gtk_stack_get_visible_child_name (self->views);

  if (!dl_maker_find (DL_FEATURE_VIEW, id)->is_map)
    dl_shell_show_view (DL_SHELL (self), default_view (self));
  else
    dl_shell_change_state (DL_SHELL (self), "expand-page", g_variant_new_boolean (FALSE));
}

static void
fill_view_menu (DlWindow *self)
{
  const DlMaker *view;

  g_menu_remove_all (self->view_menu);
  g_menu_remove_all (self->rest_views);
  for (guint i = 0; (view = dl_family_maker (self->family, DL_FEATURE_VIEW, i)) != NULL; i++)
    {
      g_autofree char *action = g_strdup_printf ("win.show-view::%s", view->id);

      g_menu_append (self->view_menu, _ (view->title), action);
      g_menu_append (self->rest_views, _ (view->title), action);
    }
}

/* Reserve the width of bold type, which the chosen one has: so the others do not move. */
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
  const DlMaker *view;

  self->packets_button = NULL;
  while ((child = gtk_widget_get_first_child (self->view_bar)) != NULL)
    gtk_box_remove (GTK_BOX (self->view_bar), child);
  for (guint i = 0; (view = dl_family_maker (self->family, DL_FEATURE_VIEW, i)) != NULL; i++)
    {
      GtkWidget *button = gtk_toggle_button_new_with_label (_ (view->label));

      const char key = dl_family_maker_key (self->family, DL_FEATURE_VIEW, i);
      /* Translators: what a view shows, and the key that it has */
      g_autofree char *tooltip
          = key != 0 ? g_strdup_printf (_ ("%s (Ctrl+%c)"), _ (view->description), key)
                     : g_strdup (_ (view->description));

      gtk_widget_set_tooltip_text (button, tooltip);
      gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "win.show-view");
      gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "s", view->id);
      gtk_box_append (GTK_BOX (self->view_bar), button);
      /* The last ones are left out first. */
      set_drop (button, G_MAXUINT - 1 - i);
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
  window_fill_page_menu (self);
}

void
dl_window_add_kind_actions (DlWindow *self)
{
  static const GActionEntry entries[] = {
    { .name = "view-key", .activate = view_by_key, .parameter_type = "i" },
    { .name = "show-map", .activate = show_map },
  };

  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
  fill_menus (self);
}

/* Which family --------------------------------------------------------------------------------- */

/* Names of former settings, which knew two families: "metric", "dragonfly-metric". */
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

  dl_window_fill_metrics (self);
  fill_menus (self);
  dl_evidence_pages_set_family (self->evidence, self->family);
  window_follow_page (self);
  if (self->settings != NULL)
    view = dl_window_kept (self, self->family, "view");
  dl_shell_show_view (DL_SHELL (self), view != NULL ? view : default_view (self));
}

void
dl_window_follow_kind (DlWindow *self)
{
  const DlFamily *family = dl_session_get_scenario (self->session)->family;

  dl_family_panel_show (self->panels, self->view, family);
  if (family == self->family)
    return;
  self->family = family;
  show_family (self);
  dl_window_settle_metric (self);
}

/* Step of the divider by key, in pixels. */
#define STEP 48
/* Widths of windows, in pixels, between which the page's share grows. */
#define LEAST_SHARED 1280
#define MOST_SHARED  1900.0 /* 1920 with its shadow */

/* Which one ------------------------------------------------------------------------------------ */

/* The page that is shown has been changed: its name in the menus, and what can be done with it. */
static void
window_follow_page (DlWindow *self)
{
  const char *shown = dl_evidence_pages_get_shown (self->evidence);
  const gboolean is_table = dl_maker_find (DL_FEATURE_PAGE, shown)->is_table;

  dl_shell_show_state (DL_SHELL (self), "evidence-page", g_variant_new_string (shown));
  dl_verdict_banner_set_told (self->verdict_banner,
                              g_str_equal (shown, "deadlock") || g_str_equal (shown, "engines"));
  if (!is_table)
    dl_shell_change_state (DL_SHELL (self), "expand-page", g_variant_new_boolean (FALSE));
  dl_shell_set_enabled (DL_SHELL (self), "expand-page", is_table);
}

static void
change_page (GSimpleAction *action, GVariant *state, gpointer user_data)
{
  DlWindow *self = user_data;

  dl_evidence_pages_show (self->evidence, g_variant_get_string (state, NULL));
  window_follow_page (self);
  dl_shell_change_state (DL_SHELL (self), "show-page", g_variant_new_boolean (TRUE));
  if (dl_window_get_memory (self) != NULL)
    g_settings_set_string (self->settings, "evidence-page",
                           dl_evidence_pages_get_shown (self->evidence));
}

static void
page_by_key (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  DlWindow *self = user_data;
  const DlMaker *page = dl_family_maker_by_key (self->family, DL_FEATURE_PAGE,
                                                (char) ('0' + g_variant_get_int32 (parameter)));

  if (page != NULL)
    dl_shell_show_page (DL_SHELL (self), page->id);
}

static void
add_page_keys (DlWindow *self)
{
  GtkApplication *application = gtk_window_get_application (GTK_WINDOW (self));

  for (guint i = 0; i < 10; i++)
    {
      g_autofree char *action = g_strdup_printf ("win.page-key(%u)", i);
      g_autofree char *key = g_strdup_printf ("<Alt>%u", i);
      const char *const keys[] = { key, NULL };

      gtk_application_set_accels_for_action (application, action, keys);
    }
}

/* The menu of the family's pages, in groups. */
static void
window_fill_page_menu (DlWindow *self)
{
  const DlMaker *page;

  g_menu_remove_all (self->page_menu);
  for (guint group = 0; group < DL_N_PAGE_GROUPS; group++)
    {
      g_autoptr (GMenu) section = g_menu_new ();

      for (guint i = 0; (page = dl_family_maker (self->family, DL_FEATURE_PAGE, i)) != NULL; i++)
        if (page->group == group)
          {
            g_autofree char *action = g_strdup_printf ("win.evidence-page::%s", page->id);

            g_menu_append (section, _ (page->title), action);
          }
      if (g_menu_model_get_n_items (G_MENU_MODEL (section)) > 0)
        g_menu_append_section (self->page_menu, _ (dl_page_group_title (group)),
                               G_MENU_MODEL (section));
    }
}

/* How wide ------------------------------------------------------------------------------------- */

static gboolean
has_divider (DlWindow *self)
{
  return gtk_widget_get_visible (self->centre)
         && gtk_widget_get_visible (GTK_WIDGET (self->evidence));
}

static int
page_width (DlWindow *self)
{
  return gtk_widget_get_width (GTK_WIDGET (self->evidence));
}

/* No wider than there is room, no narrower than it must be. */
static void
set_page_width (DlWindow *self, int width)
{
  int least, most;

  g_object_get (self->split, "min-position", &least, "max-position", &most, NULL);
  gtk_paned_set_position (
      self->split,
      CLAMP (gtk_paned_get_position (self->split) + page_width (self) - width, least, most));
}

/* Until the user sets it: the least in a window of LEAST_SHARED pixels, a third of one of
 * MOST_SHARED or more, and in between on a straight line. */
static int
shared_width (DlWindow *self)
{
  const int window = gtk_widget_get_width (GTK_WIDGET (self));
  const double share = CLAMP ((window - LEAST_SHARED) / (MOST_SHARED - LEAST_SHARED), 0, 1);
  int least;

  gtk_widget_measure (GTK_WIDGET (self->evidence), GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL,
                      NULL, NULL);
  return least + (int) (share * MAX (0, window / 3 - least));
}

static gboolean
follow_width (gpointer user_data)
{
  DlWindow *self = user_data;
  const int kept = g_settings_get_int (self->settings, "page-width");
  const int width = kept > 0 ? kept : shared_width (self);

  self->split_idle = 0;
  if (has_divider (self) && page_width (self) != width)
    set_page_width (self, width);
  return G_SOURCE_REMOVE;
}

static void
keep_width (DlWindow *self)
{
  const int width = gtk_widget_get_width (GTK_WIDGET (self->split));
  const int handle = width - gtk_widget_get_width (self->centre) - page_width (self);

  if (self->settings != NULL)
    g_settings_set_int (self->settings, "page-width",
                        MAX (0, width - handle - gtk_paned_get_position (self->split)));
}

/* The user moves the divider, not the layout. */
static gboolean
is_moved (DlWindow *self)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (GTK_WIDGET (self->split));
  gboolean moved = gtk_widget_is_focus (GTK_WIDGET (self->split)); /* by keys */

  for (guint i = 0; !moved && i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      moved = GTK_IS_GESTURE_DRAG (controller)
              && gtk_gesture_is_recognized (GTK_GESTURE (controller));
    }
  return moved;
}

/* Where the user leaves it; where the window has other sizes it is where it was left. */
static void
on_divider (DlWindow *self)
{
  const int width = gtk_widget_get_width (GTK_WIDGET (self->split));

  if (self->settings == NULL || !has_divider (self))
    return;
  if (self->presented) /* large type makes room for itself, which is not kept */
    self->split_width = width;
  else if (width != self->split_width)
    {
      self->split_width = width;
      if (self->split_idle == 0)
        self->split_idle = g_idle_add (follow_width, self);
    }
  else if (self->split_idle == 0 && is_moved (self))
    keep_width (self);
}

/* Frames until the page has its width again, and stays so, and at most. */
#define STILL_FRAMES 3
#define MOST_FRAMES  60

/* Normal type and the window's size come back over some frames. */
static gboolean
restore_width (GtkWidget *split, GdkFrameClock *clock, gpointer user_data)
{
  DlWindow *self = user_data;

  if (has_divider (self) && page_width (self) != self->own_page_width)
    {
      set_page_width (self, self->own_page_width);
      self->still_frames = 0;
    }
  else
    self->still_frames++;
  if (self->still_frames < STILL_FRAMES && ++self->width_frames < MOST_FRAMES)
    return G_SOURCE_CONTINUE;
  self->width_tick = 0;
  self->presented = FALSE;
  return G_SOURCE_REMOVE;
}

/* Presenter mode has been turned on or off: the page gets its own width back. */
static void
on_presenter (DlWindow *self, const char *action, GVariant *state)
{
  const gboolean on = g_variant_get_boolean (state);

  if (self->width_tick != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self->split), self->width_tick);
  self->width_tick = 0;
  if (on && !self->presented) /* else it is still on the way back from the last time */
    self->own_page_width = has_divider (self) ? page_width (self) : 0;
  self->presented = on || self->own_page_width > 0;
  self->width_frames = self->still_frames = 0;
  if (!on && self->own_page_width > 0)
    self->width_tick
        = gtk_widget_add_tick_callback (GTK_WIDGET (self->split), restore_width, self, NULL);
}

void
dl_window_restore_divider (DlWindow *self)
{
  g_signal_connect_object (self, "action-state-changed::presenter", G_CALLBACK (on_presenter), self,
                           0);
  g_signal_connect_object (self->split, "notify::position", G_CALLBACK (on_divider), self,
                           G_CONNECT_SWAPPED);
}

static void
resize_page (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  DlWindow *self = user_data;

  if (!has_divider (self))
    return;
  set_page_width (self, page_width (self) + STEP * g_variant_get_int32 (parameter));
  keep_width (self);
}

/* Before @widget is hidden: has it the keyboard? */
static gboolean
has_focus (DlWindow *self, GtkWidget *widget)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));

  return focus != NULL && gtk_widget_is_ancestor (focus, widget);
}

/* A page of a table takes the map's place. */
static void
change_expanded (GSimpleAction *action, GVariant *state, gpointer user_data)
{
  DlWindow *self = user_data;
  const gboolean expand = g_variant_get_boolean (state);
  const gboolean focused = expand && has_focus (self, self->centre);

  g_simple_action_set_state (action, state);
  if (expand)
    dl_shell_change_state (DL_SHELL (self), "show-page", g_variant_new_boolean (TRUE));
  gtk_widget_set_visible (self->centre, !expand);
  if (focused)
    gtk_widget_child_focus (GTK_WIDGET (self->evidence), GTK_DIR_TAB_FORWARD);
  dl_shell_set_enabled (DL_SHELL (self), "resize-page", !expand);
}

/* A map, or the table of links, takes the page's place. */
static void
change_shown (GSimpleAction *action, GVariant *state, gpointer user_data)
{
  DlWindow *self = user_data;
  const gboolean show = g_variant_get_boolean (state);
  const gboolean focused = !show && has_focus (self, GTK_WIDGET (self->evidence));

  g_simple_action_set_state (action, state);
  if (!show)
    dl_shell_change_state (DL_SHELL (self), "expand-page", g_variant_new_boolean (FALSE));
  gtk_widget_set_visible (GTK_WIDGET (self->evidence), show);
  if (focused)
    dl_shell_focus_view (DL_SHELL (self));
  if (dl_window_get_memory (self) != NULL)
    g_settings_set_boolean (self->settings, "show-page", show);
}

void
dl_window_add_page_actions (DlWindow *self)
{
  static const GActionEntry entries[] = {
    { .name = "evidence-page",
      .parameter_type = "s",
      .state = "'evidence'",
      .change_state = change_page },
    { .name = "page-key", .activate = page_by_key, .parameter_type = "i" },
    { .name = "expand-page", .state = "false", .change_state = change_expanded },
    { .name = "show-page", .state = "true", .change_state = change_shown },
    { .name = "resize-page", .activate = resize_page, .parameter_type = "i" },
  };

  dl_shell_add_actions (DL_SHELL (self), entries, G_N_ELEMENTS (entries));
  add_page_keys (self);
  window_follow_page (self);
}

/* From pane to pane -----------------------------------------------------------------------------
 */

#define N_PANES 4

static void
list_panes (DlWindow *self, GtkWidget *panes[N_PANES])
{
  panes[0] = GTK_WIDGET (self->panels);
  panes[1] = GTK_WIDGET (self->views);
  panes[2] = GTK_WIDGET (self->evidence);
  panes[3] = GTK_WIDGET (self->results);
}

/* The one that has the keyboard; N_PANES: none of them. */
static guint
current_pane (DlWindow *self, GtkWidget *const panes[N_PANES])
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));
  guint i = 0;

  while (i < N_PANES
         && (focus == NULL || (focus != panes[i] && !gtk_widget_is_ancestor (focus, panes[i]))))
    i++;
  return i;
}

static gboolean
enter (GtkWidget *pane)
{
  return gtk_widget_get_mapped (pane) && gtk_widget_child_focus (pane, GTK_DIR_TAB_FORWARD);
}

/* A lesson's step points at places: F6 is for these then, and the way back. */
static gboolean
follow_lesson (DlWindow *self)
{
  guint at;

  return dl_lesson_desk_get_lesson (DL_SHELL (self), &at) != NULL
         && gtk_widget_activate_action (GTK_WIDGET (self), "lesson.point", NULL);
}

/* Move the keyboard to the next pane that takes it; from elsewhere to the map. */
static void
next_pane (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  DlWindow *self = user_data;
  const guint step = g_variant_get_boolean (parameter) ? 1 : N_PANES - 1;
  GtkWidget *panes[N_PANES];
  guint at;

  if (step == 1 && follow_lesson (self))
    return;
  list_panes (self, panes);
  at = current_pane (self, panes);
  if (at == N_PANES)
    at = 1 + N_PANES - step;
  for (guint i = 0; i < N_PANES; i++)
    {
      at = (at + step) % N_PANES;
      if (enter (panes[at]))
        return;
    }
  gtk_widget_error_bell (GTK_WIDGET (self));
}

void
dl_window_add_panes (DlWindow *self)
{
  static const GActionEntry entries[] = {
    { .name = "next-pane", .activate = next_pane, .parameter_type = "b" },
  };

  dl_shell_add_actions (DL_SHELL (self), entries, G_N_ELEMENTS (entries));
}

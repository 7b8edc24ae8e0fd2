#include "dl-results-view.h"

#include "dl-accessible.h"

#include <glib/gi18n-lib.h>

struct _DlResultsView
{
  GtkWidget parent;
  DlLibrary *library;
  gint64 id;
  DlResults *results; /* nullable */
  GtkSingleSelection *selection;
  GPtrArray *rows; /* GtkListItem that show an item */

  GtkWidget *pages;
  GtkWidget *list;
  GtkLabel *message;
};

G_DEFINE_FINAL_TYPE (DlResultsView, dl_results_view, GTK_TYPE_WIDGET)

DlResults *
dl_results_view_get_results (DlResultsView *self)
{
  return self->results;
}

/* Rows ----------------------------------------------------------------------------------------- */

static gint64
id_of (DlResultItem *item)
{
  const DlStoreSweep *sweep = dl_result_item_get_sweep (item);

  return sweep != NULL ? sweep->id : dl_result_item_get_run (item)->id;
}

/* Item bound to the row: the model's own row may have gone when it is unbound. */
static DlResultItem *
item_of (GtkListItem *list_item)
{
  return g_object_get_data (G_OBJECT (list_item), "dl-result");
}

static GMenuModel *
menu_for (DlResultItem *item)
{
  static const struct
  {
    gboolean of_sweep;
    const char *label;
    const char *action;
  } entries[] = {
    { TRUE, N_ ("_Open the Sweep"), "library.sweep-open" },
    { TRUE, N_ ("_Remove with Its Runs"), "library.sweep-remove" },
    { FALSE, N_ ("_Open as a Scenario"), "library.run-open" },
    { FALSE, N_ ("_Pin as B"), "library.run-pin" },
    { FALSE, N_ ("_Compare"), "library.run-compare" },
  };
  const gboolean is_sweep = dl_result_item_get_sweep (item) != NULL;
  GMenu *menu = g_menu_new ();

  for (guint i = 0; i < G_N_ELEMENTS (entries); i++)
    if (entries[i].of_sweep == is_sweep)
      {
        g_autoptr (GMenuItem) entry = g_menu_item_new (_ (entries[i].label), NULL);

        g_menu_item_set_action_and_target (entry, entries[i].action, "x", id_of (item));
        g_menu_append_item (menu, entry);
      }
  return G_MENU_MODEL (menu);
}

/* When it is asked for: a menu for each row that comes by would cost more than the rows. */
static void
make_menu (GtkMenuButton *button, gpointer list_item)
{
  g_autoptr (GMenuModel) menu = menu_for (item_of (list_item));

  gtk_menu_button_set_menu_model (button, menu);
}

static GtkWidget *
add_line (GtkWidget *lines, const char *class)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  if (class != NULL)
    gtk_widget_add_css_class (label, class);
  gtk_box_append (GTK_BOX (lines), label);
  return label;
}

/* A row: an expander around three lines and a menu. */
static void
setup_row (GtkSignalListItemFactory *factory, GtkListItem *list_item, gpointer user_data)
{
  GtkWidget *expander = gtk_tree_expander_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *lines = gtk_box_new (GTK_ORIENTATION_VERTICAL, 1);
  GtkWidget *menu = gtk_menu_button_new ();

  add_line (lines, NULL);
  add_line (lines, "dl-description");
  add_line (lines, "dl-description");
  gtk_widget_set_hexpand (lines, TRUE);
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (menu), "view-more-symbolic");
  gtk_menu_button_set_has_frame (GTK_MENU_BUTTON (menu), FALSE);
  gtk_menu_button_set_create_popup_func (GTK_MENU_BUTTON (menu), make_menu, list_item, NULL);
  gtk_widget_set_valign (menu, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (box), lines);
  gtk_box_append (GTK_BOX (box), menu);
  gtk_tree_expander_set_child (GTK_TREE_EXPANDER (expander), box);
  gtk_list_item_set_child (list_item, expander);
}

static void
set_line (GtkWidget *label, const char *text)
{
  gtk_label_set_text (GTK_LABEL (label), text != NULL ? text : "");
  gtk_widget_set_visible (label, text != NULL);
}

static GtkWidget *
menu_button_of (GtkListItem *list_item)
{
  return gtk_widget_get_last_child (
      gtk_tree_expander_get_child (GTK_TREE_EXPANDER (gtk_list_item_get_child (list_item))));
}

static void
show_row (GtkListItem *list_item)
{
  DlResultItem *item = item_of (list_item);
  const gboolean is_sweep = dl_result_item_get_sweep (item) != NULL;
  GtkTreeExpander *expander = GTK_TREE_EXPANDER (gtk_list_item_get_child (list_item));
  GtkWidget *lines = gtk_widget_get_first_child (gtk_tree_expander_get_child (expander));
  GtkWidget *title = gtk_widget_get_first_child (lines);
  GtkWidget *menu = menu_button_of (list_item);
  g_autofree char *text = dl_result_item_title (item);
  g_autofree char *detail = dl_result_item_detail (item);
  g_autofree char *values = dl_result_item_values (item);
  g_autofree char *everything = dl_result_item_everything (item);
  g_autofree char *name = g_strdup_printf (_ ("More about “%s”"), text);

  set_line (title, text);
  set_line (gtk_widget_get_next_sibling (title), values != NULL ? values : detail);
  /* Points are many and of one kind. */
  set_line (gtk_widget_get_last_child (lines),
            values != NULL && !dl_result_item_is_point (item) ? detail : NULL);
  if (is_sweep)
    gtk_widget_add_css_class (title, "dl-library-name");
  else
    gtk_widget_remove_css_class (title, "dl-library-name");
  gtk_widget_set_tooltip_text (lines, everything);
  gtk_widget_set_tooltip_text (menu, is_sweep ? _ ("Open it, or remove it")
                                              : _ ("Open, pin or compare it"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (menu), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

static void
bind_row (GtkSignalListItemFactory *factory, GtkListItem *list_item, gpointer user_data)
{
  GtkTreeListRow *row = gtk_list_item_get_item (list_item);
  DlResultItem *item = gtk_tree_list_row_get_item (row);

  g_object_set_data_full (G_OBJECT (list_item), "dl-result", item, g_object_unref);
  g_ptr_array_add (DL_RESULTS_VIEW (user_data)->rows, list_item);
  gtk_tree_expander_set_list_row (GTK_TREE_EXPANDER (gtk_list_item_get_child (list_item)), row);
  g_signal_connect_object (item, "changed", G_CALLBACK (show_row), list_item, G_CONNECT_SWAPPED);
  show_row (list_item);
}

static void
unbind_row (GtkSignalListItemFactory *factory, GtkListItem *list_item, gpointer user_data)
{
  g_signal_handlers_disconnect_by_data (item_of (list_item), list_item);
  g_object_set_data (G_OBJECT (list_item), "dl-result", NULL);
  g_ptr_array_remove (DL_RESULTS_VIEW (user_data)->rows, list_item);
  gtk_tree_expander_set_list_row (GTK_TREE_EXPANDER (gtk_list_item_get_child (list_item)), NULL);
}

DlResultItem *
dl_results_view_find (DlResultsView *self, gint64 id, gboolean is_sweep)
{
  for (guint i = 0; i < self->rows->len; i++)
    {
      DlResultItem *item = item_of (self->rows->pdata[i]);

      if (id_of (item) == id && (dl_result_item_get_sweep (item) != NULL) == is_sweep)
        return item;
    }
  return NULL;
}

/* Keys ----------------------------------------------------------------------------------------- */

static void
activate_for (DlResultsView *self, DlResultItem *item)
{
  gtk_widget_activate_action (GTK_WIDGET (self),
                              dl_result_item_get_sweep (item) != NULL ? "library.sweep-open"
                                                                      : "library.run-open",
                              "x", id_of (item));
}

static void
on_activate (DlResultsView *self, guint position)
{
  g_autoptr (GtkTreeListRow) row = g_list_model_get_item (G_LIST_MODEL (self->selection), position);
  g_autoptr (DlResultItem) item = row != NULL ? gtk_tree_list_row_get_item (row) : NULL;

  if (item != NULL)
    activate_for (self, item);
}

static DlResultItem *
selected_item (DlResultsView *self)
{
  GtkTreeListRow *row = gtk_single_selection_get_selected_item (self->selection);

  return row != NULL ? gtk_tree_list_row_get_item (row) : NULL;
}

static gboolean
on_remove (GtkWidget *widget, GVariant *args, gpointer data)
{
  g_autoptr (DlResultItem) item = selected_item (data);

  return item != NULL && dl_result_item_get_sweep (item) != NULL
         && gtk_widget_activate_action (data, "library.sweep-remove", "x", id_of (item));
}

/* The arrows are the list's own, for its columns, if nothing is done with them. */
static gboolean
set_expanded (DlResultsView *self, gboolean expanded)
{
  GtkTreeListRow *row = gtk_single_selection_get_selected_item (self->selection);

  if (row == NULL || !gtk_tree_list_row_is_expandable (row))
    return FALSE;
  gtk_tree_list_row_set_expanded (row, expanded);
  return TRUE;
}

static gboolean
on_expand (GtkWidget *widget, GVariant *args, gpointer data)
{
  return set_expanded (data, TRUE);
}

static gboolean
on_collapse (GtkWidget *widget, GVariant *args, gpointer data)
{
  return set_expanded (data, FALSE);
}

/* The menu button in the row that has the focus. */
static GtkWidget *
find_menu (GtkWidget *widget)
{
  GtkWidget *found = GTK_IS_MENU_BUTTON (widget) ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); found == NULL && child != NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_menu (child);
  return found;
}

static gboolean
on_menu (GtkWidget *widget, GVariant *args, gpointer data)
{
  GtkWidget *focus = gtk_root_get_focus (gtk_widget_get_root (widget));
  GtkWidget *menu
      = focus != NULL && gtk_widget_is_ancestor (focus, widget) ? find_menu (focus) : NULL;

  if (menu != NULL)
    gtk_menu_button_popup (GTK_MENU_BUTTON (menu));
  return menu != NULL;
}

/* Display -------------------------------------------------------------------------------------- */

static void
update (DlResultsView *self)
{
  const char *problem = self->results != NULL ? dl_results_get_problem (self->results) : NULL;
  const gboolean empty
      = self->results == NULL || g_list_model_get_n_items (G_LIST_MODEL (self->results)) == 0;
  const gboolean loading = self->results != NULL && dl_results_is_loading (self->results);

  gtk_label_set_text (self->message,
                      problem != NULL ? problem
                      : loading || self->id == 0
                          ? ""
                          : _ ("No sweeps or runs yet. Results of sweeps and comparisons are "
                               "saved here and used again."));
  gtk_stack_set_visible_child_name (GTK_STACK (self->pages),
                                    empty || problem != NULL ? "message" : "list");
}

static GListModel *
points_of (gpointer data, gpointer user_data)
{
  const DlStoreSweep *sweep = dl_result_item_get_sweep (data);

  if (sweep == NULL)
    return NULL;
  return G_LIST_MODEL (dl_results_new_points (DL_RESULTS_VIEW (user_data)->library, sweep->id));
}

static void
set_results (DlResultsView *self, DlResults *results)
{
  if (self->results != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->results, self);
      gtk_single_selection_set_model (self->selection, NULL);
    }
  g_set_object (&self->results, results);
  if (results != NULL)
    {
      g_autoptr (GtkTreeListModel) tree = gtk_tree_list_model_new (
          g_object_ref (G_LIST_MODEL (results)), FALSE, FALSE, points_of, self, NULL);

      gtk_single_selection_set_model (self->selection, G_LIST_MODEL (tree));
      g_signal_connect_swapped (results, "items-changed", G_CALLBACK (update), self);
      g_signal_connect_swapped (results, "notify", G_CALLBACK (update), self);
    }
}

void
dl_results_view_show (DlResultsView *self, DlLibrary *library, gint64 id)
{
  g_autoptr (DlResults) results = NULL;

  if (self->id == id && self->library == library)
    return;
  set_results (self, NULL);
  g_set_object (&self->library, library);
  self->id = id;
  if (library != NULL && id != 0)
    results = dl_results_new (library, id);
  set_results (self, results);
  update (self);
}

/* Widget --------------------------------------------------------------------------------------- */

static void
dispose (GObject *object)
{
  DlResultsView *self = DL_RESULTS_VIEW (object);

  if (self->pages != NULL)
    set_results (self, NULL);
  g_clear_pointer (&self->pages, gtk_widget_unparent);
  g_clear_object (&self->selection);
  g_clear_object (&self->library);
  G_OBJECT_CLASS (dl_results_view_parent_class)->dispose (object);
}

static void
finalize (GObject *object)
{
  g_ptr_array_unref (DL_RESULTS_VIEW (object)->rows);
  G_OBJECT_CLASS (dl_results_view_parent_class)->finalize (object);
}

static void
dl_results_view_class_init (DlResultsViewClass *class)
{
  G_OBJECT_CLASS (class)->dispose = dispose;
  G_OBJECT_CLASS (class)->finalize = finalize;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (class), GTK_TYPE_BIN_LAYOUT);
}

static GtkWidget *
new_list (DlResultsView *self)
{
  g_autoptr (GtkListItemFactory) factory = gtk_signal_list_item_factory_new ();
  GtkEventController *keys = gtk_shortcut_controller_new ();
  GtkWidget *list = gtk_list_view_new (NULL, NULL);

  g_signal_connect_object (factory, "setup", G_CALLBACK (setup_row), self, 0);
  g_signal_connect_object (factory, "bind", G_CALLBACK (bind_row), self, 0);
  g_signal_connect_object (factory, "unbind", G_CALLBACK (unbind_row), self, 0);
  gtk_list_view_set_factory (GTK_LIST_VIEW (list), factory);
  gtk_list_view_set_model (GTK_LIST_VIEW (list), GTK_SELECTION_MODEL (self->selection));
  gtk_widget_add_css_class (list, "dl-library-list");
  gtk_widget_add_css_class (list, "dl-results");
  gtk_accessible_update_property (GTK_ACCESSIBLE (list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Sweeps and runs"), -1);
  g_signal_connect_swapped (list, "activate", G_CALLBACK (on_activate), self);
  dl_focus_add_key (keys, GDK_KEY_Delete, 0, on_remove, self);
  dl_focus_add_key (keys, GDK_KEY_Right, 0, on_expand, self);
  dl_focus_add_key (keys, GDK_KEY_Left, 0, on_collapse, self);
  dl_focus_add_key (keys, GDK_KEY_Menu, 0, on_menu, self);
  dl_focus_add_key (keys, GDK_KEY_F10, GDK_SHIFT_MASK, on_menu, self);
  gtk_widget_add_controller (list, keys);
  return list;
}

static void
dl_results_view_init (DlResultsView *self)
{
  GtkWidget *scrolled = gtk_scrolled_window_new ();

  self->rows = g_ptr_array_new ();
  self->selection = gtk_single_selection_new (NULL);
  gtk_single_selection_set_autoselect (self->selection, FALSE);
  gtk_single_selection_set_can_unselect (self->selection, TRUE);
  self->list = new_list (self);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), self->list);

  self->message = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_wrap (self->message, TRUE);
  gtk_label_set_justify (self->message, GTK_JUSTIFY_CENTER);
  gtk_label_set_max_width_chars (self->message, 44);
  gtk_widget_set_margin_start (GTK_WIDGET (self->message), 12);
  gtk_widget_set_margin_end (GTK_WIDGET (self->message), 12);
  gtk_widget_add_css_class (GTK_WIDGET (self->message), "dl-description");

  self->pages = gtk_stack_new ();
  gtk_stack_add_named (GTK_STACK (self->pages), scrolled, "list");
  gtk_stack_add_named (GTK_STACK (self->pages), GTK_WIDGET (self->message), "message");
  gtk_widget_set_parent (self->pages, GTK_WIDGET (self));
  update (self);
}

#include "dl-table-window.h"

#include "dl-choices.h"
#include "dl-figure-table.h"
#include "dl-side-window.h"

#include <glib/gi18n-lib.h>

#define ASK "dl-chart-ask"

typedef struct
{
  DlChartAsk add;
  gpointer data;
} Ask;

static GMenuModel *
menu_for (GtkWidget *chart, double x, double y, const char *figure)
{
  const Ask *ask = g_object_get_data (G_OBJECT (chart), ASK);
  GMenu *menu = g_menu_new ();
  g_autoptr (GMenuItem) item = g_menu_item_new (_ ("_Show as Table"), NULL);

  g_menu_item_set_action_and_target (item, "win.show-table", "s", figure);
  g_menu_append_item (menu, item);
  if (ask != NULL)
    ask->add (ask->data, x, y, menu);
  return G_MENU_MODEL (menu);
}

static void
discard (gpointer popover)
{
  if (gtk_widget_get_parent (popover) != NULL)
    gtk_widget_unparent (popover);
  g_object_unref (popover);
}

/* Chosen actions run after the menu has closed. */
static void
on_closed (GtkWidget *popover)
{
  g_idle_add_once (discard, g_object_ref (popover));
}

/* A menu that is made as it is opened: charts have no place to keep one. */
static void
pop_up (GtkWidget *chart, double x, double y, const char *figure)
{
  g_autoptr (GMenuModel) menu = menu_for (chart, x, y, figure);
  GtkWidget *popover = gtk_popover_menu_new_from_model (menu);

  gtk_popover_set_has_arrow (GTK_POPOVER (popover), FALSE);
  gtk_popover_set_pointing_to (GTK_POPOVER (popover), &(GdkRectangle) { (int) x, (int) y, 1, 1 });
  gtk_widget_set_parent (popover, chart);
  g_signal_connect (popover, "closed", G_CALLBACK (on_closed), NULL);
  g_signal_connect_object (chart, "destroy", G_CALLBACK (gtk_widget_unparent), popover,
                           G_CONNECT_SWAPPED);
  gtk_popover_popup (GTK_POPOVER (popover));
}

static void
on_pressed (GtkGestureClick *click, int n_press, double x, double y, const char *figure)
{
  GtkWidget *chart = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (click));

  gtk_widget_grab_focus (chart);
  if (gtk_gesture_single_get_current_button (GTK_GESTURE_SINGLE (click)) == GDK_BUTTON_SECONDARY)
    pop_up (chart, x, y, figure);
}

static gboolean
pop_up_from_keys (GtkWidget *chart, GVariant *args, gpointer figure)
{
  pop_up (chart, gtk_widget_get_width (chart) / 2.0, gtk_widget_get_height (chart) / 2.0, figure);
  return TRUE;
}

static gboolean
show_table (GtkWidget *chart, GVariant *args, gpointer figure)
{
  return gtk_widget_activate_action (chart, "win.show-table", "s", figure);
}

static void
add_key (GtkWidget *chart, const char *trigger, GtkShortcutFunc func, const char *figure)
{
  GtkEventController *keys = gtk_shortcut_controller_new ();

  gtk_shortcut_controller_add_shortcut (
      GTK_SHORTCUT_CONTROLLER (keys),
      gtk_shortcut_new (gtk_shortcut_trigger_parse_string (trigger),
                        gtk_callback_action_new (func, g_strdup (figure), g_free)));
  gtk_widget_add_controller (chart, keys);
}

static void
free_name (gpointer figure, GClosure *closure)
{
  g_free (figure);
}

void
dl_chart_give_table_menu (GtkWidget *chart, const char *figure)
{
  GtkGesture *click = gtk_gesture_click_new ();

  gtk_widget_set_focusable (chart, TRUE);
  gtk_widget_add_css_class (chart, "dl-chart");
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), 0);
  g_signal_connect_data (click, "pressed", G_CALLBACK (on_pressed), g_strdup (figure), free_name,
                         0);
  gtk_widget_add_controller (chart, GTK_EVENT_CONTROLLER (click));
  add_key (chart, "Menu|<Shift>F10", pop_up_from_keys, figure);
}

void
dl_chart_give_table (GtkWidget *chart, const char *figure)
{
  dl_chart_give_table_menu (chart, figure);
  add_key (chart, "Return|KP_Enter", show_table, figure);
  gtk_accessible_update_property (GTK_ACCESSIBLE (chart), GTK_ACCESSIBLE_PROPERTY_KEY_SHORTCUTS,
                                  "Return", -1);
}

void
dl_chart_set_ask (GtkWidget *chart, DlChartAsk ask, gpointer data)
{
  g_object_set_data_full (G_OBJECT (chart), ASK, g_memdup2 (&(Ask) { ask, data }, sizeof (Ask)),
                          g_free);
}

#define NAME "dl-table-window"

#define DL_TYPE_TABLE_VIEW (dl_table_view_get_type ())
G_DECLARE_FINAL_TYPE (DlTableView, dl_table_view, DL, TABLE_VIEW, GtkWidget)

struct _DlTableView
{
  GtkWidget parent;
  DlSession *session;
  DlTableSource source;
  const DlFamily *family; /* the family whose figures are offered */
  GPtrArray *figures;     /* const DlFigure *: the figures in the list */
  gboolean filling;       /* choices are made by the program */

  GtkWidget *box;
  GtkDropDown *choice;
  GtkLabel *description, *missing, *count;
  GtkStack *pages; /* "table" and "lacks" */
  DlFigureTable *table;
  GtkWidget *copy;
};

G_DEFINE_FINAL_TYPE (DlTableView, dl_table_view, GTK_TYPE_WIDGET)

/* Display -------------------------------------------------------------------------------------- */

/* User action needed before there are numbers of @figure; NULL: none. */
static const char *
missing_of (const DlFigureData *data, const DlFigure *figure, const DlFigureInput *view)
{
  const char *missing;

  if (data == NULL)
    return _ ("Waiting for the analysis…");
  missing = dl_figure_data_missing (data, figure, view);
  if (missing == NULL && figure->needs_load_curve && data->load_curve == NULL)
    return _ ("Start a load curve first (the page of that name, at the right)");
  return missing;
}

static const DlFigure *
chosen_figure (DlTableView *self)
{
  const guint index = gtk_drop_down_get_selected (self->choice);

  return g_ptr_array_index (self->figures, MIN (index, self->figures->len - 1));
}

static void
show_rows (DlTableView *self, DlRecord *record, const char *label, const char *missing)
{
  const gulong n = record != NULL ? dl_record_n_rows (record) : 0;
  g_autofree char *count = g_strdup_printf (g_dngettext (NULL, "%lu row", "%lu rows", n), n);

  dl_figure_table_set (self->table, record, label);
  gtk_label_set_text (self->count, record != NULL ? count : "");
  gtk_label_set_text (self->missing, missing != NULL ? missing : "");
  gtk_stack_set_visible_child_name (self->pages, missing != NULL ? "lacks" : "table");
  gtk_widget_set_sensitive (self->copy, n > 0);
}

static void
update (DlTableView *self)
{
  const DlFigure *figure = chosen_figure (self);
  GtkWindow *window = GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self)));
  GtkWindow *parent = window != NULL ? gtk_window_get_transient_for (window) : NULL;
  DlFigureInput view = { 0 };
  g_autoptr (DlFigureData) data = parent != NULL ? self->source (parent, &view) : NULL;
  const char *missing = missing_of (data, figure, &view);
  g_autoptr (DlRecord) record = NULL;

  if (missing == NULL)
    {
      const DlFigureInput input = dl_figure_data_input (data, figure, view);

      record = dl_figure_numbers (figure, &input);
    }
  gtk_label_set_text (self->description, _ (figure->description));
  show_rows (self, record, _ (figure->title), missing);
}

static void
on_chosen (DlTableView *self)
{
  if (!self->filling)
    update (self);
}

static void
refresh (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  update (DL_TABLE_VIEW (widget));
}

/* Which figures -------------------------------------------------------------------------------- */

/* Sweeps and the papers' checks are tables in windows of their own. */
static gboolean
is_offered (const DlFigure *figure)
{
  return figure->paper_check == NULL && !figure->needs_sweep;
}

static void
offer (DlTableView *self, const DlFamily *family)
{
  guint n;
  const DlFigure *const *figures = dl_family_figures (family, &n);
  g_autoptr (GtkStringList) titles = gtk_string_list_new (NULL);

  if (self->figures->len > 0 && family == self->family)
    return;
  self->family = family;
  self->filling = TRUE;
  g_ptr_array_set_size (self->figures, 0);
  for (guint i = 0; i < n; i++)
    if (is_offered (figures[i]))
      {
        g_ptr_array_add (self->figures, (gpointer) figures[i]);
        gtk_string_list_append (titles, _ (figures[i]->title));
      }
  gtk_drop_down_set_model (self->choice, G_LIST_MODEL (titles));
  dl_choices_make_room (self->choice);
  self->filling = FALSE;
}

static void
choose (DlTableView *self, const char *figure_id)
{
  self->filling = TRUE;
  for (guint i = 0; i < self->figures->len; i++)
    if (g_strcmp0 (((const DlFigure *) g_ptr_array_index (self->figures, i))->id, figure_id) == 0)
      gtk_drop_down_set_selected (self->choice, i);
  self->filling = FALSE;
}

/* Another scenario may be of another family; a figure that both have stays chosen. */
static void
on_result (DlTableView *self)
{
  const DlEvaluation *result = dl_session_get_result (self->session);

  if (result != NULL && result->scenario->family != self->family)
    {
      const char *id = chosen_figure (self)->id;

      offer (self, result->scenario->family);
      choose (self, id);
    }
  update (self);
}

/* Object --------------------------------------------------------------------------------------- */

static void
dispose (GObject *object)
{
  DlTableView *self = DL_TABLE_VIEW (object);

  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_object (&self->session);
  g_clear_pointer (&self->figures, g_ptr_array_unref);
  G_OBJECT_CLASS (dl_table_view_parent_class)->dispose (object);
}

static void
dl_table_view_class_init (DlTableViewClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_install_action (widget_class, "table.refresh", NULL, refresh);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_F5, 0, "table.refresh", NULL);
}

static GtkLabel *
label_new (GtkWidget *box, const char *css_class)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_widget_set_hexpand (label, TRUE);
  if (css_class != NULL)
    gtk_widget_add_css_class (label, css_class);
  gtk_box_append (GTK_BOX (box), label);
  return GTK_LABEL (label);
}

static GtkWidget *
button_new (GtkWidget *box, const char *label, const char *tooltip)
{
  GtkWidget *button = gtk_button_new_with_mnemonic (label);

  gtk_widget_add_css_class (button, "dl-pill");
  gtk_widget_set_tooltip_text (button, tooltip);
  gtk_box_append (GTK_BOX (box), button);
  return button;
}

static void
add_head (DlTableView *self)
{
  GtkWidget *bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);

  gtk_widget_add_css_class (bar, "dl-toolbar");
  self->choice = GTK_DROP_DOWN (gtk_drop_down_new (NULL, NULL));
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->choice), _ ("Whose numbers are shown"));
  gtk_widget_set_valign (GTK_WIDGET (self->choice), GTK_ALIGN_CENTER);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->choice), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Chart or map"), -1);
  g_signal_connect_swapped (self->choice, "notify::selected", G_CALLBACK (on_chosen), self);
  gtk_box_append (GTK_BOX (bar), GTK_WIDGET (self->choice));
  self->description = label_new (bar, "dl-description");
  gtk_box_append (GTK_BOX (self->box), bar);
  gtk_box_append (GTK_BOX (self->box), gtk_separator_new (GTK_ORIENTATION_HORIZONTAL));
}

static void
add_pages (DlTableView *self)
{
  GtkWidget *empty = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  self->pages = GTK_STACK (gtk_stack_new ());
  self->table = DL_FIGURE_TABLE (dl_figure_table_new ());
  gtk_stack_add_named (self->pages, GTK_WIDGET (self->table), "table");
  gtk_widget_add_css_class (empty, "dl-message");
  gtk_widget_set_valign (empty, GTK_ALIGN_CENTER);
  self->missing = label_new (empty, NULL);
  gtk_label_set_xalign (self->missing, 0.5f);
  gtk_label_set_justify (self->missing, GTK_JUSTIFY_CENTER);
  gtk_stack_add_named (self->pages, empty, "lacks");
  gtk_widget_set_vexpand (GTK_WIDGET (self->pages), TRUE);
  gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (self->pages));
}

static void
add_foot (DlTableView *self)
{
  GtkWidget *bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *again;

  gtk_widget_add_css_class (bar, "dl-toolbar");
  self->count = label_new (bar, "dl-description");
  again = button_new (bar, _ ("_Update"),
                      _ ("Show the current results of the simulation and the current selection "
                         "(F5)"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (again), "table.refresh");
  self->copy = button_new (bar, _ ("_Copy"),
                           _ ("Copy the selected rows with all digits, or all rows if none is "
                              "selected (Ctrl+C in the table)"));
  g_signal_connect_swapped (self->copy, "clicked", G_CALLBACK (dl_figure_table_copy), self->table);
  gtk_box_append (GTK_BOX (self->box), gtk_separator_new (GTK_ORIENTATION_HORIZONTAL));
  gtk_box_append (GTK_BOX (self->box), bar);
}

static void
dl_table_view_init (DlTableView *self)
{
  self->figures = g_ptr_array_new ();
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  add_head (self);
  add_pages (self);
  add_foot (self);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
}

/* The window ----------------------------------------------------------------------------------- */

GtkWindow *
dl_table_window_present (GtkWindow *parent, DlSession *session, const char *figure_id,
                         DlTableSource source)
{
  GtkWindow *window = dl_side_window_find (parent, NAME);
  DlTableView *view;

  if (window == NULL)
    {
      view = g_object_new (DL_TYPE_TABLE_VIEW, NULL);
      view->session = g_object_ref (session);
      view->source = source;
      g_signal_connect_object (session, "notify::result", G_CALLBACK (on_result), view,
                               G_CONNECT_SWAPPED);
      window = dl_side_window_new (parent, NAME, _ ("Table"), 820, 560, GTK_WIDGET (view));
    }
  view = DL_TABLE_VIEW (dl_side_window_get_view (window));
  offer (view, dl_session_get_scenario (session)->family);
  choose (view, figure_id);
  update (view);
  gtk_window_present (window);
  gtk_widget_grab_focus (GTK_WIDGET (view->table));
  return window;
}

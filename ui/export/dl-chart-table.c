#include "dl-chart-table.h"

#include <glib/gi18n-lib.h>

static GMenuModel *
menu_for (const char *figure)
{
  GMenu *menu = g_menu_new ();
  g_autoptr (GMenuItem) item = g_menu_item_new (_ ("_Show as Table"), NULL);

  g_menu_item_set_action_and_target (item, "win.show-table", "s", figure);
  g_menu_append_item (menu, item);
  return G_MENU_MODEL (menu);
}

static void
discard (gpointer popover)
{
  if (gtk_widget_get_parent (popover) != NULL)
    gtk_widget_unparent (popover);
  g_object_unref (popover);
}

/* What was chosen is done after the menu has closed. */
static void
on_closed (GtkWidget *popover)
{
  g_idle_add_once (discard, g_object_ref (popover));
}

/* A menu that is made as it is opened: charts have no place to keep one. */
static void
pop_up (GtkWidget *chart, double x, double y, const char *figure)
{
  g_autoptr (GMenuModel) menu = menu_for (figure);
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

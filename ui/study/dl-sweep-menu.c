#include "dl-sweep-menu.h"

#include "compat.h"
#include "dl-accessible.h"
#include "dl-field.h"

#include <glib/gi18n-lib.h>

#include <string.h>

/* The key that @widget, or what it is in inside of @panel, sets; NULL: none, or the menu is another
 * one's. */
static const char *
name_at (GtkWidget *panel, GtkWidget *widget)
{
  for (; widget != NULL && widget != panel && !dl_focus_has_own_menu (widget);
       widget = gtk_widget_get_parent (widget))
    {
      const char *name = gtk_widget_get_name (widget);
      g_autofree char *key = g_strndup (name, strcspn (name, "/"));

      if (dl_field_find_name (key) != NULL)
        return name;
    }
  return NULL;
}

/* Owned by the caller. */
static GMenuModel *
menu_for (const char *name)
{
  GMenu *menu = g_menu_new ();
  g_autoptr (GMenu) items = g_menu_new ();
  g_autoptr (GMenuItem) item = g_menu_item_new (_ ("_Sweep This…"), NULL);
  g_autofree char *key = g_strndup (name, strcspn (name, "/"));

  g_menu_item_set_action_and_target (item, "win.sweep-key", "s", name);
  g_menu_append_item (items, item);
  g_menu_append_section (menu, key, G_MENU_MODEL (items));
  return G_MENU_MODEL (menu);
}

/* An entry has a menu of its own, with cut and copy: ours becomes its last section. TRUE: that is
 * what @widget is in, and it will show its menu by itself. */
static gboolean
join_text_menu (GtkWidget *widget, const char *name)
{
  GtkWidget *text = GTK_IS_TEXT (widget) ? widget : gtk_widget_get_ancestor (widget, GTK_TYPE_TEXT);
  g_autoptr (GMenuModel) menu = NULL;

  if (text == NULL || !gtk_widget_is_sensitive (text))
    return FALSE;
  menu = menu_for (name);
  gtk_text_set_extra_menu (GTK_TEXT (text), menu);
  return TRUE;
}

static void
pop_up (GtkPopoverMenu *popover, const char *name, double x, double y)
{
  g_autoptr (GMenuModel) menu = menu_for (name);

  gtk_popover_menu_set_menu_model (popover, menu);
  gtk_popover_set_pointing_to (GTK_POPOVER (popover), &(GdkRectangle) { (int) x, (int) y, 1, 1 });
  gtk_popover_popup (GTK_POPOVER (popover));
}

/* The menu takes the pointer: the widget under it is not told that it has left, and looks as if it
 * were still there. */
static void
clear_looks (GtkWidget *panel, GtkWidget *under)
{
  for (; under != NULL && under != panel; under = gtk_widget_get_parent (under))
    gtk_widget_unset_state_flags (under, GTK_STATE_FLAG_PRELIGHT | GTK_STATE_FLAG_ACTIVE);
}

static void
on_pressed (GtkGestureClick *click, int n_press, double x, double y, GtkPopoverMenu *popover)
{
  GtkWidget *panel = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (click));
  GtkWidget *under = gtk_widget_pick (panel, x, y, GTK_PICK_INSENSITIVE);
  const char *name = name_at (panel, under);

  if (name == NULL || join_text_menu (under, name))
    return;
  gtk_gesture_set_state (GTK_GESTURE (click), GTK_EVENT_SEQUENCE_CLAIMED);
  clear_looks (panel, under);
  pop_up (popover, name, x, y);
}

static gboolean
on_key (GtkEventControllerKey *keys, guint keyval, guint keycode, GdkModifierType state,
        GtkPopoverMenu *popover)
{
  GtkWidget *panel = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (keys));
  GtkWidget *focus = gtk_root_get_focus (gtk_widget_get_root (panel));
  const gboolean asked
      = keyval == GDK_KEY_Menu || (keyval == GDK_KEY_F10 && (state & GDK_SHIFT_MASK) != 0);
  const char *name = asked && focus != NULL && gtk_widget_is_ancestor (focus, panel)
                         ? name_at (panel, focus)
                         : NULL;
  double x, y;

  if (name == NULL || join_text_menu (focus, name))
    return FALSE;
  dl_compat_translate (focus, panel, gtk_widget_get_width (focus) / 2.0,
                       gtk_widget_get_height (focus), &x, &y);
  pop_up (popover, name, x, y);
  return TRUE;
}

void
dl_sweep_menu_add (GtkWidget *panel)
{
  GtkWidget *popover = gtk_popover_menu_new_from_model (NULL);
  GtkGesture *click = gtk_gesture_click_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();

  gtk_popover_set_has_arrow (GTK_POPOVER (popover), FALSE);
  gtk_widget_set_halign (popover, GTK_ALIGN_START);
  gtk_widget_set_parent (popover, panel);
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), GDK_BUTTON_SECONDARY);
  /* Before entries show their own menu. */
  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (click), GTK_PHASE_CAPTURE);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect (click, "pressed", G_CALLBACK (on_pressed), popover);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key), popover);
  gtk_widget_add_controller (panel, GTK_EVENT_CONTROLLER (click));
  gtk_widget_add_controller (panel, keys);
}

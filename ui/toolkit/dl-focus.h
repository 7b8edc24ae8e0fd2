/* The keyboard: where it is, and what its keys do. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Whether the keyboard has gone on to something else in the window than the widget of @focus, a
 * GtkEventControllerFocus: not when it is the window that lost it, to come back to the same place.
 */
static inline gboolean
dl_focus_has_left (GtkEventController *focus)
{
  GtkWidget *widget = gtk_event_controller_get_widget (focus);
  GtkRoot *root = gtk_widget_get_root (widget);
  GtkWidget *focused = root != NULL ? gtk_root_get_focus (root) : NULL;

  return !gtk_event_controller_focus_contains_focus (GTK_EVENT_CONTROLLER_FOCUS (focus))
         && (focused == NULL || !gtk_widget_is_ancestor (focused, widget));
}

/* Whether @widget, which has a use for the wheel, takes it: where the keyboard is not, the wheel
 * moves what the widget lies in. */
static inline void
dl_focus_set_wheel (GtkWidget *widget, gboolean takes)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);
      if (GTK_IS_EVENT_CONTROLLER_SCROLL (controller))
        gtk_event_controller_set_propagation_phase (controller,
                                                    takes ? GTK_PHASE_BUBBLE : GTK_PHASE_NONE);
    }
}

/* What @controller, a shortcut controller, does with a key: @func, for @data. */
static inline void
dl_focus_add_key (GtkEventController *controller, guint key, GdkModifierType modifiers,
                  GtkShortcutFunc func, gpointer data)
{
  gtk_shortcut_controller_add_shortcut (
      GTK_SHORTCUT_CONTROLLER (controller),
      gtk_shortcut_new (gtk_keyval_trigger_new (key, modifiers),
                        gtk_callback_action_new (func, data, NULL)));
}

/* @widget opens a menu of its own, with what the menu of the panel around it would have. */
static inline void
dl_focus_set_own_menu (GtkWidget *widget)
{
  g_object_set_data (G_OBJECT (widget), "dl-own-menu", widget);
}

static inline gboolean
dl_focus_has_own_menu (GtkWidget *widget)
{
  return g_object_get_data (G_OBJECT (widget), "dl-own-menu") != NULL;
}

G_END_DECLS

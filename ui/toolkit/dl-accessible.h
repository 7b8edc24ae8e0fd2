/* Descriptions of widgets for assistive technology that GTK 4.8 leaves out. */
#pragma once

#include <glib.h>
#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Once in a program. From then on, as widgets are realized: the button inside a drop-down, which is
 * what takes the keyboard, has the drop-down's name and is described by its choice; an expander has
 * the name of its heading, and a menu button that of its label or tooltip; names of buttons come
 * without the underline before the letter to press; windows continue to show the focus. */
void dl_accessible_init (void);

/* Name of @widget for assistive technology, and its tooltip (nullable). */
void dl_accessible_explain (gpointer widget, const char *name, const char *tooltip);

/* The keyboard: where it is, and what its keys do. */

/* Has the focus moved to something else in the window than the widget of @focus, a
 * GtkEventControllerFocus: not when it is the window that lost it, to come back to the same
 * place. */
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

/* Action of @controller, a shortcut controller, for a key: @func, for @data. */
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

/* How many scenarios, sweeps and runs, and how long, in words. */

/* "1 scenario, 2 sweeps, 57 runs", without zero counts; NULL if all are zero. Free with g_free. */
char *dl_count_text (guint n_scenarios, guint n_sweeps, guint n_runs);
/* "about 40 s", "about 3 min", "about 2 h"; free with g_free. */
char *dl_duration_text (double seconds);

G_END_DECLS

#include "dl-help.h"

#include "dl-help-window.h"

/* The window ----------------------------------------------------------------------------------- */

/* The last window closes the manual. */
static void
on_window_removed (GtkApplication *application, GtkWindow *removed)
{
  GtkWindow *window = g_object_get_data (G_OBJECT (application), "dl-help-window");

  if (window != NULL && gtk_application_get_windows (application) == NULL)
    gtk_window_destroy (window);
}

static void
on_destroyed (GtkApplication *application)
{
  g_object_set_data (G_OBJECT (application), "dl-help-window", NULL);
}

static void
present (GtkApplication *application, const char *target)
{
  GtkWidget *window = g_object_get_data (G_OBJECT (application), "dl-help-window");

  if (window == NULL)
    {
      /* In a group of its own no dialog keeps it from being read. */
      g_autoptr (GtkWindowGroup) group = gtk_window_group_new ();

      window = dl_help_window_new (application);
      gtk_window_group_add_window (group, GTK_WINDOW (window));
      g_object_set_data (G_OBJECT (application), "dl-help-window", window);
      g_signal_connect_object (window, "destroy", G_CALLBACK (on_destroyed), application,
                               G_CONNECT_SWAPPED);
    }
  dl_help_window_show (DL_HELP_WINDOW (window), target);
  gtk_window_present (GTK_WINDOW (window));
}

/* Actions -------------------------------------------------------------------------------------- */

static void
help (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  present (user_data, g_variant_get_string (parameter, NULL));
}

static void
help_here (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  GtkWindow *window = gtk_application_get_active_window (user_data);

  present (user_data, dl_help_target (window != NULL ? gtk_window_get_focus (window) : NULL));
}

static gboolean
on_f1 (GtkWidget *widget, GVariant *arguments, gpointer application)
{
  GtkWidget *focus = gtk_root_get_focus (GTK_ROOT (widget));

  present (application, dl_help_target (focus != NULL ? focus : widget));
  return TRUE;
}

/* F1 of a window; windows that the application does not know have no keys of actions. */
static void
add_key (GtkApplication *application, GtkWidget *window)
{
  GtkEventController *keys;

  if (g_object_get_data (G_OBJECT (window), "dl-help-key") != NULL || DL_IS_HELP_WINDOW (window))
    return;
  keys = gtk_shortcut_controller_new ();
  gtk_shortcut_controller_add_shortcut (
      GTK_SHORTCUT_CONTROLLER (keys),
      gtk_shortcut_new (gtk_keyval_trigger_new (GDK_KEY_F1, 0),
                        gtk_callback_action_new (on_f1, application, NULL)));
  /* Before anything in the window that might have another use for it. */
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  gtk_widget_add_controller (window, keys);
  g_object_set_data (G_OBJECT (window), "dl-help-key", keys);
}

static void
on_windows (GListModel *windows, guint position, guint removed, guint added,
            GtkApplication *application)
{
  for (guint i = 0; i < added; i++)
    {
      g_autoptr (GtkWidget) window = g_list_model_get_item (windows, position + i);

      add_key (application, window);
    }
}

void
dl_help_init (GtkApplication *application)
{
  static const GActionEntry entries[] = {
    { .name = "help", .activate = help, .parameter_type = "s" },
    { .name = "help-here", .activate = help_here },
  };
  static const char *const keys[] = { "F1", NULL };
  GListModel *windows = gtk_window_get_toplevels ();

  g_action_map_add_action_entries (G_ACTION_MAP (application), entries, G_N_ELEMENTS (entries),
                                   application);
  gtk_application_set_accels_for_action (application, "app.help-here", keys);
  g_signal_connect (application, "window-removed", G_CALLBACK (on_window_removed), NULL);
  g_signal_connect_object (windows, "items-changed", G_CALLBACK (on_windows), application, 0);
  on_windows (windows, 0, 0, g_list_model_get_n_items (windows), application);
}

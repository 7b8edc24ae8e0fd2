#include "dl-library-view.h"

#include "dl-toast-overlay.h"

#include <glib/gi18n-lib.h>

/* A file dialog belongs to the window behind. */
static void
on_action (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  g_autoptr (GtkWindow) parent = g_object_ref (gtk_window_get_transient_for (user_data));
  g_autofree char *name = g_strconcat ("win.", g_action_get_name (G_ACTION (action)), NULL);

  gtk_window_destroy (user_data);
  gtk_widget_activate_action (GTK_WIDGET (parent), name, NULL);
}

static DlLibrary *
window_library (GtkWindow *window)
{
  return g_object_get_data (G_OBJECT (window), "dl-library");
}

static void
on_unremove (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  dl_library_unremove (window_library (user_data), g_variant_get_int64 (parameter));
}

static void
on_deleted (DlLibraryView *view, gint64 id, const char *name, DlToastOverlay *toasts)
{
  g_autofree char *title = g_strdup_printf (_ ("Deleted “%s”"), name);

  dl_toast_overlay_show (toasts, title, NULL, _ ("_Undo"), "win.unremove",
                         g_variant_new_int64 (id));
}

static void
on_failed (DlLibrary *library, const char *message, DlToastOverlay *toasts)
{
  dl_toast_overlay_show (toasts, message, NULL, NULL, NULL, NULL);
}

GtkWindow *
dl_library_window_present (GtkWindow *parent, DlSession *session)
{
  static const GActionEntry entries[] = {
    { .name = "open-file", .activate = on_action },
    { .name = "save-copy", .activate = on_action },
    { .name = "unremove", .activate = on_unremove, .parameter_type = "x" },
  };
  GtkWidget *window = g_object_new (GTK_TYPE_WINDOW, "transient-for", parent, "modal", TRUE,
                                    "destroy-with-parent", TRUE, "title", _ ("Library"),
                                    "default-width", 580, "default-height", 540, NULL);
  GtkWidget *toasts = dl_toast_overlay_new ();
  GtkWidget *view = dl_library_view_new (session);
  GtkEventController *keys = gtk_shortcut_controller_new ();
  g_autoptr (GSimpleActionGroup) actions = g_simple_action_group_new ();
  DlLibrary *library = dl_session_get_library (session);

  gtk_widget_add_css_class (window, "dl-dialog");
  gtk_window_set_titlebar (GTK_WINDOW (window), gtk_header_bar_new ());
  dl_toast_overlay_set_child (DL_TOAST_OVERLAY (toasts), view);
  gtk_window_set_child (GTK_WINDOW (window), toasts);

  g_action_map_add_action_entries (G_ACTION_MAP (actions), entries, G_N_ELEMENTS (entries), window);
  gtk_widget_insert_action_group (window, "win", G_ACTION_GROUP (actions));
  gtk_shortcut_controller_add_shortcut (
      GTK_SHORTCUT_CONTROLLER (keys), gtk_shortcut_new (gtk_keyval_trigger_new (GDK_KEY_Escape, 0),
                                                        gtk_named_action_new ("window.close")));
  gtk_widget_add_controller (window, keys);

  g_signal_connect_swapped (view, "done", G_CALLBACK (gtk_window_close), window);
  g_signal_connect (view, "deleted", G_CALLBACK (on_deleted), toasts);
  if (library != NULL)
    {
      g_object_set_data_full (G_OBJECT (window), "dl-library", g_object_ref (library),
                              g_object_unref);
      g_signal_connect_object (library, "failed", G_CALLBACK (on_failed), toasts, 0);
    }
  gtk_window_present (GTK_WINDOW (window));
  gtk_widget_grab_focus (view);
  return GTK_WINDOW (window);
}

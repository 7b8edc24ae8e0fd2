#include "dl-side-window.h"

#include "dl-toast-overlay.h"

GtkWindow *
dl_side_window_find (GtkWindow *parent, const char *name)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWindow) window = g_list_model_get_item (windows, i);

      if (gtk_window_get_transient_for (window) == parent
          && g_str_equal (gtk_widget_get_name (GTK_WIDGET (window)), name))
        return window; /* the parent keeps it */
    }
  return NULL;
}

GtkWindow *
dl_side_window_new (GtkWindow *parent, const char *name, const char *title, int width, int height,
                    GtkWidget *view)
{
  GtkWidget *window
      = g_object_new (GTK_TYPE_WINDOW, "name", name, "transient-for", parent, "destroy-with-parent",
                      TRUE, "application", gtk_window_get_application (parent), "title", title,
                      "default-width", width, "default-height", height, NULL);
  GtkWidget *toasts = dl_toast_overlay_new ();
  GtkEventController *keys = gtk_shortcut_controller_new ();

  gtk_widget_add_css_class (window, "dl-dialog");
  gtk_window_set_titlebar (GTK_WINDOW (window), gtk_header_bar_new ());
  dl_toast_overlay_set_child (DL_TOAST_OVERLAY (toasts), view);
  gtk_window_set_child (GTK_WINDOW (window), toasts);
  gtk_shortcut_controller_add_shortcut (
      GTK_SHORTCUT_CONTROLLER (keys), gtk_shortcut_new (gtk_keyval_trigger_new (GDK_KEY_Escape, 0),
                                                        gtk_named_action_new ("window.close")));
  gtk_widget_add_controller (window, keys);
  return GTK_WINDOW (window);
}

GtkWidget *
dl_side_window_get_view (GtkWindow *window)
{
  return dl_toast_overlay_get_child (DL_TOAST_OVERLAY (gtk_window_get_child (window)));
}

void
dl_side_window_tell (GtkWidget *view, const char *message)
{
  GtkWidget *toasts = gtk_widget_get_ancestor (view, DL_TYPE_TOAST_OVERLAY);

  if (toasts != NULL)
    dl_toast_overlay_show (DL_TOAST_OVERLAY (toasts), message, NULL, NULL, NULL, NULL);
}

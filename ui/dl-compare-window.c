#include "dl-compare-view.h"

#include "dl-toast-overlay.h"

#include <glib/gi18n-lib.h>

static void
on_told (DlCompareView *view, const char *message, DlToastOverlay *toasts)
{
  dl_toast_overlay_show (toasts, message, NULL, NULL, NULL, NULL);
}

static void
on_destroyed (GtkWindow *parent)
{
  g_object_set_data (G_OBJECT (parent), "dl-compare-window", NULL);
}

DlCompareView *
dl_compare_window_get_view (GtkWindow *window)
{
  DlToastOverlay *toasts = dl_toast_overlay_find (GTK_WIDGET (window));

  return DL_COMPARE_VIEW (dl_toast_overlay_get_child (toasts));
}

GtkWindow *
dl_compare_window_present (GtkWindow *parent, DlSession *session)
{
  GtkWidget *window = g_object_get_data (G_OBJECT (parent), "dl-compare-window");
  GtkEventController *keys;
  GtkWidget *toasts, *view;

  if (window != NULL)
    {
      gtk_window_present (GTK_WINDOW (window));
      return GTK_WINDOW (window);
    }
  window
      = g_object_new (GTK_TYPE_WINDOW, "transient-for", parent, "destroy-with-parent", TRUE,
                      "title", _ ("Compare"), "default-width", 1000, "default-height", 480, NULL);
  toasts = dl_toast_overlay_new ();
  view = dl_compare_view_new (session);
  keys = gtk_shortcut_controller_new ();
  gtk_widget_add_css_class (window, "dl-dialog");
  gtk_window_set_titlebar (GTK_WINDOW (window), gtk_header_bar_new ());
  dl_toast_overlay_set_child (DL_TOAST_OVERLAY (toasts), view);
  gtk_window_set_child (GTK_WINDOW (window), toasts);
  gtk_shortcut_controller_add_shortcut (
      GTK_SHORTCUT_CONTROLLER (keys), gtk_shortcut_new (gtk_keyval_trigger_new (GDK_KEY_Escape, 0),
                                                        gtk_named_action_new ("window.close")));
  gtk_widget_add_controller (window, keys);
  g_signal_connect (view, "told", G_CALLBACK (on_told), toasts);
  g_object_set_data (G_OBJECT (parent), "dl-compare-window", window);
  g_signal_connect_object (window, "destroy", G_CALLBACK (on_destroyed), parent, G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (window));
  return GTK_WINDOW (window);
}

DlCompare *
dl_compare_window_find (GtkWindow *parent)
{
  GtkWindow *window = g_object_get_data (G_OBJECT (parent), "dl-compare-window");
  GtkWidget *toasts = window != NULL ? gtk_window_get_child (window) : NULL;
  GtkWidget *view = toasts != NULL ? dl_toast_overlay_get_child (DL_TOAST_OVERLAY (toasts)) : NULL;

  return view != NULL ? dl_compare_view_get_compare (DL_COMPARE_VIEW (view)) : NULL;
}

#include "dl-sweep-view.h"

#include "dl-toast-overlay.h"

#include <glib/gi18n-lib.h>

#define WINDOW_KEY "dl-sweep-window"

/* While the window is closed its parent says it. */
static void
on_told (DlSweepView *view, const char *message, DlToastOverlay *toasts)
{
  GtkWidget *window = GTK_WIDGET (gtk_widget_get_root (GTK_WIDGET (view)));
  GtkWindow *parent = gtk_window_get_transient_for (GTK_WINDOW (window));
  DlToastOverlay *outside = parent != NULL ? dl_toast_overlay_find (GTK_WIDGET (parent)) : NULL;

  if (gtk_widget_get_visible (window))
    dl_toast_overlay_show (toasts, message, NULL, NULL, NULL, NULL);
  else if (outside != NULL)
    dl_toast_overlay_show (outside, message, NULL, _ ("Show"), "win.sweep", NULL);
}

static void
on_removed (DlSweepView *view, gint64 id, DlToastOverlay *toasts)
{
  dl_toast_overlay_show (toasts, _ ("Removed the sweep"), NULL, _ ("Undo"), "sweeps.put-back",
                         g_variant_new_int64 (id));
}

static void
put_back (GSimpleAction *action, GVariant *parameter, gpointer view)
{
  gtk_widget_activate_action_variant (view, "sweep.unremove-stored", parameter);
}

/* For what lies over the page, and so outside of it. */
static void
add_actions (GtkWidget *window, GtkWidget *view)
{
  static const GActionEntry entries[]
      = { { .name = "put-back", .activate = put_back, .parameter_type = "x" } };
  g_autoptr (GSimpleActionGroup) group = g_simple_action_group_new ();

  g_action_map_add_action_entries (G_ACTION_MAP (group), entries, G_N_ELEMENTS (entries), view);
  gtk_widget_insert_action_group (window, "sweeps", G_ACTION_GROUP (group));
}

static void
on_destroyed (GtkWindow *parent)
{
  g_object_set_data (G_OBJECT (parent), WINDOW_KEY, NULL);
}

/* Closed, it goes on, and says so. */
static gboolean
on_close (GtkWindow *window, DlSweepView *view)
{
  const DlSweepState state = dl_sweep_job_get_state (dl_sweep_view_get_job (view));

  gtk_widget_set_visible (GTK_WIDGET (window), FALSE);
  if (state == DL_SWEEP_RUNNING)
    g_signal_emit_by_name (view, "told", _ ("The sweep goes on"));
  return TRUE;
}

DlSweepView *
dl_sweep_window_get_view (GtkWindow *window)
{
  return DL_SWEEP_VIEW (
      dl_toast_overlay_get_child (DL_TOAST_OVERLAY (gtk_window_get_child (window))));
}

GtkWindow *
dl_sweep_window_present (GtkWindow *parent, DlSession *session)
{
  GtkWidget *window = g_object_get_data (G_OBJECT (parent), WINDOW_KEY);
  GtkEventController *keys;
  GtkWidget *toasts, *view;

  if (window != NULL)
    {
      gtk_window_present (GTK_WINDOW (window));
      return GTK_WINDOW (window);
    }
  window = g_object_new (GTK_TYPE_WINDOW, "transient-for", parent, "destroy-with-parent", TRUE,
                         "title", _ ("Sweep"), "default-width", 980, "default-height", 680, NULL);
  toasts = dl_toast_overlay_new ();
  view = dl_sweep_view_new (session);
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
  g_signal_connect (view, "removed", G_CALLBACK (on_removed), toasts);
  add_actions (window, view);
  g_signal_connect (window, "close-request", G_CALLBACK (on_close), view);
  g_object_set_data (G_OBJECT (parent), WINDOW_KEY, window);
  g_signal_connect_object (window, "destroy", G_CALLBACK (on_destroyed), parent, G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (window));
  return GTK_WINDOW (window);
}

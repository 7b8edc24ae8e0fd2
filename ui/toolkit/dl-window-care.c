#include "dl-window-care.h"

#define BY_KEYS "dl-used-by-keys"
#define CARED   "dl-cared-for"

static gboolean
on_event (GtkEventController *controller, GdkEvent *event, GtkWindow *window)
{
  switch (gdk_event_get_event_type (event))
    {
    case GDK_KEY_PRESS:
      g_object_set_data (G_OBJECT (window), BY_KEYS, window);
      break;
    case GDK_BUTTON_PRESS:
    case GDK_TOUCH_BEGIN:
      g_object_set_data (G_OBJECT (window), BY_KEYS, NULL);
      break;
    default:
      break;
    }
  return GDK_EVENT_PROPAGATE;
}

static void
on_focus_visible (GtkWindow *window)
{
  if (!gtk_window_get_focus_visible (window)
      && g_object_get_data (G_OBJECT (window), BY_KEYS) != NULL)
    gtk_window_set_focus_visible (window, TRUE);
}

static void
let_parent_go (GtkWindow *window)
{
  if (gtk_window_get_transient_for (window) != NULL)
    gtk_window_set_transient_for (window, NULL);
}

void
dl_window_care (GtkWindow *window)
{
  GtkEventController *events;

  if (g_object_get_data (G_OBJECT (window), CARED) != NULL)
    return;
  g_object_set_data (G_OBJECT (window), CARED, window);
  events = gtk_event_controller_legacy_new ();
  g_signal_connect (window, "unrealize", G_CALLBACK (let_parent_go), NULL);
  g_signal_connect (window, "notify::focus-visible", G_CALLBACK (on_focus_visible), NULL);
  gtk_event_controller_set_propagation_phase (events, GTK_PHASE_CAPTURE);
  g_signal_connect (events, "event", G_CALLBACK (on_event), window);
  gtk_widget_add_controller (GTK_WIDGET (window), events);
}

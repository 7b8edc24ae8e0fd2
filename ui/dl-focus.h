/* Where the keyboard is. */
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

G_END_DECLS

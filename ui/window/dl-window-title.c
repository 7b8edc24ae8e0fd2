/* The title, and what is beside it: whether all is saved, and what can be undone. */
#include "dl-window-private.h"

#include <glib/gi18n-lib.h>

static char *
subtitle (DlWindow *self)
{
  const guint changes = dl_history_position (dl_session_get_history (self->session));

  switch (dl_session_get_save_state (self->session))
    {
    case DL_SAVE_NOWHERE:
      return g_strdup (_ ("not in the library"));
    case DL_SAVE_FAILED:
      return g_strdup (_ ("not saved"));
    case DL_SAVE_PENDING:
    case DL_SAVE_DONE:
      break;
    }
  if (changes == 0)
    return g_strdup (_ ("initial state"));
  return g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "%'u change, saved", "%'u changes, saved", changes), changes);
}

void
dl_window_update_title (DlWindow *self)
{
  const DlScenario *scenario = dl_session_get_scenario (self->session);
  g_autofree char *text = subtitle (self);
  g_autofree char *undo = NULL;
  g_autofree char *redo = NULL;
  g_autofree char *undo_tip = NULL;
  g_autofree char *redo_tip = NULL;
  const char *title = self->lesson != NULL ? self->lesson : scenario->name;

  gtk_label_set_text (self->title_label, title);
  gtk_window_set_title (GTK_WINDOW (self), title);
  /* While a write is on its way, the line stays: it would only flicker. */
  if (self->lesson != NULL)
    gtk_label_set_text (self->subtitle_label, _ ("Lesson"));
  else if (dl_session_get_save_state (self->session) != DL_SAVE_PENDING)
    gtk_label_set_text (self->subtitle_label, text);

  g_object_get (self->session, "undo-label", &undo, "redo-label", &redo, NULL);
  undo_tip = undo != NULL ? g_strdup_printf (_ ("Undo: %s (Ctrl+Z)"), undo)
                          : g_strdup (_ ("Nothing to undo"));
  redo_tip = redo != NULL ? g_strdup_printf (_ ("Redo: %s (Shift+Ctrl+Z)"), redo)
                          : g_strdup (_ ("Nothing to redo"));
  gtk_widget_set_tooltip_text (self->undo_button, undo_tip);
  gtk_widget_set_tooltip_text (self->redo_button, redo_tip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->undo_button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  undo_tip, -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->redo_button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  redo_tip, -1);
}

/* The simulation ------------------------------------------------------------------------------- */

static void
on_simulation_state (DlWindow *self)
{
  const gboolean running = dl_live_get_state (dl_view_get_live (self->view)) == DL_LIVE_RUNNING;

  gtk_button_set_icon_name (self->run_button, running ? "media-playback-pause-symbolic"
                                                      : "media-playback-start-symbolic");
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->run_button),
                               running ? _ ("Pause the simulation (F8)")
                                       : _ ("Simulate the network, cycle by cycle (F8)"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->run_button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  running ? _ ("Pause the simulation") : _ ("Run the simulation"),
                                  -1);
}

void
dl_window_follow_simulation (DlWindow *self)
{
  g_signal_connect_object (dl_view_get_live (self->view), "notify::state",
                           G_CALLBACK (on_simulation_state), self, G_CONNECT_SWAPPED);
  on_simulation_state (self);
}

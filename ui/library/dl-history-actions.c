/* The window's actions on the history, and the bar below the map that shows it. */
#include "dl-window-private.h"

#include "dl-history-bar.h"

#include <glib/gi18n-lib.h>

/* The strip takes the keys, or gives them back to the map. */
static void
move_focus (DlWindow *self, gboolean show)
{
  GtkWidget *bar = GTK_WIDGET (self->history);
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));

  if (show)
    gtk_widget_grab_focus (GTK_WIDGET (dl_history_bar_get_strip (self->history)));
  else if (focus != NULL && gtk_widget_is_ancestor (focus, bar))
    gtk_widget_child_focus (gtk_stack_get_visible_child (self->views), GTK_DIR_TAB_FORWARD);
}

static void
change_history (GSimpleAction *action, GVariant *state, gpointer user_data)
{
  DlWindow *self = user_data;
  const gboolean show = g_variant_get_boolean (state);

  g_simple_action_set_state (action, state);
  if (!show)
    move_focus (self, FALSE);
  gtk_widget_set_visible (GTK_WIDGET (self->history), show);
  dl_window_share_height (self);
  if (show && gtk_widget_get_mapped (GTK_WIDGET (self)))
    move_focus (self, TRUE);
  if (self->settings != NULL)
    g_settings_set_boolean (self->settings, "show-history", show);
}

static void
open_stored (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  dl_session_open (DL_WINDOW (user_data)->session, g_variant_get_int64 (parameter));
}

/* What the last message offers to undo is not the last step any more. */
static void
on_moved (DlWindow *self)
{
  const guint position = dl_history_position (dl_session_get_history (self->session));

  if (position != self->history_position)
    dl_toast_overlay_dismiss (self->toasts);
  self->history_position = position;
}

static void
on_branched (DlSession *session, gint64 id, const char *name, DlWindow *self)
{
  g_autofree char *title = g_strdup_printf (_ ("“%s” is in the library"), name);

  dl_toast_overlay_show (self->toasts, title, NULL, _ ("_Open"), "win.open-stored",
                         g_variant_new_int64 (id));
}

void
dl_window_add_history_actions (DlWindow *self)
{
  static const GActionEntry entries[] = {
    { .name = "show-history", .state = "false", .change_state = change_history },
    { .name = "open-stored", .activate = open_stored, .parameter_type = "x" },
  };
  GtkWidget *banner = GTK_WIDGET (self->verdict_banner);

  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
  self->history = DL_HISTORY_BAR (dl_history_bar_new (self->view));
  gtk_widget_set_visible (GTK_WIDGET (self->history), FALSE);
  /* Below the banner, which comes and goes with the states: what is dragged stays in its place. */
  gtk_box_insert_child_after (GTK_BOX (gtk_widget_get_parent (banner)), GTK_WIDGET (self->history),
                              banner);
  g_signal_connect_object (self->session, "notify::generation", G_CALLBACK (on_moved), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->session, "branched", G_CALLBACK (on_branched), self, 0);
}

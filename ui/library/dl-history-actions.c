#include "dl-history-actions.h"

#include "dl-family-rooms.h"

#include <glib/gi18n-lib.h>

#define ROOM "history"

typedef struct
{
  DlHistoryBar *bar;
  guint position; /* as it was seen last */
} History;

static void
undo (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  dl_session_undo (dl_shell_get_session (user_data));
}

static void
redo (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  dl_session_redo (dl_shell_get_session (user_data));
}

/* The strip takes the keys, or gives them back to the map. */
static void
move_focus (DlShell *self, DlHistoryBar *bar, gboolean show)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));

  if (show)
    gtk_widget_grab_focus (GTK_WIDGET (dl_history_bar_get_strip (bar)));
  else if (focus != NULL && gtk_widget_is_ancestor (focus, GTK_WIDGET (bar)))
    dl_shell_focus_view (self);
}

static void
change_history (GSimpleAction *action, GVariant *state, gpointer user_data)
{
  DlShell *self = user_data;
  const History *history = dl_shell_kept (self, ROOM);
  const gboolean show = g_variant_get_boolean (state);

  g_simple_action_set_state (action, state);
  if (!show)
    move_focus (self, history->bar, FALSE);
  gtk_widget_set_visible (GTK_WIDGET (history->bar), show);
  if (show && gtk_widget_get_mapped (GTK_WIDGET (self)))
    move_focus (self, history->bar, TRUE);
  if (dl_shell_get_settings (self) != NULL)
    g_settings_set_boolean (dl_shell_get_settings (self), "show-history", show);
}

static void
on_generation (DlShell *self)
{
  DlSession *session = dl_shell_get_session (self);
  History *history = dl_shell_kept (self, ROOM);
  const guint position = dl_history_position (dl_session_get_history (session));
  gboolean can_undo, can_redo;

  g_object_get (session, "can-undo", &can_undo, "can-redo", &can_redo, NULL);
  dl_shell_set_enabled (self, "undo", can_undo);
  dl_shell_set_enabled (self, "redo", can_redo);
  /* What the last message offers to undo is not the last step any more. */
  if (position != history->position)
    dl_toast_dismiss (dl_shell_get_toast (self));
  history->position = position;
}

static void
on_announce (DlSession *session, const char *label, const char *effect, DlShell *self)
{
  DlToast *toasts = dl_shell_get_toast (self);
  gboolean can_undo;

  if (dl_family_actions_announce (self, effect))
    return;
  g_object_get (session, "can-undo", &can_undo, NULL);
  if (dl_session_is_undone (session))
    dl_toast_show (toasts, label, effect, _ ("_Redo"), "win.redo", NULL);
  else if (can_undo)
    dl_toast_show (toasts, label, effect, _ ("_Undo"), "win.undo", NULL);
  else
    dl_shell_toast (self, label, effect);
}

static void
on_branched (DlSession *session, gint64 id, const char *name, DlShell *self)
{
  g_autofree char *title = g_strdup_printf (_ ("“%s” is in the library"), name);

  dl_toast_show (dl_shell_get_toast (self), title, NULL, _ ("_Open"), "win.open-stored",
                 g_variant_new_int64 (id));
}

/* The last message was of another scenario. */
static void
on_opened (DlShell *self)
{
  dl_toast_dismiss (dl_shell_get_toast (self));
}

void
dl_history_actions_add (DlShell *shell, DlHistoryBar *bar)
{
  static const GActionEntry entries[] = {
    { .name = "undo", .activate = undo },
    { .name = "redo", .activate = redo },
    { .name = "show-history", .state = "false", .change_state = change_history },
  };
  DlSession *session = dl_shell_get_session (shell);
  History *history = g_new0 (History, 1);

  history->bar = bar;
  gtk_widget_set_visible (GTK_WIDGET (bar), FALSE);
  dl_shell_add_actions (shell, entries, G_N_ELEMENTS (entries));
  dl_shell_keep (shell, ROOM, history, g_free);
  g_signal_connect_object (session, "notify::generation", G_CALLBACK (on_generation), shell,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "opened", G_CALLBACK (on_opened), shell, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "announce", G_CALLBACK (on_announce), shell, 0);
  g_signal_connect_object (session, "branched", G_CALLBACK (on_branched), shell, 0);
  on_generation (shell);
}

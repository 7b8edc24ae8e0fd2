/* The window's actions on what is pinned as B, and the row above the map that says what it is. */
#include "dl-window-private.h"

#include "dl-beside-bar.h"
#include "dl-session-pin.h"

static DlBeside *
beside_of (DlWindow *self)
{
  return dl_view_get_beside (self->view);
}

static void
pin (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  DlWindow *self = user_data;
  DlCriticalJob *job = dl_view_get_critical_job (self->view);

  dl_session_pin_now (self->session, dl_view_get_live (self->view),
                      dl_critical_job_is_stale (job) ? NULL : dl_critical_job_get_results (job));
}

/* The state that the last step began with: what it did is seen at once. */
static void
pin_before (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  DlWindow *self = user_data;
  const guint position = dl_history_position (dl_session_get_history (self->session));

  if (position > 0)
    dl_session_pin_step (self->session, position - 1);
}

static void
pin_step (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  DlWindow *self = user_data;
  const DlHistory *history = dl_session_get_history (self->session);

  dl_session_pin_step (self->session,
                       MIN (g_variant_get_uint32 (parameter), dl_history_n_steps (history)));
}

static void
unpin (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  dl_session_set_pin (DL_WINDOW (user_data)->session, NULL);
}

static void
change_beside (GSimpleAction *action, GVariant *state, gpointer user_data)
{
  DlWindow *self = user_data;
  DlShow show;

  if (dl_show_find (g_variant_get_string (state, NULL), &show))
    dl_beside_set_show (beside_of (self), show);
  /* What is shown is told by "changes", whoever asked. */
}

static void
on_beside (DlWindow *self)
{
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self), "show-beside");
  const gboolean compares = dl_beside_compares (beside_of (self), NULL);

  g_simple_action_set_state (G_SIMPLE_ACTION (action), g_variant_new_string (dl_show_id (
                                                           dl_beside_get_show (beside_of (self)))));
  dl_window_set_enabled (self, "show-beside", compares);
  dl_window_set_enabled (self, "unpin", dl_beside_get_pin (beside_of (self)) != NULL);
  gtk_widget_queue_draw (self->legend);
  dl_window_update_details (self);
}

/* Another state that is pinned comes with its page, which says what it is. */
static void
on_pin (DlWindow *self)
{
  if (dl_beside_get_pin (beside_of (self)) != NULL)
    dl_window_show_evidence (self, "difference");
}

static void
on_history (DlWindow *self)
{
  dl_window_set_enabled (self, "pin-before",
                         dl_history_position (dl_session_get_history (self->session)) > 0);
}

void
dl_window_add_pin_actions (DlWindow *self)
{
  static const GActionEntry entries[] = {
    { .name = "pin", .activate = pin },
    { .name = "pin-before", .activate = pin_before },
    { .name = "pin-step", .activate = pin_step, .parameter_type = "u" },
    { .name = "unpin", .activate = unpin },
    { .name = "show-beside", .parameter_type = "s", .state = "'a'", .change_state = change_beside },
  };
  GtkWidget *bar = dl_beside_bar_new (self->view);

  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
  gtk_box_insert_child_after (GTK_BOX (self->centre), bar, self->slices);
  g_signal_connect_object (beside_of (self), "notify::changes", G_CALLBACK (on_beside), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->session, "notify::pin", G_CALLBACK (on_pin), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->session, "notify::generation", G_CALLBACK (on_history), self,
                           G_CONNECT_SWAPPED);
  on_beside (self);
  on_history (self);
}

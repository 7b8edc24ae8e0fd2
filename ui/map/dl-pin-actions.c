#include "dl-pin-actions.h"

#include "dl-session-pin.h"

static DlBeside *
beside_of (DlShell *self)
{
  return dl_view_get_beside (dl_shell_get_view (self));
}

static void
pin (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  DlView *view = dl_shell_get_view (user_data);
  DlCriticalJob *job = dl_view_get_critical_job (view);

  dl_session_pin_now (dl_view_get_session (view), dl_live_get_picture (dl_view_get_live (view)),
                      dl_critical_job_is_stale (job) ? NULL : dl_critical_job_get_results (job));
}

/* The state that the last step began with: what it did is seen at once. */
static void
pin_before (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  DlSession *session = dl_shell_get_session (user_data);
  const guint position = dl_history_position (dl_session_get_history (session));

  if (position > 0)
    dl_session_pin_step (session, position - 1);
}

static void
pin_step (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  DlSession *session = dl_shell_get_session (user_data);
  const DlHistory *history = dl_session_get_history (session);

  dl_session_pin_step (session,
                       MIN (g_variant_get_uint32 (parameter), dl_history_n_steps (history)));
}

static void
unpin (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  dl_session_set_pin (dl_shell_get_session (user_data), NULL);
}

static void
change_beside (GSimpleAction *action, GVariant *state, gpointer user_data)
{
  DlShell *self = user_data;
  DlShow show;

  if (dl_show_find (g_variant_get_string (state, NULL), &show))
    dl_beside_set_show (beside_of (self), show);
  /* What is shown is told by "changes", whoever asked. */
}

static void
on_beside (DlShell *self)
{
  DlBeside *beside = beside_of (self);

  dl_shell_show_state (self, "show-beside",
                       g_variant_new_string (dl_show_id (dl_beside_get_show (beside))));
  dl_shell_set_enabled (self, "show-beside", dl_beside_compares (beside, NULL));
  dl_shell_set_enabled (self, "unpin", dl_beside_get_pin (beside) != NULL);
}

/* Another state that is pinned comes with its page, which says what it is. */
static void
on_pin (DlShell *self)
{
  if (dl_beside_get_pin (beside_of (self)) != NULL)
    dl_shell_show_page (self, "difference");
}

static void
on_history (DlShell *self)
{
  dl_shell_set_enabled (self, "pin-before",
                        dl_history_position (dl_session_get_history (dl_shell_get_session (self)))
                            > 0);
}

void
dl_pin_actions_add (DlShell *shell)
{
  static const GActionEntry entries[] = {
    { .name = "pin", .activate = pin },
    { .name = "pin-before", .activate = pin_before },
    { .name = "pin-step", .activate = pin_step, .parameter_type = "u" },
    { .name = "unpin", .activate = unpin },
    { .name = "show-beside", .parameter_type = "s", .state = "'a'", .change_state = change_beside },
  };
  DlSession *session = dl_shell_get_session (shell);

  dl_shell_add_actions (shell, entries, G_N_ELEMENTS (entries));
  g_signal_connect_object (beside_of (shell), "notify::changes", G_CALLBACK (on_beside), shell,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "notify::pin", G_CALLBACK (on_pin), shell, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "notify::generation", G_CALLBACK (on_history), shell,
                           G_CONNECT_SWAPPED);
  on_beside (shell);
  on_history (shell);
}

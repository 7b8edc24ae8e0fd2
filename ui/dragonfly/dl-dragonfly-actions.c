#include "dl-dragonfly-actions.h"

static void
change_sorting (GSimpleAction *action, GVariant *state, gpointer user_data)
{
  g_simple_action_set_state (action, state);
  g_object_set (dl_shell_get_view (user_data), "sorted", g_variant_get_boolean (state), NULL);
}

void
dl_dragonfly_actions_add (DlShell *shell)
{
  static const GActionEntry entries[]
      = { { .name = "sort-groups", .state = "false", .change_state = change_sorting } };

  dl_shell_add_actions (shell, entries, G_N_ELEMENTS (entries));
}

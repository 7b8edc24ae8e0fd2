#include "dl-evidence-actions.h"

#include "compat.h"

#include <glib/gi18n-lib.h>

static void
find_worst (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  dl_shell_show_page (user_data, "critical");
  dl_view_find_critical (dl_shell_get_view (user_data));
}

void
dl_evidence_open_counters (DlShell *shell, GFile *file)
{
  dl_counters_source_open (dl_view_get_counters (dl_shell_get_view (shell)), file);
  dl_shell_show_page (shell, "measured");
}

static void
on_counters_chosen (GFile *file, gpointer owner)
{
  dl_evidence_open_counters (owner, file);
}

static void
open_counters (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();

  gtk_file_filter_set_name (filter, _ ("Counters of machines, and jobs"));
  gtk_file_filter_add_pattern (filter, "*.csv");
  gtk_file_filter_add_pattern (filter, "*.yaml");
  gtk_file_filter_add_pattern (filter, "*.yml");
  gtk_file_filter_add_pattern (filter, "*.txt");
  dl_compat_open_file (user_data, _ ("Open Measured Counters"), filter, on_counters_chosen,
                       user_data);
}

static void
on_generation (DlShell *self)
{
  dl_shell_set_enabled (
      self, "find-worst",
      dl_family_has_feature (dl_shell_get_family (self), DL_FEATURE_ACTION, "find-worst"));
}

void
dl_evidence_actions_add (DlShell *shell)
{
  static const GActionEntry entries[] = {
    { .name = "find-worst", .activate = find_worst },
    { .name = "open-counters", .activate = open_counters },
  };

  dl_shell_add_actions (shell, entries, G_N_ELEMENTS (entries));
  g_signal_connect_object (dl_shell_get_session (shell), "notify::generation",
                           G_CALLBACK (on_generation), shell, G_CONNECT_SWAPPED);
  on_generation (shell);
}

/* Counters of real machines, on their page. */
#include "dl-window-private.h"

#include "compat.h"

#include <glib/gi18n-lib.h>

void
dl_window_open_counters (DlWindow *self, GFile *file)
{
  dl_counters_source_open (dl_view_get_counters (self->view), file);
  dl_window_show_evidence (self, "measured");
}

static void
on_counters_chosen (GFile *file, gpointer owner)
{
  dl_window_open_counters (owner, file);
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

void
dl_window_add_counters_actions (DlWindow *self)
{
  static const GActionEntry entries[] = { { .name = "open-counters", .activate = open_counters } };

  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
}

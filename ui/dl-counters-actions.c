/* Opening files: libraries go into the library, counters of real machines to their page, lessons
 * and what was handed in beside the map; everything else is a scenario. */
#include "dl-window-private.h"

#include "compat.h"
#include "dl-file-kind.h"

#include <glib/gi18n-lib.h>

static void
open_counters_file (DlWindow *self, GFile *file)
{
  dl_counters_source_open (dl_view_get_counters (self->view), file);
  dl_window_show_evidence (self, "measured");
}

static void
on_kind (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (DlWindow) self = user_data;
  g_autoptr (GFile) file = NULL;
  const DlFileKind kind = dl_file_kind_finish (result, &file);

  if (self->session == NULL)
    return; /* closed meanwhile */
  switch (kind)
    {
    case DL_FILE_SCENARIO:
      dl_window_open_scenario (self, file);
      break;
    case DL_FILE_LIBRARY:
      dl_window_import_library (self, file);
      break;
    case DL_FILE_COUNTERS:
      open_counters_file (self, file);
      break;
    case DL_FILE_LESSON:
      dl_window_open_lesson (self, file);
      break;
    case DL_FILE_HAND_IN:
      dl_window_open_hand_in (self, file);
      break;
    }
}

void
dl_window_open_file (DlWindow *self, GFile *file)
{
  dl_file_kind_async (file, on_kind, g_object_ref (self));
}

static void
on_counters_chosen (GFile *file, gpointer owner)
{
  open_counters_file (owner, file);
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

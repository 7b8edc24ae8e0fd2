/* Opening files: libraries go into the library, counters of real machines to their page, everything
 * else is a scenario. */
#include "dl-window-private.h"

#include "compat.h"
#include "dl-transfer.h"

#include <glib/gi18n-lib.h>

static void
open_counters_file (DlWindow *self, GFile *file)
{
  dl_counters_source_open (dl_view_get_counters (self->view), file);
  dl_window_show_evidence (self, "measured");
}

typedef struct
{
  DlWindow *window;
  GFile *file;
} Opening;

static void
on_probed (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Opening *opening = user_data;

  if (opening->window->session != NULL) /* else it was closed meanwhile */
    {
      if (dl_counters_probe_finish (result))
        open_counters_file (opening->window, opening->file);
      else
        dl_window_open_scenario (opening->window, opening->file);
    }
  g_object_unref (opening->window);
  g_object_unref (opening->file);
  g_free (opening);
}

static void
on_library_probed (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (DlWindow) self = user_data;
  g_autoptr (GFile) file = NULL;
  const gboolean is_library = dl_transfer_probe_finish (result, &file);
  Opening *opening;

  if (self->session == NULL)
    return; /* closed meanwhile */
  if (is_library)
    {
      dl_window_import_library (self, file);
      return;
    }
  opening = g_new (Opening, 1);
  *opening = (Opening) { g_object_ref (self), g_object_ref (file) };
  dl_counters_probe_async (file, on_probed, opening);
}

void
dl_window_open_file (DlWindow *self, GFile *file)
{
  if (!dl_window_open_lesson_file (self, file))
    dl_transfer_probe_async (file, on_library_probed, g_object_ref (self));
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

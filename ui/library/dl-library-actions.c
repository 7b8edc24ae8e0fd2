/* The library and the window: libraries that are opened as files, scenarios that are carried
 * elsewhere with their results, and what goes from the library to the comparison. */
#include "dl-window-private.h"

#include "compat.h"
#include "dl-compare-view.h"
#include "dl-transfer.h"

#include <glib/gi18n-lib.h>

static void
on_failed (gpointer owner, const char *message)
{
  dl_banner_set_message (DL_WINDOW (owner)->message_banner, message);
}

/* As a scenario's own file does. */
static void
on_imported_one (gpointer owner, gint64 id)
{
  DlWindow *self = owner;

  if (self->session != NULL)
    dl_session_open (self->session, id);
}

void
dl_window_import_library (DlWindow *self, GFile *file)
{
  DlLibrary *library = dl_session_get_library (self->session);

  if (library != NULL)
    dl_transfer_import (GTK_WINDOW (self), library, file, on_failed, on_imported_one, self);
  else
    on_failed (self, _ ("Nothing is kept in this session"));
}

static void
on_export_chosen (GFile *file, gpointer owner)
{
  DlWindow *self = owner;

  if (self->session != NULL)
    dl_transfer_export (GTK_WINDOW (self), dl_session_get_library (self->session),
                        dl_session_get_scenario_id (self->session), file, on_failed, self);
}

static void
export_results (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  DlWindow *self = user_data;
  g_autofree char *name = dl_transfer_file_name (dl_session_get_scenario (self->session)->name);

  if (dl_session_get_scenario_id (self->session) != 0)
    dl_compat_save_file (GTK_WINDOW (self), _ ("Export with Results"), name, on_export_chosen,
                         self);
  else
    on_failed (self, _ ("The scenario is not in the library, and has no results there"));
}

static DlCompare *
present_compare (DlWindow *self)
{
  GtkWindow *window = dl_compare_window_present (GTK_WINDOW (self), self->session);

  return dl_compare_view_get_compare (dl_compare_window_get_view (window));
}

static void
compare_scenario (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  dl_compare_add (present_compare (user_data), g_variant_get_int64 (parameter));
}

static void
compare_run (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  const char *what;
  gint64 id;

  g_variant_get (parameter, "(x&s)", &id, &what);
  dl_compare_add_run (present_compare (user_data), id, what);
}

void
dl_window_add_library_actions (DlWindow *self)
{
  static const GActionEntry entries[] = {
    { .name = "export-results", .activate = export_results },
    { .name = "compare-scenario", .activate = compare_scenario, .parameter_type = "x" },
    { .name = "compare-run", .activate = compare_run, .parameter_type = "(xs)" },
  };

  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
}

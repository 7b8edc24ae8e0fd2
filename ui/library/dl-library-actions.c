#include "dl-library-actions.h"

#include "compat.h"
#include "dl-library-view.h"
#include "dl-new-view.h"
#include "dl-scenario-file.h"
#include "dl-transfer.h"

#include <glib/gi18n-lib.h>

static void
on_failed (gpointer owner, const char *message)
{
  dl_shell_say (owner, message);
}

/* As a scenario's own file does. */
static void
on_imported_one (gpointer owner, gint64 id)
{
  DlSession *session = dl_shell_get_session (owner);

  if (session != NULL)
    dl_session_open (session, id);
}

void
dl_library_actions_import (DlShell *shell, GFile *file)
{
  DlLibrary *into = dl_session_get_library (dl_shell_get_session (shell));

  if (into != NULL)
    dl_transfer_import (GTK_WINDOW (shell), into, file, on_failed, on_imported_one, shell);
  else
    on_failed (shell, _ ("This session is not saved"));
}

static void
on_export_chosen (GFile *file, gpointer owner)
{
  DlSession *session = dl_shell_get_session (owner);

  if (session != NULL)
    dl_transfer_export (owner, dl_session_get_library (session),
                        dl_session_get_scenario_id (session), file, on_failed, owner);
}

static void
export_results (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  DlSession *session = dl_shell_get_session (user_data);
  g_autofree char *name = dl_transfer_file_name (dl_session_get_scenario (session)->name);

  if (dl_session_get_scenario_id (session) != 0)
    dl_compat_save_file (user_data, _ ("Export with Results"), name, on_export_chosen, user_data);
  else
    on_failed (user_data, _ ("The scenario is not in the library and has no results there"));
}

static void
library (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  dl_library_window_present (user_data, dl_shell_get_session (user_data));
}

static void
open_stored (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  dl_session_open (dl_shell_get_session (user_data), g_variant_get_int64 (parameter));
}

static void
new_scenario (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  dl_new_window_present (user_data, dl_shell_get_session (user_data));
}

static void
new_from (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  const char *id = g_variant_get_string (parameter, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (DlScenario) known = dl_preset_load (id, &error);

  if (known != NULL)
    dl_session_open_new (dl_shell_get_session (user_data), dl_preset_new_scenario (id));
  else
    dl_shell_say (user_data, error->message);
}

static void
unremove (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  dl_library_unremove (dl_session_get_library (dl_shell_get_session (user_data)),
                       g_variant_get_int64 (parameter));
}

void
dl_library_actions_add (DlShell *shell)
{
  static const GActionEntry entries[] = {
    { .name = "library", .activate = library },
    { .name = "open-stored", .activate = open_stored, .parameter_type = "x" },
    { .name = "new", .activate = new_scenario },
    { .name = "new-from", .activate = new_from, .parameter_type = "s" },
    { .name = "unremove", .activate = unremove, .parameter_type = "x" },
    { .name = "export-results", .activate = export_results },
  };
  const gboolean has_library = dl_session_get_library (dl_shell_get_session (shell)) != NULL;

  dl_shell_add_actions (shell, entries, G_N_ELEMENTS (entries));
  dl_shell_set_enabled (shell, "library", has_library);
  dl_shell_set_enabled (shell, "export-results", has_library);
}

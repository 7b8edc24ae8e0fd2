#include "dl-library-window.h"

#include "compat.h"
#include "dl-file-kind.h"
#include "dl-library-view.h"
#include "dl-new-view.h"
#include "dl-scenario-file.h"
#include "dl-side-window.h"
#include "dl-toast.h"
#include "dl-transfer.h"

#include <glib/gi18n-lib.h>

static void
actions_on_failed (gpointer owner, const char *message)
{
  dl_shell_say (owner, message);
}

/* Open an imported scenario, as its own file would. */
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
    dl_transfer_import (GTK_WINDOW (shell), into, file, actions_on_failed, on_imported_one, shell);
  else
    actions_on_failed (shell, _ ("This session is not saved"));
}

static void
on_export_chosen (GFile *file, gpointer owner)
{
  DlSession *session = dl_shell_get_session (owner);

  if (session != NULL)
    dl_transfer_export (owner, dl_session_get_library (session),
                        dl_session_get_scenario_id (session), file, actions_on_failed, owner);
}

static void
export_results (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  DlSession *session = dl_shell_get_session (user_data);
  g_autofree char *name = dl_transfer_file_name (dl_session_get_scenario (session)->name);

  if (dl_session_get_scenario_id (session) != 0)
    dl_compat_save_file (user_data, _ ("Export with Results"), name, on_export_chosen, user_data);
  else
    actions_on_failed (user_data,
                       _ ("The scenario is not in the library and has no results there"));
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

/* A file dialog belongs to the main window, like the scenario shown there. */
static void
on_action (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  g_autoptr (GtkWindow) parent = g_object_ref (gtk_window_get_transient_for (user_data));
  g_autofree char *name = g_strconcat ("win.", g_action_get_name (G_ACTION (action)), NULL);

  gtk_window_destroy (user_data);
  gtk_widget_activate_action_variant (GTK_WIDGET (parent), name, parameter);
}

static DlLibrary *
window_library (GtkWindow *window)
{
  return g_object_get_data (G_OBJECT (window), "dl-library");
}

static void
on_unremove (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  dl_library_unremove (window_library (user_data), g_variant_get_int64 (parameter));
}

static void
on_unhide_sweep (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  dl_library_unhide_sweep (window_library (user_data), g_variant_get_int64 (parameter));
}

static void
on_deleted (DlLibraryView *view, gint64 id, const char *name, DlToast *toasts)
{
  g_autofree char *title = g_strdup_printf (_ ("Deleted “%s”"), name);

  dl_toast_show (toasts, title, NULL, _ ("_Undo"), "win.unremove", g_variant_new_int64 (id));
}

static void
on_sweep_removed (DlLibraryView *view, gint64 id, const char *what, DlToast *toasts)
{
  dl_toast_show (toasts, _ ("Removed the sweep with its runs"), what, _ ("_Undo"),
                 "win.unhide-sweep", g_variant_new_int64 (id));
}

typedef struct
{
  GtkWidget *view;
  GtkWindow *owner;
} Dropped;

/* A library comes in here; what else it may be is for the window behind. */
static void
on_kind (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autofree Dropped *dropped = user_data;
  g_autoptr (GtkWidget) view = dropped->view;
  g_autoptr (GtkWindow) owner = dropped->owner;
  g_autoptr (GFile) file = NULL;
  const DlFileKind kind = dl_file_kind_finish (result, &file);
  GtkRoot *window = gtk_widget_get_root (view); /* NULL: closed meanwhile */

  if (window != NULL && kind == DL_FILE_LIBRARY)
    dl_library_view_import (DL_LIBRARY_VIEW (view), file);
  else
    {
      dl_shell_open_file (DL_SHELL (owner), file);
      if (window != NULL)
        gtk_window_destroy (GTK_WINDOW (window));
    }
}

static void
on_dropped (GtkWidget *view, GFile *const *files, guint n)
{
  GtkWindow *window = GTK_WINDOW (gtk_widget_get_root (view));
  GtkWindow *owner = gtk_window_get_transient_for (window);
  DlLibrary *library = dl_session_get_library (dl_shell_get_session (DL_SHELL (owner)));

  for (guint i = 0; i < n; i++)
    {
      Dropped *dropped;

      if (dl_transfer_refuse_open_library (window, library, files[i]))
        continue;
      dropped = g_new (Dropped, 1);
      *dropped = (Dropped) { g_object_ref (view), g_object_ref (owner) };
      dl_file_kind_async (files[i], on_kind, dropped);
    }
}

static void
on_failed (DlLibrary *library, const char *message, DlToast *toasts)
{
  dl_toast_show (toasts, message, NULL, NULL, NULL, NULL);
}

GtkWindow *
dl_library_window_present (GtkWindow *parent, DlSession *session)
{
  static const GActionEntry entries[] = {
    { .name = "new", .activate = on_action },
    { .name = "open-file", .activate = on_action },
    { .name = "save-copy", .activate = on_action },
    { .name = "sweep-open", .activate = on_action, .parameter_type = "x" },
    { .name = "compare-run", .activate = on_action, .parameter_type = "(xs)" },
    { .name = "compare-scenario", .activate = on_action, .parameter_type = "x" },
    { .name = "unremove", .activate = on_unremove, .parameter_type = "x" },
    { .name = "unhide-sweep", .activate = on_unhide_sweep, .parameter_type = "x" },
  };
  GtkWidget *view = dl_library_view_new (session);
  GtkWindow *window
      = dl_side_window_new (parent, "dl-library-window", _ ("Library"), 1000, 660, view);
  DlToast *toasts = dl_toast_find (GTK_WIDGET (window));
  g_autoptr (GSimpleActionGroup) actions = g_simple_action_group_new ();
  DlLibrary *library = dl_session_get_library (session);

  gtk_window_set_modal (window, TRUE);
  g_action_map_add_action_entries (G_ACTION_MAP (actions), entries, G_N_ELEMENTS (entries), window);
  gtk_widget_insert_action_group (GTK_WIDGET (window), "win", G_ACTION_GROUP (actions));
  g_signal_connect_swapped (view, "done", G_CALLBACK (gtk_window_close), window);
  g_signal_connect (view, "deleted", G_CALLBACK (on_deleted), toasts);
  g_signal_connect (view, "sweep-removed", G_CALLBACK (on_sweep_removed), toasts);
  g_signal_connect (view, "told", G_CALLBACK (dl_side_window_tell), NULL);
  dl_file_drop_add (view, on_dropped);
  if (library != NULL)
    {
      g_object_set_data_full (G_OBJECT (window), "dl-library", g_object_ref (library),
                              g_object_unref);
      g_signal_connect_object (library, "failed", G_CALLBACK (on_failed), toasts, 0);
    }
  gtk_window_present (window);
  gtk_widget_grab_focus (view);
  return window;
}

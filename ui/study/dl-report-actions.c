#include "dl-report-actions.h"

#include "dl-compare-view.h"
#include "dl-report-dialog.h"
#include "dl-safe-text.h"

#include <glib/gi18n-lib.h>

static void
on_written (DlReportDialog *dialog, const char *path, DlShell *self)
{
  g_autofree char *name = g_filename_display_basename (path);
  g_autofree char *title = g_strdup_printf (_ ("Made the report “%s”"), name);
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *shown = dl_file_name_show (folder);
  g_autofree char *uri = g_filename_to_uri (path, NULL, NULL);

  dl_toast_show (dl_shell_get_toast (self), title, shown, _ ("_Open"), "win.open-report",
                 g_variant_new_string (uri != NULL ? uri : ""));
}

static void
report (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  DlShell *self = user_data;
  GtkWindow *dialog = dl_report_dialog_present (GTK_WINDOW (self), dl_shell_get_session (self),
                                                dl_compare_window_find (GTK_WINDOW (self)));

  g_signal_connect_object (dialog, "written", G_CALLBACK (on_written), self, 0);
}

static void
on_opened (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (DlShell) self = user_data;
  g_autoptr (GError) error = NULL;

  if (!g_app_info_launch_default_for_uri_finish (result, &error))
    dl_shell_say (self, error->message);
}

/* With whatever program shows a PDF. */
static void
open_report (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  DlShell *self = user_data;
  g_autoptr (GdkAppLaunchContext) context
      = gdk_display_get_app_launch_context (gtk_widget_get_display (GTK_WIDGET (self)));

  g_app_info_launch_default_for_uri_async (g_variant_get_string (parameter, NULL),
                                           G_APP_LAUNCH_CONTEXT (context), NULL, on_opened,
                                           g_object_ref (self));
}

void
dl_report_actions_add (DlShell *shell)
{
  static const GActionEntry entries[] = {
    { .name = "report", .activate = report },
    { .name = "open-report", .activate = open_report, .parameter_type = "s" },
  };

  dl_shell_add_actions (shell, entries, G_N_ELEMENTS (entries));
}

/* The window's report: its dialog, and opening what was written. */
#include "dl-window-private.h"

#include "dl-compare-view.h"
#include "dl-report-dialog.h"

#include <glib/gi18n-lib.h>

static void
on_written (DlReportDialog *dialog, const char *path, DlWindow *self)
{
  g_autofree char *name = g_filename_display_basename (path);
  g_autofree char *title = g_strdup_printf (_ ("Made the report “%s”"), name);
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *shown = g_filename_display_name (folder);
  g_autofree char *uri = g_filename_to_uri (path, NULL, NULL);

  dl_toast_overlay_show (self->toasts, title, shown, _ ("_Open"), "win.open-report",
                         g_variant_new_string (uri != NULL ? uri : ""));
}

static void
report (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  DlWindow *self = user_data;
  GtkWindow *dialog = dl_report_dialog_present (GTK_WINDOW (self), self->session,
                                                dl_compare_window_find (GTK_WINDOW (self)));

  g_signal_connect_object (dialog, "written", G_CALLBACK (on_written), self, 0);
}

static void
on_opened (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (DlWindow) self = user_data;
  g_autoptr (GError) error = NULL;

  if (!g_app_info_launch_default_for_uri_finish (result, &error))
    dl_banner_set_message (self->message_banner, error->message);
}

/* With whatever program shows a PDF. */
static void
open_report (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  DlWindow *self = user_data;
  g_autoptr (GdkAppLaunchContext) context
      = gdk_display_get_app_launch_context (gtk_widget_get_display (GTK_WIDGET (self)));

  g_app_info_launch_default_for_uri_async (g_variant_get_string (parameter, NULL),
                                           G_APP_LAUNCH_CONTEXT (context), NULL, on_opened,
                                           g_object_ref (self));
}

void
dl_window_add_report_actions (DlWindow *self)
{
  static const GActionEntry entries[] = {
    { .name = "report", .activate = report },
    { .name = "open-report", .activate = open_report, .parameter_type = "s" },
  };

  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
}

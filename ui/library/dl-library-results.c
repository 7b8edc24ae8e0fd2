/* What the library's view does with sweeps and runs, with files that carry them, and with the
 * library as a whole. */
#include "dl-library-private.h"

#include "compat.h"
#include "dl-session-runs.h"
#include "dl-space-dialog.h"
#include "dl-transfer.h"

#include <glib/gi18n-lib.h>

/* Results -------------------------------------------------------------------------------------- */

/* The window's, which may have no such action. */
static void
forward (DlLibraryView *self, const char *action, GVariant *parameter)
{
  if (!gtk_widget_activate_action_variant (GTK_WIDGET (self), action, parameter))
    gtk_widget_error_bell (GTK_WIDGET (self));
}

static void
open_sweep (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  forward (DL_LIBRARY_VIEW (widget), "win.sweep-open", parameter);
}

/* What a row of the results was asked of; NULL if it is no more to be seen. */
static DlResultItem *
find_result (DlLibraryView *self, GVariant *id, gboolean is_sweep)
{
  return dl_results_view_find (dl_library_details_get_results (self->details),
                               g_variant_get_int64 (id), is_sweep);
}

static void
remove_sweep (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  DlLibraryView *self = DL_LIBRARY_VIEW (widget);
  const gint64 id = g_variant_get_int64 (parameter);
  DlResultItem *item = find_result (self, parameter, TRUE);
  g_autofree char *what = item != NULL ? dl_result_item_title (item) : NULL;

  if (item == NULL || dl_library_is_hidden (self->library, id))
    return;
  dl_library_hide_sweep (self->library, id);
  self->gone_sweep = id;
  self->gone_id = 0;
  g_signal_emit_by_name (self, "sweep-removed", id, what);
}

/* The toast's Undo, when that has gone. */
static void
take_back (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  DlLibraryView *self = DL_LIBRARY_VIEW (widget);

  if (self->gone_sweep != 0)
    dl_library_unhide_sweep (self->library, self->gone_sweep);
  else if (self->gone_id != 0)
    dl_library_unremove (self->library, self->gone_id);
  self->gone_sweep = self->gone_id = 0;
}

static void
open_run (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  DlLibraryView *self = DL_LIBRARY_VIEW (widget);
  DlResultItem *item = find_result (self, parameter, FALSE);
  g_autofree char *what = item != NULL ? dl_result_item_title (item) : NULL;

  if (item == NULL)
    return;
  dl_session_open_run (self->session, dl_result_item_get_run (item), what);
  g_signal_emit_by_name (self, "done");
}

static void
pin_run (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  DlLibraryView *self = DL_LIBRARY_VIEW (widget);
  DlResultItem *item = find_result (self, parameter, FALSE);
  g_autofree char *what = item != NULL ? dl_result_item_title (item) : NULL;

  if (item == NULL)
    return;
  dl_session_pin_run (self->session, dl_result_item_get_run (item), what);
  g_signal_emit_by_name (self, "done");
}

static void
compare_run (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  DlLibraryView *self = DL_LIBRARY_VIEW (widget);
  DlResultItem *item = find_result (self, parameter, FALSE);
  g_autofree char *what = item != NULL ? dl_result_item_settings (item) : NULL;

  if (item != NULL)
    forward (self, "win.compare-run",
             g_variant_new ("(xs)", g_variant_get_int64 (parameter), what != NULL ? what : ""));
}

static void
compare_scenario (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  forward (DL_LIBRARY_VIEW (widget), "win.compare-scenario", parameter);
}

/* Tags ----------------------------------------------------------------------------------------- */

/* "": no tag. */
static void
filter_tag (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  DlLibraryView *self = DL_LIBRARY_VIEW (widget);
  const char *tag = g_variant_get_string (parameter, NULL);

  dl_library_set_tag (self->library, *tag != '\0' ? tag : NULL);
}

/* Files ---------------------------------------------------------------------------------------- */

static GtkWindow *
window_of (gpointer widget)
{
  return GTK_WINDOW (gtk_widget_get_root (widget));
}

static void
on_failed (gpointer view, const char *message)
{
  g_signal_emit_by_name (view, "told", message);
}

static void
on_export_chosen (GFile *file, gpointer owner)
{
  DlLibraryView *self = owner;

  if (self->library != NULL)
    dl_transfer_export (window_of (self), self->library, self->exported_id, file, on_failed, self);
}

static void
export_scenario (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  DlLibraryView *self = DL_LIBRARY_VIEW (widget);
  g_autoptr (DlLibraryItem) item
      = dl_library_view_find_item (self, g_variant_get_int64 (parameter));
  g_autofree char *name = NULL;

  if (item == NULL)
    return;
  self->exported_id = dl_library_item_get_id (item);
  name = dl_transfer_file_name (dl_library_item_get_name (item));
  dl_compat_save_file (window_of (self), _ ("Export with Results"), name, on_export_chosen, self);
}

void
dl_library_view_import (DlLibraryView *self, GFile *file)
{
  if (self->library != NULL)
    dl_transfer_import (window_of (self), self->library, file, on_failed, NULL, self);
}

static void
on_import_chosen (GFile *file, gpointer owner)
{
  dl_library_view_import (owner, file);
}

static void
import (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  g_autoptr (GtkFileFilter) filter = dl_transfer_filter ();

  dl_compat_open_file (window_of (widget), _ ("Import a Library"), filter, on_import_chosen,
                       widget);
}

static void
show_space (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  DlLibraryView *self = DL_LIBRARY_VIEW (widget);

  if (self->library != NULL)
    dl_space_dialog_present (window_of (self), self->library);
}

void
dl_library_view_install_result_actions (GtkWidgetClass *class)
{
  gtk_widget_class_install_action (class, "library.sweep-open", "x", open_sweep);
  gtk_widget_class_install_action (class, "library.sweep-remove", "x", remove_sweep);
  gtk_widget_class_install_action (class, "library.take-back", NULL, take_back);
  gtk_widget_class_add_binding_action (class, GDK_KEY_z, GDK_CONTROL_MASK, "library.take-back",
                                       NULL);
  gtk_widget_class_install_action (class, "library.run-open", "x", open_run);
  gtk_widget_class_install_action (class, "library.run-pin", "x", pin_run);
  gtk_widget_class_install_action (class, "library.run-compare", "x", compare_run);
  gtk_widget_class_install_action (class, "library.compare", "x", compare_scenario);
  gtk_widget_class_install_action (class, "library.filter-tag", "s", filter_tag);
  gtk_widget_class_install_action (class, "library.export", "x", export_scenario);
  gtk_widget_class_install_action (class, "library.import", NULL, import);
  gtk_widget_class_install_action (class, "library.space", NULL, show_space);
}

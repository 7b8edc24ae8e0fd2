#include "dl-library-details.h"

#include "compat.h"
#include "dl-accessible.h"
#include "dl-library-note.h"
#include "dl-library-private.h"
#include "dl-session.h"
#include "dl-space-dialog.h"
#include "dl-tag-box.h"
#include "dl-transfer.h"

#include <glib/gi18n-lib.h>

struct _DlLibraryDetails
{
  GtkWidget parent;
  DlLibrary *library; /* nullable */
  DlLibraryNote *note;
  gint64 id;
  gboolean filling; /* the note's text comes from the library */
  GCancellable *asking;

  GtkWidget *pages;
  GtkActionable *open;
  GtkLabel *name, *summary, *counts;
  DlTagBox *tags;
  GtkWidget *text;
  GtkTextBuffer *buffer;
  GtkLabel *problem;
  DlResultsView *results;
};

G_DEFINE_FINAL_TYPE (DlLibraryDetails, dl_library_details, GTK_TYPE_WIDGET)

/* Tags ----------------------------------------------------------------------------------------- */

static void
on_tag_chosen (DlLibraryDetails *self, const char *tag)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "library.filter-tag", "s", tag);
}

static void
on_tag_added (DlLibraryDetails *self, const char *tag)
{
  dl_library_add_tag (self->library, self->id, tag);
}

static void
on_tag_removed (DlLibraryDetails *self, const char *tag)
{
  dl_library_remove_tag (self->library, self->id, tag);
}

static void
on_all_tags (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (DlLibraryDetails) self = user_data;
  g_autoptr (DlStoreAnswer) answer = dl_store_call_finish (result, NULL);

  /* Without them the typed text is still there. */
  if (answer != NULL && self->pages != NULL)
    dl_tag_box_set_known (self->tags, (const char *const *) answer->tags);
}

static void
on_tags_asked (DlLibraryDetails *self)
{
  DlStoreThread *thread = self->library != NULL ? dl_library_get_thread (self->library) : NULL;

  if (thread != NULL)
    dl_store_call_async (thread, DL_STORE_ALL_TAGS, (DlStoreArgs) { 0 }, self->asking, on_all_tags,
                         g_object_ref (self));
}

/* The note ------------------------------------------------------------------------------------- */

static void
show_note (DlLibraryDetails *self)
{
  const char *text = dl_library_note_get_text (self->note);

  self->filling = TRUE;
  gtk_text_buffer_set_text (self->buffer, text != NULL ? text : "", -1);
  self->filling = FALSE;
  gtk_text_view_set_editable (GTK_TEXT_VIEW (self->text), text != NULL);
}

static void
show_problem (DlLibraryDetails *self)
{
  const char *problem = dl_library_note_get_problem (self->note);

  gtk_label_set_text (self->problem, problem != NULL ? problem : "");
  gtk_widget_set_visible (GTK_WIDGET (self->problem), problem != NULL);
}

static void
on_typed (DlLibraryDetails *self)
{
  GtkTextIter start, end;
  g_autofree char *text = NULL;

  if (self->filling || self->note == NULL || dl_library_note_get_text (self->note) == NULL)
    return;
  gtk_text_buffer_get_bounds (self->buffer, &start, &end);
  text = gtk_text_buffer_get_text (self->buffer, &start, &end, FALSE);
  dl_library_note_type (self->note, text);
}

/* Display -------------------------------------------------------------------------------------- */

void
dl_library_details_set_item (DlLibraryDetails *self, DlLibraryItem *item)
{
  g_autofree char *counts = NULL;

  self->id = item != NULL ? dl_library_item_get_id (item) : 0;
  if (self->note != NULL)
    dl_library_note_show (self->note, self->id);
  dl_results_view_show (self->results, self->library, self->id);
  gtk_stack_set_visible_child_name (GTK_STACK (self->pages), item != NULL ? "details" : "nothing");
  if (item == NULL)
    return;
  counts
      = dl_count_text (0, dl_library_item_get_n_sweeps (item), dl_library_item_get_n_runs (item));
  gtk_actionable_set_action_target (self->open, "x", self->id);
  gtk_label_set_text (self->name, dl_library_item_get_name (item));
  gtk_label_set_text (self->summary, dl_library_item_get_summary (item));
  gtk_label_set_text (self->counts, counts != NULL ? counts : "");
  dl_tag_box_set_tags (self->tags, dl_library_item_get_tags (item));
}

static DlResultsView *
get_results (DlLibraryDetails *self)
{
  return self->results;
}

void
dl_library_details_set_library (DlLibraryDetails *self, DlLibrary *library)
{
  if (self->library == library)
    return;
  dl_library_details_set_item (self, NULL);
  if (self->note != NULL)
    {
      dl_library_note_flush (self->note);
      g_signal_handlers_disconnect_by_data (self->note, self);
    }
  g_clear_object (&self->note);
  g_set_object (&self->library, library);
  if (library == NULL)
    return;
  self->note = dl_library_note_new (library);
  g_signal_connect_swapped (self->note, "notify::text", G_CALLBACK (show_note), self);
  g_signal_connect_swapped (self->note, "notify::problem", G_CALLBACK (show_problem), self);
}

/* Widget --------------------------------------------------------------------------------------- */

static void
dispose (GObject *object)
{
  DlLibraryDetails *self = DL_LIBRARY_DETAILS (object);

  if (self->pages != NULL)
    dl_library_details_set_library (self, NULL);
  g_cancellable_cancel (self->asking);
  g_clear_pointer (&self->pages, gtk_widget_unparent);
  G_OBJECT_CLASS (dl_library_details_parent_class)->dispose (object);
}

static void
finalize (GObject *object)
{
  g_object_unref (DL_LIBRARY_DETAILS (object)->asking);
  G_OBJECT_CLASS (dl_library_details_parent_class)->finalize (object);
}

static void
dl_library_details_class_init (DlLibraryDetailsClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = dispose;
  G_OBJECT_CLASS (class)->finalize = finalize;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  g_type_ensure (DL_TYPE_RESULTS_VIEW);
  g_type_ensure (DL_TYPE_TAG_BOX);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/dateline/Dateline/dl-library-details.ui");
  gtk_widget_class_bind_template_child (widget_class, DlLibraryDetails, pages);
  gtk_widget_class_bind_template_child (widget_class, DlLibraryDetails, open);
  gtk_widget_class_bind_template_child (widget_class, DlLibraryDetails, name);
  gtk_widget_class_bind_template_child (widget_class, DlLibraryDetails, summary);
  gtk_widget_class_bind_template_child (widget_class, DlLibraryDetails, counts);
  gtk_widget_class_bind_template_child (widget_class, DlLibraryDetails, tags);
  gtk_widget_class_bind_template_child (widget_class, DlLibraryDetails, text);
  gtk_widget_class_bind_template_child (widget_class, DlLibraryDetails, buffer);
  gtk_widget_class_bind_template_child (widget_class, DlLibraryDetails, problem);
  gtk_widget_class_bind_template_child (widget_class, DlLibraryDetails, results);
  gtk_widget_class_bind_template_callback (widget_class, on_tag_chosen);
  gtk_widget_class_bind_template_callback (widget_class, on_tag_added);
  gtk_widget_class_bind_template_callback (widget_class, on_tag_removed);
  gtk_widget_class_bind_template_callback (widget_class, on_tags_asked);
  gtk_widget_class_bind_template_callback (widget_class, on_typed);
}

static void
dl_library_details_init (DlLibraryDetails *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->asking = g_cancellable_new ();
}

/* Actions of the library's view on sweeps and runs, on files that carry them, and on the library as
 * a whole. */

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

/* Item of a row of the results; NULL if it is no longer shown. */
static DlResultItem *
find_result (DlLibraryView *self, GVariant *id, gboolean is_sweep)
{
  return dl_results_view_find (get_results (self->details), g_variant_get_int64 (id), is_sweep);
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

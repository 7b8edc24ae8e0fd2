#include "dl-space-dialog.h"

#include "dl-accessible.h"
#include "dl-config.h"
#include "dl-rows.h"
#include "dl-toast.h"

#include <glib/gi18n-lib.h>

struct _DlSpaceDialog
{
  GtkWindow parent;
  DlLibrary *library;
  GCancellable *cancellable;
  DlRows *rows;
  gboolean cleaning;

  GtkScrolledWindow *scrolled;
  GtkBox *kinds_box;
  GtkLabel *total;
  GtkWidget *checks[DL_STORE_N_CLEAN];
  GtkLabel *effects[DL_STORE_N_CLEAN];
  GtkLabel *problem;
  GtkWidget *clean;
  DlToast *toasts;
};

G_DEFINE_FINAL_TYPE (DlSpaceDialog, dl_space_dialog, GTK_TYPE_WINDOW)

/* In the order of DlStoreClean. */
static const struct
{
  const char *label;
  const char *tooltip;
} kinds[DL_STORE_N_CLEAN] = {
  { N_ ("Runs and sweeps of _older versions"),
    N_ ("Results of earlier versions; this version would repeat the simulations") },
  { N_ ("_Orphaned runs"),
    N_ ("Runs whose scenario was removed permanently and that belong to no sweep") },
  { N_ ("_Deleted scenarios"), N_ ("They can be restored until then, for at most thirty days") },
};

/* The list ------------------------------------------------------------------------------------- */

static const DlStoreUse *
use_of (gconstpointer source, guint index)
{
  return g_ptr_array_index ((GPtrArray *) source, index);
}

static char *
name_text (gconstpointer source, guint index)
{
  const DlStoreUse *use = use_of (source, index);

  if (use->name == NULL)
    return g_strdup (_ ("Orphaned runs"));
  return use->removed ? g_strdup_printf (_ ("%s (deleted)"), use->name) : g_strdup (use->name);
}

static double
sweeps_value (gconstpointer source, guint index)
{
  return use_of (source, index)->n_sweeps;
}

static double
runs_value (gconstpointer source, guint index)
{
  return use_of (source, index)->n_runs;
}

static double
bytes_value (gconstpointer source, guint index)
{
  return (double) dl_store_use_bytes (use_of (source, index));
}

static char *
bytes_text (gconstpointer source, guint index)
{
  return g_format_size (dl_store_use_bytes (use_of (source, index)));
}

static const DlTableColumn columns[] = {
  { NULL, N_ ("Scenario"), .text = name_text, .min_chars = 14, .nat_chars = 36 },
  { NULL, N_ ("Sweeps"), DL_COLUMN_REAL, .value = sweeps_value, .min_chars = 6, .nat_chars = 8 },
  { NULL, N_ ("Runs"), DL_COLUMN_REAL, .value = runs_value, .min_chars = 6, .nat_chars = 8 },
  { NULL, N_ ("Size"), DL_COLUMN_REAL, .value = bytes_value, .text = bytes_text, .min_chars = 8,
    .nat_chars = 10 },
};

/* Disk use ------------------------------------------------------------------------------------- */

static void
update_clean (DlSpaceDialog *self)
{
  gboolean any = FALSE;

  for (guint i = 0; i < DL_STORE_N_CLEAN; i++)
    any |= gtk_widget_get_sensitive (self->checks[i])
           && gtk_check_button_get_active (GTK_CHECK_BUTTON (self->checks[i]));
  gtk_widget_set_sensitive (self->clean, any && !self->cleaning);
}

static char *
cleaned_text (const DlStoreCleaned *cleaned)
{
  return dl_count_text (cleaned->n_scenarios, cleaned->n_sweeps, cleaned->n_runs);
}

static void
set_problem (DlSpaceDialog *self, const char *problem)
{
  gtk_label_set_text (self->problem, problem != NULL ? problem : "");
  gtk_widget_set_visible (GTK_WIDGET (self->problem), problem != NULL);
}

static void
show_space (DlSpaceDialog *self, const DlStoreSpace *space)
{
  g_autofree char *size = g_format_size (space->file_bytes);
  g_autofree char *total = g_strdup_printf (_ ("The library’s file is %s."), size);

  gtk_label_set_text (self->total, total);
  dl_rows_set (self->rows, space->uses, NULL, space->uses->len);
  for (guint i = 0; i < DL_STORE_N_CLEAN; i++)
    {
      g_autofree char *effect = cleaned_text (&space->cleaned[i]);

      gtk_label_set_text (self->effects[i], space->problem != NULL ? "–"
                                            : effect != NULL       ? effect
                                                                   : _ ("nothing"));
      gtk_widget_set_sensitive (self->checks[i], space->problem == NULL && effect != NULL);
    }
  set_problem (self, space->problem);
  update_clean (self);
}

static void
on_space (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (DlSpaceDialog) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (DlStoreAnswer) answer = dl_store_call_finish (result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  if (answer != NULL)
    show_space (self, answer->space);
  else
    set_problem (self, error->message);
}

static void
read_space (DlSpaceDialog *self)
{
  DlStoreThread *thread = dl_library_get_thread (self->library);

  if (thread != NULL)
    dl_store_call_async (thread, DL_STORE_READ_SPACE, (DlStoreArgs) { .text = DL_VERSION },
                         self->cancellable, on_space, g_object_ref (self));
}

/* Cleaning up ---------------------------------------------------------------------------------- */

static void
tell_cleaned (DlSpaceDialog *self, const DlStoreCleaned *cleaned)
{
  g_autofree char *what = cleaned_text (cleaned);
  g_autofree char *size = g_format_size (cleaned->bytes);
  /* Translators: what was removed: “2 sweeps, 57 runs” */
  g_autofree char *title
      = g_strdup_printf (_ ("Removed permanently: %s"), what != NULL ? what : _ ("nothing"));
  g_autofree char *detail = g_strdup_printf (_ ("The library’s file is smaller by %s"), size);

  dl_toast_show (self->toasts, title, detail, NULL, NULL, NULL);
}

static void
on_cleaned (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (DlSpaceDialog) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (DlStoreAnswer) answer = dl_store_call_finish (result, &error);

  self->cleaning = FALSE;
  if (answer != NULL)
    {
      tell_cleaned (self, &answer->cleaned);
      dl_library_results_changed (self->library);
      read_space (self);
    }
  else
    {
      set_problem (self, error->message);
      update_clean (self);
    }
}

static void
on_clean (DlSpaceDialog *self)
{
  DlStoreThread *thread = dl_library_get_thread (self->library);
  guint what = 0;

  for (guint i = 0; i < DL_STORE_N_CLEAN; i++)
    if (gtk_widget_get_sensitive (self->checks[i])
        && gtk_check_button_get_active (GTK_CHECK_BUTTON (self->checks[i])))
      what |= 1u << i;
  if (thread == NULL || what == 0)
    return;
  self->cleaning = TRUE;
  update_clean (self);
  dl_store_call_async (thread, DL_STORE_CLEAN, (DlStoreArgs) { .clean = what, .text = DL_VERSION },
                       NULL, on_cleaned, g_object_ref (self));
}

/* Widget --------------------------------------------------------------------------------------- */

static void
add_kind (DlSpaceDialog *self, guint i)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);

  self->checks[i] = gtk_check_button_new_with_mnemonic (_ (kinds[i].label));
  self->effects[i] = GTK_LABEL (gtk_label_new ("…"));
  gtk_widget_set_hexpand (self->checks[i], TRUE);
  gtk_widget_set_sensitive (self->checks[i], FALSE);
  gtk_widget_set_tooltip_text (self->checks[i], _ (kinds[i].tooltip));
  gtk_accessible_update_relation (GTK_ACCESSIBLE (self->checks[i]),
                                  GTK_ACCESSIBLE_RELATION_DESCRIBED_BY, self->effects[i], NULL, -1);
  gtk_label_set_xalign (self->effects[i], 1);
  gtk_widget_add_css_class (GTK_WIDGET (self->effects[i]), "dl-description");
  g_signal_connect_swapped (self->checks[i], "toggled", G_CALLBACK (update_clean), self);
  gtk_box_append (GTK_BOX (row), self->checks[i]);
  gtk_box_append (GTK_BOX (row), GTK_WIDGET (self->effects[i]));
  gtk_box_append (self->kinds_box, row);
}

static void
dispose (GObject *object)
{
  DlSpaceDialog *self = DL_SPACE_DIALOG (object);

  g_cancellable_cancel (self->cancellable);
  G_OBJECT_CLASS (dl_space_dialog_parent_class)->dispose (object);
}

static void
finalize (GObject *object)
{
  DlSpaceDialog *self = DL_SPACE_DIALOG (object);

  g_clear_object (&self->library);
  g_clear_object (&self->rows);
  g_object_unref (self->cancellable);
  G_OBJECT_CLASS (dl_space_dialog_parent_class)->finalize (object);
}

static void
dl_space_dialog_class_init (DlSpaceDialogClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = dispose;
  G_OBJECT_CLASS (class)->finalize = finalize;
  g_type_ensure (DL_TYPE_TOAST);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/dateline/Dateline/dl-space-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, DlSpaceDialog, scrolled);
  gtk_widget_class_bind_template_child (widget_class, DlSpaceDialog, kinds_box);
  gtk_widget_class_bind_template_child (widget_class, DlSpaceDialog, total);
  gtk_widget_class_bind_template_child (widget_class, DlSpaceDialog, problem);
  gtk_widget_class_bind_template_child (widget_class, DlSpaceDialog, clean);
  gtk_widget_class_bind_template_child (widget_class, DlSpaceDialog, toasts);
  gtk_widget_class_bind_template_callback (widget_class, on_clean);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
dl_space_dialog_init (DlSpaceDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->cancellable = g_cancellable_new ();
  self->rows = dl_rows_new ((GBoxedCopyFunc) g_ptr_array_ref, (GDestroyNotify) g_ptr_array_unref);
  gtk_scrolled_window_set_child (
      self->scrolled,
      dl_rows_new_view (self->rows, columns, G_N_ELEMENTS (columns), _ ("Size of each scenario")));
  for (guint i = 0; i < DL_STORE_N_CLEAN; i++)
    add_kind (self, i);
}

GtkWindow *
dl_space_dialog_present (GtkWindow *parent, DlLibrary *library)
{
  DlSpaceDialog *self = g_object_new (DL_TYPE_SPACE_DIALOG, "transient-for", parent, "modal", TRUE,
                                      "destroy-with-parent", TRUE, NULL);

  self->library = g_object_ref (library);
  /* Items just removed are no longer counted. */
  dl_library_delete_hidden (library);
  read_space (self);
  gtk_window_present (GTK_WINDOW (self));
  return GTK_WINDOW (self);
}

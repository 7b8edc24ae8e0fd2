#include "dl-transfer.h"

#include "dl-accessible.h"
#include "dl-output.h"
#include "dl-toast.h"

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>

/* Work done by then needs no window. */
#define WINDOW_DELAY_MS 400
#define PULSE_MS        100

typedef struct
{
  GWeakRef parent;
  gulong on_parent; /* handler of its going */
  DlLibrary *library;
  DlTransferFailed failed;
  DlTransferOpen open; /* nullable */
  GWeakRef owner;      /* of failed */
  char *name;          /* of the file, for people */
  char *title;
  GCancellable *cancellable;
  GtkWidget *window; /* that says so; nullable */
  GtkWidget *progress;
  guint window_timeout, pulse_timeout;
} Transfer;

static void
transfer_free (Transfer *transfer)
{
  g_autoptr (GtkWindow) parent = g_weak_ref_get (&transfer->parent);

  g_clear_handle_id (&transfer->window_timeout, g_source_remove);
  g_clear_handle_id (&transfer->pulse_timeout, g_source_remove);
  /* One that is closed has none any more, even while a reference is held. */
  if (parent != NULL && g_signal_handler_is_connected (parent, transfer->on_parent))
    g_signal_handler_disconnect (parent, transfer->on_parent);
  if (transfer->window != NULL)
    gtk_window_destroy (GTK_WINDOW (transfer->window));
  g_weak_ref_clear (&transfer->parent);
  g_weak_ref_clear (&transfer->owner);
  g_object_unref (transfer->library);
  g_object_unref (transfer->cancellable);
  g_free (transfer->name);
  g_free (transfer->title);
  g_free (transfer);
}

static void
stop (Transfer *transfer)
{
  g_cancellable_cancel (transfer->cancellable);
}

/* The window that says so ---------------------------------------------------------------------- */

static gboolean
pulse (gpointer user_data)
{
  gtk_progress_bar_pulse (GTK_PROGRESS_BAR (((Transfer *) user_data)->progress));
  return G_SOURCE_CONTINUE;
}

static gboolean
on_close (Transfer *transfer)
{
  stop (transfer);
  return FALSE;
}

static void
on_window_gone (Transfer *transfer)
{
  transfer->window = NULL;
  g_clear_handle_id (&transfer->pulse_timeout, g_source_remove);
}

static gboolean
show_window (gpointer user_data)
{
  Transfer *transfer = user_data;
  g_autoptr (GtkWindow) parent = g_weak_ref_get (&transfer->parent);
  GtkWidget *box, *label, *cancel;

  transfer->window_timeout = 0;
  if (parent == NULL || g_cancellable_is_cancelled (transfer->cancellable))
    return G_SOURCE_REMOVE;
  box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12);
  label = gtk_label_new (transfer->title);
  cancel = gtk_button_new_with_mnemonic (_ ("_Cancel"));
  transfer->progress = gtk_progress_bar_new ();
  gtk_accessible_update_property (GTK_ACCESSIBLE (transfer->progress),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, transfer->title, -1);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 40);
  gtk_widget_set_halign (cancel, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (cancel, _ ("Stop; nothing is changed"));
  gtk_box_append (GTK_BOX (box), label);
  gtk_box_append (GTK_BOX (box), transfer->progress);
  gtk_box_append (GTK_BOX (box), cancel);
  gtk_widget_add_css_class (box, "dl-message");

  transfer->window = g_object_new (GTK_TYPE_WINDOW, "transient-for", parent, "modal", TRUE,
                                   "destroy-with-parent", TRUE, "resizable", FALSE, "title",
                                   transfer->title, "child", box, NULL);
  gtk_widget_add_css_class (transfer->window, "dl-dialog");
  g_signal_connect_swapped (cancel, "clicked", G_CALLBACK (stop), transfer);
  g_signal_connect_swapped (transfer->window, "close-request", G_CALLBACK (on_close), transfer);
  g_signal_connect_swapped (transfer->window, "destroy", G_CALLBACK (on_window_gone), transfer);
  transfer->pulse_timeout = g_timeout_add (PULSE_MS, pulse, transfer);
  gtk_window_present (GTK_WINDOW (transfer->window));
  return G_SOURCE_REMOVE;
}

static Transfer *
transfer_new (GtkWindow *parent, DlLibrary *library, GFile *file, DlTransferFailed failed,
              gpointer owner)
{
  Transfer *transfer = g_new0 (Transfer, 1);
  g_autofree char *base = g_file_get_basename (file);

  g_weak_ref_init (&transfer->parent, parent);
  g_weak_ref_init (&transfer->owner, owner);
  transfer->library = g_object_ref (library);
  transfer->failed = failed;
  transfer->name = dl_file_name_show (base);
  transfer->cancellable = g_cancellable_new ();
  transfer->on_parent = g_signal_connect_swapped (parent, "unrealize", G_CALLBACK (stop), transfer);
  transfer->window_timeout = g_timeout_add (WINDOW_DELAY_MS, show_window, transfer);
  return transfer;
}

static void
tell (Transfer *transfer, const char *title, const char *detail, gboolean library)
{
  g_autoptr (GtkWindow) parent = g_weak_ref_get (&transfer->parent);
  DlToast *toasts = parent != NULL ? dl_toast_find (GTK_WIDGET (parent)) : NULL;

  if (toasts != NULL)
    dl_toast_show (toasts, title, detail, library ? _ ("_Library") : NULL,
                   library ? "win.library" : NULL, NULL);
}

static void
tell_failed (Transfer *transfer, const GError *error)
{
  g_autoptr (GObject) owner = g_weak_ref_get (&transfer->owner);

  if (owner != NULL && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    transfer->failed (owner, error->message);
}

/* A path, or @failed is told that there is none. */
static char *
path_of (GFile *file, DlTransferFailed failed, gpointer owner)
{
  char *path = g_file_get_path (file);

  if (path == NULL)
    failed (owner,
            _ ("Libraries can only be exported to and imported from files on this computer"));
  return path;
}

/* The library itself --------------------------------------------------------------------------- */

static gboolean
is_same_file (const char *a, const char *b)
{
  GStatBuf of_a, of_b;

  return g_stat (a, &of_a) == 0 && g_stat (b, &of_b) == 0 && of_a.st_dev == of_b.st_dev
         && of_a.st_ino == of_b.st_ino;
}

static gboolean
is_open_library (DlLibrary *library, const char *path)
{
  static const char *const suffixes[] = { "", "-wal", "-shm" };
  gboolean is = FALSE;

  for (guint i = 0; i < G_N_ELEMENTS (suffixes) && !is; i++)
    {
      g_autofree char *own = g_strconcat (dl_library_get_path (library), suffixes[i], NULL);

      is = is_same_file (path, own);
    }
  return is;
}

gboolean
dl_transfer_refuse_open_library (GtkWindow *parent, DlLibrary *library, GFile *file)
{
  g_autofree char *path = g_file_get_path (file);
  DlToast *toasts = dl_toast_find (GTK_WIDGET (parent));
  g_autofree char *base = NULL;
  g_autofree char *name = NULL;
  g_autofree char *title = NULL;

  if (library == NULL || path == NULL || !is_open_library (library, path))
    return FALSE;
  base = g_path_get_basename (path);
  name = dl_file_name_show (base);
  /* Translators: %s is the name of a file */
  title = g_strdup_printf (_ ("“%s” is the open library"), name);
  if (toasts != NULL)
    dl_toast_show (toasts, title, NULL, NULL, NULL, NULL);
  return TRUE;
}

/* Out and in ----------------------------------------------------------------------------------- */

static void
on_exported (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Transfer *transfer = user_data;
  g_autoptr (GError) error = NULL;
  g_autofree char *title = g_strdup_printf (_ ("Wrote “%s”"), transfer->name);

  if (dl_store_thread_finish (result, &error))
    tell (transfer, title, _ ("The scenario with its history and all its results"), FALSE);
  else
    tell_failed (transfer, error);
  transfer_free (transfer);
}

void
dl_transfer_export (GtkWindow *parent, DlLibrary *library, gint64 id, GFile *file,
                    DlTransferFailed failed, gpointer owner)
{
  g_autofree char *path = path_of (file, failed, owner);
  Transfer *transfer;

  if (path == NULL || dl_library_get_thread (library) == NULL)
    return;
  transfer = transfer_new (parent, library, file, failed, owner);
  transfer->title = g_strdup_printf (_ ("Writing “%s”…"), transfer->name);
  dl_store_call_async (dl_library_get_thread (library), DL_STORE_EXPORT,
                       (DlStoreArgs) { .id = id, .text = path }, transfer->cancellable, on_exported,
                       transfer);
}

/* "New: 1 scenario, 2 sweeps, 57 runs" */
static char *
imported_text (const DlStoreImported *imported)
{
  g_autofree char *what
      = dl_count_text (imported->n_scenarios, imported->n_sweeps, imported->n_runs);

  if (what == NULL)
    return g_strdup (_ ("All its scenarios, sweeps and runs were already here"));
  /* Translators: what came out of a file: “New: 1 scenario, 2 sweeps, 57 runs” */
  return g_strdup_printf (_ ("New: %s"), what);
}

static void
on_imported (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Transfer *transfer = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (DlStoreAnswer) answer = dl_store_call_finish (result, &error);

  if (answer != NULL)
    {
      const DlStoreImported *imported = &answer->imported;
      g_autofree char *title = g_strdup_printf (_ ("Imported “%s”"), transfer->name);
      g_autofree char *detail = imported_text (imported);

      /* One is opened; several are there to be chosen from. */
      tell (transfer, title, detail, transfer->open != NULL && imported->names->len > 1);
      dl_library_results_changed (transfer->library);
      if (imported->names->len == 1 && transfer->open != NULL)
        {
          g_autoptr (GObject) owner = g_weak_ref_get (&transfer->owner);

          if (owner != NULL)
            transfer->open (owner, imported->first);
        }
    }
  else
    tell_failed (transfer, error);
  transfer_free (transfer);
}

void
dl_transfer_import (GtkWindow *parent, DlLibrary *library, GFile *file, DlTransferFailed failed,
                    DlTransferOpen open, gpointer owner)
{
  g_autofree char *path = path_of (file, failed, owner);
  Transfer *transfer;

  if (path == NULL || dl_library_get_thread (library) == NULL
      || dl_transfer_refuse_open_library (parent, library, file))
    return;
  transfer = transfer_new (parent, library, file, failed, owner);
  transfer->open = open;
  transfer->title = g_strdup_printf (_ ("Importing “%s”…"), transfer->name);
  dl_store_call_async (dl_library_get_thread (library), DL_STORE_IMPORT,
                       (DlStoreArgs) { .text = path }, transfer->cancellable, on_imported,
                       transfer);
}

/* Files ---------------------------------------------------------------------------------------- */

char *
dl_transfer_file_name (const char *scenario_name)
{
  return g_strdup_printf ("%s.db", scenario_name);
}

GtkFileFilter *
dl_transfer_filter (void)
{
  GtkFileFilter *filter = gtk_file_filter_new ();

  gtk_file_filter_set_name (filter, _ ("Libraries, and scenarios with their results"));
  gtk_file_filter_add_pattern (filter, "*.db");
  return filter;
}

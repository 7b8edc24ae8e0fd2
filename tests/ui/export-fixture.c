#include "export-fixture.h"

#include "dl-scenario-file.h"

static void
on_exported (DlExportDialog *dialog, const char *path, ExportFixture *fixture)
{
  g_free (fixture->exported);
  fixture->exported = g_strdup (path);
}

void
export_open (ExportFixture *fixture, const char *figure, DlFigureInput view)
{
  fixture->dialog = GTK_WIDGET (
      dl_export_dialog_present (GTK_WINDOW (fixture->window), fixture->session, figure, &view));
  g_object_add_weak_pointer (G_OBJECT (fixture->dialog), (gpointer *) &fixture->dialog);
  g_signal_connect (fixture->dialog, "exported", G_CALLBACK (on_exported), fixture);
}

void
export_open_ring (ExportFixture *fixture, const char *figure, const DlMetric *metric,
                  DlTorusDim dim, guint node)
{
  export_open (fixture, figure,
               (DlFigureInput) { .metric = metric, .dim = dim, .node = node, .slice = DL_Z });
}

void
export_set_up (ExportFixture *fixture, gconstpointer data)
{
  fixture->folder = g_dir_make_tmp ("dateline-export-XXXXXX", NULL);
  fixture->session = dl_session_new (NULL);
  fixture->window = gtk_window_new ();
  fixture->toasts = DL_TOAST (dl_toast_new ());
  gtk_window_set_child (GTK_WINDOW (fixture->window), GTK_WIDGET (fixture->toasts));
  gtk_window_present (GTK_WINDOW (fixture->window));
}

void
export_tear_down (ExportFixture *fixture, gconstpointer data)
{
  if (fixture->dialog != NULL)
    gtk_window_destroy (GTK_WINDOW (fixture->dialog));
  ui_wait_for (fixture->dialog == NULL); /* a job may still hold it */
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  ui_settle (fixture->session);
  ui_assert_finalize (fixture->session);
  ui_remove_folder (fixture->folder);
  g_free (fixture->exported);
}

GtkWidget *
export_part (ExportFixture *fixture, const char *name)
{
  return GTK_WIDGET (gtk_widget_get_template_child (fixture->dialog, DL_TYPE_EXPORT_DIALOG, name));
}

void
export_choose (ExportFixture *fixture, const char *name, guint index)
{
  gtk_drop_down_set_selected (GTK_DROP_DOWN (export_part (fixture, name)), index);
}

const char *
export_label (ExportFixture *fixture, const char *name)
{
  return gtk_label_get_label (GTK_LABEL (export_part (fixture, name)));
}

gboolean
export_is_ready (ExportFixture *fixture)
{
  return gtk_widget_get_sensitive (export_part (fixture, "export_button"));
}

guint
export_index (const DlFamily *family, const char *id)
{
  guint n;
  const DlFigure *const *figures = dl_family_figures (family, &n);

  for (guint i = 0; i < n; i++)
    if (g_strcmp0 (figures[i]->id, id) == 0)
      return i;
  g_assert_not_reached ();
}

void
export_show_preset (ExportFixture *fixture, const char *preset)
{
  g_autoptr (GError) error = NULL;

  dl_session_open_new (fixture->session, dl_preset_load (preset, &error));
  g_assert_no_error (error);
  ui_settle (fixture->session);
}

void
export_write_to (ExportFixture *fixture, const char *name)
{
  g_autofree char *path = g_build_filename (fixture->folder, name, NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);

  dl_export_dialog_write (DL_EXPORT_DIALOG (fixture->dialog), file);
}

char *
export_read_file (ExportFixture *fixture, const char *name)
{
  g_autofree char *path = g_build_filename (fixture->folder, name, NULL);
  g_autoptr (GError) error = NULL;
  char *contents;

  g_file_get_contents (path, &contents, NULL, &error);
  g_assert_no_error (error);
  return contents;
}

static GtkWidget *
find_button (GtkWidget *widget, const char *text)
{
  if (GTK_IS_BUTTON (widget) && g_strcmp0 (gtk_button_get_label (GTK_BUTTON (widget)), text) == 0)
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_button (child, text);
      if (found != NULL)
        return found;
    }
  return NULL;
}

static void
on_read (GObject *clipboard, GAsyncResult *result, gpointer user_data)
{
  *(char **) user_data = gdk_clipboard_read_text_finish (GDK_CLIPBOARD (clipboard), result, NULL);
}

char *
export_copy_command (GtkWidget *dialog)
{
  char *text = NULL;

  g_signal_emit_by_name (find_button (dialog, "C_opy Command"), "clicked");
  gdk_clipboard_read_text_async (gtk_widget_get_clipboard (dialog), NULL, on_read, &text);
  ui_wait_for (text != NULL);
  return text;
}

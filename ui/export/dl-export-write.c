/* The export dialog: files, and the command that makes the same one. */
#include "dl-export-dialog-private.h"

#include "compat.h"
#include "dl-figure-command.h"
#include "dl-safe-text.h"

#include <glib/gi18n-lib.h>

#include <string.h>

/* Where the figure lay that was exported last, kept with the session. */
#define FOLDER_KEY "dl-export-folder"

guint dl_export_dialog_exported;

static char *
suggested_name (DlExportDialog *self)
{
  const DlFigure *figure = dl_export_dialog_figure (self);
  const char *ending = dl_figure_ending (dl_export_dialog_format (self));
  char *name = figure->paper_check != NULL
                   ? g_strdup_printf ("%s.%s", figure->id, ending)
                   : g_strdup_printf ("%s-%s.%s", dl_session_get_scenario (self->session)->name,
                                      figure->id, ending);

  return g_strdelimit (name, " /\\:*?\"<>|\t\n", '-');
}

static void
remember (DlExportDialog *self, GFile *file)
{
  g_object_set_data_full (G_OBJECT (self->session), FOLDER_KEY, g_file_get_parent (file),
                          g_object_unref);
  if (self->settings == NULL)
    return;
  g_settings_set_string (self->settings, "figure-format",
                         dl_figure_ending (dl_export_dialog_format (self)));
  g_settings_set_double (self->settings, "figure-width", dl_export_dialog_width_in (self));
}

static void
tell (DlExportDialog *self)
{
  g_autoptr (GFile) folder = g_file_get_parent (self->writing);
  g_autofree char *name = g_file_get_basename (self->writing);
  g_autofree char *shown = dl_file_name_show (name);
  g_autofree char *title = g_strdup_printf (_ ("Exported “%s”"), shown);
  g_autofree char *path = g_file_get_parse_name (folder);

  if (self->parent_toasts != NULL)
    dl_toast_show (self->parent_toasts, title, path, _ ("_Show in Files"), DL_TOAST_SHOW_IN_FILES,
                   g_variant_new_bytestring (g_file_peek_path (self->writing)));
}

static void
on_written (GObject *source, GAsyncResult *result, gpointer user_data)
{
  DlExportDialog *self = DL_EXPORT_DIALOG (source);
  g_autoptr (GError) error = NULL;
  const gboolean written = dl_figure_write_finish (result, &error);
  g_autoptr (GFile) file = NULL;

  if (written)
    tell (self);
  file = g_steal_pointer (&self->writing);
  if (self->session == NULL)
    return; /* closed meanwhile */
  dl_export_dialog_update (self);
  if (written)
    {
      remember (self, file);
      g_signal_emit (self, dl_export_dialog_exported, 0, g_file_peek_path (file));
      gtk_window_close (GTK_WINDOW (self));
    }
  else
    dl_export_dialog_show_error (self, error->message);
}

void
dl_export_dialog_write (DlExportDialog *self, GFile *chosen)
{
  GtkWindow *parent = gtk_window_get_transient_for (GTK_WINDOW (self));
  g_autoptr (GError) error = NULL;
  g_autoptr (GFile) file = dl_figure_complete_file (chosen, dl_export_dialog_format (self), &error);

  dl_export_dialog_show_error (self, error != NULL ? error->message : NULL);
  if (file == NULL || !dl_export_dialog_is_ready (self) || self->writing != NULL)
    return;
  self->writing = g_steal_pointer (&file);
  if (parent != NULL)
    g_set_object (&self->parent_toasts, dl_toast_find (GTK_WIDGET (parent)));
  dl_figure_write_async (self->drawing, self->writing, dl_export_dialog_width_in (self),
                         dl_export_dialog_dpi (self), self, on_written, NULL);
  dl_export_dialog_update (self);
}

static void
on_chosen (GFile *file, gpointer owner)
{
  dl_export_dialog_write (owner, file);
}

void
dl_export_dialog_choose_file (DlExportDialog *self)
{
  GFile *folder = g_object_get_data (G_OBJECT (self->session), FOLDER_KEY);
  g_autofree char *name = suggested_name (self);

  gtk_spin_button_update (GTK_SPIN_BUTTON (self->inches));
  gtk_spin_button_update (GTK_SPIN_BUTTON (self->dpi));
  dl_export_dialog_show_error (self, NULL);
  dl_compat_save_file_in (GTK_WINDOW (self), _ ("Export Figure"), _ ("_Export"), folder, name,
                          on_chosen, self);
}

/* The command ---------------------------------------------------------------------------------- */

char *
dl_export_dialog_command (DlExportDialog *self)
{
  const DlFigure *figure = dl_export_dialog_figure (self);
  const DlFigureInput view = dl_export_dialog_view (self);
  const gboolean known = self->data != NULL
                         && (dl_export_dialog_is_ready (self)
                             || (figure != &dl_figure_panels && figure->paper_check == NULL));
  g_autoptr (DlFigureDrawing) drawing
      = known ? dl_figure_drawing_new (self->data, figure, &view) : NULL;
  g_autofree char *output = suggested_name (self);
  /* A scenario of the library is called by its name. */
  const gboolean named
      = figure != &dl_figure_panels && self->data != NULL && self->data->reference != NULL;
  g_autofree char *scenario
      = named ? g_strdup (self->data->reference) : dl_figure_command_scenario (self->session);

  return dl_figure_command (figure, known ? &drawing->input : &view, scenario,
                            named ? self->data->result->scenario
                                  : dl_session_get_scenario (self->session),
                            output, dl_export_dialog_width_in (self), dl_export_dialog_dpi (self));
}

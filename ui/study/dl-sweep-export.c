/* The figure of a sweep as a file, and the command that makes it. */
#include "dl-sweep-private.h"

#include "dl-export-dialog.h"
#include "dl-figure-command.h"

void
dl_sweep_export_ask (DlSweepView *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWindow *dialog = dl_export_dialog_present (GTK_WINDOW (root), self->session, "sweep",
                                                &(DlFigureInput) { NULL });

  dl_export_dialog_show_alone (DL_EXPORT_DIALOG (dialog));
  dl_export_dialog_set_sweep (DL_EXPORT_DIALOG (dialog), dl_sweep_curves_get_chart (self->curves));
}

char *
dl_sweep_export_command (DlSweepView *self, const char *output)
{
  const DlFigureInput view = { .sweep = dl_sweep_curves_get_chart (self->curves) };
  g_autofree char *scenario = dl_figure_command_scenario (self->session);

  return dl_figure_command (dl_figure_find ("sweep"), &view, scenario,
                            dl_session_get_scenario (self->session), output, DL_WIDTH_PAGE_IN,
                            DL_DPI_DEFAULT);
}

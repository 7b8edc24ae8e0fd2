/* The figure of a sweep as a file, and the command that makes it. */
#include "dl-sweep-private.h"

#include "dl-evaluate.h"
#include "dl-figure.h"
#include "dl-figure-command.h"
#include "dl-pin.h"

#include <glib/gi18n-lib.h>

#include <string.h>

/* A figure on its way to a file; of its own thread. */
typedef struct
{
  DlSweepPoints *points;
  const DlMeasure **measures;
  guint n_measures;
  char *path;
} Export;

static void
export_free (gpointer data)
{
  Export *export = data;

  dl_sweep_points_unref (export->points);
  g_free (export->measures);
  g_free (export->path);
  g_free (export);
}

/* Of the scenario that was swept, whatever has become of it. */
static gboolean
write_figure (const Export *export, GError **error)
{
  const DlScenario *scenario = export->points->spec->scenario;
  const DlSweepChart chart
      = { export->points, export->measures, export->n_measures, scenario, DL_NO_SWEEP_PLACE };
  g_autoptr (DlAnalysis) analysis = NULL;
  g_autoptr (DlDragonflyAnalysis) dragonfly = NULL;
  DlFigureInput input;

  if (scenario->kind == DL_KIND_TORUS)
    analysis = dl_evaluate (scenario, NULL, error);
  else
    dragonfly = dl_evaluate_dragonfly (scenario, NULL, NULL, error);
  if (analysis == NULL && dragonfly == NULL)
    return FALSE;
  input = analysis != NULL ? dl_figure_input_default (scenario, analysis)
                           : dl_figure_input_dragonfly (scenario, dragonfly);
  input.sweep = &chart;
  return dl_figure_export (dl_figure_find ("sweep"), &input, export->path, DL_WIDTH_PAGE_IN,
                           DL_DPI_DEFAULT, error);
}

static void
run_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  g_autoptr (GError) error = NULL;

  if (write_figure (data, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, g_steal_pointer (&error));
}

static void
on_written (GObject *source, GAsyncResult *result, gpointer user_data)
{
  DlSweepView *self = DL_SWEEP_VIEW (source);
  const Export *export = g_task_get_task_data (G_TASK (result));
  g_autofree char *name = g_filename_display_basename (export->path);
  g_autoptr (GError) error = NULL;
  g_autofree char *message = NULL;

  if (g_task_propagate_boolean (G_TASK (result), &error))
    message = g_strdup_printf (_ ("Exported “%s”"), name);
  dl_sweep_view_tell (self, message != NULL ? message : error->message);
}

static void
write_to (DlSweepView *self, const char *path)
{
  const DlSweepChart *chart = dl_sweep_curves_get_chart (self->curves);
  Export *export = g_new0 (Export, 1);
  g_autoptr (GTask) task = g_task_new (self, NULL, on_written, NULL);

  export->points = dl_sweep_points_copy (chart->points);
  export->measures = g_memdup2 (chart->measures, chart->n_measures * sizeof *chart->measures);
  export->n_measures = chart->n_measures;
  export->path = g_strdup (path);
  g_task_set_task_data (task, export, export_free);
  g_task_run_in_thread (task, run_in_thread);
}

static void
on_response (GtkNativeDialog *dialog, int response, DlSweepView *self)
{
  g_autoptr (GtkFileChooserNative) done = g_steal_pointer (&self->chooser);
  g_autoptr (GFile) file = NULL;

  gtk_native_dialog_hide (dialog);
  if (response == GTK_RESPONSE_ACCEPT)
    file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));
  if (file != NULL && g_file_peek_path (file) != NULL)
    write_to (self, g_file_peek_path (file));
}

void
dl_sweep_export_ask (DlSweepView *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  g_autofree char *name
      = g_strdup_printf ("%s-sweep.pdf", dl_sweep_job_get_points (self->job)->spec->scenario->name);

  g_clear_object (&self->chooser);
  /* Translators: the endings say in which formats figures are written */
  self->chooser = gtk_file_chooser_native_new (_ ("Export Figure (.pdf, .svg, .png, .csv)"),
                                               GTK_WINDOW (root), GTK_FILE_CHOOSER_ACTION_SAVE,
                                               _ ("_Export"), _ ("_Cancel"));
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (self->chooser), TRUE);
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (self->chooser),
                                     g_strdelimit (name, " /\\:*?\"<>|\t\n", '-'));
  g_signal_connect_object (self->chooser, "response", G_CALLBACK (on_response), self, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (self->chooser));
}

/* The command ---------------------------------------------------------------------------------- */

static void
append_option (GString *command, const char *option, const char *value)
{
  g_autofree char *quoted = g_shell_quote (value);

  g_string_append_printf (command, " %s %s", option, quoted);
}

/* What the sweep's scenario states otherwise than the one that is open, which is in the library. */
static void
append_changes (GString *command, DlSweepView *self, const DlScenario *swept)
{
  const DlScenario *now = dl_session_get_scenario (self->session);
  g_auto (GStrv) changes = NULL;

  if (now->kind != swept->kind)
    return;
  changes = dl_pin_assignments (now, swept);
  for (guint i = 0; changes[i] != NULL; i++)
    append_option (command, "--set", changes[i]);
}

char *
dl_sweep_export_command (DlSweepView *self, const char *output)
{
  const DlSweepChart *chart = dl_sweep_curves_get_chart (self->curves);
  const DlSweepSpec *spec = chart->points->spec;
  g_autofree char *name = g_strdup_printf ("library:%s", spec->scenario->name);
  g_autoptr (GString) ids = g_string_new (NULL);
  GString *command = g_string_new ("dateline-cli figure");

  append_option (command, "sweep", name);
  append_changes (command, self, spec->scenario);
  for (guint i = 0; i < spec->keys->len; i++)
    {
      g_autofree char *line = dl_sweep_spec_assignment (spec, i);

      append_option (command, "--vary", line);
    }
  if (spec->only_static)
    g_string_append (command, " --static");
  else if (spec->n_seeds > 1)
    g_string_append_printf (command, " --seeds %u", spec->n_seeds);
  for (guint i = 0; i < chart->n_measures; i++)
    g_string_append_printf (ids, "%s%s", i > 0 ? "," : "", chart->measures[i]->id);
  g_string_append_printf (command, " --measures %s --width %g", ids->str, DL_WIDTH_PAGE_IN);
  append_option (command, "-o", output);
  return g_string_free (command, FALSE);
}

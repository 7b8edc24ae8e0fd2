#include "dl-export-dialog.h"

#include "dl-toast-overlay.h"
#include "dl-value.h"

#include <glib/gi18n-lib.h>

#include <math.h>
#include <string.h>

/* Where the figure lay that was exported last, kept with the session. */
#define FOLDER_KEY "dl-export-folder"

#define SCREEN_DPI   96.0
#define POINTS       72.0 /* an inch */
#define MM           25.4 /* an inch */
#define PAGE_MARGIN  24.0 /* pixels around the page */
#define CUSTOM_WIDTH 3    /* index in the drop-down */

static const double widths_in[CUSTOM_WIDTH]
    = { DL_WIDTH_COLUMN_IN, DL_WIDTH_PAGE_IN, DL_WIDTH_SLIDE_IN };

/* In the order of DlFigureFormat. */
static const char *const endings[] = { "pdf", "svg", "png", "csv" };

/* The scenario under every policy; made in a thread, shared by g_atomic_rc_box. */
typedef struct
{
  DlResult *result; /* whose scenario it is */
  DlSeries *series; /* (n) */
  guint n;
} Policies;

struct _DlExportDialog
{
  GtkWindow parent;
  DlSession *session;
  GSettings *settings; /* NULL where the schema is not installed */
  DlFigureInput view;  /* metric, dimension and node that were asked for */
  DlResult *result;    /* what is drawn; nullable */
  Policies *policies;  /* of that result; nullable */
  GCancellable *computing;
  gboolean writing;
  GtkFileChooserNative *chooser;

  DlToastOverlay *toasts;
  GtkDropDown *figure, *format, *width;
  GtkWidget *description;
  GtkWidget *width_row, *inches_row, *inches, *dpi_row, *dpi;
  GtkWidget *size, *error, *caption;
  GtkWidget *pages, *preview, *spinner, *busy_label;
  GtkWidget *export_button;
};

enum
{
  EXPORTED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (DlExportDialog, dl_export_dialog, GTK_TYPE_WINDOW)

static void update (DlExportDialog *self);

/* What is chosen ------------------------------------------------------------------------------- */

static const DlFigure *
chosen_figure (DlExportDialog *self)
{
  guint n;
  const DlFigure *const *figures = dl_figures (&n);
  const guint index = gtk_drop_down_get_selected (self->figure);

  return figures[MIN (index, n - 1)];
}

static DlFigureFormat
chosen_format (DlExportDialog *self)
{
  return MIN (gtk_drop_down_get_selected (self->format), DL_FIGURE_CSV);
}

static double
chosen_width_in (DlExportDialog *self)
{
  const guint index = gtk_drop_down_get_selected (self->width);

  return index < CUSTOM_WIDTH ? widths_in[index]
                              : gtk_spin_button_get_value (GTK_SPIN_BUTTON (self->inches));
}

static double
chosen_dpi (DlExportDialog *self)
{
  return gtk_spin_button_get_value (GTK_SPIN_BUTTON (self->dpi));
}

/* FALSE while something that the figure needs is not there. */
static gboolean
figure_input (DlExportDialog *self, DlFigureInput *input)
{
  if (self->result == NULL || (chosen_figure (self)->needs_policies && self->policies == NULL))
    return FALSE;
  *input = self->view;
  input->scenario = self->result->scenario;
  input->analysis = self->result->analysis;
  input->policies = self->policies != NULL ? self->policies->series : NULL;
  input->n_policies = self->policies != NULL ? self->policies->n : 0;
  if (input->node >= input->analysis->network->n_nodes)
    input->node = 0;
  return TRUE;
}

/* The scenario under each policy --------------------------------------------------------------- */

static void
policies_clear (Policies *policies)
{
  for (guint i = 0; i < policies->n; i++)
    dl_analysis_unref ((DlAnalysis *) policies->series[i].analysis);
  g_free (policies->series);
  dl_result_unref (policies->result);
}

static void
policies_unref (gpointer policies)
{
  g_atomic_rc_box_release_full (policies, (GDestroyNotify) policies_clear);
}

static void
compute_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Policies *policies = g_atomic_rc_box_new0 (Policies);
  GError *error = NULL;
  guint n;
  const DlVcPolicy *const *all = dl_vc_policies (&n);

  policies->result = dl_result_ref (data);
  policies->series = g_new0 (DlSeries, n);
  for (guint i = 0; i < n; i++)
    {
      DlAnalysis *analysis
          = dl_evaluate_policy (policies->result->scenario, all[i], cancellable, &error);
      if (analysis == NULL)
        {
          policies_unref (policies);
          g_task_return_error (task, error);
          return;
        }
      policies->series[policies->n++] = (DlSeries) { _ (all[i]->title), analysis };
    }
  g_task_return_pointer (task, policies, policies_unref);
}

static void
show_error (DlExportDialog *self, const char *message)
{
  gtk_label_set_label (GTK_LABEL (self->error), message != NULL ? message : "");
  gtk_widget_set_visible (self->error, message != NULL);
}

static void
on_computed (GObject *source, GAsyncResult *result, gpointer user_data)
{
  DlExportDialog *self = DL_EXPORT_DIALOG (source);
  g_autoptr (GError) error = NULL;
  Policies *policies = g_task_propagate_pointer (G_TASK (result), &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return; /* for a newer one, or closed */
  g_clear_object (&self->computing);
  self->policies = policies;
  if (error != NULL)
    show_error (self, error->message);
  update (self);
}

static void
stop_computing (DlExportDialog *self)
{
  g_cancellable_cancel (self->computing);
  g_clear_object (&self->computing);
}

static void
start_computing (DlExportDialog *self)
{
  g_autoptr (GTask) task = NULL;

  self->computing = g_cancellable_new ();
  task = g_task_new (self, self->computing, on_computed, NULL);
  g_task_set_task_data (task, dl_result_ref (self->result), (GDestroyNotify) dl_result_unref);
  g_task_run_in_thread (task, compute_in_thread);
}

static void
on_result (DlExportDialog *self)
{
  DlResult *result = dl_session_get_result (self->session);

  if (result == self->result)
    return;
  stop_computing (self);
  g_clear_pointer (&self->policies, policies_unref);
  g_clear_pointer (&self->result, dl_result_unref);
  self->result = result != NULL ? dl_result_ref (result) : NULL;
  update (self);
}

/* The preview ---------------------------------------------------------------------------------- */

/* Pixels an inch of the preview: the screen's, or fewer so that the page fits. */
static double
preview_scale (DlExportDialog *self, double width_in, double height_in, int width, int height)
{
  const double fit
      = MIN ((width - 2 * PAGE_MARGIN) / width_in, (height - 2 * PAGE_MARGIN) / height_in);

  return MAX (MIN (fit, SCREEN_DPI), 1);
}

static double
figure_height_in (DlExportDialog *self, const DlFigureInput *input)
{
  return chosen_figure (self)->height (input, chosen_width_in (self) * POINTS) / POINTS;
}

static void
draw_page (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer user_data)
{
  DlExportDialog *self = user_data;
  const double width_in = chosen_width_in (self);
  DlFigureInput input;

  if (!figure_input (self, &input))
    return;
  const double height_in = figure_height_in (self, &input);
  const double scale = preview_scale (self, width_in, height_in, width, height);

  cairo_translate (cr, round ((width - width_in * scale) / 2),
                   round ((height - height_in * scale) / 2));
  for (guint i = 1; i <= 4; i++)
    {
      cairo_rectangle (cr, -(double) i, 1 - (double) i, width_in * scale + 2 * i,
                       height_in * scale + 2 * i);
      cairo_set_source_rgba (cr, 0, 0, 0, 0.07);
      cairo_fill (cr);
    }
  cairo_rectangle (cr, 0, 0, width_in * scale, height_in * scale);
  cairo_set_source_rgb (cr, 1, 1, 1);
  cairo_fill_preserve (cr);
  cairo_clip (cr);
  cairo_scale (cr, scale / POINTS, scale / POINTS);
  chosen_figure (self)->draw (cr, &input, width_in * POINTS, height_in * POINTS, dl_theme_paper ());
}

static void
update_caption (DlExportDialog *self)
{
  DlFigureInput input;
  g_autofree char *size = NULL;
  g_autofree char *caption = NULL;
  g_autofree char *spoken = NULL;

  if (!figure_input (self, &input))
    {
      gtk_label_set_label (GTK_LABEL (self->size), "");
      gtk_widget_set_visible (self->size, FALSE);
      gtk_label_set_label (GTK_LABEL (self->caption), "");
      return;
    }
  const double width_in = chosen_width_in (self);
  const double height_in = figure_height_in (self, &input);
  const double scale
      = preview_scale (self, width_in, height_in, gtk_widget_get_width (self->preview),
                       gtk_widget_get_height (self->preview));

  switch (chosen_format (self))
    {
    case DL_FIGURE_PNG:
      size = g_strdup_printf (_ ("%.0f × %.0f pixels"), ceil (width_in * chosen_dpi (self)),
                              ceil (height_in * chosen_dpi (self)));
      break;
    case DL_FIGURE_CSV:
      size = g_strdup (_ ("Exactly the numbers that are drawn"));
      break;
    default:
      size = g_strdup_printf (_ ("%.0f × %.0f mm"), width_in * MM, height_in * MM);
    }
  gtk_label_set_label (GTK_LABEL (self->size), size);
  gtk_widget_set_visible (self->size, TRUE);

  /* Translators: a figure's size in inches, and how large it is shown: “3.50 × 2.80 in, shown at
   * 100 %” */
  caption = g_strdup_printf (_ ("%.2f × %.2f in, shown at %.0f %%"), width_in, height_in,
                             100 * scale / SCREEN_DPI);
  gtk_label_set_label (GTK_LABEL (self->caption), self->writing ? _ ("Writing…") : caption);
  spoken = g_strdup_printf (_ ("Preview: %s"), _ (chosen_figure (self)->title));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->preview), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  spoken, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, caption, -1);
}

static void
on_resize (GtkDrawingArea *area, int width, int height, DlExportDialog *self)
{
  update_caption (self);
}

static void
update (DlExportDialog *self)
{
  const DlFigureFormat format = chosen_format (self);
  DlFigureInput input;
  const gboolean ready = figure_input (self, &input);

  if (!ready && self->result != NULL && self->computing == NULL
      && !gtk_widget_get_visible (self->error))
    start_computing (self);
  gtk_widget_set_sensitive (self->width_row, format != DL_FIGURE_CSV);
  gtk_widget_set_sensitive (self->inches_row, format != DL_FIGURE_CSV);
  gtk_widget_set_visible (self->inches_row,
                          gtk_drop_down_get_selected (self->width) == CUSTOM_WIDTH);
  gtk_widget_set_visible (self->dpi_row, format == DL_FIGURE_PNG);
  gtk_widget_set_sensitive (self->export_button, ready && !self->writing);
  gtk_label_set_label (GTK_LABEL (self->busy_label),
                       self->result == NULL ? _ ("Waiting for the analysis…")
                                            : _ ("Analysing the scenario under every policy…"));
  gtk_spinner_set_spinning (GTK_SPINNER (self->spinner), !ready);
  gtk_stack_set_visible_child_name (GTK_STACK (self->pages), ready ? "preview" : "busy");
  update_caption (self);
  gtk_widget_queue_draw (self->preview);
}

static void
on_figure (DlExportDialog *self)
{
  gtk_label_set_label (GTK_LABEL (self->description), _ (chosen_figure (self)->description));
  show_error (self, NULL);
  update (self);
}

/* A width of one's own begins at the one that was chosen. */
static void
on_width (DlExportDialog *self)
{
  const guint index = gtk_drop_down_get_selected (self->width);

  if (index < CUSTOM_WIDTH)
    gtk_spin_button_set_value (GTK_SPIN_BUTTON (self->inches), widths_in[index]);
  update (self);
}

/* Writing -------------------------------------------------------------------------------------- */

static char *
suggested_name (DlExportDialog *self)
{
  char *name = g_strdup_printf ("%s-%s.%s", dl_session_get_scenario (self->session)->name,
                                chosen_figure (self)->id, endings[chosen_format (self)]);

  return g_strdelimit (name, " /\\:*?\"<>|\t\n", '-');
}

static void
remember (DlExportDialog *self, GFile *file)
{
  g_object_set_data_full (G_OBJECT (self->session), FOLDER_KEY, g_file_get_parent (file),
                          g_object_unref);
  if (self->settings == NULL)
    return;
  g_settings_set_string (self->settings, "figure-format", endings[chosen_format (self)]);
  g_settings_set_double (self->settings, "figure-width", chosen_width_in (self));
}

/* A name without an ending gets that of the format. The dialog asked about another file then, so
 * one that is there already stays. */
static GFile *
with_ending (DlExportDialog *self, GFile *file, GError **error)
{
  g_autofree char *path = g_file_get_path (file);
  g_autofree char *complete = NULL;
  DlFigureFormat format;

  if (path == NULL)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
                   _ ("Figures can only be written to files of this computer"));
      return NULL;
    }
  if (dl_figure_format_for (path, &format, NULL))
    return g_object_ref (file);
  complete = g_strconcat (path, ".", endings[chosen_format (self)], NULL);
  if (g_file_test (complete, G_FILE_TEST_EXISTS))
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_EXISTS,
                   _ ("“%s” is there already (another name, or choose it to replace it)"),
                   complete);
      return NULL;
    }
  return g_file_new_for_path (complete);
}

/* A figure on its way to the disk: large ones take up to a second. */
typedef struct
{
  const DlFigure *figure;
  DlFigureInput input;
  DlResult *result;
  Policies *policies; /* nullable */
  GFile *file;
  double width_in, dpi;
  DlToastOverlay *toasts; /* where to tell; nullable */
} Writing;

static void
writing_free (gpointer data)
{
  Writing *writing = data;

  dl_result_unref (writing->result);
  g_clear_pointer (&writing->policies, policies_unref);
  g_object_unref (writing->file);
  g_clear_object (&writing->toasts);
  g_free (writing);
}

static void
write_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Writing *writing = data;
  GError *error = NULL;

  if (dl_figure_export (writing->figure, &writing->input, g_file_peek_path (writing->file),
                        writing->width_in, writing->dpi, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
tell (const Writing *writing)
{
  g_autoptr (GFile) folder = g_file_get_parent (writing->file);
  g_autofree char *name = g_file_get_basename (writing->file);
  g_autofree char *shown = g_filename_display_name (name);
  g_autofree char *title = g_strdup_printf (_ ("Exported “%s”"), shown);
  g_autofree char *path = g_file_get_parse_name (folder);

  if (writing->toasts != NULL)
    dl_toast_overlay_show (writing->toasts, title, path, NULL, NULL, NULL);
}

static void
on_written (GObject *source, GAsyncResult *result, gpointer user_data)
{
  DlExportDialog *self = DL_EXPORT_DIALOG (source);
  const Writing *writing = g_task_get_task_data (G_TASK (result));
  g_autoptr (GError) error = NULL;
  const gboolean written = g_task_propagate_boolean (G_TASK (result), &error);

  self->writing = FALSE;
  if (written)
    tell (writing);
  if (self->session == NULL)
    return; /* closed meanwhile */
  update (self);
  if (written)
    {
      remember (self, writing->file);
      g_signal_emit (self, signals[EXPORTED], 0, g_file_peek_path (writing->file));
      gtk_window_close (GTK_WINDOW (self));
    }
  else
    show_error (self, error->message);
}

static void
write_figure (DlExportDialog *self, GFile *chosen)
{
  GtkWindow *parent = gtk_window_get_transient_for (GTK_WINDOW (self));
  g_autoptr (GError) error = NULL;
  g_autoptr (GFile) file = with_ending (self, chosen, &error);
  g_autoptr (GTask) task = NULL;
  DlFigureInput input;
  Writing *writing;

  if (file == NULL)
    show_error (self, error->message);
  if (file == NULL || !figure_input (self, &input))
    return;
  writing = g_new0 (Writing, 1);
  writing->figure = chosen_figure (self);
  writing->input = input;
  writing->result = dl_result_ref (self->result);
  writing->policies = self->policies != NULL ? g_atomic_rc_box_acquire (self->policies) : NULL;
  writing->file = g_steal_pointer (&file);
  writing->width_in = chosen_width_in (self);
  writing->dpi = chosen_dpi (self);
  if (parent != NULL)
    g_set_object (&writing->toasts, dl_toast_overlay_find (GTK_WIDGET (parent)));
  task = g_task_new (self, NULL, on_written, NULL);
  g_task_set_task_data (task, writing, writing_free);
  g_task_run_in_thread (task, write_in_thread);
  self->writing = TRUE;
  update (self);
}

static void
on_response (GtkNativeDialog *chooser, int response, DlExportDialog *self)
{
  g_autoptr (GtkFileChooserNative) done = g_steal_pointer (&self->chooser);
  g_autoptr (GFile) file = NULL;

  gtk_native_dialog_hide (chooser);
  if (response == GTK_RESPONSE_ACCEPT)
    file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (chooser));
  if (file != NULL)
    write_figure (self, file);
}

static void
on_export (DlExportDialog *self)
{
  GFile *folder = g_object_get_data (G_OBJECT (self->session), FOLDER_KEY);
  g_autofree char *name = suggested_name (self);

  gtk_spin_button_update (GTK_SPIN_BUTTON (self->inches));
  gtk_spin_button_update (GTK_SPIN_BUTTON (self->dpi));
  show_error (self, NULL);
  g_clear_object (&self->chooser);
  self->chooser
      = gtk_file_chooser_native_new (_ ("Export Figure"), GTK_WINDOW (self),
                                     GTK_FILE_CHOOSER_ACTION_SAVE, _ ("_Export"), _ ("_Cancel"));
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (self->chooser), TRUE);
  if (folder != NULL)
    gtk_file_chooser_set_current_folder (GTK_FILE_CHOOSER (self->chooser), folder, NULL);
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (self->chooser), name);
  g_signal_connect_object (self->chooser, "response", G_CALLBACK (on_response), self, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (self->chooser));
}

/* The command ---------------------------------------------------------------------------------- */

static void
append_option (GString *command, const char *option, const char *value)
{
  g_autofree char *quoted = g_shell_quote (value);

  g_string_append_printf (command, " %s %s", option,
                          strpbrk (value, " '\"$&()*;<>?[\\]`{|}~#!") != NULL ? quoted : value);
}

/* What writes the same figure; options that are the default are left out. */
static char *
command_line (DlExportDialog *self)
{
  const DlFigureInput *view = &self->view;
  const DlFigure *figure = chosen_figure (self);
  g_autofree char *name = suggested_name (self);
  g_autofree char *width = dl_value_format_double (chosen_width_in (self));
  g_autofree char *dpi = dl_value_format_double (chosen_dpi (self));
  g_autofree char *scenario
      = dl_session_get_scenario_id (self->session) != 0
            ? g_strconcat ("library:", dl_session_get_scenario (self->session)->name, NULL)
            : g_strdup ("FILE.dateline");
  GString *command = g_string_new ("dateline-cli figure");

  append_option (command, figure->id, scenario);
  if (figure->uses_metric && view->metric != DL_METRIC_BALANCE)
    append_option (command, "--metric", dl_metric_id (view->metric));
  if (figure->uses_ring && self->result != NULL)
    {
      const DlTorus *torus = &self->result->analysis->network->torus;
      g_autofree char *node = dl_coord_to_string (torus->coord[view->node]);
      append_option (command, "--dimension", dl_dim_name (view->dim));
      append_option (command, "--node", node);
    }
  append_option (command, "-o", name);
  if (chosen_format (self) != DL_FIGURE_CSV && chosen_width_in (self) != DL_WIDTH_COLUMN_IN)
    append_option (command, "--width", width);
  if (chosen_format (self) == DL_FIGURE_PNG && chosen_dpi (self) != DL_DPI_DEFAULT)
    append_option (command, "--dpi", dpi);
  return g_string_free (command, FALSE);
}

static void
on_copy_command (DlExportDialog *self)
{
  g_autofree char *command = command_line (self);

  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), command);
  dl_toast_overlay_show (self->toasts, _ ("Copied the command"), command, NULL, NULL, NULL);
}

/* The window ----------------------------------------------------------------------------------- */

static void
fill (GtkDropDown *down, const char *const *titles)
{
  g_autoptr (GtkStringList) list = gtk_string_list_new (titles);

  gtk_drop_down_set_model (down, G_LIST_MODEL (list));
}

static void
fill_choices (DlExportDialog *self)
{
  const char *const formats[] = { _ ("PDF, vectors"), _ ("SVG, vectors"), _ ("PNG, an image"),
                                  _ ("CSV, the numbers"), NULL };
  const char *const widths[]
      = { _ ("Column, 3.5 in"), _ ("Page, 7.16 in"), _ ("Slide, 13.333 in"), _ ("Other"), NULL };
  guint n;
  const DlFigure *const *figures = dl_figures (&n);
  g_autoptr (GPtrArray) titles = g_ptr_array_new ();

  for (guint i = 0; i < n; i++)
    g_ptr_array_add (titles, (gpointer) _ (figures[i]->title));
  g_ptr_array_add (titles, NULL);
  fill (self->figure, (const char *const *) titles->pdata);
  fill (self->format, formats);
  fill (self->width, widths);
}

static void
choose_figure (DlExportDialog *self, const char *id)
{
  guint n;
  const DlFigure *const *figures = dl_figures (&n);

  for (guint i = 0; i < n; i++)
    if (g_strcmp0 (figures[i]->id, id) == 0)
      gtk_drop_down_set_selected (self->figure, i);
}

static void
load_settings (DlExportDialog *self)
{
  GSettingsSchemaSource *source = g_settings_schema_source_get_default ();
  g_autoptr (GSettingsSchema) schema
      = source != NULL ? g_settings_schema_source_lookup (source, "org.dateline.Dateline", TRUE)
                       : NULL;
  g_autofree char *format = NULL;
  double width_in;
  guint index = 0;

  if (schema == NULL)
    return;
  self->settings = g_settings_new_full (schema, NULL, NULL);
  format = g_settings_get_string (self->settings, "figure-format");
  for (guint i = 0; i < G_N_ELEMENTS (endings); i++)
    if (strcmp (endings[i], format) == 0)
      gtk_drop_down_set_selected (self->format, i);
  width_in = g_settings_get_double (self->settings, "figure-width");
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (self->inches), width_in);
  while (index < CUSTOM_WIDTH && widths_in[index] != width_in)
    index++;
  gtk_drop_down_set_selected (self->width, index);
}

static void
dispose (GObject *object)
{
  DlExportDialog *self = DL_EXPORT_DIALOG (object);

  stop_computing (self);
  if (self->session != NULL)
    g_signal_handlers_disconnect_by_data (self->session, self);
  if (self->chooser != NULL)
    gtk_native_dialog_hide (GTK_NATIVE_DIALOG (self->chooser));
  g_clear_object (&self->chooser);
  g_clear_pointer (&self->policies, policies_unref);
  g_clear_pointer (&self->result, dl_result_unref);
  g_clear_object (&self->session);
  g_clear_object (&self->settings);
  G_OBJECT_CLASS (dl_export_dialog_parent_class)->dispose (object);
}

static void
dl_export_dialog_class_init (DlExportDialogClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = dispose;
  signals[EXPORTED] = g_signal_new ("exported", DL_TYPE_EXPORT_DIALOG, G_SIGNAL_RUN_LAST, 0, NULL,
                                    NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  g_type_ensure (DL_TYPE_TOAST_OVERLAY);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/dateline/Dateline/dl-export-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, DlExportDialog, toasts);
  gtk_widget_class_bind_template_child (widget_class, DlExportDialog, figure);
  gtk_widget_class_bind_template_child (widget_class, DlExportDialog, format);
  gtk_widget_class_bind_template_child (widget_class, DlExportDialog, width);
  gtk_widget_class_bind_template_child (widget_class, DlExportDialog, description);
  gtk_widget_class_bind_template_child (widget_class, DlExportDialog, width_row);
  gtk_widget_class_bind_template_child (widget_class, DlExportDialog, inches_row);
  gtk_widget_class_bind_template_child (widget_class, DlExportDialog, inches);
  gtk_widget_class_bind_template_child (widget_class, DlExportDialog, dpi_row);
  gtk_widget_class_bind_template_child (widget_class, DlExportDialog, dpi);
  gtk_widget_class_bind_template_child (widget_class, DlExportDialog, size);
  gtk_widget_class_bind_template_child (widget_class, DlExportDialog, error);
  gtk_widget_class_bind_template_child (widget_class, DlExportDialog, caption);
  gtk_widget_class_bind_template_child (widget_class, DlExportDialog, pages);
  gtk_widget_class_bind_template_child (widget_class, DlExportDialog, preview);
  gtk_widget_class_bind_template_child (widget_class, DlExportDialog, spinner);
  gtk_widget_class_bind_template_child (widget_class, DlExportDialog, busy_label);
  gtk_widget_class_bind_template_child (widget_class, DlExportDialog, export_button);
  gtk_widget_class_bind_template_callback (widget_class, on_figure);
  gtk_widget_class_bind_template_callback (widget_class, on_width);
  gtk_widget_class_bind_template_callback (widget_class, update);
  gtk_widget_class_bind_template_callback (widget_class, on_export);
  gtk_widget_class_bind_template_callback (widget_class, on_copy_command);
  gtk_widget_class_bind_template_callback (widget_class, gtk_window_close);
}

static void
dl_export_dialog_init (DlExportDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (self->preview), draw_page, self, NULL);
  g_signal_connect (self->preview, "resize", G_CALLBACK (on_resize), self);
}

GtkWindow *
dl_export_dialog_present (GtkWindow *parent, DlSession *session, const char *figure_id,
                          DlMetric metric, DlDim dim, guint node)
{
  DlExportDialog *self = g_object_new (DL_TYPE_EXPORT_DIALOG, "transient-for", parent, NULL);
  DlResult *result = dl_session_get_result (session);

  self->session = g_object_ref (session);
  self->view = (DlFigureInput) { .metric = metric, .dim = dim, .node = node };
  self->result = result != NULL ? dl_result_ref (result) : NULL;
  fill_choices (self);
  load_settings (self);
  choose_figure (self, figure_id);
  on_figure (self);
  g_signal_connect_swapped (session, "notify::result", G_CALLBACK (on_result), self);
  gtk_window_present (GTK_WINDOW (self));
  return GTK_WINDOW (self);
}

#include "dl-export-dialog.h"

#include "dl-figure-command.h"
#include "dl-figure-jobs.h"
#include "dl-figure-page.h"
#include "dl-toast-overlay.h"

#include <glib/gi18n-lib.h>

#include <math.h>
#include <string.h>

/* Where the figure lay that was exported last, kept with the session. */
#define FOLDER_KEY "dl-export-folder"

#define MM           25.4 /* an inch */
#define CUSTOM_WIDTH 3    /* index in the drop-down */

static const double widths_in[CUSTOM_WIDTH]
    = { DL_WIDTH_COLUMN_IN, DL_WIDTH_PAGE_IN, DL_WIDTH_SLIDE_IN };

struct _DlExportDialog
{
  GtkWindow parent;
  DlSession *session;
  GSettings *settings;           /* NULL where the schema is not installed */
  DlKind kind;                   /* of network, whose figures are offered */
  DlFigureInput view;            /* metric, ring, group and order that were asked for */
  DlFigureData *data;            /* what is drawn; nullable */
  DlSimFigure *simulation;       /* nullable */
  DlLoadCurve *load_curve;       /* nullable */
  DlCounters *counters;          /* nullable */
  DlMeasured *measured;          /* nullable */
  GCancellable *completing;      /* while more is made of the data */
  const DlFigure *completed_for; /* the figure that it is for */
  gint *permille;                /* atomic: how far that has come; of its callback */
  guint ticker;
  GtkFileChooserNative *chooser;
  GFile *writing;                /* where to; NULL while nothing is written */
  DlToastOverlay *parent_toasts; /* where to tell; nullable */

  DlToastOverlay *toasts;
  GtkDropDown *figure, *format, *width;
  GtkWidget *description;
  GtkWidget *width_row, *inches_row, *inches, *dpi_row, *dpi;
  GtkWidget *size, *error, *caption;
  DlFigurePage *preview;
  GtkWidget *pages, *spinner, *busy_label, *progress, *stop_button;
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
static void offer_figures (DlExportDialog *self, DlKind kind);

/* What is chosen ------------------------------------------------------------------------------- */

static const DlFigure *const *
figures_of (DlKind kind, guint *n)
{
  return kind == DL_KIND_DRAGONFLY ? dl_dragonfly_figures (n) : dl_figures (n);
}

static const DlFigure *
chosen_figure (DlExportDialog *self)
{
  guint n;
  const DlFigure *const *figures = figures_of (self->kind, &n);
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

static void
show_error (DlExportDialog *self, const char *message)
{
  gtk_label_set_label (GTK_LABEL (self->error), message != NULL ? message : "");
  gtk_widget_set_visible (self->error, message != NULL);
}

/* What the figure needs ------------------------------------------------------------------------ */

static gboolean
on_tick (gpointer user_data)
{
  DlExportDialog *self = user_data;

  gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (self->progress),
                                 g_atomic_int_get (self->permille) / 1000.0);
  return G_SOURCE_CONTINUE;
}

/* On any thread. */
static void
note_progress (double fraction, gpointer permille)
{
  g_atomic_int_set ((gint *) permille, (gint) (1000 * fraction));
}

static void
forget_completing (DlExportDialog *self)
{
  g_clear_object (&self->completing);
  g_clear_handle_id (&self->ticker, g_source_remove);
  self->completed_for = NULL;
  self->permille = NULL;
}

static void
on_completed (GObject *source, GAsyncResult *result, gpointer user_data)
{
  DlExportDialog *self = DL_EXPORT_DIALOG (source);
  g_autofree gint *permille = user_data;
  g_autoptr (GError) error = NULL;
  DlFigureData *data = dl_figure_data_complete_finish (result, &error);

  if (permille != self->permille)
    {
      dl_figure_data_unref (data);
      return; /* for a newer one, or closed */
    }
  forget_completing (self);
  if (data != NULL)
    {
      dl_figure_data_unref (self->data);
      self->data = data;
    }
  else
    show_error (self, error->message);
  update (self);
}

static void
stop_completing (DlExportDialog *self)
{
  g_cancellable_cancel (self->completing);
  forget_completing (self);
}

static void
start_completing (DlExportDialog *self)
{
  gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (self->progress), 0);
  self->completing = g_cancellable_new ();
  self->completed_for = chosen_figure (self);
  self->permille = g_new0 (gint, 1);
  self->ticker = g_timeout_add (100, on_tick, self);
  dl_figure_data_complete_async (self->data, self->completed_for, note_progress, self->permille,
                                 self, self->completing, on_completed, self->permille);
}

static void
on_stop (DlExportDialog *self)
{
  stop_completing (self);
  show_error (self, _ ("The simulation was cancelled"));
  update (self);
}

/* Of @result, with what there is to show beside it. */
static DlFigureData *
new_data (DlExportDialog *self, DlResult *result, DlCritical *critical, DlLoadCurve *load_curve)
{
  DlFigureData *data = dl_figure_data_new (result, critical, self->simulation, load_curve,
                                           self->counters, self->measured);

  dl_figure_data_set_pin (data, dl_session_get_pin (self->session));
  return data;
}

static void
on_result (DlExportDialog *self)
{
  DlResult *result = dl_session_get_result (self->session);

  if (self->data != NULL && result == self->data->result)
    return;
  stop_completing (self);
  g_clear_pointer (&self->data, dl_figure_data_unref);
  if (result != NULL)
    {
      self->data = new_data (self, result, NULL, NULL);
      offer_figures (self, result->scenario->kind);
    }
  update (self);
}

/* What is shown -------------------------------------------------------------------------------- */

/* What nobody but the user can do about it; NULL: nothing. */
static const char *
lacks (DlExportDialog *self)
{
  return self->data != NULL ? dl_figure_data_lacks (self->data, chosen_figure (self), &self->view)
                            : NULL;
}

static gboolean
is_ready (DlExportDialog *self)
{
  return dl_figure_data_suits (self->data, chosen_figure (self)) && lacks (self) == NULL;
}

static void
update_caption (DlExportDialog *self)
{
  const double width_in = chosen_width_in (self);
  const double height_in = dl_figure_page_get_height_in (self->preview);
  g_autofree char *size = NULL;
  g_autofree char *caption = NULL;
  g_autofree char *spoken = NULL;

  gtk_widget_set_visible (self->size, is_ready (self));
  if (!is_ready (self))
    {
      gtk_label_set_label (GTK_LABEL (self->size), "");
      gtk_label_set_label (GTK_LABEL (self->caption), "");
      return;
    }
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

  /* Translators: a figure's size in inches, and how large it is shown: “3.50 × 2.80 in, shown at
   * 100 %” */
  caption = g_strdup_printf (_ ("%.2f × %.2f in, shown at %.0f %%"), width_in, height_in,
                             100 * dl_figure_page_get_zoom (self->preview));
  gtk_label_set_label (GTK_LABEL (self->caption), self->writing != NULL ? _ ("Writing…") : caption);
  spoken = g_strdup_printf (_ ("Preview: %s"), _ (chosen_figure (self)->title));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->preview), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  spoken, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, caption, -1);
}

static void
update (DlExportDialog *self)
{
  const DlFigureFormat format = chosen_format (self);
  const gboolean ready = is_ready (self);
  const gboolean is_check = chosen_figure (self)->paper_check != NULL;
  const gboolean is_sweep = chosen_figure (self)->needs_load_curve;
  const gboolean simulates = is_check || is_sweep;
  const gboolean stopped = !ready && simulates && gtk_widget_get_visible (self->error);

  if (self->completing != NULL && self->completed_for != chosen_figure (self))
    stop_completing (self);
  if (!ready && lacks (self) == NULL && self->data != NULL && self->completing == NULL
      && !gtk_widget_get_visible (self->error))
    start_completing (self);
  gtk_widget_set_sensitive (self->width_row, format != DL_FIGURE_CSV);
  gtk_widget_set_sensitive (self->inches_row, format != DL_FIGURE_CSV);
  gtk_widget_set_visible (self->inches_row,
                          gtk_drop_down_get_selected (self->width) == CUSTOM_WIDTH);
  gtk_widget_set_visible (self->dpi_row, format == DL_FIGURE_PNG);
  gtk_widget_set_sensitive (self->export_button, ready && self->writing == NULL);
  gtk_label_set_label (GTK_LABEL (self->busy_label),
                       self->data == NULL     ? _ ("Waiting for the analysis…")
                       : lacks (self) != NULL ? lacks (self)
                       : is_check             ? _ ("Simulating what the paper measured…")
                       : is_sweep             ? _ ("Simulating at rising loads…")
                                              : _ ("Analysing the scenario under every policy…"));
  gtk_widget_set_visible (self->busy_label, !stopped);
  gtk_widget_set_visible (self->spinner, !stopped);
  gtk_widget_set_visible (self->progress, simulates && !stopped);
  gtk_widget_set_visible (self->stop_button, simulates && !stopped);
  gtk_spinner_set_spinning (GTK_SPINNER (self->spinner),
                            !ready && !stopped && lacks (self) == NULL);
  gtk_stack_set_visible_child_name (GTK_STACK (self->pages), ready ? "preview" : "busy");
  dl_figure_page_set (self->preview, chosen_figure (self), ready ? self->data : NULL, self->view,
                      chosen_width_in (self));
  update_caption (self);
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
  const DlFigure *figure = chosen_figure (self);
  const char *ending = dl_figure_ending (chosen_format (self));
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
  g_settings_set_string (self->settings, "figure-format", dl_figure_ending (chosen_format (self)));
  g_settings_set_double (self->settings, "figure-width", chosen_width_in (self));
}

static void
tell (DlExportDialog *self)
{
  g_autoptr (GFile) folder = g_file_get_parent (self->writing);
  g_autofree char *name = g_file_get_basename (self->writing);
  g_autofree char *shown = g_filename_display_name (name);
  g_autofree char *title = g_strdup_printf (_ ("Exported “%s”"), shown);
  g_autofree char *path = g_file_get_parse_name (folder);

  if (self->parent_toasts != NULL)
    dl_toast_overlay_show (self->parent_toasts, title, path, NULL, NULL, NULL);
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
  update (self);
  if (written)
    {
      remember (self, file);
      g_signal_emit (self, signals[EXPORTED], 0, g_file_peek_path (file));
      gtk_window_close (GTK_WINDOW (self));
    }
  else
    show_error (self, error->message);
}

void
dl_export_dialog_write (DlExportDialog *self, GFile *chosen)
{
  GtkWindow *parent = gtk_window_get_transient_for (GTK_WINDOW (self));
  g_autoptr (GError) error = NULL;
  g_autoptr (GFile) file = dl_figure_complete_file (chosen, chosen_format (self), &error);

  show_error (self, error != NULL ? error->message : NULL);
  if (file == NULL || !is_ready (self) || self->writing != NULL)
    return;
  self->writing = g_steal_pointer (&file);
  if (parent != NULL)
    g_set_object (&self->parent_toasts, dl_toast_overlay_find (GTK_WIDGET (parent)));
  dl_figure_write_async (chosen_figure (self), self->data, self->view, self->writing,
                         chosen_width_in (self), chosen_dpi (self), self, on_written, NULL);
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
    dl_export_dialog_write (self, file);
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

static char *
command_line (DlExportDialog *self)
{
  const gboolean known
      = is_ready (self) || (self->data != NULL && chosen_figure (self)->paper_check == NULL);
  const DlFigureInput view
      = known ? dl_figure_data_input (self->data, chosen_figure (self), self->view) : self->view;
  g_autofree char *output = suggested_name (self);
  g_autofree char *scenario
      = dl_session_get_scenario_id (self->session) != 0
            ? g_strconcat ("library:", dl_session_get_scenario (self->session)->name, NULL)
            : g_strdup ("FILE.dateline");

  return dl_figure_command (chosen_figure (self), &view, scenario, output, chosen_width_in (self),
                            chosen_dpi (self));
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

  fill (self->format, formats);
  fill (self->width, widths);
}

static void
fill_figures (DlExportDialog *self)
{
  guint n;
  const DlFigure *const *figures = figures_of (self->kind, &n);
  g_autoptr (GPtrArray) titles = g_ptr_array_new ();

  for (guint i = 0; i < n; i++)
    g_ptr_array_add (titles, (gpointer) _ (figures[i]->title));
  g_ptr_array_add (titles, NULL);
  fill (self->figure, (const char *const *) titles->pdata);
}

static void
choose_figure (DlExportDialog *self, const char *id)
{
  guint n;
  const DlFigure *const *figures = figures_of (self->kind, &n);

  for (guint i = 0; i < n; i++)
    if (g_strcmp0 (figures[i]->id, id) == 0)
      gtk_drop_down_set_selected (self->figure, i);
}

/* Another scenario may be of the other kind; a figure that both have stays chosen. */
static void
offer_figures (DlExportDialog *self, DlKind kind)
{
  const char *id = chosen_figure (self)->id;

  if (kind == self->kind)
    return;
  self->kind = kind;
  fill_figures (self);
  choose_figure (self, id);
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
  for (DlFigureFormat i = DL_FIGURE_PDF; i <= DL_FIGURE_CSV; i++)
    if (strcmp (dl_figure_ending (i), format) == 0)
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

  stop_completing (self);
  if (self->session != NULL)
    g_signal_handlers_disconnect_by_data (self->session, self);
  if (self->chooser != NULL)
    gtk_native_dialog_hide (GTK_NATIVE_DIALOG (self->chooser));
  g_clear_object (&self->chooser);
  g_clear_pointer (&self->data, dl_figure_data_unref);
  g_clear_pointer (&self->simulation, dl_sim_figure_unref);
  g_clear_pointer (&self->load_curve, dl_load_curve_unref);
  g_clear_pointer (&self->counters, dl_counters_unref);
  g_clear_pointer (&self->measured, dl_measured_unref);
  g_clear_object (&self->session);
  g_clear_object (&self->settings);
  G_OBJECT_CLASS (dl_export_dialog_parent_class)->dispose (object);
}

/* What is being written outlives the window. */
static void
finalize (GObject *object)
{
  DlExportDialog *self = DL_EXPORT_DIALOG (object);

  g_clear_object (&self->writing);
  g_clear_object (&self->parent_toasts);
  G_OBJECT_CLASS (dl_export_dialog_parent_class)->finalize (object);
}

static void
dl_export_dialog_class_init (DlExportDialogClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = dispose;
  G_OBJECT_CLASS (class)->finalize = finalize;
  signals[EXPORTED] = g_signal_new ("exported", DL_TYPE_EXPORT_DIALOG, G_SIGNAL_RUN_LAST, 0, NULL,
                                    NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  g_type_ensure (DL_TYPE_FIGURE_PAGE);
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
  gtk_widget_class_bind_template_child (widget_class, DlExportDialog, progress);
  gtk_widget_class_bind_template_child (widget_class, DlExportDialog, stop_button);
  gtk_widget_class_bind_template_child (widget_class, DlExportDialog, export_button);
  gtk_widget_class_bind_template_callback (widget_class, on_figure);
  gtk_widget_class_bind_template_callback (widget_class, on_width);
  gtk_widget_class_bind_template_callback (widget_class, update);
  gtk_widget_class_bind_template_callback (widget_class, update_caption);
  gtk_widget_class_bind_template_callback (widget_class, on_export);
  gtk_widget_class_bind_template_callback (widget_class, on_stop);
  gtk_widget_class_bind_template_callback (widget_class, on_copy_command);
  gtk_widget_class_bind_template_callback (widget_class, gtk_window_close);
}

static void
dl_export_dialog_init (DlExportDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/* With what there is to show now. */
static void
renew_data (DlExportDialog *self)
{
  DlFigureData *old = self->data;

  stop_completing (self);
  if (old != NULL)
    self->data = new_data (self, old->result, old->critical, self->load_curve);
  dl_figure_data_unref (old);
  update (self);
}

void
dl_export_dialog_set_simulation (DlExportDialog *self, DlSimFigure *simulation)
{
  if (simulation == self->simulation)
    return;
  dl_sim_figure_unref (self->simulation);
  self->simulation = simulation != NULL ? dl_sim_figure_ref (simulation) : NULL;
  renew_data (self);
}

void
dl_export_dialog_set_load_curve (DlExportDialog *self, DlLoadCurve *load_curve)
{
  if (load_curve == self->load_curve)
    return;
  dl_load_curve_unref (self->load_curve);
  self->load_curve = load_curve != NULL ? dl_load_curve_ref (load_curve) : NULL;
  renew_data (self);
}

GtkWindow *
dl_export_dialog_present (GtkWindow *parent, DlSession *session, const char *figure_id,
                          const DlFigureInput *view)
{
  DlExportDialog *self = g_object_new (DL_TYPE_EXPORT_DIALOG, "transient-for", parent, NULL);
  DlResult *result = dl_session_get_result (session);

  self->session = g_object_ref (session);
  self->kind = result != NULL ? result->scenario->kind : dl_session_get_scenario (session)->kind;
  self->view = (DlFigureInput) { .metric = view->metric,
                                 .dim = view->dim,
                                 .node = view->node,
                                 .group = view->group,
                                 .sorted = view->sorted,
                                 .show = view->show };
  self->counters = view->counters != NULL ? dl_counters_ref ((DlCounters *) view->counters) : NULL;
  self->measured = view->measured != NULL ? dl_measured_ref ((DlMeasured *) view->measured) : NULL;
  self->data = result != NULL ? new_data (self, result, (DlCritical *) view->critical, NULL) : NULL;
  fill_choices (self);
  fill_figures (self);
  load_settings (self);
  choose_figure (self, figure_id);
  on_figure (self);
  g_signal_connect_swapped (session, "notify::result", G_CALLBACK (on_result), self);
  gtk_window_present (GTK_WINDOW (self));
  return GTK_WINDOW (self);
}

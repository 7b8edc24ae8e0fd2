#include "dl-export-dialog.h"

#include "compat.h"
#include "dl-choices.h"
#include "dl-export-dialog-private.h"
#include "dl-figure-command.h"
#include "dl-figure-family.h"
#include "dl-output.h"

#include <glib/gi18n-lib.h>

#include <math.h>
#include <string.h>

/* The export dialog: files, and the command that makes the same one. */

/* Where the figure lay that was exported last, kept with the session. */
#define FOLDER_KEY "dl-export-folder"

static guint exported_signal;

static DlFigureFormat export_dialog_format (DlExportDialog *self);
static double export_dialog_width_in (DlExportDialog *self);
static double export_dialog_dpi (DlExportDialog *self);

static char *
suggested_name (DlExportDialog *self)
{
  const DlFigure *figure = dl_export_dialog_figure (self);
  const char *ending = dl_figure_ending (export_dialog_format (self));
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
                         dl_figure_ending (export_dialog_format (self)));
  g_settings_set_double (self->settings, "figure-width", export_dialog_width_in (self));
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
      g_signal_emit (self, exported_signal, 0, g_file_peek_path (file));
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
  g_autoptr (GFile) file = dl_figure_complete_file (chosen, export_dialog_format (self), &error);

  dl_export_dialog_show_error (self, error != NULL ? error->message : NULL);
  if (file == NULL || !dl_export_dialog_is_ready (self) || self->writing != NULL)
    return;
  self->writing = g_steal_pointer (&file);
  if (parent != NULL)
    g_set_object (&self->parent_toasts, dl_toast_find (GTK_WIDGET (parent)));
  dl_figure_write_async (self->drawing, self->writing, export_dialog_width_in (self),
                         export_dialog_dpi (self), self, on_written, NULL);
  dl_export_dialog_update (self);
}

static void
on_chosen (GFile *file, gpointer owner)
{
  dl_export_dialog_write (owner, file);
}

/* Files and commands (dl-export-dialog.c). */
static void
choose_file (DlExportDialog *self)
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

/* The command that makes the figure, with the file's name that is suggested for it. */
static char *
export_dialog_command (DlExportDialog *self)
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
                            output, export_dialog_width_in (self), export_dialog_dpi (self));
}

#define MM           25.4 /* an inch */
#define POINTS       72.0 /* an inch */
#define CUSTOM_WIDTH 3    /* index in the drop-down */

static const double widths_in[CUSTOM_WIDTH]
    = { DL_WIDTH_COLUMN_IN, DL_WIDTH_PAGE_IN, DL_WIDTH_SLIDE_IN };

/* Sizes of the usual text in points; 0: by the width. */
static const double sizes[] = { 0, 6, 7, 8, 9, 10, 11, 12 };
#define N_SIZES G_N_ELEMENTS (sizes)

G_DEFINE_FINAL_TYPE (DlExportDialog, dl_export_dialog, GTK_TYPE_WINDOW)

/* Choices -------------------------------------------------------------------------------------- */

/* The figure chosen in the list, whether there are panels or not. */
static const DlFigure *
listed_figure (DlExportDialog *self)
{
  guint n;
  const DlFigure *const *figures = dl_family_figures (self->family, &n);
  const guint index = gtk_drop_down_get_selected (self->figure);

  return figures[MIN (index, n - 1)];
}

const DlFigure *
dl_export_dialog_figure (DlExportDialog *self)
{
  guint n_panels;

  dl_panel_list_get (self->panels, &n_panels);
  return n_panels > 0 ? &dl_figure_panels : listed_figure (self);
}

DlFigureInput
dl_export_dialog_view (DlExportDialog *self)
{
  const char *title = gtk_editable_get_text (GTK_EDITABLE (self->title));
  DlFigureInput view = self->view;

  view.panels = dl_panel_list_get (self->panels, &view.n_panels);
  view.n_columns = dl_panel_list_get_columns (self->panels);
  view.style = (DlFigureStyle) {
    .title = *title != '\0' ? title : NULL,
    .no_title = !gtk_check_button_get_active (GTK_CHECK_BUTTON (self->with_title)),
    .no_legend = !gtk_check_button_get_active (GTK_CHECK_BUTTON (self->with_legend)),
    .no_caption = !gtk_check_button_get_active (GTK_CHECK_BUTTON (self->with_caption)),
    .typeface = { .font = MIN (gtk_drop_down_get_selected (self->font), DL_FONT_SERIF),
                  .points = sizes[MIN (gtk_drop_down_get_selected (self->points), N_SIZES - 1)] },
    .height = gtk_spin_button_get_value (GTK_SPIN_BUTTON (self->height)) * POINTS,
  };
  return view;
}

static DlFigureFormat
export_dialog_format (DlExportDialog *self)
{
  return MIN (gtk_drop_down_get_selected (self->format), DL_FIGURE_CSV);
}

static double
export_dialog_width_in (DlExportDialog *self)
{
  const guint index = gtk_drop_down_get_selected (self->width);

  return index < CUSTOM_WIDTH ? widths_in[index]
                              : gtk_spin_button_get_value (GTK_SPIN_BUTTON (self->inches));
}

static double
export_dialog_dpi (DlExportDialog *self)
{
  return gtk_spin_button_get_value (GTK_SPIN_BUTTON (self->dpi));
}

void
dl_export_dialog_show_error (DlExportDialog *self, const char *message)
{
  gtk_label_set_label (GTK_LABEL (self->error), message != NULL ? message : "");
  gtk_widget_set_visible (self->error, message != NULL);
}

static void
on_stop (DlExportDialog *self)
{
  dl_export_dialog_stop (self);
  dl_export_dialog_show_error (self, _ ("The simulation was canceled"));
  dl_export_dialog_update (self);
}

/* Display -------------------------------------------------------------------------------------- */

static void
update_caption (DlExportDialog *self)
{
  const double width_in = export_dialog_width_in (self);
  const double height_in = dl_figure_page_get_height_in (self->preview);
  g_autofree char *size = NULL;
  g_autofree char *caption = NULL;
  g_autofree char *spoken = NULL;

  gtk_widget_set_visible (self->size, dl_export_dialog_is_ready (self));
  if (!dl_export_dialog_is_ready (self))
    {
      gtk_label_set_label (GTK_LABEL (self->size), "");
      gtk_label_set_label (GTK_LABEL (self->caption), "");
      return;
    }
  switch (export_dialog_format (self))
    {
    case DL_FIGURE_PNG:
      size = g_strdup_printf (_ ("%.0f × %.0f pixels"), ceil (width_in * export_dialog_dpi (self)),
                              ceil (height_in * export_dialog_dpi (self)));
      break;
    case DL_FIGURE_CSV:
      size = g_strdup (_ ("Exactly the plotted numbers"));
      break;
    default:
      size = g_strdup_printf (_ ("%.0f × %.0f mm"), width_in * MM, height_in * MM);
    }
  gtk_label_set_label (GTK_LABEL (self->size), size);

  /* Translators: a figure's size in inches, and how large it is shown: “3.50 × 2.80 in, shown at
   * 100 % on a screen of 96 dots an inch” */
  caption
      = g_strdup_printf (_ ("%.2f × %.2f in, shown at %.0f%% on a screen with %.0f dots per inch"),
                         width_in, height_in, 100 * dl_figure_page_get_zoom (self->preview),
                         dl_figure_page_get_dpi (self->preview));
  gtk_label_set_label (GTK_LABEL (self->caption), self->writing != NULL ? _ ("Writing…") : caption);
  spoken = g_strdup_printf (_ ("Preview: %s"), _ (dl_export_dialog_figure (self)->title));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->preview), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  spoken, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, caption, -1);
}

/* Whether there are to be simulations for the figure or one of its panels. */
static gboolean
any_needs_runs (const DlFigure *figure, const DlFigureInput *view)
{
  for (guint i = 0; figure == &dl_figure_panels && i < view->n_panels; i++)
    if (any_needs_runs (view->panels[i].figure, &view->panels[i].input))
      return TRUE;
  return figure->paper_check != NULL || figure->needs_load_curve;
}

/* Instead of the figure, while it is not there. */
static void
update_busy (DlExportDialog *self, gboolean ready)
{
  const DlFigure *figure = dl_export_dialog_figure (self);
  const DlFigureInput view = dl_export_dialog_view (self);
  const char *missing = dl_export_dialog_missing (self);
  const gboolean simulates = any_needs_runs (figure, &view);
  const gboolean failed = gtk_widget_get_visible (self->error);
  const gboolean stopped = !ready && (simulates || self->data == NULL) && failed;

  gtk_label_set_label (GTK_LABEL (self->busy_label),
                       self->data == NULL && view.n_panels == 0 ? _ ("Waiting for the analysis…")
                       : missing != NULL                        ? missing
                       : figure->paper_check != NULL ? _ ("Simulating the paper’s measurements…")
                       : simulates                   ? _ ("Simulating at rising loads…")
                       : figure->needs_sweep         ? _ ("Analyzing the swept scenario…")
                                             : _ ("Analyzing the scenario with every policy…"));
  gtk_widget_set_visible (self->busy_label, !stopped);
  gtk_widget_set_visible (self->spinner, !stopped);
  gtk_widget_set_visible (self->progress, simulates && !stopped && missing == NULL);
  gtk_widget_set_visible (self->stop_button, simulates && !stopped && missing == NULL);
  gtk_spinner_set_spinning (GTK_SPINNER (self->spinner), !ready && !stopped && missing == NULL);
}

/* Choices for the figure in the list. */
static void
update_choices (DlExportDialog *self)
{
  const DlFigure *figure = listed_figure (self);
  const DlFigureFormat format = export_dialog_format (self);
  const gboolean draws = format != DL_FIGURE_CSV;
  guint n_panels;

  dl_panel_list_get (self->panels, &n_panels);
  gtk_widget_set_visible (self->metric_row, figure->uses_metric);
  gtk_widget_set_visible (self->planes_row, figure->count_planes != NULL);
  gtk_widget_set_visible (self->show_row,
                          figure->compares && self->data != NULL && self->data->pin != NULL);
  gtk_widget_set_sensitive (self->add_button,
                            self->data != NULL && !dl_panel_list_is_full (self->panels));
  gtk_entry_set_placeholder_text (GTK_ENTRY (self->title),
                                  n_panels > 0 ? _ ("Title of the page") : _ ("Its own title"));
  gtk_widget_set_sensitive (self->title,
                            gtk_check_button_get_active (GTK_CHECK_BUTTON (self->with_title)));
  gtk_widget_set_sensitive (self->width_row, draws);
  gtk_widget_set_sensitive (self->inches_row, draws);
  gtk_widget_set_sensitive (self->height_row, draws);
  gtk_widget_set_sensitive (self->font_row, draws);
  gtk_widget_set_sensitive (self->points_row, draws);
  gtk_widget_set_visible (self->inches_row,
                          gtk_drop_down_get_selected (self->width) == CUSTOM_WIDTH);
  gtk_widget_set_visible (self->dpi_row, format == DL_FIGURE_PNG);
}

void
dl_export_dialog_update (DlExportDialog *self)
{
  const gboolean ready = dl_export_dialog_is_ready (self);
  const DlFigureInput view = dl_export_dialog_view (self);

  if (self->following || self->session == NULL)
    return;
  dl_export_dialog_complete (self);
  update_choices (self);
  update_busy (self, ready);
  gtk_widget_set_sensitive (self->export_button, ready && self->writing == NULL);
  gtk_stack_set_visible_child_name (GTK_STACK (self->pages), ready ? "preview" : "busy");
  g_clear_pointer (&self->drawing, dl_figure_drawing_unref);
  if (ready)
    self->drawing = dl_figure_drawing_new (self->data, dl_export_dialog_figure (self), &view);
  if (self->drawing != NULL && self->drawing->panels != NULL)
    {
      g_auto (GStrv) titles = dl_figure_panel_titles (&self->drawing->input);

      dl_panel_list_show_titles (self->panels, (const char *const *) titles);
    }
  dl_figure_page_set (self->preview, self->drawing, export_dialog_width_in (self));
  update_caption (self);
}

static void
on_figure (DlExportDialog *self)
{
  gtk_label_set_label (GTK_LABEL (self->description), _ (listed_figure (self)->description));
  dl_export_dialog_show_error (self, NULL);
  dl_export_dialog_update (self);
}

static void
on_metric (DlExportDialog *self)
{
  const DlMetric *metric
      = dl_family_metric (self->family, gtk_drop_down_get_selected (self->metric));

  if (self->following || metric == NULL)
    return;
  self->view.metric = metric;
  on_figure (self);
}

static void
on_show (DlExportDialog *self)
{
  if (self->following)
    return;
  self->view.show = MIN (gtk_drop_down_get_selected (self->show), DL_SHOW_DIFFERENCE);
  dl_export_dialog_update (self);
}

/* Unreadable text is reported, and all are shown. */
static void
on_planes (DlExportDialog *self)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->planes));
  const DlFigure *figure = listed_figure (self);
  const guint n = self->data != NULL && figure->count_planes != NULL
                      ? figure->count_planes (self->data->result->net.shape, self->view.slice)
                      : 0;

  if (n > 0 && !dl_figure_input_set_planes (&self->view, n, text))
    {
      g_autofree char *message
          = g_strdup_printf (_ ("There are no planes “%s” (0-%u, or some of them)"), text, n - 1);
      dl_export_dialog_show_error (self, message);
    }
  else
    dl_export_dialog_show_error (self, NULL);
  dl_export_dialog_update (self);
}

static void
on_add_panel (DlExportDialog *self)
{
  if (self->data != NULL)
    dl_panel_list_add (self->panels, self->data, listed_figure (self), &self->view);
}

static void
on_panels (DlExportDialog *self)
{
  dl_export_dialog_show_error (self, NULL);
  dl_export_dialog_update (self);
}

/* A width of one's own begins at the one that was chosen. */
static void
on_width (DlExportDialog *self)
{
  const guint index = gtk_drop_down_get_selected (self->width);

  if (index < CUSTOM_WIDTH)
    gtk_spin_button_set_value (GTK_SPIN_BUTTON (self->inches), widths_in[index]);
  dl_export_dialog_update (self);
}

/* Does it show the window's own simulation, which cannot be run again in the same way? */
static gboolean
shows_window_run (DlExportDialog *self, const DlFigure *figure, const DlFigureInput *view)
{
  for (guint i = 0; figure == &dl_figure_panels && i < view->n_panels; i++)
    if (shows_window_run (self, view->panels[i].figure, &view->panels[i].input))
      return TRUE;
  return figure->needs_simulation || (figure->uses_metric && dl_metric_is_simulated (view->metric))
         || (figure->needs_measured && self->measured != NULL && self->measured->simulated != NULL);
}

static void
on_copy_command (DlExportDialog *self)
{
  const DlFigureInput view = dl_export_dialog_view (self);
  const gboolean runs = shows_window_run (self, dl_export_dialog_figure (self), &view);
  g_autofree char *command = export_dialog_command (self);

  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), command);
  dl_toast_show (self->toasts,
                 runs ? _ ("Copied the command, which repeats the simulation")
                      : _ ("Copied the command"),
                 command, NULL, NULL, NULL);
}

/* The window ----------------------------------------------------------------------------------- */

static void
fill (GtkDropDown *down, const char *const *titles)
{
  g_autoptr (GtkStringList) list = gtk_string_list_new (titles);

  gtk_drop_down_set_model (down, G_LIST_MODEL (list));
  dl_choices_make_room (down);
}

static void
fill_sizes (DlExportDialog *self)
{
  g_autoptr (GtkStringList) list = gtk_string_list_new (NULL);

  gtk_string_list_append (list, _ ("Fits the width"));
  for (guint i = 1; i < N_SIZES; i++)
    {
      /* Translators: a size of text, in points */
      g_autofree char *size = g_strdup_printf (_ ("%g pt"), sizes[i]);

      gtk_string_list_append (list, size);
    }
  gtk_drop_down_set_model (self->points, G_LIST_MODEL (list));
  dl_choices_make_room (self->points);
}

static void
fill_choices (DlExportDialog *self)
{
  const char *const formats[] = { _ ("PDF, vectors"), _ ("SVG, vectors"), _ ("PNG, an image"),
                                  _ ("CSV, the numbers"), NULL };
  const char *const shows[] = { dl_show_title (DL_SHOW_A), dl_show_title (DL_SHOW_B),
                                dl_show_title (DL_SHOW_DIFFERENCE), NULL };
  /* With the numerals of the field beside it, whatever language the words are in. */
  g_autofree char *column = g_strdup_printf (_ ("Column, %g in"), widths_in[0]);
  g_autofree char *page = g_strdup_printf (_ ("Page, %g in"), widths_in[1]);
  g_autofree char *slide = g_strdup_printf (_ ("Slide, %g in"), widths_in[2]);
  const char *const widths[] = { column, page, slide, _ ("Other"), NULL };
  const char *const fonts[] = { _ ("Sans"), _ ("Serif"), NULL };

  fill (self->format, formats);
  fill (self->width, widths);
  fill (self->font, fonts);
  fill_sizes (self);
  self->following = TRUE;
  fill (self->show, shows);
  gtk_drop_down_set_selected (self->show, MIN (self->view.show, DL_SHOW_DIFFERENCE));
  self->following = FALSE;
}

static void
fill_figures (DlExportDialog *self)
{
  guint n;
  const DlFigure *const *figures = dl_family_figures (self->family, &n);
  g_autoptr (GPtrArray) titles = g_ptr_array_new ();

  for (guint i = 0; i < n; i++)
    g_ptr_array_add (titles, (gpointer) _ (figures[i]->title));
  g_ptr_array_add (titles, NULL);
  fill (self->figure, (const char *const *) titles->pdata);
}

/* Metrics of the family, and the view's among them. */
static void
fill_metrics (DlExportDialog *self)
{
  const DlMetric *metric;
  guint chosen = 0;
  g_autoptr (GPtrArray) titles = g_ptr_array_new ();

  for (guint i = 0; (metric = dl_family_metric (self->family, i)) != NULL; i++)
    {
      g_ptr_array_add (titles, (gpointer) dl_metric_title (metric));
      if (metric == self->view.metric)
        chosen = i;
    }
  g_ptr_array_add (titles, NULL);
  self->following = TRUE;
  fill (self->metric, (const char *const *) titles->pdata);
  gtk_drop_down_set_selected (self->metric, chosen);
  self->following = FALSE;
}

static void
choose_figure (DlExportDialog *self, const char *id)
{
  guint n;
  const DlFigure *const *figures = dl_family_figures (self->family, &n);

  for (guint i = 0; i < n; i++)
    if (g_strcmp0 (figures[i]->id, id) == 0)
      gtk_drop_down_set_selected (self->figure, i);
}

/* Another scenario may be of another family; a figure that both have stays chosen. */
void
dl_export_dialog_offer (DlExportDialog *self, const DlFamily *family)
{
  const char *id = listed_figure (self)->id;

  if (family == self->family)
    return;
  self->family = family;
  self->view.metric = dl_family_metric (family, 0);
  fill_figures (self);
  fill_metrics (self);
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

  dl_export_dialog_stop (self);
  dl_export_dialog_forget_states (self);
  if (self->session != NULL)
    g_signal_handlers_disconnect_by_data (self->session, self);
  g_clear_pointer (&self->drawing, dl_figure_drawing_unref);
  g_clear_pointer (&self->data, dl_figure_data_unref);
  g_clear_pointer (&self->simulation, dl_sim_figure_unref);
  g_clear_pointer (&self->load_curve, dl_load_curve_unref);
  g_clear_pointer (&self->sweep, dl_sweep_figure_unref);
  g_clear_pointer (&self->counters, dl_counters_unref);
  g_clear_pointer (&self->measured, dl_measured_unref);
  g_clear_object (&self->session);
  g_clear_object (&self->settings);
  G_OBJECT_CLASS (dl_export_dialog_parent_class)->dispose (object);
}

/* Writing outlives the window. */
static void
finalize (GObject *object)
{
  DlExportDialog *self = DL_EXPORT_DIALOG (object);

  g_clear_object (&self->writing);
  g_clear_object (&self->parent_toasts);
  G_OBJECT_CLASS (dl_export_dialog_parent_class)->finalize (object);
}

/* The figure's own height is a word. */
static gboolean
on_height_output (GtkSpinButton *spin)
{
  if (gtk_spin_button_get_value (spin) > 0)
    return FALSE;
  if (strcmp (gtk_editable_get_text (GTK_EDITABLE (spin)), _ ("Automatic")) != 0)
    gtk_editable_set_text (GTK_EDITABLE (spin), _ ("Automatic"));
  return TRUE;
}

static int
on_height_input (GtkSpinButton *spin, double *value)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (spin));

  *value = 0;
  return *text == '\0' || strcmp (text, _ ("Automatic")) == 0;
}

static void
dl_export_dialog_class_init (DlExportDialogClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = dispose;
  G_OBJECT_CLASS (class)->finalize = finalize;
  exported_signal = g_signal_new ("exported", DL_TYPE_EXPORT_DIALOG, G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  g_type_ensure (DL_TYPE_FIGURE_PAGE);
  g_type_ensure (DL_TYPE_PANEL_LIST);
  g_type_ensure (DL_TYPE_TOAST);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/dateline/Dateline/dl-export-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, DlExportDialog, toasts);
  gtk_widget_class_bind_template_child (widget_class, DlExportDialog, state);
  gtk_widget_class_bind_template_child (widget_class, DlExportDialog, font);
  gtk_widget_class_bind_template_child (widget_class, DlExportDialog, font_row);
  gtk_widget_class_bind_template_child (widget_class, DlExportDialog, points);
  gtk_widget_class_bind_template_child (widget_class, DlExportDialog, points_row);
  gtk_widget_class_bind_template_child (widget_class, DlExportDialog, height);
  gtk_widget_class_bind_template_child (widget_class, DlExportDialog, height_row);
  gtk_widget_class_bind_template_child (widget_class, DlExportDialog, figure);
  gtk_widget_class_bind_template_child (widget_class, DlExportDialog, metric);
  gtk_widget_class_bind_template_child (widget_class, DlExportDialog, show);
  gtk_widget_class_bind_template_child (widget_class, DlExportDialog, metric_row);
  gtk_widget_class_bind_template_child (widget_class, DlExportDialog, show_row);
  gtk_widget_class_bind_template_child (widget_class, DlExportDialog, planes_row);
  gtk_widget_class_bind_template_child (widget_class, DlExportDialog, planes);
  gtk_widget_class_bind_template_child (widget_class, DlExportDialog, add_button);
  gtk_widget_class_bind_template_child (widget_class, DlExportDialog, panels);
  gtk_widget_class_bind_template_child (widget_class, DlExportDialog, title);
  gtk_widget_class_bind_template_child (widget_class, DlExportDialog, with_title);
  gtk_widget_class_bind_template_child (widget_class, DlExportDialog, with_legend);
  gtk_widget_class_bind_template_child (widget_class, DlExportDialog, with_caption);
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
  gtk_widget_class_bind_template_callback (widget_class, dl_export_dialog_choose_state);
  gtk_widget_class_bind_template_callback (widget_class, on_figure);
  gtk_widget_class_bind_template_callback (widget_class, on_width);
  gtk_widget_class_bind_template_callback (widget_class, on_height_output);
  gtk_widget_class_bind_template_callback (widget_class, on_height_input);
  gtk_widget_class_bind_template_callback (widget_class, dl_export_dialog_update);
  gtk_widget_class_bind_template_callback (widget_class, on_metric);
  gtk_widget_class_bind_template_callback (widget_class, on_show);
  gtk_widget_class_bind_template_callback (widget_class, on_planes);
  gtk_widget_class_bind_template_callback (widget_class, on_add_panel);
  gtk_widget_class_bind_template_callback (widget_class, on_panels);
  gtk_widget_class_bind_template_callback (widget_class, update_caption);
  gtk_widget_class_bind_template_callback (widget_class, choose_file);
  gtk_widget_class_bind_template_callback (widget_class, on_stop);
  gtk_widget_class_bind_template_callback (widget_class, on_copy_command);
  gtk_widget_class_bind_template_callback (widget_class, gtk_window_close);
}

static void
dl_export_dialog_init (DlExportDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/* The session's result, if it is of the scenario that is open. */
static DlEvaluation *
current_result (DlSession *session)
{
  DlEvaluation *result = dl_session_get_result (session);

  return result != NULL && result->generation == dl_session_get_generation (session) ? result
                                                                                     : NULL;
}

/* Nothing stays of the scenario that was open. */
static void
on_opened (DlExportDialog *self)
{
  dl_export_dialog_stop (self);
  dl_export_dialog_show_error (self, NULL);
  g_clear_pointer (&self->data, dl_figure_data_unref);
  g_clear_pointer (&self->simulation, dl_sim_figure_unref);
  g_clear_pointer (&self->load_curve, dl_load_curve_unref);
  g_clear_pointer (&self->sweep, dl_sweep_figure_unref);
  g_clear_pointer (&self->measured, dl_measured_unref);
  dl_export_dialog_forget_states (self);
  self->chosen_state = 0;
  dl_export_dialog_list_states (self);
  gtk_editable_set_text (GTK_EDITABLE (self->title), "");
  if (current_result (self->session) != NULL)
    dl_export_dialog_on_result (self);
  dl_export_dialog_update (self);
}

GtkWindow *
dl_export_dialog_present (GtkWindow *parent, DlSession *session, const char *figure_id,
                          const DlFigureInput *view)
{
  DlExportDialog *self = g_object_new (DL_TYPE_EXPORT_DIALOG, "transient-for", parent, NULL);
  DlEvaluation *result = current_result (session);

  self->session = g_object_ref (session);
  self->family = (result != NULL ? result->scenario : dl_session_get_scenario (session))->family;
  self->view = (DlFigureInput) { .metric = view->metric,
                                 .dim = view->dim,
                                 .node = view->node,
                                 .router = view->router,
                                 .look = view->look,
                                 .slice = view->slice,
                                 .has_region = view->has_region,
                                 .region = view->region,
                                 .group = view->group,
                                 .sorted = view->sorted,
                                 .show = view->show };
  self->counters = view->counters != NULL ? dl_counters_ref ((DlCounters *) view->counters) : NULL;
  self->measured = view->measured != NULL ? dl_measured_ref ((DlMeasured *) view->measured) : NULL;
  dl_export_dialog_list_states (self);
  self->data = result != NULL
                   ? dl_export_dialog_new_data (self, result, (DlCritical *) view->critical, NULL)
                   : NULL;
  fill_choices (self);
  fill_figures (self);
  fill_metrics (self);
  dl_panel_list_set_session (self->panels, session);
  load_settings (self);
  choose_figure (self, figure_id);
  on_figure (self);
  g_signal_connect_swapped (session, "notify::result", G_CALLBACK (dl_export_dialog_on_result),
                            self);
  g_signal_connect_swapped (session, "opened", G_CALLBACK (on_opened), self);
  gtk_window_present (GTK_WINDOW (self));
  return GTK_WINDOW (self);
}

void
dl_export_dialog_show_alone (DlExportDialog *self)
{
  dl_panel_list_set_used (self->panels, FALSE);
}

#include "dl-movie-dialog.h"

#include "compat.h"
#include "dl-choices.h"
#include "dl-figure-command.h"
#include "dl-figure-family.h"
#include "dl-movie-job.h"
#include "dl-numerals.h"
#include "dl-output.h"
#include "dl-panel-list.h"
#include "dl-toast.h"

#include <glib/gi18n-lib.h>

#include <math.h>
#include <string.h>

/* Default number of frames. */
#define N_FRAMES 100
/* Where the animation lay that was exported last, kept with the session. */
#define FOLDER_KEY "dl-movie-folder"
/* Distance of a preview frame from the area's edges. */
#define EDGE 1

static const struct
{
  int width, height;
} sizes[] = { { 640, 360 }, { 960, 540 }, { 1280, 720 }, { 1920, 1080 }, { 800, 600 } };
#define N_SIZES     G_N_ELEMENTS (sizes)
#define SIZE        2 /* a slide */
#define CUSTOM_SIZE N_SIZES

/* The line that is shown, A or B, or both. */
typedef enum
{
  LINE_A,
  LINE_B,
  LINE_BOTH,
  LINE_DIFFERENCE
} LineShown;

struct _DlMovieDialog
{
  GtkWindow parent;
  DlSession *session;
  DlJob *job;
  DlRecording *recording, *against; /* A; B: nullable */
  char *name, *name_b;              /* of these lines */
  const DlFamily *family;
  DlFigureInput view;
  DlFigureData *data;       /* nullable */
  DlFigureDrawing *drawing; /* of the preview; nullable */
  GPtrArray *figures;       /* DlFigure, as in the list */
  GPtrArray *metrics;       /* DlMetric, likewise */
  char *path;               /* where to, once that is known */
  DlToast *parent_toasts;   /* nullable */
  gboolean following;       /* choices are brought up to date by the program */

  DlToast *toasts;
  GtkWidget *choices;
  GtkDropDown *figure, *metric, *line, *format, *size;
  GtkWidget *figure_row, *metric_row, *line_row, *width_row, *height_row, *size_row, *title_row;
  GtkWidget *description, *length, *note, *error;
  GtkSpinButton *from, *to, *every, *width, *height, *fps;
  GtkWidget *title, *with_legend, *with_caption, *dark;
  DlPanelList *panels;
  GtkWidget *preview, *busy, *progress, *stop_button, *export_button;
};

static guint exported_signal;

G_DEFINE_FINAL_TYPE (DlMovieDialog, dl_movie_dialog, GTK_TYPE_WINDOW)

/* Choices -------------------------------------------------------------------------------------- */

static const DlFigure *
chosen_figure (DlMovieDialog *self)
{
  return self->figures
      ->pdata[MIN (gtk_drop_down_get_selected (self->figure), self->figures->len - 1)];
}

static const DlMetric *
chosen_metric (DlMovieDialog *self)
{
  return self->metrics
      ->pdata[MIN (gtk_drop_down_get_selected (self->metric), self->metrics->len - 1)];
}

static const DlMovieFormat *
chosen_format (DlMovieDialog *self)
{
  guint n;
  const DlMovieFormat *const *formats = dl_movie_formats (&n);

  return formats[MIN (gtk_drop_down_get_selected (self->format), n - 1)];
}

/* Nothing but A where there is nothing else, and no difference of what has none. */
static LineShown
chosen_line (DlMovieDialog *self)
{
  const LineShown line = MIN (gtk_drop_down_get_selected (self->line), LINE_DIFFERENCE);

  if (self->against == NULL)
    return LINE_A;
  return line == LINE_DIFFERENCE && !chosen_figure (self)->compares ? LINE_BOTH : line;
}

static guint64
value_of (GtkSpinButton *spin)
{
  return (guint64) llround (gtk_spin_button_get_value (spin));
}

static gboolean
is_active (GtkWidget *check)
{
  return gtk_check_button_get_active (GTK_CHECK_BUTTON (check));
}

static DlFilmRange
chosen_range (DlMovieDialog *self)
{
  return (DlFilmRange) { value_of (self->from), value_of (self->to), value_of (self->every) };
}

static void
get_size (DlMovieDialog *self, int *width, int *height)
{
  const guint size = gtk_drop_down_get_selected (self->size);

  *width = size < N_SIZES ? sizes[size].width : (int) value_of (self->width);
  *height = size < N_SIZES ? sizes[size].height : (int) value_of (self->height);
}

static const char *
chosen_title (DlMovieDialog *self)
{
  const char *title = gtk_editable_get_text (GTK_EDITABLE (self->title));

  return *title != '\0' ? title : NULL;
}

/* The chosen style, whose texts are the widgets'. */
static DlFigureStyle
chosen_style (DlMovieDialog *self)
{
  return (DlFigureStyle) {
    .title = chosen_title (self),
    .no_legend = !is_active (self->with_legend),
    .no_caption = !is_active (self->with_caption),
    .dark = is_active (self->dark),
  };
}

static DlFigureInput
chosen_view (DlMovieDialog *self)
{
  DlFigureInput view = self->view;

  view.metric = chosen_metric (self);
  view.style = chosen_style (self);
  view.show = chosen_line (self) == LINE_DIFFERENCE ? DL_SHOW_DIFFERENCE : DL_SHOW_A;
  return view;
}

/* Figures of the film. */
static void
add_shots (DlMovieDialog *self, DlMovieRequest *request)
{
  const DlFigureInput view = chosen_view (self);
  const DlFigure *figure = chosen_figure (self);
  const LineShown line = chosen_line (self);
  guint n_panels;
  const DlFigurePanel *panels = dl_panel_list_get (self->panels, &n_panels);

  request->style = view.style;
  request->n_columns = dl_panel_list_get_columns (self->panels);
  for (guint i = 0; i < n_panels; i++)
    {
      DlFigureInput own = panels[i].input;
      const gboolean of_b = own.show == DL_SHOW_B && self->against != NULL;

      own.style.dark = view.style.dark;
      dl_movie_request_add (request, panels[i].figure, of_b, &own, own.style.title);
    }
  if (n_panels > 0)
    return;
  if (line == LINE_BOTH)
    {
      g_autofree char *a = g_strdup_printf ("%s: %s", dl_show_title (DL_SHOW_A), self->name);
      g_autofree char *b = g_strdup_printf ("%s: %s", dl_show_title (DL_SHOW_B), self->name_b);

      request->n_columns = 2;
      dl_movie_request_add (request, figure, 0, &view, a);
      dl_movie_request_add (request, figure, 1, &view, b);
    }
  else
    dl_movie_request_add (request, figure, line == LINE_B, &view, view.style.title);
}

static DlMovieRequest *
request_new (DlMovieDialog *self)
{
  DlMovieRequest *request = dl_movie_request_new ();

  request->recording = dl_recording_copy (self->recording);
  request->against = self->against != NULL ? dl_recording_copy (self->against) : NULL;
  request->range = chosen_range (self);
  request->format = chosen_format (self);
  request->fps = MIN (gtk_spin_button_get_value (self->fps), request->format->most_fps);
  get_size (self, &request->width, &request->height);
  request->path = g_strdup (self->path);
  add_shots (self, request);
  return request;
}

/* Why @request cannot be made; NULL: it can. Free with g_free. */
static char *
problem_of (const DlMovieRequest *request)
{
  g_autoptr (GError) error = NULL;
  const guint n = request->shots->len;
  g_autofree const DlFigure **figures = g_new (const DlFigure *, MAX (1, n));

  for (guint i = 0; i < n; i++)
    {
      const DlMovieShot *shot = &g_array_index (request->shots, DlMovieShot, i);

      figures[i] = shot->figure;
      if (!dl_film_shows (shot->figure, NULL))
        return g_strdup_printf (_ ("The panel “%s” does not show a simulation (remove it, or do "
                                   "not use the panels)"),
                                _ (shot->figure->title));
    }
  if (!dl_movie_has_size (request->width, request->height))
    return g_strdup (_ ("Frames cannot be that large (at most 7680 × 4320 pixels)"));
  if (!dl_film_range_check (&request->range, request->recording, &error)
      || !dl_movie_format_check (request->format, figures, n, &error))
    return g_strdup (error->message);
  if (dl_film_range_count (&request->range) > DL_MOVIE_MOST_FRAMES)
    return g_strdup_printf (_ ("At most %d frames can be made (use more cycles per frame)"),
                            DL_MOVIE_MOST_FRAMES);
  return NULL;
}

/* Preview -------------------------------------------------------------------------------------- */

static void
draw_preview (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer user_data)
{
  DlMovieDialog *self = user_data;
  int own_width, own_height;
  double zoom, points;

  get_size (self, &own_width, &own_height);
  if (self->drawing == NULL || own_width < 1 || own_height < 1)
    return;
  zoom = MIN ((width - 2.0 * EDGE) / own_width, (height - 2.0 * EDGE) / own_height);
  points = dl_movie_points_a_pixel (&(DlMovieRequest) { .width = own_width });
  cairo_translate (cr, (width - zoom * own_width) / 2, (height - zoom * own_height) / 2);
  cairo_rectangle (cr, 0, 0, zoom * own_width, zoom * own_height);
  cairo_clip (cr);
  cairo_scale (cr, zoom / points, zoom / points);
  dl_figure_draw (self->drawing->figure, cr, &self->drawing->input, own_width * points,
                  own_height * points, dl_figure_theme (&self->drawing->input.style));
}

static void
update_preview (DlMovieDialog *self)
{
  DlFigureInput view = chosen_view (self);
  const DlFigure *figure = chosen_figure (self);

  view.style.no_caption = TRUE; /* a film's is another */
  view.panels = dl_panel_list_get (self->panels, &view.n_panels);
  view.n_columns = dl_panel_list_get_columns (self->panels);
  if (view.n_panels > 0)
    figure = &dl_figure_panels;
  g_clear_pointer (&self->drawing, dl_figure_drawing_unref);
  if (dl_figure_data_suits (self->data, figure, &view)
      && dl_figure_data_missing (self->data, figure, &view) == NULL)
    self->drawing = dl_figure_drawing_new (self->data, figure, &view);
  gtk_widget_queue_draw (self->preview);
  gtk_label_set_label (GTK_LABEL (self->note),
                       self->drawing != NULL
                           ? _ ("The current state, as a frame; colors and axes are those of all "
                                "frames later")
                           : _ ("No picture before the simulation runs (F8)"));
}

/* Display -------------------------------------------------------------------------------------- */

static void
show_error (DlMovieDialog *self, const char *message)
{
  gtk_label_set_label (GTK_LABEL (self->error), message != NULL ? message : "");
  gtk_widget_set_visible (self->error, message != NULL);
}

static void
update_rows (DlMovieDialog *self, guint n_panels)
{
  const DlFigure *figure = chosen_figure (self);
  const gboolean custom = gtk_drop_down_get_selected (self->size) == CUSTOM_SIZE;

  gtk_label_set_label (GTK_LABEL (self->description), _ (figure->description));
  gtk_widget_set_sensitive (self->figure_row, n_panels == 0);
  gtk_widget_set_visible (self->description, n_panels == 0);
  gtk_widget_set_visible (self->metric_row, n_panels == 0 && figure->uses_metric);
  gtk_widget_set_visible (self->line_row, n_panels == 0 && self->against != NULL);
  gtk_widget_set_visible (self->title_row, n_panels == 0 && chosen_line (self) != LINE_BOTH);
  gtk_widget_set_visible (self->width_row, custom);
  gtk_widget_set_visible (self->height_row, custom);
}

/* "200 frames, 10.0 s" */
static void
update_length (DlMovieDialog *self, const DlMovieRequest *request, const char *problem)
{
  const guint n = problem == NULL ? dl_film_range_count (&request->range) : 0;
  g_autofree char *text = NULL;

  if (problem == NULL)
    /* Translators: the number of frames of an animation, and how many seconds it plays */
    text = g_strdup_printf (
        g_dngettext (GETTEXT_PACKAGE, "%'u frame, %.1f s", "%'u frames, %.1f s", n), n,
        n / request->fps);
  gtk_label_set_label (GTK_LABEL (self->length), problem != NULL ? problem : text);
  gtk_widget_set_sensitive (self->export_button, problem == NULL && !dl_job_is_running (self->job));
  gtk_widget_set_tooltip_text (
      self->export_button,
      problem != NULL ? problem : _ ("Choose a file, make the animation and write it (Enter)"));
}

static void
update (DlMovieDialog *self)
{
  g_autoptr (DlMovieRequest) request = NULL;
  g_autofree char *problem = NULL;
  const gboolean busy = dl_job_is_running (self->job);
  guint n_panels;

  if (self->following || self->session == NULL)
    return;
  dl_panel_list_get (self->panels, &n_panels);
  request = request_new (self);
  problem = problem_of (request);
  update_rows (self, n_panels);
  update_length (self, request, problem);
  update_preview (self);
  gtk_widget_set_sensitive (self->choices, !busy);
  gtk_widget_set_visible (self->busy, busy);
  gtk_widget_set_visible (self->note, !busy);
}

static void
on_figure (DlMovieDialog *self)
{
  show_error (self, NULL);
  update (self);
}

/* Set the cycles per frame that make the usual number of frames. */
static void
on_range (DlMovieDialog *self)
{
  const DlFilmRange range = chosen_range (self);

  if (self->following)
    return;
  self->following = TRUE;
  if (range.to > range.from)
    gtk_spin_button_set_value (self->every, MAX ((range.to - range.from) / N_FRAMES, 1));
  self->following = FALSE;
  update (self);
}

static void
on_progress (DlMovieDialog *self)
{
  gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (self->progress),
                                 dl_job_get_progress (self->job));
}

/* Making it ------------------------------------------------------------------------------------ */

static void
tell (DlMovieDialog *self, const char *path)
{
  g_autofree char *name = g_path_get_basename (path);
  g_autofree char *shown = dl_file_name_show (name);
  g_autofree char *title = g_strdup_printf (_ ("Exported “%s”"), shown);
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *place = dl_file_name_show (folder);

  if (self->parent_toasts != NULL)
    dl_toast_show (self->parent_toasts, title, place, _ ("_Show in Files"), DL_TOAST_SHOW_IN_FILES,
                   g_variant_new_bytestring (path));
}

static void
on_made (const char *path, const GError *error, gpointer user_data)
{
  DlMovieDialog *self = user_data;

  update (self);
  if (error != NULL)
    {
      show_error (self, error->message);
      return;
    }
  tell (self, path);
  g_object_set_data_full (G_OBJECT (self->session), FOLDER_KEY, g_file_new_for_path (path),
                          g_object_unref);
  g_signal_emit (self, exported_signal, 0, path);
  gtk_window_close (GTK_WINDOW (self));
}

/* The ending of @path is the format's, or says another one, which becomes the chosen one. */
static char *
complete_path (DlMovieDialog *self, const char *path)
{
  guint n;
  const DlMovieFormat *const *formats = dl_movie_formats (&n);
  const DlMovieFormat *named = dl_movie_format_for (path, NULL);

  for (guint i = 0; i < n && named != NULL; i++)
    if (formats[i] == named)
      gtk_drop_down_set_selected (self->format, i);
  return named != NULL ? g_strdup (path)
                       : g_strconcat (path, chosen_format (self)->extension, NULL);
}

/* Files that exist already and that the user was not asked about; NULL: none. Free with g_free. */
static char *
find_in_the_way (DlMovieDialog *self, const char *chosen)
{
  const DlFilmRange range = chosen_range (self);
  const char *extension = chosen_format (self)->extension;
  g_autofree char *first = strcmp (extension, ".png") == 0
                               ? dl_movie_first_picture (self->path, dl_film_range_count (&range))
                           : strcmp (self->path, chosen) != 0 ? g_strdup (self->path)
                                                              : NULL;

  return first != NULL && g_file_test (first, G_FILE_TEST_EXISTS) ? g_steal_pointer (&first) : NULL;
}

static gboolean
set_path (DlMovieDialog *self, GFile *file)
{
  const char *path = g_file_peek_path (file);
  g_autofree char *other = NULL, *message = NULL;

  g_clear_pointer (&self->path, g_free);
  if (path == NULL)
    {
      show_error (self, _ ("Files can be written on this computer only"));
      return FALSE;
    }
  self->path = complete_path (self, path);
  other = find_in_the_way (self, path);
  if (other == NULL)
    return TRUE;
  message = g_strdup_printf (_ ("“%s” already exists (use a different name, or choose the file to "
                                "replace it)"),
                             other);
  show_error (self, message);
  return FALSE;
}

void
dl_movie_dialog_write (DlMovieDialog *self, GFile *file)
{
  GtkWindow *parent = gtk_window_get_transient_for (GTK_WINDOW (self));
  g_autoptr (DlMovieRequest) request = NULL;
  g_autofree char *problem = NULL;

  if (dl_job_is_running (self->job))
    return;
  show_error (self, NULL);
  if (!set_path (self, file))
    return;
  request = request_new (self);
  problem = problem_of (request);
  if (problem != NULL)
    {
      show_error (self, problem);
      return;
    }
  if (parent != NULL)
    g_set_object (&self->parent_toasts, dl_toast_find (GTK_WIDGET (parent)));
  gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (self->progress), 0);
  dl_movie_job_start (self->job, g_steal_pointer (&request), on_made, self);
  update (self);
  gtk_widget_grab_focus (self->stop_button);
}

static void
on_chosen (GFile *file, gpointer owner)
{
  dl_movie_dialog_write (owner, file);
}

static char *
suggested_name (DlMovieDialog *self)
{
  guint n_panels;
  char *name;

  dl_panel_list_get (self->panels, &n_panels);
  name = g_strdup_printf ("%s-%s%s", self->recording->scenario->name,
                          n_panels > 0 ? dl_figure_panels.id : chosen_figure (self)->id,
                          chosen_format (self)->extension);
  return g_strdelimit (name, " /\\:*?\"<>|\t\n", '-');
}

static void
choose_file (DlMovieDialog *self)
{
  GFile *last = g_object_get_data (G_OBJECT (self->session), FOLDER_KEY);
  g_autoptr (GFile) folder = last != NULL ? g_file_get_parent (last) : NULL;
  g_autofree char *name = suggested_name (self);

  dl_compat_save_file_in (GTK_WINDOW (self), _ ("Export Animation"), _ ("_Export"), folder, name,
                          on_chosen, self);
}

static void
on_copy (DlMovieDialog *self)
{
  g_autoptr (DlMovieRequest) request = request_new (self);
  g_autofree char *name = suggested_name (self);
  g_autofree char *command
      = dl_movie_command (request, self->drawing != NULL ? &self->drawing->input : NULL, name);

  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), command);
  dl_toast_show (self->toasts,
                 _ ("Copied the command; FILE.dateline is the line, saved as a recording"), command,
                 NULL, NULL, NULL);
}

static void
on_stop (DlMovieDialog *self)
{
  dl_job_cancel (self->job);
  update (self);
}

/* The window ----------------------------------------------------------------------------------- */

static void
fill (GtkDropDown *down, GPtrArray *titles)
{
  g_autoptr (GtkStringList) list = NULL;

  g_ptr_array_add (titles, NULL);
  list = gtk_string_list_new ((const char *const *) titles->pdata);
  gtk_drop_down_set_model (down, G_LIST_MODEL (list));
  dl_choices_make_room (down);
}

static void
fill_figures (DlMovieDialog *self, const char *figure_id)
{
  g_autoptr (GPtrArray) titles = g_ptr_array_new ();
  guint n, chosen = 0;
  const DlFigure *const *figures = dl_family_figures (self->family, &n);

  for (guint i = 0; i < n; i++)
    {
      if (!dl_film_shows (figures[i], NULL))
        continue;
      if (g_strcmp0 (figures[i]->id, figure_id) == 0)
        chosen = self->figures->len;
      g_ptr_array_add (self->figures, (gpointer) figures[i]);
      g_ptr_array_add (titles, (gpointer) _ (figures[i]->title));
    }
  fill (self->figure, titles);
  gtk_drop_down_set_selected (self->figure, chosen);
}

static void
fill_metrics (DlMovieDialog *self)
{
  g_autoptr (GPtrArray) titles = g_ptr_array_new ();
  const DlMetric *metric;
  guint chosen = 0;

  for (guint i = 0; (metric = dl_family_metric (self->family, i)) != NULL; i++)
    {
      if (!dl_metric_is_simulated (metric))
        continue;
      if (metric == self->view.metric)
        chosen = self->metrics->len;
      g_ptr_array_add (self->metrics, (gpointer) metric);
      g_ptr_array_add (titles, (gpointer) dl_metric_title (metric));
    }
  fill (self->metric, titles);
  gtk_drop_down_set_selected (self->metric, chosen);
}

static void
fill_lines (DlMovieDialog *self)
{
  g_autoptr (GPtrArray) titles = g_ptr_array_new_with_free_func (g_free);

  g_ptr_array_add (titles, g_strdup_printf ("%s: %s", dl_show_title (DL_SHOW_A), self->name));
  g_ptr_array_add (titles, g_strdup_printf ("%s: %s", dl_show_title (DL_SHOW_B),
                                            self->name_b != NULL ? self->name_b : ""));
  g_ptr_array_add (titles, g_strdup (_ ("A and B, side by side")));
  g_ptr_array_add (titles, g_strdup (dl_show_title (DL_SHOW_DIFFERENCE)));
  fill (self->line, titles);
}

static void
fill_formats (DlMovieDialog *self)
{
  g_autoptr (GPtrArray) titles = g_ptr_array_new_with_free_func (g_free);
  guint n;
  const DlMovieFormat *const *formats = dl_movie_formats (&n);

  for (guint i = 0; i < n; i++)
    g_ptr_array_add (titles,
                     g_strdup_printf ("%s (%s)", _ (formats[i]->title), formats[i]->extension));
  fill (self->format, titles);
}

static void
fill_sizes (DlMovieDialog *self)
{
  g_autoptr (GPtrArray) titles = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < N_SIZES; i++)
    g_ptr_array_add (titles, g_strdup_printf ("%d × %d", sizes[i].width, sizes[i].height));
  g_ptr_array_add (titles, g_strdup (_ ("Other")));
  fill (self->size, titles);
  gtk_drop_down_set_selected (self->size, SIZE);
}

/* Lines of @live; without any, the run that the scenario states. */
static void
take_lines (DlMovieDialog *self, DlLive *live)
{
  const DlLivePicture *picture = dl_live_get_picture (live);
  guint n;
  const DlLiveLine *lines = dl_live_get_lines (live, &n);

  for (guint i = 0; i < n; i++)
    if (lines[i].is_shown)
      {
        self->recording = dl_recording_copy (lines[i].recording);
        self->recording->end = MAX (self->recording->end, picture != NULL ? picture->seen : 0);
        self->name = g_strdup (lines[i].name);
      }
    else if (lines[i].is_b)
      {
        self->against = dl_recording_copy (lines[i].recording);
        self->name_b = g_strdup (lines[i].name);
      }
  if (self->recording == NULL || self->recording->end == 0)
    {
      const DlScenario *scenario = dl_session_get_scenario (self->session);

      dl_recording_free (self->recording);
      g_free (self->name);
      self->recording = dl_recording_new (scenario);
      self->recording->end = scenario->simulation.cycles;
      self->name = g_strdup (scenario->name);
    }
  self->family = self->recording->scenario->family;
}

/* From the beginning to the cycle that is shown. */
static void
set_range (DlMovieDialog *self, DlLive *live)
{
  const DlLivePicture *picture = dl_live_get_picture (live);
  const guint64 end = self->recording->end;
  const guint64 to = picture != NULL && picture->cycle > 0 ? MIN (picture->cycle, end) : end;

  gtk_adjustment_set_upper (gtk_spin_button_get_adjustment (self->from), end - 1);
  gtk_adjustment_set_upper (gtk_spin_button_get_adjustment (self->to), end);
  gtk_adjustment_set_upper (gtk_spin_button_get_adjustment (self->every), end);
  gtk_spin_button_set_value (self->to, to);
  gtk_spin_button_set_value (self->every, MAX (to / N_FRAMES, 1));
}

/* The router that is watched is the one to be filmed from inside. */
static void
take_view (DlMovieDialog *self, DlLive *live, const DlFigureInput *view)
{
  const DlLivePicture *picture = dl_live_get_picture (live);

  self->view = (DlFigureInput) { .metric = view->metric,
                                 .dim = view->dim,
                                 .node = view->node,
                                 .router = view->router,
                                 .look = view->look,
                                 .slice = view->slice,
                                 .group = view->group,
                                 .sorted = view->sorted };
  if (picture != NULL && picture->inside != NULL)
    self->view.node = dl_shape_node_at (picture->shape, dl_place_router (picture->inside->router));
}

static void
dispose (GObject *object)
{
  DlMovieDialog *self = DL_MOVIE_DIALOG (object);

  dl_job_cancel (self->job);
  g_clear_object (&self->session);
  g_clear_pointer (&self->drawing, dl_figure_drawing_unref);
  g_clear_pointer (&self->data, dl_figure_data_unref);
  G_OBJECT_CLASS (dl_movie_dialog_parent_class)->dispose (object);
}

static void
finalize (GObject *object)
{
  DlMovieDialog *self = DL_MOVIE_DIALOG (object);

  g_clear_object (&self->job);
  g_clear_object (&self->parent_toasts);
  dl_recording_free (self->recording);
  dl_recording_free (self->against);
  g_ptr_array_unref (self->figures);
  g_ptr_array_unref (self->metrics);
  g_free (self->name);
  g_free (self->name_b);
  g_free (self->path);
  G_OBJECT_CLASS (dl_movie_dialog_parent_class)->finalize (object);
}

static void
dl_movie_dialog_class_init (DlMovieDialogClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = dispose;
  G_OBJECT_CLASS (class)->finalize = finalize;
  exported_signal = g_signal_new ("exported", DL_TYPE_MOVIE_DIALOG, G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  g_type_ensure (DL_TYPE_PANEL_LIST);
  g_type_ensure (DL_TYPE_TOAST);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/dateline/Dateline/dl-movie-dialog.ui");
#define BIND(name) gtk_widget_class_bind_template_child (widget_class, DlMovieDialog, name)
  BIND (toasts), BIND (choices), BIND (figure), BIND (metric), BIND (line), BIND (format);
  BIND (size), BIND (figure_row), BIND (metric_row), BIND (line_row), BIND (width_row);
  BIND (height_row), BIND (size_row), BIND (title_row), BIND (description), BIND (length);
  BIND (note), BIND (error), BIND (from), BIND (to), BIND (every), BIND (width), BIND (height);
  BIND (fps), BIND (title), BIND (with_legend), BIND (with_caption), BIND (dark), BIND (panels);
  BIND (preview), BIND (busy), BIND (progress), BIND (stop_button), BIND (export_button);
#undef BIND
  gtk_widget_class_bind_template_callback (widget_class, update);
  gtk_widget_class_bind_template_callback (widget_class, on_figure);
  gtk_widget_class_bind_template_callback (widget_class, on_range);
  gtk_widget_class_bind_template_callback (widget_class, choose_file);
  gtk_widget_class_bind_template_callback (widget_class, on_copy);
  gtk_widget_class_bind_template_callback (widget_class, on_stop);
  gtk_widget_class_bind_template_callback (widget_class, gtk_window_close);
}

static void
dl_movie_dialog_init (DlMovieDialog *self)
{
  self->job = dl_job_new ();
  self->figures = g_ptr_array_new ();
  self->metrics = g_ptr_array_new ();
  self->following = TRUE;
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (self->preview), draw_preview, self, NULL);
}

GtkWindow *
dl_movie_dialog_present (GtkWindow *parent, DlLive *live, const char *figure_id,
                         const DlFigureInput *view, DlFigureData *data)
{
  DlMovieDialog *self = g_object_new (DL_TYPE_MOVIE_DIALOG, "transient-for", parent, NULL);

  self->session = g_object_ref (dl_live_get_session (live));
  self->data = data != NULL ? dl_figure_data_ref (data) : NULL;
  take_lines (self, live);
  take_view (self, live, view);
  fill_figures (self, figure_id);
  fill_metrics (self);
  fill_lines (self);
  fill_formats (self);
  fill_sizes (self);
  set_range (self, live);
  dl_panel_list_set_session (self->panels, self->session);
  g_signal_connect_object (self->job, "notify::progress", G_CALLBACK (on_progress), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->job, "notify::running", G_CALLBACK (update), self,
                           G_CONNECT_SWAPPED);
  self->following = FALSE;
  update (self);
  gtk_window_present (GTK_WINDOW (self));
  return GTK_WINDOW (self);
}

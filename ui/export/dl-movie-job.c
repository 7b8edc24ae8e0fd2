#include "dl-movie-job.h"

#include "dl-figure-family.h"

/* A screen's dots per inch; wider pictures are those of a slide, enlarged. */
#define DPI        96.0
#define SLIDE_WIDE 1280.0

/* Requests ----------------------------------------------------------------------------------- */

static void
shot_clear (gpointer data)
{
  g_free (((DlMovieShot *) data)->title);
}

DlMovieRequest *
dl_movie_request_new (void)
{
  DlMovieRequest *request = g_new0 (DlMovieRequest, 1);

  request->shots = g_array_new (FALSE, TRUE, sizeof (DlMovieShot));
  g_array_set_clear_func (request->shots, shot_clear);
  return request;
}

void
dl_movie_request_free (DlMovieRequest *request)
{
  if (request == NULL)
    return;
  dl_recording_free (request->recording);
  dl_recording_free (request->against);
  g_array_unref (request->shots);
  g_free (request->path);
  g_free (request);
}

void
dl_movie_request_add (DlMovieRequest *request, const DlFigure *figure, guint line,
                      const DlFigureInput *view, const char *title)
{
  const DlMovieShot shot
      = { .figure = figure, .line = line, .view = *view, .title = g_strdup (title) };

  g_array_append_val (request->shots, shot);
}

/* Views -------------------------------------------------------------------------------------- */

static const DlMetric *
metric_of (const DlFamily *family, const DlMetric *wanted)
{
  const DlMetric *own = wanted != NULL ? dl_family_metric_find (family, wanted->id) : NULL;

  return own != NULL && dl_metric_is_simulated (own) ? own
                                                     : dl_family_metric_find (family, "sim-load");
}

/* @input as the shot has it; what the network has not is its first. */
static gboolean
view_shot (DlFigureInput *input, gconstpointer shape, gpointer data, GError **error)
{
  const DlMovieShot *shot = data;
  const DlFigureInput *view = &shot->view;
  const DlFigureFamily *family = dl_figure_family_of (input->scenario->family);

  if (shot->figure->uses_metric)
    input->metric = metric_of (input->scenario->family, view->metric);
  input->dim = view->dim;
  input->node = view->node;
  input->router = view->router;
  input->look = view->look;
  input->slice = view->slice;
  input->first_plane = view->first_plane;
  input->n_planes = view->n_planes;
  input->group = view->group;
  input->sorted = view->sorted && shot->figure->uses_order;
  input->show = view->show;
  input->style = view->style;
  input->style.title = shot->title;
  if (family->keep_inside != NULL)
    family->keep_inside (input);
  return TRUE;
}

static gboolean
view_page (DlFigureInput *input, gconstpointer shape, gpointer data, GError **error)
{
  const DlMovieRequest *request = data;

  input->style = request->style;
  input->style.title = NULL;
  return TRUE;
}

double
dl_movie_points_a_pixel (const DlMovieRequest *request)
{
  return 72 / DPI * MIN (1, SLIDE_WIDE / request->width);
}

/* Making ------------------------------------------------------------------------------------- */

/* Numbered pictures are written one by one, and there is nothing more. */
static gboolean
write_file (const DlMovieRequest *request, GString *file, GError **error)
{
  g_autoptr (GBytes) bytes = NULL;

  if (file->len == 0)
    return TRUE;
  bytes = g_bytes_new_static (file->str, file->len);
  return dl_figure_write_file (bytes, request->path, error);
}

static gboolean
write_film (const DlMovieRequest *request, DlFilm *film, const DlFigureStyle *style,
            GCancellable *cancellable, GError **error)
{
  const DlTheme *theme = dl_figure_theme (style);
  g_autoptr (GArray) colors = dl_film_colors (film, theme);
  g_autoptr (GString) file = g_string_new (NULL);
  const DlMovieOptions options = {
    .file_name = request->path,
    .width = request->width,
    .height = request->height,
    .fps = request->fps,
    .n_frames = dl_film_get_n_frames (film),
    .points_a_pixel = dl_movie_points_a_pixel (request),
    .theme = theme,
    .colors = (const guint32 *) (gpointer) colors->data,
    .n_colors = colors->len,
  };

  return dl_movie_write (film, request->format, &options, file, cancellable, error)
         && write_file (request, file, error);
}

static gboolean
make (DlMovieRequest *request, DlProgressFunc progress, gpointer progress_data,
      GCancellable *cancellable, GError **error)
{
  DlMovieShot *shots = (DlMovieShot *) (gpointer) request->shots->data;
  const guint n = request->shots->len;
  g_autofree DlFilmPanel *panels = g_new0 (DlFilmPanel, n);
  DlFilmOptions options = {
    .figure = n > 1 ? &dl_figure_panels : shots[0].figure,
    .line = shots[0].line,
    .range = request->range,
    .against = request->against,
    .view = n > 1 ? view_page : view_shot,
    .view_data = n > 1 ? (gpointer) request : &shots[0],
    .progress = progress,
    .progress_data = progress_data,
  };
  g_autoptr (DlFilm) film = NULL;

  for (guint i = 0; i < n; i++)
    panels[i] = (DlFilmPanel) { shots[i].figure, shots[i].line, view_shot, &shots[i] };
  if (n > 1)
    {
      options.panels = panels;
      options.n_panels = n;
      options.n_columns = request->n_columns;
    }
  film = dl_film_new (request->recording, &options, cancellable, error);
  return film != NULL
         && write_film (request, film, n > 1 ? &request->style : &shots[0].view.style, cancellable,
                        error);
}

/* Off the main loop -------------------------------------------------------------------------- */

typedef struct
{
  DlMovieRequest *request;
  DlMovieDone done;
  gpointer user_data;
} Work;

static void
work_free (gpointer data)
{
  Work *work = data;

  dl_movie_request_free (work->request);
  g_free (work);
}

/* Outcome, for its caller. */
typedef struct
{
  char *path;
  GError *error;
  DlMovieDone done;
  gpointer user_data;
} Outcome;

static void
outcome_free (gpointer data)
{
  Outcome *outcome = data;

  g_free (outcome->path);
  g_clear_error (&outcome->error);
  g_free (outcome);
}

static gpointer
run (gpointer data, DlProgressFunc progress, gpointer progress_data, GCancellable *cancellable)
{
  Work *work = data;
  Outcome *outcome = g_new0 (Outcome, 1);

  outcome->path = g_strdup (work->request->path);
  outcome->done = work->done;
  outcome->user_data = work->user_data;
  make (work->request, progress, progress_data, cancellable, &outcome->error);
  return outcome;
}

static void
on_done (gpointer result, gpointer user_data)
{
  Outcome *outcome = result;

  outcome->done (outcome->path, outcome->error, outcome->user_data);
  outcome_free (outcome);
}

void
dl_movie_job_start (DlJob *job, DlMovieRequest *request, DlMovieDone done, gpointer user_data)
{
  Work *work = g_new (Work, 1);

  *work = (Work) { request, done, user_data };
  dl_job_start (job, run, work, work_free, outcome_free, on_done, NULL);
}

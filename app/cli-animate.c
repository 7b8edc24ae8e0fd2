/* dateline-cli animate: a figure of a recording over its cycles, as a moving picture. */
#include "cli-figure.h"
#include "cli-options.h"
#include "cli-recording.h"
#include "cli-scenario.h"
#include "cli-streams.h"
#include "dl-figure-family.h"
#include "dl-movie.h"
#include "dl-value.h"

#include <glib/gi18n.h>

#include <math.h>
#include <string.h>

#define N_FRAMES 100
#define FPS      20.0
#define DPI      96.0
#define METRIC   "sim-load"

/* Names are presets or of the library, not files. */
static gboolean
is_named (const char *name)
{
  return g_str_has_prefix (name, "preset:") || g_str_has_prefix (name, "library:");
}

/* The run that the scenario states. */
static DlRecording *
record_scenario (Cli *cli, const char *name, GError **error)
{
  g_autoptr (DlScenario) scenario = cli_scenario_load (cli, name, error);
  DlRecording *recording;

  if (scenario == NULL)
    return NULL;
  recording = dl_recording_new (scenario);
  recording->end = scenario->simulation.cycles;
  return recording;
}

static DlRecording *
load (Cli *cli, const char *name, GError **error)
{
  g_autoptr (DlRecording) recording = NULL;

  if (is_named (name))
    return record_scenario (cli, name, error);
  recording = cli_recording_load (cli, name, error);
  if (recording == NULL || cli->options.set == NULL)
    return g_steal_pointer (&recording);
  if (recording->edits->len > 0)
    {
      cli_bad_input (error, _ ("--set: a recording with edits is what it is (record it with "
                               "another value)"));
      return NULL;
    }
  return cli_scenario_apply (recording->scenario, "--set", cli->options.set, error)
             ? g_steal_pointer (&recording)
             : NULL;
}

/* Options ------------------------------------------------------------------------------------ */

/* A figure of the film, with options of its own where it is a panel. */
typedef struct
{
  Cli *cli;
  const DlFigure *figure;
  const CliOptions *options; /* the command's, or: */
  CliOptions own;
  char *title; /* nullable: which recording it is of, where it says nothing else */
} Shot;

/* Recordings and panels of a film. */
typedef struct
{
  Shot shots[DL_FIGURE_MOST_PANELS];
  DlFilmPanel panels[DL_FIGURE_MOST_PANELS];
  guint n;
  DlRecording *recording, *against; /* A; B: nullable */
  char *against_name;
} Scene;

static void
scene_free (Scene *scene)
{
  for (guint i = 0; i < scene->n; i++)
    {
      g_free (scene->shots[i].title);
      cli_options_clear (&scene->shots[i].own);
    }
  dl_recording_free (scene->recording);
  dl_recording_free (scene->against);
  g_free (scene->against_name);
  g_free (scene);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Scene, scene_free)

/* "ring-matrix, planes, ...", of @family. */
static char *
list_shown (const DlFamily *family)
{
  GString *names = g_string_new (NULL);
  guint n;
  const DlFigure *const *figures = dl_family_figures (family, &n);

  for (guint i = 0; i < n; i++)
    if (dl_film_shows (figures[i], NULL))
      g_string_append_printf (names, "%s%s", names->len > 0 ? ", " : "", figures[i]->id);
  return g_string_free (names, FALSE);
}

/* Whether @figure is one of @family that shows a simulation. */
static gboolean
check_figure (const DlFigure *figure, const DlFamily *family, const char *name, GError **error)
{
  g_autofree char *shown = NULL;

  if (!dl_figure_check_family (figure, family, name, error))
    return FALSE;
  if (dl_film_shows (figure, NULL))
    return TRUE;
  shown = list_shown (family);
  return cli_bad_input (error, _ ("animate: %s does not show a simulation (expected one of: %s)"),
                        figure->id, shown);
}

static const char *
metric_of (const Shot *shot)
{
  return shot->options->metric != NULL ? shot->options->metric : METRIC;
}

static gboolean
check_metric (const Shot *shot, const DlFamily *family, GError **error)
{
  const DlMetric *metric = dl_family_metric_find (family, metric_of (shot));

  return !shot->figure->uses_metric || metric == NULL || dl_film_shows (shot->figure, metric)
         || cli_bad_input (error,
                           _ ("--metric: %s is not simulated (expected sim-load, sim-stalls or "
                              "sim-occupancy)"),
                           metric->id);
}

/* Whether --show of @shot is something that there is; and which recording that is. */
static gboolean
check_show (const Scene *scene, const Shot *shot, guint *line, GError **error)
{
  DlShow show = DL_SHOW_A;

  if (shot->options->show == NULL)
    return TRUE;
  if (!dl_show_find (shot->options->show, &show))
    return cli_bad_input (error, _ ("--show: “%s” cannot be shown (expected a, b or difference)"),
                          shot->options->show);
  if (scene->against == NULL)
    return cli_bad_input (error, _ ("--show needs a second recording (add --against FILE)"));
  if (show == DL_SHOW_DIFFERENCE && !shot->figure->compares)
    return cli_bad_input (error, _ ("--show: %s does not show a difference (use a or b)"),
                          shot->figure->id);
  *line = show == DL_SHOW_B ? 1 : 0;
  return TRUE;
}

/* Whether @shot is of the recording called @name, with a metric that is simulated. */
static gboolean
check_shot (Scene *scene, guint i, const char *name, GError **error)
{
  Shot *shot = &scene->shots[i];
  const DlScenario *scenario = scene->recording->scenario;
  CliOptions alone = *shot->options; /* only looked at */
  g_autoptr (CliFigureSource) source = NULL;

  alone.show = NULL;
  if (!check_figure (shot->figure, scenario->family, name, error))
    return FALSE;
  if (shot->figure->uses_metric)
    alone.metric = (char *) metric_of (shot);
  source = cli_figure_source_new (shot->cli, scenario);
  scene->panels[i] = (DlFilmPanel) { .figure = shot->figure, .line = scene->panels[i].line };
  return cli_figure_source_check (source, shot->figure, &alone, error)
         && check_metric (shot, scenario->family, error)
         && check_show (scene, shot, &scene->panels[i].line, error);
}

/* Options of panels are not of a page. */
static gboolean
add_panels (Scene *scene, Cli *cli, GError **error)
{
  char **texts = cli->options.panels;

  if (g_strv_length (texts) > DL_FIGURE_MOST_PANELS)
    return cli_bad_input (error, _ ("--panel: too many panels (at most %d)"),
                          DL_FIGURE_MOST_PANELS);
  for (guint i = 0; texts[i] != NULL; i++)
    {
      Shot *shot = &scene->shots[scene->n++];

      shot->cli = cli;
      shot->options = &shot->own;
      if (!cli_figure_parse_panel (texts[i], &shot->own, &shot->figure, error))
        return FALSE;
      if (shot->own.args[1] != NULL || shot->own.set != NULL)
        return cli_bad_input (error,
                              _ ("--panel: “%s”: all panels are of the same recording (use "
                                 "--against and --show b for another)"),
                              texts[i]);
    }
  return TRUE;
}

static void
add_shot (Scene *scene, Cli *cli, const DlFigure *figure, guint line, const DlRecording *of)
{
  Shot *shot = &scene->shots[scene->n];
  g_autofree char *name = of != NULL ? dl_recording_name (of) : NULL;

  *shot = (Shot) { .cli = cli, .figure = figure, .options = &cli->options };
  if (name != NULL)
    shot->title = g_strdup_printf (
        "%s: %s", line == 0 ? dl_show_title (DL_SHOW_A) : dl_show_title (DL_SHOW_B), name);
  scene->panels[scene->n++].line = line;
}

/* One figure; of two recordings A and B beside each other, unless --show says which. */
static void
add_figure (Scene *scene, Cli *cli, const DlFigure *figure)
{
  const gboolean both = scene->against != NULL && cli->options.show == NULL;

  add_shot (scene, cli, figure, 0, both ? scene->recording : NULL);
  if (both)
    add_shot (scene, cli, figure, 1, scene->against);
}

/* The command's figure, or panels. NULL on error. */
static Scene *
scene_new (Cli *cli, const DlFigure *figure, GError **error)
{
  g_autoptr (Scene) scene = g_new0 (Scene, 1);
  const char *name = cli->args[0];

  scene->against_name = g_steal_pointer (&cli->options.against);
  scene->recording = load (cli, name, error);
  if (scene->recording == NULL)
    return NULL;
  if (scene->against_name != NULL)
    {
      scene->against = load (cli, scene->against_name, error);
      if (scene->against == NULL)
        return NULL;
      if (scene->against->scenario->family != scene->recording->scenario->family)
        {
          cli_bad_input (error, _ ("--against: %s is a network of another kind (use one like %s)"),
                         scene->against->scenario->name, scene->recording->scenario->name);
          return NULL;
        }
    }
  if (figure != &dl_figure_panels)
    add_figure (scene, cli, figure);
  else if (!add_panels (scene, cli, error))
    return NULL;
  for (guint i = 0; i < scene->n; i++)
    if (!check_shot (scene, i, name, error))
      return NULL;
  return g_steal_pointer (&scene);
}

static gboolean
parse_range (const CliOptions *options, const DlRecording *recording, DlFilmRange *range,
             GError **error)
{
  *range = dl_film_range_whole (recording, N_FRAMES);
  if (!cli_parse_uint ("--from", options->from, 0, DL_RECORDING_MAX_CYCLES, &range->from, error)
      || !cli_parse_uint ("--to", options->to, 0, DL_RECORDING_MAX_CYCLES, &range->to, error))
    return FALSE;
  if (range->to > range->from)
    range->every = MAX ((range->to - range->from) / N_FRAMES, 1);
  if (!cli_parse_uint ("--every", options->every, 1, DL_RECORDING_MAX_CYCLES, &range->every, error))
    return FALSE;
  if (!dl_film_range_check (range, recording, error))
    {
      g_prefix_error (error, "animate: ");
      return FALSE;
    }
  return dl_film_range_count (range) <= DL_MOVIE_MOST_FRAMES
         || cli_bad_input (error, _ ("--every: %u frames are too many (at most %d)"),
                           dl_film_range_count (range), DL_MOVIE_MOST_FRAMES);
}

static gboolean
parse_number (const char *option, const char *text, double low, double high, double *value,
              GError **error)
{
  if (text == NULL || dl_value_parse_double (text, low, high, value, error))
    return TRUE;
  g_prefix_error (error, "%s: ", option);
  return FALSE;
}

/* Size and speed; the range is known. */
static gboolean
parse_movie (const CliOptions *options, const DlMovieFormat *format, DlMovieOptions *movie,
             GError **error)
{
  double width = DL_WIDTH_SLIDE_IN, height, dpi = DPI, points;
  DlFont font;

  movie->fps = MIN (FPS, format->most_fps);
  if (!parse_number ("--width", options->width, DL_WIDTH_LEAST_IN, DL_WIDTH_MOST_IN, &width, error))
    return FALSE;
  height = width * 9 / 16;
  if (!parse_number ("--height", options->height, DL_WIDTH_LEAST_IN, DL_WIDTH_MOST_IN, &height,
                     error)
      || !parse_number ("--dpi", options->dpi, DL_DPI_LEAST, DL_DPI_MOST, &dpi, error)
      || !parse_number ("--text-size", options->text_size, DL_TEXT_LEAST_PT, DL_TEXT_MOST_PT,
                        &points, error)
      || !parse_number ("--fps", options->fps, 1, format->most_fps, &movie->fps, error))
    return FALSE;
  if (options->font != NULL && !dl_font_find (options->font, &font))
    return cli_bad_input (error, _ ("--font: “%s” is not a font (expected sans or serif)"),
                          options->font);
  movie->width = (int) lround (width * dpi);
  movie->height = (int) lround (height * dpi);
  movie->points_a_pixel = 72 / dpi;
  if (dl_movie_has_size (movie->width, movie->height))
    return TRUE;
  return cli_bad_input (error,
                        _ ("--dpi: frames of %d x %d pixels cannot be made (expected sides of %d "
                           "to %d, and at most 7680 x 4320)"),
                        movie->width, movie->height, DL_MOVIE_LEAST_SIDE, DL_MOVIE_MOST_SIDE);
}

/* The command -------------------------------------------------------------------------------- */

static gboolean
view_shot (DlFigureInput *input, gconstpointer shape, gpointer data, GError **error)
{
  const Shot *shot = data;
  DlFigureOptions options = cli_figure_options (shot->cli, shot->options);

  if (shot->figure->uses_metric)
    options.metric = metric_of (shot);
  input->style = dl_figure_options_style (&options);
  input->style.height = 0;
  if (input->style.title == NULL)
    input->style.title = shot->title;
  return dl_figure_parse_view (&options, shot->figure, shape, input, error);
}

/* The page of several. */
static gboolean
view_page (DlFigureInput *input, gconstpointer shape, gpointer data, GError **error)
{
  const Cli *cli = data;
  const DlFigureOptions options = cli_figure_options (cli, &cli->options);

  input->style = dl_figure_options_style (&options);
  input->style.height = 0;
  return TRUE;
}

/* Figures of the scene, and their columns, as options of the film. */
static gboolean
set_figures (Scene *scene, Cli *cli, DlFilmOptions *options, GError **error)
{
  guint64 n_columns = scene->against != NULL && cli->options.panels == NULL ? 2 : 0;

  if (!cli_parse_uint ("--columns", cli->options.columns, 1, DL_FIGURE_MOST_COLUMNS, &n_columns,
                       error))
    return FALSE;
  for (guint i = 0; i < scene->n; i++)
    {
      scene->panels[i].view = view_shot;
      scene->panels[i].view_data = &scene->shots[i];
    }
  options->panels = scene->panels;
  options->n_panels = scene->n;
  options->figure = scene->panels[0].figure;
  options->against = scene->against;
  options->view = view_page;
  options->view_data = cli;
  if (scene->n > 1 || cli->options.panels != NULL)
    {
      options->figure = &dl_figure_panels;
      options->n_columns = n_columns;
      return TRUE;
    }
  options->panels = NULL;
  options->view = view_shot;
  options->view_data = &scene->shots[0];
  options->line = scene->panels[0].line;
  return TRUE;
}

static gboolean
write_movie (Cli *cli, const DlRecording *recording, const DlFilmOptions *options,
             const DlMovieFormat *format, DlMovieOptions *movie, GError **error)
{
  const DlFigureOptions read = cli_figure_options (cli, &cli->options);
  const DlFigureStyle style = dl_figure_options_style (&read);
  g_autoptr (DlFilm) film = dl_film_new (recording, options, cli->cancellable, error);
  g_autoptr (GArray) colors = NULL;

  if (film == NULL)
    return FALSE;
  movie->file_name = cli->options.output;
  movie->n_frames = dl_film_get_n_frames (film);
  movie->theme = dl_figure_theme (&style);
  colors = dl_film_colors (film, movie->theme);
  movie->colors = (const guint32 *) (gpointer) colors->data;
  movie->n_colors = colors->len;
  return dl_movie_write (film, format, movie, cli->out, cli->cancellable, error);
}

/* Figure, output and size, before anything is read. */
static gboolean
check_command (Cli *cli, const DlFigure **figure, const DlMovieFormat **format,
               DlMovieOptions *movie, GError **error)
{
  const CliOptions *given = &cli->options;

  *figure = dl_figure_find_typed (cli->args[1], error);
  if (*figure == NULL || !cli_figure_check_panels (given, *figure == &dl_figure_panels, error))
    return FALSE;
  if (given->output == NULL || strcmp (given->output, "-") == 0)
    return cli_bad_input (error,
                          _ ("animate: the file is missing (add -o FILE.gif, .webp, .apng, .mp4, "
                             ".webm, .html or .png)"));
  *format = dl_movie_format_for (given->output, error);
  if (*format == NULL)
    {
      g_prefix_error (error, "-o ");
      return FALSE;
    }
  return parse_movie (given, *format, movie, error);
}

/* Whether the format can be written, of these figures: before they are simulated. */
static gboolean
check_format (const Scene *scene, const DlMovieFormat *format, GError **error)
{
  const DlFigure *figures[DL_FIGURE_MOST_PANELS];

  for (guint i = 0; i < scene->n; i++)
    figures[i] = scene->shots[i].figure;
  return dl_movie_format_check (format, figures, scene->n, error);
}

CliStatus
cli_animate (Cli *cli, GError **error)
{
  const DlFigure *figure;
  const DlMovieFormat *format = NULL;
  g_autoptr (Scene) scene = NULL;
  DlFilmOptions options = { 0 };
  DlMovieOptions movie = { 0 };
  CliProgress progress;
  gboolean done;

  if (!check_command (cli, &figure, &format, &movie, error)
      || !cli_parse_count ("--threads", cli->options.threads, 256, &options.threads, error))
    return CLI_DONE;
  scene = scene_new (cli, figure, error);
  if (scene == NULL || !check_format (scene, format, error)
      || !parse_range (&cli->options, scene->recording, &options.range, error)
      || !set_figures (scene, cli, &options, error))
    return CLI_DONE;
  options.progress = cli_progress_set;
  options.progress_data = &progress;
  cli_progress_begin (&progress);
  done = write_movie (cli, scene->recording, &options, format, &movie, error);
  cli_progress_end (&progress);
  /* Numbered pictures are written already. */
  if (done && cli->out->len == 0)
    g_clear_pointer (&cli->options.output, g_free);
  return CLI_DONE;
}

/* The table of formats, frames on their way to an encoder, and the simplest format: pictures with
 * numbers. */
#include "dl-movie.h"

#include "dl-numerals.h"
#include "dl-output.h"

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>

#include <string.h>

/* Images between the thread that draws and the one that compresses. */
#define N_IMAGES 3
/* Digits of a number in a file's name at least. */
#define LEAST_DIGITS 4

/* Numbered pictures -------------------------------------------------------------------------- */

typedef struct
{
  const DlMovieOptions *options;
  guint n_written, digits;
} Numbered;

static guint
digits_for (guint n_frames)
{
  guint digits = LEAST_DIGITS;

  for (guint64 most = 10000; most <= n_frames; most *= 10)
    digits++;
  return digits;
}

/* "FILE-0001.png" of "FILE.png". */
static char *
name_of (const char *whole, guint digits, guint number)
{
  const char *dot = strrchr (whole, '.');

  return g_strdup_printf ("%.*s-%0*u%s", (int) (dot - whole), whole, (int) digits, number + 1, dot);
}

char *
dl_movie_first_picture (const char *file_name, guint n_frames)
{
  return name_of (file_name, digits_for (n_frames), 0);
}

static char *
numbered_name (const Numbered *self, guint number)
{
  return name_of (self->options->file_name, self->digits, number);
}

static gpointer
numbered_open (const DlMovieOptions *options, const DlFilm *film, GError **error)
{
  Numbered *self = g_new0 (Numbered, 1);

  self->options = options;
  self->digits = digits_for (options->n_frames);
  return self;
}

static cairo_status_t
append (void *bytes, const unsigned char *data, unsigned int length)
{
  g_byte_array_append (bytes, data, length);
  return CAIRO_STATUS_SUCCESS;
}

static gboolean
numbered_add (gpointer encoder, const DlFilmFrame *frame, cairo_surface_t *image, GError **error)
{
  Numbered *self = encoder;
  GByteArray *png = g_byte_array_new ();
  const cairo_status_t status = cairo_surface_write_to_png_stream (image, append, png);
  g_autoptr (GBytes) bytes = g_byte_array_free_to_bytes (png);
  g_autofree char *name = numbered_name (self, self->n_written);

  if (status != CAIRO_STATUS_SUCCESS)
    {
      g_set_error_literal (error, DL_FIGURE_ERROR, DL_FIGURE_ERROR_DRAW,
                           cairo_status_to_string (status));
      return FALSE;
    }
  if (!dl_figure_write_file (bytes, name, error))
    return FALSE;
  self->n_written++;
  return TRUE;
}

static gboolean
numbered_close (gpointer encoder, GString *file, GError **error)
{
  ((Numbered *) encoder)->n_written = 0;
  return TRUE;
}

static void
numbered_free (gpointer encoder)
{
  Numbered *self = encoder;

  for (guint i = 0; i < self->n_written; i++)
    {
      g_autofree char *name = numbered_name (self, i);

      g_unlink (name);
    }
  g_free (self);
}

static const DlMovieFormat numbered = {
  .extension = ".png",
  .title = N_ ("Numbered PNG pictures"),
  .most_fps = 1000,
  .open = numbered_open,
  .add = numbered_add,
  .close = numbered_close,
  .free = numbered_free,
};

/* The table ---------------------------------------------------------------------------------- */

/* One more format is a row here. */
static const DlMovieFormat *const formats[]
    = { &dl_movie_gif,  &dl_movie_webp, &dl_movie_mp4, &dl_movie_webm,
        &dl_movie_html, &dl_movie_apng, &numbered };

const DlMovieFormat *const *
dl_movie_formats (guint *n_formats)
{
  *n_formats = G_N_ELEMENTS (formats);
  return formats;
}

/* ".gif, .webp, ... or .png" */
static char *
list_extensions (void)
{
  GString *all = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      const gboolean last = i + 1 == G_N_ELEMENTS (formats);

      /* Translators: before the last one of a list of file name extensions */
      g_string_append (all, i == 0 ? "" : last ? _ (" or ") : ", ");
      g_string_append (all, formats[i]->extension);
    }
  return g_string_free (all, FALSE);
}

const DlMovieFormat *
dl_movie_format_for (const char *file_name, GError **error)
{
  const gsize length = strlen (file_name);
  g_autofree char *shown = NULL, *extensions = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      const gsize ending = strlen (formats[i]->extension);

      if (length > ending
          && g_ascii_strcasecmp (file_name + length - ending, formats[i]->extension) == 0)
        return formats[i];
    }
  shown = dl_file_name_show (file_name);
  extensions = list_extensions ();
  g_set_error (error, DL_FIGURE_ERROR, DL_FIGURE_ERROR_FORMAT,
               _ ("%s: unknown file name extension (expected %s)"), shown, extensions);
  return NULL;
}

gboolean
dl_movie_has_size (int width, int height)
{
  return MIN (width, height) >= DL_MOVIE_LEAST_SIDE && MAX (width, height) <= DL_MOVIE_MOST_SIDE
         && (double) width * height <= DL_MOVIE_MOST_PIXELS;
}

/* "ring-matrix, matrix, ...": those of @family that a page plays. */
static char *
list_played (const DlFamily *family)
{
  GString *names = g_string_new (NULL);
  guint n;
  const DlFigure *const *figures = dl_family_figures (family, &n);

  for (guint i = 0; i < n; i++)
    if (dl_movie_page_plays (figures[i]))
      g_string_append_printf (names, "%s%s", names->len > 0 ? ", " : "", figures[i]->id);
  return g_string_free (names, FALSE);
}

static gboolean
check_page (const DlFigure *figure, GError **error)
{
  g_autofree char *names = NULL;

  if (dl_movie_page_plays (figure))
    return TRUE;
  names = list_played (dl_figure_family (figure));
  g_set_error (error, DL_FIGURE_ERROR, DL_FIGURE_ERROR_FORMAT,
               _ ("a page does not play %s (expected one of: %s; or use a different format)"),
               figure->id, names);
  return FALSE;
}

gboolean
dl_movie_format_check (const DlMovieFormat *format, const DlFigure *const *figures, guint n_figures,
                       GError **error)
{
  g_autofree char *program
      = format->program != NULL ? g_find_program_in_path (format->program) : NULL;

  if (format->program != NULL && program == NULL)
    {
      g_set_error (error, DL_FIGURE_ERROR, DL_FIGURE_ERROR_PROGRAM,
                   _ ("%s needs the program %s, which is not installed (install the package %s, or "
                      "use .gif or .webp)"),
                   format->extension, format->program, format->program);
      return FALSE;
    }
  for (guint i = 0; i < n_figures && format->is_page; i++)
    if (!check_page (figures[i], error))
      return FALSE;
  return TRUE;
}

/* Frames on their way ------------------------------------------------------------------------ */

/* One thread draws, another compresses; images go around between them. */
typedef struct
{
  const DlMovieFormat *format;
  gpointer encoder;
  GAsyncQueue *empty, *drawn; /* cairo_surface_t; &end_of_film after the last one */
  GError *error;              /* of the encoder; set before the image goes back */
  gint failed;                /* atomic */
} Way;

static char end_of_film;

static gpointer
compress (gpointer data)
{
  Way *way = data;
  gpointer image;

  while ((image = g_async_queue_pop (way->drawn)) != &end_of_film)
    {
      if (!g_atomic_int_get (&way->failed)
          && !way->format->add (way->encoder, NULL, image, &way->error))
        g_atomic_int_set (&way->failed, TRUE);
      g_async_queue_push (way->empty, image);
    }
  return NULL;
}

static gboolean
draw (const DlFilm *film, const DlMovieOptions *options, cairo_surface_t *image, GError **error)
{
  cairo_t *cr = cairo_create (image);
  const double scale = options->points_a_pixel;
  cairo_status_t status;

  dl_color_set (cr, &options->theme->background);
  cairo_paint (cr);
  cairo_scale (cr, 1 / scale, 1 / scale);
  dl_film_draw (film, cr, options->width * scale, options->height * scale, options->theme);
  status = cairo_status (cr);
  cairo_destroy (cr);
  cairo_surface_flush (image);
  if (status == CAIRO_STATUS_SUCCESS)
    return TRUE;
  g_set_error_literal (error, DL_FIGURE_ERROR, DL_FIGURE_ERROR_DRAW,
                       cairo_status_to_string (status));
  return FALSE;
}

/* FALSE with @error unless the encoder's alone is to be told. */
static gboolean
draw_all (DlFilm *film, const DlMovieOptions *options, Way *way, GCancellable *cancellable,
          GError **error)
{
  const DlFilmFrame *frame;
  g_autoptr (GError) failure = NULL;

  while (!g_atomic_int_get (&way->failed)
         && (frame = dl_film_next (film, cancellable, &failure)) != NULL)
    {
      cairo_surface_t *image = g_async_queue_pop (way->empty);
      const gboolean drawn = draw (film, options, image, &failure);

      g_async_queue_push (drawn ? way->drawn : way->empty, image);
      if (!drawn)
        break;
    }
  if (failure == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&failure));
  return FALSE;
}

static gboolean
write_images (DlFilm *film, const DlMovieOptions *options, Way *way, GCancellable *cancellable,
              GError **error)
{
  GThread *thread;
  gboolean done;

  way->empty = g_async_queue_new_full ((GDestroyNotify) cairo_surface_destroy);
  way->drawn = g_async_queue_new ();
  for (guint i = 0; i < N_IMAGES; i++)
    g_async_queue_push (way->empty, cairo_image_surface_create (CAIRO_FORMAT_RGB24, options->width,
                                                                options->height));
  thread = g_thread_new ("movie", compress, way);
  done = draw_all (film, options, way, cancellable, error);
  g_async_queue_push (way->drawn, &end_of_film);
  g_thread_join (thread);
  g_async_queue_unref (way->empty);
  g_async_queue_unref (way->drawn);
  if (done && way->failed)
    g_propagate_error (error, g_steal_pointer (&way->error));
  done = done && !way->failed;
  g_clear_error (&way->error);
  return done;
}

static gboolean
write_values (DlFilm *film, Way *way, GCancellable *cancellable, GError **error)
{
  g_autoptr (GError) failure = NULL;
  const DlFilmFrame *frame;

  while ((frame = dl_film_next (film, cancellable, &failure)) != NULL)
    if (!way->format->add (way->encoder, frame, NULL, error))
      return FALSE;
  if (failure == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&failure));
  return FALSE;
}

gboolean
dl_movie_write (DlFilm *film, const DlMovieFormat *format, const DlMovieOptions *options,
                GString *file, GCancellable *cancellable, GError **error)
{
  g_autoptr (DlPlainNumerals) plain = dl_plain_numerals_new ();
  Way way = { .format = format };
  guint n_panels;
  const DlFigurePanel *panels = dl_film_get_panels (film, &n_panels);
  g_autofree const DlFigure **figures = g_new (const DlFigure *, n_panels);
  gboolean done;

  for (guint i = 0; i < n_panels; i++)
    figures[i] = panels[i].figure;
  if (!dl_movie_format_check (format, figures, n_panels, error))
    return FALSE;
  way.encoder = format->open (options, film, error);
  if (way.encoder == NULL)
    return FALSE;
  done = (format->is_page ? write_values (film, &way, cancellable, error)
                          : write_images (film, options, &way, cancellable, error))
         && !g_cancellable_set_error_if_cancelled (cancellable, error)
         && format->close (way.encoder, file, error);
  format->free (way.encoder);
  return done;
}

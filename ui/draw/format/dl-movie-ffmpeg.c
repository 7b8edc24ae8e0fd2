/* Videos by the program ffmpeg, where it is installed: frames go there by a pipe, the file comes
 * back whole. */
#include "dl-movie.h"

#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>

#include <string.h>
#include <unistd.h>

#define PROGRAM "ffmpeg"
/* Bytes of what it says that are told. */
#define MOST_SAID 400

typedef struct
{
  const DlMovieOptions *options;
  char *path; /* of the file while it is written */
  GSubprocess *process;
  GOutputStream *pipe; /* the process' */
} Video;

static void
video_free (gpointer encoder)
{
  Video *self = encoder;

  if (self->process != NULL)
    {
      g_subprocess_force_exit (self->process);
      g_subprocess_wait (self->process, NULL, NULL);
    }
  g_clear_object (&self->process);
  if (self->path != NULL)
    g_unlink (self->path);
  g_free (self->path);
  g_free (self);
}

static gboolean
make_file (Video *self, const char *extension, GError **error)
{
  g_autofree char *template = g_strconcat ("dateline-XXXXXX", extension, NULL);
  const int file = g_file_open_tmp (template, &self->path, error);

  return file >= 0 && close (file) == 0;
}

/* @codec: the options of the format, NULL at the end. */
static gboolean
start (Video *self, const char *const *codec, GError **error)
{
  g_autofree char *size = g_strdup_printf ("%dx%d", self->options->width, self->options->height);
  char fps[G_ASCII_DTOSTR_BUF_SIZE];
  g_autoptr (GPtrArray) words = g_ptr_array_new ();
  const char *const input[]
      = { PROGRAM, "-nostdin", "-hide_banner", "-loglevel", "error", "-y", "-f", "rawvideo",
          "-pixel_format", G_BYTE_ORDER == G_LITTLE_ENDIAN ? "bgr0" : "0rgb", "-video_size", size,
          "-framerate", g_ascii_dtostr (fps, sizeof fps, self->options->fps), "-i", "pipe:0",
          /* Both formats halve the colors' resolution. */
          "-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2", "-pix_fmt", "yuv420p" };

  for (guint i = 0; i < G_N_ELEMENTS (input); i++)
    g_ptr_array_add (words, (gpointer) input[i]);
  for (; *codec != NULL; codec++)
    g_ptr_array_add (words, (gpointer) *codec);
  g_ptr_array_add (words, self->path);
  g_ptr_array_add (words, NULL);
  self->process = g_subprocess_newv ((const char *const *) words->pdata,
                                     G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDERR_PIPE
                                         | G_SUBPROCESS_FLAGS_STDOUT_SILENCE,
                                     error);
  if (self->process == NULL)
    return FALSE;
  self->pipe = g_subprocess_get_stdin_pipe (self->process);
  return TRUE;
}

static gpointer
video_open (const DlMovieOptions *options, const char *extension, const char *const *codec,
            GError **error)
{
  Video *self = g_new0 (Video, 1);

  self->options = options;
  if (make_file (self, extension, error) && start (self, codec, error))
    return self;
  video_free (self);
  return NULL;
}

/* Fail with ffmpeg's own message, on one line. */
static gboolean
fail (Video *self, GError **error)
{
  char said[MOST_SAID + 1] = "";
  gsize length = 0;

  g_input_stream_read_all (g_subprocess_get_stderr_pipe (self->process), said, MOST_SAID, &length,
                           NULL, NULL);
  said[length] = '\0';
  g_strdelimit (g_strchomp (said), "\r\n", ' ');
  g_clear_error (error);
  g_set_error (error, DL_FIGURE_ERROR, DL_FIGURE_ERROR_DRAW, _ ("%s failed: %s"), PROGRAM,
               *said != '\0' ? said : "?");
  return FALSE;
}

static gboolean
video_add (gpointer encoder, const DlFilmFrame *frame, cairo_surface_t *image, GError **error)
{
  Video *self = encoder;
  const guint8 *pixels = cairo_image_surface_get_data (image);
  const gsize stride = cairo_image_surface_get_stride (image);

  for (gint y = 0; y < self->options->height; y++)
    if (!g_output_stream_write_all (self->pipe, pixels + y * stride, 4 * self->options->width, NULL,
                                    NULL, NULL))
      return fail (self, error);
  return TRUE;
}

static gboolean
video_close (gpointer encoder, GString *file, GError **error)
{
  Video *self = encoder;
  g_autofree char *contents = NULL;
  gsize length;

  if (!g_output_stream_close (self->pipe, NULL, NULL)
      || !g_subprocess_wait_check (self->process, NULL, NULL))
    return fail (self, error);
  if (!g_file_get_contents (self->path, &contents, &length, error))
    return FALSE;
  g_string_append_len (file, contents, length);
  return TRUE;
}

static gpointer
mp4_open (const DlMovieOptions *options, const DlFilm *film, GError **error)
{
  static const char *const codec[]
      = { "-c:v",      "libx264",   "-preset",    "veryfast", "-crf", "18", "-tune",
          "animation", "-movflags", "+faststart", "-f",       "mp4",  NULL };

  return video_open (options, ".mp4", codec, error);
}

const DlMovieFormat dl_movie_mp4 = {
  .extension = ".mp4",
  .title = N_ ("MP4 video (by ffmpeg)"),
  .program = PROGRAM,
  .most_fps = 120,
  .open = mp4_open,
  .add = video_add,
  .close = video_close,
  .free = video_free,
};

static gpointer
webm_open (const DlMovieOptions *options, const DlFilm *film, GError **error)
{
  static const char *const codec[]
      = { "-c:v", "libvpx-vp9", "-deadline", "realtime", "-cpu-used", "7",    "-row-mt", "1",
          "-crf", "24",         "-b:v",      "0",        "-f",        "webm", NULL };

  return video_open (options, ".webm", codec, error);
}

const DlMovieFormat dl_movie_webm = {
  .extension = ".webm",
  .title = N_ ("WebM video (by ffmpeg)"),
  .program = PROGRAM,
  .most_fps = 120,
  .open = webm_open,
  .add = video_add,
  .close = video_close,
  .free = video_free,
};

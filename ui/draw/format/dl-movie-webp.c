/* Animated WebP without loss, by libwebp's encoder of animations. */
#include "dl-movie.h"

#include <glib/gi18n-lib.h>
#include <webp/encode.h>
#include <webp/mux.h>

#include <string.h>

typedef struct
{
  const DlMovieOptions *options;
  WebPAnimEncoder *encoder;
  WebPConfig config;
  WebPPicture picture;
  guint n_frames;
} WebP;

static gboolean
fail (const WebP *self, GError **error)
{
  const char *reason = self->encoder != NULL ? WebPAnimEncoderGetError (self->encoder) : "";

  g_set_error (error, DL_FIGURE_ERROR, DL_FIGURE_ERROR_DRAW, _ ("cannot write the WebP: %s"),
               reason);
  return FALSE;
}

static void
webp_free (gpointer encoder)
{
  WebP *self = encoder;

  WebPPictureFree (&self->picture);
  WebPAnimEncoderDelete (self->encoder);
  g_free (self);
}

static gpointer
webp_open (const DlMovieOptions *options, const DlFilm *film, GError **error)
{
  WebP *self = g_new0 (WebP, 1);
  WebPAnimEncoderOptions animation;
  gboolean done;

  self->options = options;
  done = WebPAnimEncoderOptionsInit (&animation) != 0 && WebPConfigInit (&self->config) != 0
         && WebPPictureInit (&self->picture) != 0;
  animation.kmax = 0; /* frames are differences, each compressed once */
  self->config.lossless = 1;
  self->config.method = 0;
  self->config.quality = 0; /* of the effort */
  self->picture.use_argb = 1;
  self->picture.width = options->width;
  self->picture.height = options->height;
  done = done && WebPPictureAlloc (&self->picture) != 0;
  self->encoder = done ? WebPAnimEncoderNew (options->width, options->height, &animation) : NULL;
  if (self->encoder != NULL)
    return self;
  fail (self, error);
  webp_free (self);
  return NULL;
}

/* Milliseconds at which frame @number begins. */
static int
time_of (const WebP *self, guint number)
{
  return number * 1000 / self->options->fps + 0.5;
}

static gboolean
webp_add (gpointer encoder, const DlFilmFrame *frame, cairo_surface_t *image, GError **error)
{
  WebP *self = encoder;
  const guint8 *pixels = cairo_image_surface_get_data (image);
  const gsize stride = cairo_image_surface_get_stride (image);

  for (gint y = 0; y < self->options->height; y++)
    {
      const guint32 *from = (const guint32 *) (gconstpointer) (pixels + y * stride);
      guint32 *to = self->picture.argb + (gsize) y * self->picture.argb_stride;

      for (gint x = 0; x < self->options->width; x++)
        to[x] = from[x] | DL_OPAQUE;
    }
  return WebPAnimEncoderAdd (self->encoder, &self->picture, time_of (self, self->n_frames++),
                             &self->config)
             != 0
         || fail (self, error);
}

static gboolean
webp_close (gpointer encoder, GString *file, GError **error)
{
  WebP *self = encoder;
  WebPData data;
  gboolean done;

  WebPDataInit (&data);
  done = WebPAnimEncoderAdd (self->encoder, NULL, time_of (self, self->n_frames), NULL) != 0
         && WebPAnimEncoderAssemble (self->encoder, &data) != 0;
  if (done)
    g_string_append_len (file, (const char *) data.bytes, data.size);
  else
    fail (self, error);
  WebPDataClear (&data);
  return done;
}

const DlMovieFormat dl_movie_webp = {
  .extension = ".webp",
  .title = N_ ("Animated WebP"),
  .most_fps = 100,
  .open = webp_open,
  .add = webp_add,
  .close = webp_close,
  .free = webp_free,
};

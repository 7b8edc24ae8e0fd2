/* Animated GIF, by giflib: one table of colors for all frames, made of the figure's colors; of a
 * frame the part that has changed, in which unchanged pixels are transparent. */
#include "dl-movie.h"

#include <gif_lib.h>
#include <glib/gi18n-lib.h>

#include <string.h>

#define N_COLORS    256
#define TRANSPARENT (N_COLORS - 1)
/* Slots of the table from colors to their nearest; a power of 2. */
#define N_SLOTS  8192
#define NO_COLOR 0xffffffffu

typedef struct
{
  const DlMovieOptions *options;
  GifFileType *gif;
  GByteArray *bytes;
  guint n_colors;
  GifColorType color[N_COLORS];
  guint32 slot_rgb[N_SLOTS]; /* NO_COLOR: free */
  guint8 slot_color[N_SLOTS];
  guint8 *shown, *next; /* (height x width) */
  guint8 *row;          /* (width) */
  guint n_frames;
  gint64 time; /* hundredths of a second at which the next frame begins */
} Gif;

static int
write_bytes (GifFileType *gif, const GifByteType *data, int length)
{
  g_byte_array_append (gif->UserData, data, length);
  return length;
}

static gboolean
fail (int number, GError **error)
{
  const char *reason = GifErrorString (number);

  g_set_error (error, DL_FIGURE_ERROR, DL_FIGURE_ERROR_DRAW, _ ("cannot write the GIF: %s"),
               reason != NULL ? reason : "?");
  return FALSE;
}

/* Write the extension by which the picture plays again and again. */
static gboolean
put_loop (GifFileType *gif)
{
  static const guint8 forever[] = { 1, 0, 0 };

  return EGifPutExtensionLeader (gif, APPLICATION_EXT_FUNC_CODE) == GIF_OK
         && EGifPutExtensionBlock (gif, 11, "NETSCAPE2.0") == GIF_OK
         && EGifPutExtensionBlock (gif, sizeof forever, forever) == GIF_OK
         && EGifPutExtensionTrailer (gif) == GIF_OK;
}

static gboolean
put_head (Gif *self)
{
  const DlMovieOptions *options = self->options;
  ColorMapObject *map = GifMakeMapObject (N_COLORS, self->color);
  gboolean done;

  EGifSetGifVersion (self->gif, true);
  done = map != NULL
         && EGifPutScreenDesc (self->gif, options->width, options->height, 8, 0, map) == GIF_OK
         && put_loop (self->gif);
  GifFreeMapObject (map);
  return done;
}

static void
take_colors (Gif *self)
{
  self->n_colors = MIN (self->options->n_colors, TRANSPARENT);
  for (guint i = 0; i < self->n_colors; i++)
    {
      const guint32 rgb = self->options->colors[i];

      self->color[i] = (GifColorType) { rgb >> 16 & 0xff, rgb >> 8 & 0xff, rgb & 0xff };
    }
}

static void
gif_free (gpointer encoder)
{
  Gif *self = encoder;
  int number;

  if (self->gif != NULL)
    EGifCloseFile (self->gif, &number);
  g_byte_array_unref (self->bytes);
  g_free (self->shown);
  g_free (self->next);
  g_free (self->row);
  g_free (self);
}

static gpointer
gif_open (const DlMovieOptions *options, const DlFilm *film, GError **error)
{
  const gsize n_pixels = (gsize) options->width * options->height;
  Gif *self = g_new0 (Gif, 1);
  int number = 0;

  self->options = options;
  self->bytes = g_byte_array_new ();
  self->shown = g_new0 (guint8, n_pixels);
  self->next = g_new0 (guint8, n_pixels);
  self->row = g_new0 (guint8, options->width);
  memset (self->slot_rgb, 0xff, sizeof self->slot_rgb);
  take_colors (self);
  self->gif = EGifOpen (self->bytes, write_bytes, &number);
  if (self->gif != NULL && put_head (self))
    return self;
  fail (self->gif != NULL ? self->gif->Error : number, error);
  gif_free (self);
  return NULL;
}

/* Colors ------------------------------------------------------------------------------------- */

/* Index of the nearest color of the palette, by roughly the eye's weights. */
static guint8
nearest (const Gif *self, guint32 rgb)
{
  const gint r = rgb >> 16 & 0xff, g = rgb >> 8 & 0xff, b = rgb & 0xff;
  gint least = G_MAXINT;
  guint8 found = 0;

  for (guint i = 0; i < self->n_colors; i++)
    {
      const gint dr = r - self->color[i].Red, dg = g - self->color[i].Green;
      const gint db = b - self->color[i].Blue, far = 3 * dr * dr + 6 * dg * dg + db * db;

      if (far < least)
        {
          least = far;
          found = i;
        }
    }
  return found;
}

/* The last color of a slot is remembered. */
static inline guint8
color_of (Gif *self, guint32 rgb)
{
  const guint slot = (rgb * 0x9e3779b1u) >> 19;

  G_STATIC_ASSERT (N_SLOTS == 1 << (32 - 19));
  if (self->slot_rgb[slot] != rgb)
    {
      self->slot_rgb[slot] = rgb;
      self->slot_color[slot] = nearest (self, rgb);
    }
  return self->slot_color[slot];
}

static void
take_pixels (Gif *self, cairo_surface_t *image)
{
  const guint8 *pixels = cairo_image_surface_get_data (image);
  const gsize stride = cairo_image_surface_get_stride (image);
  const gint width = self->options->width;
  guint8 *to = self->next;

  for (gint y = 0; y < self->options->height; y++)
    {
      const guint32 *from = (const guint32 *) (gconstpointer) (pixels + y * stride);
      guint32 last = NO_COLOR;
      guint8 color = 0;

      for (gint x = 0; x < width; x++)
        {
          const guint32 rgb = from[x] & 0xffffff;

          if (rgb != last)
            {
              last = rgb;
              color = color_of (self, rgb);
            }
          *to++ = color;
        }
    }
}

/* Frames ------------------------------------------------------------------------------------- */

typedef struct
{
  gint left, top, right, bottom; /* the latter two outside */
} Part;

/* The part that has changed, at least one pixel. */
static Part
changed_part (const Gif *self)
{
  const gint width = self->options->width, height = self->options->height;
  Part part = { width, height, 0, 0 };

  if (self->n_frames == 0)
    return (Part) { 0, 0, width, height };
  for (gint y = 0; y < height; y++)
    {
      const guint8 *a = self->shown + (gsize) y * width, *b = self->next + (gsize) y * width;
      gint first = 0, last = width;

      if (memcmp (a, b, width) == 0)
        continue;
      while (a[first] == b[first])
        first++;
      while (a[last - 1] == b[last - 1])
        last--;
      part.left = MIN (part.left, first);
      part.right = MAX (part.right, last);
      part.top = MIN (part.top, y);
      part.bottom = y + 1;
    }
  return part.bottom > 0 ? part : (Part) { 0, 0, 1, 1 };
}

static gboolean
put_control (Gif *self)
{
  const gint64 end = (self->n_frames + 1) * 100 / self->options->fps + 0.5;
  const GraphicsControlBlock control = {
    .DisposalMode = DISPOSE_DO_NOT,
    .DelayTime = MIN (end - self->time, G_MAXUINT16),
    .TransparentColor = self->n_frames == 0 ? NO_TRANSPARENT_COLOR : TRANSPARENT,
  };
  GifByteType block[4];

  self->time = end;
  EGifGCBToExtension (&control, block);
  return EGifPutExtension (self->gif, GRAPHICS_EXT_FUNC_CODE, sizeof block, block) == GIF_OK;
}

static gboolean
put_row (Gif *self, gint y, const Part *part)
{
  const gsize at = (gsize) y * self->options->width + part->left;
  const gint width = part->right - part->left;
  const guint8 *next = self->next + at, *shown = self->shown + at;

  for (gint x = 0; x < width; x++)
    self->row[x] = self->n_frames > 0 && next[x] == shown[x] ? TRANSPARENT : next[x];
  return EGifPutLine (self->gif, self->row, width) == GIF_OK;
}

static gboolean
gif_add (gpointer encoder, const DlFilmFrame *frame, cairo_surface_t *image, GError **error)
{
  Gif *self = encoder;
  guint8 *swap = self->shown;
  gboolean done;
  Part part;

  take_pixels (self, image);
  part = changed_part (self);
  done = put_control (self)
         && EGifPutImageDesc (self->gif, part.left, part.top, part.right - part.left,
                              part.bottom - part.top, false, NULL)
                == GIF_OK;
  for (gint y = part.top; done && y < part.bottom; y++)
    done = put_row (self, y, &part);
  self->shown = self->next;
  self->next = swap;
  self->n_frames++;
  return done || fail (self->gif->Error, error);
}

static gboolean
gif_close (gpointer encoder, GString *file, GError **error)
{
  Gif *self = encoder;
  int number = 0;
  const int status = EGifCloseFile (g_steal_pointer (&self->gif), &number);

  if (status != GIF_OK)
    return fail (number, error);
  g_string_append_len (file, (const char *) self->bytes->data, self->bytes->len);
  return TRUE;
}

const DlMovieFormat dl_movie_gif = {
  .extension = ".gif",
  .title = N_ ("Animated GIF"),
  .most_fps = 50, /* browsers take less than two hundredths of a second for ten */
  .open = gif_open,
  .add = gif_add,
  .close = gif_close,
  .free = gif_free,
};

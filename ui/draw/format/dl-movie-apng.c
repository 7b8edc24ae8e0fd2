/* Animated PNG, which browsers play and others show the first frame of: of a frame the part that
 * has changed, in true colors, deflated. Chunks are those of the PNG specification, third edition.
 */
#include "dl-movie.h"

#include <gio/gio.h>
#include <glib/gi18n-lib.h>

#include <math.h>
#include <string.h>

#define LEVEL      6   /* of deflating */
#define DELAY_UNIT 100 /* of a frame's time: hundredths of 1/fps */

typedef struct
{
  const DlMovieOptions *options;
  GByteArray *file;
  guint32 *shown; /* (height x width) the frame before */
  guint32 crc[256];
  guint32 sequence;
  guint n_frames;
} Apng;

typedef struct
{
  gint left, top, right, bottom; /* the latter two outside */
} Part;

static void
fill_crc (Apng *self)
{
  for (guint32 i = 0; i < G_N_ELEMENTS (self->crc); i++)
    {
      guint32 c = i;

      for (guint bit = 0; bit < 8; bit++)
        c = c & 1 ? 0xedb88320u ^ (c >> 1) : c >> 1;
      self->crc[i] = c;
    }
}

static void
add_32 (GByteArray *bytes, guint32 number)
{
  const guint32 big = GUINT32_TO_BE (number);

  g_byte_array_append (bytes, (const guint8 *) &big, sizeof big);
}

static void
add_16 (GByteArray *bytes, guint16 number)
{
  const guint16 big = GUINT16_TO_BE (number);

  g_byte_array_append (bytes, (const guint8 *) &big, sizeof big);
}

/* @kind: four letters. */
static void
put_chunk (Apng *self, const char *kind, const GByteArray *data)
{
  guint32 crc = G_MAXUINT32;
  guint begin;

  add_32 (self->file, data->len);
  begin = self->file->len;
  g_byte_array_append (self->file, (const guint8 *) kind, 4);
  g_byte_array_append (self->file, data->data, data->len);
  for (guint i = begin; i < self->file->len; i++)
    crc = self->crc[(crc ^ self->file->data[i]) & 0xff] ^ (crc >> 8);
  add_32 (self->file, ~crc);
}

static void
apng_free (gpointer encoder)
{
  Apng *self = encoder;

  g_byte_array_unref (self->file);
  g_free (self->shown);
  g_free (self);
}

static gpointer
apng_open (const DlMovieOptions *options, const DlFilm *film, GError **error)
{
  static const guint8 signature[] = { 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n' };
  static const guint8 rgb[] = { 8, 2, 0, 0, 0 };
  g_autoptr (GByteArray) head = g_byte_array_new (), animation = g_byte_array_new ();
  Apng *self = g_new0 (Apng, 1);

  self->options = options;
  self->file = g_byte_array_new ();
  self->shown = g_new0 (guint32, (gsize) options->width * options->height);
  fill_crc (self);
  g_byte_array_append (self->file, signature, sizeof signature);
  add_32 (head, options->width);
  add_32 (head, options->height);
  g_byte_array_append (head, rgb, sizeof rgb);
  put_chunk (self, "IHDR", head);
  add_32 (animation, options->n_frames);
  add_32 (animation, 0); /* again and again */
  put_chunk (self, "acTL", animation);
  return self;
}

static const guint32 *
row_of (cairo_surface_t *image, gint y)
{
  return (const guint32 *) (gconstpointer) (cairo_image_surface_get_data (image)
                                            + (gsize) y * cairo_image_surface_get_stride (image));
}

/* The part that has changed, at least one pixel. The frame is kept. */
static Part
take_changed (Apng *self, cairo_surface_t *image)
{
  const gint width = self->options->width, height = self->options->height;
  Part part = { width, height, 0, 0 };

  for (gint y = 0; y < height; y++)
    {
      const guint32 *next = row_of (image, y);
      guint32 *shown = self->shown + (gsize) y * width;
      gint first = 0, last = width;

      while (first < width && shown[first] == next[first])
        first++;
      while (last > first && shown[last - 1] == next[last - 1])
        last--;
      if (first == last)
        continue;
      part.left = MIN (part.left, first);
      part.right = MAX (part.right, last);
      part.top = MIN (part.top, y);
      part.bottom = y + 1;
      memcpy (shown + first, next + first, (last - first) * sizeof *shown);
    }
  if (self->n_frames == 0)
    return (Part) { 0, 0, width, height };
  return part.bottom > 0 ? part : (Part) { 0, 0, 1, 1 };
}

static void
put_control (Apng *self, const Part *part)
{
  static const guint8 onto[] = { 0, 0 }; /* the frame stays, and pixels under it are replaced */
  g_autoptr (GByteArray) control = g_byte_array_new ();

  add_32 (control, self->sequence++);
  add_32 (control, part->right - part->left);
  add_32 (control, part->bottom - part->top);
  add_32 (control, part->left);
  add_32 (control, part->top);
  add_16 (control, DELAY_UNIT);
  add_16 (control, lround (DELAY_UNIT * self->options->fps));
  g_byte_array_append (control, onto, sizeof onto);
  put_chunk (self, "fcTL", control);
}

/* Rows without a filter: areas of one color pack best as they are. */
static GByteArray *
rows_of (const Apng *self, const Part *part)
{
  GByteArray *rows = g_byte_array_new ();
  guint8 *to;

  g_byte_array_set_size (rows,
                         (guint) (part->bottom - part->top) * (1 + 3 * (part->right - part->left)));
  to = rows->data;
  for (gint y = part->top; y < part->bottom; y++)
    {
      const guint32 *from = self->shown + (gsize) y * self->options->width;

      *to++ = 0;
      for (gint x = part->left; x < part->right; x++)
        {
          *to++ = from[x] >> 16 & 0xff;
          *to++ = from[x] >> 8 & 0xff;
          *to++ = from[x] & 0xff;
        }
    }
  return rows;
}

static GBytes *
deflate (const GByteArray *rows, GError **error)
{
  g_autoptr (GOutputStream) memory = g_memory_output_stream_new_resizable ();
  g_autoptr (GZlibCompressor) compressor
      = g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_ZLIB, LEVEL);
  g_autoptr (GOutputStream) stream
      = g_converter_output_stream_new (memory, G_CONVERTER (compressor));

  if (!g_output_stream_write_all (stream, rows->data, rows->len, NULL, NULL, error)
      || !g_output_stream_close (stream, NULL, error))
    return NULL;
  return g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (memory));
}

static gboolean
apng_add (gpointer encoder, const DlFilmFrame *frame, cairo_surface_t *image, GError **error)
{
  Apng *self = encoder;
  const Part part = take_changed (self, image);
  g_autoptr (GByteArray) rows = rows_of (self, &part), data = g_byte_array_new ();
  g_autoptr (GBytes) packed = deflate (rows, error);

  if (packed == NULL)
    return FALSE;
  put_control (self, &part);
  if (self->n_frames > 0)
    add_32 (data, self->sequence++);
  g_byte_array_append (data, g_bytes_get_data (packed, NULL), g_bytes_get_size (packed));
  put_chunk (self, self->n_frames > 0 ? "fdAT" : "IDAT", data);
  self->n_frames++;
  return TRUE;
}

static gboolean
apng_close (gpointer encoder, GString *file, GError **error)
{
  Apng *self = encoder;
  g_autoptr (GByteArray) nothing = g_byte_array_new ();

  put_chunk (self, "IEND", nothing);
  g_string_append_len (file, (const char *) self->file->data, self->file->len);
  return TRUE;
}

const DlMovieFormat dl_movie_apng = {
  .extension = ".apng",
  .title = N_ ("Animated PNG"),
  .most_fps = 100,
  .open = apng_open,
  .add = apng_add,
  .close = apng_close,
  .free = apng_free,
};

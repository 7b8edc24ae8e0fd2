/* Figures as PNG, at their true size, with the notes in iTXt chunks. */
#include "dl-figure-private.h"

#include <glib/gi18n-lib.h>
#include <png.h>

#include <math.h>
#include <setjmp.h>
#include <string.h>

#define COMPRESS_ABOVE 8192 /* bytes of a text; shorter ones stay readable in the file */

/* libpng leaves by longjmp: what must outlive that is in here, not in variables. */
typedef struct
{
  png_structp png;
  png_infop info;
  jmp_buf out;
  char message[160];
  GByteArray *bytes;
  guint8 *row;
} PngFile;

static void
on_error (png_structp png, png_const_charp message)
{
  PngFile *file = png_get_error_ptr (png);

  g_strlcpy (file->message, message, sizeof file->message);
  longjmp (file->out, 1);
}

static void
on_warning (png_structp png, png_const_charp message)
{
}

static void
write_bytes (png_structp png, png_bytep data, size_t length)
{
  PngFile *file = png_get_io_ptr (png);

  g_byte_array_append (file->bytes, data, (guint) length);
}

static void
flush_bytes (png_structp png)
{
}

static void
write_rows (PngFile *file, cairo_surface_t *image)
{
  const gint width = cairo_image_surface_get_width (image);
  const gint height = cairo_image_surface_get_height (image);
  const gint stride = cairo_image_surface_get_stride (image);
  const guint8 *pixels = cairo_image_surface_get_data (image);

  for (gint y = 0; y < height; y++)
    {
      const guint32 *from = (const guint32 *) (gconstpointer) (pixels + (gsize) y * (gsize) stride);
      guint8 *to = file->row;

      for (gint x = 0; x < width; x++)
        {
          *to++ = (guint8) (from[x] >> 16);
          *to++ = (guint8) (from[x] >> 8);
          *to++ = (guint8) from[x];
        }
      png_write_row (file->png, file->row);
    }
}

static png_text
text_chunk (const char *key, const char *text)
{
  const gsize length = strlen (text);

  return (png_text) {
    .compression = length > COMPRESS_ABOVE ? PNG_ITXT_COMPRESSION_zTXt : PNG_ITXT_COMPRESSION_NONE,
    .key = (char *) key,
    .text = (char *) text,
    .itxt_length = length,
    .lang = (char *) "",
    .lang_key = (char *) "",
  };
}

static gboolean
write_png (PngFile *file, cairo_surface_t *image, const DlFigureJob *job)
{
  const DlFigureNotes *notes = job->notes;
  const png_uint_32 pixels_a_metre = (png_uint_32) lround (job->dpi / 0.0254);
  png_text texts[] = {
    text_chunk ("Title", notes->title),        text_chunk ("Description", notes->subject),
    text_chunk ("Software", "Dateline"),       text_chunk ("Dateline-Version", notes->version),
    text_chunk ("Dateline-Seed", notes->seed), text_chunk (DL_FIGURE_PNG_KEY, notes->scenario),
  };

  if (setjmp (file->out) != 0)
    return FALSE;
  png_set_write_fn (file->png, file, write_bytes, flush_bytes);
  /* Areas of one color pack better as they are, and in half the time. */
  png_set_filter (file->png, PNG_FILTER_TYPE_BASE, PNG_FILTER_NONE);
  png_set_IHDR (file->png, file->info, (png_uint_32) cairo_image_surface_get_width (image),
                (png_uint_32) cairo_image_surface_get_height (image), 8, PNG_COLOR_TYPE_RGB,
                PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_set_sRGB (file->png, file->info, PNG_sRGB_INTENT_PERCEPTUAL);
  png_set_pHYs (file->png, file->info, pixels_a_metre, pixels_a_metre, PNG_RESOLUTION_METER);
  png_set_text (file->png, file->info, texts, G_N_ELEMENTS (texts));
  png_write_info (file->png, file->info);
  write_rows (file, image);
  png_write_end (file->png, NULL);
  return TRUE;
}

/* The picture, or NULL. */
static cairo_surface_t *
draw_image (const DlFigureJob *job, GError **error)
{
  const double scale = job->dpi / 72;
  const gint width = MAX (1, (gint) lround (job->width * scale));
  const gint height = MAX (1, (gint) lround (job->height * scale));
  cairo_surface_t *image = cairo_image_surface_create (CAIRO_FORMAT_RGB24, width, height);
  cairo_t *cr = cairo_create (image);
  const DlTheme *theme = dl_figure_theme (&job->input->style);
  cairo_status_t status;

  /* The last row and column may be part of a pixel. */
  dl_color_set (cr, &theme->background);
  cairo_paint (cr);
  cairo_scale (cr, scale, scale);
  dl_figure_draw (job->figure, cr, job->input, job->width, job->height, theme);
  status = cairo_status (cr);
  cairo_destroy (cr);
  if (!dl_figure_check_cairo (status, error))
    {
      cairo_surface_destroy (image);
      return NULL;
    }
  cairo_surface_flush (image);
  return image;
}

GBytes *
dl_figure_render_png (const DlFigureJob *job, GError **error)
{
  cairo_surface_t *image = draw_image (job, error);
  PngFile file = { 0 };
  GBytes *bytes = NULL;

  if (image == NULL)
    return NULL;
  file.bytes = g_byte_array_new ();
  file.row = g_new (guint8, 3 * (gsize) cairo_image_surface_get_width (image));
  file.png = png_create_write_struct (PNG_LIBPNG_VER_STRING, &file, on_error, on_warning);
  file.info = file.png != NULL ? png_create_info_struct (file.png) : NULL;
  if (file.info != NULL && write_png (&file, image, job))
    bytes = g_byte_array_free_to_bytes (g_steal_pointer (&file.bytes));
  else
    g_set_error (error, DL_FIGURE_ERROR, DL_FIGURE_ERROR_DRAW, _ ("cannot write the PNG: %s"),
                 file.message);
  png_destroy_write_struct (&file.png, &file.info);
  if (file.bytes != NULL)
    g_byte_array_unref (file.bytes);
  g_free (file.row);
  cairo_surface_destroy (image);
  return bytes;
}

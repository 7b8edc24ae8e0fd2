#include "dl-deflate.h"

#include <glib/gi18n-lib.h>

#include <string.h>

static GBytes *
convert (GConverter *converter, const void *data, gsize length, gsize most, GError **error)
{
  g_autoptr (GInputStream) raw = g_memory_input_stream_new_from_data (data, length, NULL);
  g_autoptr (GInputStream) stream = g_converter_input_stream_new (raw, converter);
  g_autoptr (GByteArray) bytes = g_byte_array_new ();

  for (;;)
    {
      guint8 buffer[65536];
      const gssize n = g_input_stream_read (stream, buffer, sizeof buffer, NULL, error);

      if (n < 0)
        return NULL;
      if (n == 0)
        return g_byte_array_free_to_bytes (g_steal_pointer (&bytes));
      if (bytes->len + (gsize) n > most)
        {
          g_set_error (error, G_IO_ERROR, G_IO_ERROR_MESSAGE_TOO_LARGE,
                       _ ("more than %lu bytes of compressed text"), (gulong) most);
          return NULL;
        }
      g_byte_array_append (bytes, buffer, n);
    }
}

char *
dl_deflate (const char *text, gsize length)
{
  g_autoptr (GConverter) converter
      = G_CONVERTER (g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_ZLIB, 9));
  g_autoptr (GBytes) bytes = convert (converter, text, length, G_MAXSSIZE, NULL);
  gsize n;
  const guint8 *data;

  g_assert (bytes != NULL);
  data = g_bytes_get_data (bytes, &n);
  return g_base64_encode (data, n);
}

GBytes *
dl_inflate_bytes (const void *data, gsize length, gsize most, GError **error)
{
  g_autoptr (GConverter) converter
      = G_CONVERTER (g_zlib_decompressor_new (G_ZLIB_COMPRESSOR_FORMAT_ZLIB));

  return convert (converter, data, length, most, error);
}

GBytes *
dl_inflate (const char *deflated, gsize most, GError **error)
{
  gsize length;
  g_autofree guint8 *data = g_base64_decode (deflated, &length);

  return dl_inflate_bytes (data, length, most, error);
}

char *
dl_inflate_text (const char *deflated, gsize most)
{
  g_autoptr (GBytes) bytes = dl_inflate (deflated, most, NULL);
  gsize length = 0;
  const char *text = bytes != NULL ? g_bytes_get_data (bytes, &length) : NULL;

  /* The length is checked up to it: there is no NUL inside. */
  return text != NULL && g_utf8_validate_len (text, length, NULL) ? g_strndup (text, length) : NULL;
}

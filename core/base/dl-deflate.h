/* Text that is compressed and carried along as text: deflate (zlib's format) in base64, one line.
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Free with g_free. */
char *dl_deflate (const char *text, gsize length);
/* The reverse. Errors: G_IO_ERROR for a text that dl_deflate did not make,
 * G_IO_ERROR_MESSAGE_TOO_LARGE for more than @most bytes. */
GBytes *dl_inflate (const char *deflated, gsize most, GError **error);
/* The same of zlib's bytes as they are, @length at most: what follows their end is not read. */
GBytes *dl_inflate_bytes (const void *data, gsize length, gsize most, GError **error);
/* The same of text; NULL if it cannot be read or is not UTF-8. Free with g_free. */
char *dl_inflate_text (const char *deflated, gsize most);

G_END_DECLS

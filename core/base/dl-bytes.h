/* Numbers of bytes as people write them: “64 MiB”, “1.5 MB”. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Exactly @bytes, in the largest unit that takes no more than two digits after the decimal sign,
 * which is the locale's. Free with g_free. */
char *dl_bytes_show (guint64 bytes);
/* @text typed by the user, as a whole number of bytes for a file: “64M” and “64 MiB” are powers of
 * 1024, as in nccl-tests, “64 MB” of 1000. Another text is as dl_numerals_read has it. Free with
 * g_free. */
char *dl_bytes_read (const char *text);

G_END_DECLS

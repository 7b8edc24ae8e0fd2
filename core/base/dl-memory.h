/* Memory that one analysis returns and the next one needs. */
#pragma once

#include <glib.h>

#include <string.h>

G_BEGIN_DECLS

/* Keep freed memory for the next allocation, up to 64 MiB per heap, instead of returning it to the
 * kernel after each analysis. The limits are the highest that the C library sets by itself. Call it
 * at the start of a program. FALSE if the C library has no such limits. */
gboolean dl_memory_keep (void);

/* Arrays that may be without elements: g_new gives NULL then, which memset and memcpy must not get,
 * however few bytes are asked of them (C17, 7.24.1). */

static inline void
dl_fill (gpointer to, guint8 byte, gsize size)
{
  if (size > 0)
    memset (to, byte, size);
}

static inline void
dl_copy (gpointer to, gconstpointer from, gsize size)
{
  if (size > 0)
    memcpy (to, from, size);
}

static inline gboolean
dl_same_bytes (gconstpointer a, gconstpointer b, gsize size)
{
  return size == 0 || memcmp (a, b, size) == 0;
}

G_END_DECLS

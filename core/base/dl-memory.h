/* Memory that one analysis returns and the next one needs. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Keep freed memory for the next allocation, up to 64 MiB per heap, instead of returning it to the
 * kernel after each analysis. The limits are the highest that the C library sets by itself. Call it
 * at the start of a program. FALSE if the C library has no such limits. */
gboolean dl_memory_keep (void);

G_END_DECLS

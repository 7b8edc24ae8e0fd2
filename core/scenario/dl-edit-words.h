/* Edits as people are told of them: "Datelines in X, Y, Z: off; 0; 0". */
#pragma once

#include "dl-edit.h"

G_BEGIN_DECLS

/* A line for each of @edits, translated, without an end of line after the last. Free with g_free.
 */
char *dl_edits_describe (const GPtrArray *edits);

G_END_DECLS

/* Edits as people are told of them: "Datelines in X, Y, Z: off; 0; 0". */
#pragma once

#include "dl-edit.h"

G_BEGIN_DECLS

/* A file's value of @field in the words of the window; what has no other words stays as it is. Free
 * with g_free. */
char *dl_field_value_words (const DlField *field, const char *value);

/* A line for each of @edits, translated, without an end of line after the last. Free with g_free.
 */
char *dl_edits_describe (const GPtrArray *edits);

G_END_DECLS

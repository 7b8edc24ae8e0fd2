/* The Cascade's arithmetic in words and numbers, the same in the window and on paper. */
#pragma once

#include "dl-cascade-model.h"

G_BEGIN_DECLS

/* "11.72 GB/s", translated; "–" for NAN. Free with g_free. */
char *dl_cascade_value_text (const DlCascadeQuantity *quantity, double value);

G_END_DECLS

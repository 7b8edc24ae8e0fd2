/* The inside of the library of figures, for its own files. */
#pragma once

#include "dateline-figure.h"
#include "dateline-private.h"

G_BEGIN_DECLS

/* As dl_api_take_error, of figures, too: options are called as programs call them, without dashes.
 * Takes @inner, nullable. Always FALSE. */
gboolean dl_figure_api_take_error (GError **error, GError *inner);

G_END_DECLS

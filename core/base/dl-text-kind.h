/* Formats that no reader takes, by how a text begins: for messages that say so. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What @text is, as in “JSON”, if it is of a known format that the program does not read, or no
 * text at all; translatable. NULL: it may be anything else. Only the first kilobytes are looked at.
 * @line (nullable): the line that shows it, from 1. */
const char *dl_text_kind (const char *text, gsize length, guint *line);

G_END_DECLS

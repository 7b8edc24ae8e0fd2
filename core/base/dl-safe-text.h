/* Text that came from somebody else, written where it could act: a spreadsheet takes a cell for a
 * formula, a terminal obeys control characters. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* @text as a cell of CSV: in quotation marks where it needs them, and with ' before what a
 * spreadsheet would take for a formula. Numbers, and lists of them, stay as they are. */
void dl_csv_append (GString *csv, const char *text);

/* Any bytes as they may be shown: valid UTF-8 without control characters and without those that
 * change the direction in which text is written, by which it could look different from what it is.
 * On one line; with @lines, line ends and tabs stay. Free with g_free. */
char *dl_text_printable (const char *text, gssize length, gboolean lines);

G_END_DECLS

/* Text that came from somebody else, written where it could act: a spreadsheet takes a cell for a
 * formula, a terminal obeys control characters. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* @text as a cell of CSV: in quotation marks where it needs them, with ' before what a spreadsheet
 * would take for a formula, and with ? for characters that hide. Numbers, and lists of them, stay
 * as they are. */
void dl_csv_append (GString *csv, const char *text);

/* Is @c one that cannot be seen, or that changes how the text beside it is seen: control and format
 * characters, marks of direction, joiners, fillers? Blanks, line ends and tabs are not. */
gboolean dl_text_hides (gunichar c);

/* Any bytes as they may be shown, so that text does not look different from what it is: valid UTF-8
 * with ? in place of characters that hide. On one line; with @lines, line ends and tabs stay. Free
 * with g_free. */
char *dl_text_printable (const char *text, gssize length, gboolean lines);

/* The name of a file as it may be shown: the same of g_filename_display_name; and of its last part
 * alone. Free with g_free. */
char *dl_file_name_show (const char *file_name);
char *dl_file_base_show (const char *file_name);

G_END_DECLS

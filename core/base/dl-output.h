/* The one way in which files are written: whole or not at all, under a name of their own beside the
 * file that was asked for, until they take its place. Symbolic links are followed, also to a file
 * that does not exist yet; folders are never made. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A file that is being written. Functions return 0 or an errno, for a message that names the file
 * that was asked for. */
typedef struct _DlOutput DlOutput;

/* Begin @file_name; with an error *@output is NULL. Files that killed programs left in its folder
 * are removed: the user's own files with the name that is made here, without a lock. */
int dl_output_begin (const char *file_name, DlOutput **output);
/* Where to write to: a file that is there, and empty. */
const char *dl_output_path (const DlOutput *output);
/* The same for a database: a file that is not there yet. */
const char *dl_output_database_path (DlOutput *output);
/* Take the place of the file that was asked for; @durable: it outlives a power failure from then
 * on, which takes its time. */
int dl_output_end (DlOutput *output, gboolean durable);
/* Free @output. Without dl_output_end no file changes. NULL-safe. */
void dl_output_free (DlOutput *output);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlOutput, dl_output_free)

/* Remove what killed programs left in @folder, as dl_output_begin does. */
void dl_output_clean (const char *folder);

/* All of that for @length bytes of @data. */
int dl_output_write (const char *file_name, const char *data, gsize length, gboolean durable);
/* Target of @file_name, with symbolic links followed; NULL with *@number. Free with g_free. */
char *dl_output_resolve (const char *file_name, int *number);

/* Text of unknown origin, written where it could act: a spreadsheet takes a cell for a formula, a
 * terminal obeys control characters. */

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

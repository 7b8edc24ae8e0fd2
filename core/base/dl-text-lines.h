/* A text line by line, for readers of small formats whose errors name the line. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  const char *at;
  const char *end;
  const char *file_name; /* for messages */
  guint number;          /* of the line that was read last, from 1 */
} DlTextLines;

/* @length -1: up to the zero byte. @text and @file_name are borrowed. A byte-order mark is left
 * out. */
void dl_text_lines_init (DlTextLines *lines, const char *text, gssize length,
                         const char *file_name);
/* Read a line without its end and the blanks around it; FALSE after the last one. A zero byte comes
 * out as a substitute character, which no format takes. */
gboolean dl_text_lines_next (DlTextLines *lines, GString *line);
/* @error becomes FILE:LINE: and the message. */
void dl_text_lines_error (const DlTextLines *lines, GError **error, GQuark domain, gint code,
                          const char *format, ...) G_GNUC_PRINTF (5, 6);
/* The part of any bytes that a message takes: valid UTF-8, one short line. */
char *dl_text_excerpt (const char *text);
/* How many columns of a terminal @text takes: two for a letter of Chinese, none for an accent. */
guint dl_text_width (const char *text);
/* Append a line for each row of @cells (n_rows x n_columns), each column but the last as wide as
 * its widest cell and two blanks; no blanks at the end of a line. */
void dl_columns_append (GString *text, char *const *cells, guint n_rows, guint n_columns);
/* Cut @line into fields at its commas or its blanks, in place; returns how many of @fields
 * (max_fields) there are, the first ones of a line that has more. Between commas a field may be
 * empty, or in quotation marks, which are left out. */
guint dl_text_split_commas (char *line, char **fields, guint max_fields);
guint dl_text_split_blanks (char *line, char **fields, guint max_fields);
/* @format, which comes from a table and has one %s, with @text in its place. */
char *dl_text_with (const char *format, const char *text);
/* A whole number of decimal digits and nothing else; FALSE, too, if it is past @max. */
gboolean dl_text_to_uint (const char *text, guint64 max, guint64 *value);

/* Opening a file that is to be read whole. */

/* A file descriptor to read the regular file @path; -1 with errno, EISDIR for a folder and EINVAL
 * for a pipe, device or socket. It never waits: opening a pipe without a writer would block. Close
 * it with close; a new descriptor is not inherited by other programs. */
int dl_open_regular (const char *path);
/* The first bytes of such a file, at most @size; returns how many. 0, too, if it cannot be read. */
gsize dl_read_head (const char *path, char *head, gsize size);

/* Formats that no reader takes, by how a text begins: for messages that say so. */

/* Kind of @text, as in “JSON”, if it is of a known format that the program does not read, or no
 * text at all; translatable. NULL: it may be anything else. Only the first kilobytes are looked at.
 * @line (nullable): the line that shows it, from 1. */
const char *dl_text_kind (const char *text, gsize length, guint *line);

G_END_DECLS

/* The syntax of scenario files: GKeyFile's, with line numbers, and with duplicates refused. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A line inside a group. Spaces around '=' are gone, the value is the file's text. */
typedef struct
{
  const char *key; /* NULL for a comment, which is @value */
  const char *value;
  guint line;
} DlKeyLine;

typedef struct
{
  const char *name;
  guint line;
  guint first; /* its lines are first .. first + n - 1 of DlKeyText.lines */
  guint n;
} DlKeyGroup;

typedef struct
{
  char *text;     /* owned: what the names point into */
  GArray *groups; /* DlKeyGroup, in the order of the file */
  GArray *lines;  /* DlKeyLine */
} DlKeyText;

/* Split @text into groups and keys. Errors: DL_SCENARIO_ERROR_SYNTAX, about line @line: bytes that
 * are no UTF-8 text, lines that are neither group, key nor comment, groups or keys that come twice.
 */
DlKeyText *dl_key_text_new (const char *text, gsize length, guint *line, GError **error);
void dl_key_text_free (DlKeyText *text);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlKeyText, dl_key_text_free)

/* Values as GKeyFile writes and reads strings. */
char *dl_key_text_escape (const char *value);
/* Errors: DL_SCENARIO_ERROR_SYNTAX for a backslash that escapes nothing. */
char *dl_key_text_unescape (const char *value, GError **error);

G_END_DECLS

/* The syntax that lessons and what is handed in share: lines KEY: VALUE, values that go on in
 * indented lines, and comments. Made to be written by hand, so that all that is wrong is said, and
 * not only the first thing. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* So many are kept; whoever has more begins with these. */
#define DL_PROBLEMS_MAX 20

typedef struct
{
  char *file_name;
  GPtrArray *messages; /* char *: "FILE:LINE: what is wrong (what would be right)", one line each */
  guint n;             /* all that there were */
} DlProblems;

DlProblems *dl_problems_new (const char *file_name);
void dl_problems_free (DlProblems *problems);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlProblems, dl_problems_free)

/* One more, of @line; 0: of the file. @problems NULL: nobody wants to know. */
void dl_problems_add (DlProblems *problems, guint line, const char *format, ...)
    G_GNUC_PRINTF (3, 4);
/* The message of @error, which is freed. */
void dl_problems_add_error (DlProblems *problems, guint line, GError *error);

/* Of a key's value, and of all that a file says. */
#define DL_LESSON_LINES_MAX 20000

typedef struct
{
  char *key;   /* [a-z][a-z-]* */
  char *value; /* without blanks at its ends; the lines that it goes on in follow line ends */
  guint line;  /* where it begins, from 1 */
} DlLessonLine;

/* The lines of @text in their order, an array of DlLessonLine *; those that are none are among
 * @problems. What is no text at all, or longer than @max_bytes, gives none. Never NULL. */
GPtrArray *dl_lesson_lines_read (const char *text, gsize length, gsize max_bytes,
                                 DlProblems *problems);

/* Is @key the first key of what begins with @text, behind comments? Any bytes do. */
gboolean dl_lesson_lines_begin_with (const char *text, gsize length, const char *key);

/* Append a line that reads back as @value, which is UTF-8. */
void dl_lesson_lines_append (GString *text, const char *key, const char *value);

G_END_DECLS

/* The texts of a lesson: facts in braces, and CommonMark (dl-markdown.h), of which lines have no
 * depth and links lead into the manual: [words](topic#anchor). */
#pragma once

#include "dl-fact.h"

#include <glib.h>

G_BEGIN_DECLS

/* Sources of a text's facts; each may be NULL, and has no values then. */
typedef struct
{
  const DlWorld *now, *before, *start; /* as for conditions: {FACT}, {FACT before}, {FACT start} */
  const char *answer;                  /* the answer given: {answer} */
} DlLessonFacts;

/* Are all braces closed, and their content known: facts, and numbers of at most 15 digits, {12672}
 * or {0.30}, which are written as the language does? "{{" and "}}" are braces themselves. Errors:
 * DL_FACT_ERROR. */
gboolean dl_lesson_text_check (const char *text, GError **error);
/* Contents of its braces, without blanks around them, in order and each once. Never NULL; free with
 * g_strfreev. */
GStrv dl_lesson_text_placeholders (const char *text);
/* Where its links lead: "topic#anchor", likewise. */
GStrv dl_lesson_text_links (const char *markdown);
/* The same text with values for people in their place, "–" for unknown ones; still Markdown, to be
 * read by the functions below, which take no value for a mark. Free with g_free. */
char *dl_lesson_text_fill (const char *text, const DlLessonFacts *facts);

/* Words of more characters can be broken there. */
#define DL_LESSON_MAX_WORD 64

/* The same text, whose longest words can be broken between two lines. Free with g_free. */
char *dl_lesson_text_break (const char *text);

typedef struct
{
  char *marker; /* "•" or "1." of an item, or NULL */
  /* With <b>, <i>, <tt> and <a href="topic#anchor">, as labels read it; in one line. */
  char *markup;
  char *plain; /* without */
} DlLessonBlock;

/* The paragraphs and items of Markdown, an array of DlLessonBlock *. Never NULL. */
GPtrArray *dl_lesson_text_blocks (const char *markdown);
/* Words of @markdown alone, a line per block. Free with g_free. */
char *dl_lesson_text_plain (const char *markdown);
/* For a terminal: lines of at most @width columns, each after @indent; what is marked is not.
 * Free with g_free. */
char *dl_lesson_text_wrap (const char *markdown, guint width, const char *indent);

/* The syntax that lessons and hand-ins share: lines KEY: VALUE, values that go on in indented
 * lines, and comments. Made to be written by hand, so that all mistakes are reported, and not only
 * the first one. */

/* The most problems that are kept. */
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

/* Add a problem of @line; 0: of the file. @problems: (nullable). */
void dl_problems_add (DlProblems *problems, guint line, const char *format, ...)
    G_GNUC_PRINTF (3, 4);
/* The message of @error, which is freed. */
void dl_problems_add_error (DlProblems *problems, guint line, GError *error);

/* The most lines of a file. */
#define DL_LESSON_LINES_MAX 20000

typedef struct
{
  char *key;   /* [a-z][a-z-]* */
  char *value; /* without blanks at its ends; continuation lines follow line ends */
  guint line;  /* where it begins, from 1 */
} DlLessonLine;

/* The lines of @text in their order, an array of DlLessonLine *; malformed lines are among
 * @problems. A file that is not text, or is longer than @max_bytes, gives none. Never NULL. */
GPtrArray *dl_lesson_lines_read (const char *text, gsize length, gsize max_bytes,
                                 DlProblems *problems);

/* Is @key the first key of what begins with @text, after comments? Any bytes do. */
gboolean dl_lesson_lines_begin_with (const char *text, gsize length, const char *key);

/* Append a line that reads back as @value, which is UTF-8. */
void dl_lesson_lines_append (GString *text, const char *key, const char *value);

G_END_DECLS

/* The texts of a lesson: facts in braces, and CommonMark (dl-markdown.h), of which lines have no
 * depth and links lead into the manual: [words](topic#anchor). */
#pragma once

#include "dl-fact.h"

G_BEGIN_DECLS

/* What the facts of a text are read from; each may be NULL, and has no values then. */
typedef struct
{
  const DlWorld *now, *before, *start; /* as for conditions: {FACT}, {FACT before}, {FACT start} */
  const char *answer;                  /* what was answered: {answer} */
} DlLessonFacts;

/* Are all braces closed, and what is in them known: facts, and numbers of at most 15 digits,
 * {12672} or {0.30}, which are written as the language does? "{{" and "}}" are braces themselves.
 * Errors: DL_FACT_ERROR. */
gboolean dl_lesson_text_check (const char *text, GError **error);
/* What stands in its braces, without blanks around it, in order and each once. Never NULL; free
 * with g_strfreev. */
GStrv dl_lesson_text_placeholders (const char *text);
/* Where its links lead: "topic#anchor", likewise. */
GStrv dl_lesson_text_links (const char *markdown);
/* The same text with values for people in their place, "–" for what is not known; still Markdown,
 * to be read by the functions below, which take no value for a mark. Free with g_free. */
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
/* Its words alone, a line a block. Free with g_free. */
char *dl_lesson_text_plain (const char *markdown);
/* For a terminal: lines of at most @width columns, each after @indent; what is marked is not.
 * Free with g_free. */
char *dl_lesson_text_wrap (const char *markdown, guint width, const char *indent);

G_END_DECLS

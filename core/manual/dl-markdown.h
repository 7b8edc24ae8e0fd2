/* CommonMark as blocks of text: what the manual and the lessons are written in. Headings,
 * paragraphs, lists, code, emphasis, links and pictures; of a picture beside text only the words,
 * of rules nothing. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  DL_MARKDOWN_HEADING,
  DL_MARKDOWN_PARAGRAPH,
  DL_MARKDOWN_CODE,    /* lines, as they are */
  DL_MARKDOWN_PICTURE, /* a paragraph of its own; its words are the alternative to it */
  DL_MARKDOWN_HTML,    /* lines of HTML, as they are; HTML inside a line is text */
} DlMarkdownKind;

typedef enum
{
  DL_MARKDOWN_EMPHASIS = 1 << 0,
  DL_MARKDOWN_STRONG = 1 << 1,
  DL_MARKDOWN_LITERAL = 1 << 2, /* a name of a command, a file or a key */
} DlMarkdownStyle;

/* Text of one style; where it leads, as the text says it, or NULL. */
typedef struct
{
  char *text;
  guint style; /* DlMarkdownStyle */
  char *link;
} DlMarkdownSpan;

typedef struct
{
  DlMarkdownKind kind;
  guint level;      /* of a heading, from 1; of a paragraph, how many lists it is in */
  char *marker;     /* "•" or "1." of the first paragraph of an item, or NULL */
  char *anchor;     /* of a heading of the manual, or NULL */
  char *picture;    /* of a picture where it is, as the text says it; else NULL */
  GPtrArray *spans; /* DlMarkdownSpan; neighbors differ in style or link */
} DlMarkdownBlock;

/* The blocks of @text, of @length bytes, an array of DlMarkdownBlock: any bytes are some. Free with
 * g_ptr_array_unref. */
GPtrArray *dl_markdown_read (const char *text, gsize length);
/* The words of a block, without any style. Free with g_free. */
char *dl_markdown_block_text (const DlMarkdownBlock *block);

G_END_DECLS

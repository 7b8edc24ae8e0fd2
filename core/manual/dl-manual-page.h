/* A topic of the manual as it is shown: blocks of text with headings, lists and links, read from
 * CommonMark. What a topic may have is said in data/manual/README.md. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  DL_MANUAL_HEADING,
  DL_MANUAL_PARAGRAPH,
  DL_MANUAL_CODE, /* lines, as they are */
  DL_MANUAL_KEYS, /* where all keys of the program stand */
} DlManualKind;

typedef enum
{
  DL_MANUAL_EMPHASIS = 1 << 0,
  DL_MANUAL_STRONG = 1 << 1,
  DL_MANUAL_LITERAL = 1 << 2, /* a name of a command, a file or a key */
} DlManualStyle;

/* Text of one style; where it leads, as the file says it, or NULL. */
typedef struct
{
  char *text;
  guint style; /* DlManualStyle */
  char *link;
} DlManualSpan;

typedef struct
{
  DlManualKind kind;
  guint level;      /* of a heading, from 1; of a paragraph, how many lists it is in */
  char *marker;     /* "•" or "1." of the first paragraph of an item, or NULL */
  char *anchor;     /* of a heading, or NULL */
  GPtrArray *spans; /* DlManualSpan */
} DlManualBlock;

typedef struct
{
  char *id;          /* "datelines" */
  char *language;    /* "en", of g_get_language_names */
  char *title;       /* its first heading */
  GPtrArray *blocks; /* DlManualBlock */
} DlManualPage;

/* Any text is one: what CommonMark does not know is text, and what a topic may not have is left
 * out. */
DlManualPage *dl_manual_page_new (const char *id, const char *language, const char *text,
                                  gsize length);
void dl_manual_page_free (DlManualPage *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlManualPage, dl_manual_page_free)

/* Where @link leads, as "topic" or "topic#anchor" whether that exists or not; NULL if it leads out
 * of the manual. Free with g_free. */
char *dl_manual_page_target (const DlManualPage *self, const char *link);
/* The heading of that anchor, as its place among the blocks; -1 if there is none. */
gint dl_manual_page_find (const DlManualPage *self, const char *anchor);
const DlManualBlock *dl_manual_page_block (const DlManualPage *self, guint i);
/* The words of a block, without any style. Free with g_free. */
char *dl_manual_block_text (const DlManualBlock *block);

G_END_DECLS

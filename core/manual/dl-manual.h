/* The manual: its topics in the reader's language, found by name and by words. It comes with the
 * program, compiled in. */
#pragma once

#include "dl-markdown.h"

G_BEGIN_DECLS

/* A topic as it is shown. What it may have is said in data/manual/README.md. */
typedef struct
{
  char *id;       /* "datelines" */
  char *language; /* "en", of g_get_language_names */
  char *title;    /* its first heading */
  /* DlMarkdownBlock; one of DL_MARKDOWN_HTML, empty, is where all keys of the program stand */
  GPtrArray *blocks;
} DlManualPage;

/* Any text is one: what CommonMark does not know is text, and what a topic may not have is left
 * out. */
DlManualPage *dl_manual_page_new (const char *id, const char *language, const char *text,
                                  gsize length);
void dl_manual_page_free (DlManualPage *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlManualPage, dl_manual_page_free)

/* Is @link "topic" or "topic#anchor", whether that exists or not? */
gboolean dl_manual_is_target (const char *link);
/* The name of a picture in the manual's folder of them, from @block, without its ending: "ring".
 * NULL if the block is not a picture or names none there. Free with g_free. */
char *dl_manual_picture_name (const DlMarkdownBlock *block);
/* File of picture @name, "ring.png" or for a dark background "ring-dark.png", compiled into the
 * programs that show the manual; NULL if @name is not the name of a picture, or not in this
 * program. It has two pixels where a screen of common resolution has one. */
GBytes *dl_manual_picture (const char *name, gboolean dark);
/* Where @link of a file leads, as such; NULL if it leads out of the manual. Free with g_free. */
char *dl_manual_page_target (const DlManualPage *self, const char *link);
/* The heading of that anchor, as its place among the blocks; -1 if there is none. */
gint dl_manual_page_find (const DlManualPage *self, const char *anchor);
const DlMarkdownBlock *dl_manual_page_block (const DlManualPage *self, guint i);

typedef struct _DlManual DlManual;

/* A part of a topic: a heading, and what stands below it up to the next. */
typedef struct
{
  const DlManualPage *page;
  guint block;   /* of the heading */
  char *title;   /* of the heading */
  char *excerpt; /* one line around the first word */
} DlManualHit;

/* The folders of languages that come with the program, in order: "de", "en". Free with
 * g_strfreev. */
char **dl_manual_languages (void);
/* Each topic in the first of @languages (g_get_language_names; NULL: English) that has it; English
 * has all of them. */
DlManual *dl_manual_new (const char *const *languages);
void dl_manual_free (DlManual *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlManual, dl_manual_free)

/* The topics: the index, then the others in its order. */
guint dl_manual_n_pages (const DlManual *self);
const DlManualPage *dl_manual_page (const DlManual *self, guint i);
/* The topic of "topic" or "topic#anchor", and at which block that is; NULL if there is no such
 * topic. An anchor that is not there is the topic's beginning. @block may be NULL. */
const DlManualPage *dl_manual_find (const DlManual *self, const char *target, guint *block);
/* Parts that have all of @words, in any case; first parts that have them in the heading.
 * (DlManualHit) Free with g_ptr_array_unref. */
GPtrArray *dl_manual_search (const DlManual *self, const char *words);

G_END_DECLS

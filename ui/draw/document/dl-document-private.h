/* Internals of dl-document. */
#pragma once

#include "dl-document.h"

G_BEGIN_DECLS

typedef struct _DlDocumentTable DlDocumentTable;

/* Sizes in points. */
#define DL_DOCUMENT_MARGIN_X   56.0
#define DL_DOCUMENT_MARGIN_TOP 68.0
#define DL_DOCUMENT_MARGIN_END 64.0

typedef enum
{
  DL_FACE_TITLE,
  DL_FACE_LEAD,
  DL_FACE_CHAPTER,
  DL_FACE_PART,
  DL_FACE_NORMAL,
  DL_FACE_STRONG,
  DL_FACE_NOTE,
  DL_FACE_CODE,
  DL_FACE_CELL,
  DL_FACE_CELL_BOLD,
  DL_FACE_CELL_CODE,
  DL_N_FACES
} DlFace;

typedef enum
{
  DL_BLOCK_TEXT,
  DL_BLOCK_HEADING,
  DL_BLOCK_CONTENTS,
  DL_BLOCK_TABLE,
  DL_BLOCK_FIGURE
} DlBlockKind;

/* Added block. */
typedef struct
{
  DlBlockKind kind;
  gboolean new_page;
  DlFace face;   /* text, heading */
  char *text;    /* text; heading, with its number; figure: its caption */
  guint level;   /* heading */
  guint heading; /* its index among the headings */
  DlDocumentTable *table;
  const DlFigure *figure;
  DlFigureInput input;
  double share; /* figure: of the width */
} DlBlock;

typedef enum
{
  DL_ITEM_TEXT,
  DL_ITEM_RULE, /* its rect, filled */
  DL_ITEM_FIGURE,
  DL_ITEM_ENTRY /* of the contents: a line with a page's number at its end */
} DlItemKind;

typedef enum
{
  DL_INK_TEXT,
  DL_INK_MUTED,
  DL_INK_ACCENT,
  DL_INK_RULE,
  DL_INK_HEAD, /* behind the head of a table */
  DL_N_INKS
} DlInk;

#define DL_NO_HEADING G_MAXUINT

/* Placed item. */
typedef struct
{
  DlItemKind kind;
  guint page;
  DlRect rect; /* of text what has ink from left to right, but all of the lines' height */
  double x;    /* text: of its layout */
  DlInk ink;
  PangoLayout *layout;  /* text and entries: all lines, of which here are: */
  guint line, n_lines;  /* text */
  guint heading;        /* that begins here, or that an entry is of; DL_NO_HEADING */
  const DlBlock *block; /* figure */
} DlItem;

typedef struct
{
  const DlBlock *block;
  guint page;
  double y;
} DlHeadingPlace;

struct _DlDocument
{
  double width, height; /* of a page, points */
  char *running;
  PangoContext *context;
  GPtrArray *blocks;   /* DlBlock * */
  GArray *headings;    /* DlHeadingPlace */
  GArray *items;       /* DlItem */
  gboolean break_next; /* the next block begins a page */
  guint chapter, part, n_figures;
  guint n_pages; /* 0: not laid out */
  /* While it is laid out: where the next item goes. */
  guint page;
  double y;
};

/* A layout of @text in @face, @width wide (0: as wide as it gets). */
PangoLayout *dl_document_layout (const DlDocument *self, DlFace face, const char *text,
                                 double width, DlAlign align);
/* @text as UTF-8 without control characters, for which there are no glyphs. Free with g_free. */
char *dl_document_clean (const char *text, gboolean keep_lines);
double dl_layout_height (PangoLayout *layout);
double dl_layout_width (PangoLayout *layout);

/* Where the body ends. */
double dl_document_bottom (const DlDocument *self);
void dl_document_next_page (DlDocument *self);
/* Nothing is on the page yet. */
gboolean dl_document_at_top (const DlDocument *self);
/* All lines of @layout, which is taken, at the given place of the page that is being filled. */
void dl_document_put_text (DlDocument *self, PangoLayout *layout, double x, double y, DlInk ink);
void dl_document_put_rule (DlDocument *self, DlRect rect, DlInk ink);

/* Tables, of a record that is taken: what the head and the first rows need, and placing it all from
 * self->y on. */
DlDocumentTable *dl_document_table_new (DlRecord *record);
void dl_document_table_free (DlDocumentTable *table); /* NULL-safe */
double dl_document_table_least (DlDocument *self, DlDocumentTable *table);
void dl_document_table_lay (DlDocument *self, DlDocumentTable *table);

G_END_DECLS

/* Documents: headings, paragraphs, tables and figures, placed on pages and written as PDF with a
 * table of contents, links and an outline. Cairo and pango: no display is needed. All is placed
 * before anything is drawn. */
#pragma once

#include "dl-figure.h"
#include "dl-table.h"
#include "dl-text.h"

#include <gio/gio.h>

G_BEGIN_DECLS

typedef enum
{
  DL_SHEET_A4,
  DL_SHEET_LETTER
} DlSheet;

/* "a4" and "letter", in either case. */
gboolean dl_sheet_find (const char *id, DlSheet *sheet);
const char *dl_sheet_id (DlSheet sheet);

/* How a paragraph is set. */
typedef enum
{
  DL_PARAGRAPH_TITLE,    /* of the whole document */
  DL_PARAGRAPH_LEAD,     /* below a title */
  DL_PARAGRAPH_CONTENTS, /* above the contents: a heading that is in none */
  DL_PARAGRAPH_NORMAL,
  DL_PARAGRAPH_STRONG, /* text that must not be overlooked */
  DL_PARAGRAPH_NOTE,   /* small print, and what a figure shows */
  DL_PARAGRAPH_CODE    /* fixed width; lines end where the text's do */
} DlParagraph;

/* Documents ------------------------------------------------------------------------------------ */

typedef struct _DlDocument DlDocument;

/* @running: text at the head of each page but the first. A document belongs to one thread. */
DlDocument *dl_document_new (DlSheet sheet, const char *running);
void dl_document_free (DlDocument *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlDocument, dl_document_free)

/* The width between the margins, points. */
double dl_document_width (const DlDocument *self);

/* Blocks come one below the other; texts are copied. */
void dl_document_add_text (DlDocument *self, DlParagraph style, const char *text);
/* @level 1: a chapter, 2: a part of one, with the number of the heading in front; 0: a chapter
 * without. */
void dl_document_add_heading (DlDocument *self, guint level, const char *text);
/* The headings with their pages. */
void dl_document_add_contents (DlDocument *self);
/* Next block begins a page. */
void dl_document_add_page_break (DlDocument *self);
/* The rows of @record, which is taken; its columns' heads stand on each page that it continues on.
 * A column's share is that of the width that is left when columns of share 0 have what they need; a
 * column of a share breaks its lines. "–" where nothing is known. */
void dl_document_add_table (DlDocument *self, DlRecord *record);
/* @share of the text's width, or less where it would be higher than a page; it is never split.
 * @caption stands below, with the figure's number. What @input points at stays until all is
 * written. */
void dl_document_add_figure (DlDocument *self, const DlFigure *figure, const DlFigureInput *input,
                             double share, const char *caption);

/* Placing -------------------------------------------------------------------------------------- */

/* Where something is. */
typedef struct
{
  guint page; /* from 0 */
  DlRect rect;
  const char *text; /* all of its paragraph's or cell's; NULL of a figure or a rule */
  gboolean is_figure;
  gboolean is_split; /* only some lines of the text are here */
} DlDocumentBox;

typedef struct
{
  const char *text; /* with its number */
  guint level;      /* 1 or 2 */
  guint page;       /* from 0 */
} DlDocumentHeading;

/* Place everything, once: nothing is added after that. Returns the number of pages. */
guint dl_document_lay (DlDocument *self);
/* Area inside the margins of a page; head and foot are outside. */
DlRect dl_document_body (const DlDocument *self);
guint dl_document_n_boxes (const DlDocument *self);
DlDocumentBox dl_document_box (const DlDocument *self, guint box);
guint dl_document_n_headings (const DlDocument *self);
DlDocumentHeading dl_document_heading (const DlDocument *self, guint heading);

/* Writing -------------------------------------------------------------------------------------- */

/* Metadata of a PDF; NULL: none. */
typedef struct
{
  const char *title, *author, *subject, *keywords;
  const char *creator; /* at the foot of each page, too */
  const char *date;    /* ISO 8601; NULL: none, for bytes that stay the same */
} DlDocumentNotes;

/* Laid out. Errors: DL_FIGURE_ERROR_DRAW, G_IO_ERROR_CANCELLED. @progress (nullable) from 0 to 1.
 */
GBytes *dl_document_render (const DlDocument *self, const DlDocumentNotes *notes,
                            DlProgressFunc progress, gpointer progress_data,
                            GCancellable *cancellable, GError **error);

G_END_DECLS

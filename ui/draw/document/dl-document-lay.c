/* Placing what was added to a document on its pages. Pango breaks its paragraphs into lines; it
 * knows no pages, so where a page ends between these is decided here. */
#include "dl-document-private.h"

#include <math.h>

/* Points. */
#define TITLE_GAP         6.0
#define CHAPTER_GAP       26.0 /* above, unless on top of a page */
#define PART_GAP          15.0
#define TEXT_GAP          5.0
#define HEAD_GAP          5.0 /* below a heading */
#define NOTE_GAP          3.0
#define TABLE_GAP         6.0
#define FIGURE_GAP        8.0
#define CAPTION_GAP       2.0
#define BEHIND            8.0 /* below tables and figures */
#define ENTRY_GAP         3.5 /* above an entry of the contents, and of a chapter: */
#define CHAPTER_ENTRY_GAP 8.0
#define INDENT            16.0 /* of an entry of a part */
#define PAGE_ROOM         34.0 /* of a page's number in the contents */
#define MOST_ENTRIES      70   /* with those of parts */
#define MOST_HEADING      4    /* lines */
#define MOST_CAPTION      8
#define LEAST_LINES       2   /* of a paragraph on either side of a page's end */
#define LEAST_FIGURE      0.4 /* of the text's width */

double
dl_document_bottom (const DlDocument *self)
{
  return self->height - DL_DOCUMENT_MARGIN_END;
}

void
dl_document_next_page (DlDocument *self)
{
  self->page++;
  self->y = DL_DOCUMENT_MARGIN_TOP;
}

gboolean
dl_document_at_top (const DlDocument *self)
{
  return self->y <= DL_DOCUMENT_MARGIN_TOP;
}

static DlItem *
put (DlDocument *self, DlItemKind kind, DlRect rect)
{
  const DlItem item = { .kind = kind, .page = self->page, .rect = rect, .heading = DL_NO_HEADING };

  g_array_append_val (self->items, item);
  return &g_array_index (self->items, DlItem, self->items->len - 1);
}

/* Lines -----------------------------------------------------------------------------------------
 */

/* Where each line of @layout ends, from the top of the layout: double (n_lines). */
static GArray *
line_ends (PangoLayout *layout)
{
  GArray *ends = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr (PangoLayoutIter) iter = pango_layout_get_iter (layout);
  int bottom;

  do
    {
      double end;

      pango_layout_iter_get_line_yrange (iter, NULL, &bottom);
      end = (double) bottom / PANGO_SCALE;
      g_array_append_val (ends, end);
    }
  while (pango_layout_iter_next_line (iter));
  return ends;
}

static double
lines_height (const GArray *ends, guint from, guint n)
{
  return g_array_index (ends, double, from + n - 1)
         - (from > 0 ? g_array_index (ends, double, from - 1) : 0);
}

/* @n lines of @layout at (@x, @y); a reference is taken. */
static DlItem *
put_lines (DlDocument *self, PangoLayout *layout, const GArray *ends, guint from, guint n, double x,
           double y, DlInk ink)
{
  PangoRectangle ink_rect;
  DlItem *item;

  pango_layout_get_extents (layout, &ink_rect, NULL);
  item = put (self, DL_ITEM_TEXT,
              (DlRect) { x + (double) ink_rect.x / PANGO_SCALE, y,
                         (double) ink_rect.width / PANGO_SCALE, lines_height (ends, from, n) });
  item->x = x;
  item->layout = g_object_ref (layout);
  item->line = from;
  item->n_lines = n;
  item->ink = ink;
  return item;
}

void
dl_document_put_text (DlDocument *self, PangoLayout *layout, double x, double y, DlInk ink)
{
  g_autoptr (GArray) ends = line_ends (layout);

  put_lines (self, layout, ends, 0, ends->len, x, y, ink);
  g_object_unref (layout);
}

void
dl_document_put_rule (DlDocument *self, DlRect rect, DlInk ink)
{
  put (self, DL_ITEM_RULE, rect)->ink = ink;
}

/* How many lines from @from on go on this page, so that none is left alone on either side; 0: none.
 */
static guint
lines_that_fit (const DlDocument *self, const GArray *ends, guint from)
{
  const guint n = ends->len - from;
  const double room = dl_document_bottom (self) - self->y;
  guint fit = 0;

  while (fit < n && lines_height (ends, from, fit + 1) <= room)
    fit++;
  if (fit == n)
    return n;
  fit = MIN (fit, n > LEAST_LINES ? n - LEAST_LINES : 0);
  if (fit >= LEAST_LINES)
    return fit;
  /* There is no more room on any page. */
  return dl_document_at_top (self) ? MAX (fit, 1) : 0;
}

static void
lay_lines (DlDocument *self, PangoLayout *layout, DlInk ink)
{
  g_autoptr (GArray) ends = line_ends (layout);

  for (guint from = 0; from < ends->len;)
    {
      const guint fit = lines_that_fit (self, ends, from);

      if (fit == 0)
        {
          dl_document_next_page (self);
          continue;
        }
      put_lines (self, layout, ends, from, fit, DL_DOCUMENT_MARGIN_X, self->y, ink);
      self->y += lines_height (ends, from, fit);
      from += fit;
      if (from < ends->len)
        dl_document_next_page (self);
    }
}

/* Blocks --------------------------------------------------------------------------------------- */

static void
skip (DlDocument *self, double gap)
{
  if (!dl_document_at_top (self))
    self->y += gap;
}

static double
gap_above (DlFace face)
{
  switch (face)
    {
    case DL_FACE_CHAPTER:
      return CHAPTER_GAP;
    case DL_FACE_PART:
      return PART_GAP;
    case DL_FACE_NOTE:
      return NOTE_GAP;
    default:
      return TEXT_GAP;
    }
}

static DlInk
ink_of (DlFace face)
{
  switch (face)
    {
    case DL_FACE_LEAD:
    case DL_FACE_NOTE:
      return DL_INK_MUTED;
    case DL_FACE_TITLE:
    case DL_FACE_PART:
      return DL_INK_ACCENT;
    default:
      return DL_INK_TEXT;
    }
}

/* No more than @most lines of @layout, which goes on a page in one piece. */
static PangoLayout *
cut (PangoLayout *layout, gint most)
{
  pango_layout_set_height (layout, -most);
  pango_layout_set_ellipsize (layout, PANGO_ELLIPSIZE_END);
  return layout;
}

static PangoLayout *
block_layout (const DlDocument *self, const DlBlock *block)
{
  PangoLayout *layout = dl_document_layout (self, block->face, block->text,
                                            dl_document_width (self), DL_ALIGN_START);

  return block->kind == DL_BLOCK_HEADING ? cut (layout, MOST_HEADING) : layout;
}

static PangoLayout *
caption_layout (const DlDocument *self, const DlBlock *block)
{
  return cut (dl_document_layout (self, DL_FACE_NOTE, block->text, dl_document_width (self),
                                  DL_ALIGN_START),
              MOST_CAPTION);
}

/* As wide as the text, or less so that it fits on a page with its caption. */
static double
figure_width (const DlDocument *self, const DlBlock *block, double caption, double *height)
{
  const double all = dl_document_width (self) * block->share;
  const double room = dl_document_body (self).height - CAPTION_GAP - caption;

  for (double width = all;; width *= 0.95)
    {
      *height = dl_figure_height (block->figure, &block->input, width);
      if (*height <= room || width < all * LEAST_FIGURE)
        {
          *height = MIN (*height, room);
          return width;
        }
    }
}

static double
figure_height (const DlDocument *self, const DlBlock *block)
{
  g_autoptr (PangoLayout) caption = caption_layout (self, block);
  const double below = dl_layout_height (caption);
  double height;

  figure_width (self, block, below, &height);
  return height + CAPTION_GAP + below;
}

/* What must be on the same page as what is above @i: its beginning. */
static double
least_of (DlDocument *self, guint i)
{
  const DlBlock *block;
  double height;

  if (i >= self->blocks->len)
    return 0;
  block = g_ptr_array_index (self->blocks, i);
  if (block->new_page)
    return 0;
  switch (block->kind)
    {
    case DL_BLOCK_FIGURE:
      return FIGURE_GAP + figure_height (self, block);
    case DL_BLOCK_TABLE:
      return TABLE_GAP + dl_document_table_least (self, block->table);
    case DL_BLOCK_CONTENTS:
      return 3 * CHAPTER_ENTRY_GAP;
    case DL_BLOCK_TEXT:
    case DL_BLOCK_HEADING:
      break;
    }
  g_autoptr (PangoLayout) layout = block_layout (self, block);
  g_autoptr (GArray) ends = line_ends (layout);
  const gboolean heading = block->kind == DL_BLOCK_HEADING;
  const gboolean whole = heading || ends->len <= LEAST_LINES + 1;

  height = gap_above (block->face) + lines_height (ends, 0, whole ? ends->len : LEAST_LINES);
  return heading ? height + HEAD_GAP + least_of (self, i + 1) : height;
}

static void
lay_text (DlDocument *self, const DlBlock *block)
{
  g_autoptr (PangoLayout) layout = block_layout (self, block);

  skip (self, gap_above (block->face));
  lay_lines (self, layout, ink_of (block->face));
  if (block->face == DL_FACE_TITLE)
    self->y += TITLE_GAP;
}

static void
lay_heading (DlDocument *self, guint i)
{
  const DlBlock *block = g_ptr_array_index (self->blocks, i);
  DlHeadingPlace *place = &g_array_index (self->headings, DlHeadingPlace, block->heading);
  g_autoptr (PangoLayout) layout = block_layout (self, block);
  g_autoptr (GArray) ends = line_ends (layout);
  const double room = dl_document_bottom (self) - self->y;

  if (!dl_document_at_top (self) && least_of (self, i) > room)
    dl_document_next_page (self);
  skip (self, gap_above (block->face));
  place->page = self->page;
  place->y = self->y;
  put_lines (self, layout, ends, 0, ends->len, DL_DOCUMENT_MARGIN_X, self->y, DL_INK_ACCENT)
      ->heading
      = block->heading;
  self->y += lines_height (ends, 0, ends->len) + HEAD_GAP;
}

static void
lay_figure (DlDocument *self, const DlBlock *block)
{
  g_autoptr (PangoLayout) caption = caption_layout (self, block);
  const double below = dl_layout_height (caption);
  double height;
  const double width = figure_width (self, block, below, &height);

  skip (self, FIGURE_GAP);
  if (self->y + height + CAPTION_GAP + below > dl_document_bottom (self))
    dl_document_next_page (self);
  put (self, DL_ITEM_FIGURE,
       (DlRect) { DL_DOCUMENT_MARGIN_X + (dl_document_width (self) - width) / 2, self->y, width,
                  height })
      ->block
      = block;
  self->y += height + CAPTION_GAP;
  dl_document_put_text (self, g_steal_pointer (&caption), DL_DOCUMENT_MARGIN_X, self->y,
                        DL_INK_MUTED);
  self->y += below + BEHIND;
}

/* An entry a heading, each on one line, or of chapters alone where there are very many; the numbers
 * of their pages are known when all is placed. */
static void
lay_contents (DlDocument *self)
{
  for (guint i = 0; i < self->headings->len; i++)
    {
      const DlBlock *block = g_array_index (self->headings, DlHeadingPlace, i).block;
      const gboolean chapter = block->level == 1;
      const double indent = chapter ? 0 : INDENT;
      const double width = dl_document_width (self) - indent - PAGE_ROOM;
      PangoLayout *layout = dl_document_layout (self, chapter ? DL_FACE_STRONG : DL_FACE_NORMAL,
                                                block->text, width, DL_ALIGN_START);
      DlItem *item;
      double height;

      if (!chapter && self->headings->len > MOST_ENTRIES)
        {
          g_object_unref (layout);
          continue;
        }
      pango_layout_set_auto_dir (layout, FALSE);
      pango_layout_set_ellipsize (layout, PANGO_ELLIPSIZE_END);
      pango_layout_set_single_paragraph_mode (layout, TRUE);
      height = dl_layout_height (layout);
      skip (self, chapter ? CHAPTER_ENTRY_GAP : ENTRY_GAP);
      if (self->y + height > dl_document_bottom (self))
        dl_document_next_page (self);
      item = put (self, DL_ITEM_ENTRY,
                  (DlRect) { DL_DOCUMENT_MARGIN_X + indent, self->y,
                             dl_document_width (self) - indent, height });
      item->layout = layout;
      item->heading = i;
      self->y += height;
    }
  self->y += BEHIND;
}

guint
dl_document_lay (DlDocument *self)
{
  g_assert (self->n_pages == 0);
  self->page = 0;
  self->y = DL_DOCUMENT_MARGIN_TOP;
  for (guint i = 0; i < self->blocks->len; i++)
    {
      const DlBlock *block = g_ptr_array_index (self->blocks, i);

      if (block->new_page && !dl_document_at_top (self))
        dl_document_next_page (self);
      switch (block->kind)
        {
        case DL_BLOCK_TEXT:
          lay_text (self, block);
          break;
        case DL_BLOCK_HEADING:
          lay_heading (self, i);
          break;
        case DL_BLOCK_CONTENTS:
          lay_contents (self);
          break;
        case DL_BLOCK_TABLE:
          skip (self, TABLE_GAP);
          dl_document_table_lay (self, block->table);
          self->y += BEHIND;
          break;
        case DL_BLOCK_FIGURE:
          lay_figure (self, block);
          break;
        }
    }
  self->n_pages = self->page + 1;
  return self->n_pages;
}

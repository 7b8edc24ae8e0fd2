#include "dl-document.h"

#include "dl-document-private.h"
#include "dl-output.h"

#include <glib/gi18n-lib.h>

#include <math.h>

/* Placing the parts of a document on its pages. Pango breaks its paragraphs into lines; it knows no
 * pages, so where a page ends between these is decided here. */

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

/* No more than @most lines of @layout, which is put on a page in one piece. */
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

/* Width of a figure: the text's, or less so that it fits on a page with its caption. */
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

/* Height of the start of @i, on the same page as the block above. */
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

/* A size of text, points. */
typedef struct
{
  const char *family;
  double size;
  gboolean bold;
  double spacing; /* of lines, a share of their height */
} Face;

#define SANS  "Cantarell, Sans"
#define FIXED "DejaVu Sans Mono, Monospace"

static const Face faces[DL_N_FACES] = {
  [DL_FACE_TITLE] = { SANS, 22, TRUE, 1 },      [DL_FACE_LEAD] = { SANS, 11, FALSE, 1.1 },
  [DL_FACE_CHAPTER] = { SANS, 15, TRUE, 1 },    [DL_FACE_PART] = { SANS, 11.5, TRUE, 1 },
  [DL_FACE_NORMAL] = { SANS, 9.5, FALSE, 1.1 }, [DL_FACE_STRONG] = { SANS, 9.5, TRUE, 1.1 },
  [DL_FACE_NOTE] = { SANS, 8, FALSE, 1.05 },    [DL_FACE_CODE] = { FIXED, 7, FALSE, 1 },
  [DL_FACE_CELL] = { SANS, 8.5, FALSE, 1 },     [DL_FACE_CELL_BOLD] = { SANS, 8.5, TRUE, 1 },
  [DL_FACE_CELL_CODE] = { FIXED, 7, FALSE, 1 },
};

static const struct
{
  const char *id;
  double width, height;
} sheets[] = {
  [DL_SHEET_A4] = { "a4", 595.276, 841.89 },
  [DL_SHEET_LETTER] = { "letter", 612, 792 },
};

gboolean
dl_sheet_find (const char *id, DlSheet *sheet)
{
  for (guint i = 0; i < G_N_ELEMENTS (sheets); i++)
    if (g_ascii_strcasecmp (sheets[i].id, id) == 0)
      {
        *sheet = i;
        return TRUE;
      }
  return FALSE;
}

const char *
dl_sheet_id (DlSheet sheet)
{
  return sheets[sheet].id;
}

/* In points of 1/72 inch. */
static void
get_sheet_size (DlSheet sheet, double *width, double *height)
{
  *width = sheets[sheet].width;
  *height = sheets[sheet].height;
}

/* Text ----------------------------------------------------------------------------------------- */

/* For measuring and drawing alike: with the same width on paper as measured. */
static PangoContext *
new_context (void)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_A8, 1, 1);
  cairo_t *cr = cairo_create (surface);
  PangoContext *context = pango_cairo_create_context (cr);
  cairo_font_options_t *options = cairo_font_options_create ();

  cairo_font_options_set_hint_metrics (options, CAIRO_HINT_METRICS_OFF);
  cairo_font_options_set_hint_style (options, CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_antialias (options, CAIRO_ANTIALIAS_GRAY);
  pango_cairo_context_set_font_options (context, options);
  pango_context_set_round_glyph_positions (context, FALSE);
  dl_text_set_language (context);
  cairo_font_options_destroy (options);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  return context;
}

PangoLayout *
dl_document_layout (const DlDocument *self, DlFace face, const char *text, double width,
                    DlAlign align)
{
  static const PangoAlignment alignments[] = { [DL_ALIGN_START] = PANGO_ALIGN_LEFT,
                                               [DL_ALIGN_CENTER] = PANGO_ALIGN_CENTER,
                                               [DL_ALIGN_END] = PANGO_ALIGN_RIGHT };
  const Face *style = &faces[face];
  PangoLayout *layout = pango_layout_new (self->context);
  PangoFontDescription *font = pango_font_description_new ();
  PangoAttrList *attributes = pango_attr_list_new ();
  /* Numbered headings keep the number on the left, whatever their language. */
  const gboolean numbered = face == DL_FACE_CHAPTER || face == DL_FACE_PART;

  pango_font_description_set_family (font, style->family);
  pango_font_description_set_absolute_size (font, style->size * PANGO_SCALE);
  pango_font_description_set_weight (font, style->bold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL);
  pango_layout_set_font_description (layout, font);
  pango_attr_list_insert (attributes, pango_attr_font_features_new (DL_TEXT_FEATURES));
  dl_text_add_languages (attributes, text);
  /* Text that breaks anywhere is a name, number or file; a hyphen is not part of it. */
  pango_attr_list_insert (attributes, pango_attr_insert_hyphens_new (FALSE));
  pango_layout_set_attributes (layout, attributes);
  pango_layout_set_line_spacing (layout, style->spacing);
  pango_layout_set_single_paragraph_mode (layout, face != DL_FACE_CODE && face != DL_FACE_NORMAL);
  pango_layout_set_auto_dir (layout, !numbered);
  pango_layout_set_alignment (layout, alignments[align]);
  if (width > 0)
    {
      pango_layout_set_width (layout, width * PANGO_SCALE);
      pango_layout_set_wrap (layout, PANGO_WRAP_WORD_CHAR);
    }
  pango_layout_set_text (layout, text, -1);
  pango_attr_list_unref (attributes);
  pango_font_description_free (font);
  return layout;
}

char *
dl_document_clean (const char *text, gboolean keep_lines)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);

  for (char *at = valid; *at != '\0'; at++)
    if (g_ascii_iscntrl (*at) && !(keep_lines && *at == '\n'))
      *at = ' ';
  return dl_text_printable (valid, -1, keep_lines);
}

double
dl_layout_height (PangoLayout *layout)
{
  PangoRectangle logical;

  pango_layout_get_extents (layout, NULL, &logical);
  return (double) logical.height / PANGO_SCALE;
}

double
dl_layout_width (PangoLayout *layout)
{
  PangoRectangle logical;

  pango_layout_get_extents (layout, NULL, &logical);
  return (double) logical.width / PANGO_SCALE;
}

/* Blocks --------------------------------------------------------------------------------------- */

static void
block_free (gpointer data)
{
  DlBlock *block = data;

  g_free (block->text);
  dl_document_table_free (block->table);
  g_free (block);
}

static void
item_clear (gpointer data)
{
  g_clear_object (&((DlItem *) data)->layout);
}

DlDocument *
dl_document_new (DlSheet sheet, const char *running)
{
  DlDocument *self = g_new0 (DlDocument, 1);

  get_sheet_size (sheet, &self->width, &self->height);
  self->running = g_strdup (running);
  self->context = new_context ();
  self->blocks = g_ptr_array_new_with_free_func (block_free);
  self->headings = g_array_new (FALSE, TRUE, sizeof (DlHeadingPlace));
  self->items = g_array_new (FALSE, TRUE, sizeof (DlItem));
  g_array_set_clear_func (self->items, item_clear);
  return self;
}

void
dl_document_free (DlDocument *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->items);
  g_array_unref (self->headings);
  g_ptr_array_unref (self->blocks);
  g_object_unref (self->context);
  g_free (self->running);
  g_free (self);
}

double
dl_document_width (const DlDocument *self)
{
  return self->width - 2 * DL_DOCUMENT_MARGIN_X;
}

static DlBlock *
add_block (DlDocument *self, DlBlockKind kind)
{
  DlBlock *block = g_new0 (DlBlock, 1);

  g_assert (self->n_pages == 0);
  block->kind = kind;
  block->new_page = self->break_next;
  self->break_next = FALSE;
  g_ptr_array_add (self->blocks, block);
  return block;
}

void
dl_document_add_text (DlDocument *self, DlParagraph style, const char *text)
{
  static const DlFace styles[]
      = { [DL_PARAGRAPH_TITLE] = DL_FACE_TITLE,   [DL_PARAGRAPH_LEAD] = DL_FACE_LEAD,
          [DL_PARAGRAPH_NORMAL] = DL_FACE_NORMAL, [DL_PARAGRAPH_STRONG] = DL_FACE_STRONG,
          [DL_PARAGRAPH_CONTENTS] = DL_FACE_PART, [DL_PARAGRAPH_NOTE] = DL_FACE_NOTE,
          [DL_PARAGRAPH_CODE] = DL_FACE_CODE };
  DlBlock *block = add_block (self, DL_BLOCK_TEXT);

  block->face = styles[style];
  block->text
      = dl_document_clean (text, style == DL_PARAGRAPH_CODE || style == DL_PARAGRAPH_NORMAL);
}

void
dl_document_add_heading (DlDocument *self, guint level, const char *text)
{
  DlBlock *block = add_block (self, DL_BLOCK_HEADING);
  const DlHeadingPlace place = { block, 0, 0 };
  g_autofree char *cleaned = dl_document_clean (text, FALSE);

  g_assert (level <= 2);
  block->level = MAX (level, 1);
  block->face = block->level == 1 ? DL_FACE_CHAPTER : DL_FACE_PART;
  block->heading = self->headings->len;
  if (level == 1)
    {
      self->chapter++;
      self->part = 0;
      block->text = g_strdup_printf ("%u  %s", self->chapter, cleaned);
    }
  else if (level == 2)
    block->text = g_strdup_printf ("%u.%u  %s", self->chapter, ++self->part, cleaned);
  else
    block->text = g_steal_pointer (&cleaned);
  g_array_append_val (self->headings, place);
}

void
dl_document_add_contents (DlDocument *self)
{
  add_block (self, DL_BLOCK_CONTENTS);
}

void
dl_document_add_page_break (DlDocument *self)
{
  self->break_next = TRUE;
}

void
dl_document_add_table (DlDocument *self, DlRecord *record)
{
  add_block (self, DL_BLOCK_TABLE)->table = dl_document_table_new (record);
}

void
dl_document_add_figure (DlDocument *self, const DlFigure *figure, const DlFigureInput *input,
                        double share, const char *caption)
{
  DlBlock *block = add_block (self, DL_BLOCK_FIGURE);
  g_autofree char *cleaned = dl_document_clean (caption, FALSE);

  block->figure = figure;
  block->share = share;
  block->input = *input;
  self->n_figures++;
  block->text = g_strdup_printf (_ ("Figure %u. %s"), self->n_figures, cleaned);
}

/* Placement ------------------------------------------------------------------------------------ */

DlRect
dl_document_body (const DlDocument *self)
{
  return (DlRect) { DL_DOCUMENT_MARGIN_X, DL_DOCUMENT_MARGIN_TOP, dl_document_width (self),
                    dl_document_bottom (self) - DL_DOCUMENT_MARGIN_TOP };
}

guint
dl_document_n_boxes (const DlDocument *self)
{
  return self->items->len;
}

DlDocumentBox
dl_document_box (const DlDocument *self, guint box)
{
  const DlItem *item = &g_array_index (self->items, DlItem, box);
  const guint n_lines = item->layout != NULL ? pango_layout_get_line_count (item->layout) : 0;

  return (DlDocumentBox) {
    .page = item->page,
    .rect = item->rect,
    .text = item->layout != NULL ? pango_layout_get_text (item->layout) : NULL,
    .is_figure = item->kind == DL_ITEM_FIGURE,
    .is_split = item->kind == DL_ITEM_TEXT && item->n_lines < n_lines,
  };
}

guint
dl_document_n_headings (const DlDocument *self)
{
  return self->headings->len;
}

DlDocumentHeading
dl_document_heading (const DlDocument *self, guint heading)
{
  const DlHeadingPlace *place = &g_array_index (self->headings, DlHeadingPlace, heading);

  return (DlDocumentHeading) { place->block->text, place->block->level, place->page };
}

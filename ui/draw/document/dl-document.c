#include "dl-document-private.h"

#include "dl-safe-text.h"

#include <glib/gi18n-lib.h>

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

/* For measuring and drawing alike: as wide on paper as it was measured. */
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
  /* What is called by a number keeps it on its left, whatever language it is in. */
  const gboolean numbered = face == DL_FACE_CHAPTER || face == DL_FACE_PART;

  pango_font_description_set_family (font, style->family);
  pango_font_description_set_absolute_size (font, style->size * PANGO_SCALE);
  pango_font_description_set_weight (font, style->bold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL);
  pango_layout_set_font_description (layout, font);
  pango_attr_list_insert (attributes, pango_attr_font_features_new (DL_TEXT_FEATURES));
  dl_text_add_languages (attributes, text);
  /* What is broken anywhere is a name, a number or a file, and a hyphen no part of it. */
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

/* What was placed ------------------------------------------------------------------------------ */

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

/* Drawing the placed document, as a PDF with links and an outline. */
#include "dl-document-private.h"

#include "dl-figure-private.h"
#include "dl-numerals.h"

#include <cairo-pdf.h>
#include <glib/gi18n-lib.h>

#include <math.h>
#include <string.h>

/* Points. */
#define RUNNING_Y   38.0 /* of the running head, from the top */
#define FOOT_Y      44.0 /* of the foot, from the bottom */
#define LEADER_STEP 4.0  /* between the dots of the contents */
#define LEADER_GAP  6.0
#define LEADER_DOT  0.45 /* radius */

static const double inks[DL_N_INKS][3] = {
  [DL_INK_TEXT] = { .08, .08, .10 },   [DL_INK_MUTED] = { .36, .37, .40 },
  [DL_INK_ACCENT] = { .07, .22, .44 }, [DL_INK_RULE] = { .84, .85, .87 },
  [DL_INK_HEAD] = { .94, .95, .965 },
};

static void
set_ink (cairo_t *cr, DlInk ink)
{
  cairo_set_source_rgb (cr, inks[ink][0], inks[ink][1], inks[ink][2]);
}

static void
draw_layout (cairo_t *cr, PangoLayout *layout, double x, double y)
{
  cairo_move_to (cr, x, y);
  pango_cairo_show_layout (cr, layout);
  cairo_new_path (cr);
}

/* Items ---------------------------------------------------------------------------------------- */

static void
draw_lines (cairo_t *cr, const DlItem *item)
{
  PangoLayoutIter *iter = pango_layout_get_iter (item->layout);
  PangoRectangle logical;
  int top, bottom;

  for (guint i = 0; i < item->line; i++)
    pango_layout_iter_next_line (iter);
  pango_layout_iter_get_line_yrange (iter, &top, &bottom);
  set_ink (cr, item->ink);
  for (guint i = 0; i < item->n_lines; i++)
    {
      pango_layout_iter_get_line_extents (iter, NULL, &logical);
      cairo_move_to (cr, item->x + (double) logical.x / PANGO_SCALE,
                     item->rect.y
                         + (double) (pango_layout_iter_get_baseline (iter) - top) / PANGO_SCALE);
      pango_cairo_show_layout_line (cr, pango_layout_iter_get_line_readonly (iter));
      pango_layout_iter_next_line (iter);
    }
  cairo_new_path (cr);
  pango_layout_iter_free (iter);
}

static void
draw_text (cairo_t *cr, const DlItem *item)
{
  g_autofree char *name = NULL;

  if (item->heading == DL_NO_HEADING)
    {
      draw_lines (cr, item);
      return;
    }
  name = g_strdup_printf ("name='s%u'", item->heading);
  cairo_tag_begin (cr, CAIRO_TAG_DEST, name);
  draw_lines (cr, item);
  cairo_tag_end (cr, CAIRO_TAG_DEST);
}

/* Dots from @from to @to, on the same places in all lines. */
static void
draw_leader (cairo_t *cr, double from, double to, double baseline)
{
  set_ink (cr, DL_INK_MUTED);
  for (double x = LEADER_STEP * ceil (from / LEADER_STEP); x < to; x += LEADER_STEP)
    {
      cairo_new_sub_path (cr);
      cairo_arc (cr, x, baseline - LEADER_DOT, LEADER_DOT, 0, 2 * G_PI);
    }
  cairo_fill (cr);
}

static void
draw_entry (cairo_t *cr, const DlDocument *self, const DlItem *item)
{
  const DlHeadingPlace *place = &g_array_index (self->headings, DlHeadingPlace, item->heading);
  const double right = item->rect.x + item->rect.width;
  g_autofree char *number = g_strdup_printf ("%u", place->page + 1);
  g_autofree char *link
      = g_strdup_printf ("dest='s%u' rect=[%.0f %.0f %.0f %.0f]", item->heading, item->rect.x,
                         item->rect.y, item->rect.width, item->rect.height);
  g_autoptr (PangoLayout) page = dl_document_layout (
      self, place->block->level == 1 ? DL_FACE_STRONG : DL_FACE_NORMAL, number, 0, DL_ALIGN_START);
  const double width = dl_layout_width (page);

  cairo_tag_begin (cr, CAIRO_TAG_LINK, link);
  set_ink (cr, DL_INK_TEXT);
  draw_layout (cr, item->layout, item->rect.x, item->rect.y);
  draw_layout (cr, page, right - width, item->rect.y);
  cairo_tag_end (cr, CAIRO_TAG_LINK);
  draw_leader (cr, item->rect.x + dl_layout_width (item->layout) + LEADER_GAP,
               right - width - LEADER_GAP,
               item->rect.y + (double) pango_layout_get_baseline (item->layout) / PANGO_SCALE);
}

static void
draw_figure (cairo_t *cr, const DlItem *item)
{
  cairo_save (cr);
  cairo_translate (cr, item->rect.x, item->rect.y);
  cairo_rectangle (cr, 0, 0, item->rect.width, item->rect.height);
  cairo_clip (cr);
  dl_figure_draw (item->block->figure, cr, &item->block->input, item->rect.width, item->rect.height,
                  dl_theme_paper ());
  cairo_restore (cr);
}

static void
draw_item (cairo_t *cr, const DlDocument *self, const DlItem *item)
{
  switch (item->kind)
    {
    case DL_ITEM_TEXT:
      draw_text (cr, item);
      break;
    case DL_ITEM_RULE:
      set_ink (cr, item->ink);
      cairo_rectangle (cr, item->rect.x, item->rect.y, item->rect.width, item->rect.height);
      cairo_fill (cr);
      break;
    case DL_ITEM_FIGURE:
      draw_figure (cr, item);
      break;
    case DL_ITEM_ENTRY:
      draw_entry (cr, self, item);
      break;
    }
}

/* Head and foot -------------------------------------------------------------------------------- */

/* One line at @y, @text at the left or at the right. */
static void
draw_small (cairo_t *cr, const DlDocument *self, double y, const char *text, gboolean right,
            double share)
{
  const double most = dl_document_width (self) * share;
  g_autoptr (PangoLayout) layout
      = dl_document_layout (self, DL_FACE_NOTE, text, most, right ? DL_ALIGN_END : DL_ALIGN_START);

  pango_layout_set_auto_dir (layout, FALSE);
  pango_layout_set_ellipsize (layout, PANGO_ELLIPSIZE_END);
  set_ink (cr, DL_INK_MUTED);
  draw_layout (cr, layout, right ? self->width - DL_DOCUMENT_MARGIN_X - most : DL_DOCUMENT_MARGIN_X,
               y);
}

/* The chapter that @page is of, which may begin there; NULL before the first. */
static const char *
chapter_of (const DlDocument *self, guint page)
{
  const char *chapter = NULL;

  for (guint i = 0; i < self->headings->len; i++)
    {
      const DlHeadingPlace *place = &g_array_index (self->headings, DlHeadingPlace, i);

      if (place->page > page)
        break;
      if (place->block->level == 1
          && (place->page < page || chapter == NULL || place->y <= DL_DOCUMENT_MARGIN_TOP))
        chapter = place->block->text;
    }
  return chapter;
}

static void
draw_margins (cairo_t *cr, const DlDocument *self, guint page, const char *creator)
{
  const double foot = self->height - FOOT_Y;
  const char *chapter = chapter_of (self, page);
  /* Translators: the number of a page and how many there are */
  g_autofree char *number = g_strdup_printf (_ ("Page %u of %u"), page + 1, self->n_pages);

  if (creator != NULL)
    draw_small (cr, self, foot, creator, FALSE, 0.5);
  draw_small (cr, self, foot, number, TRUE, 0.5);
  if (page == 0)
    return;
  draw_small (cr, self, RUNNING_Y, self->running, FALSE, 0.48);
  if (chapter != NULL)
    draw_small (cr, self, RUNNING_Y, chapter, TRUE, 0.48);
  set_ink (cr, DL_INK_RULE);
  cairo_rectangle (cr, DL_DOCUMENT_MARGIN_X, RUNNING_Y + 14, dl_document_width (self), 0.5);
  cairo_fill (cr);
}

/* The file ------------------------------------------------------------------------------------- */

static cairo_status_t
append_bytes (gpointer closure, const guint8 *data, guint length)
{
  g_byte_array_append (closure, data, length);
  return CAIRO_STATUS_SUCCESS;
}

static void
set_notes (cairo_surface_t *surface, const DlDocumentNotes *notes)
{
  const struct
  {
    cairo_pdf_metadata_t key;
    const char *value;
  } values[] = {
    { CAIRO_PDF_METADATA_TITLE, notes->title },
    { CAIRO_PDF_METADATA_AUTHOR, notes->author },
    { CAIRO_PDF_METADATA_SUBJECT, notes->subject },
    { CAIRO_PDF_METADATA_KEYWORDS, notes->keywords },
    { CAIRO_PDF_METADATA_CREATOR, notes->creator },
    { CAIRO_PDF_METADATA_CREATE_DATE, notes->date },
  };

  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    if (values[i].value != NULL)
      cairo_pdf_surface_set_metadata (surface, values[i].key, values[i].value);
  /* Without one it would be now. */
  if (notes->date == NULL)
    cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_CREATE_DATE, "");
}

static void
add_outline (const DlDocument *self, cairo_surface_t *surface)
{
  int chapter = CAIRO_PDF_OUTLINE_ROOT;

  for (guint i = 0; i < self->headings->len; i++)
    {
      const DlHeadingPlace *place = &g_array_index (self->headings, DlHeadingPlace, i);
      g_autofree char *link = g_strdup_printf ("dest='s%u'", i);
      const gboolean first = place->block->level == 1;
      const int id = cairo_pdf_surface_add_outline (
          surface, first ? CAIRO_PDF_OUTLINE_ROOT : chapter, place->block->text, link, 0);

      if (first)
        chapter = id;
    }
}

static gboolean
draw_pages (const DlDocument *self, cairo_t *cr, const DlDocumentNotes *notes,
            DlProgressFunc progress, gpointer progress_data, GCancellable *cancellable,
            GError **error)
{
  guint at = 0;

  for (guint page = 0; page < self->n_pages; page++)
    {
      draw_margins (cr, self, page, notes->creator);
      for (; at < self->items->len; at++)
        {
          const DlItem *item = &g_array_index (self->items, DlItem, at);

          if (item->page != page)
            break;
          draw_item (cr, self, item);
        }
      cairo_show_page (cr);
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      if (progress != NULL)
        progress ((page + 1.0) / self->n_pages, progress_data);
    }
  return TRUE;
}

GBytes *
dl_document_render (const DlDocument *self, const DlDocumentNotes *notes, DlProgressFunc progress,
                    gpointer progress_data, GCancellable *cancellable, GError **error)
{
  g_autoptr (DlPlainNumerals) plain = dl_plain_numerals_new ();
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  cairo_surface_t *surface
      = cairo_pdf_surface_create_for_stream (append_bytes, bytes, self->width, self->height);
  cairo_status_t status;
  gboolean complete;
  cairo_t *cr;

  g_assert (self->n_pages > 0);
  set_notes (surface, notes);
  cr = cairo_create (surface);
  complete = draw_pages (self, cr, notes, progress, progress_data, cancellable, error);
  /* Canceled documents lack pages that the outline would name, which cairo 1.18 does not bear. */
  if (complete)
    add_outline (self, surface);
  status = cairo_status (cr);
  cairo_destroy (cr);
  cairo_surface_finish (surface);
  if (status == CAIRO_STATUS_SUCCESS)
    status = cairo_surface_status (surface);
  cairo_surface_destroy (surface);
  if (!complete || !dl_figure_check_cairo (status, error))
    return NULL;
  return g_byte_array_free_to_bytes (g_steal_pointer (&bytes));
}

#include "dl-text.h"

#include "dl-numerals.h"

#include <string.h>

/* The first of each that is installed. */
static const struct
{
  const char *id, *families;
} fonts[DL_N_FONTS] = {
  [DL_FONT_SANS] = { "sans", "Cantarell, Sans" },
  [DL_FONT_SERIF]
  = { "serif", "Nimbus Roman, TeX Gyre Termes, Liberation Serif, Times New Roman, Serif" },
};

/* Pixels of a 96 dpi screen a point. */
#define POINT (96.0 / 72)

/* A figure is drawn on one thread from its first letter to its last. */
static _Thread_local DlTypeface current;

const char *
dl_font_id (DlFont font)
{
  return fonts[font].id;
}

gboolean
dl_font_find (const char *id, DlFont *font)
{
  for (DlFont i = 0; i < DL_N_FONTS; i++)
    if (strcmp (fonts[i].id, id) == 0)
      {
        *font = i;
        return TRUE;
      }
  return FALSE;
}

DlTypeface
dl_text_typeface (void)
{
  return current;
}

DlTypeface
dl_text_set_typeface (DlTypeface typeface)
{
  const DlTypeface before = current;

  current = typeface;
  return before;
}

void
dl_text_set_language (PangoContext *context)
{
  g_autofree char *language = dl_language_of_messages ();

  pango_context_set_language (context, pango_language_from_string (language));
}

/* Scripts of several languages, which Pango would choose from by the environment. */
static const char *
language_of (PangoScript script)
{
  switch (script)
    {
    case PANGO_SCRIPT_ARABIC:
      return "ar";
    case PANGO_SCRIPT_BENGALI:
      return "bn";
    case PANGO_SCRIPT_CYRILLIC:
      return "ru";
    case PANGO_SCRIPT_DEVANAGARI:
      return "hi";
    case PANGO_SCRIPT_HAN:
      return "zh-cn";
    case PANGO_SCRIPT_HEBREW:
      return "he";
    default:
      return NULL;
    }
}

void
dl_text_add_languages (PangoAttrList *attributes, const char *text)
{
  g_autofree char *own = NULL;
  PangoScriptIter *iter;

  if (g_str_is_ascii (text))
    return;
  own = dl_language_of_messages ();
  iter = pango_script_iter_new (text, -1);
  do
    {
      const char *start, *end, *language;
      PangoScript script;
      PangoAttribute *attribute;

      pango_script_iter_get_range (iter, &start, &end, &script);
      language = language_of (script);
      if (language == NULL
          || pango_language_includes_script (pango_language_from_string (own), script))
        continue;
      attribute = pango_attr_language_new (pango_language_from_string (language));
      attribute->start_index = (guint) (start - text);
      attribute->end_index = (guint) (end - text);
      pango_attr_list_insert (attributes, attribute);
    }
  while (pango_script_iter_next (iter));
  pango_script_iter_free (iter);
}

static PangoLayout *
layout_new (cairo_t *cr, const char *text, DlTextSize size, gboolean bold)
{
  PangoLayout *layout = pango_cairo_create_layout (cr);
  PangoContext *context = pango_layout_get_context (layout);
  PangoFontDescription *font = pango_font_description_new ();
  PangoAttrList *attributes = pango_attr_list_new ();
  cairo_font_options_t *options = cairo_font_options_create ();

  /* Text is as wide on paper as on the screen, at any scale. */
  cairo_font_options_set_hint_metrics (options, CAIRO_HINT_METRICS_OFF);
  cairo_font_options_set_hint_style (options, CAIRO_HINT_STYLE_SLIGHT);
  cairo_font_options_set_antialias (options, CAIRO_ANTIALIAS_GRAY);
  pango_cairo_context_set_font_options (context, options);
  pango_context_set_round_glyph_positions (context, FALSE);
  dl_text_set_language (context);

  pango_font_description_set_family (font, fonts[current.font].families);
  pango_font_description_set_absolute_size (font, size * POINT * PANGO_SCALE);
  pango_font_description_set_weight (font, bold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL);
  pango_layout_set_font_description (layout, font);
  pango_attr_list_insert (attributes, pango_attr_font_features_new (DL_TEXT_FEATURES));
  dl_text_add_languages (attributes, text);
  pango_layout_set_attributes (layout, attributes);
  pango_layout_set_single_paragraph_mode (layout, TRUE);
  pango_layout_set_text (layout, text, -1);

  cairo_font_options_destroy (options);
  pango_attr_list_unref (attributes);
  pango_font_description_free (font);
  return layout;
}

static void
layout_size (PangoLayout *layout, double *width, double *height)
{
  PangoRectangle logical;

  pango_layout_get_extents (layout, NULL, &logical);
  *width = (double) logical.width / PANGO_SCALE;
  *height = (double) logical.height / PANGO_SCALE;
}

double
dl_text_draw (cairo_t *cr, double x, double y, const char *text, DlTextSize size, gboolean bold,
              DlAlign align, double max_width)
{
  PangoLayout *layout = layout_new (cr, text, size, bold);
  double width, height;

  layout_size (layout, &width, &height);
  if (max_width > 0 && width > max_width)
    {
      pango_layout_set_width (layout, max_width * PANGO_SCALE);
      pango_layout_set_ellipsize (layout, PANGO_ELLIPSIZE_END);
      layout_size (layout, &width, &height);
    }
  if (align != DL_ALIGN_START)
    x -= align == DL_ALIGN_CENTER ? width / 2 : width;
  cairo_move_to (cr, x, y);
  pango_cairo_show_layout (cr, layout);
  cairo_new_path (cr);
  g_object_unref (layout);
  return width;
}

void
dl_text_measure (cairo_t *cr, const char *text, DlTextSize size, gboolean bold, double *width,
                 double *height)
{
  PangoLayout *layout = layout_new (cr, text, size, bold);

  layout_size (layout, width, height);
  g_object_unref (layout);
}

static PangoLayout *
wrapped_new (cairo_t *cr, const char *text, DlTextSize size, gboolean bold, double width,
             double *height)
{
  PangoLayout *layout = layout_new (cr, text, size, bold);
  double used;

  pango_layout_set_width (layout, width * PANGO_SCALE);
  pango_layout_set_wrap (layout, PANGO_WRAP_WORD_CHAR);
  layout_size (layout, &used, height);
  return layout;
}

double
dl_text_draw_wrapped (cairo_t *cr, double x, double y, const char *text, DlTextSize size,
                      double width)
{
  double height;
  PangoLayout *layout = wrapped_new (cr, text, size, FALSE, width, &height);

  cairo_move_to (cr, x, y);
  pango_cairo_show_layout (cr, layout);
  cairo_new_path (cr);
  g_object_unref (layout);
  return height;
}

double
dl_text_wrapped_height (cairo_t *cr, const char *text, DlTextSize size, double width)
{
  double height;

  g_object_unref (wrapped_new (cr, text, size, FALSE, width, &height));
  return height;
}

double
dl_text_lay_title (cairo_t *cr, double x, double y, const char *text, double width, gboolean draw)
{
  double height;
  PangoLayout *layout = wrapped_new (cr, text, DL_TEXT_TITLE, TRUE, width, &height);

  if (draw)
    {
      cairo_move_to (cr, x, y);
      pango_cairo_show_layout (cr, layout);
      cairo_new_path (cr);
    }
  g_object_unref (layout);
  return height;
}

/* Numbers --------------------------------------------------------------------------------------
 */

static const char signs[] = "0123456789.,-";
#define N_SIGNS (sizeof signs - 1)

struct _DlNumbers
{
  cairo_t *cr;
  gboolean bold;
  cairo_scaled_font_t *font; /* NULL: its signs are not of one font, each text is drawn by itself */
  gulong glyph[N_SIGNS];
  double width[N_SIGNS];
  double baseline;
  GArray *glyphs; /* cairo_glyph_t */
};

/* The glyphs of all signs, from a layout that has each of them once. */
static void
find_glyphs (DlNumbers *numbers)
{
  PangoLayout *layout = layout_new (numbers->cr, signs, DL_TEXT_SMALL, numbers->bold);
  PangoLayoutLine *line = pango_layout_get_line_readonly (layout, 0);
  const PangoGlyphItem *item = line->runs != NULL ? line->runs->data : NULL;

  if (item != NULL && line->runs->next == NULL && item->glyphs->num_glyphs == (gint) N_SIGNS)
    {
      numbers->font = cairo_scaled_font_reference (
          pango_cairo_font_get_scaled_font (PANGO_CAIRO_FONT (item->item->analysis.font)));
      numbers->baseline = (double) pango_layout_get_baseline (layout) / PANGO_SCALE;
      for (guint i = 0; i < N_SIGNS; i++)
        {
          numbers->glyph[i] = item->glyphs->glyphs[i].glyph;
          numbers->width[i] = (double) item->glyphs->glyphs[i].geometry.width / PANGO_SCALE;
        }
    }
  g_object_unref (layout);
}

DlNumbers *
dl_numbers_new (cairo_t *cr, gboolean bold)
{
  DlNumbers *numbers = g_new0 (DlNumbers, 1);

  numbers->cr = cr;
  numbers->bold = bold;
  numbers->glyphs = g_array_new (FALSE, FALSE, sizeof (cairo_glyph_t));
  find_glyphs (numbers);
  return numbers;
}

static guint
sign_of (char c)
{
  const char *sign = strchr (signs, c);

  g_assert (sign != NULL);
  return (guint) (sign - signs);
}

void
dl_numbers_add (DlNumbers *numbers, double x, double y, const char *text, DlAlign align)
{
  double width = 0;

  if (numbers->font == NULL || text[strspn (text, signs)] != '\0')
    {
      dl_text_draw (numbers->cr, x, y, text, DL_TEXT_SMALL, numbers->bold, align, 0);
      return;
    }
  for (const char *c = text; *c != '\0'; c++)
    width += numbers->width[sign_of (*c)];
  if (align != DL_ALIGN_START)
    x -= align == DL_ALIGN_CENTER ? width / 2 : width;
  for (const char *c = text; *c != '\0'; c++)
    {
      const cairo_glyph_t glyph = { numbers->glyph[sign_of (*c)], x, y + numbers->baseline };

      g_array_append_val (numbers->glyphs, glyph);
      x += numbers->width[sign_of (*c)];
    }
}

void
dl_numbers_draw (DlNumbers *numbers)
{
  if (numbers->glyphs->len > 0)
    {
      cairo_set_scaled_font (numbers->cr, numbers->font);
      cairo_show_glyphs (numbers->cr, (const cairo_glyph_t *) numbers->glyphs->data,
                         (gint) numbers->glyphs->len);
    }
  g_array_set_size (numbers->glyphs, 0);
}

void
dl_numbers_free (DlNumbers *numbers)
{
  if (numbers == NULL)
    return;
  cairo_scaled_font_destroy (numbers->font);
  g_array_unref (numbers->glyphs);
  g_free (numbers);
}

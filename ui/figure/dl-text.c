#include "dl-text.h"

#define FONT_FAMILIES "Cantarell, Sans"

/* Pixels of a 96 dpi screen a point. */
#define POINT (96.0 / 72)

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

  pango_font_description_set_family (font, FONT_FAMILIES);
  pango_font_description_set_absolute_size (font, size * POINT * PANGO_SCALE);
  pango_font_description_set_weight (font, bold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL);
  pango_layout_set_font_description (layout, font);
  pango_attr_list_insert (attributes, pango_attr_font_features_new ("tnum=1"));
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
wrapped_new (cairo_t *cr, const char *text, DlTextSize size, double width, double *height)
{
  PangoLayout *layout = layout_new (cr, text, size, FALSE);
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
  PangoLayout *layout = wrapped_new (cr, text, size, width, &height);

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

  g_object_unref (wrapped_new (cr, text, size, width, &height));
  return height;
}

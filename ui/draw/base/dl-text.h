/* Text in figures, by pango: one font, one line, unless it is wrapped. Sizes are in points of a 96
 * dpi screen; on paper the caller scales. */
#pragma once

#include <pango/pangocairo.h>

G_BEGIN_DECLS

typedef enum
{
  DL_TEXT_SMALL = 9,
  DL_TEXT_NORMAL = 10,
  DL_TEXT_TITLE = 11
} DlTextSize;

typedef enum
{
  DL_ALIGN_START,
  DL_ALIGN_CENTER,
  DL_ALIGN_END
} DlAlign;

/* Font of all text of a thread. */
typedef enum
{
  DL_FONT_SANS,
  DL_FONT_SERIF, /* as wide as Times, beside which Libertine is set, too */
  DL_N_FONTS
} DlFont;

typedef struct
{
  DlFont font;
  double points; /* of DL_TEXT_NORMAL on paper; 0: what fits the figure's width */
} DlTypeface;

/* "sans" and "serif" */
const char *dl_font_id (DlFont font);
gboolean dl_font_find (const char *id, DlFont *font);

/* Typeface of this thread; zeroed at first. */
DlTypeface dl_text_typeface (void);
/* Returns the one before, which the caller sets again. */
DlTypeface dl_text_set_typeface (DlTypeface typeface);

/* Figures as wide as each other, and no ligatures: the text of a PDF is searched and copied. */
#define DL_TEXT_FEATURES "tnum=1,liga=0"

/* Text is in the language of the messages, which chooses among a font's forms of letters. The
 * environment, which Pango asks otherwise, has no say: a figure is the same in every locale without
 * a translation. For all layouts of @context, and for what @text has in other scripts. */
void dl_text_set_language (PangoContext *context);
void dl_text_add_languages (PangoAttrList *attributes, const char *text);

/* Draw @text with its baseline box's top at @y; at most @max_width wide (0: no limit), ellipsized.
 * Returns the width used. */
double dl_text_draw (cairo_t *cr, double x, double y, const char *text, DlTextSize size,
                     gboolean bold, DlAlign align, double max_width);
void dl_text_measure (cairo_t *cr, const char *text, DlTextSize size, gboolean bold, double *width,
                      double *height);

/* The same in lines of @width, broken between words where that is possible. Both return the height.
 */
double dl_text_draw_wrapped (cairo_t *cr, double x, double y, const char *text, DlTextSize size,
                             double width);
double dl_text_wrapped_height (cairo_t *cr, const char *text, DlTextSize size, double width);
/* A title, bold, in such lines. Returns the height; without @draw that is all. */
double dl_text_lay_title (cairo_t *cr, double x, double y, const char *text, double width,
                          gboolean draw);

/* Many short numbers of DL_TEXT_SMALL in one color, which would take long one by one: digits,
 * points, commas and minus signs; others are drawn one by one. */
typedef struct _DlNumbers DlNumbers;

DlNumbers *dl_numbers_new (cairo_t *cr, gboolean bold);
/* Like dl_text_draw; numbers are drawn in the color that is set at the end. */
void dl_numbers_add (DlNumbers *numbers, double x, double y, const char *text, DlAlign align);
/* Draw all that were added, and start an empty list. */
void dl_numbers_draw (DlNumbers *numbers);
void dl_numbers_free (DlNumbers *numbers);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlNumbers, dl_numbers_free)

G_END_DECLS

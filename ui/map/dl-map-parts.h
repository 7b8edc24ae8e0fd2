/* What the widgets of maps share, whatever the network. */
#pragma once

#include "dl-view.h"

G_BEGIN_DECLS

/* The room that a map takes at least, and wants. */
void dl_map_measure (GtkOrientation orientation, int *minimum, int *natural);
/* An image surface as a texture; @surface is taken. */
GdkTexture *dl_map_texture_new (cairo_surface_t *surface);
/* How much larger than usual a map's words are in @widget: as the user's text is, as far as there
 * is room for the map. */
double dl_map_words_scale (GtkWidget *widget);
/* The same of a picture that wants that @height, in pixels, for words of the usual size. */
double dl_map_words_scale_in (GtkWidget *widget, double height);
/* A line in a box at the lower edge: why the map shows nothing, or not the latest. */
void dl_map_draw_note (cairo_t *cr, const char *text, double width, double height,
                       const DlTheme *theme);
/* Where it shows critical cables: why there are none, or of what they are; else NULL. */
const char *dl_map_critical_note (DlView *view);
/* Why a map of any network shows nothing, or what else is to be said of it; else NULL. */
const char *dl_map_note (DlView *view);
/* What a map does when it is pointed at; each gets the map as its @self. Where there are cells to
 * go through, dl-map-input.h has them all. */
typedef struct
{
  GCallback motion;      /* (self, x, y) */
  GCallback leave;       /* (self) */
  GCallback pressed;     /* (click, n_press, x, y, self), whichever button */
  GCallback released;    /* the same (nullable) */
  GCallback key_pressed; /* (keys, keyval, keycode, state, self): gboolean */
  GCallback focus_leave; /* (self) */
} DlMapHandlers;

/* @map can have the focus from now on. */
void dl_map_add_handlers (GtkWidget *map, const DlMapHandlers *handlers);
/* Show the route from where one was to begin, or from what is selected, to @place; FALSE where
 * there is none of both. */
gboolean dl_map_explain_to (DlView *view, DlPlace place);
/* A click on @place: it is selected, and @breaks: broken or restored (@other: dl_session_toggle).
 */
void dl_map_choose (DlView *view, DlPlace place, gboolean breaks, gboolean other);
/* Esc: one thing after the other, a route that is to begin, a way that is shown, what is selected.
 */
void dl_map_escape (DlView *view);
/* Open @menu, a popover of a map, at @at; NULL: in the middle. */
void dl_map_popup (GtkWidget *menu, const DlRect *at);

G_END_DECLS

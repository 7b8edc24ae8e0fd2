/* The search for the virtual channels of free runs (VC paper 3.6), as a box with what it reaches
 * beside the proven bound. */
#pragma once

#include "dl-search-box.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

DlSearchBox *dl_vc_search_new (DlSession *session);

/* For tests, on what dl_vc_search_new made: row @row of the table (0..2 a dimension, 3 all), its
 * cells divided by " | "; the head of the first column; whether the table can be used; use it. */
char *dl_vc_search_describe (DlSearchBox *box, guint row);
const char *dl_vc_search_get_head (DlSearchBox *box);
gboolean dl_vc_search_can_use (DlSearchBox *box);
void dl_vc_search_use (DlSearchBox *box);

/* 64 bits to look at and to paint: AGE_RR_SELECT, a bit per grant, 1 by age and 0 round robin (age
 * paper, section 2.1). */

#define DL_BIT_STRIP_BITS 64

#define DL_TYPE_BIT_STRIP (dl_bit_strip_get_type ())
G_DECLARE_FINAL_TYPE (DlBitStrip, dl_bit_strip, DL, BIT_STRIP, GtkWidget)

/* Signals:
 *   changed (uint64 bits)  somebody wants others; what comes of it is told by dl_bit_strip_follow
 *   settled ()             the end of a stroke: changes until then belong together
 * A click toggles a bit, a stroke paints what its first click did. Arrow keys move a cursor, Home
 * and End take it to the ends, Space toggles. */

GtkWidget *dl_bit_strip_new (void);
void dl_bit_strip_follow (DlBitStrip *self, guint64 bits);

/* Where a bit is drawn, for tests: bit 0 is the first one, at the top left. */
void dl_bit_strip_get_cell (DlBitStrip *self, guint bit, graphene_rect_t *cell);
guint dl_bit_strip_get_cursor (DlBitStrip *self);

G_END_DECLS

/* 64 bits to look at and to paint: AGE_RR_SELECT, a bit a grant, 1 by age and 0 round robin (age
 * paper, section 2.1). */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

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

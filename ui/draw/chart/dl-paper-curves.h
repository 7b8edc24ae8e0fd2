/* The curves of a paper's check: bandwidth against the length of messages. */
#pragma once

#include "dl-palette.h"
#include "dl-rect.h"
#include "dl-paper-check.h"

G_BEGIN_DECLS

/* On a scale of powers of two, with the limits as lines across, and the key above the curves. */
void dl_paper_curves_draw (cairo_t *cr, DlRect rect, const DlPaperResult *paper,
                           const DlTheme *theme);

G_END_DECLS

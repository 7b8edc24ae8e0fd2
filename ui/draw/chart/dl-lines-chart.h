/* Lines of a run over its cycles: accepted throughput and packet latency of each, where they part
 * and where they end. */
#pragma once

#include "dl-palette.h"
#include "dl-rect.h"

#include <glib.h>

G_BEGIN_DECLS

/* Height needed to be read, in units. @lines: DlReportLine. */
double dl_lines_chart_height (const GArray *lines);
void dl_lines_chart_draw (cairo_t *cr, DlRect rect, const GArray *lines, const DlTheme *theme);

/* The input's lines as a figure, and its numbers as CSV. */
extern const struct _DlFigure dl_figure_lines;

G_END_DECLS

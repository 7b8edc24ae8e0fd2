/* Internals of a torus' figures. */
#pragma once

#include "dl-chart.h"
#include "dl-figure-private.h"

G_BEGIN_DECLS

static inline const DlTorusNetwork *
dl_figure_network (const DlFigureInput *input)
{
  return input->shape;
}

static inline const DlTorusAnalysis *
dl_figure_analysis (const DlFigureInput *input)
{
  return input->analysis;
}

/* A port of a router, the processor's too, and a dimension. */
void dl_figure_add_port (DlCells *cells, guint port);
void dl_figure_add_dim (DlCells *cells, DlTorusDim dim);

/* The height of a figure whose map of links is @map units high, and such a figure with its title
 * and its legend: @options' kind, slice, cut and planes. */
double dl_figure_map_height (const DlFigureInput *input, double width, double map,
                             const DlMapOptions *options);
void dl_figure_draw_map (cairo_t *cr, const DlFigureInput *input, double width, double height,
                         const DlMapOptions *options, const DlTheme *theme);
/* Name of such a figure, and its colors. */
char *dl_figure_map_name (const DlFigureInput *input);
DlScale dl_figure_map_scale (const DlFigureInput *input, const DlMapOptions *options,
                             const DlTheme *theme);
/* A row per link: links that @map shows, or all for NULL. For A - B with both values beside it. */
void dl_figure_link_numbers (DlRecord *record, const DlFigureInput *input, const DlMap *map);

G_END_DECLS

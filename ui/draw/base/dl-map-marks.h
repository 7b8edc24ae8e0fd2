/* Marks on the cells of any map: crosses on broken ones, outlines of those selected or under the
 * pointer. In units. */
#pragma once

#include "dl-explained.h"
#include "dl-palette.h"
#include "dl-rect.h"

G_BEGIN_DECLS

/* A way through the network, drawn hop by hop over the dense layer: a route, or a cycle of
 * dependencies. */
typedef struct
{
  const guint32 *channels; /* (n) link * n_vcs + vc; each begins where the last one ended */
  guint n;
  gboolean closed;   /* a cycle: after the last comes the first */
  guint step;        /* the hop that stands out, or DL_NO_STEP */
  guint broken_step; /* the turn from this hop to the next is illegal; DL_NO_STEP if none is */
  guint32 source;    /* a route's two ends, marked as such; DL_NO_NODE for a cycle */
  guint32 dest;
} DlMapPath;

/* Cells that stand out on a map, DlRect: what is broken; and where A - B is shown what is broken in
 * B, and whose change stands out, else NULL. Owned. */
typedef struct
{
  GArray *broken, *broken_b, *outliers;
} DlMapFound;

void dl_map_found_clear (DlMapFound *found);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (DlMapFound, dl_map_found_clear)
/* Crosses over what is broken; of two networks a stroke for each, and rings around outliers. They
 * keep their size when cells are small; of many only those that can be told apart are drawn. The
 * map is @width x @height. */
void dl_map_found_draw (const DlMapFound *found, cairo_t *cr, double width, double height,
                        const DlTheme *theme);
/* DlMarks of what was found. */
guint dl_map_found_marks (const DlMapFound *found);
/* Half a cross as a path: that of a link broken in A, or in B, so that both together are a cross.
 */
void dl_map_draw_broken_stroke (cairo_t *cr, double x, double y, double arm, gboolean in_b);
/* A line around a cell on a halo, not over the cell's own color; however small the cell is, it is
 * seen. @scale: device pixels a unit. */
void dl_map_draw_outline (cairo_t *cr, double scale, const DlRect *rect, double line,
                          const DlColor *color, const DlTheme *theme);

/* A number on a ground of its own; @filled stands out. */
#define DL_MAP_CHIP_HEIGHT 13.0
double dl_map_chip_width (cairo_t *cr, const char *text);
void dl_map_draw_chip (cairo_t *cr, const DlRect *rect, const char *text, gboolean filled,
                       const DlTheme *theme);
/* The numbers of @hops at the corner of their cell, on a map of @width x @height. */
void dl_map_draw_hops (cairo_t *cr, const DlRect *cell, const char *hops, gboolean filled,
                       double width, double height, const DlTheme *theme);

G_END_DECLS

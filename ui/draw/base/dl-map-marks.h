/* Marks on the cells of any map: crosses on broken ones, outlines of those selected or under the
 * pointer. In units. */
#pragma once

#include "dl-difference.h"
#include "dl-explained.h"
#include "dl-net.h"
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

/* Cells that stand out on a map, DlRect: broken ones; and where A - B is shown, those broken in B,
 * and outliers, else NULL. Owned. */
typedef struct
{
  GArray *broken, *broken_b, *outliers;
} DlMapFound;

void dl_map_found_clear (DlMapFound *found);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (DlMapFound, dl_map_found_clear)
/* Crosses over broken cells; for two networks a stroke for each, and rings around outliers. They
 * keep their size when cells are small; among many, only distinguishable ones are drawn. The map is
 * @width x @height. */
void dl_map_found_draw (const DlMapFound *found, cairo_t *cr, double width, double height,
                        const DlTheme *theme);
/* DlMarks of the found cells. */
guint dl_map_found_marks (const DlMapFound *found);
/* Half a cross as a path: that of a link broken in A, or in B, so that both together are a cross.
 */
void dl_map_draw_broken_stroke (cairo_t *cr, double x, double y, double arm, gboolean in_b);
/* A line around a cell on a halo, not over the cell's own color; however small the cell is, it is
 * seen. @scale: device pixels per unit. */
void dl_map_draw_outline (cairo_t *cr, double scale, const DlRect *rect, double line,
                          const DlColor *color, const DlTheme *theme);

/* A number on a ground of its own; @filled stands out. */
#define DL_MAP_CHIP_HEIGHT 13.0
double dl_map_chip_width (cairo_t *cr, const char *text);
void dl_map_draw_chip (cairo_t *cr, const DlRect *rect, const char *text, gboolean filled,
                       const DlTheme *theme);

/* Overlay of any map: cells that are broken or stand out, the selection, the pointer, and a
 * way through the network. */

typedef struct
{
  const DlNet *net; /* the network, with its faults; where A - B is shown, A's */
  /* (n_links) the painted values and their scale, for the numbers in cells; NULL: none. */
  const float *values;
  const DlScale *scale;
  DlPlace selected, hovered;
  const DlPlace *marked; /* (n_marked) others that stand out */
  guint n_marked;
  gboolean focused;      /* a stronger outline of the selection */
  const DlMapPath *path; /* nullable */
  gboolean blank;        /* cells are painted elsewhere: no ink is right in them */
  /* Where A - B is shown; else NULL. */
  const DlNet *against; /* B's */
  const DlDifference *difference;
} DlOverlay;

/* How a map draws it. */
typedef struct
{
  double width, height; /* of the whole map, in units */
  gboolean bare;        /* without numbers */
  /* A line around a place; what the map does not show has none. */
  void (*outline) (gconstpointer map, cairo_t *cr, DlPlace place, double line, const DlColor *color,
                   const DlTheme *theme);
  /* The place that stands for @link in a route, and how it is drawn; NULL: outlined. */
  DlPlace (*hop) (gconstpointer map, guint link);
  void (*trace) (gconstpointer map, cairo_t *cr, DlPlace place, const DlTheme *theme);
  /* Where the numbers of its hops go, FALSE: nowhere: at the corner of a rectangle, or into a chip,
   * @width wide, beside those of others (@taken: DlRect). */
  gboolean (*rect) (gconstpointer map, DlPlace place, DlRect *rect);
  gboolean (*chip) (gconstpointer map, DlPlace place, double width, const GArray *taken,
                    DlRect *chip);
} DlOverlayMap;

/* Draw @found, the places, and the route: each hop's place, with the numbers of its hops. @found:
 * nullable. */
void dl_overlay_draw (const DlOverlay *overlay, const DlOverlayMap *on, gconstpointer map,
                      const DlMapFound *found, cairo_t *cr, const DlTheme *theme);

G_END_DECLS

/* Where everything of a ring chart lies, for drawing it and for what is under a point. */
#pragma once

#include "dl-chart-private.h"
#include "dl-chart.h"

G_BEGIN_DECLS

#define DL_RING_AXIS_HEIGHT  18.0 /* node coordinates */
#define DL_RING_AREA_PITCH   3.0  /* narrower positions are drawn as an area */
#define DL_RING_STRIP_MARGIN 4.0  /* so that marks at 0 and 1 are whole */

/* Nodes are points on the axis and links lie between them, the same cable at the same place in both
 * panels: position i is between nodes i and i + 1, in a ring the last one wraps round. */
typedef struct
{
  const DlNetwork *network;
  guint k;           /* nodes */
  guint n_positions; /* links a direction */
  double max;        /* end of the packets axis, a whole number of steps */
  double step;       /* of its ticks */
  double pitch;      /* of positions */
  double bar_width;
  double key_x, key_y; /* where the key begins */
  DlRect panel[2];     /* plus, minus direction: everything */
  DlRect strip[2];     /* VC balance; no height if there is no room */
  DlRect bars[2];
} DlRingLayout;

/* What title and key take above the panels. */
double dl_ring_layout_head (double width);
void dl_ring_layout_init (DlRingLayout *layout, DlRect rect, const DlRingChart *chart);
/* The node at a position of @chart's ring. */
guint dl_ring_layout_node (const DlRingChart *chart, guint position);
/* The bar area of a position. */
DlRect dl_ring_layout_slot (const DlRingLayout *layout, guint panel, guint position);
guint dl_ring_layout_n_digits (double value);

/* Mark the hops of @chart's path that lie in its ring. */
void dl_ring_draw_path (const DlRingLayout *layout, cairo_t *cr, const DlRingChart *chart,
                        const DlTheme *theme);

static inline double
dl_ring_layout_node_x (const DlRingLayout *layout, guint position)
{
  return layout->bars[0].x + position * layout->pitch;
}

G_END_DECLS

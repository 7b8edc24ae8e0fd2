/* The layout of an isometric map: what placing and drawing share. */
#pragma once

#include "dl-map-private.h"

G_BEGIN_DECLS

/* X runs down to the right, Z down to the left, Y up: what is seen of the network are the faces
 * where X, Y and Z are largest. The part beyond the cut is taken away. All in device pixels, and
 * whole ones where links are large enough: lines fall two pixels across by one down, which needs no
 * smoothing. */
struct _DlIso
{
  DlDim slice;
  guint last[DL_N_DIMS]; /* of the coordinates that are left */
  double x, y;           /* node 0 */
  double step_x[DL_N_DIMS], step_y[DL_N_DIMS];
  double across; /* half of X's and Z's step to the side */
  gint thick;    /* of a link's lane */
  gint gap;      /* between the two lanes of a cable */
  gint body;     /* radius of a node */
  gboolean fine; /* each link has pixels of its own */
};

typedef struct
{
  double x, y;
} DlIsoPoint;

/* A place in coordinates of the network, in units. */
DlIsoPoint dl_iso_project (const DlMap *map, double x, double y, double z);
DlIsoPoint dl_iso_node (const DlMap *map, guint node);

void dl_iso_draw_axes (const DlMap *map, cairo_t *cr, const gint dateline[DL_N_DIMS],
                       const DlTheme *theme);
void dl_iso_draw_datelines (const DlMap *map, cairo_t *cr, const DlOverlay *overlay,
                            const DlDatelines *datelines, const DlTheme *theme);

/* Half of a link that wraps around, and what is seen of one that leads into the network, of the
 * distance between nodes. */
#define DL_ISO_STUB 0.44

G_END_DECLS

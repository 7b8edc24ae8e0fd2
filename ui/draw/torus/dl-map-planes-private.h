/* The layout of planes, which dl-map-planes.c chooses. */
#pragma once

#include "dl-map-private.h"

G_BEGIN_DECLS

/* How much is written around the cells. */
typedef enum
{
  DL_PLANES_BARE,   /* nothing but a gap: thousands of planes */
  DL_PLANES_TITLED, /* titles and handles */
  DL_PLANES_LABELED /* and where each link that wraps around goes */
} DlPlanesLevel;

/* Device pixels per node: smaller ones are squares in one color. Ports and lanes of fewer pixels
 * are not all there, and which are is a pattern that the network does not have. */
#define DL_PLANES_DETAILED 4

/* A node is a square of @unit template cells with its body at the top left; right of it and below
 * it are the lanes to its neighbors, side by side: keep to the right. */
typedef struct
{
  guint unit;       /* template cells per node */
  guint body;       /* its body's side; the rest are the lanes */
  guint lane[2];    /* where the two lanes start across, minus (left, upper) and plus */
  guint width;      /* of a lane */
  guint gap;        /* between lane and body */
  guint frame;      /* around the body, inside */
  guint margin;     /* around the slice axis' ports inside the body */
  guint port;       /* their height; 0: none */
  guint port_width; /* a value is written in those of large bodies */
  guint stub[2];    /* lanes outside a plane's border that wrap around, in u and v */
  gboolean is_mean; /* too small for ports and lanes: a square in one color for all its links */
  guint8 *cells;    /* (unit x unit) part at each pixel */
} DlNodeTemplate;

struct _DlPlanes
{
  DlTorusDim slice, u, v; /* u runs to the right, v up */
  guint ku, kv, ks;
  guint first, n; /* planes that are shown */
  DlPlanesLevel level;
  DlNodeTemplate node;
  double cell; /* device pixels per template cell: 1, or any number where a node is one cell */
  guint columns, rows;
  gboolean keeps_grid; /* columns and rows are given */
  /* Device pixels. */
  gint left, top; /* from a plane's place to the plane */
  gint plane_width, plane_height;
  gint column_width, row_height; /* of the grid */
  gint x, y;                     /* of the grid */
  gboolean captioned;
};

/* How a node of @unit cells is divided. */
void dl_planes_size_node (const DlMap *map, DlNodeTemplate *node, guint unit);
/* Template cells across @k nodes with their stubs; @axis 0: u, 1: v. */
guint dl_planes_extent (const DlNodeTemplate *node, guint k, guint axis);
/* Fill the template's cells and the map's labels: dl-map-planes-places.c. */
void dl_planes_fill (DlMap *map);

/* Whether the plane at @index along the slice axis is shown. */
gboolean dl_planes_has (const DlPlanes *planes, guint index);
/* Top left corner of a plane that is shown, in device pixels. */
void dl_planes_origin (const DlPlanes *planes, guint index, double *x, double *y);
/* The body of a node, in device pixels from its plane's corner. */
DlRect dl_planes_body (const DlPlanes *planes, guint u, guint v);
gboolean dl_planes_has_dateline (const DlMap *map, const gint dateline[DL_TORUS_N_DIMS], guint dim);
/* The double bar of the slice axis: right of a plane. Units. */
double dl_planes_slice_bar_x (const DlMap *map, guint index);

/* Members of DlMapLayout: dl-map-planes-places.c. */
guint dl_planes_link_rects (const DlMap *map, guint node, guint port, DlRect rects[2]);
guint dl_planes_link_lines (const DlMap *map, guint node, guint port, DlMapLine lines[2]);
gboolean dl_planes_node_rect (const DlMap *map, guint node, DlRect *rect);
guint dl_planes_position_at (const DlMap *map, double x, double y, DlTorusDim dim);
void dl_planes_foreach_handle (const DlMap *map, const gint dateline[DL_TORUS_N_DIMS],
                               DlHandleFunc func, gpointer data);

/* Units. */
#define DL_PLANES_TITLE        16
#define DL_PLANES_HANDLE       10 /* strip for a handle above and left of a plane */
#define DL_PLANES_LABEL_HEIGHT 13
#define DL_PLANES_SLICE_BAR    8 /* its middle, from the plane */

G_END_DECLS

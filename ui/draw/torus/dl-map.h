/* Maps of a network's links: the place of each cell, hit tests, and drawing. The dense layer is a
 * label map (pixel to link) that is built once per size and recolored through a palette; axes,
 * labels, datelines, crosses, selection and hover are drawn over it. */
#pragma once

#include "dl-explained.h"
#include "dl-map-marks.h"
#include "dl-map-zoom.h"
#include "dl-torus-analysis.h"

G_BEGIN_DECLS

typedef enum
{
  DL_MAP_RING_MATRIX, /* six panels X+ X- Y+ Y- Z+ Z-; a row per ring, a column per position */
  DL_MAP_PLANES,      /* a strip of planes, each node with its ports in both directions */
  DL_MAP_ISOMETRIC,   /* the whole network as a block, cut open */
  DL_N_MAPS
} DlMapKind;

typedef struct
{
  DlMapKind kind;
  DlTorusDim slice;     /* the axis it is cut across (z: planes of x and y) */
  double width, height; /* of the shown part: of the whole map, unless it is zoomed */
  double scale;         /* device pixels per unit: 1, or 2 on a dense screen */
  guint cut; /* isometric: the last position along the slice axis that is shown, its links whole;
                the last there is for larger ones */
  guint first_plane, n_planes; /* planes: which are shown; n_planes 0: all from there on */
  DlMapZoom zoom;              /* all places that a map tells are in its window */
} DlMapOptions;

typedef struct _DlMap DlMap;

/* The layout of @network's links; it depends on its shape alone, not on its faults. Labels are
 * measured with the default font. */
DlMap *dl_map_new (const DlTorusNetwork *network, const DlMapOptions *options);
void dl_map_free (DlMap *map);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlMap, dl_map_free)
const DlMapOptions *dl_map_options (const DlMap *map);
/* Planes: the plane at a point, FALSE if there is none; @title (nullable): whether it is the
 * plane's title, not its ground or cells. */
gboolean dl_map_plane_at (const DlMap *map, double x, double y, guint *plane, gboolean *title);
/* Whether nodes are squares in one color, the mean of their links, which are not told apart by the
 * pointer: planes of less than four pixels per node. */
gboolean dl_map_has_node_means (const DlMap *map);
/* The smallest size at which it still reads well (planes: across z), up to 1600 x 1200; smaller
 * ones work but are cramped, and below 260 x 150 there is no text and no handle: a thumbnail. */
void dl_map_minimum_size (const DlTorusNetwork *network, DlMapKind kind, double *width,
                          double *height);

/* Part under a point. */
typedef enum
{
  DL_HIT_NOTHING,
  DL_HIT_LINK,
  DL_HIT_NODE,    /* planes: the body of a node */
  DL_HIT_DATELINE /* a dateline's handle */
} DlHitKind;

typedef struct
{
  DlHitKind kind;
  guint32 link;   /* DL_HIT_LINK */
  guint32 node;   /* DL_HIT_LINK: the node it leaves; DL_HIT_NODE */
  DlTorusDim dim; /* DL_HIT_DATELINE */
} DlHit;

/* @dateline: positions as in DlTorusRouting, for their handles. Where several links share a pixel
 * it is the one that is painted. A planes map of small nodes has hardly any bodies: take @node of a
 * link's hit for the node. */
DlHit dl_map_hit (const DlMap *map, double x, double y, const gint dateline[DL_TORUS_N_DIMS]);
/* The node coordinate in @dim at a point, clamped to the network: where a dragged dateline goes.
 * For the panel or plane nearest to the point. */
guint dl_map_position_at (const DlMap *map, double x, double y, DlTorusDim dim);
/* Where a link's cell is, FALSE if it is not shown. A link that wraps around a plane has two
 * halves: this is the one that leaves. */
gboolean dl_map_link_rect (const DlMap *map, guint link, DlRect *rect);
gboolean dl_map_node_rect (const DlMap *map, guint node, DlRect *rect);
/* Link that each device pixel of the map shows, @width x @height of them, or one of these. Free
 * with g_free. */
#define DL_MAP_FRAME  (DL_NO_LINK - 1) /* of a node */
#define DL_MAP_BODY   (DL_NO_LINK - 2) /* inside of that */
#define DL_MAP_GROUND (DL_NO_LINK - 3) /* of a plane */
guint32 *dl_map_labels (const DlMap *map, guint *width, guint *height);
/* The cell that the arrow keys reach from @link: @dx, @dy in -1..1; @link itself at the edge.
 * DL_NO_LINK gives the first cell. */
guint dl_map_step (const DlMap *map, guint link, gint dx, gint dy);

/* The dense layer as an opaque image (RGB24, each pixel 0xffrrggbb) of width x height x scale
 * device pixels with that device scale, on the theme's background. @reuse (nullable) is taken over:
 * it is painted again and returned if it has the size, and destroyed if not. @values as from
 * dl_metric_values; broken and idle links are told apart by @network's link states. The time it
 * takes is that of the pixels, whatever the number of links. */
cairo_surface_t *dl_map_paint (const DlMap *map, const DlTorusNetwork *network, const float *values,
                               const DlScale *scale, const DlTheme *theme, cairo_surface_t *reuse);

/* Where datelines are marked: positions as in DlTorusRouting. */
typedef struct
{
  gint at[DL_TORUS_N_DIMS];
  gint dragged; /* DlTorusDim whose marker is highlighted, or -1 */
} DlDatelines;

#define DL_NO_DATELINES ((DlDatelines) { { DL_NO_DATELINE, DL_NO_DATELINE, DL_NO_DATELINE }, -1 })

void dl_map_draw_overlay (const DlMap *map, cairo_t *cr, const DlOverlay *overlay,
                          const DlDatelines *datelines, const DlTheme *theme);
/* Marks of such a map (DlMarks), by @overlay's values and scale. */
guint dl_map_marks (const DlMap *map, const DlOverlay *overlay, const DlDatelines *datelines);

G_END_DECLS

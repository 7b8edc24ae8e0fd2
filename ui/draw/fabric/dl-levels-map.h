/* A fabric by levels: switches in rows, similar ones folded into a box, hosts below them; the
 * cables between two boxes are a bundle, drawn as a line for each direction. Unlike the dense maps
 * it has few lines: it is drawn with vectors, and a hit is the nearest one. No GTK; shared by
 * screen and paper. */
#pragma once

#include "dl-fabric-layout.h"
#include "dl-map-marks.h"
#include "dl-map-zoom.h"

G_BEGIN_DECLS

typedef struct
{
  double width, height, scale; /* as DlMapOptions */
  double label_scale;          /* 1 */
  DlMapZoom zoom;
} DlLevelsMapOptions;

typedef struct _DlLevelsMap DlLevelsMap;

/* @rows is borrowed. @open: (n_folds) as dl_fabric_layout_new. It depends on the fabric's cables,
 * broken or not. */
DlLevelsMap *dl_levels_map_new (const DlFabricRows *rows, const guint8 *open,
                                const DlLevelsMapOptions *options);
void dl_levels_map_free (DlLevelsMap *map);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlLevelsMap, dl_levels_map_free)
const DlLevelsMapOptions *dl_levels_map_options (const DlLevelsMap *map);
const DlFabricLayout *dl_levels_map_layout (const DlLevelsMap *map);

/* Item under a point. */
typedef enum
{
  DL_LEVELS_NOTHING,
  DL_LEVELS_BOX,
  DL_LEVELS_BUNDLE
} DlLevelsHitKind;

typedef struct
{
  DlLevelsHitKind kind;
  guint index;   /* of the box or bundle */
  gboolean back; /* of a bundle: the direction from b to a */
} DlLevelsHit;

DlLevelsHit dl_levels_map_hit (const DlLevelsMap *map, double x, double y);
/* Where the arrow keys lead, from a box to a bundle and from there to a box; from nothing to the
 * first box. */
DlLevelsHit dl_levels_map_step (const DlLevelsMap *map, DlLevelsHit from, gint dx, gint dy);
/* Item that shows a place; nothing, if it is a host without a cable. */
DlLevelsHit dl_levels_map_find (const DlLevelsMap *map, DlPlace place);
/* A switch or host of a box that is one, else nothing; of a bundle the channel with the largest of
 * @values (n_channels, nullable) in that direction, a working one if there is one; in the other
 * direction where there is none in this. @fabric: with its faults. */
DlPlace dl_levels_map_place (const DlLevelsMap *map, DlLevelsHit hit, const DlFabric *fabric,
                             const float *values);
/* Where it is, a bundle in its middle. FALSE: nowhere. */
gboolean dl_levels_map_rect (const DlLevelsMap *map, DlLevelsHit hit, DlRect *rect);

/* Channels of one direction of a bundle, or of all inside a box. */
typedef struct
{
  guint n, n_broken;
  float value; /* the largest of working ones, for differences the farthest from 0; NAN: none */
} DlLevelsSum;

DlLevelsSum dl_levels_map_sum (const DlLevelsMap *map, guint bundle, gboolean back,
                               const DlFabric *fabric, const float *values);

/* Boxes, their names and bundles, in units, over the painted layer: vectors. @values:
 * (n_channels). */
void dl_levels_map_draw (const DlLevelsMap *map, cairo_t *cr, const DlFabric *fabric,
                         const float *values, const DlScale *scale, const DlTheme *theme);
/* Draw the map without the bundles; and the bundles alone, without smooth edges, each in the color
 * 0xrrggbb that is 1 more than twice its number, and one more for the direction back: so the
 * painter knows each one's place. */
void dl_levels_map_draw_boxes (const DlLevelsMap *map, cairo_t *cr, const DlFabric *fabric,
                               const DlTheme *theme);
void dl_levels_map_draw_numbers (const DlLevelsMap *map, cairo_t *cr);
/* The same as an image on the theme's background; @reuse as of dl_map_paint. */
cairo_surface_t *dl_levels_map_paint (const DlLevelsMap *map, const DlFabric *fabric,
                                      const float *values, const DlScale *scale,
                                      const DlTheme *theme, cairo_surface_t *reuse);

/* A box or bundle, which may be no place of the network, as one of an overlay over such a map:
 * there groups are boxes, and pairs a bundle and its direction. */
DlPlace dl_levels_item (DlLevelsHit hit);
void dl_levels_map_draw_overlay (const DlLevelsMap *map, cairo_t *cr, const DlOverlay *overlay,
                                 const DlTheme *theme);
/* Marks of such a map (DlMarks), by @overlay's values and scale. */
guint dl_levels_map_marks (const DlLevelsMap *map, const DlOverlay *overlay);

/* A box in words, for people, translated: "8 switches, L1-0 to L1-7, with 64 hosts". Free with
 * g_free. */
char *dl_levels_map_box_text (const DlLevelsMap *map, guint box, const DlFabric *fabric);
/* Title of a row: "Level 2", "Hosts", "3 hops". @row n_rows: that of hosts. Free with g_free. */
char *dl_fabric_row_title (const DlFabricRows *rows, guint row);

G_END_DECLS

/* Maps of a dragonfly: groups by groups, the inside of a group, the chord. Like dl-map.h: the dense
 * layer is a label map that is built once per size and recolored through a palette; the rest is
 * drawn over it. No GTK; shared by screen and paper. */
#pragma once

#include "dl-dragonfly.h"
#include "dl-map-marks.h"
#include "dl-map-zoom.h"

G_BEGIN_DECLS

typedef enum
{
  DL_DRAGONFLY_MAP_GROUPS, /* groups x groups, a cell the blue links from row to column; marginal
                              bars of what each group sends and gets */
  DL_DRAGONFLY_MAP_GROUP,  /* one group: green and black matrices, a strip of the blue ports */
  DL_DRAGONFLY_MAP_CHORD,  /* groups around a circle, ribbons between them; beyond 32 groups those
                              of one group */
  DL_N_DRAGONFLY_MAPS
} DlDragonflyMapKind;

typedef struct
{
  DlDragonflyMapKind kind;
  double width, height, scale; /* as DlMapOptions */
  guint group;                 /* the one inside, or whose chord it is */
  gboolean sorted;             /* groups by load, the busiest first, not by number */
  gboolean square;             /* cells of groups by groups are as wide as high, as on paper */
  double label_scale;          /* 1 */
  DlMapZoom zoom;
} DlDragonflyMapOptions;

typedef struct _DlDragonflyMap DlDragonflyMap;

/* Values of links, and how cells of more than one link sum them up. */
typedef struct
{
  const float *values;      /* (n_links) NAN: no traffic, or it does not work */
  const float *group_value; /* (n_groups x n_groups) of the blue links between two groups; NAN */
  const float *group_out;   /* (n_groups) marginals; nullable */
  const float *group_in;
  /* Overloaded blue links: (n_groups x n_groups) of each pair, (n_groups) leaving and entering each
   * group. All three or none; nullable. */
  const guint32 *pair_over, *out_over, *in_over;
  gboolean is_worst; /* of several links the largest value counts, not the mean */
} DlDragonflyValues;

/* Sum up @values (n_links) for group_value, group_out and group_in, each of which the caller has
 * room for: the mean over working blue links, of which those without traffic count as 0; NAN if all
 * are. Marginals over all of a group's. */
void dl_dragonfly_values_sum (const DlDragonfly *dragonfly, const float *values, float *group_value,
                              float *group_out, float *group_in);
/* @order (n_groups): the busiest first, by what it sends and gets together; by number where there
 * are no marginals. */
void dl_dragonfly_values_order (const DlDragonflyValues *values, guint n_groups, guint16 *order);

/* @order (n_groups, nullable): groups as rows, for a sorted map. It depends on the shape alone. */
DlDragonflyMap *dl_dragonfly_map_new (DlDragonfly *dragonfly, const DlDragonflyMapOptions *options,
                                      const guint16 *order);
void dl_dragonfly_map_free (DlDragonflyMap *map);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlDragonflyMap, dl_dragonfly_map_free)
const DlDragonflyMapOptions *dl_dragonfly_map_options (const DlDragonflyMap *map);
void dl_dragonfly_map_minimum_size (const DlDragonfly *dragonfly, DlDragonflyMapKind kind,
                                    double *width, double *height);

/* Does @kind show one group of @n_groups, which options.group chooses? */
gboolean dl_dragonfly_map_shows_group (DlDragonflyMapKind kind, guint n_groups);

DlPlace dl_dragonfly_map_hit (const DlDragonflyMap *map, double x, double y);
/* FALSE if it is not shown. */
gboolean dl_dragonfly_map_rect (const DlDragonflyMap *map, DlPlace place, DlRect *rect);
/* The cell that the arrow keys reach; from nothing the first one. */
DlPlace dl_dragonfly_map_step (const DlDragonflyMap *map, DlPlace from, gint dx, gint dy);

/* Like dl_map_paint; @dragonfly tells broken links from idle ones. */
cairo_surface_t *dl_dragonfly_map_paint (const DlDragonflyMap *map, const DlDragonfly *dragonfly,
                                         const DlDragonflyValues *values, const DlScale *scale,
                                         const DlTheme *theme, cairo_surface_t *reuse);
/* The same as vectors, which need less room in a file; FALSE if this kind of map has none. */
gboolean dl_dragonfly_map_paint_vectors (const DlDragonflyMap *map, cairo_t *cr,
                                         const DlDragonfly *dragonfly,
                                         const DlDragonflyValues *values, const DlScale *scale,
                                         const DlTheme *theme);

/* The map's own values for its overlay. */
typedef struct
{
  const DlDragonflyValues *values; /* for bars and ribbons */
  const guint32 *job;        /* (n_nodes) jobs of nodes, for the inside of a group; nullable */
  const DlDifference *pairs; /* (n_groups x n_groups) where A - B is shown; else NULL */
} DlDragonflyPicture;

void dl_dragonfly_map_draw_overlay (const DlDragonflyMap *map, cairo_t *cr,
                                    const DlOverlay *overlay, const DlDragonflyPicture *picture,
                                    const DlTheme *theme);
/* Marks of such a map (DlMarks), by @overlay's scale. */
guint dl_dragonfly_map_marks (const DlDragonflyMap *map, const DlOverlay *overlay,
                              const DlDragonflyPicture *picture);

G_END_DECLS

/* Where the boxes and lines of a map by levels are. In units of the layout, on the whole map. */
#pragma once

#include "dl-chart-private.h"
#include "dl-levels-map.h"
#include "dl-map-marks.h"

G_BEGIN_DECLS

typedef enum
{
  DL_LEVELS_LINE,   /* from one row to another */
  DL_LEVELS_ARC,    /* within a row, above its boxes */
  DL_LEVELS_HIDDEN, /* within a row that has too many of them; inside a box */
} DlLevelsShape;

/* A bundle: from its a to its b. */
typedef struct
{
  DlLevelsShape shape;
  double x0, y0, x1, y1;
  double rise;     /* of an arc */
  double width[2]; /* of its directions, there and back; 0: it has none */
  double apart;    /* of both from the middle; 0 where there is one */
} DlLevelsLine;

/* The boxes' names as they were drawn last: setting text takes longer than all the rest. */
typedef struct
{
  cairo_surface_t *image; /* ARGB32, of the window; NULL */
  const DlTheme *theme;
} DlLevelsNames;

struct _DlLevelsMap
{
  const DlFabricRows *rows;
  DlFabricLayout *layout;
  DlLevelsMapOptions options;
  double width, height; /* of the whole map */
  DlRect window;        /* visible part of it */
  gboolean bare;        /* too small for words */
  guint n_rows;         /* with that of hosts */
  double axis;          /* width of the rows' titles at the left of the window */
  DlRect *box;          /* (n_boxes) */
  DlLevelsLine *line;   /* (n_bundles) */
  guint8 *covers;       /* (n_boxes) gboolean: a bundle of it is hidden */
  double *room;         /* (n_bundles) from the middle of a line to those beside it */
  DlLevelsNames *names;
  guint *row_lines; /* (n_rows + 1) bundles that are drawn between a row and those below it */
};

#define DL_LEVELS_MACHINE_NAME 15.0 /* height of the names of machines below their ports */

/* A direction's line as a path, and a point of it, @t in 0..1 from the bundle's a to its b. */
void dl_levels_add_line (const DlLevelsMap *map, cairo_t *cr, guint bundle, gboolean back);
void dl_levels_point (const DlLevelsMap *map, guint bundle, gboolean back, double t, double *x,
                      double *y);
/* Endpoints that are set apart at the switches of @box, as dl_fabric_count_apart. */
guint dl_levels_count_apart (const DlLevelsMap *map, const DlFabricBox *box, guint *aggregators);
/* Has the bundle that direction, and is it drawn? */
gboolean dl_levels_has_line (const DlLevelsMap *map, guint bundle, gboolean back);
/* The ends of a direction's line; FALSE: it is an arc. */
gboolean dl_levels_ends (const DlLevelsMap *map, guint bundle, gboolean back, DlLevelsLine *line);
/* The color of a direction, by its state. */
DlColor dl_levels_color (const DlLevelsSum *sum, const DlScale *scale, const DlTheme *theme);
/* A direction's line is stroked; dashed if none of it works. @more: wider by that. */
void dl_levels_stroke (const DlLevelsMap *map, cairo_t *cr, guint bundle, gboolean back,
                       gboolean dashed, double more, const DlColor *color);
/* An arrowhead in its middle. */
void dl_levels_draw_arrow (const DlLevelsMap *map, cairo_t *cr, guint bundle, gboolean back,
                           double size, const DlColor *color);
/* A straight line into an RGB24 image whose data are flushed; in pixels. */
void dl_levels_raster_line (cairo_surface_t *image, double x0, double y0, double x1, double y1,
                            double width, const DlColor *color);

G_END_DECLS

/* The layout of the inside of a group: what placing and drawing share. */
#pragma once

#include "dl-dragonfly-map-private.h"

G_BEGIN_DECLS

/* What a grid shows. */
typedef enum
{
  DL_INSIDE_NAMES, /* routers of a row; index: the row */
  DL_INSIDE_PORTS, /* blue ports; index: the router's position in the group */
  DL_INSIDE_GREEN, /* index: the chassis */
  DL_INSIDE_BLACK  /* index: the slot */
} DlInsideGrid;

#define DL_INSIDE_LINE     15 /* of text, in units */
#define DL_INSIDE_NUMBERS  13 /* of the columns' numbers */
#define DL_INSIDE_NODES    4  /* of the jobs under a router's name */
#define DL_INSIDE_NUMBER_X 4  /* between a row's number and its cells */

struct _DlInsideLayout
{
  guint first, n;        /* the group's routers */
  guint rows, columns;   /* they are in */
  guint chassis, blades; /* of the group; generic: 1 and n */
  guint ports;           /* most blue ports that a router has */
  gboolean has_black;
  gboolean numbered;   /* columns of the matrices */
  gboolean has_labels; /* ports say which group they lead to */
  double band_y[3];    /* units, of the titles: blue, green, black; below 0: not shown */
  guint32 first_link;  /* that leaves the group */
  guint32 n_links;
  guint32 *link_cell;   /* (n_links) */
  guint32 *router_cell; /* (n) */
  GArray *places;       /* DlPlace, by cell */
};

void dl_inside_draw (const DlDragonflyMap *map, cairo_t *cr, const DlDragonflyDrawn *drawn,
                     const DlTheme *theme);

G_END_DECLS

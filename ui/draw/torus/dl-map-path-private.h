/* A way over a map: where its hops are drawn, for its lines and for its marks. */
#pragma once

#include "dl-map-private.h"

G_BEGIN_DECLS

/* One hop: a line (two halves where it wraps around), and on maps of cells the box around its cell,
 * through the middle of which the line goes. */
typedef struct
{
  guint node, port, vc;
  guint far; /* the node it goes to */
  guint n_lines;
  DlMapLine lines[2];
  DlRect box;
} DlWayHop;

typedef struct
{
  const DlMap *map;
  cairo_t *cr;
  const DlNetwork *network;
  const DlDatelines *datelines;
  const DlMapPath *path;
  const DlTheme *theme;
  gboolean cells; /* maps of cells: boxes, and connectors between them */
  double line;    /* width */
  DlWayHop *hops; /* (n) */
  guint n;
  GArray *taken; /* DlRect: where marks and numbers are */
} DlWay;

/* Where hop @i begins, ends and has its middle, and the unit vector along it. */
DlPoint dl_way_start (const DlWay *way, guint i);
DlPoint dl_way_end (const DlWay *way, guint i);
DlPoint dl_way_middle (const DlWay *way, guint i);
DlPoint dl_way_direction (const DlWay *way, guint i);
/* The length of its line or half line. */
double dl_way_length (const DlWay *way, guint i);
/* Hops that are drawn as one piece from @first on, straight on and beside each other: the first one
 * that is not, at most n. */
guint dl_way_piece_end (const DlWay *way, guint first);
/* A point in the middle of the connector or turn between two hops. */
DlPoint dl_way_turn (const DlWay *way, guint before, guint after);

/* Datelines, illegal turn, ends and numbers, over the lines. */
void dl_way_draw_marks (DlWay *way);

G_END_DECLS

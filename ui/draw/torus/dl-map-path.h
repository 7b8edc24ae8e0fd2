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
} DlDrawnHop;

typedef struct
{
  const DlMap *map;
  cairo_t *cr;
  const DlTorusNetwork *network;
  const DlDatelines *datelines;
  const DlMapPath *path;
  const DlTheme *theme;
  gboolean cells;   /* maps of cells: boxes, and connectors between them */
  double line;      /* width */
  DlDrawnHop *hops; /* (n) */
  guint n;
  GArray *taken; /* DlRect: where marks and numbers are */
} DlDrawnPath;

G_END_DECLS

/* What is drawn over any map: what is broken, stands out, is selected or under the pointer, and a
 * way through the network. */
#pragma once

#include "dl-difference.h"
#include "dl-map-marks.h"
#include "dl-net.h"

G_BEGIN_DECLS

typedef struct
{
  const DlNet *net; /* the network, with its faults; where A - B is shown, A's */
  /* (n_links) what is painted and by which scale, for the numbers in cells; NULL: none. */
  const float *values;
  const DlScale *scale;
  DlPlace selected, hovered;
  const DlPlace *marked; /* (n_marked) others that stand out */
  guint n_marked;
  gboolean focused;      /* a stronger outline of the selection */
  const DlMapPath *path; /* nullable */
  /* Where A - B is shown; else NULL. */
  const DlNet *against; /* B's */
  const DlDifference *difference;
} DlOverlay;

/* How a map draws it. */
typedef struct
{
  double width, height; /* of the whole map, in units */
  gboolean bare;        /* without numbers */
  /* A line around a place; what the map does not show has none. */
  void (*outline) (gconstpointer map, cairo_t *cr, DlPlace place, double line, const DlColor *color,
                   const DlTheme *theme);
  /* The place that stands for @link in a way; and where its hops' numbers go, FALSE: nowhere. */
  DlPlace (*hop) (gconstpointer map, guint link);
  gboolean (*rect) (gconstpointer map, DlPlace place, DlRect *rect);
} DlOverlayMap;

/* What was @found, the places, and the way: each hop's place, with the numbers of its hops. */
void dl_overlay_draw (const DlOverlay *overlay, const DlOverlayMap *on, gconstpointer map,
                      const DlMapFound *found, cairo_t *cr, const DlTheme *theme);

G_END_DECLS

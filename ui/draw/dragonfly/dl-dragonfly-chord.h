/* The layout of a chord: what placing, painting and drawing share. */
#pragma once

#include "dl-dragonfly-map-private.h"

G_BEGIN_DECLS

/* With more groups than these, only what leads to and from one of them is shown. */
#define DL_CHORD_MOST 32

/* A stretch of the circle, clockwise from the top, in radians. */
typedef struct
{
  double start, end;
} DlArc;

/* The links between two groups, both directions side by side: each is as wide as its number of
 * links where it leaves, and narrows to a point where it arrives. */
typedef struct
{
  guint a, b;
  DlArc at_a, at_b;
  double length; /* of the chord, in radii */
} DlChordBand;

/* Part of a row of pixels that a ribbon covers, wholly or in part. */
typedef struct
{
  gint16 y, x, n;
  guint32 coverage; /* of its pixels: n from here on, of 255 */
} DlChordSpan;

/* One direction of a band: from the first group to the second (even ribbons) or back. */
typedef struct
{
  guint32 first_run, n_runs;
} DlChordRibbon;

struct _DlChordLayout
{
  double x, y;         /* the middle, device pixels */
  double radius;       /* of the ribbons' ends, device pixels */
  double stem;         /* outside of it they lead straight inwards, device pixels */
  double rim, rim_gap; /* width of the groups' arcs around all, and between */
  guint n_arcs;
  guint *arc_group;       /* (n_arcs) clockwise */
  DlArc *arcs;            /* (n_groups) start == end: not shown */
  GArray *bands;          /* DlChordBand */
  DlChordRibbon *ribbons; /* (2 x bands) */
  GArray *runs;           /* DlChordSpan, by ribbon */
  GByteArray *coverage;   /* of the pixels of runs */
  guint32 *drawn;         /* (2 x bands) ribbons in the order in which they were painted last: where
                             several share a pixel, the last one is seen */
  guint32 *band_of; /* (n_groups x n_groups, symmetric) G_MAXUINT32: none; one group: (n_groups)
                       by the other */
};

/* State of a ribbon. */
typedef struct
{
  guint32 ribbon;
  DlGridState state;
  float value, size, length; /* @size: how much it stands out */
} DlChordShown;

/* Ribbons: dl-chord-ribbons.c. */

/* A point of the circle of @radius. */
void dl_chord_point (const DlChordLayout *chord, double angle, double radius, double *x, double *y);
/* The outline of a ribbon as a closed path, in device pixels: (*n x 2). Free with g_free. */
double *dl_chord_outline (const DlChordLayout *chord, guint ribbon, guint *n);
/* The same as curves, added to the path of @cr. Units. */
void dl_chord_trace (const DlDragonflyMap *map, cairo_t *cr, guint ribbon);
/* Place the groups that are shown, their arcs and their bands. */
void dl_chord_place (DlDragonflyMap *map);
/* The groups at the two ends of a ribbon. */
void dl_chord_ends (const DlChordLayout *chord, guint ribbon, guint *from, guint *to);
/* The ribbon from one group to another; G_MAXUINT32. */
guint32 dl_chord_ribbon (const DlDragonflyMap *map, guint from, guint to);
gboolean dl_chord_is_shown (const DlDragonflyMap *map, guint a, guint b);

G_END_DECLS

/* How the routes of a set of pairs end. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  guint64 pairs;       /* ordered pairs of different working nodes */
  guint64 unreachable; /* of these; loops included */
  guint64 dropped;     /* of these, at a dateline */
  guint64 illegal;     /* of these, delivered, but outside the legality relation */
} DlPairCounts;

G_END_DECLS

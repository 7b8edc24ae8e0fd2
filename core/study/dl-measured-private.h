/* What the measured counters of a torus and of a dragonfly share. */
#pragma once

#include "dl-measured.h"

G_BEGIN_DECLS

/* By link of the network, (n) each. */
typedef struct
{
  guint n;
  const guint8 *covered;      /* gboolean: measured */
  const guint64 *counts;      /* of those that are covered */
  const guint64 *stalls;      /* likewise; nullable */
  const double *loads;        /* of the analysis */
  const DlLinkUse *simulated; /* nullable */
  const double *capacity;     /* what its load is a share of; nullable: the same of all links */
} DlMeasuredLinks;

/* All zero, with its first reference. */
DlMeasured *dl_measured_alloc (void);
/* All but what is of one kind of network, whose parts know their links by then. */
void dl_measured_fill (DlMeasured *measured, const DlMeasuredLinks *links);
/* The part of the link at place @i. */
guint dl_measured_part (const DlMeasured *measured, guint i);

G_END_DECLS

/* What a dragonfly packet passed over where a phase of its route begins, and at each hop (Cascade
 * paper 3 and 5). */
#pragma once

#include "dl-dragonfly-explain.h"

G_BEGIN_DECLS

typedef enum
{
  DL_PASSED_BROKEN,  /* does not work */
  DL_PASSED_CUT_OFF, /* a blue link that works: damage leaves no plain way to it, or from there */
  DL_PASSED_FARTHER, /* a blue link: more hops to it, which the rule counts */
  DL_PASSED_LONGER,  /* a blue link: more hops in all, which the rule counts */
  DL_PASSED_HEAVIER, /* a candidate: it counts more than the one that was taken */
  DL_PASSED_LATER,   /* a candidate: it counts the same, but was drawn later */
  DL_PASSED_UNFIT,   /* a root that was drawn: damage leaves no plain ways to or from it */
  DL_N_PASSED
} DlDragonflyPassed;

typedef struct
{
  guint32 link; /* the first of them; G_MAXUINT32 of roots */
  guint n;      /* links, or roots */
  guint8 why;   /* DlDragonflyPassed */
  double value; /* of a candidate: what it counts as, flits */
} DlDragonflyRejected;

#define DL_DRAGONFLY_MAX_REJECTED 12

/* What was passed over before hop @i, or where the packet has no way on (n_steps). Returns how many
 * of @rejected (DL_DRAGONFLY_MAX_REJECTED) there are. */
guint dl_dragonfly_traced_passed (const DlDragonflyTraced *traced, guint i,
                                  DlDragonflyRejected *rejected);

/* "the link is broken", translated, and where that stands. */
const char *dl_dragonfly_passed_text (DlDragonflyPassed why);
const char *dl_dragonfly_passed_section (DlDragonflyPassed why);

/* The rank (dl-dragonfly-minimal.h) from @from to @to of other groups of blue link @link if nothing
 * were broken, and the lowest of all that there are; G_MAXUINT if there are none. */
guint dl_dragonfly_rank_without_faults_by (const DlDragonflyRoutes *routes, guint from, guint to,
                                           guint link);
guint dl_dragonfly_rank_without_faults (const DlDragonflyRoutes *routes, guint from, guint to);

G_END_DECLS

/* The loads that adaptive routing would see, as far as the static analysis can tell: what waits and
 * what is on its way at a link that is used so much. For explaining a route without a simulation.
 *
 * Assumed: packets arrive at a link independently of each other (M/D/1), and wait until the
 * buffers of its virtual channels are full. */
#pragma once

#include "dl-dragonfly-analysis.h"
#include "dl-dragonfly-choice.h"

G_BEGIN_DECLS

typedef struct
{
  double load; /* offered, as bound_load; INFINITY: an infinite backlog */
  guint packet_flits;
  guint buffer;                          /* flits of a virtual channel */
  double class_flits[DL_N_LINK_CLASSES]; /* on a link that is never idle */
} DlDragonflyTimes;

typedef struct _DlDragonflyExpected DlDragonflyExpected;

DlDragonflyExpected *dl_dragonfly_expected_new (DlDragonflyAnalysis *analysis,
                                                DlDragonflyTimes times);
void dl_dragonfly_expected_free (DlDragonflyExpected *expected);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlDragonflyExpected, dl_dragonfly_expected_free)

/* Of @link, in flits; a DlDragonflyLoadFunc whose data is a DlDragonflyExpected. Near end: what
 * waits for it. Far end: what is on its way over it. Downstream: what waits at the links that its
 * packets may take next, on average by how much these carry. */
DlDragonflyLoad dl_dragonfly_expected_load (guint link, gpointer expected);

G_END_DECLS

/* Shared by tests of the dragonfly's simulator. */
#pragma once

#include "dl-aries.h"
#include "dragonfly-fixture.h"

G_BEGIN_DECLS

/* Packets of 4 flits, buffers of 24, links with a delay of 5 cycles, blue ones slower, nodes
 * faster; minimal by hash, a load of 0.3, seed 1. Borrows @routes and @demand. */
DlAriesPlanOptions aries_options (DlDragonflyRoutes *routes, DlDragonflyDemand *demand);
/* A simulation at cycle 0. */
DlAries *aries_new (const DlAriesPlanOptions *options, guint block_routers, guint n_threads);
/* Check the invariants of any state; the message of the first that is broken, NULL if all hold. */
char *aries_find_problem (const DlAries *sim);
/* The same, which fails; @message says where. */
void aries_check (const DlAries *sim, const char *message);
/* The same in all that was counted. */
void aries_assert_same (const DlAries *a, const DlAries *b, const char *message);
/* Stop the sources and run until nothing is left in the network. */
void aries_drain (DlAries *sim, const char *message);

G_END_DECLS

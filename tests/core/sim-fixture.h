/* Shared by tests of the simulator. */
#pragma once

#include "dl-seastar.h"
#include "oracle.h"

/* The SeaStar router of model.md, as a scenario has it by default, but for the responses' biases.
 */
DlRouterSpec sim_default_router (void);
/* Uniform traffic at a load of 0.2, packets of 9 flits one by one, seed 1. */
DlSeastarPlanOptions sim_options (DlTorusRoutes *routes);
/* A simulation at cycle 0, of blocks that it chooses itself. */
DlSeastar *sim_new (const DlSeastarPlanOptions *options);
/* Datelines at the last node of each dimension. */
OracleTorus sim_torus (int kx, int ky, int kz);

/* Check the invariants of any state; the message of the first that is broken, NULL if all hold. */
char *sim_find_problem (const DlSeastar *sim);
/* The same, which fails; @message says where. */
void sim_check (const DlSeastar *sim, const char *message);
void sim_check_no_deadlock (const DlSeastar *sim, const char *message);
/* The same in all that was counted. */
void sim_assert_same (const DlSeastar *a, const DlSeastar *b);
/* Stop the sources and run until nothing is left in the network. */
void sim_drain (DlSeastar *sim, const char *message);

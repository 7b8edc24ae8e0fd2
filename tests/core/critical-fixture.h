/* Shared by tests of critical links: small networks, and the ranking by its definition. */
#pragma once

#include "oracle.h"

#include "dl-torus-critical.h"
#include "test-rounds.h"

#define CRITICAL_N_SCENARIOS TEST_ROUNDS (90)

/* A small network: every cable of it is broken, and every pair walked. */
void critical_random_torus (OracleTorus *torus, guint32 seed);
/* The target, where the pattern needs one, is the node in the middle. */
DlDemand *critical_demand (const DlTorusNetwork *network, const char *pattern);
/* Critical links under uniform traffic; and under another pattern, if its target works. */
DlCritical *critical_evaluate (const OracleTorus *torus, guint n_threads);
DlCritical *critical_evaluate_pattern (const OracleTorus *torus, const char *pattern,
                                       DlCriticalOptions options, GCancellable *cancellable);
/* Classes, ranks and severities are as dl_critical_new says. */
void critical_check_ranking (const DlCritical *critical);

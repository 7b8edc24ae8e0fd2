/* Invariants of the program of any workload. */
#pragma once

#include "dl-workload.h"

/* Replay the program on a network where messages arrive at once. NULL if all ranks come to their
 * end, every message is received and waited for, and no rank sends to another twice with the same
 * tag; else what is wrong. Time and memory grow with the messages and ranks x tags. */
char *workload_find_problem (const DlWorkload *workload);

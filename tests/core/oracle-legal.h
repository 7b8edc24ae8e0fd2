/* The legality relation L of model 3 a second time, by plain search over channels. Written from
 * model.md, shares no code with core/. */
#pragma once

#include "oracle.h"

G_BEGIN_DECLS

/* Hops of a shortest legal path from each node to @dest, both working, into @hops (n_nodes); -1
 * where there is none. */
void oracle_legal_hops (const Oracle *oracle, int dest, int *hops);

G_END_DECLS

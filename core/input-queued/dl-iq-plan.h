/* The input-queued router on any network, routed by the answers to the one question (dl-next.h). */
#pragma once

#include "dl-iq.h"
#include "dl-next.h"

G_BEGIN_DECLS

/* Fill in what routing asks of @options: graph, routing and its data. @next is copied; what it
 * borrows lives as long as its routes (DlRouted), which get a reference. Virtual channels are
 * shared alike by those of the network, of requests and of responses. A pair of which some paths do
 * not arrive sends nothing. */
void dl_iq_options_route (DlIqPlanOptions *options, const DlNext *next);

G_END_DECLS

/* What links carried in a stretch of a simulation. */
#pragma once

#include "dl-sim.h"

G_BEGIN_DECLS

/* Start zeroed; filled again and again, cleared at the end. */
typedef struct
{
  guint n_links;
  float *load;      /* (n_links) flits a cycle, 0..1 */
  float *stalls;    /* (n_links) cycles a packet in which the output could not send (equation 17 of
                       the age paper); NAN without packets */
  float *occupancy; /* (n_links) share of the buffers behind it that is taken at the end, 0..1 */
} DlLinkUse;

/* All ports' counters, (n_nodes x DL_N_ROUTER_PORTS); @counters is that large. */
void dl_sim_get_all_ports (const DlSim *sim, DlSimPortCounters *counters);
/* From cycle @since, when the counters were @before, until now. */
void dl_link_use_take (DlLinkUse *links, const DlSim *sim, const DlSimPortCounters *before,
                       guint64 since);
void dl_link_use_copy (DlLinkUse *links, const DlLinkUse *from);
void dl_link_use_clear (DlLinkUse *links);

G_END_DECLS

/* Units of a simulated dragonfly.
 *
 * shape=aries: a cycle is the time in which a green link carries a flit. A full packet of
 * traffic.packet-flits flits carries router.aries-payload-bytes of payload (both assumed); of what
 * a link carries router.payload-efficiency is payload (64 %: Cascade paper), so a flit has payload
 * / efficiency / flits bytes. Green and black links carry 5.25 GB/s, blue ones 4.6875 GB/s (paper).
 * A node sends and takes 10 GB/s of payload (paper): that is load 1. The delay from router to
 * router, router.aries-hop-ns, is the paper's 100 ns, rounded to whole cycles. Buffers are assumed;
 * packets of a node in the network at most 1,024 (paper).
 *
 * shape=generic: as network simulators have it, all links and nodes one flit a cycle, with no time
 * that belongs to a cycle. */
#pragma once

#include "dl-aries.h"
#include "dl-scenario.h"

G_BEGIN_DECLS

typedef struct
{
  double cycle_ns;    /* NAN: generic */
  double flit_bytes;  /* raw, on a link; NAN: generic */
  double load_flits;  /* flits/node/cycle at load 1 */
  guint header_flits; /* of a packet, those that are not payload */
} DlUnits;

/* Of a scenario of a dragonfly. */
DlUnits dl_units (const DlScenario *scenario);
/* The router in these units, of @scenario, whose link delay may be too long to be simulated. */
DlAriesRouter dl_units_router (const DlScenario *scenario);
/* So many bytes in so many cycles: GB/s; NAN where there is no time, and in 0 cycles. */
double dl_units_GBps (const DlUnits *units, double bytes, double cycles);

G_END_DECLS

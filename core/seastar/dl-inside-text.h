/* A watched router in words: why an output granted a packet, what became of a packet so far, what
 * the clock says. */
#pragma once

#include "dl-inside-contest.h"
#include "dl-torus.h"

G_BEGIN_DECLS

/* "X+", "X−"; "processor", translated */
const char *dl_inside_port_name (guint port);
/* "X+ VC0": an input queue, or the staging queue that it fills */
char *dl_inside_queue_name (guint queue);
/* "(0,0,1) → (3,4,5)" */
char *dl_inside_packet_name (const DlTorusNetwork *network, const DlSeastarPacketInside *packet);
/* Source, destination, created, injected, hops, age, epoch, what it wants here. */
char *dl_inside_packet_text (const DlTorusNetwork *network, const DlSeastarPacketInside *packet);

/* Why the winner won: "Oldest: 87; tie of 2 broken by turn". @inside: the router now. */
char *dl_inside_reason (const DlSeastarInside *inside, const DlSeastarGrant *grant);
/* The grant in a sentence, with its reason. */
char *dl_inside_grant_text (const DlSeastarInside *inside, const DlTorusNetwork *network,
                            const DlSeastarGrant *grant);
/* Competitors and winner, or that there are none: for the line above a list of them. */
char *dl_inside_contest_title (const DlInsideContest *contest);
char *dl_inside_contest_summary (const DlSeastarInside *inside, const DlInsideContest *contest);
/* "next tick in 3 cycles"; or what inhibits */
char *dl_inside_clock_text (const DlSeastarInside *inside);
/* Everything the picture shows, for those who do not see it. */
char *dl_inside_describe (const DlSeastarInside *inside, const DlTorusNetwork *network,
                          const DlInsideContest *contest);

G_END_DECLS

/* A route explained: each hop with its port and virtual channel, the rules that chose them and
 * where they stand, and what was passed over. The same words in the window and on the command line.
 */
#pragma once

#include "dl-routes.h"

G_BEGIN_DECLS

/* A route with its ends, both working nodes. A plain value; nothing is owned. */
typedef struct
{
  const DlRoutes *routes;
  const DlRoute *route; /* as dl_routes_walk found it on @routes */
  guint source;
  guint dest;
} DlTrip;

/* "X+" */
const char *dl_port_label (guint port);

/* Hops worth telling: none where the tables send the packet round for ever. */
guint dl_trip_n_hops (const DlTrip *trip);
/* The node after hop @i - 1; the source for 0. */
guint dl_trip_node (const DlTrip *trip, guint i);
/* Does hop @i leave the dateline node of its dimension? From there on it is on VC1. */
gboolean dl_trip_crosses (const DlTrip *trip, guint i);
/* Which legality rule the turn into hop @i breaks. */
DlIllegal dl_trip_illegal (const DlTrip *trip, guint i);
/* Hops on another virtual channel than the one before. */
guint dl_trip_vc_changes (const DlTrip *trip);

/* "X+.0 X+.0 Y-.1": port and virtual channel of each hop (interface.md). */
char *dl_trip_to_line (const DlTrip *trip);
/* Why it does not arrive, translated; NULL if it does. */
char *dl_trip_reason (const DlTrip *trip);
/* What was passed over before hop @i (dl_trip_n_hops: where the route ends), translated: "not X+:
 * the link is broken (VC paper 2.2.2); ..."; empty if nothing was. */
char *dl_trip_rejected (const DlTrip *trip, guint i);
/* One line, translated: "5 hops, 1 change of virtual channel, delivered, legal". */
char *dl_trip_summary (const DlTrip *trip);
/* All of it, translated: the line, or why there is none, then a line a hop. */
char *dl_trip_to_text (const DlTrip *trip);

G_END_DECLS

/* A route explained: each hop with its port and virtual channel, the rules that chose them and
 * where they stand, and what was passed over. The same words in the window and on the command line.
 */
#pragma once

#include "dl-route-choices.h"

G_BEGIN_DECLS

/* A route with its ends, both working nodes. A plain value; nothing is owned. */
typedef struct
{
  const DlRoutes *routes;
  const DlRoute *route; /* as dl_routes_walk found it on @routes */
  guint source;
  guint dest;
} DlTraced;

/* "X+" */
const char *dl_port_label (guint port);

/* Hops worth telling: none where the tables send the packet round for ever. */
guint dl_traced_n_hops (const DlTraced *traced);
/* The node after hop @i - 1; the source for 0. */
guint dl_traced_node (const DlTraced *traced, guint i);
/* Does hop @i leave the dateline node of its dimension? From there on it is on VC1. */
gboolean dl_traced_crosses (const DlTraced *traced, guint i);
/* Does hop @i take any virtual channel? The one that the hop names is then one of them. */
gboolean dl_traced_takes_any_vc (const DlTraced *traced, guint i);
/* "VC0", or "any VC". Free with g_free. */
char *dl_traced_vc_text (const DlTraced *traced, guint i);
/* "X+.0", or "X+.any". Free with g_free. */
char *dl_traced_hop_name (const DlTraced *traced, guint i);
/* Which legality rule the turn into hop @i breaks. */
DlIllegal dl_traced_illegal (const DlTraced *traced, guint i);
/* Hops on another virtual channel than the one before. */
guint dl_traced_vc_changes (const DlTraced *traced);

/* "X+.0 X+.0 Y-.1": port and virtual channel of each hop (dateline-scenario(5)). */
char *dl_traced_to_line (const DlTraced *traced);
/* Why it does not arrive, translated; NULL if it does. */
char *dl_traced_reason (const DlTraced *traced);
/* What was passed over before hop @i (dl_traced_n_hops: where the route ends), translated: "not X+:
 * the link is broken (VC paper 2.2.2); ..."; empty if nothing was. */
char *dl_traced_rejected (const DlTraced *traced, guint i);
/* One line, translated: "5 hops, 1 change of virtual channel, delivered, legal". */
char *dl_traced_summary (const DlTraced *traced);
/* All of it, translated: the line, or why there is none, then a line a hop. */
char *dl_traced_to_text (const DlTraced *traced);

/* With random ties, which share of the pair's packets take the route @at of @choices: a sentence;
 * NULL if all do. */
char *dl_route_choices_text (const DlRouteChoices *choices, guint at);
/* What tables do not show of random ties: a sentence. */
const char *dl_tables_ties_text (void);

G_END_DECLS

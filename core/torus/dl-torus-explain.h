/* Implements DlFamily.explain. */
#pragma once

#include "dl-explained.h"
#include "dl-scenario.h"
#include "dl-torus-routes.h"

G_BEGIN_DECLS

DlExplained *dl_torus_explain (const DlScenario *scenario, gpointer analysis, guint from, guint to,
                               guint which);

/* A route explained: each hop with its port and virtual channel, the rules that chose them and
 * their place in the paper, and the rejected choices. The same words in the window and on the
 * command line. */

/* A route with its ends, both working nodes. A plain value; nothing is owned. */
typedef struct
{
  const DlTorusRoutes *routes;
  const DlTorusRoute *route; /* as dl_torus_routes_walk found it on @routes */
  guint source;
  guint dest;
} DlTorusTraced;

/* "X+" */
const char *dl_torus_port_label (guint port);

/* Hops worth telling: none where the tables send the packet round for ever. */
guint dl_torus_traced_n_hops (const DlTorusTraced *traced);
/* The node after hop @i - 1; the source for 0. */
guint dl_torus_traced_node (const DlTorusTraced *traced, guint i);
/* Does hop @i leave the dateline node of its dimension? From there on it is on VC1. */
gboolean dl_torus_traced_crosses (const DlTorusTraced *traced, guint i);
/* Does hop @i take any virtual channel? The one that the hop names is then one of them. */
gboolean dl_torus_traced_takes_any_vc (const DlTorusTraced *traced, guint i);
/* The legality rule that the turn into hop @i breaks. */
DlTorusIllegal dl_torus_traced_illegal (const DlTorusTraced *traced, guint i);
/* Hops on another virtual channel than the one before. */
guint dl_torus_traced_vc_changes (const DlTorusTraced *traced);

/* "X+.0 X+.0 Y-.1": port and virtual channel of each hop (dateline-scenario(5)). */
char *dl_torus_traced_to_line (const DlTorusTraced *traced);
/* Why it does not arrive, translated; NULL if it does. */
char *dl_torus_traced_reason (const DlTorusTraced *traced);
/* Choices rejected before hop @i (dl_torus_traced_n_hops: where the route ends), translated: "not
 * X+: the link is broken (VC paper 2.2.2); ..."; empty if none. */
char *dl_torus_traced_rejected (const DlTorusTraced *traced, guint i);
/* One line, translated: "5 hops, 1 change of virtual channel, delivered, legal". */
char *dl_torus_traced_summary (const DlTorusTraced *traced);
/* All of it, translated: the line, or why there is none, then a line per hop. */
char *dl_torus_traced_to_text (const DlTorusTraced *traced);

/* With random ties, the share of the pair's packets that take the route @at of @choices: a
 * sentence; NULL if all do. */
char *dl_torus_route_choices_text (const DlTorusRouteChoices *choices, guint at);
/* Sentence on random ties, which tables do not show. */
const char *dl_torus_tables_ties_text (void);

G_END_DECLS

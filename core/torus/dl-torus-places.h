/* Names of a torus' places for people, and what breaks there. */
#pragma once

#include "dl-family.h"
#include "dl-place.h"
#include "dl-scenario.h"
#include "dl-torus.h"

G_BEGIN_DECLS

/* "X+ of (3,4,5)" */
char *dl_torus_link_label (DlTorusLinkAt link);
/* "(3,4,5)" */
char *dl_torus_node_label (DlTorusCoord node);

/* Members of DlFamily. */
#define DL_TORUS_N_BREAKABLES 3
extern const DlBreakable dl_torus_breakables[DL_TORUS_N_BREAKABLES];
char *dl_torus_name (gconstpointer shape, DlPlace place, DlNameStyle style);
gboolean dl_torus_parse_place (const DlNet *net, const char *text, DlPlaceKind kind, DlPlace *place,
                               GError **error);

G_END_DECLS

/* Names of a torus' places for people, and what breaks there. */
#pragma once

#include "dl-family.h"
#include "dl-network.h"
#include "dl-place.h"
#include "dl-scenario.h"

G_BEGIN_DECLS

/* "X+ of (3,4,5)" */
char *dl_link_label (DlLinkAt link);
/* "(3,4,5)" */
char *dl_node_label (DlCoord node);

/* As DlFamily has it. */
#define DL_TORUS_N_FAULTS 3
extern const DlFaultInfo dl_torus_faults[DL_TORUS_N_FAULTS];
char *dl_torus_name (gconstpointer shape, DlPlace place);
char *dl_torus_label (gconstpointer shape, DlPlace place);
char *dl_torus_link_port_label (gconstpointer shape, guint link);
gboolean dl_torus_parse_link (const DlNet *net, const char *text, guint *link, GError **error);
gboolean dl_torus_parse_place (const DlNet *net, const char *text, DlPlace *place, GError **error);
char *dl_torus_cable_label (gconstpointer shape, guint link);
GPtrArray *dl_torus_toggle (const DlScenario *scenario, gconstpointer shape, DlPlace place,
                            gboolean other, char **label);

G_END_DECLS

/* How places of a dragonfly are written: a router "0.0.4" (group.chassis.blade), a node "0.0.4.2",
 * a link "0.0.4-3.0.0#0" (which of the parallel ones), a cable "0-3#2". In a generic dragonfly the
 * chassis is 0. Groups go by their numbers on the machine, which may leave some out. */
#pragma once

#include "dl-dragonfly.h"
#include "dl-net.h"

G_BEGIN_DECLS

/* Texts of places, whatever the network. The whole text must match; no blanks, no signs, and each
 * number fits in its field. Links and cables come out in canonical form. */
gboolean dl_router_at_parse (const char *text, DlRouterAt *at);
gboolean dl_dragonfly_link_at_parse (const char *text, DlDragonflyLinkAt *at);
gboolean dl_cable_at_parse (const char *text, DlCableAt *at);
char *dl_router_at_to_string (DlRouterAt at);
/* Unchanged: of a link's two directions, the one from a to b. */
char *dl_dragonfly_link_at_to_string (DlDragonflyLinkAt at);
char *dl_cable_at_to_string (DlCableAt at);
/* The one name of a link or cable, which has two ends: the smaller one first. */
DlDragonflyLinkAt dl_dragonfly_link_at_canonical (DlDragonflyLinkAt at);
DlCableAt dl_cable_at_canonical (DlCableAt at);
/* Compare routers by group, chassis, blade; links by both ends, then number. */
gint dl_router_at_compare (gconstpointer a, gconstpointer b);
gint dl_dragonfly_link_at_compare (gconstpointer a, gconstpointer b);
gint dl_cable_at_compare (gconstpointer a, gconstpointer b);

/* A router's place with its group's number on the machine. */
DlRouterAt dl_dragonfly_router_name (const DlDragonfly *dragonfly, guint router);

char *dl_dragonfly_router_to_string (const DlDragonfly *dragonfly, guint router);
char *dl_dragonfly_node_to_string (const DlDragonfly *dragonfly, guint node);
/* The direction from its router: "0.0.4-3.0.0#0". */
char *dl_dragonfly_link_to_string (const DlDragonfly *dragonfly, guint link);

/* A node by its place, or by its index (the manual's numbering: router by router). Errors:
 * DL_NETWORK_ERROR_SYNTAX, DL_NETWORK_ERROR_OUTSIDE. */
gboolean dl_dragonfly_parse_node (const DlDragonfly *dragonfly, const char *text, guint *node,
                                  GError **error);
/* The same of a link, by its ends: the direction that the text has. */
gboolean dl_dragonfly_parse_link (const DlDragonfly *dragonfly, const char *text, guint *link,
                                  GError **error);
/* Any place but a group: a node, a router, a link ("0.0.4-3.0.0" is the first between the two), the
 * first link of a blue cable ("0-3#2"), a pair of groups ("0-3"). As DlFamily has it. */
gboolean dl_dragonfly_parse_place (const DlNet *net, const char *text, DlPlaceKind kind,
                                   DlPlace *place, GError **error);

G_END_DECLS

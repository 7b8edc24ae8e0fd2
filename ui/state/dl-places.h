/* What is shown of a dragonfly and what the user points at, shared by the widgets of a window: for
 * a dragonfly what the rest of DlView is for a torus. */
#pragma once

#include <gtk/gtk.h>

#include "dl-dragonfly-metric.h"
#include "dl-evaluate-trip.h"
#include "dl-live.h"
#include "dl-session.h"

G_BEGIN_DECLS

#define DL_TYPE_PLACES (dl_places_get_type ())
G_DECLARE_FINAL_TYPE (DlPlaces, dl_places, DL, PLACES, GObject)

/* Properties, notified:
 *   metric (uint)       DlMetric the maps show, one of dl_dragonfly_metrics; writable
 *   group (uint)        the group whose inside and chord are shown; writable
 *   sorted (boolean)    groups by load, the busiest first; writable
 *   selection (uint64)  goes up when another place is selected
 *   hovered (uint64)    goes up when the pointer is over another place
 *   origin (uint64)     goes up when the node where a route is to begin changes
 *   trip (uint64)       goes up when the route that is shown, or its step, changes
 *   counters (uint64)   goes up when other counters of a real machine are shown
 */
DlPlaces *dl_places_new (DlSession *session, DlLive *live);

/* Of the latest result; NULL if that is not of a dragonfly. */
const DlDragonflyAnalysis *dl_places_get_analysis (DlPlaces *self);
const DlDragonfly *dl_places_get_network (DlPlaces *self);

DlMetric dl_places_get_metric (DlPlaces *self);
guint dl_places_get_group (DlPlaces *self);
/* The group by @by further on; after the last one comes the first. */
void dl_places_turn_group (DlPlaces *self, gint by);
gboolean dl_places_get_sorted (DlPlaces *self);
/* Where the values of maps come from; FALSE without a network. What it points at is there until the
 * next result or picture. */
gboolean dl_places_get_input (DlPlaces *self, DlDragonflyMetricInput *input);
/* Counters of a real machine, for its metrics; nullable. They are borrowed: whoever sets them takes
 * them back before they go. */
void dl_places_set_counters (DlPlaces *self, const DlCounters *counters);

DlPlace dl_places_get_selected (DlPlaces *self);
void dl_places_select (DlPlaces *self, DlPlace place);
DlPlace dl_places_get_hovered (DlPlaces *self);
void dl_places_hover (DlPlaces *self, DlPlace place);

/* Break what is at @place, or restore it: of a pair of groups its next cable; @whole: of a blue
 * link its whole cable, of a router its chassis. As edits of the session. */
void dl_places_break (DlPlaces *self, DlPlace place, gboolean whole);

/* What the maps show of a place, of A; as dl_dragonfly_shown_value, and FALSE where nothing is
 * simulated or measured yet that they could show. */
gboolean dl_places_get_value (DlPlaces *self, DlPlace place, gboolean in, DlDragonflyValue *value);
/* (n_links) of all links, as they are now; NULL likewise. Free with g_free. */
float *dl_places_copy_values (DlPlaces *self);

/* The place as people read it: what the maps show of it, then what else is known of that kind: of
 * an analysis, a simulation or counters. Free with g_free; NULL for no place. */
char *dl_places_describe (DlPlaces *self, DlPlace place);

/* A node of the place: of a router, of the router a link leaves, of the first of a group;
 * DL_NO_NODE
 */
guint dl_places_node_at (DlPlaces *self, DlPlace place);

/* Where the route that is asked for begins; DL_NO_NODE. */
guint dl_places_get_origin (DlPlaces *self);
void dl_places_set_origin (DlPlaces *self, guint node);
/* The route that is shown, found anew with every result; NULL if none is. @source and @dest
 * (nullable) get its nodes. It is there until the next change of "trip". */
const DlDragonflyTrip *dl_places_get_trip (DlPlaces *self, guint *source, guint *dest);
/* Show the route of a packet between two nodes; @which 0 is the scenario's own, others are further
 * packets of the same pair. */
void dl_places_show_trip (DlPlaces *self, guint source, guint dest, guint which);
guint dl_places_get_which (DlPlaces *self);
void dl_places_hide_trip (DlPlaces *self);
/* The hop that stands out; DL_NO_STEP. */
guint dl_places_get_step (DlPlaces *self);
void dl_places_set_step (DlPlaces *self, guint step);

G_END_DECLS

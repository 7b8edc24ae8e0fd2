/* Content shown of a session and place pointed at, shared by all widgets of a window. */
#pragma once

#include <gtk/gtk.h>

#include "dl-beside.h"
#include "dl-counters-source.h"
#include "dl-critical-job.h"
#include "dl-curve-job.h"
#include "dl-live.h"
#include "dl-map-marks.h"
#include "dl-place-text.h"
#include "dl-places-dragonfly.h"
#include "dl-session.h"
#include "dl-shown.h"

G_BEGIN_DECLS

/* Dimensions of maps that can be cut: x, y and z. */
#define DL_VIEW_DIMS 3

/* A way through the network that the views show. */
typedef enum
{
  DL_PATH_NONE,
  DL_PATH_ROUTE, /* of a packet from a source to a destination */
  DL_PATH_CYCLE, /* the shortest cycle of the verdict */
  DL_PATH_WAITS  /* packets of the simulation that wait for each other for ever */
} DlPathKind;

#define DL_TYPE_VIEW (dl_view_get_type ())
G_DECLARE_FINAL_TYPE (DlView, dl_view, DL, VIEW, GObject)

/* Properties, notified:
 *   session (DlSession)     construct-only
 *   metric (uint)           const DlMetric *the maps show, of each family its own; writable, of the
 *                           session's
 *   selection (uint64)      goes up when another place is selected
 *   listed (uint64)         goes up when tables of links list those of another place
 *   hovered (uint64)        goes up when the pointer is over another place
 *   route-origin (uint)     where the route that is asked for begins, DL_NO_NODE; writable
 *   path (uint64)           goes up when the way that is shown, or its step, changes
 *   break-tool (boolean)    a click breaks; writable
 *   marked (uint64)         goes up when other places are marked
 *   packet (uint64)         goes up when another packet is chosen
 *   slice (uint)            dimension the planes are cut across; writable
 *   cut (uint)              the position where the block is cut open across it
 *   group (uint)            the group whose inside is shown; writable
 *   sorted (boolean)        groups by load, the busiest first; writable
 *   ages (boolean)          packets are in colors of their ages, not of virtual channels; writable
 */

DlView *dl_view_new (DlSession *session);
DlSession *dl_view_get_session (DlView *self);
/* The searches for the session's critical cables, and for its critical routers; nothing is searched
 * before it is started. */
DlCriticalJob *dl_view_get_critical_job (DlView *self);
DlCriticalJob *dl_view_get_critical_routers (DlView *self);
/* Results of the first one for the family that is shown; NULL: none. */
DlCritical *dl_view_get_critical (DlView *self);
/* Start it, unless it runs or has all results already, and let the maps show it, if they can. */
void dl_view_find_critical (DlView *self);

/* The simulation of the session's scenario; nothing is simulated before it is started. */
DlLive *dl_view_get_live (DlView *self);
/* Counters of a real machine that are open; none at first. */
DlCountersSource *dl_view_get_counters (DlView *self);
/* Places shown of a dragonfly; for a torus it is empty. */
DlPlaces *dl_view_get_places (DlView *self);
/* Pin beside the session's scenario, and which of the two maps show. */
DlBeside *dl_view_get_beside (DlView *self);
/* Values of links that the maps show. */
DlShown *dl_view_get_shown (DlView *self);
/* The same of B, for maps beside those. */
DlShown *dl_view_get_shown_of_b (DlView *self);
/* Latency against load of the session's scenario; nothing is swept before it is started. */
DlCurveJob *dl_view_get_curve_job (DlView *self);

/* Reset to a new view: nothing is chosen, and metric, slice, cut and ring are the first ones. */
void dl_view_reset (DlView *self);

/* Metric of the network that is shown. */
const DlMetric *dl_view_get_metric (DlView *self);
/* The same of any. */
const DlMetric *dl_view_get_metric_of (DlView *self, const DlFamily *family);
void dl_view_set_metric_of (DlView *self, const DlFamily *family, const DlMetric *metric);
guint dl_view_get_slice (DlView *self);
gboolean dl_view_get_break_tool (DlView *self);
/* Where the isometric map is cut open, one position an axis: in the middle at first. */
guint dl_view_get_cut (DlView *self);
void dl_view_set_cut (DlView *self, guint cut);
guint dl_view_get_group (DlView *self);
/* The group by @by further on; after the last one comes the first. */
void dl_view_turn_group (DlView *self, gint by);
gboolean dl_view_get_sorted (DlView *self);
gboolean dl_view_get_ages (DlView *self);

/* Places are of the network of the latest result; with one that has others, nothing is selected,
 * pointed at or about to begin any more. FALSE before there is one. */
gboolean dl_view_get_net (DlView *self, DlNet *net);

DlPlace dl_view_get_selected (DlView *self);
/* One that the network does not have is nothing. */
void dl_view_select (DlView *self, DlPlace place);
/* The place whose links, leaving it or leading to it, tables list; nothing: they list all. */
DlPlace dl_view_get_listed (DlView *self);
void dl_view_list_only (DlView *self, DlPlace place);
/* Is @link of the place that is listed? */
gboolean dl_view_lists (DlView *self, guint link);
/* Places that maps mark, too, such as those of a job: (n); until the network has others. */
void dl_view_mark (DlView *self, const DlPlace *places, guint n);
const DlPlace *dl_view_get_marked (DlView *self, guint *n);
/* The packet of the simulation that is chosen, as dl_flight_compare knows it; NULL: none. It may
 * have left the network. Nothing once the network has other places. */
void dl_view_set_packet (DlView *self, const DlFlight *packet);
const DlFlight *dl_view_get_packet (DlView *self);
DlPlace dl_view_get_hovered (DlView *self);
/* Place in the line of details, on which keys act: the one pointed at or selected, whichever came
 * last. */
DlPlace dl_view_get_named (DlView *self);
void dl_view_hover (DlView *self, DlPlace place);
/* DL_NO_LINK, DL_NO_NODE where something else is selected, or nothing. */
guint dl_view_get_selected_link (DlView *self);
/* The node of the selected place, and of any (DlFamily's node_at); DL_NO_NODE. */
guint dl_view_get_selected_place (DlView *self);
guint dl_view_node_at (DlView *self, DlPlace place);
/* DlFamily's router_at, and the number of the selected place's; DL_NO_NODE. */
DlPlace dl_view_router_at (DlView *self, DlPlace place);
guint dl_view_get_selected_router (DlView *self);
guint dl_view_get_hovered_link (DlView *self);
/* Break @place, or restore it: dl_session_toggle. */
void dl_view_toggle (DlView *self, DlPlace place, gboolean other);

/* The ring that charts show: that of the selection, else the last one shown; Z at (0,0,0) at first.
 */
void dl_view_get_ring (DlView *self, guint *node, guint *dim);
void dl_view_set_ring (DlView *self, guint node, guint dim);

/* The way that is shown: with every new result it is found again, and goes away when there is none
 * any more (a cycle that was broken, nodes that do not exist). */
DlPathKind dl_view_get_path_kind (DlView *self);
/* FALSE if none is shown. What @path points at is the view's, until the path changes. */
gboolean dl_view_get_path (DlView *self, DlMapPath *path);
/* The route that is shown, with its ends (nullable); NULL if none is. One that does not arrive has
 * the hops as far as it goes. */
DlExplained *dl_view_get_route (DlView *self, guint *source, guint *dest);
/* @which: as DlFamily's explain. */
void dl_view_show_route (DlView *self, guint source, guint dest, guint which);
guint dl_view_get_which (DlView *self);
/* The node chosen as the source of a route whose destination is yet to be chosen, or DL_NO_NODE. It
 * is forgotten when a way is shown. */
guint dl_view_get_route_origin (DlView *self);
void dl_view_set_route_origin (DlView *self, guint node);
/* The cycle of the verdict; nothing where routes cannot deadlock. */
void dl_view_show_cycle (DlView *self);
/* The packets of the simulation that wait for each other; nothing unless it is locked. */
void dl_view_show_waits (DlView *self);
void dl_view_hide_path (DlView *self);
/* A hop of the path, or DL_NO_STEP. One more than the last is none, and one more than that the
 * first; the same backwards. */
void dl_view_set_path_step (DlView *self, guint step);

/* The place as people read it: what the maps show of it, with both values where something is pinned
 * beside, then what else is known. FALSE for no place. */
gboolean dl_view_tell (DlView *self, DlPlace place, DlPlaceText *text);
/* The same as a text of two lines; NULL for no place; free with g_free. */
char *dl_view_describe (DlView *self, DlPlace place);
/* "(3,5,5)"; NULL for DL_NO_NODE. */
char *dl_view_name_node (DlView *self, guint node);

/* The theme that fits @widget's background. */
const DlTheme *dl_view_theme (GtkWidget *widget);

G_END_DECLS

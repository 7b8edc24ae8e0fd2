/* What is shown of a session and what the user points at, shared by all widgets of a window. */
#pragma once

#include <gtk/gtk.h>

#include "dl-beside.h"
#include "dl-counters-source.h"
#include "dl-critical-job.h"
#include "dl-curve-job.h"
#include "dl-live.h"
#include "dl-map.h"
#include "dl-places.h"
#include "dl-session.h"

G_BEGIN_DECLS

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
 *   metric (uint)           DlMetric the maps show; writable
 *   slice (uint)            DlDim the planes are cut across; writable
 *   cut (uint)              the position where the block is cut open across it
 *   break-tool (boolean)    a click breaks; writable
 *   selection (uint64)      goes up when the selected link or node changes
 *   hovered-link (uint)     DL_NO_LINK
 *   route-origin (uint)     where the route that is asked for begins, DL_NO_NODE; writable
 *   path (uint64)           goes up when the way that is shown, or its step, changes
 */

DlView *dl_view_new (DlSession *session);
DlSession *dl_view_get_session (DlView *self);
/* The search for the session's critical links; nothing is searched before it is started. */
DlCriticalJob *dl_view_get_critical_job (DlView *self);
/* Start it, unless it runs or has all results already, and let the maps show it. */
void dl_view_find_critical (DlView *self);

/* The simulation of the session's scenario; nothing is simulated before it is started. */
DlLive *dl_view_get_live (DlView *self);
/* Counters of a real machine that are open; none at first. */
DlCountersSource *dl_view_get_counters (DlView *self);
/* What is shown of a dragonfly; for a torus it is empty. */
DlPlaces *dl_view_get_places (DlView *self);
/* What is pinned beside the session's scenario, and which of the two maps show. */
DlBeside *dl_view_get_beside (DlView *self);
/* Latency against load of the session's scenario; nothing is swept before it is started. */
DlCurveJob *dl_view_get_curve_job (DlView *self);

/* What a new one shows: nothing is chosen, and metric, slice, cut and ring are the first ones. */
void dl_view_reset (DlView *self);

DlMetric dl_view_get_metric (DlView *self);
DlDim dl_view_get_slice (DlView *self);
gboolean dl_view_get_break_tool (DlView *self);
/* Where the isometric map is cut open, one position an axis: in the middle at first. */
guint dl_view_get_cut (DlView *self);
void dl_view_set_cut (DlView *self, guint cut);

/* Either a link or a node is selected, or neither. */
guint dl_view_get_selected_link (DlView *self);
guint dl_view_get_selected_node (DlView *self);
/* The node that is selected or that the selected link leaves; DL_NO_NODE. */
guint dl_view_get_selected_place (DlView *self);
void dl_view_select_link (DlView *self, guint link);
void dl_view_select_node (DlView *self, guint node);
void dl_view_clear_selection (DlView *self);

guint dl_view_get_hovered_link (DlView *self);
void dl_view_set_hovered_link (DlView *self, guint link);

/* The ring that charts show: that of the selection, else the last one shown; Z at (0,0,0) at first.
 */
void dl_view_get_ring (DlView *self, guint *node, DlDim *dim);

/* The way that is shown: with every new result it is found anew, and goes away when there is none
 * any more (a cycle that was broken, nodes that do not exist). */
DlPathKind dl_view_get_path_kind (DlView *self);
/* FALSE if none is shown. What @path points at is the view's, until the path changes. */
gboolean dl_view_get_path (DlView *self, DlMapPath *path);
/* The route that is shown, with its ends; NULL if none is. One that does not arrive has the hops as
 * far as it goes. */
const DlRoute *dl_view_get_route (DlView *self, guint *source, guint *dest);
void dl_view_show_route (DlView *self, guint source, guint dest);
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

/* Break or restore what is selected (or a given link or node), as an edit of the session. */
void dl_view_toggle_link (DlView *self, guint link, gboolean one_direction);
void dl_view_toggle_node (DlView *self, guint node);

/* The link as people read it: "Link (3,5,5) X+ → (4,5,5) · VC0 1,104 · VC1 ...", and what is pinned
 * beside it. */
char *dl_view_describe_link (DlView *self, guint link);
/* A place of a dragonfly likewise, where something is pinned with the values of both; NULL for no
 * place. */
char *dl_view_describe_place (DlView *self, DlPlace place);
char *dl_view_describe_node (DlView *self, guint node);
/* "(3,5,5)"; NULL for DL_NO_NODE. */
char *dl_view_name_node (DlView *self, guint node);

/* The theme that fits @widget's background. */
const DlTheme *dl_view_theme (GtkWidget *widget);

G_END_DECLS

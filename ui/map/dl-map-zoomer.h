/* How maps are zoomed and moved: Ctrl and the wheel at the pointer, two fingers, + and −; 0 and Esc
 * show all of it again. Dragging with the middle button or the space bar, the wheel, scroll bars
 * and Ctrl with the arrow keys move the visible part, and the selection comes into sight. */
#pragma once

#include "dl-shell.h"
#include "dl-view.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* A key, or a button. */
#define DL_MAP_ZOOM_STEP 1.5

/* Places of a map; each function gets the map. */
typedef struct
{
  DlPlace (*place_at) (GtkWidget *map, double x, double y);
  gboolean (*locate) (GtkWidget *map, DlPlace place, DlRect *rect);
  gboolean sideways; /* it gets wider, not higher */
  double left, top;  /* pixels at its edges that numbers and titles take */
} DlMapZooming;

/* Properties, notified: level (double) times as large as all of it fits; 1 at first. */
#define DL_TYPE_MAP_ZOOMER (dl_map_zoomer_get_type ())
G_DECLARE_FINAL_TYPE (DlMapZoomer, dl_map_zoomer, DL, MAP_ZOOMER, GObject)

/* @map, which has an input of its own already, can be zoomed from now on, follows the selection in
 * @view, and clips its drawing. @zooming stays. The map calls dl_map_zoomer_allocate and
 * dl_map_zoomer_snapshot, and dl_map_zoomer_remove when it is disposed of. */
void dl_map_zoomer_add (GtkWidget *map, DlView *view, const DlMapZooming *zooming);
/* Zoomer of @map; NULL: it has none. */
DlMapZoomer *dl_map_zoomer_of (GtkWidget *map);
void dl_map_zoomer_remove (GtkWidget *map);
/* Two maps of one size and layout are zoomed and moved together from now on; @b begins as @a is. */
void dl_map_zoomer_join (GtkWidget *a, GtkWidget *b);
void dl_map_zoomer_allocate (GtkWidget *map, int width, int height);
/* The scroll bars, over all that the map draws. */
void dl_map_zoomer_snapshot (GtkWidget *map, GtkSnapshot *snapshot);

/* Visible part of @map, in units of @scale pixels; all of it where it is not zoomed. */
DlMapZoom dl_map_zoomer_get (GtkWidget *map, double scale);
gboolean dl_map_zoomer_is_zoomed (GtkWidget *map);
/* @times larger, around the middle of the visible part; within bounds. */
void dl_map_zoomer_zoom (DlMapZoomer *self, double times);
void dl_map_zoomer_fit (DlMapZoomer *self);
/* Whether a press of that button may become a movement of @map: it acts when it is released. */
gboolean dl_map_zoomer_waits (GtkWidget *map, guint button);

/* The buttons that zoom the map that is shown, and say how large it is. */

/* A box of buttons with the actions of dl-map-zoomer.h. */
#define DL_TYPE_ZOOM_BOX (dl_zoom_box_get_type ())
G_DECLARE_FINAL_TYPE (DlZoomBox, dl_zoom_box, DL, ZOOM_BOX, GtkBox)

/* The actions that zoom the map that is shown: zoom-in, zoom-out, zoom-fit. */

/* @box says how large the map is. */
void dl_zoom_actions_add (DlShell *shell, DlZoomBox *box);

G_END_DECLS

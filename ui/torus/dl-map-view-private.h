/* What the files of the map's widget share: its picture (dl-map-view-picture.c), and pointer and
 * keys (dl-map-view-input.c). */
#pragma once

#include "dl-map-view.h"

G_BEGIN_DECLS

struct _DlMapView
{
  GtkWidget parent;
  DlView *view;
  DlMapKind kind;

  DlMap *map; /* the layout, for the size and shape below */
  guint radix[DL_N_DIMS];
  gboolean ring[DL_N_DIMS];
  GdkTexture *image; /* the dense layer, for the result, metric and theme below */
  DlEvaluation *painted;
  DlMetric painted_metric;
  gint64 painted_us;            /* when, for what is simulated */
  DlCritical *painted_critical; /* with DL_METRIC_CRITICAL; nullable */
  const DlTheme *painted_theme;
  GArray *values; /* float (n_links), by @scale */
  DlScale scale;
  gint plane; /* the one plane that is shown, or -1 */

  gint dragged_dateline; /* DlDim, or -1 */
  gint keyed_dateline;   /* DlDim whose dateline the arrow keys move, or -1 */
  GtkWidget *menu;
};

/* Which of A and B is shown. */
DlShow dl_map_view_get_show (DlMapView *self);
/* Datelines as they are drawn: those of A even while its result is on its way. */
void dl_map_view_get_datelines (DlMapView *self, gint dateline[DL_N_DIMS]);

/* Draw it all; nothing before there is a result. */
void dl_map_view_draw (DlMapView *self, GtkSnapshot *snapshot);
/* The dense layer is made anew when it is drawn next. */
void dl_map_view_drop_image (DlMapView *self);

/* Planes: show one alone, or with -1 all again. */
void dl_map_view_show_plane (DlMapView *self, gint plane);
/* The widget's action: that with what is selected, or all again. */
void dl_map_view_toggle_plane (GtkWidget *map, const char *action_name, GVariant *parameter);
/* The plane with what is selected, or -1. */
gint dl_map_view_selected_plane (DlMapView *self);

/* What is at a point of the widget. */
DlHit dl_map_view_hit (DlMapView *self, double x, double y);
/* Follow pointer and keys; the menu, as dl_map_add_input returns it. */
GtkWidget *dl_map_view_add_input (DlMapView *self);

G_END_DECLS

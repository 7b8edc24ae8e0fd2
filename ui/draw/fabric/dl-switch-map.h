/* A switch from inside: its ports one below the other, where each leads, what goes out and comes in
 * there, and how many destinations its table sends that way. No GTK; shared by screen and paper. */
#pragma once

#include "dl-fabric-graph.h"
#include "dl-map-marks.h"
#include "dl-map-zoom.h"
#include "dl-palette.h"
#include "dl-rect.h"

G_BEGIN_DECLS

typedef struct
{
  double width, height;
  double label_scale; /* 1 */
  gboolean no_title;
  DlMapZoom zoom;
} DlSwitchMapOptions;

typedef struct _DlSwitchMap DlSwitchMap;

/* A map of switch @s (from 0) of the fabric of @routes, which is held. */
DlSwitchMap *dl_switch_map_new (DlFabricRoutes *routes, guint s, const DlSwitchMapOptions *options);
void dl_switch_map_free (DlSwitchMap *map);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlSwitchMap, dl_switch_map_free)
guint dl_switch_map_switch (const DlSwitchMap *map);
/* The height that its ports take, at zoom 1. */
double dl_switch_map_needs (const DlSwitchMap *map);
/* How many ports have a cable; and of the @i-th of them, from the top: its number, and the channels
 * that leave and arrive there, DL_FABRIC_NONE: none does. */
guint dl_switch_map_count (const DlSwitchMap *map);
guint dl_switch_map_port (const DlSwitchMap *map, guint i, guint32 *leaves, guint32 *arrives);
/* Destinations, of hosts, that its table sends out by that port; of choices, also by it. */
guint dl_switch_map_destinations (const DlSwitchMap *map, guint i);

/* The channel under a point; DL_FABRIC_NONE: none. */
guint32 dl_switch_map_hit (const DlSwitchMap *map, double x, double y);
/* Where a channel is; FALSE: not at this switch. */
gboolean dl_switch_map_rect (const DlSwitchMap *map, guint32 channel, DlRect *rect);
/* The channel @dx columns (out, in) and @dy ports further; from none the first. */
guint32 dl_switch_map_step (const DlSwitchMap *map, guint32 channel, gint dx, gint dy);

/* The values of @overlay, and its selected and hovered places. */
void dl_switch_map_draw (const DlSwitchMap *map, cairo_t *cr, const DlOverlay *overlay,
                         const DlTheme *theme);

G_END_DECLS
